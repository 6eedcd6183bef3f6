import CScan
import Memory
import TableKit

/// Finds where records start and cells end, and checks what must hold: UTF-8, no NUL, closed
/// quotes, equally many cells in each record.
///
/// A record may have fewer cells than others, where that is allowed: it ends missing cells where
/// its last one ends, as `Chunk` has them. Refused are short records that may be parts of one, and
/// one at the end of a text without a final line end.
///
/// A quote opens a cell only as its first byte; elsewhere it is an ordinary byte. LF, CRLF and CR
/// end a record. A blank line is no record, unless records have one cell: then it is a null.
struct DelimitedScanner {
  /// Where each record starts.
  let starts: OffsetList
  /// Where each cell ends.
  let ends: OffsetList
  /// How many cells a record has; nil while there was none.
  private(set) var width: Int?
  /// The offset behind the last record that was read, its line end included.
  var next = 0
  /// The records that are short.
  var short = ShortRecords()
  /// What is known of torn ones where reading went on before.
  private var torn: TornRecords?

  let bytes: UnsafeRawBufferPointer
  private let delimiter: UInt8
  private let quote: UInt8
  private let allowsShort: Bool

  /// How many records are short, where the first of them starts and how many cells that one has.
  struct ShortRecords: Hashable {
    private(set) var count = 0
    private(set) var first = 0
    private(set) var firstCells = 0

    init() {}

    private init(count: Int, first: Int, firstCells: Int) {
      (self.count, self.first, self.firstCells) = (count, first, firstCells)
    }

    mutating func add(at start: Int, cells: Int) {
      add(ShortRecords(count: 1, first: start, firstCells: cells))
    }

    /// Adds those behind these.
    mutating func add(_ others: ShortRecords) {
      if count == 0 { self = others } else { count += others.count }
    }
  }

  /// Creates a scanner.
  ///
  /// - Parameters:
  ///   - bytes: with at least 64 readable bytes behind the last.
  ///   - quote: nil where quotes are ordinary bytes.
  ///   - width: how many cells a record must have; nil: as many as the first one.
  ///   - records: how many are to be expected.
  ///   - allowsShort: whether a record may have fewer cells.
  init(
    _ bytes: UnsafeRawBufferPointer, delimiter: UInt8, quote: UInt8?, width: Int? = nil,
    records: Int = 0, allowsShort: Bool = false
  ) throws(ScanProblem) {
    starts = try listing(try OffsetList(capacity: records + 1))
    ends = try listing(try OffsetList(capacity: records * (width ?? 1)))
    self.bytes = bytes
    self.delimiter = delimiter
    // 0xFF stands in no UTF-8, so it never matches.
    self.quote = quote ?? 0xFF
    self.width = width
    self.allowsShort = allowsShort
  }

  private static let blocksBetweenPolls = 16

  /// Reads records from `start` until the end, or until there are `limit`, or until one ends at
  /// `stop` or behind it.
  ///
  /// - Complexity: O(bytes).
  mutating func scan(
    from start: Int, limit: Int = .max, stop: Int = .max, progress: Progress = .none
  ) throws(ScanProblem) {
    var reading = Reading(
      bytes: bytes, delimiter: delimiter, quote: quote, starts: starts, ends: ends,
      width: width ?? 0, start: start, limit: limit == .max ? .max : starts.count + limit,
      stop: stop, allowsShort: allowsShort)
    if let torn { reading.torn = torn }
    defer {
      torn = reading.torn
      short.add(reading.short)
      width = reading.width == 0 ? nil : reading.width
      next = reading.next
    }
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
      block.mark(bytes, at..<end, delimiter: delimiter, quote: quote)
      let bad = reading.firstBadByte(of: block, from: at)
      if try reading.read(block, before: bad ?? end) { return }
      if let bad { throw .invalidUTF8(offset: bad) }
      at = end
    }
    try reading.finish()
  }
}

/// Some bytes of a text, with the offsets of those that may end cells. A class because it owns
/// memory that is used again and again.
final class MarkedBlock {
  /// How many bytes are marked at a time, at most.
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

  /// Finds delimiters, quotes and control characters in a range of a text that has 64 readable
  /// bytes behind its end.
  func mark(
    _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, delimiter: UInt8, quote: UInt8
  ) {
    guard let base = bytes.baseAddress else { return }
    count = cscan_marks(
      base.assumingMemoryBound(to: UInt8.self), range.lowerBound, range.upperBound, delimiter,
      quote, marks, masks)
    maskCount = (range.count + 63) / 64
  }

  /// Where the marked bytes stand, ascending.
  var offsets: UnsafePointer<UInt32> { UnsafePointer(marks) }

  /// For each 64 bytes, which are no ASCII.
  var high: UnsafePointer<UInt64> { UnsafePointer(masks) }
}

/// Why a delimited text cannot be read as it stands, with the offset of the byte that shows it.
enum ScanProblem: Error, Hashable {
  /// A row of a wrong number of cells, at its first byte.
  case ragged(offset: Int, cells: Int, expected: Int)
  /// A short row and one before it that may be parts of one, at the first byte of that one.
  case torn(offset: Int, cells: Int, next: Int, expected: Int)
  /// A short row at the end of a text that ends without a line end.
  case cutOff(offset: Int, cells: Int, expected: Int)
  /// Few rows have all cells, so that the delimiter may be another; at the first short row.
  case fewWhole(offset: Int, cells: Int, expected: Int)
  /// Where rows may be short, another delimiter fits as well; at the first short row.
  case rival(offset: Int, cells: Int, expected: Int, delimiter: UInt8)
  /// Text behind a closing quote.
  case textAfterQuote(offset: Int)
  /// An opening quote without its closing one.
  case openQuote(offset: Int)
  /// An escape character at the end of the text.
  case openEscape(offset: Int)
  /// A byte 0.
  case nul(offset: Int)
  /// No UTF-8.
  case invalidUTF8(offset: Int)
  /// Stopped by the user.
  case cancelled
  /// There is no memory for what was found.
  case memory(MemoryShortage)

  /// Whether nothing is wrong with the text.
  var isStop: Bool {
    switch self {
    case .cancelled, .memory: true
    default: false
    }
  }

  /// Whether the delimiter is doubtful.
  var isAboutDelimiter: Bool {
    switch self {
    case .fewWhole, .rival: true
    default: false
    }
  }

  /// Whether quotes are what is wrong.
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
