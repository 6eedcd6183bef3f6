extension RowSorter {
  /// Sorts entries whose keys were read, stably.
  mutating func sort(_ range: Range<Int>) throws(EditError) {
    if isSorted(range) { return }
    if range.count < 48 { return insert(range) }
    try sortByDigits(range)
  }

  /// Insertion sort, for few.
  private mutating func insert(_ range: Range<Int>) {
    entries.withUnsafeMutableBufferPointer { entries in
      for i in range.dropFirst() {
        let entry = entries[i]
        var j = i
        while j > range.lowerBound, Self.isLess(entry, entries[j - 1]) {
          entries[j] = entries[j - 1]
          j -= 1
        }
        entries[j] = entry
      }
    }
  }

  func isSorted(_ range: Range<Int>) -> Bool {
    for i in range.dropFirst() where Self.isLess(entries[i], entries[i - 1]) { return false }
    return true
  }

  /// Counting sort by each byte of the key, the lowest first, then by rank; bytes in which all
  /// agree are left out.
  private mutating func sortByDigits(_ range: Range<Int>) throws(EditError) {
    let cancellation = cancellation
    try entries.withUnsafeMutableBufferPointer { entries throws(EditError) in
      try spare.withUnsafeMutableBufferPointer { spare throws(EditError) in
        var from = UnsafeMutableBufferPointer(rebasing: entries[range])
        var to = UnsafeMutableBufferPointer(rebasing: spare[range])
        let first = from[0]
        var keys: UInt64 = 0
        var ranks: UInt8 = 0
        for entry in from {
          keys |= entry.key ^ first.key
          ranks |= entry.rank ^ first.rank
        }
        var isSwapped = false
        for digit in 0..<9 {
          guard digit == 8 ? ranks != 0 : keys >> UInt64(digit * 8) & 0xFF != 0 else { continue }
          if from.count > 1 << 16 { try cancellation.check() }
          Self.distribute(from, to, digit)
          swap(&from, &to)
          isSwapped.toggle()
        }
        if isSwapped { _ = to.update(fromContentsOf: from) }
      }
    }
  }

  /// Copies entries in the order of one byte of their keys, or of their ranks.
  private static func distribute(
    _ from: UnsafeMutableBufferPointer<Entry>, _ to: UnsafeMutableBufferPointer<Entry>, _ digit: Int
  ) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 256) { next in
      next.initialize(repeating: 0)
      for entry in from { next[byte(digit, of: entry)] &+= 1 }
      var sum: UInt32 = 0
      for byte in 0..<256 { (next[byte], sum) = (sum, sum &+ next[byte]) }
      for entry in from {
        let byte = byte(digit, of: entry)
        to[Int(next[byte])] = entry
        next[byte] &+= 1
      }
    }
  }

  @inline(__always)
  private static func byte(_ digit: Int, of entry: Entry) -> Int {
    digit == 8 ? Int(entry.rank) : Int(truncatingIfNeeded: entry.key >> UInt64(digit * 8) & 0xFF)
  }
}
