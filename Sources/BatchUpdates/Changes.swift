/// What one stage does to sections (`Index` is `Int`) or to rows (`Index` is `RowPath`).
///
/// Planners give every list sorted (moves by `from`) and without duplicates; a hand-written
/// stage that the judge reads may hold anything.
public struct Changes<Index: Hashable & Comparable & Sendable>: Hashable, Sendable {
  /// Indexes *before* the stage of what vanishes.
  public var deletes: [Index]
  /// Indexes *after* the stage of what appears.
  public var inserts: [Index]
  /// What changes its place.
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

  /// How many operations there are.
  public var count: Int {
    deletes.count + inserts.count + moves.count + reloads.count + reconfigures.count
  }

  /// Whether there is no operation.
  public var isEmpty: Bool { count == 0 }
}
