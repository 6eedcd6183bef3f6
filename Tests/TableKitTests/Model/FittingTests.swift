import Expectations
import TableKit
import TestSupport
import Testing

/// A typed text as a cell.
struct FittingTests {
  let table = Tables.table(
    columns: ["id", "age", "note", "free"],
    sections: [("all", [["1", "null", "\"x\"", "null"], ["2", "41", "true", "null"]])],
    syntax: .json)

  func row(_ key: String) throws -> RowID { try require(table.row(withKey: [key])) }

  @Test("delimited text takes any text as text")
  func delimited() throws {
    let table = Tables.table("A(a)")
    let row = try require(table.row(withKey: ["a"]))
    try expectEqual(table.cellFitting("007", row: row, column: ColumnID(1)), Cell("007"))
    try expectEqual(table.cellFitting("", row: row, column: ColumnID(1)), Cell(""))
  }

  @Test("delimited text without quotes refuses what it cannot write")
  func cannotWrite() {
    let table = Tables.table("A(a)", syntax: .delimited(by: 0x09, quote: nil, nulls: ["NA"]))
    for text in ["a\tb", "a\nb", "", "NA", "a\u{0}b"] {
      expect(throws: EditError.cannotWrite(text, column: "name")) {
        try table.cellFitting(text, row: nil, column: ColumnID(1))
      }
    }
  }

  @Test("a cell keeps its former kind where the text fits")
  func formerKind() throws {
    try expectEqual(
      table.cellFitting("1.10", row: row("2"), column: ColumnID(1)), Cell(.number, "1.10"))
    try expectEqual(
      table.cellFitting("false", row: row("2"), column: ColumnID(2)), Cell(.bool, "false"))
    try expectEqual(table.cellFitting("7", row: row("1"), column: ColumnID(2)), Cell("7"))
  }

  @Test("a null cell takes the kind of the first cell of its column that is not null")
  func columnKind() throws {
    try expectEqual(table.cellFitting("5", row: row("1"), column: ColumnID(1)), Cell(.number, "5"))
    try expectEqual(table.cellFitting("5", row: nil, column: ColumnID(1)), Cell(.number, "5"))
    try expectEqual(table.cellFitting("5", row: nil, column: ColumnID(2)), Cell("5"))
  }

  @Test("a text that fits neither the cell's kind nor the column's is refused")
  func refused() throws {
    let row = try row("2")
    expect(throws: EditError.valueDoesNotFit("old", kind: .number, column: "age", row: "2")) {
      try table.cellFitting("old", row: row, column: ColumnID(1))
    }
    try expectEqual(table.cellFitting("maybe", row: row, column: ColumnID(2)), Cell("maybe"))
  }

  @Test("a column that holds nothing takes text")
  func nothingYet() throws {
    try expectEqual(table.cellFitting("5", row: row("1"), column: ColumnID(3)), Cell("5"))
    expectNil(table.leadingKind(of: ColumnID(3)))
  }

  @Test(
    "a number, a Boolean and JSON are told by their grammar",
    arguments: [
      ("0", CellKind.number, true), ("-1.5e+10", .number, true), ("01", .number, false),
      ("1.", .number, false), ("+1", .number, false), ("", .number, false), ("-", .number, false),
      ("1e", .number, false), ("12345678901234567890", .number, true), ("true", .bool, true),
      ("True", .bool, false), ("[]", .json, true), ("{}", .json, true),
      ("{\"a\": [1, {\"b\": null}], \"c\": \"\\u00e9\"}", .json, true), ("[1,]", .json, false),
      ("{\"a\"}", .json, false), ("[1", .json, false), ("[1]]", .json, false),
      ("{\"a\":1,}", .json, false), ("[tru]", .json, false), ("[\"\\x\"]", .json, false),
      ("\"text\"", .json, false), ("[1}", .json, false), ("[\"a\nb\"]", .json, false),
    ])
  func grammar(text: String, kind: CellKind, fits: Bool) {
    expectEqual(JSONText.fits(text, kind), fits)
  }

  @Test("a column that is not there is an error")
  func noColumn() {
    expect(throws: EditError.noSuchColumn(9)) {
      try table.cellFitting("x", row: nil, column: ColumnID(9))
    }
  }

  @Test("the rows of a range are those at its indexes, across blocks")
  func range() {
    let names = (0..<10_000).map { [String($0)] }
    let table = Tables.table(columns: ["id"], sections: [("all", names)])
    for range in [0..<0, 0..<5, 3_000..<3_200, 9_990..<10_000, 0..<10_000] {
      expectEqual(table.rows(inSection: 0, range).map { Int($0.rawValue) }, Array(range))
    }
    expectEqual(table.rows(inSection: 0, 9_999..<20_000).count, 1)
    expect(table.rows(inSection: 1, 0..<1).isEmpty)
  }
}
