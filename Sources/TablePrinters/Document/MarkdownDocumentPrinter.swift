import TableKit

/// A table in GitHub Flavored Markdown; sections are headings.
struct MarkdownDocumentPrinter: DocumentPrinter {
  let name = "markdown"
  let extensions = ["md", "markdown"]
  let tellsNullFromEmpty = false

  /// The width up to which columns are padded, to keep the source readable.
  private static let mostPadding = 60

  /// Writes a heading and a table for each section.
  ///
  /// Source: GitHub Flavored Markdown, tables (extension).
  func print<Failure: Error>(
    _ document: PrintedTable, _ write: (String) throws(Failure) -> Void
  ) throws(Failure) {
    let table = document.table
    let numbers = document.areNumbers
    let widths = document.widths { DisplayText(Self.markdown($0)).width }.map {
      max(3, min($0, Self.mostPadding))
    }
    var isFirst = true
    for section in table.sections {
      if !isFirst { try write("\n") }
      isFirst = false
      if document.showsSections {
        try write("## \(Self.markdown(section.title))\n\n")
        if let header = section.header { try write(Self.paragraph(header) + "\n\n") }
      }
      try write(line(table.columns.map { Self.markdown($0.name) }, widths, numbers))
      let rule = zip(widths, numbers).map { width, isNumber in
        isNumber
          ? String(repeating: "-", count: width - 1) + ":" : String(repeating: "-", count: width)
      }
      try write("| " + rule.joined(separator: " | ") + " |\n")
      for row in section.rows {
        let cells = table.columns.map { Self.markdown(document.text(row, $0.id)) }
        try write(line(cells, widths, numbers))
      }
      if let footer = section.footer { try write("\n" + Self.paragraph(footer) + "\n") }
    }
  }

  private func line(_ cells: [String], _ widths: [Int], _ numbers: [Bool]) -> String {
    let padded = cells.indices.map { c in
      let width = DisplayText(cells[c]).width
      let blanks = String(repeating: " ", count: max(0, widths[c] - width))
      return numbers[c] ? blanks + cells[c] : cells[c] + blanks
    }
    return "| " + padded.joined(separator: " | ") + " |\n"
  }

  /// Returns a text with all markup escaped; line ends become `<br>`.
  static func markdown(_ text: String) -> String {
    PrintedTable.lines(text).map { line in
      var result = ""
      var previous: Character = " "
      let safe = DisplayText(String(line).replacing("\t", with: " ")).text
      for (i, character) in zip(safe.indices, safe) {
        switch character {
        case "\\", "`", "*", "[", "]", "|", "~", "$": result += "\\" + String(character)
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        case "&": result += "&amp;"
        case "_":
          // Between letters it is no markup.
          let next = safe.index(after: i)
          let isInner =
            isWord(previous) && next < safe.endIndex && isWord(safe[next])
          result += isInner ? "_" : "\\_"
        default: result.append(character)
        }
        previous = character
      }
      return result
    }.joined(separator: "<br>")
  }

  /// Escapes a text so that it is a paragraph, not a heading or a list.
  private static func paragraph(_ text: String) -> String {
    let result = markdown(text)
    return result.first.map { "#-+=".contains($0) } == true ? "\\" + result : result
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }
}
