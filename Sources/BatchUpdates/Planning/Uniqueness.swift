/// Tells from hashes that things are different, without a table of them.
@usableFromInline
enum Uniqueness {
  /// True if no row of a list is there twice; false for long lists, too.
  @inlinable
  static func isSure<Row: PlannableRow>(_ rows: [Row]) -> Bool {
    let count = rows.count
    if count > 4096 { return false }
    let hashes = UnsafeMutablePointer<UInt64>.allocate(capacity: count)
    defer { hashes.deallocate() }
    let secret = Fingerprint.secret
    rows.withUnsafeBufferPointer { buffer in
      guard let first = buffer.baseAddress else { return }
      let rows = UnsafeMutablePointer(mutating: first)
      var index = 0
      while index < count {
        hashes[index] = RowReader.hash(&rows[index], secret)
        index &+= 1
      }
    }
    return isSure(hashes, count: count)
  }

  /// True if no hash is there twice. The hashes are overwritten.
  ///
  /// Sixteen bits for each hash say which ones may be; these few are looked at again with other
  /// bits, until they are so few that they are compared with each other.
  ///
  /// - Complexity: O(*n*) for *n* hashes of which few are there twice.
  @usableFromInline
  static func isSure(_ hashes: UnsafeMutablePointer<UInt64>, count: Int) -> Bool {
    var count = count
    var shift: UInt64 = 0
    while count > 16 && shift <= 40 {
      count = keepSuspects(hashes, count, shift: shift)
      shift += 20
    }
    if count > 16 {
      var suspects = UnsafeMutableBufferPointer(start: hashes, count: count)
      suspects.sort()
    }
    var index = 1
    while index < count {
      // What is sorted has its equal right before it.
      var other = count > 16 ? index &- 1 : 0
      while other < index {
        if hashes[other] == hashes[index] { return false }
        other &+= 1
      }
      index &+= 1
    }
    return true
  }

  /// Keeps the hashes that may be there twice, which are all that are and some others, and returns
  /// their number.
  ///
  /// - Parameter shift: which bits of a hash say so.
  private static func keepSuspects(
    _ hashes: UnsafeMutablePointer<UInt64>, _ count: Int, shift: UInt64
  ) -> Int {
    let seen = HashBits(count: count)
    var seconds: [UInt64] = []
    var index = 0
    while index < count {
      let bits = hashes[index] &>> shift
      let word = seen.words + Int(truncatingIfNeeded: bits &>> 6 & seen.mask)
      let known = word.pointee
      let bit: UInt64 = 1 &<< (bits & 63)
      word.pointee = known | bit
      if known & bit != 0 { seconds.append(bits) }
      index &+= 1
    }
    if seconds.isEmpty { return 0 }
    let wanted = HashBits(count: seconds.count)
    for bits in seconds {
      wanted.words[Int(truncatingIfNeeded: bits &>> 6 & wanted.mask)] |= 1 &<< (bits & 63)
    }
    var found = 0
    index = 0
    while index < count {
      let hash = hashes[index]
      let bits = hash &>> shift
      hashes[found] = hash
      let word = wanted.words[Int(truncatingIfNeeded: bits &>> 6 & wanted.mask)]
      found &+= Int(truncatingIfNeeded: word &>> (bits & 63) & 1)
      index &+= 1
    }
    return found
  }
}

/// A bit for each hash that was inserted, which others may share.
private struct HashBits: ~Copyable {
  let words: UnsafeMutablePointer<UInt64>
  let mask: UInt64

  /// Creates a set with sixteen to 32 bits for each of `count` hashes.
  init(count: Int) {
    var capacity = 16
    while capacity * 4 < count { capacity *= 2 }
    words = .allocate(capacity: capacity)
    words.initialize(repeating: 0, count: capacity)
    mask = UInt64(capacity - 1)
  }

  deinit { words.deallocate() }
}
