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
/// A record may lack cells, which are null: the end of such a cell is that of the cell before it,
/// and no byte stands between the two.
///
/// A chunk may also show the records of another with the cells of some columns replaced or added:
/// these stand apart, one list for each column (`ColumnCells`).
public final class Chunk: @unchecked Sendable {
  /// The encoding of the raw cells.
  public let syntax: CellSyntax
  /// The columns of the cells of a record, in record order.
  public let fields: [ColumnID]
  /// Whether edits append records; a loaded chunk has line ends behind its records.
  public let holdsEdits: Bool
  /// The bytes and boundaries. Behind a pointer, because each read of a mutable property of a class
  /// is checked for exclusive access.
  let store: UnsafeMutablePointer<ChunkStore>
  private let fieldOf: [Int32]
  /// The chunk whose memory this one shows; it frees it.
  private let base: Chunk?
  /// The first chunk with these records; nil: this one.
  private let origin: Chunk?
  /// By field: the cells that stand apart from the records; empty where none do.
  private let apart: [ColumnCells?]
  /// By field: their memory. Nil where none stand apart.
  private let apartMemory: UnsafeMutablePointer<ColumnCells.Memory?>?

  /// The largest buffer, in bytes, that 32-bit offsets can address.
  public static var maximumByteCount: Int { Int(UInt32.max) - 64 }

  /// Creates an empty chunk for edits, with room for some.
  public init(syntax: CellSyntax, fields: [ColumnID], records: Int = 64, bytes: Int = 4096) {
    self.syntax = syntax
    self.fields = fields
    holdsEdits = true
    store = ChunkStore.allocate(width: fields.count, records: records, bytes: bytes)
    (base, origin, apart, apartMemory) = (nil, nil, [], nil)
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
  ///   - hasEmptyEnds: whether delimiters may stand after the last cell of a record.
  public init(
    syntax: CellSyntax, fields: [ColumnID], taking bytes: UnsafeMutableRawPointer, count: Int,
    starts: UnsafeMutableBufferPointer<UInt32>, ends: UnsafeMutableBufferPointer<UInt32>,
    hasShortRecords: Bool = false, hasEmptyEnds: Bool = false
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
      hasShortRecords: hasShortRecords, hasEmptyEnds: hasEmptyEnds)
    (base, origin, apart, apartMemory) = (nil, nil, [], nil)
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
    base = chunk.base ?? chunk
    origin = chunk.origin ?? chunk
    apart = chunk.apart
    apartMemory = Self.memory(of: apart)
    fieldOf = Self.inverse(fields)
  }

  /// Creates a chunk that shows the records of another with some cells replaced or added.
  ///
  /// - Parameters:
  ///   - chunk: may take further records, which this one does not show. None of its records that
  ///     are shown lacks cells.
  ///   - cells: by column; columns that `chunk` does not have come behind its own.
  init(_ chunk: Chunk, replacing cells: [ColumnID: ColumnCells]) {
    let added = cells.keys.filter { chunk.field(of: $0) == nil }.sorted()
    syntax = chunk.syntax
    fields = chunk.fields + added
    holdsEdits = true
    store = chunk.store
    base = chunk.base ?? chunk
    origin = nil
    var apart = chunk.apart.isEmpty ? Array(repeating: nil, count: chunk.fields.count) : chunk.apart
    apart += Array(repeating: nil, count: added.count)
    for (field, column) in fields.enumerated() {
      if let cells = cells[column] { apart[field] = cells }
    }
    self.apart = apart
    apartMemory = Self.memory(of: apart)
    fieldOf = Self.inverse(fields)
  }

  deinit {
    apartMemory?.deallocate()
    if base == nil { ChunkStore.free(store) }
  }

  private static func memory(of cells: [ColumnCells?]) -> UnsafeMutablePointer<
    ColumnCells.Memory?
  >? {
    guard !cells.isEmpty else { return nil }
    let memory = UnsafeMutablePointer<ColumnCells.Memory?>.allocate(capacity: cells.count)
    for (field, cells) in cells.enumerated() { (memory + field).initialize(to: cells?.memory) }
    return memory
  }

  /// Whether cells of some columns stand apart from the records.
  public var hasCellsApart: Bool { apartMemory != nil }

  /// The columns whose cells stand apart, if this chunk shows the records of another, number by
  /// number, and all others of its columns as that does; nil if it does not.
  func columnsApart(from other: Chunk) -> [ColumnID]? {
    guard hasCellsApart, store == other.store else { return nil }
    var columns: [ColumnID] = []
    for (field, column) in fields.enumerated() {
      let others = other.field(of: column)
      if let cells = apart[field] {
        if others.flatMap({ other.cellsApart(field: $0) }) !== cells { columns.append(column) }
      } else if others != field || other.cellsApart(field: field) != nil {
        return nil
      }
    }
    return other.fields.allSatisfy { field(of: $0) != nil } ? columns : nil
  }

  private func cellsApart(field: Int) -> ColumnCells? { apart.isEmpty ? nil : apart[field] }

  /// Where the cells of a field lie if they stand apart; valid while the chunk is.
  func memoryApart(field: Int) -> ColumnCells.Memory? { apartMemory?[field] }

  /// The number of records.
  public var recordCount: Int { store.pointee.recordCount }
  /// The number of bytes in use.
  public var byteCount: Int { store.pointee.byteCount }

  /// Whether a record may lack cells.
  public var hasShortRecords: Bool { store.pointee.hasShortRecords }

  /// Whether delimiters may stand after the last cell of a record.
  public var hasEmptyEnds: Bool { store.pointee.hasEmptyEnds }

  /// Whether a record lacks a cell, which is then null.
  ///
  /// - Complexity: O(fields) where there are such records, else O(1).
  public func isShort(record: Int) -> Bool { !hasCellsApart && store.pointee.isShort(record) }

  /// Whether a record has a cell in this field, which may be empty.
  public func holds(record: Int, field: Int) -> Bool {
    apartMemory?[field] != nil || store.pointee.holds(record: record, field: field)
  }

  /// Whether records of both chunks of one number have the same cells, whatever their columns are
  /// called.
  public func sharesRecords(with other: Chunk) -> Bool {
    (origin ?? self) === (other.origin ?? other)
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
    if let cells = apartMemory?[field] { return cells.raw(record: record) }
    return store.pointee.raw(record: record, field: field)
  }

  /// The bytes and boundaries. Valid until the chunk is freed or a record is appended.
  var memory: ChunkStore { store.pointee }

  /// The bytes from the start of one record to the start of the record after another, what stands
  /// between records included; of cells that stand apart, what they replace.
  public func raw(records: Range<Int>) -> UnsafeRawBufferPointer {
    let start = store.pointee.start(records.lowerBound)
    return UnsafeRawBufferPointer(
      start: store.pointee.bytes + start,
      count: store.pointee.start(records.upperBound) - start)
  }

  /// Returns the bytes behind a record: its line end and anything up to the next record.
  public func tail(record: Int) -> UnsafeRawBufferPointer {
    let end = store.pointee.recordEnd(record, delimiter: syntax.delimiter)
    return UnsafeRawBufferPointer(
      start: store.pointee.bytes + end, count: store.pointee.start(record + 1) - end)
  }

  /// Returns the delimiters behind the last cell of a record, which belong to no cell.
  public func emptyEnd(record: Int) -> UnsafeRawBufferPointer {
    let end = store.pointee.contentEnd(record)
    return UnsafeRawBufferPointer(
      start: store.pointee.bytes + end,
      count: store.pointee.recordEnd(record, delimiter: syntax.delimiter) - end)
  }

  /// Calls `body` with the bytes of records and what stands between them, piece by piece: cells that
  /// stand apart come in place of what they replace, added ones behind the others. What stands
  /// behind the last record is left out.
  ///
  /// - Complexity: O(bytes).
  public func forEachPiece<Failure: Error>(
    of records: Range<Int>, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    let store = store.pointee
    let fields = apart.indices.filter { apart[$0] != nil }
    let delimiter = UnsafeMutableRawBufferPointer.allocate(byteCount: 1, alignment: 1)
    delimiter[0] = syntax.delimiter
    defer { delimiter.deallocate() }
    var from = store.start(records.lowerBound)
    func piece(to end: Int) throws(Failure) {
      if end > from {
        try body(UnsafeRawBufferPointer(start: store.bytes + from, count: end - from))
      }
    }
    for record in records {
      let end = store.contentEnd(record)
      for field in fields {
        if field < store.width {
          let former = store.raw(record: record, field: field)
          let start = former.baseAddress.map { $0 - UnsafeRawPointer(store.bytes) } ?? end
          try piece(to: start)
          from = start + former.count
        } else {
          try piece(to: end)
          from = end
          try body(UnsafeRawBufferPointer(delimiter))
        }
        try body(raw(record: record, field: field))
      }
    }
    if let last = records.last {
      try piece(to: store.recordEnd(last, delimiter: syntax.delimiter))
    }
  }

  /// Whether the records were loaded, whatever cells of them were replaced since.
  public var showsLoadedRecords: Bool { !(base ?? self).holdsEdits }

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
    precondition(base == nil, "a chunk that shares its memory takes no records")
    precondition(holdsEdits, "a loaded chunk takes no records")
    return store.pointee.append(content, cellEnds: cellEnds)
  }

  /// Whether a record of `length` bytes can be appended.
  func takesRecord(of length: Int) -> Bool {
    holdsEdits && base == nil && byteCount + length + 1 <= Self.maximumByteCount
  }
}
