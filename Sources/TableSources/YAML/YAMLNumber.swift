/// The numbers and dates of YAML 1.1, which its readers take for no text.
///
/// It stands beside `DecimalNumber` because it gives no values: it tells what other programs take for
/// numbers, such as `0b1`, `1_000` and `12:30`, which are texts here.
///
/// Source: the YAML 1.1 type repository: `int`, `float` and `timestamp`.
enum YAMLNumber {
  /// Whether a plain scalar is a number or a date.
  ///
  /// - Complexity: O(length).
  static func matches(_ text: String) -> Bool {
    isNumber(Scan(text.utf8)) || isSpecial(Scan(text.utf8)) || isDate(Scan(text.utf8))
  }

  /// Whether a text is a date of ten characters, such as `2024-11-15`.
  static func isDay(_ text: UnsafeRawBufferPointer) -> Bool {
    text.count == 10
      && text.indices.allSatisfy { $0 == 4 || $0 == 7 ? text[$0] == 0x2D : text[$0] &- 0x30 < 10 }
  }

  /// Matches from the start of a text, piece by piece.
  private struct Scan {
    private var rest: ArraySlice<UInt8>

    init(_ text: String.UTF8View) { rest = Array(text)[...] }

    var isAtEnd: Bool { rest.isEmpty }

    /// Skips a byte if it is one of these.
    mutating func one(of bytes: String) -> Bool {
      guard let first = rest.first, bytes.utf8.contains(first) else { return false }
      rest = rest.dropFirst()
      return true
    }

    /// Skips bytes that are among these, at most as many as given; returns their number.
    @discardableResult
    mutating func many(of bytes: String, atMost most: Int = .max) -> Int {
      let found = rest.prefix(most).prefix { bytes.utf8.contains($0) }
      rest = rest.dropFirst(found.count)
      return found.count
    }

    /// Skips a text.
    mutating func text(_ text: String) -> Bool {
      guard rest.starts(with: text.utf8) else { return false }
      rest = rest.dropFirst(text.utf8.count)
      return true
    }

    /// Whether the rest is one of these texts.
    func isOne(of texts: [String]) -> Bool { texts.contains { rest.elementsEqual($0.utf8) } }
  }

  private static let digits = "0123456789"

  private static func isNumber(_ start: Scan) -> Bool {
    var scan = start
    _ = scan.one(of: "+-")
    for (prefix, digits) in [
      ("0b", "01_"), ("0x", "0123456789abcdefABCDEF_"), ("0o", "01234567_"), ("0", "01234567_"),
    ] {
      var scan = scan
      if scan.text(prefix), scan.many(of: digits) > 0, scan.isAtEnd { return true }
    }
    var first = scan
    let beginsWithZero = first.one(of: "0")
    guard scan.one(of: digits) else {
      var scan = start
      guard scan.one(of: "."), scan.many(of: digits + "_") > 0 else { return false }
      if scan.one(of: "eE") {
        guard scan.one(of: "+-"), scan.many(of: digits) > 0 else { return false }
      }
      return scan.isAtEnd
    }
    scan.many(of: digits + "_")
    if scan.isAtEnd { return true }
    var isSexagesimal = false
    while scan.one(of: ":") {
      var two = scan
      if two.one(of: "012345"), two.one(of: digits) {
        scan = two
      } else if !scan.one(of: digits) {
        return false
      }
      isSexagesimal = true
    }
    let hasPoint = scan.one(of: ".")
    if hasPoint { scan.many(of: digits + "_") }
    if isSexagesimal { return scan.isAtEnd && (hasPoint || !beginsWithZero) }
    if scan.one(of: "eE") {
      _ = scan.one(of: "+-")
      guard scan.many(of: digits) > 0 else { return false }
    }
    return scan.isAtEnd
  }

  private static func isSpecial(_ start: Scan) -> Bool {
    var scan = start
    let hasSign = scan.one(of: "+-")
    return scan.isOne(of: [".inf", ".Inf", ".INF"])
      || !hasSign && scan.isOne(of: [".nan", ".NaN", ".NAN"])
  }

  private static func isDate(_ start: Scan) -> Bool {
    var scan = start
    guard scan.many(of: digits) == 4, scan.one(of: "-") else { return false }
    let month = scan.many(of: digits)
    guard 1...2 ~= month, scan.one(of: "-") else { return false }
    let day = scan.many(of: digits)
    guard 1...2 ~= day else { return false }
    if scan.isAtEnd { return month == 2 && day == 2 }
    guard scan.one(of: "Tt") || scan.many(of: " \t") > 0, 1...2 ~= scan.many(of: digits) else {
      return false
    }
    for _ in 0..<2 {
      guard scan.one(of: ":"), scan.many(of: digits) == 2 else { return false }
    }
    if scan.one(of: ".") { scan.many(of: digits) }
    if scan.isAtEnd { return true }
    scan.many(of: " \t")
    if scan.one(of: "Z") { return scan.isAtEnd }
    guard scan.one(of: "+-"), 1...2 ~= scan.many(of: digits) else { return false }
    if scan.isAtEnd { return true }
    return scan.one(of: ":") && scan.many(of: digits) == 2 && scan.isAtEnd
  }
}
