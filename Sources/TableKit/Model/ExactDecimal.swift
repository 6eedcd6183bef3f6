/// A decimal number of any length, read from its text: what a column of exact decimals holds.
///
/// It points into the text, which outlives it.
///
///     0.30000000000000001    // longer than a double holds: `double` is nil
///     1.50                   // the same number as 1.5
public struct ExactDecimal {
  private let bytes: UnsafeRawBufferPointer
  /// The digits without zeros at either end; a point may stand among them. Empty: it is zero.
  private let digits: Range<Int>
  private let digitCount: Int
  /// The number is 0.d₁d₂… × 10 to this.
  private let exponent: Int
  private let isNegative: Bool

  /// Reads a sign, digits with a point at most, and perhaps an exponent; nil for anything else.
  ///
  /// - Complexity: O(length).
  public init?(_ bytes: UnsafeRawBufferPointer) {
    var i = 0
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative || bytes.first == UInt8(ascii: "+") { i = 1 }
    var first: Int?
    var (end, before, zeros, count, counted) = (i, 0, 0, 0, 0)
    var hasDigit = false
    var hasPoint = false
    while i < bytes.count {
      let byte = bytes[i]
      if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else if byte &- 0x30 < 10 {
        hasDigit = true
        if !hasPoint { before += 1 }
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
    guard hasDigit else { return nil }
    var exponent = before - zeros
    if i < bytes.count {
      guard bytes[i] | 0x20 == UInt8(ascii: "e") else { return nil }
      var text = bytes[(i + 1)...]
      let isSmall = text.first == UInt8(ascii: "-")
      if isSmall || text.first == UInt8(ascii: "+") { text = text.dropFirst() }
      guard !text.isEmpty, text.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
      let value = text.reduce(0) { min($0 * 10 + Int($1 - 0x30), 1 << 31) }
      exponent += isSmall ? -value : value
    }
    self.bytes = bytes
    digits = first.map { $0..<end } ?? 0..<0
    digitCount = counted
    self.exponent = first == nil ? 0 : exponent
    self.isNegative = isNegative && first != nil
  }

  /// What databases and others write for a double that is no finite number: `NaN`, `Infinity` and
  /// `-Infinity`; nil for anything else.
  public static func notFinite(_ bytes: UnsafeRawBufferPointer) -> Double? {
    switch bytes.count {
    case 3 where bytes.elementsEqual("NaN".utf8): .nan
    case 8 where bytes.elementsEqual("Infinity".utf8): .infinity
    case 9 where bytes.elementsEqual("-Infinity".utf8): -.infinity
    default: nil
    }
  }

  /// The nearest double; infinite where there is none.
  public var rounded: Double {
    let text = String(decoding: bytes, as: UTF8.self)
    // What Swift does not read: a point without digits at one side.
    return Double(text) ?? Double("0" + text) ?? Double(text.replacing(".", with: ".0")) ?? .nan
  }

  /// The value as an integer of 64 bits, if it is written as one; nil otherwise.
  public var integer: Int64? { Int64(String(decoding: bytes, as: UTF8.self)) }

  /// The double that stands for exactly this number: it has at most 15 digits, or these are the
  /// shortest ones that give the double; nil if a double would lose digits.
  ///
  /// From 2^53 to 2^63 it is the number itself, because Lua compares it with integers there.
  public var double: Double? {
    if digitCount > 17 { return nil }
    let value = rounded
    guard value.isFinite, value.isNormal || digits.isEmpty else { return nil }
    let isNearIntegers = value.magnitude >= 0x1p53 && value.magnitude < 0x1p63
    if digitCount <= 15, !isNearIntegers { return value }
    var shortest = isNearIntegers ? String(Int64(value)) : value.description
    let isSame = shortest.withUTF8 { text in
      ExactDecimal(UnsafeRawBufferPointer(text)).map { Self.compare($0, self) == 0 }
    }
    return isSame == true ? value : nil
  }

  /// Compares two numbers: negative if `a` is less, zero if they are equal.
  ///
  /// - Complexity: O(length).
  package static func compare(_ a: ExactDecimal, _ b: ExactDecimal) -> Int {
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
  func appendSortKey(to key: inout [UInt8]) {
    if digits.isEmpty { return key.append(1) }
    let turn: UInt8 = isNegative ? 0xFF : 0
    key.append(isNegative ? 0 : 2)
    let place = UInt32(clamping: exponent + 1 << 31)
    for shift in [24, 16, 8, 0] {
      key.append(UInt8(truncatingIfNeeded: place >> UInt32(shift)) ^ turn)
    }
    for i in digits where bytes[i] != UInt8(ascii: ".") { key.append(bytes[i] ^ turn) }
    // Of two numbers that begin alike the longer one is further from zero.
    if isNegative { key.append(0xFF) }
  }
}
