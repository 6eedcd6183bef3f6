import TableKit

extension DocumentPrinter {
  /// Writes aligned columns, one row a line, line ends in cells escaped; a blank line and its title
  /// stand before a section.
  func printText<Failure: Error>(_ write: (String) throws(Failure) -> Void) throws(Failure) {
    let numbers = areNumbers
    var widths = table.columns.map { DisplayText($0.name).width }
    for row in table.allRows {
      for (c, column) in table.columns.enumerated() {
        widths[c] = max(widths[c], DisplayText(distinctText(row, column.id)).width)
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
      if showsSections {
        try write("\n" + DisplayText(section.title).text + "\n")
        if let header = section.header { try write(DisplayText(header).text + "\n") }
      }
      for row in section.rows {
        try write(line(table.columns.map { distinctText(row, $0.id) }))
      }
      if let footer = section.footer { try write(DisplayText(footer).text + "\n") }
    }
  }
}
