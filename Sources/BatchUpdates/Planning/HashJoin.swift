/// Pairs two lists by the hashes of their elements, a part at a time, so that each part's table
/// stays in the nearest cache.
///
/// Plain loops over pointers: these are quick even where nothing is optimised.
@usableFromInline
enum HashJoin {
  /// The number of old elements up to which one table does as well.
  private static let few = 8192
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
    into partners: UnsafeMutablePointer<Int32>, isSameOld: (Int, Int) -> Bool,
    isSame: (_ old: Int, _ new: Int) -> Bool
  ) -> Bool {
    var bits = 0
    if old.count > few {
      bits = 1
      while old.count >> bits > partSize && bits < 12 { bits += 1 }
    }
    let olds = Parts(old, bits)
    let news = Parts(new, bits)
    var table = Table()
    var part = 0
    while part < 1 << bits {
      guard table.fill(olds.elements(of: part), isSame: isSameOld) else { return false }
      table.find(news.elements(of: part), into: partners, isSame: isSame)
      part += 1
    }
    return true
  }

  /// A word for each element: 32 bits of its hash above its index.
  private struct Parts: ~Copyable {
    private let words: UnsafeMutablePointer<UInt64>
    private let ends: UnsafeMutablePointer<Int>

    /// Sorts elements by the first bits of their hashes.
    init(_ hashes: UnsafeBufferPointer<UInt64>, _ bits: Int) {
      let count = hashes.count
      let parts = 1 << bits
      let words = UnsafeMutablePointer<UInt64>.allocate(capacity: max(1, count))
      let ends = UnsafeMutablePointer<Int>.allocate(capacity: parts)
      (self.words, self.ends) = (words, ends)
      ends.initialize(repeating: 0, count: parts)
      guard let hashes = hashes.baseAddress else { return }
      let mask = parts &- 1
      let shift = UInt64(bits)
      var index = 0
      while bits > 0 && index < count {
        ends[Int(truncatingIfNeeded: hashes[index] &>> (64 &- shift)) & mask] &+= 1
        index &+= 1
      }
      var start = 0
      var part = 0
      while part < parts {
        let count = ends[part]
        ends[part] = start
        start &+= count
        part &+= 1
      }
      index = 0
      while index < count {
        let hash = hashes[index]
        let part = Int(truncatingIfNeeded: hash &>> (64 &- shift)) & mask
        let place = ends[part]
        words[place] = (hash &<< shift) & ~0xFFFF_FFFF | UInt64(truncatingIfNeeded: index)
        ends[part] = place &+ 1
        index &+= 1
      }
    }

    deinit {
      words.deallocate()
      ends.deallocate()
    }

    func elements(of part: Int) -> UnsafeBufferPointer<UInt64> {
      let start = part > 0 ? ends[part - 1] : 0
      return UnsafeBufferPointer(start: words + start, count: ends[part] - start)
    }
  }

  /// The old elements of a part, found by hash.
  private struct Table: ~Copyable {
    /// The element's word, its index plus one; 0 where there is none.
    private var slots: UnsafeMutablePointer<UInt64> = .allocate(capacity: 64)
    private var capacity = 64
    /// The number of slots in use, less one.
    private var mask = 0
    /// True if two elements have the same word but for the index.
    private var isAmbiguous = false

    deinit { slots.deallocate() }

    /// Empties the table and enters elements; false when two are the same.
    mutating func fill(
      _ elements: UnsafeBufferPointer<UInt64>, isSame: (Int, Int) -> Bool
    ) -> Bool {
      let count = elements.count
      var size = 16
      while size < 2 * count { size *= 2 }
      if size > capacity {
        slots.deallocate()
        slots = .allocate(capacity: size)
        capacity = size
      }
      slots.initialize(repeating: 0, count: size)
      mask = size - 1
      isAmbiguous = false
      guard let elements = elements.baseAddress else { return true }
      let (slots, mask) = (slots, mask)
      var index = 0
      while index < count {
        let element = elements[index]
        var place = Int(truncatingIfNeeded: element &>> 32) & mask
        var slot = slots[place]
        while slot != 0 {
          if (slot ^ element) &>> 32 == 0 {
            if isSame(Self.index(slot &- 1), Self.index(element)) { return false }
            isAmbiguous = true
          }
          place = (place &+ 1) & mask
          slot = slots[place]
        }
        slots[place] = element &+ 1
        index &+= 1
      }
      return true
    }

    /// Finds the partners of new elements.
    func find(
      _ elements: UnsafeBufferPointer<UInt64>, into partners: UnsafeMutablePointer<Int32>,
      isSame: (_ old: Int, _ new: Int) -> Bool
    ) {
      let count = elements.count
      guard let elements = elements.baseAddress else { return }
      let (slots, mask, isAmbiguous) = (slots, mask, isAmbiguous)
      var index = 0
      while index < count {
        let element = elements[index]
        let new = Self.index(element)
        var partner: Int32 = -1
        var place = Int(truncatingIfNeeded: element &>> 32) & mask
        var slot = slots[place]
        while slot != 0 {
          if (slot ^ element) &>> 32 == 0 {
            let old = Self.index(slot &- 1)
            if !isAmbiguous || isSame(old, new) {
              partner = Int32(truncatingIfNeeded: old)
              break
            }
          }
          place = (place &+ 1) & mask
          slot = slots[place]
        }
        partners[new] = partner
        index &+= 1
      }
    }

    @_transparent
    private static func index(_ word: UInt64) -> Int { Int(UInt32(truncatingIfNeeded: word)) }
  }
}
