import TableKit

// Rows above the blank lines that follow them.

extension DelimitedWriter {
  /// Writes the rows, runs of unchanged records byte by byte.
  mutating func writeRows() throws(SourceError) {
    var start = 0
    while start < rows.count {
      let end = min(start + stretch, rows.count)
      if try !writeGathered(rows[start..<end]) { try writeRuns(start..<end) }
      start = end
    }
  }

  /// Refuses values that a text without quotes cannot hold, before anything is written.
  func checkQuotes() throws(SourceError) {
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

  private mutating func writeRuns(_ range: Range<Int>) throws(SourceError) {
    try table.forEachRun(of: rows, in: range) { (chunk, records, first) throws(SourceError) in
      let fits = fits(chunk)
      let places = first..<first + records.count
      if fits, !chunk.holdsEdits, !isForeign(chunk),
        widths.padded.isEmpty || !places.contains(where: isPadded)
      {
        return try writeRun(records, of: chunk)
      }
      if fits, chunk.hasCellsApart, chunk.showsLoadedRecords, columnIDs.count > 1, widths.isWhole {
        return try writeRunWithCellsApart(records, of: chunk)
      }
      try writeRecords(records, of: chunk, first, fits)
    }
  }

  /// Writes records one by one.
  ///
  /// Not in the closure that calls it: there each call of a method would copy the writer.
  private mutating func writeRecords(
    _ records: Range<Int>, of chunk: Chunk, _ first: Int, _ fits: Bool
  ) throws(SourceError) {
    var place = first
    let isForeign = isForeign(chunk)
    for record in records {
      // What an edit leaves out may stand between other cells.
      let isWhole =
        chunk.holdsEdits
        ? !chunk.hasCellsApart && !chunk.isShort(record: record) : !isPadded(place)
      try writeRecord(record, of: chunk, place, asItStands: fits && isWhole)
      close(tail(of: isForeign ? nil : record, chunk, place), isRecord: true)
      place += 1
    }
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
    try beginLine()
    try put(first.bytes)
    try put(second.bytes)
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

  /// Writes consecutive unchanged records; the line end of the last one is pending.
  private mutating func writeRun(_ records: Range<Int>, of chunk: Chunk) throws(SourceError) {
    func isBlank(_ record: Int) -> Bool {
      columnIDs.count == 1 && chunk.raw(record: record, field: 0).isEmpty
        && chunk.emptyEnd(record: record).isEmpty
    }
    var records = records
    try beginLine()
    // Nulls of a single column are blank lines; their line ends must stay separate.
    while endsWithCR, let record = records.first, isBlank(record) {
      let tail = chunk.tail(record: record)
      guard tail.first == 0x0A || tail.isEmpty else { break }
      close(tail, isRecord: true)
      records = records.dropFirst()
      if records.isEmpty { return }
      try beginLine()
    }
    let last = records.upperBound - 1
    let tail = chunk.tail(record: last)
    try put(UnsafeRawBufferPointer(rebasing: chunk.raw(records: records).dropLast(tail.count)))
    self.isBlank = isBlank(last)
    close(tail, isRecord: true)
  }

  /// Writes consecutive records in which only some separate cells differ from the loaded ones.
  private mutating func writeRunWithCellsApart(
    _ records: Range<Int>, of chunk: Chunk
  ) throws(SourceError) {
    try beginLine()
    try chunk.forEachPiece(of: records) { (piece) throws(SourceError) in try put(piece) }
    close(chunk.tail(record: records.upperBound - 1), isRecord: true)
  }

  /// Returns what to write after a record: its own tail, or the tail of the record its row was loaded
  /// from. Blank lines are left out if records now have one cell, as they would become records.
  ///
  /// - Parameter record: nil: its own tail does not count.
  private mutating func tail(
    of record: Int?, _ chunk: Chunk, _ place: Int
  ) -> UnsafeRawBufferPointer {
    let own = record.map { chunk.tail(record: $0) } ?? UnsafeRawBufferPointer(start: nil, count: 0)
    let loaded = own.isEmpty ? layout.record(of: rows[place]) : nil
    let source = loaded == nil ? chunk : layout.chunk
    let tail = loaded.map { layout.chunk.tail(record: $0) } ?? own
    return columnIDs.count == 1 && source.fields.count != 1 ? Self.lineEnd(of: tail) : tail
  }
}

// Rows below the comments and blank lines above them.

extension DelimitedWriter {
  /// Writes each row below the lines above its record.
  mutating func writeRowsBelowLeads() throws(SourceError) {
    let chunk = layout.chunk
    let orphans = orphans()
    try writeComments(orphans[-1])
    for (place, row) in rows.enumerated() {
      let loaded = layout.record(of: row)
      if let loaded { try writeLines(lead(of: loaded)) }
      let (own, record) = table.record(of: row)
      try writeRecord(
        record, of: own, place, asItStands: !own.holdsEdits && !isPadded(place) && fits(own))
      let tail = loaded.map { chunk.tail(record: $0) }
      close(Self.lineEnd(of: tail ?? UnsafeRawBufferPointer(start: nil, count: 0)), isRecord: true)
      if let loaded { try writeComments(orphans[loaded]) }
    }
    if chunk.recordCount > 0 { try writeLines(lead(of: chunk.recordCount)) }
  }

  /// Returns the lines above a record; for the record count, those at the end.
  private func lead(of record: Int) -> Slice<UnsafeRawBufferPointer> {
    if record > 0 { return Self.behindLine(layout.chunk.tail(record: record - 1)) }
    guard let end = layout.header.end else { return bytes[..<0] }
    return Self.behindLine(UnsafeRawBufferPointer(rebasing: bytes[end..<layout.headerEnd]))
  }

  /// Returns the deleted records with comments, by the last remaining record before them, -1 for
  /// the header.
  private func orphans() -> [Int: [Int]] {
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
      where layout.chunk.syntax.isComment(UnsafeRawBufferPointer(rebasing: line)) {
        try writeText(line)
      }
    }
  }
}
