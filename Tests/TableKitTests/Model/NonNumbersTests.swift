import Expectations
import TestSupport
import Testing

@testable import TableKit

/// What keeps a column from being one of numbers, for lists of cells with a known answer.
struct NonNumbersTests {
  private func table(_ cells: [String?], name: String = "price", isTyped: Bool = false) -> Table {
    let rows = cells.map { cell in
      [
        isTyped
          ? cell ?? "null"
          : cell.map { $0.isEmpty || $0.contains(where: ",\"".contains) ? "\"\($0)\"" : $0 } ?? "",
        "z",
      ]
    }
    return Tables.table(
      columns: [name, "other"], sections: [("S", rows)], syntax: isTyped ? .json : .delimited(),
      key: 0)
  }

  private func numbers(_ count: Int) -> [String?] { (0..<count).map { "\($0 + 1).5" } }

  @Test(
    "nine in ten cells that hold something decide, whatever is null",
    arguments: [
      (9, 1, 0, true), (8, 1, 0, false), (9, 1, 7, true), (8, 1, 9, false), (18, 2, 0, true),
      (17, 2, 0, false), (17, 2, 30, false), (19, 2, 1, true), (90, 10, 0, true),
      (89, 10, 0, false), (0, 1, 20, false), (40, 0, 0, nil),
    ])
  func tenths(fine: Int, others: Int, nulls: Int, areFew: Bool?) throws {
    let cells =
      numbers(fine) + (0..<others).map { "text \($0)" } + [String?](repeating: nil, count: nulls)
    let table = table(cells)
    let found = table.nonNumbers(in: table.columns[0])
    expectEqual(found?.areFew, areFew)
    expectEqual(found?.count, others == 0 ? nil : others)
    expectEqual(found?.total, others == 0 ? nil : fine + others)
    let few = table.fewNonNumbers(in: table.columns[0])
    expectEqual(few != nil, areFew == true)
    expectEqual(
      table.fewNonNumbers(in: table.columns[0], of: ColumnRows(table)) != nil, few != nil)
    expectEqual(few?.count, areFew == true ? others : nil)
  }

  @Test(
    "more than half are most",
    arguments: [(1, 1, false), (1, 2, true), (2, 2, false), (5, 4, false), (4, 5, true)])
  func most(fine: Int, others: Int, areMost: Bool) {
    let table = table(numbers(fine) + (0..<others).map { "t\($0)" })
    expectEqual(table.nonNumbers(in: table.columns[0])?.areMost, areMost)
  }

  @Test(
    "what mends a column follows from the texts that are no numbers",
    arguments: [
      (["n/a"], "--null n/a"), (["n/a", "-"], "--null n/a --null -"),
      (["not known", "n/a"], "--null 'not known' --null n/a"),
      (["a", "b", "c"], "--null a --null b --null c"),
      (["a", "b", "c", "d"], "column type price number"), (["x1"], "column type price number"),
      (["a word of more than twenty letters"], "column type price number"),
      (["$1.50"], "number price"), (["$1.50", "2,000.75"], "number price"),
      (["1,234"], "number --skip-errors --decimal . price"),
      (["1.234,5", "n/a"], "number --skip-errors price"),
      (["n/a", "(5.00)"], "number --skip-errors price"),
      (["1.234,5", "1,234.5"], "number --skip-errors price"),
    ])
  func mends(texts: [String], mend: String) throws {
    let table = table(numbers(20) + texts)
    let found = try require(table.nonNumbers(in: table.columns[0]))
    expectEqual(found.mend, mend)
    expect(found.text == texts[0] && table.cell(found.first, ColumnID(0)).text == texts[0])
    expect(!found.areCodes && found.name == "price")
    expectEqual(found.areAmounts, mend.hasPrefix("number "))
  }

  @Test(
    "whole numbers of which some begin with a zero or a plus are codes",
    arguments: [
      (["501", "007"], true), (["501", "+49"], true), (["501.5", "007"], false),
      (["501", "007", "x"], false), (["501", "0.07", "00.5"], false), (["501", "7."], false),
    ])
  func codes(cells: [String], areCodes: Bool) throws {
    let table = table(cells)
    let found = try require(table.nonNumbers(in: table.columns[0]))
    expectEqual(found.areCodes, areCodes)
    expectEqual(found.mend == "column type price text", areCodes)
  }

  @Test("a typed source has a command of its own, and names are quoted where they must be")
  func typed() throws {
    let typed = table(["1", "2", "\"n/a\"", "null"], name: "unit price", isTyped: true)
    let found = try require(typed.nonNumbers(in: typed.columns[0]))
    expect(found.count == 1 && found.total == 3)
    expectEqual(
      found.mend, "edit --null \"unit price\" where row[\"unit price\"] == \"n/a\"")
  }

  @Test("a number beyond the limits says why it is none")
  func reasons() throws {
    for (text, reason) in [
      ("1e1001", "an exponent beyond 1,000"), ("1e1000", nil), ("x", nil), ("007", nil),
      (String(repeating: "7", count: 1001), "more than 1,000 digits"),
    ] {
      let table = table(numbers(3) + [text])
      expectEqual(table.nonNumbers(in: table.columns[0])?.reason, reason, "\(text.prefix(9))")
    }
  }

  @Test("a column whose type is set has none, and neither has one without texts")
  func none() {
    for typing in [Column.Typing.number, .text, .boolean, .decimal] {
      var table = table(["1", "x"])
      _ = table.setTyping(ColumnID(0), typing)
      expectNil(table.nonNumbers(in: table.columns[0])?.count, "\(typing)")
    }
    let fine = table(["1", nil, "2e3"])
    expectNil(fine.nonNumbers(in: fine.columns[0])?.count)
  }
}
