import LibC
import Memory

/// The bytes of a source in one allocation, followed by zero bytes so that a scanner may read whole
/// words.
///
/// A class because it owns memory, which it frees or hands over to a chunk.
package final class ByteBuffer: @unchecked Sendable {
  /// The number of zero bytes after the last byte.
  static let padding = 64

  package var base: UnsafeMutableRawPointer { start }
  package var count: Int { length }

  // Private: of a property that other modules see, each access is checked while the program runs.
  private var start: UnsafeMutableRawPointer
  private var length = 0
  private var capacity: Int
  private var isOwned = true

  /// Creates an empty buffer.
  ///
  /// - Throws: `outOfMemory`, like all methods that enlarge it.
  package init(capacity: Int) throws(SourceError) {
    self.capacity = capacity
    start = try allocating(try LargeMemory.allocate(byteCount: capacity + Self.padding))
    pad()
  }

  /// Creates a buffer with a copy of bytes.
  convenience init(_ bytes: [UInt8]) throws(SourceError) {
    try self.init(capacity: bytes.count)
    try append(bytes)
  }

  deinit { if isOwned { base.deallocate() } }

  /// The bytes. Valid as long as the buffer, or the chunk that took it over.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

  /// Calls `body` with the bytes and keeps the buffer alive until it returns.
  func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(bytes)
  }

  /// Appends bytes.
  func append(_ bytes: UnsafeRawBufferPointer) throws(SourceError) {
    guard let start = bytes.baseAddress, bytes.count > 0 else { return }
    try reserve(count + bytes.count)
    base.advanced(by: count).copyMemory(from: start, byteCount: bytes.count)
    length += bytes.count
    pad()
  }

  /// Appends bytes.
  func append(_ bytes: [UInt8]) throws(SourceError) {
    let start = try space(bytes.count)
    bytes.withUnsafeBytes { bytes in
      if let first = bytes.baseAddress { start.copyMemory(from: first, byteCount: bytes.count) }
    }
    grow(by: bytes.count)
  }

  /// Reserves memory for `room` more bytes at the end; call `grow(by:)` with the number written.
  package func space(_ room: Int) throws(SourceError) -> UnsafeMutableRawPointer {
    try reserve(count + room)
    return base.advanced(by: count)
  }

  /// Adds bytes that were written to `space(_:)` to the count.
  package func grow(by written: Int) {
    length += written
    pad()
  }

  /// Transfers ownership of the memory; the buffer stays readable while the new owner exists.
  package func handOver() -> UnsafeMutableRawPointer {
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
    start = try LargeMemory.resize(base, from: capacity + Self.padding, to: wanted + Self.padding)
    capacity = wanted
  }

  private func pad() {
    base.advanced(by: count).initializeMemory(as: UInt8.self, repeating: 0, count: Self.padding)
  }
}

/// Memory that is freed by `free` or `deallocate()`, and whose allocation may fail. Large
/// allocations are aligned to large pages, which the system is asked to use while much memory is
/// free: making them by moving other pages takes longer than using small ones.
enum LargeMemory {
  private static let page = 2 << 20

  /// Asks for large pages, if so much memory is free that they need not be made first.
  private static func useLargePages(_ memory: UnsafeMutableRawPointer, _ byteCount: Int) {
    #if os(Linux)
      let pages = sysconf(Int32(_SC_AVPHYS_PAGES))
      guard pages / 4 > byteCount / sysconf(Int32(_SC_PAGESIZE)) else { return }
      madvise(memory, byteCount, MADV_HUGEPAGE)
    #endif
  }

  /// Allocates uninitialized memory.
  ///
  /// - Throws: `MemoryShortage`.
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
    useLargePages(memory, byteCount)
    return memory
  }

  /// Resizes memory and keeps its contents; large allocations grow by remapping pages, not by
  /// copying.
  ///
  /// - Throws: `MemoryShortage`; the memory is then unchanged.
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
