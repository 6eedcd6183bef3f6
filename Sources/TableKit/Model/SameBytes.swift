extension UnsafeRawBufferPointer {
  /// Whether both hold the same bytes.
  ///
  /// - Complexity: O(bytes), eight at a time; O(1) if they are the same memory.
  @inline(__always)
  package func isSame(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    guard let a = baseAddress, let b = other.baseAddress, a != b else { return true }
    var i = 0
    while i &+ 8 <= count {
      let x = a.loadUnaligned(fromByteOffset: i, as: UInt64.self)
      if x != b.loadUnaligned(fromByteOffset: i, as: UInt64.self) { return false }
      i &+= 8
    }
    while i < count {
      if a.load(fromByteOffset: i, as: UInt8.self) != b.load(fromByteOffset: i, as: UInt8.self) {
        return false
      }
      i &+= 1
    }
    return true
  }

  /// How the bytes compare with others in order: below 0, 0 or above.
  @inline(__always)
  func order(with other: UnsafeRawBufferPointer) -> Int {
    let common = Swift.min(count, other.count)
    var i = 0
    while i &+ 8 <= common {
      let x = UInt64(bigEndian: loadUnaligned(fromByteOffset: i, as: UInt64.self))
      let y = UInt64(bigEndian: other.loadUnaligned(fromByteOffset: i, as: UInt64.self))
      if x != y { return x < y ? -1 : 1 }
      i &+= 8
    }
    while i < common {
      if self[i] != other[i] { return Int(self[i]) - Int(other[i]) }
      i &+= 1
    }
    return count - other.count
  }

  /// No bytes.
  @inline(__always)
  package static var nothing: UnsafeRawBufferPointer { .init(start: nil, count: 0) }
}

extension String {
  /// Calls `body` with the bytes.
  @inlinable
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    var text = self
    return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }

  /// Whether two strings have the same bytes: a composed and a decomposed `é` differ.
  ///
  /// - Complexity: O(length).
  public static func === (a: String, b: String) -> Bool {
    guard a.utf8.count == b.utf8.count else { return false }
    let isSame = a.utf8.withContiguousStorageIfAvailable { x in
      b.utf8.withContiguousStorageIfAvailable { y in
        UnsafeRawBufferPointer(x).isSame(as: UnsafeRawBufferPointer(y))
      }
    }
    return isSame.flatMap { $0 } ?? a.utf8.elementsEqual(b.utf8)
  }

  /// Whether two strings differ in a byte.
  public static func !== (a: String, b: String) -> Bool { !(a === b) }
}
