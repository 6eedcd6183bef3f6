import TableKit

/// An HTML table element with a table body for each section.
struct HTMLDocumentPrinter: DocumentPrinter {
  let name = "html"
  let extensions = ["html", "htm"]
  let tellsNullFromEmpty = false

  /// Writes one table element, with a table body for each section.
  func print<Failure: Error>(
    _ document: PrintedTable, _ write: (String) throws(Failure) -> Void
  ) throws(Failure) {
    let table = document.table
    let alignments = document.areNumbers.map { $0 ? " style=\"text-align: right\"" : "" }
    try write("<table>\n  <thead>\n    <tr>")
    for (column, alignment) in zip(table.columns, alignments) {
      try write("<th scope=\"col\"\(alignment)>\(Self.html(column.name))</th>")
    }
    try write("</tr>\n  </thead>\n")
    let span = table.columns.count > 1 ? " colspan=\"\(table.columns.count)\"" : ""
    for section in table.sections {
      try write("  <tbody>\n")
      if document.showsSections {
        try write("    <tr><th scope=\"rowgroup\"\(span)>\(Self.html(section.title))</th></tr>\n")
      }
      if let header = section.header {
        try write("    <tr><td\(span)>\(Self.html(header))</td></tr>\n")
      }
      for row in section.rows {
        var line = "    <tr>"
        for (column, alignment) in zip(table.columns, alignments) {
          line += "<td\(alignment)>\(Self.html(document.text(row, column.id)))</td>"
        }
        try write(line + "</tr>\n")
      }
      if let footer = section.footer {
        try write("    <tr><td\(span)>\(Self.html(footer))</td></tr>\n")
      }
      try write("  </tbody>\n")
    }
    try write("</table>\n")
  }

  /// Returns a text as HTML; line ends become `<br>`, and control characters, which HTML does not
  /// allow, are escaped.
  static func html(_ text: String) -> String {
    PrintedTable.lines(text).map { line in
      var result = ""
      for scalar in line.unicodeScalars {
        switch scalar {
        case "&": result += "&amp;"
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        case "\"": result += "&quot;"
        case "\t": result += "\t"
        case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value):
          let digits = String(scalar.value, radix: 16)
          result += "\\x" + (digits.utf8.count < 2 ? "0" : "") + digits
        default: result.unicodeScalars.append(scalar)
        }
      }
      return result
    }.joined(separator: "<br>")
  }
}
