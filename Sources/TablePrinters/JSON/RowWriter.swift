import TableKit

/// Writes rows of a table as JSON objects.
struct RowWriter {
  private let table: Table
  private let columns: [Column]
  /// By column of `columns`: whether its cells are numbers where that keeps their text.
  private let isNumber: [Bool]
  private let hasNumber: Bool

  init(_ table: Table, _ columns: [Column], isNumber: [Bool]) {
    self.table = table
    self.columns = columns
    self.isNumber = isNumber
    hasNumber = !table.hasKey && !columns.contains { $0.name == "#" }
  }

  init(_ view: TableView, _ cells: JSONTablePrinter.Cells) {
    let table = view.table
    let columns =
      cells == .all ? view.shownColumns : table.keyColumns.compactMap { table.column($0) }
    self.init(
      table, columns,
      isNumber: columns.map { column in
        view.numberColumns?.contains(column.id) ?? (table.kind(of: column) == .number)
      })
  }

  /// Writes a row.
  ///
  /// - Parameter number: its number, where that is not the table's.
  func write(_ row: RowID, number: Int? = nil, into json: inout JSONWriter) {
    json.object {
      if hasNumber {
        $0.key("#")
        $0.value(number ?? row.number)
      }
      for (i, column) in columns.enumerated() {
        $0.key(column.name)
        write(row, column.id, isNumber: isNumber[i], into: &$0)
      }
    }
  }

  private func write(
    _ row: RowID, _ column: ColumnID, isNumber: Bool, into json: inout JSONWriter
  ) {
    if table.syntax.isTyped {
      let raw = table.raw(row, column)
      // A member that is missing in the source has no token.
      if raw.isEmpty { json.null() } else { json.token(String(decoding: raw, as: UTF8.self)) }
      return
    }
    let cell = table.cell(row, column)
    if cell.isNull {
      json.null()
    } else if isNumber, NumberText.survivesDouble(cell.text) {
      json.token(cell.text)
    } else {
      json.value(cell.text)
    }
  }
}
