extension JSONText {
  /// Whether a text can stand as a value of a kind: a number, `true` or `false`, an array or
  /// object, bytes in hexadecimal. Any text can be text; only the empty one is null.
  ///
  /// - Complexity: O(length).
  public static func fits(_ text: String, _ kind: CellKind) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      switch kind {
      case .text: return true
      case .null: return bytes.isEmpty
      case .bool: return bytes.elementsEqual("true".utf8) || bytes.elementsEqual("false".utf8)
      case .number: return number(bytes, from: 0) == bytes.count
      case .json:
        guard let first = bytes.first, first == 0x7B || first == 0x5B else { return false }
        return isValue(bytes)
      case .blob:
        return bytes.count >= 3 && bytes.count % 2 == 1 && bytes.starts(with: "x'".utf8)
          && bytes.last == 0x27 && bytes[2..<bytes.count - 1].allSatisfy(isHex)
      }
    }
  }

  /// Where the number that starts at an index ends, nil when there is none.
  private static func number(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var i = start
    func digits() -> Int {
      let first = i
      while i < bytes.count, bytes[i] &- 0x30 < 10 { i += 1 }
      return i - first
    }
    if i < bytes.count, bytes[i] == 0x2D { i += 1 }
    let first = i
    let whole = digits()
    guard whole == 1 || (whole > 1 && bytes[first] != 0x30) else { return nil }
    if i < bytes.count, bytes[i] == 0x2E {
      i += 1
      guard digits() > 0 else { return nil }
    }
    if i < bytes.count, bytes[i] | 0x20 == 0x65 {
      i += 1
      if i < bytes.count, bytes[i] == 0x2B || bytes[i] == 0x2D { i += 1 }
      guard digits() > 0 else { return nil }
    }
    return i
  }

  /// Where the string that starts at an index ends, nil when there is none.
  private static func string(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard start < bytes.count, bytes[start] == 0x22 else { return nil }
    var i = start + 1
    while i < bytes.count {
      switch bytes[i] {
      case 0x22: return i + 1
      case ..<0x20: return nil
      case 0x5C:
        guard i + 1 < bytes.count else { return nil }
        if bytes[i + 1] == 0x75 {
          guard i + 5 < bytes.count, bytes[i + 2...i + 5].allSatisfy(isHex) else { return nil }
          i += 6
        } else {
          guard "\"\\/bfnrt".utf8.contains(bytes[i + 1]) else { return nil }
          i += 2
        }
      default: i += 1
      }
    }
    return nil
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6
  }

  /// What may come next while a value is checked.
  private enum Expectation { case value, valueOrEnd, key, keyOrEnd, separator }

  /// Whether the bytes are one JSON value. Nothing recurses: depth costs one byte a level.
  private static func isValue(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var open: [UInt8] = []
    var next = Expectation.value
    var i = 0
    while true {
      while i < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[i]) { i += 1 }
      guard i < bytes.count else { return open.isEmpty && next == .separator }
      let byte = bytes[i]
      switch next {
      case .separator:
        guard let inside = open.last else { return false }
        i += 1
        if byte == 0x2C {
          next = inside == 0x7B ? .key : .value
        } else {
          guard byte == inside + 2 else { return false }
          open.removeLast()
        }
      case .keyOrEnd where byte == 0x7D, .valueOrEnd where byte == 0x5D:
        open.removeLast()
        i += 1
        next = .separator
      case .key, .keyOrEnd:
        guard var end = string(bytes, from: i) else { return false }
        while end < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[end]) { end += 1 }
        guard end < bytes.count, bytes[end] == 0x3A else { return false }
        i = end + 1
        next = .value
      case .value, .valueOrEnd:
        if byte == 0x7B || byte == 0x5B {
          open.append(byte)
          i += 1
          next = byte == 0x7B ? .keyOrEnd : .valueOrEnd
          continue
        }
        guard let end = scalar(bytes, from: i) else { return false }
        i = end
        next = .separator
      }
    }
  }

  private static func scalar(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    if bytes[start] == 0x22 { return string(bytes, from: start) }
    for word in ["true", "false", "null"] where bytes[start...].starts(with: word.utf8) {
      return start + word.utf8.count
    }
    return number(bytes, from: start)
  }
}
