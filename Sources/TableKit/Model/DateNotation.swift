/// How a date in digits is written: `2024-05-01`, `2024/5/1`, `1.5.2024`, `20240501`.
///
/// Texts of one notation are in the order of their dates only if the year comes first and months and
/// days have two digits; texts of two notations never are.
public struct DateNotation: Hashable, Sendable {
  /// What stands between the numbers; nil: nothing.
  public let separator: UInt8?
  /// Whether the year comes first, and not last.
  public let isYearFirst: Bool
  /// Whether months and days have two digits.
  public let isPadded: Bool
  /// Whether the year has four digits, and not two.
  public let hasFullYear: Bool

  /// Whether the order of texts is that of their dates.
  public var ordersTexts: Bool { isYearFirst && isPadded }

  /// The notation of a text, and its date.
  private typealias Reading = (
    notation: DateNotation, year: Int, month: Int, day: Int?, rest: String
  )

  /// Reads a text that begins with a date; nil if it begins with none.
  public init?(_ text: some Collection<UInt8>) {
    guard let notation = Self.read(Array(text.prefix(64)))?.notation else { return nil }
    self = notation
  }

  /// The date of a text as it is written in this notation, with what stands behind it; nil if that is
  /// not known.
  public func rewriting(_ text: String) -> String? {
    guard ordersTexts, let (_, year, month, day, rest) = Self.read(Array(text.utf8)), year > 999,
      month > 0
    else { return nil }
    let parts = [year, month] + (day.map { [$0] } ?? [])
    let digits = parts.map { ($0 < 10 ? "0" : "") + String($0) }
    let separator = separator.map { String(Unicode.Scalar($0)) } ?? ""
    return digits.joined(separator: separator) + rest
  }

  private static func read(_ bytes: [UInt8]) -> Reading? {
    var (groups, separator, end): ([ArraySlice<UInt8>], UInt8?, Int) = ([], nil, 0)
    while groups.count < 3 {
      let start = end
      while end < bytes.count, bytes[end] &- 0x30 < 10 { end += 1 }
      guard end > start else { return nil }
      groups.append(bytes[start..<end])
      guard end < bytes.count, groups.count < 3, "-/.".utf8.contains(bytes[end]),
        separator == nil || separator == bytes[end]
      else { break }
      separator = bytes[end]
      end += 1
    }
    // Only a time may follow.
    if end < bytes.count, bytes[end] != 0x20, bytes[end] != UInt8(ascii: "T") { return nil }
    if groups.count == 1, groups[0].count == 8, end == bytes.count {
      groups = [bytes[..<4], bytes[4..<6], bytes[6...]]
    }
    guard groups.count > 1, groups.allSatisfy({ $0.count <= 4 }) else { return nil }
    var numbers = groups.map { $0.reduce(0) { $0 * 10 + Int($1 - 0x30) } }
    let isYearFirst = groups[0].count == 4
    let year = isYearFirst ? groups[0] : groups[groups.count - 1]
    let others = isYearFirst ? groups.dropFirst() : groups.dropLast()
    guard isYearFirst || groups.count == 3, year.count == 4 || year.count == 2,
      others.allSatisfy({ $0.count <= 2 })
    else { return nil }
    let number = isYearFirst ? numbers.removeFirst() : numbers.removeLast()
    func isMonth(_ number: Int) -> Bool { (1...12).contains(number) }
    guard numbers.allSatisfy({ (1...31).contains($0) }), numbers.contains(where: isMonth),
      !isYearFirst || isMonth(numbers[0])
    else { return nil }
    let notation = DateNotation(
      separator: separator, isYearFirst: isYearFirst,
      isPadded: others.allSatisfy { $0.count == 2 }, hasFullYear: year.count == 4)
    let rest = String(decoding: bytes[end...], as: UTF8.self)
    if isYearFirst {
      return (notation, number, numbers[0], numbers.count > 1 ? numbers[1] : nil, rest)
    }
    // A point stands behind days; else only numbers that are no month tell which is which.
    let isDayFirst = separator == UInt8(ascii: ".") || !isMonth(numbers[0])
    guard isDayFirst ? isMonth(numbers[1]) : !isMonth(numbers[1]) else {
      return (notation, number, 0, nil, rest)
    }
    return isDayFirst
      ? (notation, number, numbers[1], numbers[0], rest)
      : (notation, number, numbers[0], numbers[1], rest)
  }

  private init(separator: UInt8?, isYearFirst: Bool, isPadded: Bool, hasFullYear: Bool) {
    (self.separator, self.isYearFirst) = (separator, isYearFirst)
    (self.isPadded, self.hasFullYear) = (isPadded, hasFullYear)
  }
}

extension Table {
  /// How a column writes dates, and the first of them; nil if its first cell that holds anything is
  /// no date of a full year as a text.
  public func dateNotation(of column: ColumnID) -> (notation: DateNotation, first: String)? {
    var reader = CellReader(self, column)
    for row in allRows {
      let found = reader.withCell(row) { kind, bytes -> (notation: DateNotation, first: String)?? in
        if kind == .null { return nil }
        guard kind == .text, let notation = DateNotation(bytes), notation.hasFullYear else {
          return .some(nil)
        }
        return (notation: notation, first: String(decoding: bytes, as: UTF8.self))
      }
      if let found { return found }
    }
    return nil
  }

  /// A date in another notation, where a few cells, taken from all over a column, have so at least one in
  /// eight dates; nil: they have not.
  ///
  /// - Complexity: O(1)
  public func someDate(in column: ColumnID, unlike notation: DateNotation) -> String? {
    var (first, count, others): (String?, Int, Int) = (nil, 0, 0)
    forSomeCells(of: column) { kind, bytes in
      guard kind == .text else { return }
      if let other = DateNotation(bytes) {
        guard other.hasFullYear else { return }
        count += 1
        if other == notation { return }
      } else if DateNotation.namesMonth(bytes) {
        count += 1
      } else {
        return
      }
      others += 1
      first = first ?? String(decoding: bytes, as: UTF8.self)
    }
    return others * 8 >= count ? first : nil
  }

  /// Counts the texts of some rows that do not begin with a date as `2024-05-01`.
  ///
  /// - Returns: how many, and the first.
  /// - Complexity: O(rows)
  public func countNonDates(
    in column: ColumnID, of rows: [RowID]
  ) -> (count: Int, first: String?) {
    var reader = CellReader(self, column)
    var (count, first): (Int, String?) = (0, nil)
    for row in rows {
      reader.withCell(row) { kind, bytes in
        guard kind == .text, !DateNotation.isPlain(bytes) else { return }
        count += 1
        first = first ?? String(decoding: bytes, as: UTF8.self)
      }
    }
    return (count, first)
  }
}

extension DateNotation {
  /// Whether a text is a date that names its month in English: `Sep 7, 2024`, `17-JUN-2024`.
  fileprivate static func namesMonth(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard 8...18 ~= bytes.count, bytes.contains(where: { $0 &- 0x30 < 10 }) else { return false }
    let text = String(decoding: bytes, as: UTF8.self).lowercased()
    return text.wholeMatch(of: #/(?:\d{1,2}[ .-]+)?[a-z]{3,9}[ .,-]+(?:\d{1,2},?[ -]+)?\d{4}/#)
      != nil
      && months.contains { text.contains($0) }
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Whether a text begins with four digits, two and two, with hyphens between.
  @inline(__always)
  fileprivate static func isPlain(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else {
      return false
    }
    return [0, 1, 2, 3, 5, 6, 8, 9].allSatisfy { bytes[$0] &- 0x30 < 10 }
  }
}
