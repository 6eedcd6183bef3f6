import TableKit
import TableSources

/// What all rows of one table of the database share while a table is saved, looked up once.
struct SQLiteFacts {
  /// The names of the columns that were read.
  let known: NameSet
  /// The names of the columns that can be written.
  let writable: NameSet
  /// The names of the columns that the database computes.
  let generated: NameSet
  /// The columns in the base, and in the table to be saved.
  let (baseColumns, columns): ([Column], [Column])
  /// The columns of the base that can be written and that the table still has.
  let writableColumns: [ColumnID]
  /// The columns that identify a row, in the base and in the table to be saved; nil: not there.
  let (baseLocator, locator): ([ColumnID?], [ColumnID?])
  /// Compare rows of the database with those of the base, and of the table to be saved.
  var (baseRows, tableRows): (RowComparison, RowComparison)
  /// Whether rows are identified by an integer, in whose order they are stored.
  let hasIntegerKey: Bool
  /// Statements: a row as the base reads it, as the table reads it, what identifies it, and its
  /// deletion.
  let (find, readBack, readBackByRowid, holder, delete): (String, String, String, String, String)

  init(_ shape: SQLiteShape, base: Table, table: Table) throws(SourceError) {
    known = NameSet(shape.readNames)
    writable = shape.writableNames
    generated = NameSet(shape.columns.lazy.filter(\.isGenerated).map(\.name))
    baseColumns = shape.readNames.compactMap { base.column(named: $0) }
    columns = shape.readNames.compactMap { table.column(named: $0) }
    let writable = writable
    writableColumns = baseColumns.filter { writable.contains($0.name) }.map(\.id)
      .filter { table.column($0) != nil }
    baseLocator = shape.locator.map { base.column(named: $0)?.id }
    locator = shape.locator.map { table.column(named: $0)?.id }
    baseRows = try RowComparison(baseColumns, of: base)
    tableRows = try RowComparison(columns, of: table)
    hasIntegerKey = shape.isRowidKey || shape.showsRowid
    let (name, matches) = (SQLText.name(shape.name), SQLText.matches(shape.locator))
    find = "SELECT \(SQLText.list(baseColumns.map(\.name))) FROM \(name) WHERE \(matches)"
    let head = "SELECT \(SQLText.list(columns.map(\.name))) FROM \(name) WHERE "
    readBack = head + matches
    readBackByRowid = head + SQLText.matches(shape.rowidName.map { [$0] } ?? [])
    holder = "SELECT \(SQLText.list(shape.locator)) FROM \(name) WHERE \(matches)"
    delete = "DELETE FROM \(name) WHERE \(matches)"
  }
}

/// The statements that write some columns of a row.
struct SQLiteUpdate {
  /// The columns whose values they take, and the update before those that identify the row.
  let columns: [ColumnID]
  let update: String
  let insert: String
}
