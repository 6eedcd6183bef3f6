/// How a table gets from one state to another: stages in order, or a full reload.
public enum Plan: Hashable, Sendable {
  /// Batches to apply one after the other; empty when nothing changed place or content.
  case stages([Stage])
  /// No batch: the table reads everything again, and view-held selection is lost.
  case reloadData(why: String)

  /// The plan that does nothing.
  public static let empty = Plan.stages([])

  /// Whether nothing changes.
  public var isEmpty: Bool { self == .empty }

  /// The stages, none for a full reload.
  public var stages: [Stage] {
    if case .stages(let stages) = self { stages } else { [] }
  }

  /// How many operations there are in all stages.
  public var count: Int { stages.reduce(0) { $0 + $1.count } }
}
