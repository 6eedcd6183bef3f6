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
  /// - Parameter areOrdered: whether rows are ordered by them; then texts that are amounts, such as
  ///   `$9.50`, or stand among as many numbers, are noted, too.
  /// - Parameter way: what leads to this table again.
  /// - Parameter line: the line that orders, to type behind what makes numbers.
  func notesOnNumbers(
    in columns: [Column], areOrdered: Bool = false, way: String = "", line: String = ""
  ) -> [String] {
    if syntax.isTyped { return [] }
    let what = "all are compared as texts"
    return columns.compactMap { column in
      guard kind(of: column, workers: .two) == .text else { return nil }
      if areOrdered, let mended = amountCommands(of: column) {
        return "\(Quoting.name(column.name)) is text, in the order of texts; as numbers: "
          + "\(way)\(mended); \(line)"
      }
      if areOrdered, let mended = dateCommand(of: column) {
        return "\(Quoting.name(column.name)) is text, in the order of texts; as dates: "
          + "\(way)\(mended); \(line)"
      }
      if areOrdered, let others = numbersAmongTexts(in: column) {
        return others.note(in: self, what) { way.isEmpty ? $0 : "\(way)\($0); \(line)" }
      }
      return fewNonNumbers(in: column)?.note(in: self, what)
    }
  }

  /// Says what makes a column one of numbers whose cells are amounts, such as `$9.50` and `USD 4.00`, or
  /// of which at least half are numbers. Nil: it is none.
  ///
  /// - Parameters:
  ///   - consequence: what follows from their being texts.
  ///   - again: the line to type for the commands that make numbers.
  /// - Complexity: O(rows) where some of a few cells are such, else O(1).
  package func noteOnAmounts(
    in column: Column, _ consequence: String, again: (String) -> String = { $0 }
  ) -> String? {
    guard !syntax.isTyped, let others = numbersAmongTexts(in: column) else { return nil }
    if let commands = amountCommands(of: column) {
      return "\(Quoting.name(column.name)) is text; as numbers: \(again(commands))"
    }
    return others.note(in: self, consequence, again: again)
  }

  /// The commands that make a column of amounts with units, or with words among numbers, one of numbers;
  /// nil: it is none.
  private func amountCommands(of column: Column) -> String? {
    guard let others = numbersAmongTexts(in: column),
      let amounts = AmountColumn(column, of: self, leavingWords: true),
      amounts.hasUnits && others.areAmounts || !amounts.words.isEmpty && !others.areFew
    else { return nil }
    return amounts.nullingCommands
  }

  /// The `date` that writes the dates of a column so that texts order them; nil: these are in order, it has
  /// none, or it cannot be told what they are.
  ///
  /// - Complexity: O(1) where none of a few cells, taken from all over the column, is a date out of order.
  private func dateCommand(of column: Column) -> String? {
    guard let iso = DateNotation("2000-01-01".utf8), someDate(in: column.id, unlike: iso) != nil,
      let dates = WrittenDates(in: column, of: self, to: "YYYY-MM-DD")
    else { return nil }
    return dates.command(for: column)
  }

  /// Returns the cell for a typed text, of a kind that fits the column.
  ///
  /// - Parameter row: the row that gets the cell; nil: a new row.
  func fitting(_ text: String, row: RowID?, column: ColumnID) throws(CommandError) -> Cell {
    try editing(cellFitting(text, row: row, column: column))
  }
}
