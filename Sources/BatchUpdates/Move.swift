/// One section or row that changes its place without changing its identity.
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
