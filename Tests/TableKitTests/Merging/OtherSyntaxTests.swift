import BatchUpdates
import Expectations
import TableKit
import TestSupport
import Testing

/// Merging a source of another syntax.
struct OtherSyntaxTests {
  private static func typed(_ rows: [[String]], _ columns: [String] = ["id", "n"]) -> Table {
    Tables.table(columns: columns, sections: [("all", rows)], syntax: .json)
  }

  private static func plain(_ rows: [[String]], _ columns: [String] = ["id", "n"]) -> Table {
    Tables.table(columns: columns, sections: [("all", rows)])
  }

  private func raws(_ table: Table) -> [[String]] {
    table.allRows.map { Tables.raws(table, $0) }
  }

  @Test("what says the same is no change, and what differs comes in as cells are written here")
  func mergesTyped() throws {
    var editor = Editor(table: Self.plain([["1", "\"a\""], ["2", "b"], ["3", ""]]))
    let former = editor.table
    let same = Self.typed([["1", "\"a\""], ["2", "\"b\""], ["3", "null"]])
    let none = try editor.merge(incoming: same, base: editor.saved, title: "reload")
    expect(!none.transaction.changesTable)
    expectEqual(raws(editor.table), raws(former))
    let other = Self.typed([["1", "\"a\""], ["2", "\"x,y\""], ["4", "7"]])
    let merged = try editor.merge(incoming: other, base: editor.saved, title: "reload")
    expect(merged.transaction.changesTable)
    expectEqual(raws(editor.table), [["1", "\"a\""], ["2", "\"x,y\""], ["4", "7"]])
  }

  @Test("plain texts come in with the kinds that their columns have")
  func mergesPlain() throws {
    var editor = Editor(table: Self.typed([["1", "10"], ["2", "\"20\""], ["3", "null"]]))
    let same = Self.plain([["1", "10"], ["2", "20"], ["3", ""]])
    expect(
      !(try editor.merge(incoming: same, base: editor.saved, title: "reload").transaction
        .changesTable))
    let other = Self.plain([["1", "11"], ["2", "21"], ["4", "x"]])
    try editor.merge(incoming: other, base: editor.saved, title: "reload")
    expectEqual(raws(editor.table), [["1", "11"], ["2", "21"], ["4", "\"x\""]])
  }

  @Test(
    "a table is written as its file has it: rows that say the same are the records that were read")
  func written() throws {
    var editor = Editor(table: Self.plain([["1", "a"], ["2", "5"]]))
    let read = Self.typed([["2", "5.0"], ["1", "\"a\""]])
    expectNil(read.identified(as: editor.table), "5 is not 5.0")
    let file = Self.typed([["2", "5"], ["1", "\"a\""]])
    let filed = try require(file.identified(as: editor.table))
    expectEqual(raws(filed), [["1", "\"a\""], ["2", "5"]])
    let row = try require(editor.table.row(withKey: ["1"]))
    try editor.perform([.update([CellChange(row, ColumnID(1), Cell("6"))])], title: "edit")
    expectEqual(raws(try editor.table.written(like: filed)), [["1", "\"6\""], ["2", "5"]])
    try editor.undo()
    expectEqual(raws(try editor.table.written(like: filed)), raws(filed))
  }

  @Test("columns that are not shown keep what was read")
  func hidden() throws {
    var editor = Editor(table: Self.plain([["1", "a"], ["2", "b"]]))
    let file = Self.typed(
      [["\"1\"", "\"a\"", "10"], ["\"2\"", "\"b\"", "20"]], ["id", "n", "rowid"])
    let filed = try require(file.identified(as: editor.table))
    let hidden = filed.columns.filter { editor.table.column($0.id) == nil }
    let row = try require(editor.table.row(withKey: ["1"]))
    try editor.perform([.update([CellChange(row, ColumnID(1), Cell("x"))])], title: "edit")
    let column = try editor.perform([.insertColumn(name: "m", at: 2)], title: "column")
    expect(column.changesTable)
    let written = try editor.table.written(like: filed, hidden: hidden)
    expectEqual(written.columns.map(\.name), ["id", "n", "m", "rowid"])
    expectEqual(written.cell(row, hidden[0].id).text, "10")
    expectEqual(written.cell(row, ColumnID(1)).text, "x")
  }
}
