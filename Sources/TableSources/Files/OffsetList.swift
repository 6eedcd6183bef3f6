import Memory

/// A growing list of 32-bit offsets in its own allocation, which a chunk can take over without
/// copying.
///
/// Large lists grow by remapping pages, not by copying. A class because it owns its memory.
package final class OffsetList: @unchecked Sendable {
  private var base: UnsafeMutablePointer<UInt32>
  private(set) var count = 0
  private var capacity: Int
  private var isOwned = true

  /// Creates an empty list with a capacity.
  ///
  /// - Throws: `MemoryShortage`, like all methods that enlarge it.
  package init(capacity: Int = 0) throws(MemoryShortage) {
    self.capacity = max(capacity, 16)
    base = try LargeMemory.allocate(byteCount: self.capacity * 4)
      .assumingMemoryBound(to: UInt32.self)
  }

  deinit { if isOwned { base.deallocate() } }

  subscript(index: Int) -> Int {
    precondition(index >= 0 && index < count, "no offset \(index) of \(count)")
    return Int(base[index])
  }

  /// The valid indices.
  var indices: Range<Int> { 0..<count }

  /// The offsets as an array.
  var array: [UInt32] { Array(UnsafeBufferPointer(start: base, count: count)) }

  /// Appends an offset.
  package func append(_ offset: Int) throws(MemoryShortage) {
    try reserve(1)
    base[count] = UInt32(truncatingIfNeeded: offset)
    count += 1
  }

  /// Appends another list, whose offsets count from `start`.
  func append(_ other: OffsetList, plus start: Int = 0) throws(MemoryShortage) {
    try reserve(other.count)
    let start = UInt32(truncatingIfNeeded: start)
    for i in 0..<other.count { (base + count + i).initialize(to: other.base[i] &+ start) }
    count += other.count
  }

  /// Reserves memory for `extra` offsets at the end; call `grow(by:)` with the number written.
  package func space(
    _ extra: Int
  ) throws(MemoryShortage) -> (next: UnsafeMutablePointer<UInt32>, room: Int) {
    try reserve(extra)
    return (base + count, capacity - count)
  }

  /// Adds offsets that were written to `space(_:)` to the count.
  package func grow(by written: Int) { count += written }

  /// Transfers ownership of the memory, for `deallocate()`; nothing can be appended afterwards.
  package func handOver() -> UnsafeMutableBufferPointer<UInt32> {
    precondition(isOwned, "the list was already handed over")
    isOwned = false
    return UnsafeMutableBufferPointer(start: base, count: count)
  }

  @inline(__always)
  private func reserve(_ extra: Int) throws(MemoryShortage) {
    if count + extra > capacity { try grow(extra) }
  }

  private func grow(_ extra: Int) throws(MemoryShortage) {
    precondition(isOwned, "a list that was handed over cannot grow")
    let larger = max(count + extra, capacity + capacity / 4)
    base = try LargeMemory.resize(base, from: capacity * 4, to: larger * 4)
      .assumingMemoryBound(to: UInt32.self)
    capacity = larger
  }
}
