import TableKit

/// Aligned columns of plain text, one row a line.
struct TextDocumentPrinter: DocumentPrinter {
  let name = "text"
  let extensions = ["txt"]
  let sharesExtensions = true

  /// Writes aligned columns, one row a line, with line ends in cells escaped; a section begins with
  /// a blank line and its title.
  func print<Failure: Error>(
    _ document: PrintedTable, _ write: (String) throws(Failure) -> Void
  ) throws(Failure) {
    let table = document.table
    let numbers = document.areNumbers
    var widths = table.columns.map { DisplayText($0.name).width }
    for row in table.allRows {
      for (c, column) in table.columns.enumerated() {
        widths[c] = max(widths[c], DisplayText(document.distinctText(row, column.id)).width)
      }
    }
    func line(_ cells: [String]) -> String {
      var line = TextLine()
      for (c, cell) in cells.enumerated() {
        if c > 0 { line.skip(2) }
        line.add(DisplayText(cell), width: widths[c], numbers[c] ? .right : .left)
      }
      return line.text + "\n"
    }
    try write(line(table.columns.map(\.name)))
    for section in table.sections {
      if document.showsSections {
        try write("\n" + DisplayText(section.title).text + "\n")
        if let header = section.header { try write(DisplayText(header).text + "\n") }
      }
      for row in section.rows {
        try write(line(table.columns.map { document.distinctText(row, $0.id) }))
      }
      if let footer = section.footer { try write(DisplayText(footer).text + "\n") }
    }
  }
}
