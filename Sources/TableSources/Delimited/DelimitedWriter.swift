import TableKit

/// Writes the table of a delimited text back: runs of unchanged records byte by byte, others cell
/// by cell.
struct DelimitedWriter {
  let layout: DelimitedLayout
  let table: Table
  let file: String
  let writer: ByteWriter

  /// The number of scattered records copied per batch.
  private let stretch: Int
  private let gatherers = (RecordGatherer(), RecordGatherer())
  private let columnIDs: [ColumnID]
  /// Whether records have the loaded cells in the loaded order.
  private let keepsCells: Bool
  private let rows: [RowID]
  private let widths: RowWidths
  /// Whether the last written bytes end a line; true at the start of a text.
  private var endsLine = true
  /// Whether the last written byte is a CR, which would form one line end with an LF.
  private var endsWithCR = false
  /// What to write after the last record if another follows: bytes of a chunk; empty: the line end
  /// of most records.
  private var pendingTail = UnsafeRawBufferPointer(start: nil, count: 0)
  /// Whether to replace the LF at the start of the pending tail by a CR.
  private var turnsTail = false

  /// The chunk of the previous run, and whether its records have the cells in order.
  private var known: (chunk: Chunk, fits: Bool)?

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
    self.rows = rows
    widths = RowWidths(table, rows, columnIDs, layout)
  }

  /// Writes the text.
  mutating func write() throws(SourceError) {
    try checkQuotes(rows)
    try writeHeader()
    var start = 0
    while start < rows.count {
      let end = min(start + stretch, rows.count)
      if try !writeGathered(rows[start..<end]) { try writeRuns(start..<end) }
      start = end
    }
    try finish(rows.last)
  }

  private mutating func writeRuns(_ range: Range<Int>) throws(SourceError) {
    try table.forEachRun(of: rows, in: range) { (chunk, records, first) throws(SourceError) in
      let fits = fits(chunk)
      let places = first..<first + records.count
      if fits, !chunk.holdsEdits, widths.padded.isEmpty || !places.contains(where: isPadded) {
        return try writeRun(records, of: chunk)
      }
      if fits, chunk.hasCellsApart, chunk.showsLoadedRecords, columnIDs.count > 1, widths.isWhole {
        return try writeRunWithCellsApart(records, of: chunk)
      }
      for (record, place) in zip(records, places) {
        // What an edit leaves out may stand between other cells.
        let isWhole =
          chunk.holdsEdits
          ? !chunk.hasCellsApart && !chunk.isShort(record: record) : !isPadded(place)
        try writeRecord(record, of: chunk, place, asItStands: fits && isWhole)
      }
    }
  }

  private func isPadded(_ place: Int) -> Bool { widths.padded.contains(place) }

  private mutating func fits(_ chunk: Chunk) -> Bool {
    if known?.chunk !== chunk { known = (chunk, chunk.fields == columnIDs) }
    return known?.fits ?? false
  }

  /// Writes scattered records, gathered by two threads, if they can be written unchanged; returns
  /// whether it did.
  private mutating func writeGathered(_ rows: ArraySlice<RowID>) throws(SourceError) -> Bool {
    let chunk = layout.chunk
    // The last record of the text may need no line end.
    guard rows.count == stretch, rows.endIndex < self.rows.count, columnIDs.count > 1,
      widths.isWhole, isScattered(rows), fits(chunk)
    else { return false }
    let middle = rows.startIndex + rows.count / 2
    let (table, first, second) = (table, gatherers.0, gatherers.1)
    var isPlain = false
    let other = Answer()
    TwoThreads.run(
      { _ in isPlain = first.gather(rows[..<middle], of: table, from: chunk) },
      { _ in other.isPlain = second.gather(rows[middle...], of: table, from: chunk) })
    guard isPlain, other.isPlain else { return false }
    try endLine()
    try writer.write(first.bytes)
    try writer.write(second.bytes)
    endsLine = true
    endsWithCR = false
    return true
  }

  /// The result of the second thread; a class, because both threads refer to it.
  private final class Answer: @unchecked Sendable {
    var isPlain = false
  }

  /// Whether most of some rows do not follow the row before them in the source, by a sample.
  private func isScattered(_ rows: ArraySlice<RowID>) -> Bool {
    let step = max(2, rows.count / 64)
    var apart = 0
    var count = 0
    for i in stride(from: rows.startIndex + 1, to: rows.endIndex, by: step) {
      count += 1
      if table.record(of: rows[i]).record != table.record(of: rows[i - 1]).record + 1 { apart += 1 }
    }
    return apart * 2 > count
  }

  /// Refuses values that a text without quotes cannot hold, before anything is written.
  private func checkQuotes(_ rows: [RowID]) throws(SourceError) {
    guard layout.dialect.quote == nil else { return }
    for row in rows where table.record(of: row).chunk.holdsEdits {
      for column in table.columns {
        let raw = table.raw(row, column.id)
        if raw.contains(where: { $0 == layout.dialect.delimiter || $0 == 0x0A || $0 == 0x0D }) {
          throw .cannotWriteValue(row: table.key(of: row), column: column.name, file: file)
        }
      }
    }
  }

  private mutating func writeHeader() throws(SourceError) {
    let bytes = layout.chunk.allBytes
    let first = layout.headerEnd
    let header = layout.header
    // Without a header, blank lines before the first record would be records of a single column,
    // and without rows the only ones.
    let isKept =
      header.isEmpty
      ? (keepsCells || columnIDs.count > 1) && !rows.isEmpty
      : keepsCells && table.columns.map(\.name) === layout.columns.map(\.name)
    if isKept { return try writeStart(bytes[..<first]) }
    try writeStart(bytes[..<(header.start ?? layout.start)])
    let keeps = layout.keepsNames(table)
    for (number, record) in header.records.enumerated() {
      try endLine()
      try writer.write(layout.headerLine(number, of: table, keeps: keeps, file: file))
      let next = header.next(after: number, rows: first)
      var tail = UnsafeRawBufferPointer(rebasing: bytes[record.end..<next])
      if next == first { tail = relaid(tail, of: layout.chunk) }
      try writer.write(tail)
      endsLine = !tail.isEmpty
      endsWithCR = tail.last == 0x0D
    }
  }

  /// Writes what stands at the start of the text as it is.
  private mutating func writeStart(_ bytes: Slice<UnsafeRawBufferPointer>) throws(SourceError) {
    try writer.write(UnsafeRawBufferPointer(rebasing: bytes))
    let isEmpty = bytes.count <= DelimitedLayout.markEnd(of: layout.chunk.allBytes)
    endsLine = isEmpty || bytes.last == 0x0A || bytes.last == 0x0D
    endsWithCR = !isEmpty && bytes.last == 0x0D
  }

  /// Writes consecutive unchanged records; the line end of the last one is pending.
  private mutating func writeRun(_ records: Range<Int>, of chunk: Chunk) throws(SourceError) {
    var records = records
    try endLine()
    // Nulls of a single column are blank lines; their line ends must stay separate.
    while endsWithCR, columnIDs.count == 1, let record = records.first,
      chunk.raw(record: record, field: 0).isEmpty, chunk.emptyEnd(record: record).isEmpty
    {
      let tail = chunk.tail(record: record)
      guard tail.first == 0x0A || tail.isEmpty else { break }
      postpone(tail, isBlank: true)
      records = records.dropFirst()
      if records.isEmpty { return }
      try endLine()
    }
    let run = chunk.raw(records: records)
    let tail = chunk.tail(record: records.upperBound - 1)
    try writer.write(UnsafeRawBufferPointer(rebasing: run.dropLast(tail.count)))
    postpone(tail, isBlank: false)
  }

  /// Writes consecutive records of which only cells that stand apart are others than those loaded.
  private mutating func writeRunWithCellsApart(
    _ records: Range<Int>, of chunk: Chunk
  ) throws(SourceError) {
    try endLine()
    try chunk.forEachPiece(of: records) { (piece) throws(SourceError) in try writer.write(piece) }
    postpone(chunk.tail(record: records.upperBound - 1), isBlank: false)
  }

  /// Writes one record, cell by cell unless it has the cells in order.
  private mutating func writeRecord(
    _ record: Int, of chunk: Chunk, _ place: Int, asItStands: Bool
  ) throws(SourceError) {
    let row = rows[place]
    try endLine()
    let own = chunk.tail(record: record)
    if asItStands {
      let content = chunk.raw(records: record..<record + 1)
      try writer.write(UnsafeRawBufferPointer(rebasing: content.dropLast(own.count)))
    } else {
      for (c, column) in columnIDs.prefix(widths[place]).enumerated() {
        if c > 0 { try writer.write(byte: layout.dialect.delimiter) }
        try writer.write(table.raw(row, column))
      }
    }
    if chunk.holdsEdits || !asItStands { try writer.write(layout.emptyEnd(of: row, widths, place)) }
    let isBlank =
      columnIDs.count == 1 && table.raw(row, columnIDs[0]).isEmpty
      && layout.emptyEnd(of: row, widths, place).isEmpty
    if !own.isEmpty {
      postpone(relaid(own, of: chunk), isBlank: isBlank)
    } else if let loaded = layout.record(of: row) {
      postpone(relaid(layout.chunk.tail(record: loaded), of: layout.chunk), isBlank: isBlank)
    } else {
      postpone(own, isBlank: isBlank)
    }
  }

  /// Returns the tail of a record, without its blank lines if records now have one cell, which
  /// would make them records.
  private func relaid(
    _ tail: UnsafeRawBufferPointer, of chunk: Chunk
  ) -> UnsafeRawBufferPointer {
    guard columnIDs.count == 1, chunk.fields.count != 1 else { return tail }
    return UnsafeRawBufferPointer(
      rebasing: tail.prefix(DelimitedLayout.lineEnd(in: tail).count))
  }

  /// Stores the line end of the current record until it is known whether another record follows.
  ///
  /// - Parameters:
  ///   - tail: the bytes after it; empty: the line end of most records.
  ///   - isBlank: whether the record itself is empty.
  private mutating func postpone(_ tail: UnsafeRawBufferPointer, isBlank: Bool) {
    pendingTail = tail
    turnsTail = isBlank && endsWithCR && (tail.first ?? layout.lineEnd[0]) == 0x0A
    endsLine = false
  }

  /// Ends the current line before another record.
  private mutating func endLine() throws(SourceError) {
    guard !endsLine else { return }
    if turnsTail {
      try writer.write([0x0D] + (pendingTail.isEmpty ? [] : Array(pendingTail.dropFirst())))
    } else if pendingTail.isEmpty {
      try writer.write(layout.lineEnd)
    } else {
      try writer.write(pendingTail)
    }
    let last = pendingTail.last ?? layout.lineEnd.last
    endsWithCR = last == 0x0D || (turnsTail && max(pendingTail.count, 1) == 1)
    pendingTail = UnsafeRawBufferPointer(start: nil, count: 0)
    turnsTail = false
    endsLine = true
  }

  /// Ends the text as the source does: with or without a line end.
  private mutating func finish(_ last: RowID?) throws(SourceError) {
    guard let last, !endsLine else { return }
    // An empty last line without a line end would be no record.
    let isBlank =
      columnIDs.count == 1 && table.raw(last, columnIDs[0]).isEmpty
      && layout.emptyEnd(of: last, widths, rows.count - 1).isEmpty
    if layout.endsWithLineEnd || isBlank || widths.wantsLineEnd { try endLine() }
  }
}
