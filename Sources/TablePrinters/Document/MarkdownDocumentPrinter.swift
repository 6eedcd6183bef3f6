import Wording

/// A table in GitHub Flavored Markdown; sections are headings.
struct MarkdownDocumentPrinter: DocumentPrinter {
  let name = "markdown"
  let extensions = ["md", "markdown"]
  let tellsNullFromEmpty = false
  let isReadBack = true

  /// The width up to which columns are padded, to keep the source readable.
  private static let mostPadding = 60

  /// Writes a heading and a table for each section.
  ///
  /// Source: GitHub Flavored Markdown, tables (extension).
  func print<Failure: Error>(
    _ document: PrintedTable, _ write: (String) throws(Failure) -> Void
  ) throws(Failure) {
    let table = document.table
    let titles = table.columns.map { Self.shown($0.name) }
    let fit = try document.fit(titles: titles.map(\.width), Self.escaping, write)
    let widths = fit.widths.map { max(3, min($0, Self.mostPadding)) }
    let numbers = fit.areNumbers
    var lines = DocumentLines()
    for (i, section) in table.sections.enumerated() {
      if i > 0 { try lines.end(write) }
      if document.showsSections {
        try lines.end(with: "## \(Self.markdown(section.title))\n", write)
        if let header = section.header {
          try lines.end(with: Self.paragraph(header) + "\n", write)
        }
      }
      for (c, title) in titles.enumerated() {
        lines.add(c == 0 ? "| " : " | ")
        lines.add(title, width: widths[c], onTheRight: numbers[c])
      }
      try lines.end(with: " |", write)
      let rule = zip(widths, numbers).map { width, isNumber in
        isNumber
          ? String(repeating: "-", count: width - 1) + ":" : String(repeating: "-", count: width)
      }
      try lines.end(with: "| " + rule.joined(separator: " | ") + " |", write)
      try document.printRows(
        of: section, Self.escaping, behind: &lines, write, Self.row(widths, numbers))
      if let footer = section.footer {
        try lines.end(with: "\n" + Self.paragraph(footer), write)
      }
    }
    try lines.flush(write)
  }

  /// Outside of `print`, which is generic and would take twice as long for each cell.
  private static func row(_ widths: [Int], _ numbers: [Bool]) -> PrintedTable.AddingRow {
    { row, texts, lines in
      for c in widths.indices {
        lines.add(c == 0 ? "| " : " | ")
        // Counting references to the arrays at each cell would make two threads wait for each other.
        let (width, isNumber) = (widths[c], numbers[c])
        texts.withText(row, c) { lines.add($0, $1, width: width, onTheRight: isNumber) }
      }
      lines.add(" |")
    }
  }

  static let escaping = Escaping(
    replacing: "\\`*[]|~$".utf8.map { ($0, "\\" + String(UnicodeScalar($0))) }
      + [
        (UInt8(ascii: "<"), "&lt;"), (UInt8(ascii: ">"), "&gt;"), (UInt8(ascii: "&"), "&amp;"),
      ],
    isDisplayed: true, where: { $0 == 0x09 || $0 == 0x0A || $0 == 0x0D || $0 == 0x5F }, shown)

  static func shown(_ text: String) -> DisplayText {
    let text = markdown(text)
    return DisplayText(text: text, width: DisplayText(line: text).width)
  }

  /// Returns a text with all markup escaped; line ends become `<br>`.
  static func markdown(_ text: String) -> String { MarkdownText.escaped(text) }

  /// Escapes a text so that it is a paragraph, not a heading or a list.
  private static func paragraph(_ text: String) -> String {
    let result = markdown(text)
    return result.first.map { "#-+=".contains($0) } == true ? "\\" + result : result
  }
}
