/// Which texts a JSON number may stand for without changing them.
enum NumberText {
  /// Whether a text is a decimal number that comes back the same after a trip through a double:
  /// `41` and `0.1` do, `1.10`, `007`, `1e5`, `-0` and 20 digits do not.
  static func survivesDouble(_ text: String) -> Bool {
    guard isDecimal(text), text != "-0", let value = Double(text), value.isFinite else {
      return false
    }
    return positional(value) == text
  }

  /// Whether a text is `-?(0|[1-9][0-9]*)(\.[0-9]+)?`, with few enough digits to try.
  private static func isDecimal(_ text: String) -> Bool {
    var rest = Substring(text).utf8
    guard rest.count <= 330 else { return false }
    if rest.first == 0x2D { rest.removeFirst() }
    let whole = rest.prefix { $0 &- 0x30 < 10 }
    guard let first = whole.first, first != 0x30 || whole.count == 1 else { return false }
    rest = rest.dropFirst(whole.count)
    if rest.isEmpty { return true }
    let fraction = rest.dropFirst()
    return rest.first == 0x2E && !fraction.isEmpty && fraction.allSatisfy { $0 &- 0x30 < 10 }
  }

  /// The shortest digits that give a double, without an exponent and without `.0`.
  private static func positional(_ value: Double) -> String {
    let parts = value.magnitude.description.split(separator: "e")
    let sign = value < 0 ? "-" : ""
    let mantissa = parts[0].split(separator: ".")
    var digits = String(mantissa[0])
    var point = digits.utf8.count
    if mantissa.count > 1, mantissa[1] != "0" { digits += mantissa[1] }
    if parts.count > 1, let exponent = Int(parts[1]) { point += exponent }
    if point <= 0 { return sign + "0." + String(repeating: "0", count: -point) + digits }
    let count = digits.utf8.count
    if point >= count { return sign + digits + String(repeating: "0", count: point - count) }
    return sign + digits.prefix(point) + "." + digits.dropFirst(point)
  }
}
