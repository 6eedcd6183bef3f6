import TableKit

/// Writes the table of a text in an uncommon dialect back: unchanged records byte by byte, and
/// every comment line.
///
/// Comments and blank lines between two records belong to the one below, as people write them;
/// those above the header or after the last record stay there. Comments of a deleted record stay
/// after the last one before it that still exists.
struct DialectWriter {
  let layout: DelimitedLayout
  let table: Table
  private let rows: [RowID]
  let file: String
  let writer: ByteWriter

  private let columns: [ColumnID]
  private let bytes: UnsafeRawBufferPointer
  /// Whether a line was written whose line end must be written before anything else.
  private var isOpen = false
  /// That line end; empty: the one of most records.
  private var pendingEnd = UnsafeRawBufferPointer(start: nil, count: 0)
  /// Whether that line is blank.
  private var isBlank = false
  /// Whether it needs a line end even if the text did not end with one.
  private var wantsEnd = false
  /// Whether the last written byte is a CR, which would form one line end with an LF.
  private var endsWithCR = false

  init(
    layout: DelimitedLayout, table: Table, rows: [RowID], file: String, writer: ByteWriter
  ) {
    self.rows = rows
    self.layout = layout
    self.table = table
    self.file = file
    self.writer = writer
    columns = table.columns.map(\.id)
    bytes = layout.chunk.allBytes
  }

  /// Writes the text.
  mutating func write() throws(SourceError) {
    let widths = RowWidths(table, rows, columns, layout)
    try writeHeader()
    let orphans = orphans(of: rows)
    try writeComments(orphans[-1])
    for (place, row) in rows.enumerated() {
      let record = layout.record(of: row)
      if let record { try writeLines(lead(of: record)) }
      try writeRecord(
        row, loaded: record, widths, place)
      wantsEnd = widths[place] < columns.count
      if let record { try writeComments(orphans[record]) }
    }
    if layout.chunk.recordCount > 0 { try writeLines(lead(of: layout.chunk.recordCount)) }
    guard isOpen else { return }
    // Without rows the last line is one above them, which keeps its end.
    let isAbove = rows.isEmpty && !pendingEnd.isEmpty
    if isBlank || wantsEnd || isAbove || endsWithLineEnd { try endLine() }
  }

  /// Whether the text ends with a line end that is not part of its last cell.
  private var endsWithLineEnd: Bool {
    let count = layout.chunk.recordCount
    if count > 0 { return !layout.chunk.tail(record: count - 1).isEmpty && endsWithBreak }
    if let end = layout.header.end { return end < bytes.count && endsWithBreak }
    return endsWithBreak
  }

  private var endsWithBreak: Bool { bytes.last == 0x0A || bytes.last == 0x0D }

  /// Returns the lines above a record; for the record count, those at the end.
  private func lead(of record: Int) -> Slice<UnsafeRawBufferPointer> {
    if record == 0 {
      guard let end = layout.header.end else { return bytes[..<0] }
      return Self.behindLine(UnsafeRawBufferPointer(rebasing: bytes[end..<layout.headerEnd]))
    }
    return Self.behindLine(layout.chunk.tail(record: record - 1))
  }

  private static func behindLine(_ tail: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer> {
    tail.dropFirst(DelimitedLayout.lineEnd(in: tail).count)
  }

  /// Returns the deleted records with comments, by the last remaining record before them, -1 for
  /// the header.
  private func orphans(of rows: [RowID]) -> [Int: [Int]] {
    guard !layout.dialect.comment.isEmpty else { return [:] }
    var isThere = [Bool](repeating: false, count: layout.chunk.recordCount)
    for row in rows {
      if let record = layout.record(of: row) { isThere[record] = true }
    }
    var result: [Int: [Int]] = [:]
    var last = -1
    for record in isThere.indices {
      if isThere[record] {
        last = record
      } else if layout.commentLines(lead(of: record), atStart: true) > 0 {
        result[last, default: []].append(record)
      }
    }
    return result
  }

  /// Writes the comment lines of deleted records.
  private mutating func writeComments(_ records: [Int]?) throws(SourceError) {
    for record in records ?? [] {
      for line in Self.split(lead(of: record))
      where isComment(line.bytes) {
        try writeLine(line)
      }
    }
  }

  private mutating func writeHeader() throws(SourceError) {
    let end = layout.headerEnd
    let mark = DelimitedLayout.markEnd(of: bytes)
    try put(UnsafeRawBufferPointer(rebasing: bytes[..<mark]))
    try writeText(bytes[mark..<layout.start])
    let header = layout.header
    try writeLines(bytes[layout.start..<(header.start ?? end)])
    let keeps = layout.keepsNames(table)
    for (number, record) in header.records.enumerated() {
      try beginLine()
      let line = try layout.headerLine(number, of: table, keeps: keeps, file: file)
      try put(line)
      let next = header.next(after: number, rows: end)
      let tail = UnsafeRawBufferPointer(rebasing: bytes[record.end..<next])
      close(DelimitedLayout.lineEnd(in: tail).count, of: tail, isBlank: line.isEmpty)
      if next != end { try writeText(Self.behindLine(tail)) }
    }
    // Without a record, the comments belong to none.
    if layout.chunk.recordCount == 0, !header.isEmpty { try writeLines(lead(of: 0)) }
  }

  private mutating func writeRecord(
    _ row: RowID, loaded: Int?, _ widths: RowWidths, _ place: Int
  ) throws(SourceError) {
    try beginLine()
    let (chunk, record) = table.record(of: row)
    let isBlank: Bool
    if chunk.fields == columns, !chunk.holdsEdits, !widths.padded.contains(place) {
      let content = chunk.raw(records: record..<record + 1)
        .dropLast(chunk.tail(record: record).count)
      try put(UnsafeRawBufferPointer(rebasing: content))
      isBlank = content.isEmpty
    } else {
      var line: [UInt8] = []
      for (c, column) in table.columns.prefix(widths[place]).enumerated() {
        if c > 0 { line.append(layout.dialect.delimiter) }
        let raw = table.raw(row, column.id)
        if c == 0, isComment(raw) {
          let cell = table.cell(row, column.id)
          try encode(cell, like: raw, row: table.key(of: row), column.name, into: &line)
        } else {
          line.append(contentsOf: raw)
        }
      }
      line += layout.emptyEnd(of: row, widths, place)
      try put(line)
      isBlank = line.isEmpty
    }
    let none = UnsafeRawBufferPointer(start: nil, count: 0)
    let tail = loaded.map { layout.chunk.tail(record: $0) } ?? none
    close(DelimitedLayout.lineEnd(in: tail).count, of: tail, isBlank: isBlank)
  }

  /// Encodes a cell, in quotes or escaped if it would otherwise make the line a comment.
  private func encode(
    _ cell: Cell, like raw: UnsafeRawBufferPointer, row: String, _ column: String,
    into line: inout [UInt8]
  ) throws(SourceError) {
    let syntax = layout.chunk.syntax
    guard syntax.canEncode(cell) else {
      throw .cannotWriteValue(row: row, column: column, file: file)
    }
    let start = line.count
    syntax.encode(cell, like: raw, into: &line)
    if start == 0, line.withUnsafeBytes(isComment) {
      throw .cannotWriteValue(row: row, column: column, file: file)
    }
  }

  private func isComment(_ raw: UnsafeRawBufferPointer) -> Bool {
    layout.chunk.syntax.isComment(raw)
  }

  // MARK: Lines

  /// Writes lines unchanged, with the line end of the last one pending. Omits blank lines that
  /// would be records.
  private mutating func writeLines(_ lines: Slice<UnsafeRawBufferPointer>) throws(SourceError) {
    guard !lines.isEmpty else { return }
    let isBare = layout.header.isEmpty && rows.isEmpty
    if isBare || (columns.count == 1 && layout.columns.count != 1) {
      for line in Self.split(lines) where line.content > 0 { try writeLine(line) }
      return
    }
    try writeText(lines)
  }

  /// Writes text that ends with a line end or the file, with that line end pending.
  private mutating func writeText(_ text: Slice<UnsafeRawBufferPointer>) throws(SourceError) {
    guard !text.isEmpty else { return }
    let all = UnsafeRawBufferPointer(rebasing: text)
    var end = all.count
    if all[end - 1] == 0x0A || all[end - 1] == 0x0D {
      end -= all[end - 1] == 0x0A && end > 1 && all[end - 2] == 0x0D ? 2 : 1
    }
    try beginLine()
    try put(UnsafeRawBufferPointer(rebasing: all[..<end]))
    let tail = UnsafeRawBufferPointer(rebasing: all[end...])
    close(tail.count, of: tail, isBlank: end == 0)
  }

  private mutating func writeLine(
    _ line: (bytes: UnsafeRawBufferPointer, content: Int)
  ) throws(SourceError) {
    try beginLine()
    try put(UnsafeRawBufferPointer(rebasing: line.bytes.prefix(line.content)))
    let tail = UnsafeRawBufferPointer(rebasing: line.bytes.dropFirst(line.content))
    close(tail.count, of: tail, isBlank: false)
  }

  private static func split(
    _ lines: Slice<UnsafeRawBufferPointer>
  ) -> [(bytes: UnsafeRawBufferPointer, content: Int)] {
    var result: [(UnsafeRawBufferPointer, Int)] = []
    var rest = lines
    while !rest.isEmpty {
      let content = rest.prefix { $0 != 0x0A && $0 != 0x0D }.count
      let behind = UnsafeRawBufferPointer(rebasing: rest.dropFirst(content))
      let line = rest.prefix(content + DelimitedLayout.lineEnd(in: behind).count)
      result.append((UnsafeRawBufferPointer(rebasing: line), content))
      rest = rest.dropFirst(line.count)
    }
    return result
  }

  /// Stores the line end of what was just written.
  private mutating func close(_ count: Int, of tail: UnsafeRawBufferPointer, isBlank: Bool) {
    isOpen = true
    pendingEnd = UnsafeRawBufferPointer(rebasing: tail.prefix(count))
    self.isBlank = isBlank
    wantsEnd = false
  }

  private mutating func beginLine() throws(SourceError) { if isOpen { try endLine() } }

  private mutating func endLine() throws(SourceError) {
    var end = pendingEnd.isEmpty ? layout.lineEnd : Array(pendingEnd)
    if isBlank, endsWithCR, end.first == 0x0A { end[0] = 0x0D }
    try put(end)
    isOpen = false
  }

  private mutating func put(_ bytes: UnsafeRawBufferPointer) throws(SourceError) {
    guard let last = bytes.last else { return }
    try writer.write(bytes)
    endsWithCR = last == 0x0D
  }

  private mutating func put(_ bytes: [UInt8]) throws(SourceError) {
    guard let last = bytes.last else { return }
    try writer.write(bytes)
    endsWithCR = last == 0x0D
  }
}
