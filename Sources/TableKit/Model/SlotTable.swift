/// An open-addressing hash table from hashes to numbers.
///
/// A slot holds the upper half of the hash and the number; its position also derives from the upper
/// half, so that growing needs no rehash. A class because it owns its memory.
final class SlotTable {
  private var slots: UnsafeMutablePointer<UInt64>
  private(set) var capacity = 0
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  init() { slots = .allocate(capacity: 1) }

  deinit { slots.deallocate() }

  /// Removes all entries and reserves capacity.
  func reset(capacity wanted: Int) {
    var size = 64
    while size < wanted * 2 { size *= 2 }
    slots.deallocate()
    slots = .allocate(capacity: size)
    slots.initialize(repeating: 0, count: size)
    capacity = size
    count = 0
  }

  /// Adds a number under a hash, unless it exists already.
  @inline(__always)
  func insert(_ number: UInt32, hash: UInt64) {
    if (count &+ 1) &* 2 > capacity { grow() }
    let slot = ((hash & 0xFFFF_FFFF_0000_0000) | UInt64(number)) &+ 1
    let slots = slots
    let mask = capacity &- 1
    var i = Self.index(hash, mask)
    while slots[i] != 0 {
      if slots[i] == slot { return }
      i = (i &+ 1) & mask
    }
    slots[i] = slot
    count &+= 1
  }

  /// Returns the first number under a hash for which `matches` returns true.
  @inline(__always)
  func first(hash: UInt64, where matches: (UInt32) -> Bool) -> UInt32? {
    guard capacity > 0 else { return nil }
    let slots = slots
    let mask = capacity &- 1
    var i = Self.index(hash, mask)
    while slots[i] != 0 {
      // Slots store the number plus one; none is so large that it changes the upper half.
      let slot = slots[i] &- 1
      if (slot ^ hash) >> 32 == 0 {
        let number = UInt32(truncatingIfNeeded: slot)
        if matches(number) { return number }
      }
      i = (i &+ 1) & mask
    }
    return nil
  }

  /// Returns a number that is likely the one under a hash; nil if there is none.
  @inline(__always)
  func guess(hash: UInt64) -> UInt32? {
    let slot = slots[Self.index(hash, capacity &- 1)]
    return slot != 0 && ((slot &- 1) ^ hash) >> 32 == 0
      ? UInt32(truncatingIfNeeded: slot &- 1) : nil
  }

  @inline(__always)
  private static func index(_ hash: UInt64, _ mask: Int) -> Int {
    Int(truncatingIfNeeded: (hash >> 32) &* 0x9E37_79B9) & mask
  }

  private func grow() {
    let (old, oldCapacity) = (slots, capacity)
    capacity = max(64, oldCapacity * 2)
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: 0, count: capacity)
    for i in 0..<oldCapacity where old[i] != 0 {
      var place = Self.index(old[i] &- 1, capacity - 1)
      while slots[place] != 0 { place = (place + 1) & (capacity - 1) }
      slots[place] = old[i]
    }
    old.deallocate()
  }
}
