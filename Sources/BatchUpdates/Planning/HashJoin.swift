/// Pairs two lists by the hashes of their elements, a part at a time, so that each part's table
/// stays in the nearest cache.
@usableFromInline
enum HashJoin {
  /// The number of old elements up to which one table does as well.
  @usableFromInline static let few = 8192
  /// The number of old elements that a part has on average, at most.
  private static let partSize = 1024

  /// Finds for each new element the old one that alone can be the same.
  ///
  /// - Parameters:
  ///   - old: the hashes of the old elements.
  ///   - new: the hashes of the new elements.
  ///   - partners: set for each new element to the index of the old one, -1 where there is none. An
  ///     old one may be the partner of several, and may be another one with nearly the same hash.
  ///   - isSameOld: tells whether two old elements are the same; asked of very few.
  ///   - isSame: tells whether an old element and a new one are the same; asked of very few.
  /// - Returns: false when two old elements are the same.
  /// - Complexity: O(*n*) for *n* elements, with good hashes.
  @usableFromInline
  static func pair(
    _ old: UnsafeBufferPointer<UInt64>, _ new: UnsafeBufferPointer<UInt64>,
    into partners: UnsafeMutableBufferPointer<Int32>, isSameOld: (Int, Int) -> Bool,
    isSame: (_ old: Int, _ new: Int) -> Bool
  ) -> Bool {
    var bits: UInt64 = 1
    while old.count >> Int(bits) > partSize && bits < 12 { bits += 1 }
    let olds = Parts(old, bits)
    let news = Parts(new, bits)
    var table = Table()
    for part in 0..<1 << Int(bits) {
      guard table.fill(olds.elements(of: part), isSame: isSameOld) else { return false }
      table.find(news.elements(of: part), into: partners, isSame: isSame)
    }
    return true
  }

  /// A word for each element: 32 bits of its hash above its index.
  private struct Parts: ~Copyable {
    private let words: UnsafeMutablePointer<UInt64>
    private var ends: [Int]

    /// Sorts elements by the first bits of their hashes.
    init(_ hashes: UnsafeBufferPointer<UInt64>, _ bits: UInt64) {
      let words = UnsafeMutablePointer<UInt64>.allocate(capacity: max(1, hashes.count))
      self.words = words
      ends = [Int](repeating: 0, count: 1 << Int(bits))
      ends.withUnsafeMutableBufferPointer { ends in
        for hash in hashes { ends[Int(truncatingIfNeeded: hash &>> (64 &- bits))] &+= 1 }
        var start = 0
        for part in ends.indices {
          let count = ends[part]
          ends[part] = start
          start += count
        }
        for (index, hash) in hashes.enumerated() {
          let part = Int(truncatingIfNeeded: hash &>> (64 &- bits))
          words[ends[part]] = (hash &<< bits) & ~0xFFFF_FFFF | UInt64(truncatingIfNeeded: index)
          ends[part] &+= 1
        }
      }
    }

    deinit { words.deallocate() }

    func elements(of part: Int) -> UnsafeBufferPointer<UInt64> {
      let start = part > 0 ? ends[part - 1] : 0
      return UnsafeBufferPointer(start: words + start, count: ends[part] - start)
    }
  }

  /// The old elements of a part, found by hash.
  private struct Table: ~Copyable {
    /// The element's word, its index plus one; 0 where there is none.
    private var slots: UnsafeMutablePointer<UInt64> = .allocate(capacity: 16)
    private var capacity = 16
    /// The number of slots in use, less one.
    private var mask = 0
    /// True if two elements have the same word but for the index.
    private var isAmbiguous = false

    deinit { slots.deallocate() }

    /// Empties the table and enters elements; false when two are the same.
    mutating func fill(
      _ elements: UnsafeBufferPointer<UInt64>, isSame: (Int, Int) -> Bool
    ) -> Bool {
      var size = 16
      while size < 2 * elements.count { size *= 2 }
      if size > capacity {
        slots.deallocate()
        slots = .allocate(capacity: size)
        capacity = size
      }
      slots.initialize(repeating: 0, count: size)
      mask = size - 1
      isAmbiguous = false
      for element in elements {
        var place = Int(truncatingIfNeeded: element >> 32) & mask
        while slots[place] != 0 {
          if (slots[place] ^ element) >> 32 == 0 {
            if isSame(Self.index(slots[place] &- 1), Self.index(element)) { return false }
            isAmbiguous = true
          }
          place = (place &+ 1) & mask
        }
        slots[place] = element &+ 1
      }
      return true
    }

    /// Finds the partners of new elements.
    func find(
      _ elements: UnsafeBufferPointer<UInt64>, into partners: UnsafeMutableBufferPointer<Int32>,
      isSame: (_ old: Int, _ new: Int) -> Bool
    ) {
      for element in elements {
        let new = Self.index(element)
        var partner: Int32 = -1
        var place = Int(truncatingIfNeeded: element >> 32) & mask
        while slots[place] != 0 {
          if (slots[place] ^ element) >> 32 == 0 {
            let old = Self.index(slots[place] &- 1)
            if !isAmbiguous || isSame(old, new) {
              partner = Int32(truncatingIfNeeded: old)
              break
            }
          }
          place = (place &+ 1) & mask
        }
        partners[new] = partner
      }
    }

    @inline(__always)
    private static func index(_ word: UInt64) -> Int { Int(UInt32(truncatingIfNeeded: word)) }
  }
}
