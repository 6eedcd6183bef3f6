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
}

extension String {
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
