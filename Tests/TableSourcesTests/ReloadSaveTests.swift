import Expectations
import Testing

@testable import TableKit
@testable import TableSources

struct ReloadSaveTests {
  /// A file that is open: its editor and where it came from.
  private struct Document {
    var editor: Editor
    var origin: FileOrigin
    let name: String

    init(
      _ text: String, name: String = "t.csv", _ change: (inout Table) -> Void = { _ in }
    ) throws {
      var loaded = try load(text, name: name)
      change(&loaded.table)
      editor = Editor(table: loaded.table)
      origin = loaded.origin
      self.name = name
    }

    /// Reads what the file has become; sections that are a view are made anew.
    mutating func reload(_ text: String, discarding: Bool = false) throws {
      var fresh = try load(text, name: name)
      if let column = editor.saved.sectionColumn,
        let name = editor.saved.column(column)?.name,
        let there = fresh.table.column(named: name)
      {
        fresh.table.regroup(by: there.id)
      }
      try editor.merge(
        incoming: fresh.table, base: editor.saved, title: "reload", discardingEdits: discarding)
      origin.adopt(fresh.origin, as: editor.saved, read: fresh.table)
    }

    mutating func set(_ key: String, _ column: String, _ text: String) throws {
      guard let row = editor.table.row(withKey: [key]),
        let column = editor.table.column(named: column)
      else { return }
      try editor.perform([.update([CellChange(row, column.id, Cell(text))])], title: "edit")
    }

    mutating func perform(_ edit: Edit) throws { try editor.perform([edit], title: "edit") }

    func row(_ key: String) -> RowID { editor.table.row(withKey: [key]) ?? RowID(0) }

    func saved() throws -> String {
      String(decoding: try origin.bytes(of: editor.table), as: UTF8.self)
    }
  }

  static let pairs: [(String, String)] = [
    ("id,n\n1,a\n2,b\n3,c\n", "id,n\n1,a\n2,B\n3,c\n"),
    ("id,n\n1,a\n2,b\n3,c\n", "id,n\n3,c\n1,a\n"),
    ("id,n\n1,a\n2,b\n", "id,n\n0,z\n1,a\n\n\n9, \"q\"\n2,b"),
    ("id,n\n1,a\n2,b\n", "\u{FEFF}id,n\r\n1,a\r\n2,b\r\n"),
    ("id,n\n1,a\n2,b\n", "id,\"n\"\n1,\"a\"\n2,b\n\n"),
    ("id,n\n1,a\n2,b\n", "n,id\na,1\nb,2\n"),
    ("id,n\n1,a\n2,b\n", "id,extra,n\n1,x,a\n2,,b\n"),
    ("id,n,m\n1,a,x\n2,b,y\n", "id,m\n1,x\n2,y"),
    ("id,n\n1,a\n2,b\n", "id,name\n1,a\n2,b\n"),
    ("id\n1\n2\n", "id\r3\r1\n2"), ("id,n\n1,a\n", "id,n\n"),
  ]

  @Test("reload and save leave the file as others wrote it", arguments: pairs)
  func identity(_ old: String, _ new: String) throws {
    var document = try Document(old)
    try document.reload(new)
    try expectEqual(document.saved(), new)
    try document.reload(old)
    try expectEqual(document.saved(), old)
    var viewed = try Document(old) { $0.regroup(by: $0.columns[0].id) }
    try viewed.reload(new)
    try expectEqual(viewed.saved(), new)
  }

  @Test("after a reload, an edit changes its record only, in that record's line end")
  func oneEdit() throws {
    var document = try Document("id,n\n1,a\n2,b\n3,c\n")
    try document.reload("id,n\r\n3,\"c\"\r\n\r\n0,z\n2,b\r1,a")
    try document.set("2", "n", "x")
    try expectEqual(document.saved(), "id,n\r\n3,\"c\"\r\n\r\n0,z\n2,x\r1,a")
    try document.set("3", "n", "y")
    try expectEqual(document.saved(), "id,n\r\n3,\"y\"\r\n\r\n0,z\n2,x\r1,a")
  }

  @Test("an edit made before a reload changes its record only")
  func earlierEdit() throws {
    var document = try Document("id,n,m\n1,a,x\n2,b,y\n\n3,c,z\n")
    try document.set("2", "n", "mine")
    try document.reload("id,n,m\r\n0,o,o\r\n3,c,z\r\n2,b,Y\r\n\r\n1,a,x\r\n")
    let earlier = try document.saved()
    expectEqual(earlier, "id,n,m\r\n0,o,o\r\n3,c,z\r\n2,mine,Y\r\n\r\n1,a,x\r\n")
  }

  @Test("after a reload, columns that change keep the blank lines between records")
  func columns() throws {
    var document = try Document("id,n\n1,a\n2,b\n")
    try document.reload("n,id\r\nb,2\r\n\r\n\"a\",1\r\n")
    guard let n = document.editor.table.column(named: "n") else { return }
    try document.perform(.renameColumn(n.id, "name"))
    try expectEqual(document.saved(), "name,id\r\nb,2\r\n\r\n\"a\",1\r\n")
    try document.perform(.insertColumn(name: "more", at: 2))
    try expectEqual(document.saved(), "name,id,more\r\nb,2,\r\n\r\n\"a\",1,\r\n")
    try document.perform(.moveColumn(n.id, at: 2))
    try expectEqual(document.saved(), "id,more,name\r\n2,,b\r\n\r\n1,,\"a\"\r\n")
  }

  @Test("undoing an edit after a reload leaves the bytes that were read")
  func undo() throws {
    var document = try Document("id,n\r\n1,\"a\"\r\n\r\n2,b\r\n3,c\r\n")
    try document.set("1", "n", "mine")
    try document.perform(.delete([RowID(1)]))
    let source = "id,n\r\n1,\"a\"\r\n\r\n2,\"z\"\r\n\r\n\r\n3,y\r\n"
    try document.reload(source)
    try expect(document.saved() != source)
    try document.editor.undo()
    try document.editor.undo()
    try expectEqual(document.saved(), source)
  }

  static let documents: [(String, String)] = [
    (
      "[{\"id\":1},{\"id\":2}]", "[\n  {\"id\": 2},\n\n  {\"id\": 1, \"n\": \"x\"}, {\"id\":3}\n]\n"
    ),
    (
      "{\"A\":[{\"id\":\"1\"}],\"B\":[]}",
      "{ \"B\": [ {\"id\":\"2\"} ] ,\n \"A\": [{ \"id\":\"1\" }]}"
    ),
    (
      "{\"columns\":[\"id\"],\"sections\":[{\"id\":\"A\",\"rows\":[{\"id\":\"1\"}]}]}",
      "{\"columns\": [\"id\", \"n\"], \"note\": 1, \"sections\": [\n {\"rows\":[], \"id\":\"Z\"},\n"
        + " {\"id\":\"A\",\"title\":\"T\",\"rows\":[ {\"id\":\"0\",\"n\":null},{\"id\":\"1\"} ]}]}"
    ),
  ]

  @Test("reload and save leave a JSON document as others wrote it", arguments: documents)
  func json(_ old: String, _ new: String) throws {
    var document = try Document(old, name: "t.json")
    try document.reload(new)
    try expectEqual(document.saved(), new)
    try document.reload(old)
    try expectEqual(document.saved(), old)
  }

  @Test("after a reload of a JSON document, an edit changes its row only", arguments: documents)
  func jsonEdit(_ old: String, _ new: String) throws {
    var document = try Document(old, name: "t.json")
    try document.reload(new)
    let row = document.row("1")
    let path = document.editor.table.path(of: row)
    try document.perform(.update([CellChange(row, ColumnID(0), Cell("one"))]))
    let saved = try document.saved()
    let again = try load(saved, name: "t.json")
    expectEqual(
      path.flatMap(again.table.row(at:)).map { again.table.cell($0, ColumnID(0)) }, Cell("one"))
    // What stands before and behind the row is as it was.
    let prefix = zip(new.utf8, saved.utf8).prefix { $0 == $1 }.count
    let suffix = zip(new.utf8.reversed(), saved.utf8.reversed()).prefix { $0 == $1 }.count
    expect(new.utf8.count - prefix - suffix < 40)
  }

  @Test("after a reload of a JSON document, its sections stay while a column groups the rows")
  func jsonView() throws {
    let old = "{\"A\":[{\"id\":\"1\",\"g\":\"x\"}],\"B\":[{\"id\":\"2\",\"g\":\"x\"}]}"
    let new = "{\"B\":[{\"id\":\"2\",\"g\":\"y\"},{\"id\":\"3\",\"g\":\"x\"}], \"A\":[ ]}"
    var document = try Document(old, name: "t.json") { $0.regroup(by: $0.columns[1].id) }
    try document.reload(new)
    try expectEqual(document.saved(), new)
    try document.set("2", "g", "q")
    let saved = try document.saved()
    expectEqual(
      saved, "{\"B\":[{\"id\":\"2\",\"g\":\"q\"},{\"id\":\"3\",\"g\":\"x\"}], \"A\":[ ]}")
  }
}
