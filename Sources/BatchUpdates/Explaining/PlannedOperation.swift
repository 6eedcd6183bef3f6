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
  /// The reason.
  public let reason: Reason

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
    case .vanished: "is gone"
    case .appeared: "is new"
    case .outOfOrder: "is out of order: all that stay keep their order"
    case .changedSection: "is in another section"
    case .changed: "shows something else"
    case .asked: "was asked for: it shows what it showed"
    case .replaced(let cause): "deleted and inserted because \(cause.rawValue)"
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
    private func redrawing(_ section: Int, _ table: Outline) -> PlannedOperation.Reason {
      unchangedSections.contains(table.sections[section].id) ? .asked : .changed
    }

    /// The reason for redrawing a row that is there before a stage.
    private func redrawing(_ path: RowPath, _ table: Outline) -> PlannedOperation.Reason {
      let section = table.sections[path.section]
      guard section.rows.indices.contains(path.row) else { return .asked }
      return unchangedRows.contains(section.rows[path.row].id) ? .asked : .changed
    }

    func operations(
      of stage: Stage, _ number: Int, from: Outline, to: Outline
    ) -> [PlannedOperation] {
      let section = { (index: Int, table: Outline, other: PlannedOperation.Reason) in
        sections[table.sections[index].id].map { .replaced($0) } ?? other
      }
      let row = { (path: RowPath, table: Outline, other: PlannedOperation.Reason) in
        rows[table.sections[path.section].rows[path.row].id].map { .replaced($0) } ?? other
      }
      return Self.list(
        stage.sections, number, SectionOrRow.section, gone: { section($0, from, .vanished) },
        come: { section($0, to, .appeared) }, moved: { _, _ in .outOfOrder },
        redrawn: { redrawing($0, from) })
        + Self.list(
          stage.rows, number, SectionOrRow.row, gone: { row($0, from, .vanished) },
          come: { row($0, to, .appeared) },
          moved: {
            from.sections[$0.section].id == to.sections[$1.section].id
              ? .outOfOrder : .changedSection
          }, redrawn: { redrawing($0, from) })
    }

    private static func list<Index>(
      _ changes: Changes<Index>, _ stage: Int, _ place: (Index) -> SectionOrRow,
      gone: (Index) -> PlannedOperation.Reason, come: (Index) -> PlannedOperation.Reason,
      moved: (Index, Index) -> PlannedOperation.Reason,
      redrawn: (Index) -> PlannedOperation.Reason
    ) -> [PlannedOperation] {
      func operation(
        _ verb: PlannedOperation.Verb, _ before: Index?, _ after: Index?,
        _ reason: PlannedOperation.Reason
      ) -> PlannedOperation {
        PlannedOperation(
          stage: stage, verb: verb, before: before.map(place), after: after.map(place),
          reason: reason)
      }
      return changes.deletes.map { operation(.delete, $0, nil, gone($0)) }
        + changes.inserts.map { operation(.insert, nil, $0, come($0)) }
        + changes.moves.map { operation(.move, $0.from, $0.to, moved($0.from, $0.to)) }
        + changes.reloads.map { operation(.reload, $0, nil, redrawn($0)) }
        + changes.reconfigures.map { operation(.reconfigure, $0, nil, redrawn($0)) }
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
