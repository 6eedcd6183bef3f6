import TableKit

/// A box around each cell, drawn with box drawing characters.
struct BoxDocumentPrinter: DocumentPrinter {
  let name = "box"
  let extensions: [String] = []

  /// Writes boxes around cells; the lines of a multi-line cell become lines of its row.
  ///
  ///     ┌────┬──────┐
  ///     │ id │ name │
  ///     ├────┼──────┤
  ///     │  1 │ Ann  │
  ///     └────┴──────┘
  func print<Failure: Error>(
    _ document: PrintedTable, _ write: (String) throws(Failure) -> Void
  ) throws(Failure) {
    let table = document.table
    guard !table.columns.isEmpty else { return }
    let numbers = document.areNumbers
    var widths = table.columns.map { Self.boxWidth($0.name) }
    for row in table.allRows {
      for (c, column) in table.columns.enumerated() {
        widths[c] = max(widths[c], Self.boxWidth(document.distinctText(row, column.id)))
      }
    }
    // Section titles span all columns.
    let least = document.showsSections ? Self.labels(of: table).map(Self.boxWidth).max() ?? 0 : 0
    let inner = widths.reduce(0, +) + 3 * (widths.count - 1)
    if let last = widths.indices.last, inner < least { widths[last] += least - inner }
    let whole = max(inner, least)
    func rule(_ left: String, _ middle: String, _ right: String) -> String {
      let lines = widths.map { String(repeating: "─", count: $0 + 2) }
      return left + lines.joined(separator: middle) + right + "\n"
    }
    try write(rule("┌", "┬", "┐"))
    let left = [Bool](repeating: false, count: widths.count)
    try write(boxRow(table.columns.map(\.name), widths, left))
    if table.sections.isEmpty { return try write(rule("└", "┴", "┘")) }
    // Whether the line above is divided into columns.
    var isCut = true
    for section in table.sections {
      if document.showsSections {
        try write(rule("├", isCut ? "┴" : "─", "┤"))
        for label in [section.title, section.header].compactMap({ $0 }) {
          try write(boxRow([label], [whole], [false]))
        }
        isCut = false
      }
      try write(rule("├", isCut ? "┼" : "┬", "┤"))
      isCut = true
      for row in section.rows {
        try write(boxRow(table.columns.map { document.distinctText(row, $0.id) }, widths, numbers))
      }
      if let footer = section.footer {
        try write(rule("├", "┴", "┤"))
        try write(boxRow([footer], [whole], [false]))
        isCut = false
      }
    }
    try write(rule("└", isCut ? "┴" : "─", "┘"))
  }

  private static func labels(of table: Table) -> [String] {
    table.sections.flatMap { [$0.title, $0.header, $0.footer].compactMap { $0 } }
  }

  private static func boxWidth(_ text: String) -> Int {
    PrintedTable.lines(text).map { DisplayText(String($0)).width }.max() ?? 0
  }

  private func boxRow(_ cells: [String], _ widths: [Int], _ onTheRight: [Bool]) -> String {
    let lines = cells.map { PrintedTable.lines($0).map { DisplayText(String($0)) } }
    let height = lines.map(\.count).max() ?? 1
    return (0..<height).map { line in
      let padded = cells.indices.map { c in
        let text = line < lines[c].count ? lines[c][line] : .empty
        return text.padded(to: widths[c], alignment: onTheRight[c] ? .right : .left)
      }
      return "│ " + padded.joined(separator: " │ ") + " │\n"
    }.joined()
  }
}
