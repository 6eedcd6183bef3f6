import CScan
import Memory
import TableKit

/// Finds the starts of records and the ends of cells, and checks the text: UTF-8, no NUL, closed
/// quotes, equally many cells in each record.
///
/// Short records can be allowed: missing cells end where the last present one does, as in `Chunk`.
/// Still refused, unless the reading is lenient, are short records that may be torn, and one at the
/// end of a text without a final line end. With short records, delimiters at the end of a record are
/// allowed, too: they belong to no cell.
///
/// A quote opens a cell only as its first byte; elsewhere it is an ordinary byte. LF, CRLF and CR
/// end a record. A blank line is no record, except that it is a null if records have one cell.
struct DelimitedScanner {
  /// The start of each record.
  let starts: OffsetList
  /// The end of each cell.
  let ends: OffsetList
  /// The number of cells of a record; nil before the first one.
  private(set) var width: Int?
  /// The offset after the last record that was read, with its line end.
  var next = 0
  /// The short records.
  var short = ShortRecords()
  /// The records with delimiters behind their last cell.
  var long = ShortRecords()
  /// The detection of torn records, carried on from an earlier scan.
  private(set) var torn: TornRecords?

  let bytes: UnsafeRawBufferPointer
  let dialect: Dialect
  let allowsShort: Bool
  let isLenient: Bool

  /// The number of short records, and the start and number of cells of the first one.
  struct ShortRecords: Hashable {
    private(set) var count = 0
    private(set) var first = 0
    private(set) var firstCells = 0

    mutating func add(at start: Int, cells: Int) {
      add(ShortRecords(count: 1, first: start, firstCells: cells))
    }

    /// Adds the short records that follow.
    mutating func add(_ others: ShortRecords) {
      if count == 0 { self = others } else { count += others.count }
    }
  }

  /// Creates a scanner.
  ///
  /// - Parameters:
  ///   - bytes: with at least 64 readable bytes after the last one.
  ///   - width: the number of cells of a record; nil: that of the first one.
  ///   - records: the expected number of records.
  ///   - allowsShort: whether a record may have fewer cells, or delimiters behind the last one.
  ///   - isLenient: whether short records are allowed even if they may be torn or cut off.
  init(
    _ bytes: UnsafeRawBufferPointer, _ dialect: Dialect, width: Int? = nil, records: Int = 0,
    allowsShort: Bool = false, isLenient: Bool = false
  ) throws(ScanProblem) {
    starts = try listing(try OffsetList(capacity: records + 1))
    ends = try listing(try OffsetList(capacity: records * (width ?? 1)))
    self.bytes = bytes
    self.dialect = dialect
    self.width = width
    self.allowsShort = allowsShort
    self.isLenient = isLenient
  }

  /// Creates a scanner that carries on where another one ended, in a longer text that begins with
  /// that one's. It adds to the same lists.
  init(_ bytes: UnsafeRawBufferPointer, carryingOn other: DelimitedScanner) {
    (starts, ends, width, next) = (other.starts, other.ends, other.width, other.next)
    (short, long, torn) = (other.short, other.long, other.torn)
    (dialect, allowsShort, isLenient) = (other.dialect, other.allowsShort, other.isLenient)
    self.bytes = bytes
  }

  private static let blocksBetweenPolls = 16

  /// Scans records from `start` to the end, up to `limit` records, or until one ends at or after
  /// `stop`.
  ///
  /// - Complexity: O(bytes).
  mutating func scan(
    from start: Int, limit: Int = .max, stop: Int = .max, progress: Progress = .none
  ) throws(ScanProblem) {
    var reading = Reading(
      self, from: start, limit: limit == .max ? .max : starts.count + limit, stop: stop)
    defer {
      torn = reading.torn
      short.add(reading.short)
      long.add(reading.long)
      width = reading.width == 0 ? nil : reading.width
      next = reading.next
    }
    if dialect.isUncommon { return try reading.readRecords(in: dialect, progress) }
    let block = MarkedBlock()
    var at = start
    var blocks = 0
    while at < bytes.count {
      blocks += 1
      if blocks % Self.blocksBetweenPolls == 0 {
        // Of two halves the first tells how far both are.
        progress.advance(to: stop == .max ? at : start + 2 * (at - start))
        if progress.isCancelled { throw .cancelled }
      }
      let end = min(at + MarkedBlock.length, bytes.count)
      block.mark(bytes, at..<end, delimiter: reading.delimiter, quote: reading.quote)
      let bad = reading.firstBadByte(of: block, from: at)
      if try reading.read(block, before: bad ?? end) { return }
      if let bad { throw .invalidUTF8(offset: bad) }
      at = end
    }
    try reading.finish()
  }
}

/// A block of bytes, with the offsets of those that may end cells. A class because it owns memory
/// that it reuses.
final class MarkedBlock {
  /// The maximum number of bytes marked at a time.
  static let length = Int(CSCAN_BLOCK)

  private let marks: UnsafeMutablePointer<UInt32>
  private let masks: UnsafeMutablePointer<UInt64>
  private(set) var count = 0
  private(set) var maskCount = 0

  init() {
    marks = .allocate(capacity: Int(CSCAN_MARKS))
    masks = .allocate(capacity: Int(CSCAN_MASKS))
  }

  deinit {
    marks.deallocate()
    masks.deallocate()
  }

  /// Finds delimiters, quotes and control characters in a range of a text with 64 readable bytes
  /// after its end.
  func mark(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, delimiter: UInt8, quote: UInt8) {
    guard let base = bytes.baseAddress else { return }
    count = cscan_marks(
      base.assumingMemoryBound(to: UInt8.self), range.lowerBound, range.upperBound, delimiter,
      quote, marks, masks)
    maskCount = (range.count + 63) / 64
  }

  /// The offsets of the marked bytes, ascending.
  var offsets: UnsafePointer<UInt32> { UnsafePointer(marks) }

  /// A mask of the bytes that are not ASCII, for each 64 bytes.
  var high: UnsafePointer<UInt64> { UnsafePointer(masks) }
}

/// Why a delimited text cannot be read, with the offset of the offending byte.
enum ScanProblem: Error, Hashable {
  /// A row with a wrong number of cells; offset of its first byte, of a torn row that of its first
  /// part.
  case ragged(offset: Int, cells: Int, expected: Int, RaggedReason)
  /// Text after a closing quote.
  case textAfterQuote(offset: Int)
  /// An opening quote that is never closed.
  case openQuote(offset: Int)
  /// An escape character at the end of the text.
  case openEscape(offset: Int)
  /// A NUL byte.
  case nul(offset: Int)
  /// Bytes that are not UTF-8.
  case invalidUTF8(offset: Int)
  /// The user cancelled the scan.
  case cancelled
  /// There is not enough memory for the boundaries.
  case memory(MemoryShortage)

  /// Whether the scan was cancelled or lacks memory, so that the text may be well-formed.
  var isStop: Bool {
    switch self {
    case .cancelled, .memory: true
    default: false
    }
  }

  /// Whether the delimiter may be wrong.
  var isAboutDelimiter: Bool {
    switch self {
    case .ragged(_, _, _, .fewWhole), .ragged(_, _, _, .rival): true
    default: false
    }
  }

  /// Whether the problem concerns quotes.
  var isAboutQuotes: Bool {
    switch self {
    case .textAfterQuote, .openQuote: true
    default: false
    }
  }
}

/// Takes memory for a list of offsets, and says as a problem of the scan that there is too little.
@inline(__always)
func listing<Result>(
  _ body: @autoclosure () throws(MemoryShortage) -> Result
) throws(ScanProblem) -> Result {
  do throws(MemoryShortage) { return try body() } catch { throw .memory(error) }
}
