extension Fingerprint {
  /// The bits of a text: where it is and how long, or a short text itself.
  @usableFromInline typealias Representation = (UInt64, UInt64)

  /// Whether two identities are equal, as `==` says and faster for text.
  ///
  /// Two texts are equal when they are canonically equivalent. Where their first different bytes are
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

  /// Whether two texts have the same bytes; nil when only normalising can tell whether they are
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
