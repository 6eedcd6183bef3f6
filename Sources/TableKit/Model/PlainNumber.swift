/// Which texts are numbers (INTERFACES: a plain decimal number has no leading zero or plus and at
/// most 15 digits, so that a double holds it exactly enough to print it back).
public enum PlainNumber {
  /// Whether the bytes are a plain decimal number: `-?(0|[1-9][0-9]*)(\.[0-9]+)?`, at most 15
  /// digits.
  ///
  /// - Complexity: O(length).
  public static func matches(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var i = 0
    let n = bytes.count
    if i < n, bytes[i] == 0x2D { i += 1 }
    let start = i
    while i < n, isDigit(bytes[i]) { i += 1 }
    var digits = i - start
    guard digits > 0, digits == 1 || bytes[start] != 0x30 else { return false }
    if i < n {
      guard bytes[i] == 0x2E else { return false }
      i += 1
      let fraction = i
      while i < n, isDigit(bytes[i]) { i += 1 }
      guard i > fraction else { return false }
      digits += i - fraction
    }
    return i == n && digits <= 15
  }

  /// Whether the text is a plain decimal number.
  public static func matches(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { matches(UnsafeRawBufferPointer($0)) }
  }

  /// The value of a plain decimal number: an integer when it has no fraction.
  ///
  /// Exact: at most 15 digits and a power of ten below 10^22 make one correctly rounded division.
  public static func value(_ bytes: UnsafeRawBufferPointer) -> Value {
    var i = 0
    let n = bytes.count
    var negative = false
    if i < n, bytes[i] == 0x2D {
      negative = true
      i += 1
    }
    var mantissa = 0
    var scale = 0
    var fraction = false
    while i < n {
      let c = bytes[i]
      if c == 0x2E {
        fraction = true
      } else {
        mantissa = mantissa * 10 + Int(c &- 0x30)
        if fraction { scale += 1 }
      }
      i += 1
    }
    if !fraction { return .integer(negative ? -mantissa : mantissa) }
    let value = Double(mantissa) / powers[scale]
    return .real(negative ? -value : value)
  }

  /// A number as Lua tells them apart.
  public enum Value: Hashable, Sendable {
    /// Without a fraction.
    case integer(Int)
    /// With a fraction.
    case real(Double)

    /// The number as a double.
    public var double: Double {
      switch self {
      case .integer(let value): Double(value)
      case .real(let value): value
      }
    }
  }

  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]

  private static func isDigit(_ c: UInt8) -> Bool { c &- 0x30 < 10 }
}
