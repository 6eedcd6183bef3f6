import TableKit

/// A table that was read, where it came from, and what is worth telling about it.
public struct LoadedTable: Sendable {
  /// The table, its key set.
  public var table: Table
  /// Where it came from and how to save it there.
  public var origin: FileOrigin
  /// Repairs, fallbacks and the like.
  public var notes: [SourceNote]
}
