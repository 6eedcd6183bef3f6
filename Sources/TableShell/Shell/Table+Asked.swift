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
  ///
  /// - Parameter areOrdered: whether rows are ordered by them; then many cells that are amounts, such as
  ///   `$9.50`, are noted, too.
  func notesOnNumbers(in columns: [Column], areOrdered: Bool = false) -> [String] {
    if syntax.isTyped { return [] }
    return columns.compactMap { column in
      let others = fewNonNumbers(in: column) ?? (areOrdered ? amounts(in: column) : nil)
      return others?.note(in: self, "all are compared as texts")
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
