import TableKit

/// What a server has stored.
public struct PostgresSaved: Sendable {
  /// A row that was updated or inserted.
  public struct Row: Sendable {
    /// The row in the table.
    public let row: RowID
    /// The numbers of the columns that were written: of a new row, those with values.
    public let columns: [Int]
    /// The values of all columns as the server has them; nil: null.
    public internal(set) var texts: [String?]
  }

  /// The rows that were updated and inserted.
  public internal(set) var rows: [Row]
  /// How many rows were deleted, updated and inserted.
  public let (deleted, updated, inserted): (Int, Int, Int)
  /// How many of the rows triggers have deleted again, or given another key.
  public let unseen: Int

  /// How many rows were written or deleted.
  var changeCount: Int { deleted + updated + inserted }

  init(rows: [Row], deleted: Int, updated: Int, inserted: Int, unseen: Int) {
    self.rows = rows
    self.unseen = unseen
    (self.deleted, self.updated, self.inserted) = (deleted, updated, inserted)
  }
}
