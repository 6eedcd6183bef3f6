import TableKit

/// Writes any table as a Markdown table, its columns padded.
enum MarkdownExport {
  /// The width up to which columns are padded, to keep the text readable.
  static let mostPadding = 60

  /// Writes the table.
  ///
  /// - Parameter cell: returns what is written for a text.
  /// - Throws: `cannotRewrite` for a table without columns.
  static func write(
    _ table: Table, _ context: WritingContext, _ cell: (String) -> String
  ) throws(SourceError) {
    guard !table.columns.isEmpty else { throw noColumns(context.file) }
    let rows = table.sourceOrder
    var columns: [Column] = []
    for column in table.columns { columns.append(Column(column, of: table, rows, cell)) }
    func add(_ texts: [String], _ line: inout String) {
      line += "|"
      for (text, column) in zip(texts, columns) {
        let blanks = String(repeating: " ", count: max(0, column.width - MarkdownWidth.of(text)))
        line += column.isRight ? " \(blanks)\(text) |" : " \(text)\(blanks) |"
      }
      line += "\n"
    }
    var lines = ""
    add(columns.map(\.title), &lines)
    add(
      columns.map {
        String(repeating: "-", count: $0.width - ($0.isRight ? 1 : 0)) + ($0.isRight ? ":" : "")
      },
      &lines)
    for row in rows {
      add(table.columns.map { cell(table.cell(row, $0.id).text) }, &lines)
      if lines.utf8.count > 1 << 14 {
        try context.writer.write(lines)
        lines = ""
      }
    }
    try context.writer.write(lines)
  }

  /// The error for a table without columns.
  static func noColumns(_ file: String) -> SourceError {
    .cannotRewrite(
      file, what: "the table", reason: "a Markdown table has at least one column",
      hint: "column add NAME")
  }

  /// A column to be written.
  private struct Column {
    let title: String
    private(set) var width: Int
    /// Whether its cells are numbers.
    let isRight: Bool

    init(_ column: TableKit.Column, of table: Table, _ rows: [RowID], _ cell: (String) -> String) {
      title = cell(column.name)
      var width = max(3, MarkdownWidth.of(title))
      var (hasNumbers, hasOthers) = (false, false)
      for row in rows {
        let text = table.cell(row, column.id).text
        width = max(width, MarkdownWidth.of(cell(text)))
        if text.isEmpty { continue }
        if DecimalNumber.matches(text) { hasNumbers = true } else { hasOthers = true }
      }
      self.width = min(width, max(mostPadding, 3))
      isRight = hasNumbers && !hasOthers
    }
  }
}

/// How wide a text is where each character has one column, or two.
enum MarkdownWidth {
  /// The number of columns of a text: marks have none, letters of East Asia and pictures two.
  static func of(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.unicodeScalars.reduce(0) { width, scalar in
      if scalar.properties.isGraphemeExtend || scalar.value == 0x200D { return width }
      switch scalar.value {
      case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
        0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
        return width + 2
      default: return width + 1
      }
    }
  }
}
