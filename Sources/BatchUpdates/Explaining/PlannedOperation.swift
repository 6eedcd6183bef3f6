/// One operation of a plan, with the reason why it is there.
public struct PlannedOperation: Hashable, Sendable {
  /// The number of its stage, from 0.
  public let stage: Int
  /// The verb.
  public let verb: Verb
  /// The place before the stage of what is deleted, moved or redrawn; nil for an insert.
  public let before: SectionOrRow?
  /// The place after the stage of what is inserted or moved; nil for others.
  public let after: SectionOrRow?
  /// The identity of the section or row in the outlines.
  public let identity: Int
  /// The reason.
  public let reason: Reason

  /// The sentence that follows the operation: why it is there, and not a cheaper one.
  public var message: String { reason.message }
  /// The rule that explains it, such as `D4`.
  public var rule: String { reason.rule }

  /// What an operation does, in UIKit's words.
  public enum Verb: String, Hashable, Sendable, CaseIterable {
    case delete, insert, move, reload, reconfigure
  }

  /// The reason for an operation.
  public enum Reason: Hashable, Sendable {
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
  public var message: String {
    switch self {
    case .vanished: "is gone: what no delete names stays"
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
  public var rule: String {
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
  ///   is redrawn.
  public var operations: [PlannedOperation] {
    guard plan.stages.count == after.count else { return [] }
    let causes = Causes(self)
    return plan.stages.indices.flatMap { number in
      causes.operations(
        of: plan.stages[number], number, from: number == 0 ? before : after[number - 1],
        to: after[number])
    }
  }

  /// The causes of replacements, by identity.
  private struct Causes {
    private var sections: [Int: Replacement.Cause] = [:]
    private var rows: [Int: Replacement.Cause] = [:]
    private var unchangedSections: Set<Int> = []
    private var unchangedRows: Set<Int> = []
    private var movedSections: Set<Int> = []
    private var movedRows: Set<Int> = []

    init(_ plan: StagedPlan) {
      for replacement in plan.replacements {
        switch replacement.before {
        case .section(let index):
          sections[plan.before.sections[index].id] = replacement.cause
        case .row(let path):
          rows[plan.before.sections[path.section].rows[path.row].id] = replacement.cause
        }
      }
      if let last = plan.after.last, plan.plan.stages.contains(where: \.redraws) {
        compare(plan.before, last)
        for (number, stage) in plan.plan.stages.enumerated() {
          let from = number == 0 ? plan.before : plan.after[number - 1]
          for move in stage.sections.moves { movedSections.insert(from.sections[move.from].id) }
          for move in stage.rows.moves {
            movedRows.insert(from.sections[move.from.section].rows[move.from.row].id)
          }
        }
      }
    }

    /// Finds what shows the same before and after.
    private mutating func compare(_ old: Outline, _ new: Outline) {
      var sections: [Int: Int] = [:]
      var rows: [Int: Int] = [:]
      for section in old.sections {
        sections[section.id] = section.content
        for row in section.rows { rows[row.id] = row.content }
      }
      for section in new.sections {
        if sections[section.id] == section.content { unchangedSections.insert(section.id) }
        for row in section.rows where rows[row.id] == row.content { unchangedRows.insert(row.id) }
      }
    }

    /// The reason for redrawing a section that is there before a stage.
    private func redrawing(section id: Int) -> PlannedOperation.Reason {
      if unchangedSections.contains(id) { return .asked }
      return movedSections.contains(id) ? .changedAndMoved : .changed
    }

    /// The reason for redrawing a row that is there before a stage.
    private func redrawing(row id: Int?) -> PlannedOperation.Reason {
      guard let id, !unchangedRows.contains(id) else { return .asked }
      return movedRows.contains(id) ? .changedAndMoved : .changed
    }

    func operations(
      of stage: Stage, _ number: Int, from: Outline, to: Outline
    ) -> [PlannedOperation] {
      let row = { (path: RowPath, table: Outline) -> Int? in
        let rows = table.sections[path.section].rows
        return rows.indices.contains(path.row) ? rows[path.row].id : nil
      }
      return Self.list(
        stage.sections, number, SectionOrRow.section, before: { from.sections[$0].id },
        after: { to.sections[$0].id }, replaced: { sections[$0] }, moved: { _, _ in .outOfOrder },
        redrawn: { redrawing(section: from.sections[$0].id) })
        + Self.list(
          stage.rows, number, SectionOrRow.row, before: { row($0, from) ?? -1 },
          after: { row($0, to) ?? -1 }, replaced: { rows[$0] },
          moved: {
            from.sections[$0.section].id == to.sections[$1.section].id
              ? .outOfOrder : .changedSection
          }, redrawn: { redrawing(row: row($0, from)) })
    }

    private static func list<Index>(
      _ changes: Changes<Index>, _ stage: Int, _ place: (Index) -> SectionOrRow,
      before: (Index) -> Int, after: (Index) -> Int,
      replaced: (Int) -> Replacement.Cause?,
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
      return changes.deletes.map {
        operation(.delete, $0, nil) { replaced($0).map { .replaced($0) } ?? .vanished }
      }
        + changes.inserts.map {
          operation(.insert, nil, $0) { replaced($0).map { .replaced($0) } ?? .appeared }
        }
        + changes.moves.map { move in
          operation(.move, move.from, move.to) { _ in moved(move.from, move.to) }
        }
        + changes.reloads.map { index in operation(.reload, index, nil) { _ in redrawn(index) } }
        + changes.reconfigures.map { index in
          operation(.reconfigure, index, nil) { _ in redrawn(index) }
        }
    }
  }
}

extension Stage {
  /// True if something is redrawn that stays.
  fileprivate var redraws: Bool {
    !sections.reloads.isEmpty || !sections.reconfigures.isEmpty || !rows.reloads.isEmpty
      || !rows.reconfigures.isEmpty
  }
}
