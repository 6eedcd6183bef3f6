/// How a table gets from one state to another: stages in order, or a full reload.
///
///     about(a) friends(x y)  →  new(y) friends(x)
///
///     stage 0   insert section 0       about(a) friends(x y)  →  new() about(a) friends(x y)
///     stage 1   move row 2:1 → 0:0     new() about(a) friends(x y)  →  new(y) friends(x)
///               delete section 1
///
/// Each stage is one `performBatchUpdates` block, and its indexes are those before and after *that
/// stage*, not those of the whole plan. While a stage is applied, the data source must have the data
/// after that stage: ``SectionUpdates`` has them.
///
/// Source: <doc:TheRules>, D18.
public enum Plan: Hashable, Codable, Sendable {
  /// Batches to apply one after the other. Empty if nothing has moved or changed.
  case stages([Stage])
  /// No batch: the view reads everything again, and loses its selection.
  case reloadData(why: String)

  /// The plan that does nothing.
  public static let empty = Plan.stages([])

  /// True if there is nothing to show. Use the new data anyway: parts of your sections and rows that
  /// are not displayed may differ.
  public var isEmpty: Bool { self == .empty }

  /// The stages, none for a full reload.
  public var stages: [Stage] { if case .stages(let stages) = self { stages } else { [] } }

  /// The number of operations in all stages; 0 for a full reload.
  ///
  /// - Complexity: O(*s*) for *s* stages.
  public var count: Int { stages.reduce(0) { $0 + $1.count } }
}

extension Plan {
  /// The plan that leads back: the inverse stages in reversed order.
  ///
  /// To undo a plan, apply its inverse. A full reload is undone by a full reload.
  ///
  ///     [a b c]  →  [c a]      delete 0:1, move 0:2 → 0:0
  ///     [c a]  →  [a b c]      insert 0:1, move 0:0 → 0:2
  ///
  /// - Complexity: O(*n* log *n*) for *n* operations.
  public var inverse: Plan {
    switch self {
    case .stages(let stages): .stages(stages.reversed().map(\.inverse))
    case .reloadData: self
    }
  }
}

/// A plan together with the table before, between and after its stages.
///
/// A batch update reads the table once, when it ends. Whoever applies the stages of a plan one
/// after the other must show each its own table: `after[n]` is what the data are when stage *n*
/// ends, and the last of them is where the plan leads.
///
///     before    about(a) friends(x y)
///     stage 0   insert section 0              new() about(a) friends(x y)
///     stage 1   move row 2:1 → 0:0,           new(y) friends(x)
///               delete section 1
@usableFromInline
package struct StagedPlan: Hashable, Codable, Sendable {
  /// The operations.
  package var plan: Plan
  /// The table before the first stage.
  package var before: Outline
  /// The table after each stage: as many as there are stages.
  package var after: [Outline]
  /// Sections and rows that survive and are nevertheless deleted and inserted, with the cause;
  /// none when the planner's `stages` is `.identity` and it may use all moves.
  package var replacements: [Replacement] = []

  /// Creates a plan with its tables, one more than there are stages in all.
  package init(plan: Plan, before: Outline, after: [Outline]) {
    self.plan = plan
    self.before = before
    self.after = after
  }

  /// The plan that leads back, with its tables.
  ///
  /// - Complexity: O(*n* log *n*) for *n* operations.
  package var inverse: StagedPlan {
    StagedPlan(
      plan: plan.inverse, before: after.last ?? before,
      after: after.isEmpty ? [] : after.dropLast().reversed() + [before])
  }
}

/// A section or row that is in both tables and yet is deleted and inserted by a plan.
@usableFromInline
package struct Replacement: Hashable, Codable, Sendable {
  /// Its place before the plan.
  package let before: SectionOrRow
  /// Its place after the plan.
  package let after: SectionOrRow
  /// The cause.
  package let cause: Cause

  /// The causes that keep a section or row from being moved or redrawn.
  package enum Cause: String, Hashable, Codable, Sendable, CaseIterable {
    /// It moved and changed, and a move does not redraw.
    case movedAndChanged = "moved and changed"
    /// It moved out of a section that is deleted, or into one that is inserted, or both.
    case crossesDeletedOrInserted = "crosses a deleted or inserted section"
    /// It moved out of or into a section that is reloaded.
    case crossesReloaded = "crosses a reloaded section"
    /// A section that moved, and in which something changed.
    case insideMoved = "moved, and changed inside"
    /// A section that moved to its own index, on which collection views have crashed.
    case ownPlace = "moved to its own index"
    /// It changed, and beside a move its reload could land on another place.
    case besideMove = "reloaded beside a move"
    /// It moved, and the planner was told to use no moves.
    case movesOff = "moves are off"
    /// It changed its section, and the planner was told to move no row across sections.
    case crossMovesOff = "moves across sections are off"
    /// The author of a hand-written batch chose so.
    case writtenByHand = "the batch was written so"
  }

  /// Creates the replacement of something that is in both tables.
  package init(before: SectionOrRow, after: SectionOrRow, cause: Cause) {
    self.before = before
    self.after = after
    self.cause = cause
  }
}
