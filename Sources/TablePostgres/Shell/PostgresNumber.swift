import TableKit

/// A number in a condition, as Lua reads it: a literal, or `decimal("…")`.
///
///     9007199254740993    0x10    1e3    .5    decimal("0.30000000000000001")
struct PostgresNumber {
  /// Its digits; those of an integer of 64 bits without a point or an exponent.
  let text: String

  /// Reads a literal; nil for one of more digits than Lua keeps, which Lua refuses with an error.
  init?(literal text: String, isNegative: Bool) {
    let isHex = text.hasPrefix("0x") || text.hasPrefix("0X")
    guard
      let known = isHex
        ? Self.hexadecimal(text.utf8.dropFirst(2), isNegative)
        : Self.decimal((isNegative ? "-" : "") + text, isWritten: false)
    else { return nil }
    self.text = known
  }

  /// Reads the text of `decimal("…")`; nil for one that is no number, or out of all proportion.
  init?(decimal text: String) {
    guard let known = Self.decimal(text, isWritten: true) else { return nil }
    self.text = known
  }

  /// An integer, of which bits beyond 64 are lost as in Lua; one with a fraction is left to Lua.
  private static func hexadecimal(_ digits: Substring.UTF8View, _ isNegative: Bool) -> String? {
    var bits: UInt64 = 0
    for digit in digits {
      guard let value = Character(UnicodeScalar(digit)).hexDigitValue else { return nil }
      bits = bits << 4 | UInt64(value)
    }
    if digits.isEmpty { return nil }
    return String(Int64(bitPattern: isNegative ? 0 &- bits : bits))
  }

  private static func decimal(_ text: String, isWritten: Bool) -> String? {
    reading(text) { digits(of: $0, as: text, isWritten) } ?? nil
  }

  /// The most characters of a number for which a server is asked.
  private static let mostDigits = 1000

  private static func digits(of value: DecimalNumber, as text: String, _ isWritten: Bool) -> String?
  {
    if let integer = value.integer { return String(integer) }
    if let double = value.double { return Int64(exactly: double).map { String($0) } ?? text }
    let size = value.rounded.magnitude
    guard isWritten, size > 1e-300, size < 1e300, text.utf8.count <= mostDigits else { return nil }
    return text
  }

  private static func reading<Result>(
    _ text: String, _ body: (DecimalNumber) -> Result
  ) -> Result? {
    return text.withBytes { DecimalNumber($0).map(body) }
  }

  /// The condition that a column compares so with the number.
  ///
  /// - Parameter isReal: whether the column holds doubles, of which none may be the number: then the
  ///   server, which rounds it, compares with the nearest one.
  func condition(_ column: Int, _ order: String, isReal: Bool) -> PostgresCondition? {
    let side = isReal ? sideOfDouble : 0
    switch order {
    case "==" where side != 0: return .any([])
    case "~=" where side != 0: return .all([])
    case "<" where side < 0, "<=" where side < 0: return .number(column: column, .atMost, text)
    case "<" where side > 0, "<=" where side > 0: return .number(column: column, .less, text)
    case ">" where side < 0, ">=" where side < 0: return .number(column: column, .more, text)
    case ">" where side > 0, ">=" where side > 0: return .number(column: column, .atLeast, text)
    case "~=": return .not(.number(column: column, .equal, text))
    default: return PostgresConditionReader.orders[order].map { .number(column: column, $0, text) }
    }
  }

  /// How the nearest double compares with the number: negative if it is less, zero if they are equal.
  private var sideOfDouble: Int {
    Self.reading(text) { exact in
      let double = exact.rounded
      // A large double is shown with its shortest digits, which are then the integer of the cell.
      let integer: Int64? = Self.reading(double.description) { $0.integer } ?? nil
      let shown = (integer ?? Int64(exactly: double)).map { String($0) } ?? double.description
      return Self.reading(shown) { DecimalNumber.compare($0, exact) } ?? 0
    } ?? 0
  }
}
