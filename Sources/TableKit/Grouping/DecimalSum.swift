/// A sum of decimal numbers of any length, exact.
///
/// What fits in 128 bits is added there, the rest digit by digit.
package struct DecimalSum {
  private var mantissa: Int128 = 0
  /// The number of digits of the mantissa behind the point.
  private var scale = 0
  /// The number of numbers added.
  package private(set) var count = 0
  /// Sums of 18 digits each, the lowest first, with room for what they carry. Empty: all is in the
  /// mantissa.
  private var groups: [Int128] = []
  /// The place of the first group: its unit is 10 to 18 times this.
  private var lowest = 0

  /// A number that is added.
  package enum Reading {
    /// Of at most 18 digits, so many of them behind the point.
    case short(Int, scale: Int)
    case long(DecimalNumber)

    /// Reads a cell; nil for what is no number.
    ///
    /// - Parameter takesAll: whether a number need not be written plainly, as in typed sources and
    ///   columns.
    @inline(__always)
    package init?(_ bytes: UnsafeRawBufferPointer, takesAll: Bool) {
      if let (mantissa, scale) = DecimalNumber.short(bytes) {
        self = .short(mantissa, scale: scale)
      } else if let number = DecimalNumber(bytes),
        number.form == .plain || takesAll && number.form == .other,
        !takesAll || DecimalNumber.notFinite(bytes) == nil
      {
        self = .long(number)
      } else {
        return nil
      }
    }

    /// The nearest double.
    var approximate: Double {
      switch self {
      case .short(let mantissa, let scale): Double(mantissa) / DecimalNumber.powers[scale]
      case .long(let number): number.rounded
      }
    }

    /// Whether it is the only one with its double among numbers of as many digits.
    var isShort: Bool {
      switch self {
      case .short(let mantissa, _): mantissa.magnitude < 1_000_000_000_000_000
      case .long(let number): number.isShort
      }
    }
  }

  /// Creates an empty sum.
  package init() {}

  /// Adds a number several times.
  @inline(__always)
  package mutating func add(_ number: Reading, times: Int = 1) {
    if case .short(let other, let otherScale) = number, times == 1, otherScale == scale,
      groups.isEmpty,
      case let (sum, overflows) = mantissa.addingReportingOverflow(Int128(other)), !overflows
    {
      mantissa = sum
      count &+= 1
    } else {
      addOther(number, times)
    }
  }

  @inline(never)
  private mutating func addOther(_ number: Reading, _ times: Int) {
    count += times
    switch number {
    case .short(let other, let scale): add(Int128(other), scale, times)
    case .long(let number):
      if let (other, scale) = number.mantissa { return add(other, scale, times) }
      number.forEachDigit { add(digit: $0 * number.sign * times, at: $1) }
    }
  }

  private mutating func add(_ other: Int128, _ otherScale: Int, _ times: Int) {
    let common = max(scale, otherScale)
    if groups.isEmpty, let mine = Self.scaled(mantissa, by: common - scale),
      let others = Self.scaled(other, by: common - otherScale),
      case let (product, overflows) = others.multipliedReportingOverflow(by: Int128(times)),
      !overflows, case let (sum, overflows) = mine.addingReportingOverflow(product), !overflows
    {
      (mantissa, scale) = (sum, common)
    } else {
      add(digitsOf: other, otherScale, times)
    }
  }

  private static func scaled(_ number: Int128, by power: Int) -> Int128? {
    if number == 0 { return 0 }
    var number = number
    for _ in 0..<power {
      let (product, overflows) = number.multipliedReportingOverflow(by: 10)
      if overflows { return nil }
      number = product
    }
    return number
  }

  private mutating func add(digitsOf number: Int128, _ scale: Int, _ times: Int) {
    var (rest, power) = (number, -scale)
    while rest != 0 {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      add(digit: Int(digit) * times, at: power)
      (rest, power) = (quotient, power + 1)
    }
  }

  /// Adds a digit, times a number, at a power of ten.
  private mutating func add(digit: Int, at power: Int) {
    let place = power >= 0 ? power / 18 : (power - 17) / 18
    if groups.isEmpty {
      (lowest, groups) = (place, [0])
      let former = mantissa
      mantissa = 0
      add(digitsOf: former, scale, 1)
    }
    if place < lowest {
      groups.insert(contentsOf: repeatElement(0, count: lowest - place), at: 0)
      lowest = place
    }
    while place - lowest >= groups.count { groups.append(0) }
    groups[place - lowest] += Int128(digit) * Self.powers[power - place * 18]
  }

  private static let powers: [Int128] = (0...18).map { count in
    (0..<count).reduce(1) { product, _ in product * 10 }
  }
}

// MARK: - Results

extension DecimalSum {
  /// A number in digits.
  private struct Digits {
    /// The digits, from the highest to the lowest, as numbers.
    var digits: [UInt8] = []
    /// The number of digits behind the point; negative: zeros follow.
    var scale: Int
    var isNegative: Bool

    /// Appends the number without zeros at the end of its fraction; with an exponent where only that
    /// keeps it within the limits of numbers.
    func write(into bytes: inout [UInt8]) {
      let first = digits.firstIndex { $0 != 0 } ?? digits.endIndex
      var last = digits.count
      while last > first, last > digits.count - scale, digits[last - 1] == 0 { last -= 1 }
      let point = digits.count - scale
      if isNegative, first < last { bytes.append(0x2D) }
      if first >= point || first == last { bytes.append(0x30) }
      guard first < last else { return }
      let (limit, exponent) = (DecimalNumber.limit, point - first - 1)
      let end = (digits[..<last].lastIndex { $0 != 0 } ?? first) + 1
      if max(last, point) - min(first, point - 1) > limit, end - first <= limit,
        abs(exponent) <= limit
      {
        if first >= point { bytes.removeLast() }
        for i in first..<end {
          bytes.append(0x30 + digits[i])
          if i == first, end > first + 1 { bytes.append(0x2E) }
        }
        bytes += "e\(exponent)".utf8
        return
      }
      for i in min(first, point)..<max(last, point) {
        if i == point { bytes.append(0x2E) }
        bytes.append(0x30 + (digits.indices.contains(i) ? digits[i] : 0))
      }
    }

    /// Divides by a number: exact if so many digits are enough, else rounded to so many, or to as
    /// many as there are.
    mutating func divide(by count: Int, digits most: Int) {
      if scale < 0 {
        digits += repeatElement(0, count: -scale)
        scale = 0
      }
      var (rest, significant, i) = (0, 0, 0)
      while i < digits.count || rest != 0 && significant < most {
        if i == digits.count {
          digits.append(0)
          scale += 1
        }
        rest = rest * 10 + Int(digits[i])
        digits[i] = UInt8(rest / count)
        rest %= count
        if significant > 0 || digits[i] != 0 { significant += 1 }
        i += 1
      }
      // Half to even.
      guard rest * 2 > count || rest * 2 == count && (digits.last ?? 0) & 1 == 1 else { return }
      while i > 0 {
        i -= 1
        if digits[i] < 9 { return digits[i] += 1 }
        digits[i] = 0
      }
      digits.insert(1, at: 0)
    }
  }

  private var digits: Digits {
    guard !groups.isEmpty else {
      var number = Digits(scale: scale, isNegative: mantissa < 0)
      Self.append(mantissa.magnitude, 1, to: &number.digits)
      number.digits.reverse()
      return number
    }
    var number = Digits(scale: -18 * lowest, isNegative: false)
    var carry = Self.carried(groups, &number.digits)
    if carry < 0 {
      number.isNegative = true
      number.digits = []
      carry = Self.carried(groups.map { -$0 }, &number.digits)
    }
    Self.append(carry.magnitude, 1, to: &number.digits)
    number.digits.reverse()
    return number
  }

  /// Appends the digits of groups, the lowest first; returns what they carry.
  private static func carried(_ groups: [Int128], _ digits: inout [UInt8]) -> Int128 {
    var carry: Int128 = 0
    for group in groups {
      var (quotient, rest) = (group + carry).quotientAndRemainder(dividingBy: powers[18])
      if rest < 0 { (quotient, rest) = (quotient - 1, rest + powers[18]) }
      append(rest.magnitude, 18, to: &digits)
      carry = quotient
    }
    return carry
  }

  /// Appends the digits of a number, the lowest first, and zeros up to a number of digits.
  private static func append(_ number: UInt128, _ count: Int, to digits: inout [UInt8]) {
    let end = digits.count + count
    var rest = number
    while rest > UInt128(UInt64.max) {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      digits.append(UInt8(truncatingIfNeeded: digit))
      rest = quotient
    }
    // A word is divided faster than two.
    var word = UInt64(truncatingIfNeeded: rest)
    while word > 0 || digits.count < end {
      digits.append(UInt8(truncatingIfNeeded: word % 10))
      word /= 10
    }
  }

  /// Appends the sum; nothing without numbers.
  func writeSum(into bytes: inout [UInt8]) { if count > 0 { digits.write(into: &bytes) } }

  /// Appends the mean, exact or rounded to a number of digits; nothing without numbers.
  func writeMean(digits most: Int = 15, into bytes: inout [UInt8]) {
    if count == 0 { return }
    var mean = digits
    mean.divide(by: count, digits: most)
    mean.write(into: &bytes)
  }

  /// The mean as text, exact or rounded to a number of digits; nil without numbers.
  package func mean(digits most: Int = 15) -> String? {
    var bytes: [UInt8] = []
    writeMean(digits: most, into: &bytes)
    return count == 0 ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// The sum as text; nil without numbers.
  package var text: String? {
    var bytes: [UInt8] = []
    writeSum(into: &bytes)
    return count == 0 ? nil : String(decoding: bytes, as: UTF8.self)
  }
}
