import TableKit

/// What a loader of a plugin has read.
public struct LoadedRows: Sendable {
  /// The table, without a key; its cells are texts, numbers kept as Lua prints them.
  public var table: Table
  /// The columns that identify a row, as the loader declares; empty when it says nothing.
  public var key: [String]
  /// Columns whose order nobody has said: fields of a Lua table have none, so new ones of a row
  /// stand in alphabetical order. Declaring `columns` settles it.
  public var sortedColumns: [String]
  /// What is told of columns without a name.
  public var columnNotes: [String]
  /// By row: which of the emitted rows it is, from 0; nil: they stand as they were emitted. Rows
  /// of one section stand together in a table.
  public var emitted: [Int32]?
}
