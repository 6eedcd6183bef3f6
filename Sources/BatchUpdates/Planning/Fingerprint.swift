/// Hashes of identities: fast for text, bytes and integers, and as good as `Hashable` for others.
///
/// A secret drawn once in a process goes into every hash, so that nobody can prepare identities
/// that collide. Nothing a planner answers depends on it.
@usableFromInline
enum Fingerprint {
  /// What makes hashes of this process its own.
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
  /// Two texts are equal when they are canonically equivalent, so only ASCII is hashed as bytes.
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
