import TableKit
import TestSupport
import Testing

@Suite("Keys and row numbers")
struct KeysTests {
  @Test("a composite key is its parts joined by a slash, and is found by its parts")
  func composite() throws {
    let table = Tables.table(
      columns: ["a", "b", "c"], sections: [("all", [["x", "1", ""], ["x", "2", ""]])], key: 2)
    let row = try #require(table.row(withKey: ["x", "2"]))
    #expect(table.key(of: row) == "x/2")
    #expect(table.row(withKey: ["x"]) == nil)
    #expect(table.row(withKey: ["x", "3"]) == nil)
    #expect(table.row(withKey: ["x2", ""]) == nil)
  }

  @Test("without a key rows are numbered from 1, and only a plain number finds them")
  func numbers() {
    let table = Tables.table(columns: ["a"], sections: [("all", [["x"], ["x"]])], key: 0)
    #expect(table.row(withKey: ["2"]) == RowID(1))
    for text in ["0", "3", "02", "+2", "", "x"] { #expect(table.row(withKey: [text]) == nil) }
    #expect(table.key(of: RowID(1)) == "2")
  }

  @Test("a row number is never used again, not even after an undo")
  func neverReused() throws {
    var editor = Editor(
      table: Tables.table(columns: ["a"], sections: [("all", [["x"]])], key: 0))
    let section = editor.table.sections[0].id
    let insert = Edit.insert([[ColumnID(0): Cell("y")]], section: section, at: 1)
    try editor.perform([insert], title: "insert")
    #expect(editor.table.row(withKey: ["2"]) != nil)
    try editor.undo()
    #expect(editor.table.row(withKey: ["2"]) == nil)
    try editor.perform([insert], title: "insert")
    #expect(editor.table.row(withKey: ["2"]) == nil)
    #expect(editor.table.row(withKey: ["3"]) != nil)
  }

  @Test("a refused insert uses up no row number")
  func refusedInsert() throws {
    var editor = Editor(table: Tables.table("A(a)"))
    let section = editor.table.sections[0].id
    for key in ["a", "b"] {
      _ = try? editor.perform(
        [.insert([[ColumnID(0): Cell(key)]], section: section, at: 0)], title: "insert")
    }
    #expect(editor.table.row(withKey: ["b"]) == RowID(1))
  }

  @Test("the first duplicate in load order is found, across the columns asked for")
  func duplicates() throws {
    let table = Tables.table(
      columns: ["a", "b"], sections: [("all", [["x", "1"], ["y", "1"], ["\"x\"", "1"]])], key: 0)
    let pair = try #require(table.firstDuplicateKey(in: [ColumnID(0)]))
    #expect(pair.first == RowID(0) && pair.second == RowID(2))
    #expect(table.firstDuplicateKey(in: [ColumnID(1)])?.second == RowID(1))
    #expect(table.firstDuplicateKey(in: []) == nil)
  }

  @Test("every snapshot finds rows by the keys they have there, whatever was asked first")
  func snapshots() throws {
    var editor = Editor(table: Tables.table("A(a b c)"))
    let first = editor.table
    let b = RowID(1)
    let change = CellChange(b, ColumnID(0), Cell("z"))
    try editor.perform([.update([change])], title: "edit")
    #expect(editor.table.row(withKey: ["z"]) == b)
    #expect(editor.table.row(withKey: ["b"]) == nil)
    #expect(first.row(withKey: ["b"]) == b)
    #expect(first.row(withKey: ["z"]) == nil)
    try editor.undo()
    #expect(editor.table.row(withKey: ["b"]) == b)
  }

  @Test("a refused edit leaves rows to be found by their old keys")
  func refused() throws {
    var editor = Editor(table: Tables.table("A(a b c)"))
    #expect(throws: EditError.duplicateKey("a")) {
      try editor.perform([.update([CellChange(RowID(2), ColumnID(0), Cell("a"))])], title: "edit")
    }
    #expect(editor.table.row(withKey: ["c"]) == RowID(2))
    #expect(editor.table.row(withKey: ["a"]) == RowID(0))
  }

  @Test("keys may change places within one command")
  func swap() throws {
    var editor = Editor(table: Tables.table("A(a b)"))
    try editor.perform(
      [
        .update([
          CellChange(RowID(0), ColumnID(0), Cell("b")),
          CellChange(RowID(1), ColumnID(0), Cell("a")),
        ])
      ], title: "edit")
    #expect(editor.table.row(withKey: ["a"]) == RowID(1))
  }
}
