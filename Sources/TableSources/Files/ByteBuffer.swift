import Glibc
import Memory
import Wording

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
  ///
  /// - Throws: `outOfMemory`, as all that makes it larger.
  init(capacity: Int) throws(SourceError) {
    self.capacity = capacity
    base = try allocating(try LargeMemory.allocate(byteCount: capacity + Self.padding))
    pad()
  }

  /// Creates a buffer with a copy of bytes.
  convenience init(_ bytes: UnsafeRawBufferPointer) throws(SourceError) {
    try self.init(capacity: bytes.count)
    try append(bytes)
  }

  /// Creates a buffer with a copy of bytes.
  convenience init(_ bytes: [UInt8]) throws(SourceError) {
    try self.init(capacity: bytes.count)
    try append(bytes)
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
  func append(_ bytes: UnsafeRawBufferPointer) throws(SourceError) {
    guard let start = bytes.baseAddress, bytes.count > 0 else { return }
    try reserve(count + bytes.count)
    base.advanced(by: count).copyMemory(from: start, byteCount: bytes.count)
    count += bytes.count
    pad()
  }

  /// Adds bytes at the end.
  func append(_ bytes: [UInt8]) throws(SourceError) {
    let start = try space(bytes.count)
    bytes.withUnsafeBytes { bytes in
      if let first = bytes.baseAddress { start.copyMemory(from: first, byteCount: bytes.count) }
    }
    grow(by: bytes.count)
  }

  /// Room for `room` more bytes at the end; tell `grow(by:)` how many were written.
  func space(_ room: Int) throws(SourceError) -> UnsafeMutableRawPointer {
    try reserve(count + room)
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

  private func reserve(_ wanted: Int) throws(SourceError) {
    guard wanted > capacity else { return }
    precondition(isOwned, "a buffer that was handed over cannot grow")
    do throws(MemoryShortage) { try resize(max(wanted, capacity * 2, 4096)) } catch {
      // Where there is not twice as much, there may be enough.
      try allocating(try resize(max(wanted, capacity + capacity / 8)))
    }
  }

  private func resize(_ wanted: Int) throws(MemoryShortage) {
    base = try LargeMemory.resize(
      base, from: capacity + Self.padding, to: wanted + Self.padding)
    capacity = wanted
  }

  private func pad() {
    base.advanced(by: count).initializeMemory(as: UInt8.self, repeating: 0, count: Self.padding)
  }
}

/// Memory that is freed by `free` or `deallocate()`, and that may be refused. Large pieces begin
/// where large pages do, so that the system can use some if it has them at hand: it is not asked to,
/// because it may have to tidy up first, which takes longer than small pages do.
enum LargeMemory {
  private static let page = 2 << 20

  /// Allocates memory, its content undefined.
  ///
  /// - Throws: where there is not so much.
  static func allocate(byteCount: Int) throws(MemoryShortage) -> UnsafeMutableRawPointer {
    guard byteCount >= 4 * page else {
      guard let small = malloc(max(byteCount, 1)) else {
        throw MemoryWatch.refusal(of: byteCount)
      }
      return small
    }
    try MemoryWatch.demand(byteCount)
    var memory: UnsafeMutableRawPointer?
    guard posix_memalign(&memory, page, byteCount) == 0, let memory else {
      throw MemoryWatch.refusal(of: byteCount)
    }
    return memory
  }

  /// Memory of another size with the same beginning; large pieces grow by moving pages, not bytes.
  ///
  /// - Throws: where there is not so much; the memory is as it was then.
  static func resize(
    _ memory: UnsafeMutableRawPointer, from former: Int, to byteCount: Int
  ) throws(MemoryShortage) -> UnsafeMutableRawPointer {
    try MemoryWatch.demand(byteCount - former)
    guard let moved = realloc(memory, byteCount) else {
      throw MemoryWatch.refusal(of: byteCount)
    }
    return moved
  }
}
