import TableKit

extension DelimitedScanner.Reading {
  /// Reads records of a dialect with escape characters, comment lines or blanks behind quotes, byte by
  /// byte.
  ///
  /// An escape character makes the byte after it an ordinary one, in or out of quotes. A comment line
  /// is no record; like a blank line it belongs to the tail of the record before it.
  mutating func readRecords(in dialect: Dialect, _ progress: Progress) throws(ScanProblem) {
    if limit == .max { try check() }
    var i = next
    while i < bytes.count {
      if starts.count & 0xFFF == 0, progress.isCancelled { throw .cancelled }
      if dialect.isComment(bytes, at: i) {
        i = TableStart.nextLine(i, in: bytes)
        continue
      }
      let (first, former) = (i, ends.count)
      try readCells(&i, dialect)
      let (end, count) = (i, ends.count - former)
      i = TableStart.behindLineEnd(i, in: bytes)
      if count == 1, end == first, width != 1 {
        ends.grow(by: -1)
        continue
      }
      try endRecord(from: first, cells: count, at: end)
      next = i
      if starts.count >= limit { return }
    }
    next = bytes.count
  }

  /// Skips the cells of a record, up to its line end.
  private mutating func readCells(_ i: inout Int, _ dialect: Dialect) throws(ScanProblem) {
    func endsCell(_ byte: UInt8) -> Bool {
      byte == dialect.delimiter || byte == 0x0A || byte == 0x0D
    }
    while true {
      if i < bytes.count, bytes[i] == dialect.quote {
        i = try dialect.behindQuotes(bytes, from: i, to: bytes.count)
        if dialect.allowsBlanks { i = dialect.skippingBlanks(bytes, from: i) }
        if i < bytes.count, !endsCell(bytes[i]) { throw .textAfterQuote(offset: i) }
      } else {
        while i < bytes.count, !endsCell(bytes[i]) { try dialect.skip(bytes, &i, to: bytes.count) }
      }
      try append(i, to: ends)
      guard i < bytes.count, bytes[i] == dialect.delimiter else { return }
      i += 1
    }
  }

  /// Refuses NUL and invalid UTF-8, once for the whole text.
  private func check() throws(ScanProblem) {
    let rest = UnsafeRawBufferPointer(rebasing: bytes[next...])
    let bad = UTF8Check.firstBad(rest)
    let nul = rest.firstIndex(of: 0)
    if let nul, nul < bad ?? .max { throw .nul(offset: next + nul) }
    if let bad { throw .invalidUTF8(offset: next + bad) }
  }
}
