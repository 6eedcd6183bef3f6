/// Which texts are numbers (INTERFACES: a plain decimal number has no leading zero or plus and at
/// most 15 digits, so that a double holds it exactly enough to print it back).
public enum PlainNumber {
  /// Whether the bytes are a plain decimal number: `-?(0|[1-9][0-9]*)(\.[0-9]+)?`, at most 15
  /// digits.
  ///
  /// - Complexity: O(length).
  public static func matches(_ bytes: UnsafeRawBufferPointer) -> Bool { value(bytes) != nil }

  /// Whether the text is a plain decimal number.
  public static func matches(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { matches(UnsafeRawBufferPointer($0)) }
  }

  /// The value of a plain decimal number: an integer when it has no fraction; nil when the bytes
  /// are none.
  ///
  /// Exact: at most 15 digits and a power of ten below 10^22 make one correctly rounded division.
  ///
  /// - Complexity: O(length).
  @inline(__always)
  public static func value(_ bytes: UnsafeRawBufferPointer) -> Value? {
    var i = 0
    let n = bytes.count
    let isNegative = n > 0 && bytes[0] == 0x2D
    if isNegative { i = 1 }
    let start = i
    var mantissa = 0
    while i < n, isDigit(bytes[i]) {
      mantissa = mantissa &* 10 &+ Int(bytes[i] &- 0x30)
      i &+= 1
    }
    let whole = i &- start
    guard whole > 0, whole == 1 || bytes[start] != 0x30 else { return nil }
    if i == n {
      return whole <= 15 ? .integer(isNegative ? 0 &- mantissa : mantissa) : nil
    }
    guard bytes[i] == 0x2E else { return nil }
    i &+= 1
    let point = i
    while i < n, isDigit(bytes[i]) {
      mantissa = mantissa &* 10 &+ Int(bytes[i] &- 0x30)
      i &+= 1
    }
    let scale = n &- point
    guard i == n, scale > 0, whole &+ scale <= 15 else { return nil }
    let value = Double(mantissa) / powers[scale]
    return .real(isNegative ? -value : value)
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

  @inline(__always)
  private static func isDigit(_ c: UInt8) -> Bool { c &- 0x30 < 10 }
}
