/// A decimal number as written: an integer and the number of its digits behind the point.
///
///     12.50    mantissa 1250, scale 2
struct DecimalNumber: Equatable {
  var mantissa: Int128
  /// From 0 to `maximumScale`.
  var scale: Int

  /// The most digits behind the point.
  static let maximumScale = 37

  init(mantissa: Int128, scale: Int) {
    self.mantissa = mantissa
    self.scale = scale
  }

  /// Reads `-?(0|[1-9][0-9]*)(\.[0-9]+)?` of any length that fits; nil for anything else.
  ///
  /// - Parameter takesAll: whether it reads what `ExactDecimal` reads, too: a plus, zeros in front, no
  ///   digits on one side of the point, and an exponent, as in typed sources and columns.
  /// - Complexity: O(length).
  init?(_ bytes: UnsafeRawBufferPointer, takesAll: Bool) {
    var i = 0
    let isNegative = !bytes.isEmpty && bytes[0] == 0x2D
    if isNegative || takesAll && bytes.first == 0x2B { i = 1 }
    // Eighteen digits fit in a word, which is faster.
    var word: UInt64 = 0
    var digits = 0
    var large: Int128 = 0
    func isDigit(_ i: Int) -> Bool { i < bytes.count && bytes[i] &- 0x30 < 10 }
    func take(_ byte: UInt8) -> Bool {
      digits += 1
      if digits <= 18 {
        word = word &* 10 &+ UInt64(byte &- 0x30)
        return true
      }
      if digits == 19 { large = Int128(word) }
      let (product, overflows) = large.multipliedReportingOverflow(by: 10)
      let (sum, overflowsAgain) = product.addingReportingOverflow(Int128(byte &- 0x30))
      large = sum
      return !overflows && !overflowsAgain
    }
    let start = i
    while isDigit(i) {
      guard take(bytes[i]) else { return nil }
      i += 1
    }
    guard takesAll || i == start + 1 || i > start && bytes[start] != 0x30 else { return nil }
    var scale = 0
    if i < bytes.count, bytes[i] == 0x2E {
      i += 1
      let point = i
      while isDigit(i) {
        guard take(bytes[i]) else { return nil }
        i += 1
      }
      scale = i - point
      guard takesAll || scale > 0, scale <= Self.maximumScale else { return nil }
    }
    if digits == 0 { return nil }
    mantissa = digits <= 18 ? Int128(word) : large
    if isNegative { mantissa = -mantissa }
    self.scale = scale
    guard i < bytes.count else { return }
    guard takesAll, bytes[i] | 0x20 == 0x65,
      let exponent = Int(String(decoding: bytes[(i + 1)...], as: UTF8.self)),
      let shifted = shifted(by: exponent)
    else { return nil }
    self = shifted
  }

  /// What a cell adds to a sum.
  enum Reading {
    case exact(DecimalNumber)
    /// Of more digits than fit.
    case rounded(Double)

    /// Reads a cell; nil for what is no number, or not a finite one.
    @inline(__always)
    init?(_ bytes: UnsafeRawBufferPointer, takesAll: Bool) {
      if let number = DecimalNumber(bytes, takesAll: takesAll) {
        self = .exact(number)
      } else if takesAll, let value = ExactDecimal(bytes)?.rounded, value.isFinite {
        self = .rounded(value)
      } else {
        return nil
      }
    }

    /// A double near it.
    var approximate: Double {
      switch self {
      case .exact(let number): number.approximate
      case .rounded(let value): value
      }
    }
  }

  /// Returns the number times a power of ten; nil if it does not fit.
  private func shifted(by exponent: Int) -> DecimalNumber? {
    guard exponent.magnitude <= 64 else { return nil }
    if exponent <= scale {
      let scale = scale - exponent
      return scale <= Self.maximumScale ? DecimalNumber(mantissa: mantissa, scale: scale) : nil
    }
    return DecimalNumber(mantissa: mantissa, scale: 0).rescaled(to: exponent - scale).map {
      DecimalNumber(mantissa: $0, scale: 0)
    }
  }

  /// Returns the mantissa at a larger scale; nil if it does not fit.
  func rescaled(to scale: Int) -> Int128? {
    var mantissa = mantissa
    var rest = scale - self.scale
    while rest > 0 {
      let step = min(rest, 18)
      let (product, overflows) = mantissa.multipliedReportingOverflow(by: Self.powers[step])
      if overflows { return nil }
      mantissa = product
      rest -= step
    }
    return mantissa
  }

  /// Returns the sum; nil if it does not fit.
  static func + (a: DecimalNumber, b: DecimalNumber) -> DecimalNumber? {
    let scale = max(a.scale, b.scale)
    let x = a.scale == scale ? a.mantissa : a.rescaled(to: scale)
    let y = b.scale == scale ? b.mantissa : b.rescaled(to: scale)
    guard let x, let y, case let (sum, overflows) = x.addingReportingOverflow(y), !overflows else {
      return nil
    }
    return DecimalNumber(mantissa: sum, scale: scale)
  }

  private static let powers: [Int128] = (0...18).map { count in
    (0..<count).reduce(1) { product, _ in product * 10 }
  }
  private static let doublePowers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18,
  ]

  /// The nearest double.
  var double: Double { Double(text) ?? .nan }

  /// A double near it, correctly rounded up to 15 digits.
  var approximate: Double {
    // A double of a wide integer takes long to make.
    let isNarrow = mantissa >= Int128(Int64.min) && mantissa <= Int128(Int64.max)
    let value = isNarrow ? Double(Int64(truncatingIfNeeded: mantissa)) : Double(mantissa)
    return scale == 0
      ? value : scale <= 18 ? value / Self.doublePowers[scale] : double
  }

  /// The number without zeros at the end of its fraction.
  var text: String {
    var bytes: [UInt8] = []
    write(into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the number without zeros at the end of its fraction.
  ///
  /// - Complexity: O(digits).
  func write(into bytes: inout [UInt8]) {
    if mantissa < 0 { bytes.append(0x2D) }
    let start = bytes.count
    // From the last digit to the first. A word is divided faster than two.
    var rest = mantissa.magnitude
    var digits = 0
    func take(_ digit: UInt8) {
      let isZeroAtEnd = digits < scale && digit == 0 && bytes.count == start
      if !isZeroAtEnd { bytes.append(0x30 + digit) }
      digits += 1
      if digits == scale, bytes.count > start { bytes.append(0x2E) }
    }
    while rest > UInt128(UInt64.max) {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      take(UInt8(truncatingIfNeeded: digit))
      rest = quotient
    }
    var word = UInt64(truncatingIfNeeded: rest)
    while word > 0 || digits <= scale {
      take(UInt8(truncatingIfNeeded: word % 10))
      word /= 10
    }
    bytes[start...].reverse()
  }

  /// Returns a part of the number: exact if it has at most 15 digits, else rounded to 15, or to an
  /// integer of more.
  ///
  /// - Parameter count: from 1.
  func divided(by count: Int) -> DecimalNumber {
    let magnitude = mantissa.magnitude
    let (quotient, scale) =
      magnitude <= UInt128(UInt64.max) && count < 1 << 59
      ? Self.divide(UInt64(truncatingIfNeeded: magnitude), by: UInt64(count), scale)
      : Self.divide(magnitude, by: UInt128(count), scale)
    return DecimalNumber(mantissa: mantissa < 0 ? -quotient : quotient, scale: scale)
  }

  /// - Parameter count: ten times it fits in a word.
  @inline(__always)
  private static func divide<Word: FixedWidthInteger & UnsignedInteger>(
    _ magnitude: Word, by count: Word, _ start: Int
  ) -> (quotient: Int128, scale: Int) {
    var (quotient, rest) = magnitude.quotientAndRemainder(dividingBy: count)
    var scale = start
    while rest != 0, quotient < 100_000_000_000_000, scale < maximumScale {
      let (digit, remainder) = (rest * 10).quotientAndRemainder(dividingBy: count)
      quotient = quotient * 10 + digit
      rest = remainder
      scale += 1
    }
    // Half to even.
    let isOdd = quotient & 1 == 1
    if rest * 2 > count || (rest * 2 == count && isOdd) { quotient += 1 }
    return (Int128(quotient), scale)
  }
}

/// A sum of decimal numbers: exact as long as it fits in 38 digits, else of doubles.
struct DecimalSum {
  /// The mantissa, or the bits of a double if it is rounded.
  private var mantissa: Int128 = 0
  /// The number of numbers added.
  private(set) var count = 0
  private var scale: UInt8 = 0
  private var isRounded = false

  private var exact: DecimalNumber { DecimalNumber(mantissa: mantissa, scale: Int(scale)) }
  private var double: Double {
    isRounded ? Double(bitPattern: UInt64(truncatingIfNeeded: mantissa)) : exact.double
  }

  /// Adds a number.
  @inline(__always)
  mutating func add(_ number: DecimalNumber) {
    if count == 0 {
      (mantissa, scale) = (number.mantissa, UInt8(truncatingIfNeeded: number.scale))
      count = 1
    } else if !isRounded, number.scale == Int(scale),
      case let (sum, overflows) = mantissa.addingReportingOverflow(number.mantissa), !overflows
    {
      mantissa = sum
      count &+= 1
    } else {
      add(number, times: 1)
    }
  }

  /// Adds a number several times.
  mutating func add(_ number: DecimalNumber, times: Int) {
    count += times
    if !isRounded {
      let (product, overflows) = number.mantissa.multipliedReportingOverflow(by: Int128(times))
      let part = DecimalNumber(mantissa: product, scale: number.scale)
      if !overflows, let sum = exact + part {
        (mantissa, scale) = (sum.mantissa, UInt8(sum.scale))
        return
      }
    }
    addRounded(number.double * Double(times))
  }

  /// Adds a number several times.
  mutating func add(_ number: DecimalNumber.Reading, times: Int = 1) {
    switch number {
    case .exact(let number) where times == 1: add(number)
    case .exact(let number): add(number, times: times)
    case .rounded(let value):
      count += times
      addRounded(value * Double(times))
    }
  }

  private mutating func addRounded(_ value: Double) {
    (mantissa, isRounded) = (Int128((double + value).bitPattern), true)
  }

  /// Appends the sum; nothing without numbers.
  func writeSum(into bytes: inout [UInt8]) {
    if count == 0 { return }
    if isRounded { bytes += "\(double)".utf8 } else { exact.write(into: &bytes) }
  }

  /// Appends the mean; nothing without numbers.
  func writeMean(into bytes: inout [UInt8]) {
    if count == 0 { return }
    if isRounded {
      bytes += "\(double / Double(count))".utf8
    } else {
      exact.divided(by: count).write(into: &bytes)
    }
  }

  /// The mean as text; nil without numbers.
  var mean: String? {
    var bytes: [UInt8] = []
    writeMean(into: &bytes)
    return count == 0 ? nil : String(decoding: bytes, as: UTF8.self)
  }
}
