/// One buffer of records with its boundaries: a loaded file, or the growing buffer of edits.
///
/// A record is never overwritten, so any number of snapshots share a chunk; that is why this is a
/// class. Records are appended by one thread only. A cell is a slice of the buffer, found through
/// one start for each record and one end for each cell; between two cells stands one byte.
///
///     bytes   id,name⏎P1,Ann⏎P2,"B,ob"⏎
///     starts          8      15        24
///     ends              10 14  17 24
public final class Chunk: @unchecked Sendable {
  /// How raw cells of this chunk stand for values.
  public let syntax: CellSyntax
  /// The columns that the cells of a record belong to, in the order they stand in it.
  public let fields: [ColumnID]
  /// Whether records are appended by edits; a loaded chunk has line ends behind its records.
  public let holdsEdits: Bool
  /// How many records there are.
  public private(set) var recordCount = 0
  /// How many bytes are in use.
  public private(set) var byteCount = 0

  private var bytes: UnsafeMutableRawPointer
  private var byteCapacity: Int
  private var starts: [UInt32]
  private var ends: [UInt32]
  private let fieldOf: [Int32]
  /// The chunk whose buffer this one shows under other columns; it frees the buffer.
  private let owner: Chunk?

  /// The largest buffer that offsets of 32 bits reach.
  public static var maximumByteCount: Int { Int(UInt32.max) - 64 }

  /// Creates an empty chunk to which records are appended.
  public init(syntax: CellSyntax, fields: [ColumnID]) {
    self.syntax = syntax
    self.fields = fields
    holdsEdits = true
    byteCapacity = 4096
    bytes = .allocate(byteCount: byteCapacity, alignment: 16)
    starts = []
    ends = []
    owner = nil
    fieldOf = Self.inverse(fields)
  }

  /// Creates a chunk over a buffer that is already scanned, and takes the buffer over.
  ///
  /// - Parameters:
  ///   - bytes: allocated with `UnsafeMutableRawPointer.allocate`; the chunk frees it.
  ///   - starts: where each record starts, and one more: where the last one ends, its line end
  ///     included.
  ///   - ends: where each cell ends, record by record, `fields.count` for each.
  public init(
    syntax: CellSyntax, fields: [ColumnID], taking bytes: UnsafeMutableRawPointer, count: Int,
    starts: [UInt32], ends: [UInt32]
  ) {
    precondition(count <= Self.maximumByteCount, "a chunk of \(count) bytes is too large")
    precondition(
      starts.count >= 1 && ends.count == (starts.count - 1) * fields.count,
      "boundaries do not fit: \(starts.count) starts, \(ends.count) ends, \(fields.count) fields")
    self.syntax = syntax
    self.fields = fields
    holdsEdits = false
    self.bytes = bytes
    byteCount = count
    byteCapacity = count
    recordCount = starts.count - 1
    self.starts = starts
    self.ends = ends
    owner = nil
    fieldOf = Self.inverse(fields)
  }

  /// Creates a chunk that shows the records of another under other columns, field by field.
  ///
  /// Both share the buffer, to which nothing is appended from then on.
  public init(_ chunk: Chunk, fields: [ColumnID]) {
    precondition(
      fields.count == chunk.fields.count,
      "\(fields.count) columns for \(chunk.fields.count) fields")
    syntax = chunk.syntax
    self.fields = fields
    holdsEdits = chunk.holdsEdits
    bytes = chunk.bytes
    byteCount = chunk.byteCount
    byteCapacity = chunk.byteCount
    recordCount = chunk.recordCount
    starts = chunk.starts
    ends = chunk.ends
    owner = chunk.owner ?? chunk
    fieldOf = Self.inverse(fields)
  }

  deinit { if owner == nil { bytes.deallocate() } }

  /// Whether records of both chunks of one number are the same bytes of one buffer, whatever their
  /// columns are called.
  public func sharesRecords(with other: Chunk) -> Bool {
    (owner ?? self) === (other.owner ?? other)
  }

  private static func inverse(_ fields: [ColumnID]) -> [Int32] {
    var map = [Int32](repeating: -1, count: (fields.map(\.rawValue).max() ?? -1) + 1)
    for (i, column) in fields.enumerated() { map[column.rawValue] = Int32(i) }
    return map
  }

  /// Where in a record the cell of a column stands; nil when records of this chunk have none.
  @inline(__always)
  public func field(of column: ColumnID) -> Int? {
    guard column.rawValue < fieldOf.count else { return nil }
    let field = fieldOf[column.rawValue]
    return field < 0 ? nil : Int(field)
  }

  /// The raw bytes of one cell. Valid while the chunk is and until a record is appended.
  @inline(__always)
  public func raw(record: Int, field: Int) -> UnsafeRawBufferPointer {
    let index = record * fields.count + field
    let start = field == 0 ? Int(starts[record]) : Int(ends[index - 1]) + 1
    return UnsafeRawBufferPointer(start: bytes + start, count: Int(ends[index]) - start)
  }

  /// The bytes from the start of one record to the start of the record after another, what stands
  /// between records included.
  public func raw(records: Range<Int>) -> UnsafeRawBufferPointer {
    let start = Int(starts[records.lowerBound])
    return UnsafeRawBufferPointer(
      start: bytes + start, count: Int(starts[records.upperBound]) - start)
  }

  /// What stands behind the last cell of a record: its line end and anything up to the next record.
  public func tail(record: Int) -> UnsafeRawBufferPointer {
    let end = fields.isEmpty ? Int(starts[record]) : Int(ends[(record + 1) * fields.count - 1])
    return UnsafeRawBufferPointer(start: bytes + end, count: Int(starts[record + 1]) - end)
  }

  /// All bytes in use.
  public var allBytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: bytes, count: byteCount)
  }

  /// Appends a record of raw cells and returns its number.
  ///
  /// - Parameters:
  ///   - content: the raw cells, one byte between two of them.
  ///   - cellEnds: where each cell ends in `content`.
  /// - Complexity: O(length), amortised.
  func append(_ content: [UInt8], cellEnds: [Int]) -> Int {
    precondition(
      cellEnds.count == fields.count, "\(cellEnds.count) cells for \(fields.count) fields")
    precondition(owner == nil, "a chunk that shares its buffer takes no records")
    if starts.isEmpty { starts.append(0) }
    let base = byteCount
    reserve(base + content.count + 1)
    content.withUnsafeBytes { source in
      if let address = source.baseAddress {
        bytes.advanced(by: base).copyMemory(from: address, byteCount: content.count)
      }
    }
    byteCount = base + content.count
    for end in cellEnds { ends.append(UInt32(base + end)) }
    starts.append(UInt32(byteCount))
    recordCount += 1
    return recordCount - 1
  }

  /// Whether a record of `length` bytes still fits.
  func hasRoom(_ length: Int) -> Bool { byteCount + length + 1 <= Self.maximumByteCount }

  private func reserve(_ count: Int) {
    guard count > byteCapacity else { return }
    let capacity = max(count, byteCapacity * 2)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    larger.copyMemory(from: bytes, byteCount: byteCount)
    bytes.deallocate()
    bytes = larger
    byteCapacity = capacity
  }
}
