import TableKit

// What commands ask a table, with errors of the shell.

extension Table {
  /// Returns the column of a name.
  ///
  /// - Throws: `noSuchColumn`.
  func existingColumn(_ name: String) throws(CommandError) -> Column {
    guard let column = column(named: name) else {
      throw .noSuchColumn(name, columns: columns.map(\.name))
    }
    return column
  }

  /// Notes on columns of numbers that a few cells make columns of text.
  func notesOnNumbers(in columns: [Column]) -> [String] {
    if syntax.isTyped { return [] }
    return columns.compactMap { column in
      fewNonNumbers(in: column)?.note(in: self, "all are compared as texts")
    }
  }

  /// Returns the cell for a typed text, of a kind that fits the column.
  ///
  /// - Parameter row: the row that gets the cell; nil: a new row.
  func fitting(
    _ text: String, row: RowID?, column: ColumnID
  ) throws(CommandError) -> Cell {
    try editing(cellFitting(text, row: row, column: column))
  }
}
