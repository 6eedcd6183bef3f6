/// One operation of a plan, with the reason why it is there.
package struct PlannedOperation: Hashable, Sendable {
  /// The number of its stage, from 0.
  package let stage: Int
  /// The verb.
  package let verb: Verb
  /// The place before the stage of what is deleted, moved or redrawn; nil for an insert.
  package let before: SectionOrRow?
  /// The place after the stage of what is inserted or moved; nil for others.
  package let after: SectionOrRow?
  /// The identity of the section or row in the outlines.
  package let identity: Int
  /// The reason.
  package let reason: Reason

  /// The sentence that follows the operation: why it is there, and not a cheaper one.
  package var message: String { reason.message }
  /// The rule that explains it, such as `D4`.
  package var rule: String { reason.rule }

  /// What an operation does, in UIKit's words.
  package enum Verb: String, Hashable, Sendable, CaseIterable {
    case delete, insert, move, reload, reconfigure
  }

  /// The reason for an operation.
  package enum Reason: Hashable, Sendable {
    /// It is not in the table after the plan.
    case vanished
    /// It was not in the table before the plan.
    case appeared
    /// It stands elsewhere among those that stay where they are.
    case outOfOrder
    /// It is in another section than before.
    case changedSection
    /// It shows something else.
    case changed
    /// It shows something else, and moves as well.
    case changedAndMoved
    /// It shows the same as before, and was to be redrawn nevertheless.
    case asked
    /// It survives, and yet is deleted and inserted.
    case replaced(Replacement.Cause)
  }
}

extension PlannedOperation.Reason {
  /// The reason in words that follow the operation.
  package var message: String {
    switch self {
    case .vanished: "is gone: without a delete it would stay"
    case .appeared: "is new: only an insert makes room"
    case .outOfOrder: "is out of order with those that stay"
    case .changedSection: "is in another section: deleted and inserted, it would be another row"
    case .changed: "shows something else: only this draws it anew in its place"
    case .changedAndMoved: "moves and shows something else: a move carries it as it was drawn"
    case .asked: "was asked for: it shows what it showed"
    case .replaced(.writtenByHand): "is there before and after: the batch was written so"
    case .replaced(let cause): "deleted and inserted because \(cause.rawValue)"
    }
  }

  /// The rule that explains it, such as `D4`.
  package var rule: String {
    switch self {
    case .vanished, .appeared: "D4"
    case .outOfOrder, .changedSection: "D18"
    case .changed: "E2"
    case .changedAndMoved, .replaced(.movedAndChanged): "D15"
    case .asked: "D2"
    case .replaced(.crossesDeletedOrInserted): "D16"
    case .replaced(.besideMove), .replaced(.crossesReloaded): "D17"
    case .replaced(.writtenByHand): "D5"
    case .replaced(.insideMoved), .replaced(.ownPlace), .replaced(.movesOff),
      .replaced(.crossMovesOff):
      "D19"
    }
  }
}

extension StagedPlan {
  /// Every operation with its reason, stage by stage, in the order of the stage's lists.
  ///
  ///     // friends(ann) vanishes, ann is now in family
  ///     plan.operations.map(\.reason.message)
  ///     // ["is in another section", "is gone"]
  ///
  /// - Complexity: O(*n* + *r*) for *n* operations and *r* replacements, and O(rows) where something
  ///   is inserted or redrawn.
  package var operations: [PlannedOperation] { operations(most: .max) }

  /// The first operations, as `operations` has them.
  ///
  /// - Parameter most: the number of operations.
  /// - Complexity: as that of `operations`, with *n* no more than `most` for each list of a stage.
  package func operations(most: Int) -> [PlannedOperation] {
    guard plan.stages.count == after.count else { return [] }
    let causes = Causes(self, most: most)
    var list: [PlannedOperation] = []
    for number in plan.stages.indices where list.count < most {
      list += causes.operations(
        of: plan.stages[number], number, from: outline(before: number), to: after[number],
        most: most - list.count)
    }
    return list
  }

  /// The table before a stage.
  private func outline(before stage: Int) -> Outline { stage == 0 ? before : after[stage - 1] }

  /// The causes of replacements, by identity.
  private struct Causes {
    private var sections: [Int: Replacement.Cause] = [:]
    private var rows: [Int: Replacement.Cause] = [:]
    /// What is inserted or redrawn, with its content before all stages, and after them.
    private var oldSections: [Int: Int] = [:]
    private var newSections: [Int: Int] = [:]
    private var oldRows: [Int: Int] = [:]
    private var newRows: [Int: Int] = [:]
    private var movedSections: Set<Int> = []
    private var movedRows: Set<Int> = []

    init(_ plan: StagedPlan, most: Int) {
      for replacement in plan.replacements {
        switch replacement.before {
        case .section(let index):
          sections[plan.before.sections[index].id] = replacement.cause
        case .row(let path):
          rows[plan.before.sections[path.section].rows[path.row].id] = replacement.cause
        }
      }
      var (wantedSections, wantedRows): (Set<Int>, Set<Int>) = ([], [])
      for (number, stage) in plan.plan.stages.enumerated() {
        let (from, to) = (plan.outline(before: number), plan.after[number])
        wantedSections.formUnion(stage.sections.redrawn(most).map { from.sections[$0].id })
        wantedSections.formUnion(stage.sections.inserts.prefix(most).map { to.sections[$0].id })
        wantedRows.formUnion(stage.rows.redrawn(most).compactMap(from.identity))
        wantedRows.formUnion(stage.rows.inserts.prefix(most).compactMap(to.identity))
      }
      guard let last = plan.after.last, !wantedSections.isEmpty || !wantedRows.isEmpty else {
        return
      }
      (oldSections, oldRows) = plan.before.contents(of: wantedSections, wantedRows)
      (newSections, newRows) = last.contents(of: wantedSections, wantedRows)
      for (number, stage) in plan.plan.stages.enumerated() {
        let from = plan.outline(before: number)
        for move in stage.sections.moves { movedSections.insert(from.sections[move.from].id) }
        for move in stage.rows.moves {
          if let id = from.identity(at: move.from), wantedRows.contains(id) { movedRows.insert(id) }
        }
      }
    }

    /// The reason for inserting something that no replacement explains: one that was there is another
    /// row to the view.
    private func inserting(_ id: Int, _ old: [Int: Int]) -> PlannedOperation.Reason {
      old[id] == nil ? .appeared : .replaced(.writtenByHand)
    }

    /// The reason for redrawing a section that is there before a stage.
    private func redrawing(section id: Int) -> PlannedOperation.Reason {
      if newSections[id] != nil, oldSections[id] == newSections[id] { return .asked }
      return movedSections.contains(id) ? .changedAndMoved : .changed
    }

    /// The reason for redrawing a row that is there before a stage.
    private func redrawing(row id: Int?) -> PlannedOperation.Reason {
      guard let id, newRows[id] == nil || oldRows[id] != newRows[id] else { return .asked }
      return movedRows.contains(id) ? .changedAndMoved : .changed
    }

    func operations(
      of stage: Stage, _ number: Int, from: Outline, to: Outline, most: Int
    ) -> [PlannedOperation] {
      let list =
        Self.list(
          stage.sections, number, SectionOrRow.section, most, before: { from.sections[$0].id },
          after: { to.sections[$0].id }, replaced: { sections[$0] },
          inserted: { inserting($0, oldSections) }, moved: { _, _ in .outOfOrder },
          redrawn: { redrawing(section: from.sections[$0].id) })
        + Self.list(
          stage.rows, number, SectionOrRow.row, most, before: { from.identity(at: $0) ?? -1 },
          after: { to.identity(at: $0) ?? -1 }, replaced: { rows[$0] },
          inserted: { inserting($0, oldRows) },
          moved: {
            from.sections[$0.section].id == to.sections[$1.section].id
              ? .outOfOrder : .changedSection
          }, redrawn: { redrawing(row: from.identity(at: $0)) })
      return Array(list.prefix(most))
    }

    private static func list<Index>(
      _ changes: Changes<Index>, _ stage: Int, _ place: (Index) -> SectionOrRow, _ most: Int,
      before: (Index) -> Int, after: (Index) -> Int,
      replaced: (Int) -> Replacement.Cause?, inserted: (Int) -> PlannedOperation.Reason,
      moved: (Index, Index) -> PlannedOperation.Reason,
      redrawn: (Index) -> PlannedOperation.Reason
    ) -> [PlannedOperation] {
      func operation(
        _ verb: PlannedOperation.Verb, _ from: Index?, _ to: Index?,
        _ reason: (Int) -> PlannedOperation.Reason
      ) -> PlannedOperation {
        let identity = from.map(before) ?? to.map(after) ?? -1
        return PlannedOperation(
          stage: stage, verb: verb, before: from.map(place), after: to.map(place),
          identity: identity, reason: reason(identity))
      }
      return changes.deletes.prefix(most).map {
        operation(.delete, $0, nil) { replaced($0).map { .replaced($0) } ?? .vanished }
      }
        + changes.inserts.prefix(most).map {
          operation(.insert, nil, $0) { replaced($0).map { .replaced($0) } ?? inserted($0) }
        }
        + changes.moves.prefix(most).map { move in
          operation(.move, move.from, move.to) { _ in moved(move.from, move.to) }
        }
        + changes.reloads.prefix(most).map { index in
          operation(.reload, index, nil) { _ in redrawn(index) }
        }
        + changes.reconfigures.prefix(most).map { index in
          operation(.reconfigure, index, nil) { _ in redrawn(index) }
        }
    }
  }
}

extension Changes {
  /// The first of what is reloaded, and of what is reconfigured.
  fileprivate func redrawn(_ most: Int) -> [Index] {
    Array(reloads.prefix(most)) + reconfigures.prefix(most)
  }
}

extension Outline {
  /// The identity of the row at an index path; nil if there is none.
  fileprivate func identity(at path: RowPath) -> Int? {
    let rows = sections[path.section].rows
    return rows.indices.contains(path.row) ? rows[path.row].id : nil
  }

  /// The contents of sections and rows, by identity, as far as they are here.
  fileprivate func contents(
    of wantedSections: Set<Int>, _ wantedRows: Set<Int>
  ) -> (sections: [Int: Int], rows: [Int: Int]) {
    var found: (sections: [Int: Int], rows: [Int: Int]) = ([:], [:])
    for section in sections {
      if wantedSections.contains(section.id) { found.sections[section.id] = section.content }
      if wantedRows.isEmpty { continue }
      for row in section.rows where wantedRows.contains(row.id) { found.rows[row.id] = row.content }
    }
    return found
  }
}
