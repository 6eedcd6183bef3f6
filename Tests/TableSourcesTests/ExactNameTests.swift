import Expectations
import Testing

@testable import TableKit
@testable import TableSources

/// Names and keys that look alike and differ in their bytes: a composed and a decomposed `é`.
struct ExactNameTests {
  private let composed = "\u{E9}"
  private let decomposed = "e\u{301}"

  @Test("columns whose names differ in their bytes only are two columns in every format")
  func columns() throws {
    for (text, name) in [
      ("id,é1,é2\n1,a,b\n", "t.csv"), ("[{\"id\":\"1\",\"é1\":\"a\",\"é2\":\"b\"}]", "t.json"),
      ("- id: x\n  é1: a\n- id: y\n  é2: b\n", "t.yaml"),
      ("{\"columns\":[\"id\",\"é1\",\"é2\"],\"sections\":[]}", "t.json"),
    ] {
      let exact = text.replacing("é1", with: composed).replacing("é2", with: decomposed)
      var loaded = try load(exact, name: name)
      expectEqual(loaded.table.columns.map { Array($0.name.utf8).count }, [2, 2, 3])
      try expect(loaded.saved().utf8.elementsEqual(exact.utf8))
      guard loaded.table.rowCount == 1 else { continue }
      loaded.set(0, decomposed, "new")
      expectEqual(loaded.texts, [["1", "a", "new"]])
      let again = try load(try loaded.saved(), name: name)
      expectEqual(again.texts, loaded.texts)
      loaded.table.columns[2].name = "e\u{301}\u{301}"
      try expectEqual(loaded.saved().utf8.count, exact.utf8.count + 2 + 2)
    }
  }

  @Test("renaming a column to another form of its name is written")
  func renaming() throws {
    for (text, name) in [
      ("id,é\n1,a\n", "t.csv"), ("[{\"id\":1,\"é\":2}]", "t.json"), ("- id: 1\n  é: 2\n", "t.yaml"),
    ] {
      let exact = text.replacing("é", with: composed)
      let loaded = try load(exact, name: name)
      var editor = Editor(table: loaded.table)
      let column = loaded.table.columns[1].id
      try editor.perform([.renameColumn(column, decomposed)], title: "rename")
      expect(editor.differsFromSource)
      let bytes = try loaded.origin.bytes(of: editor.table)
      expectEqual(bytes, Array(text.replacing("é", with: decomposed).utf8))
    }
  }

  @Test("keys and sections that differ in their bytes only are two")
  func keys() throws {
    let loaded = try load("id,s\n\(composed),\(composed)\n\(decomposed),\(decomposed)\n")
    expect(loaded.notes.isEmpty && loaded.table.hasKey)
    expectEqual(loaded.table.row(withKey: [decomposed]), RowID(1))
    var table = loaded.table
    table.regroup(by: ColumnID(1))
    expectEqual(table.sections.count, 2)
    expectEqual(table.sectionIndexes(named: decomposed), [1])
    var editor = Editor(table: table)
    try editor.perform(
      [.update([CellChange(RowID(0), ColumnID(1), Cell(decomposed))])], title: "edit")
    expectEqual(editor.table.sections.map(\.count).filter { $0 > 0 }, [2])
    let json = "{\"\(composed)\":[{\"id\":1}],\"\(decomposed)\":[{\"id\":2}]}"
    let sections = try load(json, name: "t.json")
    expectEqual(sections.table.sections.count, 2)
    try expectEqual(
      load("\(composed):\n- id: 1\n\(decomposed)x:\n- id: 2\n", name: "t.yaml").table
        .sections.count, 2)
  }

  @Test("columns that differ in their bytes only are paired by them after a reload and in a diff")
  func merging() throws {
    let text = "id,\(composed),\(decomposed)\n1,a,b\n"
    let loaded = try load(text)
    var editor = Editor(table: loaded.table)
    _ = try editor.merge(
      incoming: try load(text.replacing("1,a,b", with: "1,a,c")).table,
      base: loaded.table, title: "reload")
    expectEqual(editor.table.cell(RowID(0), ColumnID(1)).text, "a")
    expectEqual(editor.table.cell(RowID(0), ColumnID(2)).text, "c")
  }
}
