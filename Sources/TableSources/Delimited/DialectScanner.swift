import TableKit

/// Finds where records start and cells end in dialects that `DelimitedScanner` does not know: with
/// escape characters, with comment lines, or both. It answers the same boundaries and checks the
/// same, byte by byte.
///
/// An escape character makes the byte after it an ordinary one, in or out of quotes. A comment line
/// is no record; like a blank line it belongs to the tail of the record before it.
struct DialectScanner {
  /// The start of each record.
  private(set) var starts: [UInt32] = []
  /// The end of each cell.
  private(set) var ends: [UInt32] = []
  /// The number of cells of a record; nil before the first one.
  private(set) var width: Int?
  /// The offset after the last record that was read, with its line end.
  private(set) var next = 0
  /// The short records.
  private(set) var short = DelimitedScanner.ShortRecords()
  /// The records with delimiters behind their last cell.
  private(set) var long = DelimitedScanner.ShortRecords()

  private let bytes: UnsafeRawBufferPointer
  private let dialect: Dialect
  private let allowsShort: Bool
  private let isLenient: Bool

  /// Creates a scanner.
  ///
  /// - Parameters:
  ///   - width: the number of cells of a record; nil: that of the first one.
  ///   - allowsShort: whether a record may have fewer cells, or delimiters behind the last one.
  ///   - isLenient: whether short records are allowed even if they may be torn or cut off.
  init(
    _ bytes: UnsafeRawBufferPointer, dialect: Dialect, width: Int? = nil, allowsShort: Bool = false,
    isLenient: Bool = false
  ) {
    self.bytes = bytes
    self.dialect = dialect
    self.width = width
    self.allowsShort = allowsShort
    self.isLenient = isLenient
  }

  /// Scans records from `start` to the end, or up to `limit` records.
  ///
  /// - Complexity: O(bytes).
  mutating func scan(
    from start: Int, limit: Int = .max, progress: Progress = .none
  ) throws(ScanProblem) {
    try check(from: start, limit: limit)
    var i = start
    next = start
    var torn = TornRecords(width: width ?? 0)
    while i < bytes.count {
      if starts.count & 0xFFF == 0, progress.isCancelled { throw .cancelled }
      let first = i
      if dialect.isComment(bytes, at: i) {
        while i < bytes.count, !endsLine(i) { i += 1 }
        i = behindLineEnd(i)
        continue
      }
      let cells = ends.count
      try readRecord(&i)
      let count = ends.count - cells
      let end = i
      i = behindLineEnd(i)
      if count == 1, end == first, width != 1 {
        ends.removeLast()
        continue
      }
      if let width, allowsShort, count > width,
        end - Int(ends[ends.count - 1 - (count - width)]) == count - width
      {
        ends.removeLast(count - width)
        long.add(at: first, cells: count)
      } else if let width, count != width {
        guard allowsShort, count < width else {
          throw .ragged(offset: first, cells: count, expected: width)
        }
        if end == bytes.count, !isLenient {
          throw .cutOff(offset: first, cells: count, expected: width)
        }
        if !isLenient, let part = torn.part(record: starts.count, cells: count) {
          throw .torn(
            offset: Int(starts[part.record]), cells: part.cells, next: count, expected: width)
        }
        ends.append(contentsOf: repeatElement(UInt32(end), count: width - count))
        short.add(at: first, cells: count)
      } else if width == nil {
        width = count
        torn = TornRecords(width: count)
      }
      starts.append(UInt32(first))
      next = i
      if starts.count == limit { return }
    }
    next = bytes.count
  }

  /// Skips the cells of a record, up to its line end.
  private mutating func readRecord(_ i: inout Int) throws(ScanProblem) {
    while true {
      if i < bytes.count, bytes[i] == dialect.quote {
        try skipQuoted(&i)
        if dialect.allowsBlanks { i = dialect.skippingBlanks(bytes, from: i) }
        if i < bytes.count, bytes[i] != dialect.delimiter, !endsLine(i) {
          throw .textAfterQuote(offset: i)
        }
      } else {
        while i < bytes.count, bytes[i] != dialect.delimiter, !endsLine(i) {
          try skipByte(&i)
        }
      }
      ends.append(UInt32(i))
      guard i < bytes.count, bytes[i] == dialect.delimiter else { return }
      i += 1
    }
  }

  /// Skips a byte, or an escape character with the byte after it.
  private func skipByte(_ i: inout Int) throws(ScanProblem) {
    if bytes[i] == dialect.escape {
      guard i + 1 < bytes.count else { throw .openEscape(offset: i) }
      i += 1
    }
    i += 1
  }

  /// Skips a quoted cell; quotes in it are doubled or escaped.
  private func skipQuoted(_ i: inout Int) throws(ScanProblem) {
    let start = i
    i += 1
    while i < bytes.count {
      if bytes[i] == dialect.quote {
        i += 1
        guard i < bytes.count, bytes[i] == dialect.quote else { return }
        i += 1
      } else {
        try skipByte(&i)
      }
    }
    throw .openQuote(offset: start)
  }

  private func endsLine(_ i: Int) -> Bool { bytes[i] == 0x0A || bytes[i] == 0x0D }

  private func behindLineEnd(_ i: Int) -> Int {
    guard i < bytes.count else { return i }
    return bytes[i] == 0x0D && i + 1 < bytes.count && bytes[i + 1] == 0x0A ? i + 2 : i + 1
  }

  /// Refuses NUL and invalid UTF-8, once for the whole text.
  private func check(from start: Int, limit: Int) throws(ScanProblem) {
    guard limit == .max else { return }
    let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
    let bad = UTF8Check.firstBad(rest)
    let nul = rest.firstIndex(of: 0)
    if let nul, nul < bad ?? .max { throw .nul(offset: start + nul) }
    if let bad { throw .invalidUTF8(offset: start + bad) }
  }
}
