import TableKit

/// Finds where records start and cells end, eight bytes at a time, and checks what must hold:
/// UTF-8, no NUL, closed quotes, equally many cells in each record.
///
/// A quote opens a cell only as its first byte; elsewhere it is an ordinary byte. LF, CRLF and CR
/// end a record. A blank line is no record, unless records have one cell: then it is a null.
struct DelimitedScanner {
  /// Where each record starts.
  private(set) var starts: [UInt32] = []
  /// Where each cell ends.
  private(set) var ends: [UInt32] = []
  /// How many cells a record has; nil while there was none.
  private(set) var width: Int?
  /// The offset behind the last record that was read, its line end included.
  private(set) var next = 0

  private let bytes: UnsafeRawBufferPointer
  private let delimiter: UInt8
  private let quote: UInt8

  /// Creates a scanner.
  ///
  /// - Parameters:
  ///   - bytes: with at least eight readable bytes behind the last.
  ///   - quote: nil where quotes are ordinary bytes.
  ///   - width: how many cells a record must have; nil: as many as the first one.
  init(_ bytes: UnsafeRawBufferPointer, delimiter: UInt8, quote: UInt8?, width: Int? = nil) {
    self.bytes = bytes
    self.delimiter = delimiter
    // 0xFF stands in no UTF-8, so it never matches.
    self.quote = quote ?? 0xFF
    self.width = width
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let high: UInt64 = 0x8080_8080_8080_8080
  private static let pollInterval = 1 << 16

  /// Reads records from `start` until the end, or until there are `limit`.
  ///
  /// - Complexity: O(bytes).
  mutating func scan(
    from start: Int, limit: Int = .max, isCancelled: () -> Bool = { false },
    progress: Progress? = nil
  ) throws(ScanProblem) {
    guard let base = bytes.baseAddress else { return }
    let count = bytes.count
    let quotes = Self.ones &* UInt64(quote)
    let delimiters = Self.ones &* UInt64(delimiter)
    var boundaries = Boundaries(expecting: count - start, limit: limit)
    defer {
      boundaries.finish()
      starts = boundaries.starts
      ends = boundaries.ends
    }
    var expected = width ?? 0
    var i = start
    var cellStart = start
    var recordStart = start
    var cells = 0
    var validated = start
    var poll = start + Self.pollInterval
    defer { width = expected == 0 ? nil : expected }
    next = start

    words: while i < count {
      let word = base.loadUnaligned(fromByteOffset: i, as: UInt64.self)
      if word & Self.high != 0, i &+ 8 > validated {
        validated = try validate(from: max(i, validated))
      }
      if i > poll {
        progress?.advance(to: i)
        if isCancelled() { throw .cancelled }
        poll = i + Self.pollInterval
      }
      let x = word ^ quotes
      let y = word ^ delimiters
      // May mark a byte too much behind a true one, never one too few; each is looked at below.
      var marks =
        ((word &- Self.ones &* 0x20) & ~word | (x &- Self.ones) & ~x | (y &- Self.ones) & ~y)
        & Self.high
      while marks != 0 {
        let at = i &+ marks.trailingZeroBitCount >> 3
        marks &= marks &- 1
        if at >= count { break }
        if at < cellStart { continue }
        let byte = base.load(fromByteOffset: at, as: UInt8.self)
        if byte == delimiter {
          boundaries.endCell(at)
          cells &+= 1
          cellStart = at &+ 1
        } else if byte == 0x0A || byte == 0x0D {
          var after = at &+ 1
          if byte == 0x0D, after < count,
            base.load(fromByteOffset: after, as: UInt8.self) == 0x0A
          {
            after &+= 1
          }
          if at != recordStart || cells > 0 || expected == 1 {
            boundaries.endCell(at)
            cells &+= 1
            if cells != expected {
              if expected != 0 {
                throw .ragged(offset: recordStart, cells: cells, expected: expected)
              }
              expected = cells
            }
            boundaries.startRecord(recordStart)
            cells = 0
            recordStart = after
            next = after
            if boundaries.starts.count == limit { return }
          } else {
            recordStart = after
          }
          cellStart = after
        } else if byte == quote, at == cellStart {
          i = try skipQuoted(at, base, &validated)
          continue words
        } else if byte == 0 {
          throw .nul(offset: at)
        }
      }
      i &+= 8
    }
    if recordStart < count {
      boundaries.endCell(count)
      cells += 1
      if expected == 0 { expected = cells }
      guard cells == expected else {
        throw .ragged(offset: recordStart, cells: cells, expected: expected)
      }
      boundaries.startRecord(recordStart)
    }
    next = count
  }

  /// The offset behind the closing quote of the cell whose opening quote stands at `start`.
  private func skipQuoted(
    _ start: Int, _ base: UnsafeRawPointer, _ validated: inout Int
  ) throws(ScanProblem) -> Int {
    let count = bytes.count
    let quotes = Self.ones &* UInt64(quote)
    var i = start + 1
    while i < count {
      let word = base.loadUnaligned(fromByteOffset: i, as: UInt64.self)
      if word & Self.high != 0, i &+ 8 > validated {
        validated = try validate(from: max(i, validated))
      }
      let x = word ^ quotes
      let marks = ((word &- Self.ones) & ~word | (x &- Self.ones) & ~x) & Self.high
      guard marks != 0 else {
        i &+= 8
        continue
      }
      let at = i &+ marks.trailingZeroBitCount >> 3
      if at >= count { break }
      let byte = base.load(fromByteOffset: at, as: UInt8.self)
      if byte == 0 { throw .nul(offset: at) }
      let after = at + 1
      if after >= count { return after }
      let follower = base.load(fromByteOffset: after, as: UInt8.self)
      if follower == quote {
        i = after + 1
        continue
      }
      guard follower == delimiter || follower == 0x0A || follower == 0x0D else {
        throw .textAfterQuote(offset: after)
      }
      return after
    }
    throw .openQuote(offset: start)
  }

  private func validate(from start: Int) throws(ScanProblem) -> Int {
    let (end, bad) = UTF8Check.stretch(bytes, from: start)
    if let bad { throw .invalidUTF8(offset: bad) }
    return end
  }
}
