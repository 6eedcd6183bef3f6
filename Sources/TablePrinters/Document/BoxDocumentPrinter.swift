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
    let titles = table.columns.map { Self.shown($0.name) }
    let fit = try document.fit(titles: titles.map(\.width), Self.escaping, write)
    let numbers = fit.areNumbers
    var widths = fit.widths
    var texts = CellTexts(table, Self.escaping)
    // Section titles span all columns.
    let least =
      document.showsSections ? Self.labels(of: table).map { Self.shown($0).width }.max() ?? 0 : 0
    let inner = widths.reduce(0, +) + 3 * (widths.count - 1)
    if let last = widths.indices.last, inner < least { widths[last] += least - inner }
    let whole = max(inner, least)
    func rule(_ left: String, _ middle: String, _ right: String) -> String {
      let lines = widths.map { String(repeating: "─", count: $0 + 2) }
      return left + lines.joined(separator: middle) + right + "\n"
    }
    var lines = DocumentLines()
    func add(_ label: String) throws(Failure) {
      try Self.add([Self.shown(label).text], [whole], [false], to: &lines, write)
    }
    lines.add(rule("┌", "┬", "┐"))
    let left = [Bool](repeating: false, count: widths.count)
    try Self.add(titles.map(\.text), widths, left, to: &lines, write)
    // Whether the line above is divided into columns.
    var isCut = true
    for section in table.sections {
      if document.showsSections {
        lines.add(rule("├", isCut ? "┴" : "─", "┤"))
        for label in [section.title, section.header].compactMap({ $0 }) { try add(label) }
        isCut = false
      }
      lines.add(rule("├", isCut ? "┼" : "┬", "┤"))
      isCut = true
      for row in section.rows {
        let isOneLine = widths.indices.allSatisfy { c in
          texts.withText(row, c) { text, _ in !text.contains(0x0A) }
        }
        if !isOneLine {
          let cells = widths.indices.map { c in
            texts.withText(row, c) { text, _ in String(decoding: text, as: UTF8.self) }
          }
          try Self.add(cells, widths, numbers, to: &lines, write)
          continue
        }
        for c in widths.indices {
          lines.add(c == 0 ? "│ " : " │ ")
          texts.withText(row, c) {
            lines.add($0, $1, width: widths[c], onTheRight: numbers[c])
          }
        }
        try lines.end(with: " │", write)
      }
      if let footer = section.footer {
        lines.add(rule("├", "┴", "┤"))
        try add(footer)
        isCut = false
      }
    }
    lines.add(rule("└", isCut ? "┴" : "─", "┘"))
    try lines.flush(write)
  }

  private static func labels(of table: Table) -> [String] {
    table.sections.flatMap { [$0.title, $0.header, $0.footer].compactMap { $0 } }
  }

  static let escaping = Escaping(
    empty: "\"\"", isDisplayed: true, where: { $0 == 0x0A || $0 == 0x0D || $0 == 0x5C }, shown)

  /// Escapes a text but for its line ends, which become line feeds; its width is that of its
  /// longest line.
  static func shown(_ text: String) -> DisplayText {
    let lines = PrintedTable.lines(text).map { DisplayText(String($0)) }
    return DisplayText(
      text: lines.map(\.text).joined(separator: "\n"), width: lines.map(\.width).max() ?? 0)
  }

  /// Adds a row of escaped cells, with as many lines as the highest of them.
  private static func add<Failure: Error>(
    _ cells: [String], _ widths: [Int], _ onTheRight: [Bool], to lines: inout DocumentLines,
    _ write: (String) throws(Failure) -> Void
  ) throws(Failure) {
    let cells = cells.map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
    for line in 0..<(cells.map(\.count).max() ?? 1) {
      for (c, cell) in cells.enumerated() {
        lines.add(c == 0 ? "│ " : " │ ")
        let text = line < cell.count ? DisplayText(line: String(cell[line])) : .empty
        lines.add(text, width: widths[c], onTheRight: onTheRight[c])
      }
      try lines.end(with: " │", write)
    }
  }
}
