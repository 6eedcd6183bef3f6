import Expectations
import Testing

@testable import TableKit
@testable import TableSources

/// Columns to which a header gives no name, or the name of another.
struct HeaderNamesTests {
  private func names(_ text: String, name: String = "table.csv") throws -> [String] {
    let loaded = try load(text, name: name)
    try expectEqual(loaded.saved(), text)
    return loaded.table.columns.map(\.name)
  }

  @Test("a column without a name is called by its position, the next such name if taken")
  func nameless() throws {
    try expectEqual(names(",a,b\n1,2,3\n"), ["column1", "a", "b"])
    try expectEqual(names("\"\",a\n\"x\",2\n"), ["column1", "a"])
    try expectEqual(names("\u{FEFF}\"\";a;\r\n1;2;3\r\n"), ["column1", "a", "column3"])
    try expectEqual(names(" ,a,\u{09}\n1,2,3\n"), ["column1", "a", "column3"])
    try expectEqual(names(",,\n1,2,3\n"), ["column1", "column2", "column3"])
    try expectEqual(names("a,,column2,\n1,2,3,4\n"), ["a", "column3", "column2", "column4"])
    try expectEqual(names("column2,,,\n1,2,3,4\n"), ["column2", "column3", "column4", "column5"])
    try expectEqual(names("a\t\n1\t2\n", name: "t.tsv"), ["a", "column2"])
    try expectEqual(names(",\n"), ["column1", "column2"])
    try expectEqual(names("\"\"\n1\n\n2"), ["column1"])
    try expectEqual(
      load("1,2\n") { $0.hasHeader = false }.table.columns.map(\.name),
      [
        "column1", "column2",
      ])
  }

  @Test("a column with the name of another is numbered, the next such name if taken")
  func repeated() throws {
    try expectEqual(names("a,b,a,a_2,\"a\"\n1,2,3,4,5\n"), ["a", "b", "a_3", "a_2", "a_4"])
    try expectEqual(names("id,id\n1,2\n"), ["id", "id_2"])
    // A composed and a decomposed letter are two names, as they are two texts.
    try expectEqual(names("\u{E9},e\u{301}\n1,2\n").count, 2)
  }

  @Test("each kind is told in one note with the place of the first")
  func notes() throws {
    let loaded = try load("\n,a,,a\n1,2,3,4\n")
    expectEqual(
      loaded.notes.map(\.description),
      [
        "table.csv:2:1: 2 columns have no name: they are column1, column3",
        "table.csv:2:5: a column has the name of another: it is a_2",
      ])
    expect(loaded.notes.allSatisfy { $0.kind == .information })
    let many = try load(String(repeating: ",", count: 20) + "\n")
    expect(many.notes.count == 1 && many.notes[0].text.hasSuffix("column8, …"))
  }

  @Test("thousands of such columns are named at once")
  func many() {
    let names = HeaderNames([String](repeating: "a", count: 50_000)).names
    expectEqual(names.last, "a_50000")
    let taken = (0..<25_000).map { "column\($0 + 25_001)" } + [String](repeating: "", count: 25_000)
    expectEqual(HeaderNames(taken).names.last, "column75000")
  }

  @Test("the header's bytes stay when rows are edited, and renaming a column changes its cell only")
  func renaming() throws {
    var loaded = try load("\"\",\"a\", b,a\n\"x\",2,3,4\n")
    loaded.set(0, "a", "9")
    try expectEqual(loaded.saved(), "\"\",\"a\", b,a\n\"x\",9,3,4\n")
    func renamed(_ column: String, _ name: String) throws -> String {
      var editor = Editor(table: loaded.table)
      let id = try require(editor.table.column(named: column)).id
      try editor.perform([.renameColumn(id, name)], title: "column rename")
      return String(
        decoding: try loaded.origin.bytes(of: editor.table).prefix { $0 != 0x0A }, as: UTF8.self)
    }
    try expectEqual(renamed("column1", "n"), "\"n\",\"a\", b,a")
    try expectEqual(renamed("a_2", "n"), "\"\",\"a\", b,n")
    try expectEqual(renamed("a", "n"), "\"\",\"n\", b,a")
    try expectEqual(renamed(" b", "n"), "\"\",\"a\",n,a")
  }

  @Test("where columns come, go or move, a made-up name is written unless it is made up again")
  func moving() throws {
    func header(_ text: String, _ edit: (Table) throws -> Edit) throws -> String {
      let loaded = try load(text)
      var editor = Editor(table: loaded.table)
      try editor.perform([try edit(editor.table)], title: "column")
      let bytes = try loaded.origin.bytes(of: editor.table)
      let again = try load(bytes)
      expectEqual(again.table.columns.map(\.name), editor.table.columns.map(\.name))
      expectEqual(
        again.texts,
        editor.table.allRows.map { row in
          editor.table.cells(row).map { $0.isNull ? nil : $0.text }
        })
      return String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    }
    func column(_ name: String, _ table: Table) throws -> ColumnID {
      try require(table.column(named: name)).id
    }
    let text = ",a,,a\n1,2,3,4\n"
    try expectEqual(header(text) { .deleteColumn(try column("a_2", $0)) }, ",a,")
    try expectEqual(header(text) { .deleteColumn(try column("a", $0)) }, ",column3,a_2")
    try expectEqual(
      header(text) { .moveColumn(try column("column1", $0), at: 2) }, "a,column3,column1,a")
    try expectEqual(header(text) { _ in .insertColumn(name: "n", at: 0) }, "n,column1,a,column3,a")
    try expectEqual(header(text) { _ in .insertColumn(name: "n", at: 4) }, ",a,,a,n")
    try expectEqual(header(",a\n1,2\n") { .deleteColumn(try column("a", $0)) }, "column1")
  }

  @Test("a first column without a name is the key where its values are one, and no row numbers")
  func key() throws {
    func key(_ text: String, _ change: (inout ReadOptions) -> Void = { _ in }) throws -> [String] {
      let table = try load(text, change).table
      return table.keyColumns.compactMap { table.column($0)?.name }
    }
    try expectEqual(key("\"\",a\n\"Mazda\",1\n\"Fiat\",2\n"), ["column1"])
    try expectEqual(key(",a\n3,1\n1,2\n2,3\n"), ["column1"])
    try expectEqual(key(",a\n1,1\n2,2\n4,3\n"), ["column1"])
    try expectEqual(key(",a\nx,1\n"), ["column1"])
    for text in [
      ",a\n1,x\n2,y\n3,z\n", ",a\n0,x\n1,y\n", ",a\n7,x\n8,y\n", ",a\n\"1\",x\n\"2\",y\n",
      ",a\n-1,x\n0,y\n", ",a\n5,x\n", ",a\n", ",a\nx,1\nx,2\n", ",a\nx,1\n,2\n", "a,\nx,1\ny,3\n",
      ",a\nx,1\ny\n,2\n", ",,a\n1,x,2\n2,y,3\n",
    ] { try expect(key(text).isEmpty, "\(text)") }
    try expectEqual(key(",id\nx,1\ny,2\n"), ["id"])
    try expect(key(",id\nx,1\ny,1\n").isEmpty)
    try expect(key("x,1\ny,2\n") { $0.hasHeader = false }.isEmpty)
    try expectEqual(key(",a\n1,x\n2,y\n") { $0.key = ["column1"] }, ["column1"])
    try expectEqual(load(",a\nx,1\nx,2\n").notes.count, 1)
  }
}
