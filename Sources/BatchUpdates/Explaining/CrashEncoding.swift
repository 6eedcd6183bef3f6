/// Text from bytes and from the encodings of mails and addresses.
public enum CrashEncoding {
  /// Decodes bytes as UTF-16 or UTF-32 if a byte order mark or zero bytes show it, else as UTF-8.
  ///
  /// - Complexity: O(length).
  public static func text(of bytes: [UInt8]) -> String {
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
    if hasSoftBreaks(bytes) { return decoded(bytes, escape: UInt8(ascii: "=")) }
    let blanks = bytes.count { $0 == 0x20 }
    let escapes = bytes.indices.dropLast(2).count { bytes[$0...].starts(with: "%20".utf8) }
    if escapes > 2, escapes > 4 * blanks { return decoded(bytes, escape: UInt8(ascii: "%")) }
    return text
  }

  /// True if lines end in `=` as those of quoted-printable mail do.
  private static func hasSoftBreaks(_ bytes: [UInt8]) -> Bool {
    var breaks = 0
    var others = 0
    for (i, byte) in bytes.enumerated() where byte == 0x0A && i > 1 {
      let last = bytes[i - 1] == 0x0D ? bytes[i - 2] : bytes[i - 1]
      if last == UInt8(ascii: "=") { breaks += 1 } else { others += 1 }
    }
    return breaks > 0 && breaks * 4 > others
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
