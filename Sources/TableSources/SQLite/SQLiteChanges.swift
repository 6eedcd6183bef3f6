import TableKit

/// The changes of rows since a table was read from a database.
struct SQLiteChanges {
  /// A row with the index of its table among the shapes.
  struct Row {
    var row: RowID
    var table: Int
    /// Columns with changed values; for a row to insert, all columns with a value.
    var columns: [ColumnID] = []
  }

  var deletes: [Row] = []
  var updates: [Row] = []
  var inserts: [Row] = []

  /// Compares a table with its former state.
  ///
  /// - Parameters:
  ///   - restored: columns that the database once had, and for which it may have a default in place
  ///     of null.
  ///   - tableOf: returns the index of the table that a row of either belongs to.
  /// - Complexity: O(rows), plus O(cells) of rows with other records.
  init(
    from base: Table, to table: Table, restored: Set<ColumnID> = [],
    tableOf: (Table, RowID) throws(SourceError) -> Int
  ) throws(SourceError) {
    for row in base.allRows where !table.contains(row) {
      deletes.append(Row(row: row, table: try tableOf(base, row)))
    }
    let columns = table.columns.map(\.id)
    // Values in a column that is new to the database must be written, whichever record contains
    // them.
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
