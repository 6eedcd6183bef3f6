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

  /// Reads `-?(0|[1-9][0-9]*)(\.[0-9]+)?` of any length that fits, and an exponent in numbers of
  /// typed sources; nil for anything else.
  ///
  /// - Complexity: O(length).
  init?(_ bytes: UnsafeRawBufferPointer, takesExponent: Bool) {
    var i = 0
    let isNegative = !bytes.isEmpty && bytes[0] == 0x2D
    if isNegative { i = 1 }
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
    guard i > start, i == start + 1 || bytes[start] != 0x30 else { return nil }
    var scale = 0
    if i < bytes.count, bytes[i] == 0x2E {
      i += 1
      let point = i
      while isDigit(i) {
        guard take(bytes[i]) else { return nil }
        i += 1
      }
      scale = i - point
      guard scale > 0, scale <= Self.maximumScale else { return nil }
    }
    mantissa = digits <= 18 ? Int128(word) : large
    if isNegative { mantissa = -mantissa }
    self.scale = scale
    guard i < bytes.count else { return }
    guard takesExponent, bytes[i] | 0x20 == 0x65,
      let exponent = Int(String(decoding: bytes[(i + 1)...], as: UTF8.self)),
      let shifted = shifted(by: exponent)
    else { return nil }
    self = shifted
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

  /// The nearest double.
  var double: Double { Double(text) ?? .nan }

  /// A double near it, correctly rounded up to 15 digits.
  var approximate: Double {
    // A double of a wide integer takes long to make.
    let isNarrow = mantissa >= Int128(Int64.min) && mantissa <= Int128(Int64.max)
    let value = isNarrow ? Double(Int64(truncatingIfNeeded: mantissa)) : Double(mantissa)
    return scale == 0
      ? value : scale <= 18 ? value / Double(Self.powers[scale]) : double
  }

  /// The number without zeros at the end of its fraction.
  var text: String {
    var digits = String(mantissa.magnitude)
    if scale > 0 {
      if digits.count <= scale {
        digits = String(repeating: "0", count: scale - digits.count + 1) + digits
      }
      var fraction = digits.suffix(scale)
      digits = String(digits.dropLast(scale))
      while fraction.last == "0" { fraction.removeLast() }
      if !fraction.isEmpty { digits += "." + fraction }
    }
    return mantissa < 0 ? "-" + digits : digits
  }

  /// Returns a part of the number: exact if it has at most 15 digits, else rounded to 15, or to an
  /// integer of more.
  ///
  /// - Parameter count: from 1.
  func divided(by count: Int) -> DecimalNumber {
    let count = Int128(count)
    let limit: Int128 = 100_000_000_000_000
    var (quotient, rest) = mantissa.magnitude.quotientAndRemainder(dividingBy: count.magnitude)
    var scale = scale
    while rest != 0, quotient < limit.magnitude, scale < Self.maximumScale {
      let (digit, remainder) = (rest * 10).quotientAndRemainder(dividingBy: count.magnitude)
      quotient = quotient * 10 + digit
      rest = remainder
      scale += 1
    }
    // Half to even.
    let isOdd = quotient & 1 == 1
    if rest * 2 > count.magnitude || (rest * 2 == count.magnitude && isOdd) { quotient += 1 }
    return DecimalNumber(
      mantissa: mantissa < 0 ? -Int128(quotient) : Int128(quotient), scale: scale)
  }
}

/// A sum of decimal numbers: exact as long as it fits in 38 digits, else of doubles.
struct DecimalSum {
  private var exact = DecimalNumber(mantissa: 0, scale: 0)
  private var rounded: Double?
  /// The number of numbers added.
  private(set) var count = 0

  /// Adds a number.
  @inline(__always)
  mutating func add(_ number: DecimalNumber) { add(number, times: 1) }

  /// Adds a number several times.
  mutating func add(_ number: DecimalNumber, times: Int) {
    count += times
    if rounded == nil {
      if number.scale == exact.scale, times == 1,
        case let (sum, overflows) = exact.mantissa.addingReportingOverflow(number.mantissa),
        !overflows
      {
        exact.mantissa = sum
        return
      }
      let (product, overflows) = number.mantissa.multipliedReportingOverflow(by: Int128(times))
      let part = DecimalNumber(mantissa: product, scale: number.scale)
      if !overflows, let sum = exact + part {
        exact = sum
        return
      }
    }
    rounded = (rounded ?? exact.double) + number.double * Double(times)
  }

  /// The sum as text; nil without numbers.
  var text: String? { count == 0 ? nil : rounded.map { "\($0)" } ?? exact.text }

  /// The mean as text; nil without numbers.
  var mean: String? {
    if count == 0 { return nil }
    return rounded.map { "\($0 / Double(count))" } ?? exact.divided(by: count).text
  }
}
