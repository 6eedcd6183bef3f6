/// Sizes of memory as typed: `512M`, `2G`, `1000`.
enum ByteCount {
  private static let units: [(letter: Character, shift: Int)] = [("G", 30), ("M", 20), ("K", 10)]

  /// Returns the number of bytes in a text such as `512M`, with K, M or G as powers of 1024; nil if
  /// it is malformed.
  static func value(of text: String) -> Int? {
    guard let last = text.last else { return nil }
    let unit = units.first { $0.letter == Character(last.uppercased()) }
    let digits = unit == nil ? text[...] : text.dropLast()
    guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(digits) else {
      return nil
    }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: 1 << (unit?.shift ?? 0))
    return overflow ? nil : bytes
  }

  /// Returns the text of a number of bytes, in the largest unit that divides it.
  static func text(_ count: Int) -> String {
    for (letter, shift) in units where count > 0 && count % (1 << shift) == 0 {
      return "\(count >> shift)\(letter)"
    }
    return String(count)
  }
}
