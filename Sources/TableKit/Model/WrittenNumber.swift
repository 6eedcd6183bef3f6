/// Reads numbers as people write them, `1,234.50`, `1.234,50`, `€ 1 234`, `(12)`, for `number`.
///
/// Digits stand in groups of three or without groups, with one mark before the fraction. Which of
/// `,` and `.` that is follows from each number by itself; where it does not, as in `1.234`, the
/// number is refused, and so is one that contradicts another of its column.
package struct WrittenNumber {
  /// The mark before the fraction, `.` or `,`; nil: none was seen yet.
  private var decimal: UInt8?
  /// Whether the user has said which it is.
  private let isGiven: Bool

  /// - Parameter decimal: the mark before the fraction; nil: it follows from the numbers.
  package init(decimal: UInt8?) {
    self.decimal = decimal
    isGiven = decimal != nil
  }

  private static let (comma, point) = (UInt8(ascii: ","), UInt8(ascii: "."))
  private static let groupMarks = Array(",. '".utf8)

  /// Writes a number plainly, as in `-1234.50`; returns false if the text is none, or could be two.
  ///
  /// - Complexity: O(length).
  package mutating func read(_ text: UnsafeRawBufferPointer, into result: inout [UInt8]) -> Bool {
    if isPlain(text) {
      result += text
      return true
    }
    guard var digits = Self.body(text) else { return false }
    if digits.isNegative { result.append(UInt8(ascii: "-")) }
    let exponent = Self.exponent(in: digits.bytes)
    digits.bytes.removeLast(exponent.count)
    guard let mark = decimalMark(in: digits.bytes, hasExponent: !exponent.isEmpty) else {
      return false
    }
    let whole: [UInt8]
    var fraction: ArraySlice<UInt8> = []
    if let index = mark.index {
      fraction = digits.bytes[(index + 1)...]
      guard !fraction.isEmpty, fraction.allSatisfy(Self.isDigit) else { return false }
      digits.bytes = digits.bytes[..<index]
    }
    guard let groups = joined(digits.bytes) else { return false }
    guard !(groups.isEmpty && fraction.isEmpty) else { return false }
    whole = Array(groups.drop { $0 == UInt8(ascii: "0") })
    result += whole.isEmpty ? [UInt8(ascii: "0")] : whole
    if !fraction.isEmpty {
      result.append(Self.point)
      result += fraction
    } else if whole.isEmpty {
      // There is no negative zero among plain numbers.
      result = [UInt8(ascii: "0")]
    }
    result += exponent
    if let seen = mark.seen, !isGiven {
      guard decimal == nil || decimal == seen else { return false }
      decimal = seen
    }
    return true
  }

  /// Whether the text is certainly the number that it looks like, plainly written: a quick look. The
  /// mark before its fraction is then known to be a point.
  private mutating func isPlain(_ text: UnsafeRawBufferPointer) -> Bool {
    guard DecimalNumber.short(text) != nil else { return false }
    guard let point = text.firstIndex(of: Self.point) else { return !text.elementsEqual("-0".utf8) }
    let start = text[0] == UInt8(ascii: "-") ? 1 : 0
    let couldBeGroup =
      text.count - point == 4 && point - start <= 3 && text[start] != UInt8(ascii: "0")
    guard decimal ?? Self.point == Self.point, isGiven || !couldBeGroup else { return false }
    decimal = Self.point
    return true
  }

  /// Where the fraction begins; nil as a whole if that is not certain.
  ///
  /// - Returns: the index of the mark, if there is a fraction, and the mark that the text shows to be
  ///   before fractions.
  private func decimalMark(
    in text: ArraySlice<UInt8>, hasExponent: Bool
  ) -> (index: Int?, seen: UInt8?)? {
    if isGiven { return (text.lastIndex { $0 == decimal }, nil) }
    let marks = text.indices.filter { text[$0] == Self.comma || text[$0] == Self.point }
    guard let last = marks.last, let first = marks.first else { return (nil, nil) }
    let mark = text[last]
    let other = mark == Self.comma ? Self.point : Self.comma
    if text[first] != mark { return (last, mark) }
    // Several of one kind stand between groups.
    if marks.count > 1 { return (nil, other) }
    let fraction = text.endIndex - last - 1
    let whole = text[..<last]
    let couldBeGroup =
      fraction == 3 && (1...3).contains(whole.count) && whole.first != UInt8(ascii: "0")
      && !hasExponent
    return couldBeGroup ? nil : (last, mark)
  }

  /// The exponent that a number ends in; empty without one.
  private static func exponent(in text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let start = text.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) else { return [] }
    var digits = text[(start + 1)...]
    if digits.first == UInt8(ascii: "-") || digits.first == UInt8(ascii: "+") {
      digits.removeFirst()
    }
    return !digits.isEmpty && digits.allSatisfy(isDigit) ? text[start...] : []
  }

  /// The digits of a number without the marks between its groups; nil if these are not of three.
  private func joined(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard let mark = text.first(where: { !Self.isDigit($0) }) else { return Array(text) }
    guard Self.groupMarks.contains(mark), !(isGiven && mark == decimal) else { return nil }
    let groups = text.split(separator: mark, omittingEmptySubsequences: false)
    guard groups.allSatisfy({ $0.allSatisfy(Self.isDigit) }),
      groups.dropFirst().allSatisfy({ $0.count == 3 }), (1...3).contains(groups[0].count)
    else { return nil }
    return Array(groups.joined())
  }

  /// The text without blanks around it, sign, parentheses and sign of currency.
  private static func body(
    _ text: UnsafeRawBufferPointer
  ) -> (bytes: ArraySlice<UInt8>, isNegative: Bool)? {
    guard let plain = ascii(text) else { return nil }
    var rest = plain[...]
    func trim() {
      func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (9...13).contains(byte) }
      rest = rest.drop(while: isBlank)
      while let last = rest.last, isBlank(last) { rest.removeLast() }
    }
    func take(_ mark: Unicode.Scalar) -> Bool {
      guard rest.first == UInt8(ascii: mark) else { return false }
      rest.removeFirst()
      trim()
      return true
    }
    trim()
    let isInParentheses = rest.first == UInt8(ascii: "(") && rest.last == UInt8(ascii: ")")
    if isInParentheses {
      rest = rest.dropFirst().dropLast()
      trim()
    }
    let hasCurrency = take("$")
    let isNegative = take("-")
    if !isNegative { _ = take("+") }
    if hasCurrency || take("$") {
      // It stands once, in front of the sign or behind it.
    } else if rest.last == UInt8(ascii: "$") {
      rest.removeLast()
      trim()
    }
    guard !(isNegative && isInParentheses), let first = rest.first,
      isDigit(first) || first == comma || first == point
    else { return nil }
    return (rest, isNegative || isInParentheses)
  }

  /// The text in ASCII: every kind of blank is a space, every sign of currency a `$`; nil if it has
  /// other characters.
  private static func ascii(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
    if text.allSatisfy({ $0 < 0x80 }) { return Array(text) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\u{2212}": bytes.append(UInt8(ascii: "-"))
      case "\u{2019}": bytes.append(UInt8(ascii: "'"))
      case let blank where blank.properties.isWhitespace: bytes.append(UInt8(ascii: " "))
      case let sign where sign.properties.generalCategory == .currencySymbol:
        bytes.append(UInt8(ascii: "$"))
      case let other where other.isASCII: bytes.append(UInt8(other.value))
      default: return nil
      }
    }
    return bytes
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}
