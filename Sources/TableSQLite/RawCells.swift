import TableSources

/// Raw cells written one after the other to a buffer, for which memory is reserved many at a time.
struct RawCells {
  private let buffer: ByteBuffer
  /// Where the buffer begins, where the next byte goes, and where the reserved memory ends.
  private var start: UnsafeMutableRawPointer
  private var next: UnsafeMutableRawPointer
  private var end: UnsafeMutableRawPointer

  /// - Throws: `outOfMemory`, like all methods that write.
  init() throws(SourceError) {
    buffer = try ByteBuffer(capacity: 1 << 12)
    start = buffer.base
    (next, end) = (start, start)
  }

  /// The number of bytes.
  @inline(__always)
  var count: Int { next - start }

  /// Removes all bytes and keeps the memory.
  mutating func clear() { next = start }

  /// Returns some of the bytes; valid until more are written.
  @inline(__always)
  func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count)
  }

  /// Hands the bytes over, as a buffer does.
  func handOver() -> (bytes: UnsafeMutableRawPointer, count: Int) {
    buffer.grow(by: count - buffer.count)
    return (buffer.handOver(), count)
  }

  /// Writes the raw cell of a null.
  mutating func appendNull() throws(SourceError) {
    try reserve(4)
    for byte in "null".utf8 { put(byte) }
  }

  /// Writes the raw cell of an integer.
  mutating func append(_ integer: Int64) throws(SourceError) {
    try reserve(SQLiteValue.numberRoom)
    next = SQLiteValue.write(integer, to: next)
  }

  /// Writes the raw cell of a double.
  mutating func append(_ real: Double) throws(SourceError) {
    try reserve(SQLiteValue.numberRoom)
    next = SQLiteValue.write(real, to: next)
  }

  /// Writes the raw cell of a text.
  mutating func append(text: UnsafeRawBufferPointer) throws(SourceError) {
    // Reserving room for the worst case takes less time than counting the bytes to escape.
    try reserve(text.count <= 1024 ? 6 * text.count + 2 : SQLiteValue.room(text: text))
    next = SQLiteValue.write(text: text, to: next)
  }

  /// Writes the raw cell of bytes.
  mutating func append(blob: UnsafeRawBufferPointer) throws(SourceError) {
    try reserve(2 * blob.count + 3)
    next = SQLiteValue.write(blob: blob, to: next)
  }

  /// Writes raw bytes.
  mutating func append(_ bytes: [UInt8]) throws(SourceError) {
    try reserve(bytes.count)
    next.copyMemory(from: bytes, byteCount: bytes.count)
    next += bytes.count
  }

  /// Writes the byte between two cells, or after the last cell of a record.
  @inline(__always)
  mutating func append(separator: UInt8) throws(SourceError) {
    try reserve(1)
    put(separator)
  }

  @inline(__always)
  private mutating func put(_ byte: UInt8) {
    next.storeBytes(of: byte, as: UInt8.self)
    next += 1
  }

  @inline(__always)
  private mutating func reserve(_ room: Int) throws(SourceError) {
    if end - next < room { try grow(room) }
  }

  @inline(never)
  private mutating func grow(_ room: Int) throws(SourceError) {
    buffer.grow(by: count - buffer.count)
    let room = max(room, 1 << 14)
    next = try buffer.space(room)
    (start, end) = (buffer.base, next + room)
  }
}
