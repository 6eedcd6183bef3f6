/// Percent-encoding of texts in URLs (RFC 3986, section 2.1).
public enum PercentCoding {
  /// Returns a text with bytes other than letters, digits and `-._~` encoded.
  ///
  /// - Parameter keeping: further bytes to be left as they are.
  public static func encode(_ text: String, keeping: String = "") -> String {
    encode(text) { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: false
      default: !keeping.utf8.contains(byte)
      }
    }
  }

  /// Returns a text with some bytes encoded.
  public static func encode(_ text: String, where isEncoded: (UInt8) -> Bool) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if isEncoded(byte) {
        bytes += [0x25, hex(byte >> 4), hex(byte & 15)]
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a text with encoded bytes decoded; nil if a `%` lacks its two digits, or the bytes are
  /// no UTF-8.
  ///
  /// - Parameters:
  ///   - plusIsBlank: whether `+` means a blank, as in queries.
  ///   - keepsOthers: whether a `%` without two digits stays as it is.
  public static func decode(
    _ text: Substring, plusIsBlank: Bool = false, keepsOthers: Bool = false
  ) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == 0x2B, plusIsBlank {
        bytes.append(0x20)
        continue
      }
      let digits = byte == 0x25 ? rest.prefix(2).compactMap(value) : []
      if digits.count == 2 {
        bytes.append(digits[0] << 4 | digits[1])
        rest.removeFirst(2)
      } else if byte != 0x25 || keepsOthers {
        bytes.append(byte)
      } else {
        return nil
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
