import TableKit

/// What became of the rows of a table since it was read from a database.
struct SQLiteChanges {
  /// A row and the table of the database that it is about, by its number among the shapes.
  struct Row {
    var row: RowID
    var table: Int
    /// Columns with other values; in a row to insert, all that have one.
    var columns: [ColumnID] = []
  }

  var deletes: [Row] = []
  var updates: [Row] = []
  var inserts: [Row] = []

  /// Compares a table with what it was.
  ///
  /// - Parameters:
  ///   - restored: columns that the database once had, and in which it may have a default for null.
  ///   - tableOf: the number of the table that a row of either belongs to.
  /// - Complexity: O(rows), and O(cells) of those that have other records.
  init(
    from base: Table, to table: Table, restored: Set<ColumnID> = [],
    tableOf: (Table, RowID) throws(SourceError) -> Int
  ) throws(SourceError) {
    for row in base.allRows where !table.contains(row) {
      deletes.append(Row(row: row, table: try tableOf(base, row)))
    }
    let columns = table.columns.map(\.id)
    // The values of a column that the database does not have are to be written, whichever record
    // they stand in.
    let hasNewColumn = columns.contains { base.column($0) == nil }
    for row in table.sourceOrder {
      guard row.rawValue < base.rowIDCount, base.contains(row) else {
        inserts.append(Row(row: row, table: try tableOf(table, row), columns: columns))
        continue
      }
      let (mine, others) = (table.record(of: row), base.record(of: row))
      if !hasNewColumn, mine.chunk === others.chunk, mine.record == others.record { continue }
      let different = columns.filter { column in
        let (new, old) = (table.raw(row, column), base.raw(row, column))
        if base.column(column) == nil {
          return restored.contains(column) || !SQLiteValue.isNull(new)
        }
        return !new.elementsEqual(old)
          && !(SQLiteValue.isNull(new) && SQLiteValue.isNull(old))
      }
      guard !different.isEmpty else { continue }
      let (before, after) = (try tableOf(base, row), try tableOf(table, row))
      if before == after {
        updates.append(Row(row: row, table: after, columns: different))
      } else {
        deletes.append(Row(row: row, table: before))
        inserts.append(Row(row: row, table: after, columns: columns))
      }
    }
  }
}
