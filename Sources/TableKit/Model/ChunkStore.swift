/// The memory of a chunk: its bytes, and the offsets at which records start and cells end.
struct ChunkStore {
  private(set) var bytes: UnsafeMutableRawPointer
  private(set) var byteCount: Int
  private(set) var recordCount: Int
  /// Whether a record may lack cells.
  private(set) var hasShortRecords: Bool
  /// Whether delimiters may stand after the last cell of a record.
  let hasEmptyEnds: Bool
  let width: Int
  private var starts: UnsafeMutablePointer<UInt32>
  private var ends: UnsafeMutablePointer<UInt32>
  private var byteCapacity: Int
  private var recordCapacity: Int

  /// Allocates memory for appended records.
  static func allocate(width: Int, records: Int, bytes: Int) -> UnsafeMutablePointer<ChunkStore> {
    let (records, bytes) = (max(64, records), max(4096, bytes))
    let starts = UnsafeMutablePointer<UInt32>.allocate(capacity: records + 1)
    starts.initialize(to: 0)
    return allocate(
      ChunkStore(
        bytes: .allocate(byteCount: bytes, alignment: 16), byteCount: 0, recordCount: 0,
        hasShortRecords: false, hasEmptyEnds: false, width: width, starts: starts,
        ends: .allocate(capacity: max(1, records * width)),
        byteCapacity: bytes, recordCapacity: records))
  }

  /// Takes ownership of memory with records.
  static func allocate(
    bytes: UnsafeMutableRawPointer, count: Int, starts: UnsafeMutableBufferPointer<UInt32>,
    ends: UnsafeMutableBufferPointer<UInt32>, width: Int, hasShortRecords: Bool,
    hasEmptyEnds: Bool
  ) -> UnsafeMutablePointer<ChunkStore> {
    precondition(!starts.isEmpty, "the end of the last record is missing")
    return allocate(
      ChunkStore(
        bytes: bytes, byteCount: count, recordCount: starts.count - 1,
        hasShortRecords: hasShortRecords, hasEmptyEnds: hasEmptyEnds, width: width,
        starts: starts.baseAddress ?? .allocate(capacity: 1),
        ends: ends.baseAddress ?? .allocate(capacity: 1),
        byteCapacity: count, recordCapacity: starts.count - 1))
  }

  private static func allocate(_ store: ChunkStore) -> UnsafeMutablePointer<ChunkStore> {
    let place = UnsafeMutablePointer<ChunkStore>.allocate(capacity: 1)
    place.initialize(to: store)
    return place
  }

  /// Frees the memory.
  static func free(_ place: UnsafeMutablePointer<ChunkStore>) {
    place.pointee.bytes.deallocate()
    place.pointee.starts.deallocate()
    place.pointee.ends.deallocate()
    place.deallocate()
  }

  /// Copies boundaries to newly allocated memory.
  static func copy(of boundaries: [UInt32]) -> UnsafeMutableBufferPointer<UInt32> {
    let copy = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: boundaries.count)
    _ = copy.initialize(from: boundaries)
    return copy
  }

  @inline(__always)
  func start(_ record: Int) -> Int { Int(starts[record]) }

  /// Returns the offset at which the last cell of a record ends.
  func contentEnd(_ record: Int) -> Int {
    width == 0 ? start(record) : Int(ends[(record + 1) * width - 1])
  }

  /// Returns the offset after the delimiters that stand after the last cell of a record.
  ///
  /// - Parameter delimiter: the byte between cells.
  func recordEnd(_ record: Int, delimiter: UInt8) -> Int {
    var end = contentEnd(record)
    guard hasEmptyEnds else { return end }
    while end < byteCount, bytes.load(fromByteOffset: end, as: UInt8.self) == delimiter { end += 1 }
    return end
  }

  /// Whether exactly one LF separates a record from the next one.
  ///
  /// It also reads the start of the record, to prefetch it.
  @inline(__always)
  func endsPlainly(_ record: Int) -> Bool {
    let (start, end) = (start(record), start(record &+ 1))
    guard end &- start >= 2 else { return false }
    let first = bytes.load(fromByteOffset: start, as: UInt8.self)
    let last = bytes.load(fromByteOffset: end &- 2, as: UInt8.self)
    return bytes.load(fromByteOffset: end &- 1, as: UInt8.self) == 0x0A
      && last != 0x0A && last != 0x0D && first != 0x0A
  }

  /// Returns the raw bytes of a cell; empty if the record lacks it.
  @inline(__always)
  func raw(record: Int, field: Int) -> UnsafeRawBufferPointer {
    let index = record &* width &+ field
    let start = field == 0 ? Int(starts[record]) : Int(ends[index &- 1]) &+ 1
    // A missing cell ends where the one before it does.
    return UnsafeRawBufferPointer(start: bytes + start, count: max(0, Int(ends[index]) &- start))
  }

  /// Whether a record has a cell in this field.
  func holds(record: Int, field: Int) -> Bool {
    let index = record &* width &+ field
    return field == 0 || ends[index] > ends[index &- 1]
  }

  /// Whether a record lacks a cell.
  func isShort(_ record: Int) -> Bool {
    hasShortRecords && (0..<width).reversed().contains { !holds(record: record, field: $0) }
  }

  /// Appends a record and returns its number.
  mutating func append(_ content: [UInt8], cellEnds: [Int]) -> Int {
    let base = byteCount
    reserve(bytes: base + content.count + 1)
    if recordCount == recordCapacity { reserveRecords(recordCapacity * 2) }
    content.withUnsafeBytes { source in
      if let address = source.baseAddress {
        bytes.advanced(by: base).copyMemory(from: address, byteCount: content.count)
      }
    }
    byteCount = base + content.count
    var next = ends + recordCount * width
    var last = -1
    for end in cellEnds {
      if end == last { hasShortRecords = true }
      last = end
      next.initialize(to: UInt32(base + end))
      next += 1
    }
    recordCount += 1
    (starts + recordCount).initialize(to: UInt32(byteCount))
    return recordCount - 1
  }

  @inline(__always)
  private mutating func reserve(bytes count: Int) {
    if count > byteCapacity { grow(to: count) }
  }

  private mutating func grow(to count: Int) {
    let capacity = max(count, byteCapacity * 2)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    // With a record that is not complete yet.
    larger.copyMemory(from: bytes, byteCount: byteCapacity)
    bytes.deallocate()
    bytes = larger
    byteCapacity = capacity
  }

  private mutating func reserveRecords(_ count: Int) {
    starts = Self.grown(starts, recordCount + 1, to: count + 1)
    ends = Self.grown(ends, recordCount * width, to: max(1, count * width))
    recordCapacity = count
  }

  private static func grown(
    _ old: UnsafeMutablePointer<UInt32>, _ count: Int, to capacity: Int
  ) -> UnsafeMutablePointer<UInt32> {
    let larger = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity)
    larger.moveInitialize(from: old, count: count)
    old.deallocate()
    return larger
  }
}

// A record that is written in place, cell by cell, and counts once it is complete.
extension ChunkStore {
  /// Makes room for a record of which so many bytes are wanted.
  @inline(__always)
  mutating func reserveRecord(of length: Int) {
    reserve(bytes: byteCount &+ length &+ 1)
    if recordCount == recordCapacity { reserveRecords(recordCapacity * 2) }
  }

  /// Writes bytes at an offset of the record; there is room.
  @inline(__always)
  func write(_ text: UnsafeRawBufferPointer, at offset: Int) {
    guard let address = text.baseAddress else { return }
    bytes.advanced(by: byteCount &+ offset).copyMemory(from: address, byteCount: text.count)
  }

  /// Writes a byte at an offset of the record; there is room.
  @inline(__always)
  func write(_ byte: UInt8, at offset: Int) {
    bytes.storeBytes(of: byte, toByteOffset: byteCount &+ offset, as: UInt8.self)
  }

  /// Sets the offset in the record at which a cell ends.
  @inline(__always)
  func setEnd(_ end: Int, field: Int) {
    ends[recordCount &* width &+ field] = UInt32(truncatingIfNeeded: byteCount &+ end)
  }

  /// Has the record lack a cell other than the first one.
  mutating func leaveOut(field: Int, at end: Int) {
    setEnd(end, field: field)
    hasShortRecords = true
  }

  /// Counts the record, whose cells are all written.
  @inline(__always)
  mutating func endRecord(of length: Int) {
    byteCount &+= length
    recordCount &+= 1
    starts[recordCount] = UInt32(truncatingIfNeeded: byteCount)
  }

  /// Copies the record that is being written from another store, so far as it is.
  mutating func takeRecord(of other: ChunkStore, length: Int, cells: Int) {
    write(UnsafeRawBufferPointer(start: other.bytes + other.byteCount, count: length), at: 0)
    for field in 0..<cells {
      let end = other.ends[other.recordCount * other.width + field]
      setEnd(Int(end) - other.byteCount, field: field)
    }
    if other.hasShortRecords { hasShortRecords = true }
  }

  /// The bytes of adjacent cells of a record and what stands between them.
  @inline(__always)
  func raw(record: Int, fields: Range<Int>) -> UnsafeRawBufferPointer {
    let index = record &* width
    let first = fields.lowerBound
    let start = first == 0 ? Int(starts[record]) : Int(ends[index &+ first &- 1]) &+ 1
    let end = Int(ends[index &+ fields.upperBound &- 1])
    return UnsafeRawBufferPointer(start: bytes + start, count: end &- start)
  }

  /// Sets the ends of cells as those of adjacent cells of a record of another store stand, the first
  /// of which begins at an offset of this record.
  @inline(__always)
  func setEnds(
    from field: Int, at offset: Int, like other: ChunkStore, record: Int, fields: Range<Int>
  ) {
    let index = record &* other.width
    let first = fields.lowerBound
    let start = first == 0 ? other.starts[record] : other.ends[index &+ first &- 1] &+ 1
    let shift = UInt32(truncatingIfNeeded: byteCount &+ offset) &- start
    let own = ends + (recordCount &* width &+ field &- first)
    for field in fields { own[field] = other.ends[index &+ field] &+ shift }
  }
}
