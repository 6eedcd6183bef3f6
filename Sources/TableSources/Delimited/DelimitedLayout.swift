import TableKit

/// The layout of a delimited text, used to write its table back with all unchanged bytes preserved.
struct DelimitedLayout: SourceLayout {
  let formatName: String
  /// The loaded records.
  let chunk: Chunk
  /// The loaded table, with the identities of the table to be written.
  private(set) var loaded: Table
  let dialect: Dialect
  /// The header.
  let header: DelimitedHeader
  /// The line end of most records.
  let lineEnd: [UInt8]
  /// Whether the text ends with a line end that is not part of its last cell.
  let endsWithLineEnd: Bool
  /// The delimiters behind the last cell of most records.
  let emptyEnd: [UInt8]
  /// How the dialect was determined.
  var reasons: DialectReasons

  init(
    formatName: String, chunk: Chunk, loaded: Table, dialect: Dialect,
    header: DelimitedHeader, reasons: DialectReasons
  ) {
    self.formatName = formatName
    self.chunk = chunk
    self.loaded = loaded
    self.dialect = dialect
    self.header = header
    self.reasons = reasons
    (lineEnd, endsWithLineEnd) = Self.lineHabits(chunk, header)
    emptyEnd = Self.emptyEnd(chunk)
  }

  /// How the text is written.
  var style: WritingStyle {
    var style = WritingStyle()
    style.delimiter = dialect.delimiter
    style.quotesAll = loaded.quoting.isForAll
    style.hasMark = Self.markEnd(of: chunk.allBytes) > 0
    style.endsInCRLF = lineEnd.count == 2
    return style
  }

  /// The offset of the table, after what stands before it.
  var start: Int { reasons.start.offset }

  /// Returns the offset of a text after its byte order mark.
  static func markEnd(of bytes: UnsafeRawBufferPointer) -> Int {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// The loaded columns.
  var columns: [Column] { loaded.columns }

  /// The index of each column among the loaded ones.
  var loadedPlaces: [ColumnID: Int] {
    Dictionary(columns.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func adopted(as loaded: Table) -> any SourceLayout {
    var layout = self
    layout.loaded = loaded
    return layout
  }

  /// Returns, for each column of a table, whether its header cell keeps its bytes.
  ///
  /// If columns were inserted, deleted or moved, a generated name is written out, unless the column
  /// would get the same one again.
  func keepsNames(_ table: Table) -> [Bool] {
    let bytes = chunk.allBytes
    if header.isEmpty { return table.columns.map { _ in false } }
    let names = header.names(bytes, dialect.syntax())
    let places = loadedPlaces
    var given = table.columns.map(\.name)
    var keeps = given.map { _ in false }
    for (c, column) in table.columns.enumerated() {
      guard let former = places[column.id], columns[former].name === column.name else { continue }
      keeps[c] = table.columns.count > 1 || header.records.contains { !$0.cells[former].isEmpty }
      if keeps[c] { given[c] = names[former] }
    }
    if table.columns.map(\.id) == columns.map(\.id) { return keeps }
    var isSettled = false
    while !isSettled {
      isSettled = true
      let names = HeaderNames(given).names
      for (c, column) in table.columns.enumerated() where keeps[c] && names[c] !== column.name {
        keeps[c] = false
        given[c] = column.name
        isSettled = false
      }
    }
    return keeps
  }

  /// Returns the names that the header of a table gets, which are read again.
  func writtenNames(of table: Table) -> [String] {
    let names = header.names(chunk.allBytes, dialect.syntax())
    let (keeps, places) = (keepsNames(table), loadedPlaces)
    return table.columns.enumerated().map { c, column in
      places[column.id].flatMap { keeps[c] ? names[$0] : nil } ?? column.name
    }
  }

  /// The offset of the first record.
  var headerEnd: Int {
    chunk.allBytes.count - chunk.raw(records: 0..<chunk.recordCount).count
  }

  var contentHash: UInt64 { ContentHash.of(chunk.allBytes) }

  func place(ofRecord record: Int, file: String) -> SourcePlace {
    let offset = headerEnd + chunk.raw(records: 0..<record).count
    return SourcePlace(file: file, offset: offset, in: chunk.allBytes).withoutColumn
  }

  /// Returns the record that a row was loaded from; nil if the row is not from the source.
  func record(of row: RowID) -> Int? {
    guard loaded.contains(row) else { return nil }
    let (chunk, record) = loaded.record(of: row)
    return chunk.sharesRecords(with: self.chunk) ? record : nil
  }

  var hasSections: Bool { false }
  var delimiter: UInt8? { dialect.delimiter }
  /// Whatever the delimiter.
  func hasDialect(in fileExtension: String, from own: String?) -> Bool { fileExtension == own }

  func losses(in table: Table, _ progress: Progress) -> [SourceNote] {
    SectionLoss.notes(table, what: "delimited text")
      + (header.isEmpty ? [] : HeaderNames.notes(table)) + cutNotes + widthNotes(table)
      + readingNotes(table)
  }

  func write(_ table: Table, file: String, to writer: ByteWriter) throws(SourceError) {
    guard dialect.quote == nil, reasons.options.quote == nil else {
      return try writeText(table, file: file, to: writer)
    }
    let text = try text(of: table, file: file)
    try checkQuotes(of: text, file: file)
    try writer.write(text.bytes)
  }

  /// Refuses a text with balanced quotes if quotes were read as ordinary bytes only because they
  /// were unbalanced.
  private func checkQuotes(of text: ByteBuffer, file: String) throws(SourceError) {
    defer { withExtendedLifetime(text) {} }
    let bytes = text.bytes
    var quoting = dialect
    quoting.quote = 0x22
    let opens = bytes.indices.contains { i in
      guard bytes[i] == 0x22 else { return false }
      return i == Self.markEnd(of: bytes) || bytes[i - 1] == dialect.delimiter
        || bytes[i - 1] == 0x0A
        || bytes[i - 1] == 0x0D
    }
    guard opens else { return }
    var options = ReadOptions()
    (options.hasHeader, options.headerLines) = (!header.isEmpty, reasons.options.headerLines)
    let input = SourceInput(
      file: file, fileExtension: "tsv", buffer: text, options: options, progress: .none)
    let scan = DelimitedSource.scan(.init(dialect: quoting, reasons: reasons), input)
    if case .failure(let problem) = scan, problem.isAboutQuotes { return }
    throw .balancedQuotes(file)
  }

  /// Returns the text of the first rows, or of all.
  func text(of table: Table, file: String, most: Int = .max) throws(SourceError) -> ByteBuffer {
    let text = try ByteBuffer(capacity: most < .max ? 1 << 16 : chunk.allBytes.count)
    let writer = ByteWriter { (bytes) throws(SourceError) in try text.append(bytes) }
    try writeText(table, file: file, most: most, to: writer)
    try writer.flush()
    return text
  }

  private func writeText(
    _ table: Table, file: String, most: Int = .max, to writer: ByteWriter
  ) throws(SourceError) {
    let rows = Array(table.sourceOrder.prefix(most))
    var output = DelimitedWriter(layout: self, table: table, rows: rows, file: file, writer: writer)
    try output.write()
  }

  /// Counts the line ends of the first records and checks the last one.
  private static func lineHabits(
    _ chunk: Chunk, _ header: DelimitedHeader
  ) -> (lineEnd: [UInt8], endsWithLineEnd: Bool) {
    let bytes = chunk.allBytes
    let counts = lineEnds(of: chunk, header, most: 1000)
    let order: [[UInt8]] = [[0x0A], [0x0D, 0x0A], [0x0D]]
    let best = order.max { counts[$0, default: 0] < counts[$1, default: 0] }
    let dominant = counts.isEmpty ? order[0] : best ?? order[0]
    let isOpen =
      chunk.recordCount > 0
      ? chunk.tail(record: chunk.recordCount - 1).isEmpty : header.end == bytes.count
    return (dominant, !isOpen && (bytes.last == 0x0A || bytes.last == 0x0D))
  }

  /// Counts the line ends behind the header and behind the first records.
  static func lineEnds(of chunk: Chunk, _ header: DelimitedHeader, most: Int) -> [[UInt8]: Int] {
    var counts: [[UInt8]: Int] = [:]
    func count(_ tail: UnsafeRawBufferPointer) {
      let end = lineEnd(in: tail)
      if !end.isEmpty { counts[end, default: 0] += 1 }
    }
    if let last = header.end { count(UnsafeRawBufferPointer(rebasing: chunk.allBytes[last...])) }
    for record in 0..<min(chunk.recordCount, most) { count(chunk.tail(record: record)) }
    return counts
  }

  /// Returns the delimiters behind the last cell of most of the first records.
  private static func emptyEnd(_ chunk: Chunk) -> [UInt8] {
    guard chunk.hasEmptyEnds else { return [] }
    let sample = 0..<min(chunk.recordCount, 1000)
    let ends = sample.map { Array(chunk.emptyEnd(record: $0)) }
    let counts = Dictionary(grouping: ends, by: \.self).mapValues(\.count)
    return counts.max { ($0.value, $0.key.count) < ($1.value, $1.key.count) }?.key ?? []
  }

  /// Returns the first line end after a record.
  static func lineEnd(in tail: UnsafeRawBufferPointer) -> [UInt8] {
    guard let first = tail.first else { return [] }
    if first == 0x0D { return tail.count > 1 && tail[1] == 0x0A ? [0x0D, 0x0A] : [0x0D] }
    return [0x0A]
  }
}
