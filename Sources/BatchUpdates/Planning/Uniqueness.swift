/// Tells from hashes that things are different, without a table of them.
@usableFromInline
enum Uniqueness {
  /// True if no hash is there twice.
  ///
  /// Sixteen bits for each hash say which ones may be; these few are looked at again with other
  /// bits, until they are so few that they are sorted.
  ///
  /// - Complexity: O(*n*) for *n* hashes of which few are there twice.
  @usableFromInline
  static func isSure(_ lists: [[UInt64]]) -> Bool {
    var suspects = suspects(lists, shift: 0)
    if suspects.isEmpty { return true }
    for shift in [UInt64(20), 40] where suspects.count > 64 {
      suspects = Self.suspects([suspects], shift: shift)
    }
    suspects.sort()
    return zip(suspects, suspects.dropFirst()).allSatisfy { $0 != $1 }
  }

  /// The hashes that may be there twice: all that are, and some others.
  private static func suspects(_ lists: [[UInt64]], shift: UInt64) -> [UInt64] {
    let count = lists.reduce(0) { $0 + $1.count }
    let seconds = [UInt64](unsafeUninitializedCapacity: count) { seconds, total in
      let seen = HashBits(count: count, shift: shift)
      var found = 0
      for list in lists {
        for index in 0..<list.count {
          let hash = list[index]
          seconds[found] = hash
          found &+= seen.insert(hash) ? 1 : 0
        }
      }
      total = found
    }
    if seconds.isEmpty { return [] }
    let wanted = HashBits(count: seconds.count, shift: shift)
    for hash in seconds { _ = wanted.insert(hash) }
    return [UInt64](unsafeUninitializedCapacity: count) { suspects, total in
      var found = 0
      for list in lists {
        for index in 0..<list.count {
          let hash = list[index]
          suspects[found] = hash
          found &+= wanted.contains(hash) ? 1 : 0
        }
      }
      total = found
    }
  }
}

/// A set of hashes that sometimes holds one that was not inserted.
private struct HashBits: ~Copyable {
  private let words: UnsafeMutablePointer<UInt64>
  private let mask: UInt64
  private let shift: UInt64

  /// Creates a set with sixteen to 32 bits for each of `count` hashes, chosen by the bits of a hash
  /// from `shift`.
  init(count: Int, shift: UInt64) {
    var capacity = 16
    while capacity * 4 < count { capacity *= 2 }
    words = .allocate(capacity: capacity)
    words.initialize(repeating: 0, count: capacity)
    mask = UInt64(capacity - 1)
    self.shift = shift
  }

  deinit { words.deallocate() }

  /// Inserts a hash, and returns true if it seemed to be there.
  @inline(__always)
  func insert(_ hash: UInt64) -> Bool {
    let bits = hash >> shift
    let word = words + Int(truncatingIfNeeded: bits >> 6 & mask)
    let known = word.pointee
    word.pointee = known | 1 << (bits & 63)
    return known >> (bits & 63) & 1 != 0
  }

  /// True if a hash was inserted, and sometimes if it was not.
  @inline(__always)
  func contains(_ hash: UInt64) -> Bool {
    let bits = hash >> shift
    return words[Int(truncatingIfNeeded: bits >> 6 & mask)] >> (bits & 63) & 1 != 0
  }
}
