import Expectations
import TableKit
import TestSupport
import Testing

/// Cells and their bytes.
struct CellsTests {
  private func cell(_ raw: String, _ syntax: CellSyntax) -> Cell {
    Array(raw.utf8).withUnsafeBytes { syntax.cell($0) }
  }

  private func raw(_ cell: Cell, like former: String, _ syntax: CellSyntax) -> String {
    var bytes: [UInt8] = []
    Array(former.utf8).withUnsafeBytes { syntax.encode(cell, like: $0, into: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("a bare empty cell and a listed text are null, a quoted one is text")
  func nulls() {
    let syntax = CellSyntax.delimited(nulls: ["NA"])
    expectEqual(cell("", syntax), .null)
    expectEqual(cell("NA", syntax), .null)
    expectEqual(cell("\"\"", syntax), Cell(""))
    expectEqual(cell("\"NA\"", syntax), Cell("NA"))
    expectEqual(raw(Cell("NA"), like: "", syntax), "\"NA\"")
    expectEqual(raw(Cell(""), like: "x", syntax), "\"\"")
    expectEqual(raw(.null, like: "\"x\"", syntax), "")
  }

  @Test("a quoted cell stays quoted, a bare one is quoted only where it must be")
  func habit() {
    let syntax = CellSyntax.delimited()
    expectEqual(raw(Cell("b"), like: "\"a\"", syntax), "\"b\"")
    expectEqual(raw(Cell("b"), like: "a", syntax), "b")
    expectEqual(raw(Cell("b,c"), like: "a", syntax), "\"b,c\"")
    expectEqual(raw(Cell("a\"b"), like: "a", syntax), "\"a\"\"b\"")
    expectEqual(raw(Cell("b,c"), like: "a", .delimited(by: 0x3B)), "b,c")
  }

  @Test("what is written is read back as it was")
  func roundTrip() {
    let texts = [
      "", "a", "007", "a,b", "\"", "\"\"", "a\nb", "\r", "é", "NA", " x ", "\\", "\u{1}",
    ]
    for syntax in [CellSyntax.delimited(nulls: ["NA"]), .delimited(by: 0x09), .json] {
      for text in texts {
        for former in ["", "\"x\"", "x"] {
          let written = raw(Cell(text), like: former, syntax)
          expectEqual(cell(written, syntax), Cell(text), "\(written)")
        }
      }
      expectEqual(cell(raw(.null, like: "", syntax), syntax), .null)
    }
  }

  @Test("a lone quote inside a quoted cell is kept")
  func loneQuote() {
    expectEqual(cell("\"a\"b\"", .delimited()), Cell("a\"b"))
    expectEqual(cell("\"a\"\"b\"", .delimited()), Cell("a\"b"))
  }

  @Test("JSON tokens say their kind and keep their text")
  func tokens() {
    expectEqual(cell("1.10", .json), Cell(.number, "1.10"))
    expectEqual(cell("12345678901234567890", .json), Cell(.number, "12345678901234567890"))
    expectEqual(cell("true", .json), Cell(.bool, "true"))
    expectEqual(cell("null", .json), .null)
    expectEqual(cell("", .json), .null)
    expectEqual(cell("[1, 2]", .json), Cell(.json, "[1, 2]"))
    expectEqual(cell("\"a\\u00e9\\n\\ud83d\\ude00\\/\"", .json), Cell("aé\n😀/"))
    expectEqual(raw(Cell(.number, "1.10"), like: "", .json), "1.10")
    expectEqual(raw(Cell("1.10"), like: "", .json), "\"1.10\"")
  }

  @Test("texts are the same byte for byte: a composed and a decomposed letter differ")
  func bytes() throws {
    expect(Cell("\u{E9}") != Cell("e\u{301}"))
    var editor = Editor(table: Tables.table("A(\u{E9})"))
    try editor.perform(
      [.update([CellChange(RowID(0), ColumnID(1), Cell("e\u{301}"))])], title: "edit")
    expectEqual(Tables.raws(editor.table, RowID(0))[1].utf8.count, 3)
  }

  @Test(
    "a plain number has no leading zero or plus, at most 1,000 digits and an exponent to 1,000",
    arguments: [
      ("0", true), ("-1.5", true), ("007", false), ("+1", false), ("1.", false), (".5", true),
      ("1e5", true), ("123456789012345", true), ("1234567890123456", true), ("-", false),
      ("", false), ("0.10", true), ("-0", true), ("1 ", true), ("0x1", false), ("\t-.5E-07 ", true),
      (" ", false), (".", false), ("-.", false), ("1e", false), ("1e+", false), ("e5", false),
      ("1 2", false), ("1\n", false), ("\u{A0}1", false), ("00", false), ("-01", false),
      ("0e5", true), ("1e1000", true), ("1e1001", false), ("1e-1001", false), ("2024-05-01", false),
      (String(repeating: "1", count: 1000), true), (String(repeating: "1", count: 1001), false),
      ("." + String(repeating: "0", count: 1000), true), ("1.5.2", false), ("1,5", false),
    ])
  func plainNumbers(text: String, isNumber: Bool) {
    expectEqual(DecimalNumber.matches(text), isNumber)
  }

  @Test("a column is a number column while no cell is text, through edits and undo")
  func kinds() throws {
    var editor = Editor(
      table: Tables.table(
        columns: ["id", "age"], sections: [("all", [["a", "1"], ["b", ""], ["c", "2.5"]])]))
    let age = editor.table.columns[1]
    expectEqual(editor.kind(of: age), .number)
    try editor.perform([.update([CellChange(RowID(0), age.id, Cell("x"))])], title: "edit")
    expectEqual(editor.kind(of: age), .text)
    expectEqual(editor.table.firstText(in: age.id), RowID(0))
    try editor.perform([.delete([RowID(0)])], title: "delete")
    expectEqual(editor.kind(of: age), .number)
    try editor.undo()
    expectEqual(editor.kind(of: age), .text)
    try editor.undo()
    expectEqual(editor.kind(of: age), .number)
    try editor.perform([.typeColumn(age.id, .text)], title: "type")
    expectEqual(editor.kind(of: editor.table.columns[1]), .text)
    expectEqual(editor.kind(of: editor.table.columns[0]), .text)
  }
}
