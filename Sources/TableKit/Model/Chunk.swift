/// One buffer of records with its boundaries: a loaded file, or the growing buffer of edits.
///
/// A record is never overwritten, so any number of snapshots share a chunk; that is why this is a
/// class. Records are appended by one thread only. A cell is a slice of the buffer, found through
/// one start for each record and one end for each cell; between two cells stands one byte.
///
///     bytes   id,name⏎P1,Ann⏎P2,"B,ob"⏎
///     starts          8      15        24
///     ends              10 14  17 24
///
/// A record may lack cells, which are null: the end of such a cell is that of the cell before it,
/// and no byte stands between the two.
public final class Chunk: @unchecked Sendable {
  /// How raw cells of this chunk stand for values.
  public let syntax: CellSyntax
  /// The columns that the cells of a record belong to, in the order they stand in it.
  public let fields: [ColumnID]
  /// Whether records are appended by edits; a loaded chunk has line ends behind its records.
  public let holdsEdits: Bool
  /// Where bytes and boundaries lie. Behind a pointer, because a read of a class's property that
  /// may change is checked for exclusive access each time.
  private let store: UnsafeMutablePointer<ChunkStore>
  private let fieldOf: [Int32]
  /// The chunk whose memory this one shows under other columns; it frees it.
  private let owner: Chunk?

  /// The largest buffer that offsets of 32 bits reach.
  public static var maximumByteCount: Int { Int(UInt32.max) - 64 }

  /// Creates an empty chunk to which records are appended.
  public init(syntax: CellSyntax, fields: [ColumnID]) {
    self.syntax = syntax
    self.fields = fields
    holdsEdits = true
    store = ChunkStore.allocate(width: fields.count)
    owner = nil
    fieldOf = Self.inverse(fields)
  }

  /// Creates a chunk over memory that is already scanned, and takes it over.
  ///
  /// - Parameters:
  ///   - bytes: the chunk frees it with `deallocate()`, as it does the boundaries.
  ///   - starts: where each record starts, and one more: where the last one ends, its line end
  ///     included.
  ///   - ends: where each cell ends, record by record, `fields.count` for each.
  ///   - hasShortRecords: whether records may lack cells at their end.
  public init(
    syntax: CellSyntax, fields: [ColumnID], taking bytes: UnsafeMutableRawPointer, count: Int,
    starts: UnsafeMutableBufferPointer<UInt32>, ends: UnsafeMutableBufferPointer<UInt32>,
    hasShortRecords: Bool = false
  ) {
    precondition(count <= Self.maximumByteCount, "a chunk of \(count) bytes is too large")
    precondition(
      starts.count >= 1 && ends.count == (starts.count - 1) * fields.count,
      "boundaries do not fit: \(starts.count) starts, \(ends.count) ends, \(fields.count) fields")
    self.syntax = syntax
    self.fields = fields
    holdsEdits = false
    store = ChunkStore.allocate(
      bytes: bytes, count: count, starts: starts, ends: ends, width: fields.count,
      hasShortRecords: hasShortRecords)
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
  public convenience init(
    syntax: CellSyntax, fields: [ColumnID], taking bytes: UnsafeMutableRawPointer, count: Int,
    starts: [UInt32], ends: [UInt32]
  ) {
    self.init(
      syntax: syntax, fields: fields, taking: bytes, count: count,
      starts: ChunkStore.copy(of: starts), ends: ChunkStore.copy(of: ends))
  }

  /// Creates a chunk that shows the records of another under other columns, field by field.
  ///
  /// Both share the memory, to which nothing is appended from then on.
  public init(_ chunk: Chunk, fields: [ColumnID]) {
    precondition(
      fields.count == chunk.fields.count,
      "\(fields.count) columns for \(chunk.fields.count) fields")
    syntax = chunk.syntax
    self.fields = fields
    holdsEdits = chunk.holdsEdits
    store = chunk.store
    owner = chunk.owner ?? chunk
    fieldOf = Self.inverse(fields)
  }

  deinit { if owner == nil { ChunkStore.free(store) } }

  /// How many records there are.
  public var recordCount: Int { store.pointee.recordCount }
  /// How many bytes are in use.
  public var byteCount: Int { store.pointee.byteCount }

  /// Whether a record may lack cells.
  public var hasShortRecords: Bool { store.pointee.hasShortRecords }

  /// Whether a record lacks a cell, which is null then.
  ///
  /// - Complexity: O(fields) where there are such records, else O(1).
  public func isShort(record: Int) -> Bool { store.pointee.isShort(record) }

  /// Whether a record has a cell of its own there, which may be empty.
  public func holds(record: Int, field: Int) -> Bool {
    store.pointee.holds(record: record, field: field)
  }

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
    store.pointee.raw(record: record, field: field)
  }

  /// Where the bytes and boundaries lie; valid while the chunk is and until a record is appended.
  var memory: ChunkStore { store.pointee }

  /// The bytes from the start of one record to the start of the record after another, what stands
  /// between records included.
  public func raw(records: Range<Int>) -> UnsafeRawBufferPointer {
    let start = store.pointee.start(records.lowerBound)
    return UnsafeRawBufferPointer(
      start: store.pointee.bytes + start,
      count: store.pointee.start(records.upperBound) - start)
  }

  /// What stands behind the last cell of a record: its line end and anything up to the next record.
  public func tail(record: Int) -> UnsafeRawBufferPointer {
    let end = store.pointee.contentEnd(record)
    return UnsafeRawBufferPointer(
      start: store.pointee.bytes + end, count: store.pointee.start(record + 1) - end)
  }

  /// All bytes in use.
  public var allBytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: store.pointee.bytes, count: byteCount)
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
    precondition(owner == nil, "a chunk that shares its memory takes no records")
    precondition(holdsEdits, "a loaded chunk takes no records")
    return store.pointee.append(content, cellEnds: cellEnds)
  }

  /// Whether a record of `length` bytes still fits.
  func hasRoom(_ length: Int) -> Bool { byteCount + length + 1 <= Self.maximumByteCount }
}
