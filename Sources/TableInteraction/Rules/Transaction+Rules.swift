import BatchUpdates
import TableKit
import TableRules
import Wording

/// An event or result with the rule that explains it.
public struct Explanation: Hashable, Sendable {
  /// What happened, such as `willSelect 0:1`; empty if the rule says it.
  public let what: String
  /// The rule.
  public let rule: TableRule
}

extension Transaction {
  /// The delegate calls with the rules that explain them.
  ///
  /// - Complexity: O(events).
  public var explainedEvents: [(event: DelegateEvent, rule: TableRule)] {
    let isTap = events.first.map { !$0.isSilent } ?? false
    let first = events.firstIndex { $0.name == .willSelect || $0.name == .willDeselect }
    let appear = events.contains { $0.name == .canEdit }
    return events.indices.map { index in
      let event = events[index]
      // A row that appears is asked whether it has a handle; a dragged one is asked by itself.
      if event.name == .canMove, appear { return (event, .handle) }
      let isToggle = first.map { events[$0].name == .willDeselect } ?? false
      return (event, rule(of: event, isFirst: index == first, isToggle: isToggle, inTap: isTap))
    }
  }

  private func rule(
    of event: DelegateEvent, isFirst: Bool, isToggle: Bool, inTap: Bool
  ) -> TableRule {
    if event.isToldBySelecting { return .notifiedSelection }
    if let rule = event.ruleOfControls { return rule }
    if batch != nil, event.name == .selectRow { return .selectedAgain }
    switch event.name {
    case .shouldBeginMultipleSelection: return .systemAvailability
    case .didBeginMultipleSelection: return .systemStart
    case .didEndMultipleSelection: return .systemEnd
    default: if let touchRule = actions.touchRule, event.answer != .refused { return touchRule }
    }
    switch event.name {
    case .accessoryButtonTapped: return .accessory
    case .shouldHighlight, .didHighlight, .didUnhighlight: return .highlight
    case .performPrimaryAction: return .primaryAction
    case .canReorder, .willReorder, .didReorder: return .reorderedByUser
    case .selectRow: return .silentSelection
    case .deselectRow:
      guard inTap else { return .silentSelection }
      return events.first { $0.name == .didSelect }?.path == event.path ? .checklist : .exclusive
    case .willSelect:
      switch event.answer {
      case .refused: return refusal?.isLimit == true ? .limited : .refusedSelection
      case .path(let path) where path != event.path: return .redirectedSelection
      default: return before.selection.contains(event, in: before.table) ? .tappedAgain : .tap
      }
    case .willDeselect:
      switch event.answer {
      case .refused: return .askedDeselection
      case .path(let path) where path != event.path: return .askedDeselection
      default: return isFirst ? .toggled : .tap
      }
    case .didSelect: return .tap
    case .didDeselect: return isToggle ? .toggled : .tap
    default: return .tap
    }
  }

  /// Whether it was UIKit's `reloadData`.
  public var reloadsData: Bool { log.reloadsData }

  /// The rules of editing and reordering that explain the state of the table, beyond the delegate
  /// calls.
  ///
  /// - Complexity: O(events).
  public var explainedTable: [Explanation] {
    var reasons: [Explanation] = []
    func add(_ what: String, _ rule: TableRule) {
      reasons.append(Explanation(what: what, rule: rule))
    }
    for event in events where event.name == .targetIndexPathForMove {
      guard case .to(let proposed) = event.argument, case .path(let target) = event.answer,
        proposed.section != target.section
      else { continue }
      add("\(proposed) became \(target)", .staysInSection)
    }
    if let move = events.last(where: { $0.name == .moveRow }), case .to(let target) = move.argument
    {
      add("the row lands at \(target)", .destination)
      if target.section != move.path?.section { add("it changes its section", .crossing) }
      if !before.selection.isEmpty { add("the selection goes along", .movedSelection) }
    }
    if actions.cancelsDrag { add("the drag is over", .cancelled) }
    if actions.closesOpenRow { add("what was open is closed", .transient) }
    if schedules { add("the sections are reordered later", .triggered) }
    if log.deleted.count > 1, log.deleted.count == before.selection.count,
      log.deleted.allSatisfy(before.selection.contains)
    {
      add("all that was selected is deleted", .deletedSelection)
    }
    let byHand = isUndo ? nil : batch
    for row in byHand?.stale ?? [] { add("\(row.index) shows another row", .oneMoment) }
    for header in byHand?.staleHeaders ?? [] {
      add("header \(header.index) is another section's", .scrambled)
    }
    let isByHand = batch != nil
    if reordersSections, !isByHand {
      add("sections move with what is selected", .reordered)
      add("and with their rows", .carried)
    }
    for section in after.table.sections where section.count == 0 {
      guard !isUndo, let old = before.table.index(of: section.id),
        before.table.sections[old].count > 0
      else { continue }
      add("section '\(section.title)' is empty", .emptySection)
    }
    return reasons
  }

  /// Returns the rules that explain the selection, beyond the delegate calls.
  ///
  /// - Parameter holding: who owns the selection.
  /// - Complexity: O(selection).
  public func explainedSelection(heldBy holding: SelectionHolding) -> [Explanation] {
    var reasons = explainedMarks
    func add(_ what: String, _ rule: TableRule) {
      reasons.append(Explanation(what: what, rule: rule))
    }
    if let mode = explainedMode(heldBy: holding) { return reasons + [mode] }
    if let batch, !isUndo {
      guard batch.lost > 0 else { return reasons }
      let gone = before.selection.rows.count { !after.table.contains($0) }
      if batch.whyReloaded != nil {
        add("\(Counts.of(batch.lost, "row")) lost", .fallback)
      } else {
        if gone > 0 { add("\(Counts.of(gone, "row")) dropped out", .followed) }
        let lost = batch.lost - gone
        if lost > 0 {
          add(
            "\(Counts.of(lost, "row")) lost", batch.stale.isEmpty ? .scrambled : .uncheckedIdentity)
        }
      }
      guard batch.selectedAgain > 0 else { return reasons }
      add("\(Counts.of(batch.selectedAgain, "row")) selected again", .selectedAgain)
      return reasons
    }
    let old = before.selection.rows
    let come = after.selection.count - old.count { after.selection.contains($0) }
    if come > 1, !isUndo, events.allSatisfy(\.isSilent) {
      add("\(Counts.of(come, "row")) selected", .selectionOrder)
    }
    guard !old.isEmpty else { return reasons }
    let gone = old.filter { !after.table.contains($0) }
    let kept = old.count { after.selection.contains($0) }
    if log.reloadsData {
      add(
        "\(Counts.of(kept, "row")) of \(old.count) still selected",
        holding == .view ? .reloadedData : .heldByData)
    }
    let reloaded = RowSet(
      log.reloaded + (contentChange == .reload ? log.updated : []))
    let sections = Set(log.reloadedSections)
    let dropped = old.count { row in
      !after.selection.contains(row)
        && (reloaded.contains(row)
          || before.table.section(of: row).map(sections.contains) ?? false)
    }
    if dropped > 0 {
      add("\(Counts.of(dropped, "reloaded row")) left the selection", .droppedByReload)
    }
    let refilled = log.reconfigured.count { after.selection.contains($0) }
    if refilled > 0, snapshotStep == nil {
      add("\(Counts.of(refilled, "reconfigured row")) stayed selected", .droppedByReload)
    }
    if !isStep, !log.changesTable, kept < old.count { add("cleared", .changedMode) }
    if log.changesTable, kept > 0 || !gone.isEmpty {
      let drop = gone.isEmpty ? "" : ", \(gone.count) dropped out"
      add("\(Counts.of(kept, "selected row")) followed\(drop)", .followed)
    }
    return reasons
  }
}

extension Transaction {
  /// What became of a selection when editing mode was entered or left, or the table appeared again; nil:
  /// neither was, or nothing was selected, or entering cleared it.
  private func explainedMode(heldBy holding: SelectionHolding) -> Explanation? {
    let count = before.selection.count
    guard actions.setsMode || actions.appearance != nil, count > 0 else { return nil }
    let kept = before.selection.rows.count { after.selection.contains($0) }
    let what = kept == count ? "\(Counts.of(count, "row")) kept" : "\(kept) of \(count) rows kept"
    switch actions.appearance {
    case .clear?: return Explanation(what: what, rule: .reappeared)
    case .topmost?, .keep?: return Explanation(what: what, rule: .silentSelection)
    case nil where kept < count: return nil
    case nil: return Explanation(what: what, rule: holding == .data ? .heldByData : .changedMode)
    }
  }

  /// The rules that explain the plan as a whole, beside its operations: what it is, why the view reads
  /// all again, why there are stages, and that nothing has to be done.
  ///
  /// - Complexity: that of the plan.
  public func explainedPlan(_ plan: Plan) -> [Explanation] {
    var reasons: [Explanation] = []
    func add(_ what: String, _ rule: TableRule) {
      reasons.append(Explanation(what: what, rule: rule))
    }
    if isPush { add("what others changed", changesTable ? .busyUser : .appliedEvents) }
    if isUndo, hasPlan { add("before and after are exchanged", .indexSpaces) }
    if case .reloadData(let why) = plan {
      add("reloadData: \(why)", batch?.whyReloaded == nil ? ruleOfReloading : .readAgain)
      return reasons
    }
    let stages = plan.stages
    if stages.contains(where: \.reconfiguresAllRows) {
      add("all rows have other columns", .operations)
    }
    if stages.count > 1 { add("\(stages.count) stages", .stagedPlan) }
    let moves = stages.reduce(0) { $0 + $1.rows.moves.count + $1.sections.moves.count }
    if stages.contains(where: \.mixesKinds) { add("what goes and comes, together", .appliedBatch) }
    if batch != nil, !isUndo {
      add("the batch as it was written", .uncheckedIdentity)
    } else if moves > 0 {
      add("no plan has fewer moves: \(moves)", .mendedCalculator)
    }
    if plan.isEmpty, isIdle { add("nothing to do: all is equal", .keysAndValues) }
    return reasons
  }

  /// The rules that explain why batch updates or a change of a table driven by snapshots were refused,
  /// besides the first.
  ///
  /// - Parameter error: the error.
  public static func furtherRules(of error: EditError) -> [TableRule] {
    switch error.interaction {
    case .illegalBatch: [.afterException]
    case .drivenBySnapshots: [.diffableRefuses]
    default: []
    }
  }

  /// Whether it came from others.
  private var isPush: Bool { !isStep && title == Self.pushTitle }

  /// The title of what came from others.
  public static let pushTitle = "push"

  /// Whether data were to be changed, or came from others, and were so already.
  private var isIdle: Bool {
    !hasPlan && !changesState && actions.isEmpty && (actions.edits || account == nil)
  }

  /// The rule by which all is read again although nothing forced it.
  private var ruleOfReloading: TableRule {
    if log.reloadsData { return .reloadedData }
    return snapshotStep == nil ? .otherLibraries : .appliedByReloading
  }
}

extension Transaction {
  /// The rules that explain the marks.
  private var explainedMarks: [Explanation] {
    let (old, new) = (before.marks, after.marks)
    if old == new {
      guard log.changesTable || log.reloadsData, !new.isEmpty else { return [] }
      return [Explanation(what: "\(Counts.of(new.count, "mark")) kept", rule: .redrawnMarks)]
    }
    let names = { (rows: [RowID], table: Table) in
      rows.prefix(5).map { table.path(of: $0)?.description ?? "?" }.joined(separator: " ")
        + (rows.count > 5 ? " …" : "")
    }
    var reasons: [Explanation] = []
    let gone = old.rows.filter { !new.contains($0) }
    let come = new.rows.filter { !old.contains($0) }
    let isTap = events.contains { $0.name == .didSelect }
    let rule: TableRule =
      !isTap ? .marks : gone.isEmpty || come.isEmpty ? .checklist : .exclusiveChecklist
    if !gone.isEmpty {
      reasons.append(Explanation(what: "unmarked \(names(gone, before.table))", rule: rule))
    }
    if !come.isEmpty {
      reasons.append(Explanation(what: "marked \(names(come, after.table))", rule: rule))
    }
    return reasons
  }
}

extension Selection {
  /// Returns whether the row of an event was selected.
  fileprivate func contains(_ event: DelegateEvent, in table: Table) -> Bool {
    event.path.flatMap(table.row(at:)).map(contains) ?? false
  }
}

extension Transaction {
  /// The rules that explain the effect of a snapshot.
  ///
  /// - Complexity: O(rows changed).
  public var explainedSnapshot: [Explanation] {
    var reasons: [Explanation] = []
    func add(_ what: String, _ rule: TableRule) {
      reasons.append(Explanation(what: what, rule: rule))
    }
    func rows(_ count: Int, _ what: String, _ rule: TableRule) {
      if count > 0 { add("\(Counts.of(count, "row")) \(what)", rule) }
    }
    switch snapshotStep {
    case nil: return []
    case .section: add("the tree of a section", .treeApplied)
    case .reorder: add("a user's reordering", .reorderedByUser)
    case .whole(let how):
      add(log.changesTable ? "what differs" : "nothing differs", .snapshotApplied)
      if !log.changesTable, log.redraws, !log.reloadsData { add("the marks", .marksDoNotDiffer) }
      if how == .reloadData { add("reloadData", .appliedByReloading) }
      if how == .unanimated { add("animation none", .unanimated) }
    }
    let crossing = log.moved.count { row in
      before.table.section(of: row) != after.table.section(of: row)
    }
    rows(crossing, "moved to another section", .uniqueInSnapshot)
    rows(log.reloaded.count, "reloaded", .markedRows)
    rows(log.reconfigured.count, "reconfigured", .markedRows)
    return reasons
  }
}

extension Stage {
  /// Whether it has more than one of deletes, moves and inserts.
  fileprivate var mixesKinds: Bool {
    let deletes = !rows.deletes.isEmpty || !sections.deletes.isEmpty
    let inserts = !rows.inserts.isEmpty || !sections.inserts.isEmpty
    let moves = !rows.moves.isEmpty || !sections.moves.isEmpty
    return [deletes, inserts, moves].count { $0 } > 1
  }
}
