/// An HTML page with one table, which has a table body for each section; or only the table.
struct HTMLDocumentPrinter: DocumentPrinter {
  let name = "html"
  let extensions = ["html", "htm"]
  let tellsNullFromEmpty = false
  /// Whether only the table is written.
  var isFragment = false

  var fragment: (any DocumentPrinter)? { HTMLDocumentPrinter(isFragment: true) }

  /// The page up to its title, and from it to the table.
  private static let (start, middle) = (
    "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<title>",
    """
    </title>
    <style>
    body { font-family: sans-serif; }
    table { border-collapse: collapse; }
    th, td { border: 1px solid #bbb; padding: 0.2em 0.5em; text-align: left; vertical-align: top; }
    </style>
    </head>
    <body>

    """
  )

  /// Writes one table element, with a table body for each section, and the page around it.
  func print<Failure: Error>(
    _ document: PrintedTable, _ write: (String) throws(Failure) -> Void
  ) throws(Failure) {
    let table = document.table
    let none = [Int](repeating: 0, count: table.columns.count)
    let cells = try document.fit(titles: none, nil, write).areNumbers.map {
      $0 ? "<td style=\"text-align: right\">" : "<td>"
    }
    var lines = DocumentLines()
    if !isFragment { lines.add(Self.start + Self.html(document.title) + Self.middle) }
    lines.add("<table>\n  <thead>\n    <tr>")
    for (column, cell) in zip(table.columns, cells) {
      lines.add("<th scope=\"col\"\(cell.dropFirst(3))\(Self.html(column.name))</th>")
    }
    try lines.end(with: "</tr>\n  </thead>", write)
    let span = table.columns.count > 1 ? " colspan=\"\(table.columns.count)\"" : ""
    for section in table.sections {
      try lines.end(with: "  <tbody>", write)
      if document.showsSections {
        try lines.end(
          with: "    <tr><th scope=\"rowgroup\"\(span)>\(Self.html(section.title))</th></tr>", write
        )
      }
      if let header = section.header {
        try lines.end(with: "    <tr><td\(span)>\(Self.html(header))</td></tr>", write)
      }
      try document.printRows(of: section, Self.escaping, behind: &lines, write, Self.row(cells))
      if let footer = section.footer {
        try lines.end(with: "    <tr><td\(span)>\(Self.html(footer))</td></tr>", write)
      }
      try lines.end(with: "  </tbody>", write)
    }
    try lines.end(with: isFragment ? "</table>" : "</table>\n</body>\n</html>", write)
    try lines.flush(write)
  }

  /// - Parameter cells: what begins a cell of each column.
  private static func row(_ cells: [String]) -> PrintedTable.AddingRow {
    { row, texts, lines in
      lines.add("    <tr>")
      for c in cells.indices {
        lines.add(cells[c])
        texts.withText(row, c) { text, _ in lines.add(text) }
        lines.add("</td>")
      }
      lines.add("</tr>")
    }
  }

  private static let entities: [Unicode.Scalar: String] = [
    "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;",
  ]

  static let escaping = Escaping(
    replacing: entities.map { (UInt8(ascii: $0), $1) },
    isDisplayed: false,
    // 0xC2 begins the control characters above ASCII.
    where: { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 },
    { DisplayText(text: html($0), width: 0) })

  /// Returns a text as HTML; line ends become `<br>`, and control characters, which HTML does not
  /// allow, are escaped.
  static func html(_ text: String) -> String {
    PrintedTable.lines(text).map { line in
      line.replacingScalars { scalar in
        switch scalar {
        case "\t": nil
        case "\0"..<" ", "\u{7F}"..."\u{9F}":
          "\\x" + String(scalar.value, radix: 16).zeroPadded(to: 2)
        default: entities[scalar]
        }
      }
    }.joined(separator: "<br>")
  }
}
