/// Percent-encoding of texts in URLs (RFC 3986, section 2.1).
public enum PercentCoding {
  /// Returns a text with bytes other than letters, digits and `-._~` encoded.
  ///
  /// - Parameter keeping: further bytes to be left as they are.
  public static func encode(_ text: String, keeping: String = "") -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: bytes.append(byte)
      case _ where keeping.utf8.contains(byte): bytes.append(byte)
      default: bytes += [0x25, hex(byte >> 4), hex(byte & 15)]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a text with encoded bytes decoded; nil if a `%` lacks its two digits, or the bytes are
  /// no UTF-8.
  ///
  /// - Parameter plusIsBlank: whether `+` means a blank, as in queries.
  public static func decode(_ text: Substring, plusIsBlank: Bool = false) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == 0x2B, plusIsBlank {
        bytes.append(0x20)
      } else if byte == 0x25 {
        guard let high = rest.popFirst().flatMap(value), let low = rest.popFirst().flatMap(value)
        else { return nil }
        bytes.append(high << 4 | low)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func hex(_ nibble: UInt8) -> UInt8 { nibble < 10 ? 0x30 + nibble : 0x37 + nibble }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x37
    case 0x61...0x66: digit - 0x57
    default: nil
    }
  }
}
