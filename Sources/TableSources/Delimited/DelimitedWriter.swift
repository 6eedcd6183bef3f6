import TableKit

/// Writes the table of a delimited text back: runs of unchanged records byte by byte, others cell
/// by cell.
///
/// In a common dialect, blank lines between two records belong to the one above, as its tail. In an
/// uncommon one, comments and blank lines belong to the record below, as people write them; those
/// above the header or after the last record stay there. Comments of a deleted record stay after the
/// last one before it that still exists.
struct DelimitedWriter {
  let layout: DelimitedLayout
  let table: Table
  let file: String
  let writer: ByteWriter

  /// The number of scattered records copied per batch.
  let stretch: Int
  let gatherers = (RecordGatherer(), RecordGatherer())
  let columnIDs: [ColumnID]
  /// Whether records have the loaded cells in the loaded order.
  private let keepsCells: Bool
  /// Whether lines between records belong to the one below.
  private let hasLeads: Bool
  let rows: [RowID]
  let widths: RowWidths
  let bytes: UnsafeRawBufferPointer
  /// Whether a line was written whose line end must be written before anything else.
  private var isOpen = false
  /// What to write after that line if another follows; empty: the line end of most records.
  private var pendingEnd = UnsafeRawBufferPointer(start: nil, count: 0)
  /// Whether nothing was written of the line so far.
  var isBlank = true
  /// Whether the line is a record.
  private var isRecord = false
  /// Whether the last written byte is a CR, which would form one line end with an LF.
  private(set) var endsWithCR = false

  /// The chunk of the previous run, whether its records have the cells in order, and whether they come
  /// from a file of other line ends.
  private var known: (chunk: Chunk, fits: Bool, isForeign: Bool)?

  init(
    layout: DelimitedLayout, table: Table, rows: [RowID], file: String, writer: ByteWriter,
    stretch: Int = 1 << 14
  ) {
    self.stretch = stretch
    self.layout = layout
    self.table = table
    self.file = file
    self.writer = writer
    columnIDs = table.columns.map(\.id)
    keepsCells = columnIDs == layout.columns.map(\.id)
    hasLeads = layout.dialect.isUncommon
    self.rows = rows
    widths = RowWidths(table, rows, columnIDs, layout)
    bytes = layout.chunk.allBytes
  }

  /// Writes the text.
  mutating func write() throws(SourceError) {
    if hasLeads {
      try writeHeader()
      try writeRowsBelowLeads()
    } else {
      try checkQuotes()
      try writeHeader()
      try writeRows()
    }
    try finish()
  }

  func isPadded(_ place: Int) -> Bool { widths.padded.contains(place) }

  mutating func fits(_ chunk: Chunk) -> Bool { knows(chunk).fits }

  /// Whether the records of a chunk come from a file of other line ends, which are not written.
  mutating func isForeign(_ chunk: Chunk) -> Bool { knows(chunk).isForeign }

  private mutating func knows(_ chunk: Chunk) -> (chunk: Chunk, fits: Bool, isForeign: Bool) {
    if let known, known.chunk === chunk { return known }
    var isForeign = false
    if chunk !== layout.chunk, !chunk.holdsEdits, chunk.recordCount > 0 {
      let end = DelimitedLayout.lineEnd(in: chunk.tail(record: 0))
      isForeign = !end.isEmpty && end != layout.lineEnd
    }
    let found = (chunk: chunk, fits: chunk.fields == columnIDs, isForeign: isForeign)
    known = found
    return found
  }

  private mutating func writeHeader() throws(SourceError) {
    let (header, first) = (layout.header, layout.headerEnd)
    if !hasLeads, !header.isEmpty, keepsCells,
      table.columns.map(\.name) === layout.columns.map(\.name)
    {
      return try writeText(bytes[..<first])
    }
    try put(UnsafeRawBufferPointer(rebasing: bytes[..<DelimitedLayout.markEnd(of: bytes)]))
    try writeText(bytes[DelimitedLayout.markEnd(of: bytes)..<layout.start])
    let above = bytes[layout.start..<(header.start ?? first)]
    if hasLeads || header.isEmpty { try writeLines(above) } else { try writeText(above) }
    let keeps = layout.keepsNames(table)
    for (number, record) in header.records.enumerated() {
      try beginLine()
      try put(layout.headerLine(number, of: table, keeps: keeps, file: file))
      let next = header.next(after: number, rows: first)
      let tail = UnsafeRawBufferPointer(rebasing: bytes[record.end..<next])
      let behind = Self.behindLine(tail)
      close(Self.lineEnd(of: tail))
      if next != first {
        try writeText(behind)
      } else if !hasLeads || layout.chunk.recordCount == 0 {
        // Leads of the first record are written with it; without one they belong to none.
        try writeLines(behind)
      }
    }
  }

  /// Writes the cells of a record, one by one unless it has them in order.
  mutating func writeRecord(
    _ record: Int, of chunk: Chunk, _ place: Int, asItStands: Bool
  ) throws(SourceError) {
    let row = rows[place]
    try beginLine()
    if asItStands {
      let content = chunk.raw(records: record..<record + 1)
      try put(UnsafeRawBufferPointer(rebasing: content.dropLast(chunk.tail(record: record).count)))
    } else {
      for (c, column) in columnIDs.prefix(widths[place]).enumerated() {
        if c > 0 { try put(delimiter: layout.dialect.delimiter) }
        let raw = table.raw(row, column)
        if c == 0, hasLeads, layout.chunk.syntax.isComment(raw) {
          try put(encoded(row, like: raw))
        } else {
          try put(raw)
        }
      }
    }
    if chunk.holdsEdits || !asItStands { try put(layout.emptyEnd(of: row, widths, place)) }
  }

  /// Encodes the first cell of a row, in quotes or escaped because it would otherwise make the line a
  /// comment.
  private func encoded(
    _ row: RowID, like raw: UnsafeRawBufferPointer
  ) throws(SourceError) -> [UInt8] {
    let (column, syntax) = (table.columns[0], layout.chunk.syntax)
    let cell = table.cell(row, column.id)
    var bytes: [UInt8] = []
    if syntax.canEncode(cell) {
      syntax.encode(cell, like: raw, into: &bytes)
      if !bytes.withUnsafeBytes(syntax.isComment) { return bytes }
    }
    throw .cannotWriteValue(row: table.key(of: row), column: column.name, file: file)
  }

  // MARK: Lines

  /// Writes lines unchanged, with the line end of the last one pending. Omits blank lines that
  /// would be records.
  mutating func writeLines(_ lines: Slice<UnsafeRawBufferPointer>) throws(SourceError) {
    let isBare = layout.header.isEmpty && rows.isEmpty
    if isBare || (columnIDs.count == 1 && layout.columns.count != 1) {
      for line in Self.split(lines) where line.first != 0x0A && line.first != 0x0D {
        try writeText(line)
      }
    } else {
      try writeText(lines)
    }
  }

  /// Writes text that ends with a line end or the file, with that line end pending.
  mutating func writeText(_ text: Slice<UnsafeRawBufferPointer>) throws(SourceError) {
    guard !text.isEmpty else { return }
    let all = UnsafeRawBufferPointer(rebasing: text)
    var end = all.count
    if all[end - 1] == 0x0A || all[end - 1] == 0x0D {
      end -= all[end - 1] == 0x0A && end > 1 && all[end - 2] == 0x0D ? 2 : 1
    }
    try beginLine()
    try put(UnsafeRawBufferPointer(rebasing: all[..<end]))
    close(UnsafeRawBufferPointer(rebasing: all[end...]))
  }

  /// Returns the line end at the beginning of what follows a record or a line.
  static func lineEnd(of tail: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: tail.prefix(DelimitedLayout.lineEnd(in: tail).count))
  }

  /// Returns the lines after that line end.
  static func behindLine(_ tail: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer> {
    tail.dropFirst(DelimitedLayout.lineEnd(in: tail).count)
  }

  /// Returns lines, each with its line end.
  static func split(_ lines: Slice<UnsafeRawBufferPointer>) -> [Slice<UnsafeRawBufferPointer>] {
    let bytes = lines.base
    var result: [Slice<UnsafeRawBufferPointer>] = []
    var start = lines.startIndex
    while start < lines.endIndex {
      let end = min(TableStart.nextLine(start, in: bytes), lines.endIndex)
      result.append(bytes[start..<end])
      start = end
    }
    return result
  }

  /// Keeps what follows the current line until it is known whether another line comes.
  mutating func close(_ end: UnsafeRawBufferPointer, isRecord: Bool = false) {
    isOpen = true
    pendingEnd = end
    self.isRecord = isRecord
  }

  mutating func beginLine() throws(SourceError) {
    if isOpen { try endLine() }
    isBlank = true
  }

  /// Whether the line is empty, and a record all the same. In a common dialect nothing is a record of
  /// no columns.
  private var isBlankRecord: Bool { isBlank && (columnIDs.count == 1 || hasLeads) }

  private mutating func endLine() throws(SourceError) {
    if isBlankRecord, endsWithCR, (pendingEnd.first ?? layout.lineEnd[0]) == 0x0A {
      try put([0x0D] + pendingEnd.dropFirst())
    } else if pendingEnd.isEmpty {
      try put(layout.lineEnd)
    } else {
      try put(pendingEnd)
    }
    isOpen = false
  }

  mutating func put(_ bytes: UnsafeRawBufferPointer) throws(SourceError) {
    guard let last = bytes.last else { return }
    try writer.write(bytes)
    (isBlank, endsWithCR) = (false, last == 0x0D)
  }

  mutating func put(_ bytes: [UInt8]) throws(SourceError) {
    guard let last = bytes.last else { return }
    try writer.write(bytes)
    (isBlank, endsWithCR) = (false, last == 0x0D)
  }

  private mutating func put(delimiter: UInt8) throws(SourceError) {
    try writer.write(byte: delimiter)
    (isBlank, endsWithCR) = (false, false)
  }

  /// Ends the text as the source does: with or without a line end.
  private mutating func finish() throws(SourceError) {
    guard isOpen else { return }
    // Without rows the last line is one above them, which keeps its end.
    let isAbove = rows.isEmpty && !pendingEnd.isEmpty
    // An empty last line without a line end would be no record.
    if isBlankRecord || isAbove || layout.endsWithLineEnd || (isRecord && widths.wantsLineEnd) {
      try endLine()
    }
  }
}
