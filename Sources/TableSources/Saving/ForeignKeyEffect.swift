import TableKit

// What foreign keys of a database do by themselves to rows that refer to others: `ON DELETE CASCADE`
// and the like. Those who save tell it, the shell makes it a part of the steps that were saved.

/// What foreign keys did to rows of a table besides what a save wrote there.
public struct ForeignKeyEffect: Hashable, Sendable {
  /// The table: of several that were read as one, what the column with the table of each row has.
  public let table: String
  /// Whether its rows were read, too.
  public let isOpen: Bool
  /// What the foreign key says: `ON DELETE CASCADE`; of several that may have done it all of them.
  public let clause: String
  /// Whether rows were deleted, not changed.
  public let isDeletion: Bool
  /// Whether it is because rows were deleted, not because they got other keys.
  public let isOnDelete: Bool
  /// How many rows.
  public let count: Int
  /// The foreign keys by which rows of it depend on others that were read, too.
  public let references: [Reference]

  /// The columns of a foreign key, and those of the table to which it refers.
  public struct Reference: Hashable, Sendable {
    /// The names of its columns.
    public let columns: [String]
    /// The table to which it refers, as `ForeignKeyEffect.table`.
    public let table: String
    /// The names of the columns to which it refers.
    public let referred: [String]

    package init(columns: [String], table: String, referred: [String]) {
      (self.columns, self.table, self.referred) = (columns, table, referred)
    }
  }

  package init(
    table: String, isOpen: Bool, clause: String, isDeletion: Bool, isOnDelete: Bool, count: Int,
    references: [Reference]
  ) {
    (self.table, self.isOpen, self.clause) = (table, isOpen, clause)
    (self.isDeletion, self.isOnDelete) = (isDeletion, isOnDelete)
    (self.count, self.references) = (count, references)
  }
}

/// What foreign keys and triggers did when a table was saved.
public struct ForeignKeyEffects: Hashable, Sendable {
  /// What foreign keys did, by table.
  public var list: [ForeignKeyEffect]
  /// Whether foreign keys or triggers may have done more to rows that were read.
  public var mayHaveMore: Bool
  /// The rows that the save deleted.
  public var deletedRows: [RowID]
  /// The rows that it changed.
  public var changedRows: [RowID]
  /// The column with the table of each row; nil: there is one table.
  public var tableColumn: ColumnID?

  package init(
    _ list: [ForeignKeyEffect] = [], mayHaveMore: Bool = false, deletedRows: [RowID] = [],
    changedRows: [RowID] = [], tableColumn: ColumnID? = nil
  ) {
    (self.list, self.mayHaveMore, self.tableColumn) = (list, mayHaveMore, tableColumn)
    (self.deletedRows, self.changedRows) = (deletedRows, changedRows)
  }

  /// Whether rows that were read may be others now.
  public var reachRows: Bool { mayHaveMore || list.contains(where: \.isOpen) }
}
