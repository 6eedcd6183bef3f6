import Glibc

/// A growing list of 32-bit offsets in memory of its own, which a chunk can take over without a
/// copy.
///
/// Large ones grow by moving pages, not bytes. A class because it owns its memory.
final class OffsetList: @unchecked Sendable {
  private var base: UnsafeMutablePointer<UInt32>
  private(set) var count = 0
  private var capacity: Int

  /// Creates an empty list with room for so many.
  init(capacity: Int = 0) {
    self.capacity = max(capacity, 16)
    base = LargeMemory.allocate(byteCount: self.capacity * 4).assumingMemoryBound(to: UInt32.self)
  }

  /// Creates a list of what an array holds.
  convenience init(_ offsets: [UInt32]) {
    self.init(capacity: offsets.count)
    for offset in offsets { append(Int(offset)) }
  }

  deinit { free(base) }

  subscript(index: Int) -> Int {
    precondition(index >= 0 && index < count, "no offset \(index) of \(count)")
    return Int(base[index])
  }

  /// The offsets as an array.
  var array: [UInt32] { Array(UnsafeBufferPointer(start: base, count: count)) }

  /// Adds an offset.
  func append(_ offset: Int) {
    reserve(1)
    base[count] = UInt32(truncatingIfNeeded: offset)
    count += 1
  }

  /// Adds all of another list.
  func append(_ other: OffsetList) {
    reserve(other.count)
    (base + count).initialize(from: other.base, count: other.count)
    count += other.count
  }

  /// Where the next offsets go, with room for `extra`; tell `grow(by:)` how many were written.
  func space(_ extra: Int) -> (next: UnsafeMutablePointer<UInt32>, room: Int) {
    reserve(extra)
    return (base + count, capacity - count)
  }

  /// Counts offsets that were written to `space(_:)`.
  func grow(by written: Int) { count += written }

  /// Gives the memory away, for `deallocate()`; the list is empty then.
  func handOver() -> UnsafeMutableBufferPointer<UInt32> {
    let result = UnsafeMutableBufferPointer(start: base, count: count)
    capacity = 16
    count = 0
    base = LargeMemory.allocate(byteCount: capacity * 4).assumingMemoryBound(to: UInt32.self)
    return result
  }

  private func reserve(_ extra: Int) {
    guard count + extra > capacity else { return }
    capacity = max(count + extra, capacity + capacity / 4)
    guard let moved = realloc(base, capacity * 4) else {
      fatalError("no memory for \(capacity) offsets")
    }
    base = moved.assumingMemoryBound(to: UInt32.self)
  }
}
