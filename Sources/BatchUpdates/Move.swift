/// One section or row that changes its place without changing its identity.
///
///     before  [a b c d]      Move(from: 3, to: 0)
///     after   [d a b c]      a, b and c are not moved: they fill what d leaves free
///
/// The cell goes along as it is; it is not redrawn. A section takes its rows with it.
///
/// Source: <doc:TheRules>, D3, D4 and D15.
public struct Move<Index: Hashable & Comparable & Sendable>: Hashable, Sendable {
  /// Where it was, an index *before* the stage.
  public var from: Index
  /// Where it is, an index *after* the stage.
  public var to: Index

  /// Creates a move from an index before the stage to an index after it.
  public init(from: Index, to: Index) {
    self.from = from
    self.to = to
  }
}
