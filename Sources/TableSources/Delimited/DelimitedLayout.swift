import TableKit
import Wording

/// The layout of a delimited text, used to write its table back with all unchanged bytes preserved.
struct DelimitedLayout: SourceLayout {
  let formatName: String
  /// The loaded records.
  let chunk: Chunk
  /// The loaded table, with the identities of the table to be written.
  private(set) var loaded: Table
  let dialect: Dialect
  /// The byte ranges of the header cells; empty without a header.
  let headerCells: [Range<Int>]
  /// The offset of the text, after a byte order mark.
  let start: Int
  /// The line end of most records.
  let lineEnd: [UInt8]
  /// Whether the last record has a line end.
  let endsWithLineEnd: Bool
  /// How the dialect was determined.
  var reasons = DialectReasons()

  init(
    formatName: String, chunk: Chunk, loaded: Table, dialect: Dialect,
    headerCells: [Range<Int>], start: Int
  ) {
    self.formatName = formatName
    self.chunk = chunk
    self.loaded = loaded
    self.dialect = dialect
    self.headerCells = headerCells
    self.start = start
    (lineEnd, endsWithLineEnd) = Self.lineHabits(chunk, headerCells)
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
    let syntax = dialect.syntax()
    let places = loadedPlaces
    var given = table.columns.map(\.name)
    var keeps = given.map { _ in false }
    for (c, column) in table.columns.enumerated() {
      guard let former = places[column.id], columns[former].name === column.name else { continue }
      let raw = UnsafeRawBufferPointer(rebasing: bytes[headerCells[former]])
      keeps[c] = table.columns.count > 1 || !raw.isEmpty
      if keeps[c] { given[c] = syntax.cell(raw).text }
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
  var hasDialect: Bool { true }

  func losses(in table: Table) -> [SourceNote] {
    SectionLoss.notes(table, what: "delimited text")
      + (headerCells.isEmpty ? [] : HeaderNames.notes(table))
  }

  func write(_ table: Table, file: String, to writer: ByteWriter) throws(SourceError) {
    guard dialect.quote == nil, reasons.options.quote == nil else {
      return try writeText(table, file: file, to: writer)
    }
    let text = try ByteBuffer(capacity: chunk.allBytes.count)
    let collector = ByteWriter { (bytes) throws(SourceError) in try text.append(bytes) }
    try writeText(table, file: file, to: collector)
    try collector.flush()
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
      return i == start || bytes[i - 1] == dialect.delimiter || bytes[i - 1] == 0x0A
        || bytes[i - 1] == 0x0D
    }
    guard opens else { return }
    var options = ReadOptions()
    options.hasHeader = !headerCells.isEmpty
    let input = SourceInput(
      file: file, fileExtension: "tsv", buffer: text, options: options, progress: .none)
    let scan = DelimitedSource.scan(text, start, quoting, reasons, input)
    if case .failure(let problem) = scan, problem.isAboutQuotes { return }
    throw .balancedQuotes(file)
  }

  private func writeText(
    _ table: Table, file: String, to writer: ByteWriter
  ) throws(SourceError) {
    if dialect.isUncommon {
      var output = DialectWriter(layout: self, table: table, file: file, writer: writer)
      return try output.write()
    }
    var output = DelimitedWriter(layout: self, table: table, file: file, writer: writer)
    try output.write()
  }

  /// Counts the line ends of the first records and checks the last one.
  private static func lineHabits(
    _ chunk: Chunk, _ header: [Range<Int>]
  ) -> (lineEnd: [UInt8], endsWithLineEnd: Bool) {
    var counts: [[UInt8]: Int] = [:]
    let bytes = chunk.allBytes
    if let last = header.last {
      let end = lineEnd(in: UnsafeRawBufferPointer(rebasing: bytes[last.upperBound...]))
      if !end.isEmpty { counts[end] = 1 }
    }
    for record in 0..<min(chunk.recordCount, 1000) {
      let end = lineEnd(in: chunk.tail(record: record))
      if !end.isEmpty { counts[end, default: 0] += 1 }
    }
    let order: [[UInt8]] = [[0x0A], [0x0D, 0x0A], [0x0D]]
    let best = order.max { counts[$0, default: 0] < counts[$1, default: 0] }
    let dominant = counts.isEmpty ? order[0] : best ?? order[0]
    let ends = bytes.last == 0x0A || bytes.last == 0x0D
    let lastTail =
      chunk.recordCount > 0 ? chunk.tail(record: chunk.recordCount - 1).isEmpty : !ends
    return (dominant, !lastTail)
  }

  /// Returns the first line end after a record.
  static func lineEnd(in tail: UnsafeRawBufferPointer) -> [UInt8] {
    guard let first = tail.first else { return [] }
    if first == 0x0D { return tail.count > 1 && tail[1] == 0x0A ? [0x0D, 0x0A] : [0x0D] }
    return [0x0A]
  }
}

extension DelimitedLayout {
  /// How the text is written, and how that was determined.
  ///
  /// - Complexity: O(records).
  var facts: [SourceFact] {
    let options = reasons.options
    let bytes = chunk.allBytes
    var facts = [SourceFact("delimiter", "\(dialect.delimiterName) (\(reasons.delimiter))")]
    let quote: String
    if options.quote != nil {
      quote = "asked for"
    } else if dialect.quote == nil {
      quote = "read as an ordinary character: the quotes of this text are unbalanced"
    } else {
      quote = "unless --quote says another"
    }
    facts.append(SourceFact("quote", "\(Dialect.name(of: dialect.quote)) (\(quote))"))
    facts.append(fact("escape", dialect.escape))
    facts.append(fact("comment", dialect.comment))
    facts.append(
      SourceFact(
        "header",
        headerCells.isEmpty
          ? "none (asked for)" : "the first record (unless --no-header is given)"))
    facts.append(SourceFact("line ends", lineEndings))
    facts.append(SourceFact("BOM", start > 0 ? "at the start" : "none"))
    let hasEnd = bytes.last == 0x0A || bytes.last == 0x0D
    facts.append(SourceFact("final newline", hasEnd ? "yes" : "no"))
    return facts
  }

  /// The number of comment lines, as a phrase.
  ///
  /// - Complexity: O(bytes between records).
  var besidesTable: [String] {
    guard let comment = dialect.comment else { return [] }
    let bytes = chunk.allBytes
    var count = 0
    func add(_ text: UnsafeRawBufferPointer.SubSequence, atStart: Bool) {
      var isStart = atStart
      for byte in text {
        if isStart, byte == comment { count += 1 }
        isStart = byte == 0x0A || byte == 0x0D
      }
    }
    let header = headerCells.first?.lowerBound ?? headerEnd
    add(bytes[start..<header], atStart: true)
    if let last = headerCells.last { add(bytes[last.upperBound..<headerEnd], atStart: false) }
    for record in 0..<chunk.recordCount { add(chunk.tail(record: record)[...], atStart: false) }
    return count == 0 ? [] : [Counts.of(count, "comment")]
  }

  private func fact(_ name: String, _ byte: UInt8?) -> SourceFact {
    let reason = byte == nil ? "unless --\(name) says one" : "asked for"
    return SourceFact(name, "\(Dialect.name(of: byte)) (\(reason))")
  }

  /// `CRLF`, or each line end with its count if they are mixed.
  private var lineEndings: String {
    var counts: [[UInt8]: Int] = [:]
    func count(_ tail: UnsafeRawBufferPointer) {
      let end = Self.lineEnd(in: tail)
      if !end.isEmpty { counts[end, default: 0] += 1 }
    }
    if let last = headerCells.last {
      count(UnsafeRawBufferPointer(rebasing: chunk.allBytes[last.upperBound...]))
    }
    for record in 0..<chunk.recordCount { count(chunk.tail(record: record)) }
    return LineEnds.fact(counts, forNew: lineEnd)
  }
}
