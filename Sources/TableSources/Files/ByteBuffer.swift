/// Bytes of a source in one allocation, with zero bytes behind the last so that a scanner may read
/// whole words.
///
/// A class because it owns memory: it frees it, or hands it over to a chunk.
final class ByteBuffer: @unchecked Sendable {
  /// How many zero bytes stand behind the last byte.
  static let padding = 64

  private(set) var base: UnsafeMutableRawPointer
  private(set) var count = 0
  private var capacity: Int
  private var isOwned = true

  /// Creates an empty buffer.
  init(capacity: Int) {
    self.capacity = capacity
    base = LargeMemory.allocate(byteCount: capacity + Self.padding)
    pad()
  }

  /// Creates a buffer with a copy of bytes.
  convenience init(_ bytes: UnsafeRawBufferPointer) {
    self.init(capacity: bytes.count)
    append(bytes)
  }

  /// Creates a buffer with a copy of bytes.
  convenience init(_ bytes: [UInt8]) {
    self.init(capacity: bytes.count)
    bytes.withUnsafeBytes { append($0) }
  }

  deinit { if isOwned { base.deallocate() } }

  /// The bytes, valid while the buffer or the chunk that took it over is.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

  /// Calls `body` with the bytes, the buffer staying alive until it returns.
  func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(bytes)
  }

  /// Adds bytes at the end.
  func append(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress, bytes.count > 0 else { return }
    reserve(count + bytes.count)
    base.advanced(by: count).copyMemory(from: start, byteCount: bytes.count)
    count += bytes.count
    pad()
  }

  /// Room for `room` more bytes at the end; tell `grow(by:)` how many were written.
  func space(_ room: Int) -> UnsafeMutableRawPointer {
    reserve(count + room)
    return base.advanced(by: count)
  }

  /// Counts bytes that were written to `space(_:)`.
  func grow(by written: Int) {
    count += written
    pad()
  }

  /// Gives the memory away; the buffer stays readable while the new owner lives.
  func handOver() -> UnsafeMutableRawPointer {
    precondition(isOwned, "the buffer was already handed over")
    isOwned = false
    return base
  }

  private func reserve(_ wanted: Int) {
    guard wanted > capacity else { return }
    precondition(isOwned, "a buffer that was handed over cannot grow")
    capacity = max(wanted, capacity * 2, 4096)
    let larger = LargeMemory.allocate(byteCount: capacity + Self.padding)
    larger.copyMemory(from: base, byteCount: count)
    base.deallocate()
    base = larger
  }

  private func pad() {
    base.advanced(by: count).initializeMemory(as: UInt8.self, repeating: 0, count: Self.padding)
  }
}
