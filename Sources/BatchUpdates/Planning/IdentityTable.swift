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
    if let range, Self.isDense(range, count: count) {
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

  /// True if integers in a range get a place each.
  @inlinable
  static func isDense(_ range: ClosedRange<Int>, count: Int) -> Bool {
    let (span, overflows) = range.upperBound.subtractingReportingOverflow(range.lowerBound)
    return !overflows && span < 4 * count + 64
  }

  @inlinable
  deinit {
    places?.deallocate()
    slots?.deallocate()
  }

  /// Returns the lookup key of an identity: its place among dense integers, or its hash.
  @inlinable @inline(__always)
  func key<ID: Hashable>(of id: ID, _ secret: UInt64) -> UInt64 {
    if places != nil, let integer = Fingerprint.integer(id) {
      return UInt64(bitPattern: Int64(integer &- least))
    }
    return Fingerprint.of(id, secret)
  }

  /// The entry of a key, -1 when there is none.
  @inlinable @inline(__always)
  func entry(of key: UInt64, isSame: (Int) -> Bool) -> Int {
    if let places { return key < UInt64(size) ? Int(places[Int(key)]) - 1 : -1 }
    guard let slots else { return -1 }
    var place = Int(truncatingIfNeeded: key) & size
    while slots[place] != 0 {
      let slot = slots[place]
      if (slot ^ key) >> 32 == 0 {
        let known = Int(UInt32(truncatingIfNeeded: slot)) - 1
        if isSame(known) { return known }
      }
      place = (place &+ 1) & size
    }
    return -1
  }

  /// Enters a key, and returns the entry that already has it, -1 when there is none.
  @inlinable @inline(__always)
  func enter(_ key: UInt64, as entry: Int, isSame: (Int) -> Bool) -> Int {
    if let places {
      let known = Int(places[Int(key)]) - 1
      if known < 0 { places[Int(key)] = UInt32(truncatingIfNeeded: entry + 1) }
      return known
    }
    guard let slots else { return -1 }
    var place = Int(truncatingIfNeeded: key) & size
    while slots[place] != 0 {
      let slot = slots[place]
      if (slot ^ key) >> 32 == 0 {
        let known = Int(UInt32(truncatingIfNeeded: slot)) - 1
        if isSame(known) { return known }
      }
      place = (place &+ 1) & size
    }
    slots[place] = key & 0xFFFF_FFFF_0000_0000 | UInt64(truncatingIfNeeded: entry + 1)
    return -1
  }
}
