import TableKit

extension TableFormat {
  /// Comma-separated text, RFC 4180; exported with LF line ends.
  public static let csv = delimited("csv", "delimited text", ["csv"], by: 0x2C)

  /// Tab-separated text, quoted where necessary.
  public static let tsv = delimited(
    "tsv", "tab-separated text", ["tsv", "tab"], by: 0x09, natural: 0x09)

  /// Creates a format of delimited text. It recognizes no bytes, because any text can be delimited
  /// text: it is the fallback if no other format fits.
  ///
  /// - Parameter natural: the delimiter that its extensions tell; nil: any is found.
  private static func delimited(
    _ name: String, _ summary: String, _ extensions: [String], by usual: UInt8,
    natural: UInt8? = nil, in style: WritingStyle = WritingStyle()
  ) -> TableFormat {
    let delimiter = style.delimiter ?? usual
    return TableFormat(
      name: name, summary: summary, extensions: extensions, delimiter: delimiter, style: style,
      styling: { delimited(name, summary, extensions, by: usual, natural: natural, in: $0) },
      read: { (input) throws(SourceError) in try DelimitedSource(name: name).read(input) },
      write: { (table, context) throws(SourceError) in
        try DelimitedExport(delimiter, style).write(table, file: context.file, to: context.writer)
      },
      writeBatch: { (batch, context) throws(SourceError) in
        guard let table = batch.table else { return }
        try DelimitedExport(delimiter, style, hasHeader: batch.isFirst).write(
          table, file: context.file, to: context.writer)
      },
      losses: { (table, kinds, progress) throws(SourceError) in
        try SectionLoss.notes(table, what: "delimited text") + HeaderNames.notes(table)
          + KindLoss.notes(table, kinds, in: .delimited, progress)
          + style.readingNotes(natural: natural)
      })
  }
}

extension KindLoss.Format {
  fileprivate static let delimited = KindLoss.Format(
    name: "delimited text", keepsKinds: false, keepsMissing: false)
}

extension HeaderNames {
  /// Returns notes on column names that a header cannot hold.
  static func notes(_ table: Table) -> [SourceNote] {
    let names = HeaderNames(table.columns.map(\.name))
    guard let column = names.nameless.first else { return [] }
    return [
      .warning("a column has no name: it is read back as \(names.names[column])")
    ]
  }
}

/// Writes any table as delimited text with a header and a final newline; without a style with LF line
/// ends and few quotes.
struct DelimitedExport {
  private let dialect: Dialect
  private let style: WritingStyle
  private let hasHeader: Bool

  /// - Parameter hasHeader: whether what is written begins the text.
  init(_ delimiter: UInt8, _ style: WritingStyle = WritingStyle(), hasHeader: Bool = true) {
    dialect = Dialect(delimiter: delimiter)
    (self.style, self.hasHeader) = (style, hasHeader)
  }

  /// Writes the header and the rows, section by section.
  ///
  /// - Throws: `cannotWriteValue` for a text with NUL, which delimited text cannot hold.
  func write(_ table: Table, file: String = "", to writer: ByteWriter) throws(SourceError) {
    let syntax = dialect.syntax()
    let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
    var line: [UInt8] = []
    // In a single column, a delimiter inside a cell would be detected as the delimiter.
    let isSole = table.columns.count == 1
    let quotesAll = style.quotesAll == true
    let lineEnd: [UInt8] = style.endsInCRLF == true ? [0x0D, 0x0A] : [0x0A]
    func add(_ cell: Cell, _ index: Int) {
      if index > 0 { line.append(dialect.delimiter) }
      let text = cell.isNull ? Cell.null : Cell(cell.text)
      let isMisread = isSole && text.text.utf8.contains(where: Dialect.candidates.contains)
      guard isMisread || quotesAll else { return syntax.encode(text, like: nothing, into: &line) }
      [UInt8(0x22)].withUnsafeBytes { syntax.encode(text, like: $0, into: &line) }
    }
    if hasHeader {
      if style.writesMark { line += [0xEF, 0xBB, 0xBF] }
      for (c, column) in table.columns.enumerated() {
        if column.name.utf8.contains(0) {
          throw .cannotWriteValue(row: "header", column: column.name, file: file, holdsNUL: true)
        }
        add(Cell(column.name), c)
      }
      line += lineEnd
    }
    for row in table.sourceOrder {
      for (c, column) in table.columns.enumerated() {
        let cell = table.cell(row, column.id)
        if cell.text.utf8.contains(0) {
          throw .cannotWriteValue(
            row: table.key(of: row), column: column.name, file: file, holdsNUL: true)
        }
        add(cell, c)
      }
      line += lineEnd
      if line.count > 1 << 14 {
        try writer.write(line)
        line.removeAll(keepingCapacity: true)
      }
    }
    try writer.write(line)
  }
}
