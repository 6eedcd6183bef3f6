/// Hashes of identities: fast for text, bytes and integers, and as good as `Hashable` for others.
///
/// Every hash is seeded with a random secret of the process, so that identities cannot be chosen to
/// collide. The results of a planner do not depend on it.
@usableFromInline
enum Fingerprint {
  /// The secret of this process.
  @usableFromInline static let secret = UInt64.random(in: .min ... .max)

  @usableFromInline static let odd: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Both halves of a product, folded: each bit of the input reaches each bit of the output.
  @inlinable @inline(__always)
  static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }

  /// The hash of an identity.
  ///
  /// Two texts are equal when they are canonically equivalent, so only ASCII is hashed as bytes;
  /// what is equivalent to ASCII without being it, likewise.
  @inlinable @inline(__always)
  static func of<ID: Hashable>(_ id: ID, _ secret: UInt64) -> UInt64 {
    if let number = integer(id) {
      return mix(UInt64(bitPattern: Int64(number)) ^ secret, odd ^ secret)
    }
    if ID.self == String.self {
      let text = unsafeBitCast(id, to: String.self)
      if let hash = text.utf8.withContiguousStorageIfAvailable({ ascii($0, secret) }), let hash {
        return hash
      }
      if let hash = equivalent(text, secret) { return hash }
    } else if ID.self == [UInt8].self {
      return unsafeBitCast(id, to: [UInt8].self).withUnsafeBufferPointer { bytes($0, secret).hash }
    }
    return mix(UInt64(truncatingIfNeeded: id.hashValue) ^ secret, odd ^ secret)
  }

  /// An identity as an integer, where it is one.
  @inlinable @inline(__always)
  static func integer<ID: Hashable>(_ id: ID) -> Int? {
    if ID.self == Int.self { return unsafeBitCast(id, to: Int.self) }
    if ID.self == Int32.self { return Int(unsafeBitCast(id, to: Int32.self)) }
    if ID.self == UInt32.self { return Int(unsafeBitCast(id, to: UInt32.self)) }
    if ID.self == Int64.self { return Int(unsafeBitCast(id, to: Int64.self)) }
    return nil
  }

  @inlinable @inline(__always)
  static func ascii(_ text: UnsafeBufferPointer<UInt8>, _ secret: UInt64) -> UInt64? {
    let (hash, all) = bytes(text, secret)
    return all & 0x8080_8080_8080_8080 == 0 ? hash : nil
  }

  /// The hash of a text that is equivalent to an ASCII one: three characters of Unicode are.
  @usableFromInline
  static func equivalent(_ text: String, _ secret: UInt64) -> UInt64? {
    var ascii: [UInt8] = []
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\u{212A}": ascii.append(0x4B)
      case "\u{037E}": ascii.append(0x3B)
      case "\u{1FEF}": ascii.append(0x60)
      case _ where scalar.isASCII: ascii.append(UInt8(truncatingIfNeeded: scalar.value))
      default: return nil
      }
    }
    return ascii.withUnsafeBufferPointer { bytes($0, secret).hash }
  }

  /// The hash of bytes, and all their words laid over each other.
  @inlinable @inline(__always)
  static func bytes(
    _ bytes: UnsafeBufferPointer<UInt8>, _ secret: UInt64
  ) -> (hash: UInt64, all: UInt64) {
    let count = bytes.count
    guard let start = bytes.baseAddress else { return (mix(secret, odd), 0) }
    let raw = UnsafeRawPointer(start)
    var hash = mix(UInt64(truncatingIfNeeded: count) ^ secret, odd ^ secret)
    var all: UInt64 = 0
    var offset = 0
    while offset &+ 8 <= count {
      let word = raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      hash = mix(hash ^ word, odd ^ secret)
      all |= word
      offset &+= 8
    }
    if offset < count {
      var word: UInt64 = 0
      if count >= 8 {
        // The last eight bytes, some of them for the second time.
        word = raw.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
      } else {
        for offset in offset..<count { word = word << 8 | UInt64(bytes[offset]) }
      }
      hash = mix(hash ^ word, odd ^ secret)
      all |= word
    }
    return (hash, all)
  }
}

extension Fingerprint {
  /// The bits of a text: where it is and how long, or a short text itself.
  @usableFromInline typealias Representation = (UInt64, UInt64)

  /// True if two identities are equal, as `==` says and faster for text.
  ///
  /// Two texts are equal if they are canonically equivalent. Where their first different bytes are
  /// both ASCII they are not: an ASCII character decomposes into itself and none combines with what
  /// stands before it. Only other texts are normalised, which is left to `==`.
  @inlinable @inline(__always)
  static func isSame<ID: Hashable>(_ a: ID, _ b: ID) -> Bool {
    guard ID.self == String.self else { return a == b }
    let text = unsafeBitCast(a, to: String.self)
    let other = unsafeBitCast(b, to: String.self)
    // One representation is one text, and tables that come from each other share their texts.
    if MemoryLayout<String>.size == MemoryLayout<Representation>.size,
      unsafeBitCast(text, to: Representation.self) == unsafeBitCast(other, to: Representation.self)
    {
      return true
    }
    let answer = text.utf8.withContiguousStorageIfAvailable { bytes in
      other.utf8.withContiguousStorageIfAvailable { isSame(bytes, $0) } ?? nil
    }
    if let answer, let answer { return answer }
    return text == other
  }

  /// True if two texts have the same bytes; nil when only normalising can tell whether they are
  /// equal.
  @inlinable @inline(__always)
  static func isSame(
    _ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>
  ) -> Bool? {
    let count = min(a.count, b.count)
    guard let first = a.baseAddress, let second = b.baseAddress else { return a.count == b.count }
    if first == second && a.count == b.count { return true }
    let one = UnsafeRawPointer(first)
    let two = UnsafeRawPointer(second)
    var offset = 0
    while offset &+ 8 <= count {
      let x = one.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let y = two.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if x != y {
        let shift = UInt64(truncatingIfNeeded: (x ^ y).littleEndian.trailingZeroBitCount & ~7)
        return (x.littleEndian | y.littleEndian) >> shift & 0x80 == 0 ? false : nil
      }
      offset &+= 8
    }
    while offset < count {
      let x = one.load(fromByteOffset: offset, as: UInt8.self)
      let y = two.load(fromByteOffset: offset, as: UInt8.self)
      if x != y { return (x | y) & 0x80 == 0 ? false : nil }
      offset &+= 1
    }
    // What one text has more cannot vanish by normalising.
    return a.count == b.count
  }
}

/// Tells from hashes that things are different, without a table of them.
@usableFromInline
enum Uniqueness {
  /// True if no hash is there twice.
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
