/// What one stage does to sections (`Index` is `Int`) or to rows (`Index` is ``RowPath``).
///
/// Two index spaces meet here, and which of them a list is in never depends on the other lists or
/// on the order of calls:
///
///     before  [a b c d e]    deletes, reloads, reconfigures, and where moves start
///     after   [e a x c]      inserts, and where moves end
///
///     Changes(
///       deletes: [RowPath(0, 1), RowPath(0, 3)],               // b and d, before
///       inserts: [RowPath(0, 2)],                              // x, after
///       moves: [Move(from: RowPath(0, 4), to: RowPath(0, 0))]) // e, before and after
///
/// What no list names keeps its order and fills what is free: above, a and c.
///
/// Planners give every list sorted (moves by `from`) and without duplicates; a hand-written
/// stage that the judge reads may hold anything.
///
/// Source: <doc:TheRules>, D2 to D4.
public struct Changes<Index: Hashable & Comparable & Sendable>: Hashable, Sendable {
  /// Indexes *before* the stage of what vanishes. Rows of a deleted section need not be listed.
  public var deletes: [Index]
  /// Indexes *after* the stage of what appears. Rows of an inserted section need not be listed.
  public var inserts: [Index]
  /// What changes its place: from an index *before* the stage to an index *after* it. A move does
  /// not redraw.
  public var moves: [Move<Index>]
  /// Indexes *before* the stage of what is replaced by a new cell: selection is lost there.
  public var reloads: [Index]
  /// Indexes *before* the stage of what is redrawn in its old cell: selection stays.
  public var reconfigures: [Index]

  /// Creates changes; what is left out is empty.
  public init(
    deletes: [Index] = [], inserts: [Index] = [], moves: [Move<Index>] = [], reloads: [Index] = [],
    reconfigures: [Index] = []
  ) {
    self.deletes = deletes
    self.inserts = inserts
    self.moves = moves
    self.reloads = reloads
    self.reconfigures = reconfigures
  }

  /// How many operations there are; a move is one.
  ///
  /// - Complexity: O(1).
  public var count: Int {
    deletes.count + inserts.count + moves.count + reloads.count + reconfigures.count
  }

  /// Whether there is no operation.
  public var isEmpty: Bool { count == 0 }
}
