/// Members of objects in cells, found without making values of them.
extension JSONText {
  /// Calls `body` with the name and the value of each member of a well-formed object, as they are
  /// written, the name without its quotes.
  ///
  /// - Complexity: O(length).
  public static func forEachMember(
    of object: UnsafeRawBufferPointer,
    _ body: (_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Void
  ) {
    var i = 1
    while i < object.count {
      guard object[i] == 0x22 else {
        i += 1
        continue
      }
      let name = i + 1
      i = endOfString(object, from: i)
      let nameEnd = i - 1
      while i < object.count, object[i] == 0x3A || isSpace(object[i]) { i += 1 }
      let value = i
      i = endOfValue(object, from: i)
      body(part(object, name..<nameEnd), part(object, value..<i))
    }
  }

  /// Returns the value of a member of a well-formed object, as it is written; nil if it has none. Of
  /// two members of one name the last one counts, as for other readers of JSON.
  ///
  /// - Complexity: O(length).
  public static func member(
    _ name: [UInt8], of object: UnsafeRawBufferPointer
  ) -> UnsafeRawBufferPointer? {
    guard object.first == 0x7B else { return nil }
    var found: UnsafeRawBufferPointer?
    forEachMember(of: object) { if isName($0, name) { found = $1 } }
    return found
  }

  private static func isName(_ written: UnsafeRawBufferPointer, _ name: [UInt8]) -> Bool {
    guard written.contains(0x5C) else { return written.elementsEqual(name) }
    var bytes: [UInt8] = []
    unescape(written, into: &bytes)
    return bytes == name
  }

  private static func part(
    _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>
  ) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[range])
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private static func endOfString(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var i = start + 1
    while i < bytes.count, bytes[i] != 0x22 { i += bytes[i] == 0x5C ? 2 : 1 }
    return min(i + 1, bytes.count)
  }

  /// Returns the end of a value, by its brackets or up to what separates it.
  private static func endOfValue(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var depth = 0
    var i = start
    while i < bytes.count {
      switch bytes[i] {
      case 0x22:
        i = endOfString(bytes, from: i)
        if depth == 0 { return i }
        continue
      case 0x7B, 0x5B: depth += 1
      case 0x7D, 0x5D:
        if depth == 0 { return i }
        depth -= 1
        if depth == 0 { return i + 1 }
      case _ where depth == 0 && (bytes[i] == 0x2C || isSpace(bytes[i])): return i
      default: break
      }
      i += 1
    }
    return i
  }
}
