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
  @inlinable @_transparent
  static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }

  /// The hash of an identity.
  ///
  /// Two texts are equal when they are canonically equivalent, so only ASCII is hashed as bytes;
  /// what is equivalent to ASCII without being it, likewise.
  @inlinable @_transparent
  static func of<ID: Hashable>(_ id: ID, _ secret: UInt64) -> UInt64 {
    // Asked first, as it costs less where nothing is optimised.
    if MemoryLayout<ID>.size <= MemoryLayout<Int>.size, let number = integer(id) {
      return mix(UInt64(bitPattern: Int64(number)) ^ secret, odd ^ secret)
    }
    if isText(ID.self) {
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
  @inlinable @_transparent
  static func integer<ID: Hashable>(_ id: ID) -> Int? {
    if ID.self == Int.self { return unsafeBitCast(id, to: Int.self) }
    if ID.self == Int32.self { return Int(unsafeBitCast(id, to: Int32.self)) }
    if ID.self == UInt32.self { return Int(unsafeBitCast(id, to: UInt32.self)) }
    if ID.self == Int64.self { return Int(unsafeBitCast(id, to: Int64.self)) }
    return nil
  }

  /// True if identities of a type are hashed and compared as text. In debug builds nothing is: what is
  /// unoptimised here takes longer than what the standard library does.
  @inlinable @_transparent
  static func isText<ID: Hashable>(_ type: ID.Type) -> Bool {
    #if DEBUG
      return false
    #else
      return ID.self == String.self
    #endif
  }

  /// True if identities of a type are taken as integers.
  @inlinable @_transparent
  static func isInteger<ID: Hashable>(_ type: ID.Type) -> Bool {
    ID.self == Int.self || ID.self == Int32.self || ID.self == UInt32.self || ID.self == Int64.self
  }

  /// A byte of what an identity keeps on the heap, read so that it is near when it is hashed.
  @inlinable @_transparent
  static func firstByte<ID: Hashable>(_ id: ID) -> UInt8 {
    guard isText(ID.self) else { return 0 }
    let text = unsafeBitCast(id, to: String.self)
    return text.utf8.withContiguousStorageIfAvailable { $0.first ?? 0 } ?? 0
  }

  @inlinable @_transparent
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
  ///
  /// Each pair of words has secrets of its own, so that the products do not wait for each other.
  @inlinable @_transparent
  static func bytes(
    _ bytes: UnsafeBufferPointer<UInt8>, _ secret: UInt64
  ) -> (hash: UInt64, all: UInt64) {
    let count = bytes.count
    guard let start = bytes.baseAddress, count > 0 else { return (mix(secret, odd), 0) }
    let raw = UnsafeRawPointer(start)
    var lane = secret
    let other = mix(secret, odd)
    var hash = UInt64(truncatingIfNeeded: count) &* odd
    var all: UInt64 = 0
    var left = count
    var place = raw
    while left > 16 {
      let (low, high) = (word(place, UInt64.self), word(place + 8, UInt64.self))
      hash ^= mix(low ^ lane, high ^ (lane ^ other))
      all |= low | high
      // Not a sum: a compiler that sees one packs the words for nothing.
      lane &*= odd
      place += 16
      left &-= 16
    }
    // The last bytes, some of them for the second time.
    let end = raw + count
    let low: UInt64
    let high: UInt64
    if count >= 16 {
      (low, high) = (word(end - 16, UInt64.self), word(end - 8, UInt64.self))
    } else if count >= 8 {
      (low, high) = (word(raw, UInt64.self), word(end - 8, UInt64.self))
    } else if count >= 4 {
      low = UInt64(word(raw, UInt32.self))
      high = UInt64(word(end - 4, UInt32.self))
    } else {
      low = UInt64(word(raw, UInt8.self)) << 8 | UInt64(word(raw + count / 2, UInt8.self))
      high = UInt64(word(end - 1, UInt8.self))
    }
    return (hash ^ mix(low ^ lane, high ^ (lane ^ other)), all | low | high)
  }

  /// The word at a place, aligned or not.
  @inlinable @_transparent
  static func word<Word: FixedWidthInteger & BitwiseCopyable>(
    _ place: UnsafeRawPointer, _ type: Word.Type
  ) -> Word {
    place.loadUnaligned(as: Word.self)
  }
}

extension Fingerprint {
  /// The bits of a text: where it is and how long, or a short text itself.
  @usableFromInline typealias Representation = (UInt64, UInt64)

  /// True if two identities are equal, as `==` says and faster for text.
  @inlinable @_transparent
  static func isSame<ID: Hashable>(_ a: ID, _ b: ID) -> Bool {
    guard isText(ID.self) else { return a == b }
    if isIdentical(a, b) { return true }
    return isSameText(unsafeBitCast(a, to: String.self), unsafeBitCast(b, to: String.self))
  }

  /// True if two identities are equal and, where they are texts, kept in the same place: tables that
  /// come from each other share their texts.
  @inlinable @_transparent
  static func isIdentical<ID: Hashable>(_ a: ID, _ b: ID) -> Bool {
    guard isText(ID.self) else { return a == b }
    // One representation is one text.
    guard MemoryLayout<String>.size == MemoryLayout<Representation>.size else { return false }
    let (x, y) = (
      unsafeBitCast(a, to: Representation.self), unsafeBitCast(b, to: Representation.self)
    )
    return (x.0 ^ y.0) | (x.1 ^ y.1) == 0
  }

  /// True if two texts are equal.
  ///
  /// Two texts are equal if they are canonically equivalent. Where their first different bytes are
  /// both ASCII they are not: an ASCII character decomposes into itself and none combines with what
  /// stands before it. Only other texts are normalised, which is left to `==`.
  @inlinable @inline(never)
  static func isSameText(_ text: String, _ other: String) -> Bool {
    let answer = text.utf8.withContiguousStorageIfAvailable { bytes in
      other.utf8.withContiguousStorageIfAvailable { isSame(bytes, $0) } ?? nil
    }
    if let answer, let answer { return answer }
    return text == other
  }

  /// True if two texts have the same bytes; nil when only normalising can tell whether they are
  /// equal.
  @inlinable @_transparent
  static func isSame(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Bool? {
    let count = min(a.count, b.count)
    guard let first = a.baseAddress, let second = b.baseAddress else { return a.count == b.count }
    let (one, two) = (UnsafeRawPointer(first), UnsafeRawPointer(second))
    if count >= 8 {
      var offset = 0
      while true {
        let x = word(one + offset, UInt64.self)
        let y = word(two + offset, UInt64.self)
        if x != y {
          let shift = UInt64(truncatingIfNeeded: (x ^ y).littleEndian.trailingZeroBitCount & ~7)
          return (x.littleEndian | y.littleEndian) >> shift & 0x80 == 0 ? false : nil
        }
        if offset == count &- 8 { break }
        // The last eight bytes, some of them for the second time.
        offset = min(offset &+ 8, count &- 8)
      }
    } else {
      for offset in 0..<count where a[offset] != b[offset] {
        return (a[offset] | b[offset]) & 0x80 == 0 ? false : nil
      }
    }
    // What one text has more cannot vanish by normalising.
    return a.count == b.count
  }
}
