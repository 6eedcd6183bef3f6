import Glibc

/// How a float is written into a cell: with the 15 digits that a number column may have, never with
/// an exponent where digits do, and without the fraction of a whole number, because a cell has no
/// subtype.
///
///     NumberText.text(of: 50.0)        // "50"
///     NumberText.text(of: 0.1 + 0.2)   // "0.3"
///     NumberText.text(of: 0.00001)     // "0.00001"
enum NumberText {
  static func text(of value: Double) -> String {
    if let whole = Int(exactly: value), abs(whole) < 1_000_000_000_000_000 { return String(whole) }
    guard value.isFinite else { return value.isNaN ? "nan" : value < 0 ? "-inf" : "inf" }
    if value == value.rounded(), abs(value) < 1e22 { return format("%.0f", value) }
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
