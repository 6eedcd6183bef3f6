import Expectations
import TestSupport
import Testing

@testable import TableKit

/// Decimal numbers of any length.
struct DecimalNumberTests {
  private static func with<T>(_ text: String, _ body: (DecimalNumber?) throws -> T) rethrows -> T {
    try Array(text.utf8).withUnsafeBytes { try body(DecimalNumber($0)) }
  }

  private static func compare(_ a: String, _ b: String) -> Int? {
    with(a) { a in
      with(b) { b in
        guard let a, let b else { return nil }
        return DecimalNumber.compare(a, b).signum()
      }
    }
  }

  private static func key(_ text: String) -> [UInt8] {
    var key: [UInt8] = []
    with(text) { $0?.appendSortKey(to: &key) }
    return key
  }

  @Test(
    "is read from digits, a point and an exponent, and from nothing else",
    arguments: [
      ("0", true), ("-0.0", true), ("+5", true), (".5", true), ("5.", true), ("007", true),
      ("1e5", true), ("1.5E-400", true), ("", false), ("-", false), (".", false), ("1e", false),
      ("NaN", false), ("Infinity", false), ("1.2.3", false), ("0x10", false), ("1 ", true),
      ("1e5x", false), ("--1", false), ("e5", false), ("1e+", false),
    ])
  func form(text: String, isRead: Bool) {
    Self.with(text) { expectEqual($0 != nil, isRead) }
  }

  @Test(
    "is a double only if that keeps each digit",
    arguments: [
      ("0.3", 0.3), ("0.300000000000000000000", 0.3), ("0.30000000000000001", nil),
      ("0.30000000000000004", 0.1 + 0.2), ("123456789012345678901234567890", nil), ("1e400", nil),
      ("1e-400", nil), ("0e-400", 0), ("-0.0", 0), (".5", 0.5), ("5.", 5), ("-7.50", -7.5),
      ("9007199254740993", nil), ("1000000000000000000000", 1e21),
    ] as [(String, Double?)])
  func double(text: String, value: Double?) {
    Self.with(text) { expectEqual($0?.double, value) }
  }

  /// A text with few digits, so that many numbers are equal or nearly so.
  private static func random(_ generator: inout SeededGenerator) -> (text: String, value: Int128) {
    var (whole, fraction): (Int128, Int128) = (0, 0)
    if Bool.random(using: &generator) {
      whole = Int128(Int.random(in: 0...12, using: &generator))
    } else {
      whole = Int128(Int.random(in: 0...99_999_999_999_999_999, using: &generator))
    }
    let places = Int.random(in: 0...18, using: &generator)
    var scale: Int128 = 1
    for _ in 0..<places {
      let digit = [0, 0, 9, 1].randomElement(using: &generator) ?? 0
      fraction = fraction * 10 + Int128(digit)
      scale *= 10
    }
    let isNegative = Bool.random(using: &generator)
    var value = whole
    for _ in 0..<18 { value *= 10 }
    var rest = fraction
    for _ in places..<18 { rest *= 10 }
    value += rest
    let digits = String(fraction)
    let padding = String(repeating: "0", count: places - (places == 0 ? 0 : digits.count))
    let zeros = String(repeating: "0", count: Int.random(in: 0...2, using: &generator))
    let tail = places == 0 ? "" : "." + padding + digits
    return ((isNegative ? "-" : "") + zeros + String(whole) + tail, isNegative ? -value : value)
  }

  @Test("compares, and sorts by its key, as the number does", arguments: 0..<8)
  func order(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<2000 {
      let (a, b) = (Self.random(&generator), Self.random(&generator))
      let wanted = a.value < b.value ? -1 : a.value > b.value ? 1 : 0
      expectEqual(Self.compare(a.text, b.text), wanted, "\(a.text) \(b.text)")
      let (x, y) = (Self.key(a.text), Self.key(b.text))
      let order = x == y ? 0 : x.lexicographicallyPrecedes(y) ? -1 : 1
      expectEqual(order, wanted, "\(a.text) \(b.text)")
    }
    for (small, large) in [
      ("1e-400", "1e-399"), ("-1e9", "-1e-9"), ("9e99", "1e100"), ("-0", "1e-9"),
    ] {
      expectEqual(Self.compare(small, large), -1)
      expect(Self.key(small).lexicographicallyPrecedes(Self.key(large)))
    }
    expectEqual(Self.compare("1.50e3", "1500"), 0)
    expectEqual(Self.key("1.50e3"), Self.key("1500"))
  }

  @Test("is sorted and ranked exactly in a column of numbers", arguments: 0..<6)
  func sorting(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(90 + seed))
    var numbers: [(text: String, value: Int128?)] = (0..<[3, 40, 700][seed % 3]).map { _ in
      let (text, value) = Self.random(&generator)
      return (text, value)
    }
    numbers += [
      ("0.30000000000000001", 300_000_000_000_000_010), ("", nil), ("NaN", nil), ("x", nil),
    ]
    numbers.shuffle(using: &generator)
    var table = Tables.table(
      columns: ["id", "n"],
      sections: [("S", numbers.enumerated().map { ["\($0)", $1.text] })])
    let column = ColumnID(1)
    _ = table.setTyping(column, .decimal)
    expectEqual(table.kind(of: table.columns[1]), .decimal)
    let rows = table.rowList
    for isDescending in [false, true] {
      let wanted = rows.indices.sorted { a, b in
        guard let x = numbers[a].value, let y = numbers[b].value, x != y else {
          let isNumber = (numbers[a].value != nil, numbers[b].value != nil)
          return isNumber.0 == isNumber.1 ? a < b : isNumber.0
        }
        return (x < y) != isDescending
      }.map { rows[$0] }
      let keys = [SortKey(column, isDescending: isDescending)]
      try expectEqual(table.sortedRows(rows, by: keys), wanted)
      let inParts = Workers(minimum: 2) { first, second in
        second { false }
        first {}
      }
      try expectEqual(table.sortedRows(rows, by: keys, workers: inParts), wanted)
    }
    var order = CellOrder(table, table.columns[1])
    for (a, b) in zip(rows, rows.dropFirst()) {
      let (x, y) = (numbers[a.number - 1].value, numbers[b.number - 1].value)
      guard let x, let y else { continue }
      let found = order.compare(order.rank(a), order.rank(b)).signum()
      expectEqual(found, x < y ? -1 : x > y ? 1 : 0)
    }
  }

  @Test("makes a column of numbers, and one that compares exactly in Lua where that is asked for")
  func kinds() {
    var table = Tables.table(
      columns: ["id", "n", "m"],
      sections: [("S", [["a", "1.50", "1.5"], ["b", "", "0.30000000000000001"]])])
    let kinds = { (table: Table) in table.columns.map { table.kind(of: $0) } }
    expectEqual(kinds(table), [.text, .number, .number])
    _ = table.setTyping(ColumnID(1), .decimal)
    _ = table.setTyping(ColumnID(2), .decimal)
    expectEqual(kinds(table), [.text, .decimal, .decimal])
    expectEqual(table.rememberedKind(of: table.columns[2]), .decimal)
    _ = table.setTyping(ColumnID(0), .boolean)
    expectEqual(kinds(table)[0], .boolean)
  }
}
