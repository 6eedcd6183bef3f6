import BatchUpdates

/// Makes the plan of a transaction from its log.
struct PlanMaker {
  let old: Table
  let new: Table
  let log: ChangeLog
  let planner: Planner
  private let progress: Progress

  /// For an undo, the plan of the step that is taken back.
  init(_ transaction: Transaction, _ progress: Progress = .none) {
    self.progress = progress
    old = transaction.isUndo ? transaction.after.table : transaction.before.table
    new = transaction.isUndo ? transaction.before.table : transaction.after.table
    log = transaction.log
    var planner = Planner(content: transaction.contentChange)
    // Identities of a table are unique by construction.
    planner.checksIdentities = false
    self.planner = planner
  }

  func plan() throws(EditError) -> Plan {
    if let batch = log.batch { return batch.plan }
    if log.reloadsData { return .reloadData(why: "reloadData was asked for") }
    try progress.check()
    return .stages(leadingStages() + (try mainStages()))
  }

  /// Returns the stages for changed columns and requested redraws; they come first, while all rows
  /// are at their old index paths.
  private func leadingStages() -> [Stage] {
    var stages: [Stage] = []
    if log.changesColumns { stages.append(Stage(reconfiguresAllRows: true)) }
    let reloads = old.paths(of: old.inTableOrder(log.reloaded))
    let sections = log.reloadedSections.compactMap(old.index(of:)).sorted()
    let reconfigures = old.paths(of: old.inTableOrder(log.reconfigured))
    let drawing = Stage(
      sections: Changes(reloads: sections),
      rows: Changes(reloads: reloads, reconfigures: reconfigures))
    if !drawing.isEmpty { stages.append(drawing) }
    return stages
  }

  private func mainStages() throws(EditError) -> [Stage] {
    let reloadsSection = planner.content == .reload && !log.relabelled.isEmpty
    let stages = log.changesOrder || reloadsSection ? try orderStages() : [try listStage()]
    return stages.filter { !$0.isEmpty }
  }

  /// Returns the stage made of the log's lists, for a transaction that changed no order.
  private func listStage() throws(EditError) -> Stage {
    var stage = Stage()
    let inserted = RowSet(log.inserted)
    let kept = log.updated.filter { new.contains($0) && !inserted.contains($0) }
    let gone = log.deleted.filter { !inserted.contains($0) }
    try progress.check()
    stage.rows.deletes = old.paths(of: gone).sorted()
    try progress.check()
    stage.rows.inserts = new.paths(of: log.inserted).sorted()
    try progress.check()
    let changed = old.paths(of: kept).sorted()
    let relabelled = Set(log.relabelled).compactMap(old.index(of:)).sorted()
    if planner.content == .reload {
      stage.rows.reloads = changed
      stage.sections.reloads = relabelled
    } else {
      stage.rows.reconfigures = changed
      stage.sections.reconfigures = relabelled
    }
    return stage
  }

  /// Returns the stages for changed order: one row moved by name is its own plan; else the sections
  /// involved are compared.
  private func orderStages() throws(EditError) -> [Stage] {
    let ownMoves = try movesAsNamed()
    if let ownMoves, ownMoves.count == 1 { return [ownMoves] }
    let before = outline(old)
    try progress.check()
    let after = newOutline(outline(new))
    try progress.check()
    guard let planned = try? planner.plan(from: before, to: after) else {
      preconditionFailure("a table holds one identity twice")
    }
    // Of two plans with equally many moves, prefer the moves that were requested.
    if let ownMoves, planned.count == ownMoves.count, planned.stages.count == 1 {
      return [ownMoves]
    }
    return planned.stages
  }

  /// Returns the requested moves, if the transaction only moved rows.
  private func movesAsNamed() throws(EditError) -> Stage? {
    guard !log.moved.isEmpty, log.inserted.isEmpty, log.deleted.isEmpty, log.updated.isEmpty,
      log.arranged.isEmpty, !log.arrangesSections, log.insertedSections.isEmpty,
      log.deletedSections.isEmpty, log.relabelled.isEmpty
    else { return nil }
    var stage = Stage()
    let (sources, goals) = (old.paths(of: log.moved), new.paths(of: log.moved))
    guard sources.count == log.moved.count, goals.count == log.moved.count else { return nil }
    for (i, (from, to)) in zip(sources, goals).enumerated() {
      try progress.check(at: i)
      if from != to || log.moved.count > 1 { stage.rows.moves.append(Move(from: from, to: to)) }
    }
    stage.rows.moves.sort { $0.from < $1.from }
    return stage
  }

  private func outline(_ table: Table) -> Outline {
    let touched = touchedSections()
    return Outline(of: table) { !touched.contains($0) }
  }

  /// The outline of the whole table after.
  var outlineAfter: Outline { newOutline(Outline(of: new)) }

  /// Returns the outline after, in which rows that were not updated keep their former content,
  /// whatever their version.
  func newOutline(_ outline: Outline) -> Outline {
    guard log.repointed else { return outline }
    var outline = outline
    for s in outline.sections.indices {
      for r in outline.sections[s].rows.indices {
        let row = RowID(UInt32(outline.sections[s].rows[r].id))
        guard old.contains(row) else { continue }
        let content = old.versions[Int(row.rawValue)].content
        outline.sections[s].rows[r].content = log.isUpdated(row) ? -1 - content : content
      }
    }
    return outline
  }

  /// Returns the sections in which rows were inserted, deleted, updated or moved.
  private func touchedSections() -> Set<SectionID> {
    var touched = log.arranged
    touched.formUnion(log.insertedSections)
    touched.formUnion(log.deletedSections)
    for rows in [log.inserted, log.deleted, log.updated, log.moved] {
      for row in rows {
        if let section = old.section(of: row) { touched.insert(section) }
        if let section = new.section(of: row) { touched.insert(section) }
      }
    }
    return touched
  }

  /// Returns the plan with the table after each stage.
  func stagedPlan() throws(EditError) -> StagedPlan {
    try stagedPlan(from: Outline(of: old), to: newOutline(Outline(of: new)))
  }

  /// Returns the touched sections before the first stage and after each; see
  /// `Transaction.touchedTables`.
  func touchedTables(_ stageCount: Int) throws(EditError) -> [Outline] {
    let (from, to) = (outline(old), newOutline(outline(new)))
    return [from] + tables(stageCount, from: from, to: to)
  }

  private func stagedPlan(from: Outline, to: Outline) throws(EditError) -> StagedPlan {
    let plan = try plan()
    var staged = StagedPlan(
      plan: plan, before: from, after: tables(plan.stages.count, from: from, to: to))
    if let batch = log.batch, batch.isOneStage {
      // Rows of both tables that the batch deleted and inserted.
      staged.replacements = batch.stage.rows.deletes.compactMap { before in
        guard let row = old.row(at: before), let after = new.path(of: row) else { return nil }
        return Replacement(before: .row(before), after: .row(after), cause: .writtenByHand)
      }
    }
    return staged
  }

  /// Returns the table after each stage.
  private func tables(_ stageCount: Int, from: Outline, to: Outline) -> [Outline] {
    if let batch = log.batch, batch.isOneStage { return [to] }
    guard !log.reloadsData else { return [] }
    let leading = leadingStages().count
    var after = Array(repeating: from, count: leading)
    switch stageCount - leading {
    case 0: break
    case 1: after.append(to)
    default:
      guard let staged = try? planner.stagedPlan(from: from, to: to) else {
        preconditionFailure("a table holds one identity twice")
      }
      after += staged.after
    }
    return after
  }
}

extension BatchOutcome {
  /// Whether it is the one stage of its plan.
  fileprivate var isOneStage: Bool { !stage.isEmpty && whyReloaded == nil }
}
