/// Finds entries, numbered from 0, by what identifies them.
///
/// One array of words: for dense integers the entry at each integer, for all else open addressing
/// with half of a hash beside the entry, so that an identity is only looked at when it is very
/// likely the one.
@usableFromInline
struct IdentityTable: ~Copyable {
  /// The entry of each integer from `least`, plus one; 0 where there is none.
  @usableFromInline let places: UnsafeMutablePointer<UInt32>?
  @usableFromInline let least: Int
  /// The upper half of a hash and the entry plus one; 0 where there is none.
  @usableFromInline let slots: UnsafeMutablePointer<UInt64>?
  /// The number of slots less one, or the number of places.
  @usableFromInline let size: Int

  /// Creates a table of up to `count` entries, whose identities are integers in `range` when that
  /// is given and small enough.
  @inlinable
  init(count: Int, range: ClosedRange<Int>?) {
    if let range, range.upperBound.subtractingReportingOverflow(range.lowerBound).overflow == false,
      range.upperBound - range.lowerBound < 4 * count + 64
    {
      least = range.lowerBound
      size = range.upperBound - range.lowerBound + 1
      let places = UnsafeMutablePointer<UInt32>.allocate(capacity: size)
      places.initialize(repeating: 0, count: size)
      self.places = places
      slots = nil
    } else {
      var capacity = 16
      while capacity < 2 * count { capacity *= 2 }
      least = 0
      size = capacity - 1
      let slots = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity)
      slots.initialize(repeating: 0, count: capacity)
      self.slots = slots
      places = nil
    }
  }

  @inlinable
  deinit {
    places?.deallocate()
    slots?.deallocate()
  }

  /// The entry of an identity, -1 when there is none.
  @inlinable @inline(__always)
  func entry<ID: Hashable>(of id: ID, _ secret: UInt64, isSame: (Int) -> Bool) -> Int {
    if let places, let integer = Fingerprint.integer(id) {
      let place = integer &- least
      return place >= 0 && place < size ? Int(places[place]) - 1 : -1
    }
    guard let slots else { return -1 }
    let hash = Fingerprint.of(id, secret)
    var place = Int(truncatingIfNeeded: hash) & size
    while slots[place] != 0 {
      let slot = slots[place]
      if (slot ^ hash) >> 32 == 0 {
        let entry = Int(UInt32(truncatingIfNeeded: slot)) - 1
        if isSame(entry) { return entry }
      }
      place = (place &+ 1) & size
    }
    return -1
  }

  /// Enters an identity, and answers the entry that already has it, -1 when there is none.
  @inlinable @inline(__always)
  func enter<ID: Hashable>(
    _ id: ID, as entry: Int, _ secret: UInt64, isSame: (Int) -> Bool
  ) -> Int {
    if let places, let integer = Fingerprint.integer(id) {
      let known = Int(places[integer &- least]) - 1
      if known < 0 { places[integer &- least] = UInt32(truncatingIfNeeded: entry + 1) }
      return known
    }
    guard let slots else { return -1 }
    let hash = Fingerprint.of(id, secret)
    var place = Int(truncatingIfNeeded: hash) & size
    while slots[place] != 0 {
      let slot = slots[place]
      if (slot ^ hash) >> 32 == 0 {
        let known = Int(UInt32(truncatingIfNeeded: slot)) - 1
        if isSame(known) { return known }
      }
      place = (place &+ 1) & size
    }
    slots[place] = hash & 0xFFFF_FFFF_0000_0000 | UInt64(truncatingIfNeeded: entry + 1)
    return -1
  }
}
