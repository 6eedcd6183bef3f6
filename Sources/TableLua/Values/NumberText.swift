import LibC

/// The text of a float in a cell: with the 15 digits that a number column may have, never with
/// an exponent where digits do, and without the fraction of a whole number, because a cell has no
/// subtype.
///
///     NumberText.text(of: 50.0)        // "50"
///     NumberText.text(of: 0.1 + 0.2)   // "0.3"
///     NumberText.text(of: 0.00001)     // "0.00001"
///     NumberText.text(of: 0x1p70)      // "1180591620717411300000"
enum NumberText {
  static func text(of value: Double) -> String {
    if let whole = Int(exactly: value), abs(whole) < 1_000_000_000_000_000 { return String(whole) }
    guard value.isFinite else { return value.isNaN ? "nan" : value < 0 ? "-inf" : "inf" }
    if value == value.rounded(), abs(value) < 1e22 {
      return abs(value) < 0x1p63 ? format("%.0f", value) : shortWhole(value)
    }
    if let quick = DecimalText(value) { return quick.text }
    let text = format("%.15g", value)
    guard text.utf8.contains(UInt8(ascii: "e")), abs(value) < 1 else { return text }
    // Small numbers: the digits of the short form, behind as many zeros as they need.
    let digits = format("%.14e", value)
    let exponent = Int(digits.drop { $0 != "e" }.dropFirst()) ?? 0
    guard exponent > -12 else { return text }
    var fixed = format("%.\(14 - exponent)f", value)
    while fixed.last == "0" { fixed.removeLast() }
    return fixed
  }

  /// The fewest digits of a large whole number that are read back as the same float, and zeros: of
  /// more than 17, the rest would say nothing, and Lua would not compute with the cell again.
  private static func shortWhole(_ value: Double) -> String {
    let parts = value.description.split(separator: "e")
    let mantissa = parts[0].split(separator: ".")
    let fraction = mantissa.count > 1 && mantissa[1] != "0" ? String(mantissa[1]) : ""
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : fraction.count
    return mantissa[0] + fraction + String(repeating: "0", count: exponent - fraction.count)
  }

  /// The shortest text that is read back as the same float, for sources that keep floats.
  static func exactText(of value: Double) -> String {
    if let whole = Int(exactly: value), abs(whole) < 1_000_000_000_000_000 { return String(whole) }
    return value.isFinite ? "\(value)" : text(of: value)
  }

  private static func format(_ format: String, _ value: Double) -> String {
    var buffer = [CChar](repeating: 0, count: 64)
    let count = withVaList([value]) { vsnprintf(&buffer, buffer.count, format, $0) }
    return String(decoding: buffer.prefix(Int(count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// A number in decimal digits, made without memory of its own.
struct DecimalText {
  private static let room = 48
  private var bytes: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0)
  private var start = Self.room

  /// Makes the text of a whole number, of which so many digits stand behind a decimal point.
  init(_ value: Int, decimals: Int = 0) {
    var rest = value.magnitude
    var first = start
    withUnsafeMutableBytes(of: &bytes) { bytes in
      func put(_ byte: UInt8) {
        first -= 1
        bytes[first] = byte
      }
      for place in 0... {
        if place > decimals, rest == 0 { break }
        if place == decimals, decimals > 0 { put(0x2E) }
        put(0x30 + UInt8(truncatingIfNeeded: rest % 10))
        rest /= 10
      }
      if value < 0 { put(0x2D) }
    }
    start = first
  }

  /// Makes the text that a float has with 15 digits; nil where finding these takes longer.
  ///
  /// The float times a power of ten is rounded to a whole number. The product is off by less than
  /// 1/16, so it rounds as the exact one does unless it is near a half.
  init?(_ value: Double) {
    let magnitude = abs(value)
    guard magnitude >= 1e-5, magnitude < 1e15 else { return nil }
    var decimals = 15
    while decimals > 0, magnitude >= Self.powers[15 - decimals] { decimals -= 1 }
    while decimals < 20, magnitude * Self.powers[decimals] < 1e14 { decimals += 1 }
    let product = magnitude * Self.powers[decimals]
    let whole = product.rounded(.down)
    let fraction = product - whole
    guard abs(fraction - 0.5) > 0.1 else { return nil }
    var digits = Int(whole) + (fraction > 0.5 ? 1 : 0)
    while decimals > 0, digits % 10 == 0 {
      digits /= 10
      decimals -= 1
    }
    self.init(value < 0 ? -digits : digits, decimals: decimals)
  }

  /// Powers of ten that floats hold exactly.
  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20,
  ]

  /// Calls `body` with the text.
  func withUTF8(_ body: (UnsafeRawBufferPointer) -> Void) {
    withUnsafeBytes(of: bytes) { body(UnsafeRawBufferPointer(rebasing: $0[start...])) }
  }

  /// The text.
  var text: String {
    withUnsafeBytes(of: bytes) { String(decoding: $0[start...], as: UTF8.self) }
  }
}
