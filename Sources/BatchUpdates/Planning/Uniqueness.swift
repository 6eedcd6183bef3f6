/// Tells from hashes that things are different, without a table of them.
@usableFromInline
enum Uniqueness {
  /// Whether no hash is there twice.
  ///
  /// Sixteen bits for each hash say which may be: these few are sorted.
  @usableFromInline
  static func isSure(_ hashes: UnsafeBufferPointer<UInt64>) -> Bool {
    var words = 4
    while words * 4 < hashes.count { words *= 2 }
    let mask = UInt64(words - 1)
    var seen = [UInt64](repeating: 0, count: words)
    var twice = seen
    seen.withUnsafeMutableBufferPointer { seen in
      twice.withUnsafeMutableBufferPointer { twice in
        for hash in hashes {
          let word = Int(hash >> 6 & mask)
          let bit: UInt64 = 1 << (hash & 63)
          twice[word] |= seen[word] & bit
          seen[word] |= bit
        }
      }
    }
    var candidates: [UInt64] = []
    for hash in hashes where twice[Int(hash >> 6 & mask)] >> (hash & 63) & 1 != 0 {
      candidates.append(hash)
    }
    candidates.sort()
    return zip(candidates, candidates.dropFirst()).allSatisfy { $0 != $1 }
  }
}
