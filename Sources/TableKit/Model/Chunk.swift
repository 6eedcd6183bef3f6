/// A buffer of records with their boundaries: a loaded file, or the growing buffer of edits.
///
/// Records are never overwritten, so any number of snapshots share a chunk; hence a class. Only one
/// thread appends records. A cell is a slice of the buffer, found through one start for each record
/// and one end for each cell; one byte separates two cells.
///
///     bytes   id,name⏎P1,Ann⏎P2,"B,ob"⏎
///     starts          8      15        24
///     ends              10 14  17 24
///
/// A record may lack cells, which are null: such a cell ends where the one before it ends, without
/// a byte between them.
public final class Chunk: @unchecked Sendable {
  /// The encoding of the raw cells.
  public let syntax: CellSyntax
  /// The columns of the cells of a record, in record order.
  public let fields: [ColumnID]
  /// Whether edits append records; a loaded chunk has line ends behind its records.
  public let holdsEdits: Bool
  /// The bytes and boundaries. Behind a pointer, because each read of a mutable property of a class
  /// is checked for exclusive access.
  private let store: UnsafeMutablePointer<ChunkStore>
  private let fieldOf: [Int32]
  /// The chunk that owns the memory, if this one shows its records under other columns.
  private let owner: Chunk?

  /// The largest buffer, in bytes, that 32-bit offsets can address.
  public static var maximumByteCount: Int { Int(UInt32.max) - 64 }

  /// Creates an empty chunk for edits.
  public init(syntax: CellSyntax, fields: [ColumnID]) {
    self.syntax = syntax
    self.fields = fields
    holdsEdits = true
    store = ChunkStore.allocate(width: fields.count)
    owner = nil
    fieldOf = Self.inverse(fields)
  }

  /// Creates a chunk over scanned memory and takes ownership of it.
  ///
  /// - Parameters:
  ///   - bytes: freed by the chunk with `deallocate()`, as are the boundaries.
  ///   - starts: the start of each record, and the end of the last one, its line end included: in
  ///     bytes, one more than there are records.
  ///   - ends: the end of each cell, record by record, `fields.count` for each.
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

  /// Creates a chunk over a scanned buffer and takes ownership of the buffer.
  ///
  /// - Parameters:
  ///   - bytes: allocated with `UnsafeMutableRawPointer.allocate`; freed by the chunk.
  ///   - starts: the start of each record, and the end of the last one, its line end included: in
  ///     bytes, one more than there are records.
  ///   - ends: the end of each cell, record by record, `fields.count` for each.
  public convenience init(
    syntax: CellSyntax, fields: [ColumnID], taking bytes: UnsafeMutableRawPointer, count: Int,
    starts: [UInt32], ends: [UInt32]
  ) {
    self.init(
      syntax: syntax, fields: fields, taking: bytes, count: count,
      starts: ChunkStore.copy(of: starts), ends: ChunkStore.copy(of: ends))
  }

  /// Creates a chunk that shows the records of another one under other columns, field by field.
  ///
  /// Both share the memory; from then on no record may be appended.
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

  /// The number of records.
  public var recordCount: Int { store.pointee.recordCount }
  /// The number of bytes in use.
  public var byteCount: Int { store.pointee.byteCount }

  /// Whether a record may lack cells.
  public var hasShortRecords: Bool { store.pointee.hasShortRecords }

  /// Whether a record lacks a cell, which is then null.
  ///
  /// - Complexity: O(fields) if the chunk has such records, else O(1).
  public func isShort(record: Int) -> Bool { store.pointee.isShort(record) }

  /// Whether a record has a cell in this field, which may be empty.
  public func holds(record: Int, field: Int) -> Bool {
    store.pointee.holds(record: record, field: field)
  }

  /// Whether equal record numbers mean the same bytes in both chunks, whatever their columns.
  public func sharesRecords(with other: Chunk) -> Bool {
    (owner ?? self) === (other.owner ?? other)
  }

  private static func inverse(_ fields: [ColumnID]) -> [Int32] {
    var map = [Int32](repeating: -1, count: (fields.map(\.rawValue).max() ?? -1) + 1)
    for (i, column) in fields.enumerated() { map[column.rawValue] = Int32(i) }
    return map
  }

  /// Returns the index in the record of a column's cell; nil if the records have no such column.
  @inline(__always)
  public func field(of column: ColumnID) -> Int? {
    guard column.rawValue < fieldOf.count else { return nil }
    let field = fieldOf[column.rawValue]
    return field < 0 ? nil : Int(field)
  }

  /// Returns the raw bytes of a cell. Valid until the chunk is freed or a record is appended.
  @inline(__always)
  public func raw(record: Int, field: Int) -> UnsafeRawBufferPointer {
    store.pointee.raw(record: record, field: field)
  }

  /// The bytes and boundaries. Valid until the chunk is freed or a record is appended.
  var memory: ChunkStore { store.pointee }

  /// Returns the bytes from the start of the first record to the end of the last one, separators
  /// and line ends included.
  public func raw(records: Range<Int>) -> UnsafeRawBufferPointer {
    let start = store.pointee.start(records.lowerBound)
    return UnsafeRawBufferPointer(
      start: store.pointee.bytes + start,
      count: store.pointee.start(records.upperBound) - start)
  }

  /// Returns the bytes behind the last cell of a record: its line end and anything up to the next
  /// record.
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
  ///   - content: the raw cells, separated by one byte each.
  ///   - cellEnds: the end of each cell in `content`.
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
