/// Text from bytes and from the encodings of mails and addresses.
package enum CrashEncoding {
  /// Decodes bytes as UTF-16 or UTF-32 if a byte order mark or zero bytes show it, else as UTF-8.
  ///
  /// - Complexity: O(length).
  package static func text(of bytes: [UInt8]) -> String {
    let sample = bytes.prefix(4096)
    let zeros = sample.indices.filter { sample[$0] == 0 }
    if zeros.count * 8 >= sample.count * 5 {
      let isBig = zeros.count { $0 % 4 == 0 } * 4 > zeros.count
      return String(
        String.UnicodeScalarView(
          units(bytes, 4, isBig: isBig).compactMap { Unicode.Scalar($0) }))
    }
    let isWide = zeros.count * 4 >= sample.count && !zeros.isEmpty
    let isBig =
      bytes.starts(with: [0xFE, 0xFF]) || isWide && zeros.count { $0 % 2 == 0 } * 2 > zeros.count
    guard isWide || isBig || bytes.starts(with: [0xFF, 0xFE]) else {
      return String(decoding: bytes, as: UTF8.self)
    }
    return String(
      decoding: units(bytes, 2, isBig: isBig).map { UInt16(truncatingIfNeeded: $0) },
      as: UTF16.self)
  }

  private static func units(_ bytes: [UInt8], _ width: Int, isBig: Bool) -> [UInt32] {
    stride(from: 0, through: bytes.count - width, by: width).map { start in
      let unit = bytes[start..<start + width]
      return (isBig ? Array(unit) : unit.reversed()).reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  /// Decodes quoted-printable mail, such as `=E2=80=99`, and the percent escapes of an address,
  /// such as `%20`, where a text consists of them.
  static func mailText(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let marks = Marks(bytes)
    if marks.softBreaks > 0, marks.softBreaks * 4 > marks.breaks - marks.softBreaks {
      return decoded(bytes, escape: UInt8(ascii: "="))
    }
    if marks.escapedBlanks > 2, marks.escapedBlanks > 4 * marks.blanks {
      return decoded(bytes, escape: UInt8(ascii: "%"))
    }
    return text
  }

  /// How often what tells an encoding stands in a text.
  private struct Marks {
    var breaks = 0
    /// Lines that end in `=`, as those of quoted-printable mail do.
    var softBreaks = 0
    var blanks = 0
    var escapedBlanks = 0

    init(_ bytes: [UInt8]) {
      var last: UInt8 = 0
      var beforeLast: UInt8 = 0
      for byte in bytes {
        switch byte {
        case 0x0A:
          breaks += 1
          if (last == 0x0D ? beforeLast : last) == 0x3D { softBreaks += 1 }
        case 0x20: blanks += 1
        case 0x30 where last == 0x32 && beforeLast == 0x25: escapedBlanks += 1
        default: break
        }
        beforeLast = last
        last = byte
      }
    }
  }

  private static func decoded(_ bytes: [UInt8], escape: UInt8) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var i = 0
    while i < bytes.count {
      let byte = bytes[i]
      i += 1
      guard byte == escape else {
        result.append(byte)
        continue
      }
      let rest = bytes[i...]
      if escape == UInt8(ascii: "="), rest.first == 0x0A || rest.starts(with: [0x0D, 0x0A]) {
        i += rest.first == 0x0A ? 1 : 2
      } else if let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
        rest.count > 1, rest.first != UInt8(ascii: "+")
      {
        result.append(value)
        i += 2
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
