import TableKit

/// Tells what the cells of a table are whose source knows kinds that the table does not keep.
protocol CellKinds: Sendable {
  /// The kind of a cell, with the text that it has in JSON where it is no text; null for null.
  ///
  /// - Complexity: O(columns).
  func known(_ row: RowID, _ column: Column, in table: Table) -> Cell
}

extension CellKinds {
  /// Whether a table has cells that are neither text nor null.
  func holdsValues(in table: Table) -> Bool {
    table.allRows.contains { row in
      table.columns.contains { column in
        let kind = known(row, column, in: table).kind
        return kind != .text && kind != .null
      }
    }
  }
}
