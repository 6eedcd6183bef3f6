/// A decimal number, read from its text: the one reader of numbers in cells.
///
/// A text is a number wherever it stands if it is written plainly: digits without a zero or a plus
/// in front, perhaps a point with digits behind it, or only these, perhaps an exponent, and blanks
/// around. What is written otherwise is one where a source or the user says that a column holds
/// numbers.
///
///     12.50   .94   -1e3   " 39"    // plain
///     007   +49   5.                // numbers where numbers are expected
///     1.50                          // the same number as 1.5
///
/// It points into the text, which outlives it.
public struct DecimalNumber {
  private let bytes: UnsafeRawBufferPointer
  /// The digits without zeros at either end; a point may stand among them. Empty: it is zero.
  private let digits: Range<Int>
  let digitCount: Int
  /// The number is 0.d₁d₂… × 10 to this.
  let exponent: Int
  private let isNegative: Bool
  /// Whether it is written without a point and an exponent.
  package let isWhole: Bool
  /// How it is written.
  public let form: Form

  /// How a number is written.
  public enum Form: Sendable {
    /// A number wherever it stands.
    case plain
    /// With a plus, a zero in front or a point at the end: a number where numbers are expected.
    case other
    /// Plain, but with more than 1,000 digits.
    case tooManyDigits
    /// Plain, but with an exponent beyond 1,000 or -1,000.
    case tooLargeExponent
  }

  /// The most digits, and the largest exponent, of a plain number.
  public static let limit = 1000

  /// Reads a sign, digits with a point at most, perhaps an exponent, and blanks around; nil for
  /// anything else.
  ///
  /// - Complexity: O(length).
  public init?(_ bytes: UnsafeRawBufferPointer) {
    var (i, last) = (0, bytes.count)
    while i < last, Self.isBlank(bytes[i]) { i += 1 }
    while last > i, Self.isBlank(bytes[last - 1]) { last -= 1 }
    guard i < last else { return nil }
    let isNegative = bytes[i] == UInt8(ascii: "-")
    let hasPlus = bytes[i] == UInt8(ascii: "+")
    if isNegative || hasPlus { i += 1 }
    let start = i
    var first: Int?
    var point: Int?
    var (end, before, zeros, count, counted, all) = (i, 0, 0, 0, 0, 0)
    while i < last {
      let byte = bytes[i]
      if byte == UInt8(ascii: "."), point == nil {
        point = i
      } else if Self.isDigit(byte) {
        all += 1
        if point == nil { before += 1 }
        if first != nil || byte != 0x30 { count += 1 }
        if byte != 0x30 {
          if first == nil { first = i }
          (end, counted) = (i + 1, count)
        } else if first == nil {
          zeros += 1
        }
      } else {
        break
      }
      i += 1
    }
    guard all > 0 else { return nil }
    let endsInPoint = point == i - 1
    var written = 0
    isWhole = point == nil && i == last
    if i < last {
      guard bytes[i] | 0x20 == UInt8(ascii: "e") else { return nil }
      i += 1
      let isSmall = i < last && bytes[i] == UInt8(ascii: "-")
      if isSmall || i < last && bytes[i] == UInt8(ascii: "+") { i += 1 }
      guard i < last else { return nil }
      while i < last {
        guard Self.isDigit(bytes[i]) else { return nil }
        written = min(written * 10 + Int(bytes[i] - 0x30), 1 << 31)
        i += 1
      }
      if isSmall { written = -written }
    }
    self.bytes = bytes
    digits = first.map { $0..<end } ?? 0..<0
    digitCount = counted
    exponent = first == nil ? 0 : before - zeros + written
    self.isNegative = isNegative && first != nil
    if hasPlus || endsInPoint || before > 1 && bytes[start] == 0x30 {
      form = .other
    } else if all > Self.limit {
      form = .tooManyDigits
    } else {
      form = written.magnitude > Self.limit ? .tooLargeExponent : .plain
    }
  }

  @inline(__always)
  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// What databases and others write for a double that is no finite number: `NaN`, `Infinity`,
  /// `-Infinity`, and `9e999` as SQLite does; nil for anything else.
  public static func notFinite(_ bytes: UnsafeRawBufferPointer) -> Double? {
    switch bytes.count {
    case 3 where bytes.elementsEqual("NaN".utf8): .nan
    case 8 where bytes.elementsEqual("Infinity".utf8): .infinity
    case 5 where bytes.elementsEqual("9e999".utf8): .infinity
    case 6 where bytes.elementsEqual("-9e999".utf8): -.infinity
    case 9 where bytes.elementsEqual("-Infinity".utf8): -.infinity
    default: nil
    }
  }
}

// MARK: - Short numbers

extension DecimalNumber {
  /// A number that a double holds, with Lua's distinction of integers and floats.
  public enum Value: Hashable, Sendable {
    /// A number written as an integer of 64 bits, or one that a double may not hold.
    case integer(Int)
    /// Another number.
    case real(Double)

    /// The number as a double.
    public var double: Double {
      switch self {
      case .integer(let value): Double(value)
      case .real(let value): value
      }
    }
  }

  /// Reads `-?(0|[1-9][0-9]*)(\.[0-9]+)?` of at most 18 digits, in one pass; nil for anything else.
  ///
  ///     12.50    mantissa 1250, scale 2
  ///
  /// - Complexity: O(length).
  @inline(__always)
  package static func short(_ bytes: UnsafeRawBufferPointer) -> (mantissa: Int, scale: Int)? {
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
    if i == n { return whole <= 18 ? (isNegative ? 0 &- mantissa : mantissa, 0) : nil }
    guard bytes[i] == 0x2E else { return nil }
    i &+= 1
    let point = i
    while i < n, isDigit(bytes[i]) {
      mantissa = mantissa &* 10 &+ Int(bytes[i] &- 0x30)
      i &+= 1
    }
    let scale = n &- point
    guard i == n, scale > 0, whole &+ scale <= 18 else { return nil }
    return (isNegative ? 0 &- mantissa : mantissa, scale)
  }

  /// Returns the value of a plain number of at most 15 significant digits, for which different
  /// numbers are different doubles; nil for anything else.
  ///
  /// Exact: at most 15 digits and a power of ten below 10^22 make one correctly rounded division.
  ///
  /// - Complexity: O(length).
  @inline(__always)
  public static func value(_ bytes: UnsafeRawBufferPointer) -> Value? {
    guard let (mantissa, scale) = short(bytes), mantissa.magnitude < 1_000_000_000_000_000 else {
      return otherValue(bytes)
    }
    if scale == 0 { return .integer(mantissa) }
    let value = Double(mantissa) / powers[scale]
    return .real(mantissa == 0 && bytes[0] == 0x2D ? -0.0 : value)
  }

  @inline(never)
  private static func otherValue(_ bytes: UnsafeRawBufferPointer) -> Value? {
    guard let number = plain(bytes), number.isShort else { return nil }
    return number.integer.map { .integer(Int($0)) } ?? .real(number.rounded)
  }

  /// Whether bytes are a plain number, of any length.
  ///
  /// - Complexity: O(length).
  @inline(__always)
  public static func matches(_ bytes: UnsafeRawBufferPointer) -> Bool {
    short(bytes) != nil || plain(bytes) != nil
  }

  /// The nearest double of a text that is a number, however it is written; nil for anything else, and
  /// for what is beyond all doubles.
  public static func double(_ text: some StringProtocol) -> Double? {
    let value = String(text).withBytes { DecimalNumber($0)?.rounded }
    return value?.isFinite == true ? value : nil
  }

  /// Whether a text is a plain number.
  public static func matches(_ text: String) -> Bool { text.withBytes { matches($0) } }

  /// Reads a plain number; nil for anything else. Most texts are refused at once.
  @inline(never)
  private static func plain(_ bytes: UnsafeRawBufferPointer) -> DecimalNumber? {
    guard let first = bytes.first,
      isDigit(first) || first == 0x2D || first == 0x2E || isBlank(first),
      let number = DecimalNumber(bytes), number.form == .plain
    else { return nil }
    return number
  }

  /// Whether bytes are a short number that is printed as it stands when it was read as an integer,
  /// or as a double if it has a fraction: `1.5`, not `1.50`, `1e3` or `-0`.
  ///
  /// At most 15 digits are the shortest that give their double, so that only zeros at the end, and
  /// an exponent below 0.0001, make a difference.
  ///
  /// - Complexity: O(length).
  package static func survivesDouble(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let (mantissa, scale) = short(bytes), mantissa.magnitude < 1_000_000_000_000_000 else {
      return false
    }
    if scale == 0 { return mantissa != 0 || bytes.count == 1 }
    if scale > 4, mantissa != 0, Double(mantissa.magnitude) / powers[scale] < 0.0001 {
      return false
    }
    return bytes[bytes.count - 1] != 0x30 || bytes[bytes.count - 2] == 0x2E
  }

  /// Whether bytes are written as a number where programs read numbers as doubles or integers: they
  /// keep every digit.
  package static func isKeptAsNumber(_ bytes: UnsafeRawBufferPointer) -> Bool {
    survivesDouble(bytes) || isInteger(bytes)
  }

  /// Whether bytes are a number of JSON of at most 15 digits, whose value a double holds exactly
  /// enough, though it may be written otherwise: `1.50`, which comes back as 1.5.
  ///
  /// - Complexity: O(length).
  package static func isExact(_ bytes: UnsafeRawBufferPointer) -> Bool {
    short(bytes).map { $0.mantissa.magnitude < 1_000_000_000_000_000 } ?? false
  }

  /// Whether bytes are an integer of 64 bits, written as every program writes it.
  ///
  /// - Complexity: O(length).
  package static func isInteger(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let digits = bytes.first == 0x2D ? bytes.dropFirst() : bytes[...]
    guard let first = digits.first, digits.allSatisfy(isDigit), digits.count <= 19 else {
      return false
    }
    if first == 0x30 { return bytes.count == 1 }
    return digits.count <= 18 || Int64(String(decoding: bytes, as: UTF8.self)) != nil
  }

  static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}

// MARK: - Conversion

extension DecimalNumber {
  /// Calls `body` with each digit, without zeros at either end, and the power of ten that it counts.
  func forEachDigit(_ body: (_ digit: Int, _ power: Int) -> Void) {
    var power = exponent
    for i in digits where bytes[i] != UInt8(ascii: ".") {
      power -= 1
      body(Int(bytes[i] - 0x30), power)
    }
  }

  /// Whether it has at most 15 digits and is neither too large nor too small for a double: then
  /// different numbers are different doubles.
  var isShort: Bool { digitCount <= 15 && (digits.isEmpty || rounded.isNormal) }

  /// The number as an integer and the number of its digits behind the point; nil: it does not fit.
  var mantissa: (Int128, scale: Int)? {
    let power = exponent - digitCount
    guard digitCount + max(power, 0) <= 38 else { return nil }
    var value: Int128 = 0
    forEachDigit { digit, _ in value = value * 10 + Int128(digit) }
    for _ in 0..<max(power, 0) { value *= 10 }
    return (isNegative ? -value : value, max(-power, 0))
  }

  /// 1 or -1.
  var sign: Int { isNegative ? -1 : 1 }

  /// The nearest double; infinite where there is none.
  public var rounded: Double {
    let power = exponent - digitCount
    if digitCount <= 15, power.magnitude < Self.powers.count {
      var mantissa = 0
      forEachDigit { digit, _ in mantissa = mantissa * 10 + digit }
      let factor = Self.powers[Int(power.magnitude)]
      let value = power < 0 ? Double(mantissa) / factor : Double(mantissa) * factor
      return isNegative ? -value : value
    }
    var text = isNegative ? "-0." : "0."
    forEachDigit { digit, _ in text.unicodeScalars.append(UnicodeScalar(0x30 + UInt8(digit))) }
    return Double(text + "e\(exponent)") ?? .nan
  }

  /// The value as an integer of 64 bits, if it is written as one, or is one that a double may not
  /// hold; nil otherwise.
  public var integer: Int64? {
    guard digitCount <= exponent, exponent <= 19 else { return nil }
    var value: UInt64 = 0
    forEachDigit { digit, _ in value = value * 10 + UInt64(digit) }
    for _ in digitCount..<exponent { value *= 10 }
    guard isWhole || value >= 1 << 53 else { return nil }
    // Of 19 digits, none is too large for 64 bits without a sign.
    return isNegative
      ? value == 1 << 63 ? .min : Int64(exactly: value).map { -$0 } : Int64(exactly: value)
  }

  /// The double that stands for exactly this number: it has at most 15 digits, or these are the
  /// shortest ones that give the double; nil if a double would lose digits.
  ///
  /// From 2^53 to 2^63 it is the number itself, because Lua compares it with integers there.
  public var double: Double? {
    guard let value = nearest else { return nil }
    let isNearIntegers = value.magnitude >= 0x1p53 && value.magnitude < 0x1p63
    if digitCount <= 15, !isNearIntegers { return value }
    let shortest = isNearIntegers ? String(Int64(value)) : value.description
    let isSame = shortest.withBytes { text in
      DecimalNumber(text).map { Self.compare($0, self) == 0 }
    }
    return isSame == true ? value : nil
  }

  /// The nearest double, if the number has at most 17 digits, the most that any program writes of a
  /// double, and is neither too large nor too small for one; nil otherwise.
  public var nearest: Double? {
    if digitCount > 17 { return nil }
    let value = rounded
    return value.isNormal || digits.isEmpty ? value : nil
  }

  /// Compares two numbers: negative if `a` is less, zero if they are equal.
  ///
  /// - Complexity: O(length).
  package static func compare(_ a: DecimalNumber, _ b: DecimalNumber) -> Int {
    if a.isNegative != b.isNegative { return a.isNegative ? -1 : 1 }
    let more = a.isNegative ? -1 : 1
    if a.digits.isEmpty || b.digits.isEmpty {
      return a.digits.isEmpty ? b.digits.isEmpty ? 0 : -more : more
    }
    if a.exponent != b.exponent { return a.exponent > b.exponent ? more : -more }
    var (i, j) = (a.digits.lowerBound, b.digits.lowerBound)
    while true {
      if i < a.digits.upperBound, a.bytes[i] == UInt8(ascii: ".") { i += 1 }
      if j < b.digits.upperBound, b.bytes[j] == UInt8(ascii: ".") { j += 1 }
      if i == a.digits.upperBound || j == b.digits.upperBound {
        return i < a.digits.upperBound ? more : j < b.digits.upperBound ? -more : 0
      }
      if a.bytes[i] != b.bytes[j] { return a.bytes[i] > b.bytes[j] ? more : -more }
      i += 1
      j += 1
    }
  }

  /// Appends bytes whose order is that of the numbers.
  ///
  /// - Complexity: O(length).
  package func appendSortKey(to key: inout [UInt8]) {
    if digits.isEmpty { return key.append(1) }
    let turn: UInt8 = isNegative ? 0xFF : 0
    key.append(isNegative ? 0 : 2)
    let place = UInt32(clamping: exponent + 1 << 31)
    for shift in [24, 16, 8, 0] {
      key.append(UInt8(truncatingIfNeeded: place >> UInt32(shift)) ^ turn)
    }
    forEachDigit { digit, _ in key.append(UInt8(0x30 + digit) ^ turn) }
    // Of two numbers that begin alike the longer one is further from zero.
    if isNegative { key.append(0xFF) }
  }
}
