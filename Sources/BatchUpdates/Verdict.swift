/// What UIKit would do with a stage: apply it, read the whole table again, or raise an exception.
///
///     switch Judge().verdict(on: stage, before: [2, 2], after: [3]) {
///     case .legal(let warnings): …         // applied
///     case .reloadData(let why): …         // no exception, no animation, no selection
///     case .illegal(let violation): …      // what UIKit's exception says
///     }
///
/// Legal is not right: a legal stage may leave rows stale, which ``Replay`` finds.
///
/// Source: <doc:TheRules>, D10 to D12 and D16.
public enum Verdict: Hashable, Sendable {
  /// It applies the stage; `warnings` tell what is legal and yet unwise, each once.
  case legal(warnings: [Warning])
  /// It silently reads the whole table again instead; view-held selection is lost. `why` names
  /// the section, as in `a row moves out of section 0, which is deleted`. A collection view, and
  /// a table view of old systems, raises an exception instead.
  case reloadData(why: String)
  /// It raises an exception.
  case illegal(Violation)

  /// What a legal stage should not do.
  public enum Warning: String, Hashable, Sendable, CaseIterable {
    /// A row operation lies in a section that moves: legal by count, but real tables crash.
    case rowOperationsInMovedSection = "row-operations-in-moved-section"
    /// A section moves to the index that it has: a table view does, a collection view crashes.
    case sectionMovesToItsIndex = "section-moves-to-its-index"
    /// A section or row is deleted twice: a table view deletes it once, a collection view crashes.
    case deletedTwice = "deleted-twice"
  }

  /// Whether the table changes without an exception; true for a fallback to `reloadData`, too.
  public var isLegal: Bool {
    if case .illegal = self { false } else { true }
  }
}
