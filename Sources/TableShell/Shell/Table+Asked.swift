import CommandLanguage
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
      guard kind(of: column, workers: .two) == .text else { return nil }
      if areOrdered, let note = noteOnUnits(of: column) { return note }
      let others = fewNonNumbers(in: column) ?? (areOrdered ? amounts(in: column) : nil)
      return others?.note(in: self, "all are compared as texts")
    }
  }

  /// Says what makes a column one of numbers whose cells are amounts, some with a unit: `USD 4.00` beside
  /// `$9.50`. Nil: it is none.
  private func noteOnUnits(of column: Column) -> String? {
    guard let others = nonNumbers(in: column), others.areAmounts,
      let amounts = AmountColumn(column, of: self), amounts.hasUnits
    else { return nil }
    return "\(Quoting.name(column.name)) is text: \(amounts.commands) makes numbers"
  }

  /// Returns the cell for a typed text, of a kind that fits the column.
  ///
  /// - Parameter row: the row that gets the cell; nil: a new row.
  func fitting(_ text: String, row: RowID?, column: ColumnID) throws(CommandError) -> Cell {
    try editing(cellFitting(text, row: row, column: column))
  }
}
