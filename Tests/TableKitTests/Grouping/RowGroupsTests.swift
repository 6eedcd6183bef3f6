import Expectations
import TestSupport
import Testing

@testable import TableKit

@Suite("Groups of rows", .ends)
struct RowGroupsTests {
  /// Both halves on one thread, the second first.
  private static let inParts = Workers(minimum: 2) { first, second in
    second { false }
    first {}
  }

  @Test(
    "rows are in one group exactly if all their cells have one kind and text, whatever their bytes",
    arguments: 0..<60)
  func model(seed: UInt64) throws {
    var random = RandomTable(seed: seed)
    var table = random.table()
    // Some rows in records of their own.
    for row in table.rowList where random.random.oneIn(4) {
      table.update(row, [ColumnID(2): random.cell()])
    }
    let rows = table.rowList
    for columns in [[1], [2], [1, 2], [0, 1, 2]].map({ $0.map { ColumnID($0) } }) {
      var known: [[Cell]] = []
      var numbers: [UInt32] = []
      var firsts: [UInt32] = []
      for (place, row) in rows.enumerated() {
        let cells = columns.map { table.cell(row, $0) }
        if !known.contains(cells) {
          known.append(cells)
          firsts.append(UInt32(place))
        }
        numbers.append(UInt32(known.firstIndex(of: cells) ?? 0))
      }
      for workers in [Workers.one, Self.inParts] {
        let groups = try RowGroups(rows, of: table, by: columns, workers: workers)
        expectEqual(groups.numbers, numbers, "seed \(seed)")
        expectEqual(groups.firsts, firsts, "seed \(seed)")
        let members = groups.members()
        expectEqual(groups.sizes, (0..<known.count).map { members.count($0) })
        for group in 0..<known.count {
          expect(members[group].allSatisfy { groups.numbers[Int($0)] == group })
        }
      }
    }
  }

  @Test("two tables are compared by text, as keys are, and a null is in no group")
  func twoTables() throws {
    let text = Tables.table(
      columns: ["id", "nr"],
      sections: [("A", [["a", "1"], ["b", ""], ["c", "\"x\""], ["d", "\"\""]])])
    let typed = Tables.table(
      columns: ["nr"], sections: [("B", [["\"x\""], ["1"], ["null"], ["\"\""], ["1.0"]])],
      syntax: .json, key: 0)
    let groups = try RowGroups(
      of: [
        .init(text.rowList, of: text, by: [ColumnID(1)]),
        .init(typed.rowList, of: typed, by: [ColumnID(0)]),
      ], by: .keys, workers: Self.inParts)
    let none = RowGroups.none
    expectEqual(groups.numbers, [0, none, 1, 2, 1, 0, none, 2, 3])
    expectEqual(Array(groups.members(in: 0..<4)[0]), [0])
    expectEqual(Array(groups.members(in: 4..<9)[0]), [5])
    expectEqual(groups.members(in: 0..<4).count(3), 0)
  }

  @Test("of two groupings, rows are in one group where they are in both")
  func pairs() throws {
    let table = Tables.table(
      columns: ["id", "a", "b"],
      sections: [("A", [["1", "x", "p"], ["2", "y", "p"], ["3", "x", "p"], ["4", "x", "q"]])])
    func groups(_ column: Int) throws -> RowGroups {
      try RowGroups(table.rowList, of: table, by: [ColumnID(column)])
    }
    let pairs = try RowGroups(pairing: groups(1), groups(2), progress: .none)
    expectEqual(pairs.numbers, [0, 1, 0, 2])
    expectEqual(pairs.firsts, [0, 1, 3])
  }

  @Test("no rows are no groups, and one row is one")
  func few() throws {
    let empty = Tables.table("A()")
    try expectEqual(RowGroups([], of: empty, by: [ColumnID(0)]).count, 0)
    let one = Tables.table("A(a)")
    try expectEqual(RowGroups(one.rowList, of: one, by: []).count, 1)
  }

  @Test("grouping many rows can be stopped")
  func stop() {
    let table = Tables.table("A(\((0..<5000).map(String.init).joined(separator: " ")))")
    expect(throws: EditError.cancelled) {
      try RowGroups(
        table.rowList, of: table, by: [ColumnID(0)], workers: Self.inParts,
        progress: Progress { true })
    }
  }
}

@Suite("Exact sums", .ends)
struct DecimalSumTests {
  private func sum(_ texts: [String], takesAll: Bool = false) -> DecimalSum {
    var sum = DecimalSum()
    for text in texts {
      Cell(text).withText {
        if let number = DecimalSum.Reading($0, takesAll: takesAll) { sum.add(number) }
      }
    }
    return sum
  }

  @Test(
    "sums are exact",
    arguments: [
      ("0.1 0.2", "0.3"), ("1.10 1.10", "2.2"), ("-1 1", "0"), ("-0.05 0.01", "-0.04"),
      ("99999999999999999999 1", "100000000000000000000"), ("0.5 0.25 3", "3.75"),
      ("100 -0.001", "99.999"), ("0 0", "0"), ("1.50", "1.5"),
      ("123456789012345678901234567890.5 0.5", "123456789012345678901234567891"),
    ])
  func sums(numbers: String, expected: String) {
    expectEqual(sum(numbers.split(separator: " ").map(String.init)).text, expected)
  }

  @Test("means of few digits are rounded as numbers are, a half to the even digit")
  func halves() {
    for total in -60...60 {
      for count in 1...8 {
        for digits in 1...3 {
          let parts = [total] + Array(repeating: 0, count: count - 1)
          let found = sum(parts.map(String.init)).mean(digits: digits)
          // The digits of the whole part all stay.
          let whole = abs(total) / count
          let places = whole > 0 ? max(0, digits - "\(whole)".count) : -1
          guard places >= 0 else { continue }
          let factor = (0..<places).reduce(1) { product, _ in product * 10 }
          let (quotient, rest) = (abs(total) * factor).quotientAndRemainder(dividingBy: count)
          let isUp = rest * 2 > count || rest * 2 == count && quotient % 2 == 1
          let rounded = Double(quotient + (isUp ? 1 : 0)) / Double(factor) * (total < 0 ? -1 : 1)
          expectEqual(
            found.flatMap { Double($0) }, rounded, "\(total) / \(count), \(digits) digits")
        }
      }
    }
  }

  @Test(
    "means are exact where 15 digits are enough, else rounded",
    arguments: [
      ("1 2", "1.5"), ("0.1 0.1 0.1", "0.1"), ("1 1 2", "1.33333333333333"),
      ("1 1 0", "0.666666666666667"), ("-1 -1 0", "-0.666666666666667"), ("4", "4"),
      ("0.001 0 0", "0.000333333333333333"), ("10000000000000000001 1", "5000000000000000001"),
    ])
  func means(numbers: String, expected: String) {
    expectEqual(sum(numbers.split(separator: " ").map(String.init)).mean(), expected)
  }

  @Test("a number is written as it was read, but for zeros at the end of its fraction")
  func writing() {
    var random = SeededGenerator(seed: 11)
    for digits in 1...38 {
      for scale in 0..<min(digits, 38) {
        var text = String(1 + random.below(9))
        for _ in 1..<max(digits, 2) { text += String(random.below(10)) }
        text = String(text.prefix(digits))
        let whole = String(text.dropLast(scale))
        var fraction = String(text.suffix(scale))
        let read = sum([scale == 0 ? whole : "-\(whole).\(fraction)"])
        while fraction.last == "0" { fraction.removeLast() }
        let expected = fraction.isEmpty ? whole : "\(whole).\(fraction)"
        expectEqual(read.text, scale == 0 ? whole : "-\(expected)")
      }
    }
    expectEqual(sum(["0.000"]).text, "0")
    expectEqual(sum(["-0.050"]).text, "-0.05")
  }

  @Test("what is no plain decimal number is none")
  func noNumbers() {
    for text in ["", "-", "007", "+1", "1.", "1,5", "0x1F", "1.2.3", "-a", "e5", "1e1001"] {
      expectEqual(sum([text]).count, 0, "\(text)")
    }
    expectEqual(sum(["1e3", " .5 "]).text, "1000.5")
    expectEqual(sum(["007", "+1", "1."], takesAll: true).text, "9")
    expectEqual(sum(["9e999"], takesAll: true).count, 0)
  }

  @Test("a sum of any length is exact, and so is its mean while all its digits are needed")
  func overflow() {
    let large = "1" + String(repeating: "0", count: 37)
    let sum = sum(Array(repeating: large, count: 20))
    expectEqual(sum.text, "2" + String(repeating: "0", count: 38))
    expectEqual(sum.mean(), large)
    let nines = String(repeating: "9", count: 1000)
    expectEqual(self.sum([nines, "1"]).text, "1e1000")
    expectEqual(self.sum([nines, "-1e-1000", "-\(nines)"]).text, "-1e-1000")
    expectEqual(self.sum([nines, "0.5"]).text, nines + ".5")
    expectEqual(self.sum([".12636E-996", "0"]).text, "1.2636e-997")
    expectEqual(self.sum(["-\(nines)", "1"]).text, "-" + nines.dropLast() + "8")
    expectEqual(self.sum([nines, nines]).mean(), nines)
    expectEqual(
      self.sum(["1e-1000", "0", "0"]).mean(),
      "0." + String(repeating: "0", count: 1000)
        + "333333333333333")
  }
}
