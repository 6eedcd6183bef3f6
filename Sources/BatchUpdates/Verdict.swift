/// What UIKit would do with a stage.
public enum Verdict: Hashable, Sendable {
  /// It applies the stage; `warnings` tell what is legal and yet unwise, each once.
  case legal(warnings: [Warning])
  /// It silently reads the whole table again instead; view-held selection is lost.
  case reloadData(why: String)
  /// It raises an exception.
  case illegal(Violation)

  /// What a legal stage should not do.
  public enum Warning: String, Hashable, Sendable, CaseIterable {
    /// A row operation lies in a section that moves: legal by count, but real tables crash.
    case rowOperationsInMovedSection = "row-operations-in-moved-section"
  }

  /// Whether the table changes without an exception.
  public var isLegal: Bool {
    if case .illegal = self { false } else { true }
  }
}
