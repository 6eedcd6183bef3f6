/// Quoting, unquoting and checking of JSON text (RFC 8259, section 7).
public enum JSONText {
  /// Appends `text` as a JSON string. Escapes only what must be: quote, backslash, control
  /// characters.
  public static func quote(_ text: String, into bytes: inout [UInt8]) {
    text.withBytes { quote($0, into: &bytes) }
  }

  /// Appends UTF-8 as a JSON string.
  package static func quote(_ text: UnsafeRawBufferPointer, into bytes: inout [UInt8]) {
    bytes.append(0x22)
    var done = 0
    for i in text.indices
    where text[i] < 0x20 || text[i] == 0x22 || text[i] == 0x5C || text[i] == 0x7F {
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[done..<i]))
      escape(text[i], into: &bytes)
      done = i + 1
    }
    bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[done...]))
    bytes.append(0x22)
  }

  /// Appends the escape of a byte.
  private static func escape(_ byte: UInt8, into bytes: inout [UInt8]) {
    bytes.append(0x5C)
    switch byte {
    case 0x22, 0x5C: bytes.append(byte)
    case 0x0A: bytes.append(0x6E)
    case 0x0D: bytes.append(0x72)
    case 0x09: bytes.append(0x74)
    default:
      bytes.append(contentsOf: "u00".utf8)
      bytes.append(hex(byte >> 4))
      bytes.append(hex(byte & 15))
    }
  }

  /// Returns `text` as a JSON string, quotes included.
  public static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 2)
    quote(text, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the decoded inside of a well-formed JSON string; a lone surrogate becomes U+FFFD.
  public static func unescape(_ inner: UnsafeRawBufferPointer, into bytes: inout [UInt8]) {
    var i = 0
    while i < inner.count {
      let byte = inner[i]
      guard byte == 0x5C, i + 1 < inner.count else {
        bytes.append(byte)
        i += 1
        continue
      }
      let escape = inner[i + 1]
      i += 2
      switch escape {
      case 0x6E: bytes.append(0x0A)
      case 0x74: bytes.append(0x09)
      case 0x72: bytes.append(0x0D)
      case 0x62: bytes.append(0x08)
      case 0x66: bytes.append(0x0C)
      case 0x75:
        var unit = unicode(inner, i)
        i += 4
        if unit >= 0xD800, unit < 0xDC00, i + 5 < inner.count, inner[i] == 0x5C,
          inner[i + 1] == 0x75
        {
          let low = unicode(inner, i + 2)
          if low >= 0xDC00, low < 0xE000 {
            unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
            i += 6
          }
        }
        bytes.append(contentsOf: String(UnicodeScalar(unit) ?? "\u{FFFD}").utf8)
      default: bytes.append(escape)
      }
    }
  }

  private static func unicode(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> UInt32 {
    var value: UInt32 = 0
    for i in start..<min(start + 4, bytes.count) {
      let c = bytes[i] | 0x20
      value = value << 4 | UInt32(c >= 0x61 ? c - 0x61 + 10 : bytes[i] - 0x30)
    }
    return value
  }

  private static func hex(_ nibble: UInt8) -> UInt8 { nibble < 10 ? 0x30 + nibble : 0x57 + nibble }
}

extension JSONText {
  /// Whether a text is a valid value of a kind: a number, `true` or `false`, an array or object,
  /// bytes in hexadecimal. Any text is valid as text; only the empty one as null.
  ///
  /// - Complexity: O(length).
  public static func fits(_ text: String, _ kind: CellKind) -> Bool {
    text.withBytes { fits($0, kind) }
  }

  /// Whether UTF-8 can stand as a value of a kind.
  package static func fits(_ bytes: UnsafeRawBufferPointer, _ kind: CellKind) -> Bool {
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

  /// Whether a raw cell of a typed source is JSON: bytes are not, nor are numbers such as `.5`.
  @inline(__always)
  package static func isToken(_ raw: UnsafeRawBufferPointer) -> Bool {
    guard let first = raw.first, let last = raw.last else { return false }
    if first &- 0x31 < 9, last &- 0x30 < 10 { return true }
    return "\"{[tfn".utf8.contains(first) || fits(raw, .number)
  }

  /// Where the number that starts at an index ends, nil when there is none.
  private static func number(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
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
  private static func string(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
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

  /// The tokens allowed next while a value is checked.
  private enum Expectation { case value, valueOrEnd, key, keyOrEnd, separator }

  /// Whether the bytes are one JSON value. Nothing recurses: depth costs one byte a level.
  private static func isValue(_ bytes: UnsafeRawBufferPointer) -> Bool {
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

  private static func scalar(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    if bytes[start] == 0x22 { return string(bytes, from: start) }
    for word in ["true", "false", "null"] where bytes[start...].starts(with: word.utf8) {
      return start + word.utf8.count
    }
    return number(bytes, from: start)
  }
}

extension JSONText {
  /// Whether a string in a well-formed JSON value has an escaped lone surrogate, which is no
  /// character.
  ///
  /// - Complexity: O(length).
  public static func holdsLoneSurrogate(_ raw: UnsafeRawBufferPointer) -> Bool {
    var i = 0
    // Where the low surrogate must begin that completes a high one just read.
    var open: Int?
    while let escape = raw[i...].firstIndex(of: 0x5C), escape + 1 < raw.count {
      if open != nil, open != escape { return true }
      i = escape + 2
      let unit = raw[escape + 1] == 0x75 ? half(raw, i) : nil
      switch (unit, open) {
      case (true?, nil): open = i + 4
      case (false?, .some): open = nil
      case (nil, nil): break
      default: return true
      }
      if raw[escape + 1] == 0x75 { i = min(i + 4, raw.count) }
    }
    return open != nil
  }

  /// Whether four digits are a high surrogate; nil if they are no surrogate.
  private static func half(_ raw: UnsafeRawBufferPointer, _ i: Int) -> Bool? {
    guard i + 1 < raw.count, raw[i] | 0x20 == 0x64 else { return nil }
    switch raw[i + 1] {
    case 0x38, 0x39, 0x41, 0x42, 0x61, 0x62: return true
    case 0x43...0x46, 0x63...0x66: return false
    default: return nil
    }
  }
}
