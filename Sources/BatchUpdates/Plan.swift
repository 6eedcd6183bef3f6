/// How a table gets from one state to another: stages in order, or a full reload.
///
///     about(a) friends(x y)  →  new(y) friends(x)
///
///     stage 0   insert section 0       about(a) friends(x y)  →  new() about(a) friends(x y)
///     stage 1   move row 2:1 → 0:0     new() about(a) friends(x y)  →  new(y) friends(x)
///               delete section 1
///
/// Each stage is one `performBatchUpdates` block, and its indexes are those before and after *that
/// stage*, not those of the whole plan. A table shows each stage its own data: ``StagedPlan`` has
/// them.
///
/// Source: <doc:TheRules>, D18.
public enum Plan: Hashable, Sendable {
  /// Batches to apply one after the other; empty when nothing changed place or content.
  case stages([Stage])
  /// No batch: the table reads everything again, and view-held selection is lost.
  case reloadData(why: String)

  /// The plan that does nothing.
  public static let empty = Plan.stages([])

  /// Whether nothing changes place or content. What the planner was not told of may still differ:
  /// take over the new data all the same.
  public var isEmpty: Bool { self == .empty }

  /// The stages, none for a full reload.
  public var stages: [Stage] {
    if case .stages(let stages) = self { stages } else { [] }
  }

  /// How many operations there are in all stages; none for a full reload.
  ///
  /// - Complexity: O(*s*) for *s* stages.
  public var count: Int { stages.reduce(0) { $0 + $1.count } }
}
