import TableKit
import Wording

extension TableFormat {
  /// A table in a text of Markdown, the first one or that of a number: `README.md#2`.
  public static let markdown = TableFormat(
    name: "markdown", summary: "a table in a Markdown text", extensions: ["md", "markdown"],
    hasDocuments: true, yieldsToDialect: true,
    recognizes: { bytes in ForeignFile.isMarkdown(bytes) },
    read: MarkdownReading.read,
    write: { (table, context) throws(SourceError) in
      try MarkdownExport.write(table, context, MarkdownText.escaped)
    },
    losses: { (table, kinds, progress) throws(SourceError) in
      try SectionLoss.notes(table, what: MarkdownLoss.what)
        + KindLoss.notes(
          table, kinds,
          in: KindLoss.Format(name: "Markdown", keepsKinds: false, keepsMissing: false), progress)
        + MarkdownLoss.notes(table, of: table.rowList, progress)
    })
}

extension FileOrigin {
  /// The format in which rows of the table are exported so that their markup stays; nil: the source has
  /// no markup.
  public var markupFormat: TableFormat? {
    guard layout is MarkdownLayout else { return nil }
    var format = TableFormat.markdown
    format.write = { (table, context) throws(SourceError) in
      try MarkdownExport.write(table, context) { MarkdownText.cell(for: $0) }
    }
    return format
  }
}

/// Notes on what a cell of Markdown cannot hold.
enum MarkdownLoss {
  static let what = "a Markdown table"

  /// Returns notes on the cells of rows.
  ///
  /// - Throws: `cancelled`.
  /// - Complexity: O(bytes of the rows).
  static func notes(
    _ table: Table, of rows: [RowID], _ progress: Progress
  ) throws(SourceError) -> [SourceNote] {
    var (breaks, empties, others, first) = (0, 0, 0, "")
    try progress.checkingCells(of: rows.count) { (step) throws(SourceError) in
      for (number, row) in rows.enumerated() {
        if number & 0xFFF == 0xFFF { try step(number) }
        for column in table.columns {
          let cell = table.cell(row, column.id)
          if cell.isNull { continue }
          let hasBreak = cell.text.utf8.contains { $0 == 0x0A || $0 == 0x0D }
          if hasBreak { breaks += 1 }
          if cell.text.isEmpty {
            empties += 1
          } else if !MarkdownText.keeps(cell.text) {
            if others == 0 {
              first = "column '\(shown: column.name)' of row '\(shown: table.key(of: row))'"
            }
            others += 1
          }
        }
      }
    }
    var notes: [String] = []
    func note(_ count: Int, _ text: String) {
      if count > 0 { notes.append("\(what) \(text)") }
    }
    note(breaks, "has <br> for the line breaks of \(Counts.of(breaks, "cell"))")
    note(empties, "cannot tell empty text from null: \(Counts.of(empties, "cell"))")
    note(
      others,
      "cannot keep blanks around a text, tabs and control characters: "
        + "\(Counts.of(others, "cell")), first \(first)")
    return notes.map { SourceNote.warning($0) }
  }
}

/// Reads a table of a text of Markdown.
enum MarkdownReading {
  /// Reads the table of the number in the options, else the first one.
  ///
  /// - Throws: `badText` if there is none.
  static func read(_ input: SourceInput) throws(SourceError) -> SourceContent {
    var log = RepairLog()
    let buffer = try input.utf8(&log)
    defer { withExtendedLifetime(buffer) {} }
    let bytes = buffer.bytes
    let tables = MarkdownScanner(bytes).tables
    let number = input.options.document ?? 1
    guard number <= tables.count else { throw absent(number, of: tables.count, input) }
    let place = tables[number - 1]
    let header = MarkdownLine(bytes, place.header)
    let names = HeaderNames(header.cells.indices.map { header.text(bytes, $0) })
    var notes = log.notes + self.notes(on: names, at: place, input)

    let syntax = CellSyntax.delimited(by: 0x7C, nulls: input.options.nulls)
    var records = try RecordCollector(capacity: place.range.count)
    for name in names.names { _ = records.column(name) }
    var long: (count: Int, first: Range<Int>)?
    var cell: [UInt8] = []
    for (index, range) in place.rows.enumerated() {
      if index & 0xFFF == 0xFFF { try input.progress.check("reading '\(input.file)'") }
      let line = MarkdownLine(bytes, range)
      if line.cells.count > names.names.count {
        long = ((long?.count ?? 0) + 1, long?.first ?? range)
      }
      try records.beginRow()
      for column in names.names.indices {
        cell.removeAll(keepingCapacity: true)
        let text = line.text(bytes, column)
        let isNull = text.isEmpty || input.options.nulls.contains(text)
        if isNull { cell += text.utf8 } else { syntax.encode(Cell(text), like: .none, into: &cell) }
        try cell.withUnsafeBufferPointer { (bytes) throws(SourceError) in
          _ = try records.add(column, UnsafeRawBufferPointer(bytes))
        }
      }
      try records.endRow()
    }
    if let long {
      let text =
        "\(Counts.of(long.count, "row")) \(long.count == 1 ? "has" : "have") more cells than there "
        + "are names: they are kept, but not shown"
      notes.append(
        .warning(
          text,
          at: SourcePlace(file: input.file, offset: long.first.lowerBound, in: bytes).withoutColumn)
      )
    }
    guard let chunk = try records.chunk(syntax: syntax) else {
      throw .tooLarge(input.file, bytes: buffer.count)
    }
    let table = Table(
      columns: names.names, chunk: chunk,
      sections: [Table.SectionRecords(name: Section.soleName, count: chunk.recordCount)])
    let part = MarkdownPart(whole: buffer, range: place.range, number: number, count: tables.count)
    let layout = try MarkdownLayout(in: part, at: place, chunk: chunk, loaded: table)
    return SourceContent(
      table: table, layout: layout,
      namelessColumn: names.nameless.first == 0 ? table.columns[0].id : nil, notes: notes,
      wasRepaired: log.count > 0)
  }

  private static func notes(
    on names: HeaderNames, at place: MarkdownTable, _ input: SourceInput
  ) -> [SourceNote] {
    names.notes.map {
      SourceNote.information(
        $0.text,
        at: SourcePlace(
          file: input.file, offset: place.header.lowerBound, in: input.buffer.bytes
        ).withoutColumn)
    }
  }

  private static func absent(_ number: Int, of count: Int, _ input: SourceInput) -> SourceError {
    let problem = count == 0 ? "there is no table" : "there is no table \(number)"
    let hint =
      count == 0
      ? "a table is a line of names, as | id | name |, above one of dashes, |---|---|"
      : "it has \(count): #1\(count > 1 ? " to #\(count)" : "")"
    return .badText(
      TableFormat.markdown.name, SourcePlace(file: input.file, line: 1), problem: problem,
      hint: hint)
  }
}

extension UnsafeRawBufferPointer {
  /// No bytes.
  fileprivate static var none: UnsafeRawBufferPointer { .init(start: nil, count: 0) }
}
