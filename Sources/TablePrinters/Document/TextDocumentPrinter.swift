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
    let titles = table.columns.map { DisplayText($0.name) }
    let fit = try document.fit(titles: titles.map(\.width), Self.escaping, write)
    let (widths, numbers) = (fit.widths, fit.areNumbers)
    var lines = DocumentLines()
    for (c, title) in titles.enumerated() {
      if c > 0 { lines.skip(2) }
      lines.add(title, width: widths[c], onTheRight: numbers[c])
    }
    try lines.end(write)
    for section in table.sections {
      if document.showsSections {
        try lines.end(with: "\n" + DisplayText(section.title).text, write)
        if let header = section.header {
          try lines.end(with: DisplayText(header).text, write)
        }
      }
      try document.printRows(
        of: section, Self.escaping, behind: &lines, write, Self.row(widths, numbers))
      if let footer = section.footer {
        try lines.end(with: DisplayText(footer).text, write)
      }
    }
    try lines.flush(write)
  }

  private static func row(_ widths: [Int], _ numbers: [Bool]) -> PrintedTable.AddingRow {
    { row, texts, lines in
      for c in widths.indices {
        if c > 0 { lines.skip(2) }
        // Counting references to the arrays at each cell would make two threads wait for each other.
        let (width, isNumber) = (widths[c], numbers[c])
        texts.withText(row, c) { lines.add($0, $1, width: width, onTheRight: isNumber) }
      }
    }
  }

  static let escaping = Escaping(
    empty: "\"\"", isDisplayed: true, where: { $0 == 0x5C }, { DisplayText($0) })
}
