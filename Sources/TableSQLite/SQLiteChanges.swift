import TableKit
import TableSources

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
    var readers = columns.map { CellReader(table, $0) }
    var formerReaders = columns.map { CellReader(base, $0) }
    let isNew = columns.map { base.column($0) == nil }
    // Values in a column that is new to the database must be written, whichever record contains
    // them.
    let hasNewColumn = isNew.contains(true)
    var (different, last): ([ColumnID], [ColumnID]) = ([], [])
    for row in table.sourceOrder {
      guard row.rawValue < base.rowIDCount, base.contains(row) else {
        inserts.append(Row(row: row, table: try tableOf(table, row), columns: columns))
        continue
      }
      let (mine, others) = (table.record(of: row), base.record(of: row))
      if !hasNewColumn, mine.chunk === others.chunk, mine.record == others.record { continue }
      different.removeAll(keepingCapacity: true)
      for i in readers.indices {
        let new = readers[i].raw(row)
        if isNew[i] {
          if restored.contains(columns[i]) || !SQLiteValue.isNull(new) {
            different.append(columns[i])
          }
          continue
        }
        let old = formerReaders[i].raw(row)
        if !SQLiteValue.areEqual(new, old), !(SQLiteValue.isNull(new) && SQLiteValue.isNull(old)) {
          different.append(columns[i])
        }
      }
      guard !different.isEmpty else { continue }
      // Rows with the same changed columns share the list.
      if different != last { last = different.map(\.self) }
      let (before, after) = (try tableOf(base, row), try tableOf(table, row))
      if before == after {
        updates.append(Row(row: row, table: after, columns: last))
      } else {
        deletes.append(Row(row: row, table: before))
        inserts.append(Row(row: row, table: after, columns: columns))
      }
    }
  }
}
