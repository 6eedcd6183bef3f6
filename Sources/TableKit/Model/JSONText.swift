/// Strings of JSON: quoting and the way back (RFC 8259, section 7).
public enum JSONText {
  /// Appends `text` as a JSON string. Only what must be escaped is: quote, backslash, controls.
  public static func quote(_ text: String, into bytes: inout [UInt8]) {
    bytes.append(0x22)
    for byte in text.utf8 {
      switch byte {
      case 0x22: bytes.append(contentsOf: [0x5C, 0x22])
      case 0x5C: bytes.append(contentsOf: [0x5C, 0x5C])
      case 0x0A: bytes.append(contentsOf: [0x5C, 0x6E])
      case 0x0D: bytes.append(contentsOf: [0x5C, 0x72])
      case 0x09: bytes.append(contentsOf: [0x5C, 0x74])
      case 0x00..<0x20, 0x7F:
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(hex(byte >> 4))
        bytes.append(hex(byte & 15))
      default: bytes.append(byte)
      }
    }
    bytes.append(0x22)
  }

  /// The JSON string of `text`, quotes included.
  public static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 2)
    quote(text, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends what the inside of a well-formed JSON string stands for; a lone surrogate becomes
  /// U+FFFD.
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
