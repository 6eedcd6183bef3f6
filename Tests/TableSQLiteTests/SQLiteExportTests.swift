import DatabaseSupport
import Expectations
import Glibc
import TestSupport
import Testing

import struct TableKit.Cell
import struct TableKit.Editor

@testable import TableSQLite
@testable import TableSources

/// Writing a new database.
struct SQLiteExportTests {
  private func exported(
    _ text: String, name: String = "table.csv", _ change: (inout ReadOptions) -> Void = { _ in }
  ) throws -> (DatabaseFixture, [String]) {
    let loaded = try load(text, name: name, change)
    let database = try DatabaseFixture("CREATE TABLE crew (x)")
    let report = try FileOrigin.export(loaded.table, to: database.path)
    return (database, report.notes.map(\.text))
  }

  private func schema(_ database: DatabaseFixture) throws -> String? {
    try database.value("SELECT sql FROM sqlite_master WHERE name = 'crew'")
  }

  @Test(
    "types are chosen so that each value comes back as it is; the table is named after the file")
  func types() throws {
    let (database, notes) = try exported(
      """
      id,whole,real,mixed,text,zip,exact,none
      1,5,1.5,1,a,007,1.10,
      2,-7,2.25,2.5,"",010,2,
      3,,,,,,,

      """)
    try expectEqual(
      schema(database),
      "CREATE TABLE \"crew\" (\"id\" INTEGER PRIMARY KEY, \"whole\" INTEGER, \"real\" REAL, "
        + "\"mixed\", \"text\" TEXT, \"zip\" TEXT, \"exact\" TEXT, \"none\")")
    try expectEqual(
      database.rows("crew", "id,whole,real,mixed,text,zip,exact,none"),
      [
        "1 5 1.5 1 'a' '007' '1.10' NULL", "2 -7 2.25 2.5 '' '010' '2' NULL",
        "3 NULL NULL NULL NULL NULL NULL NULL",
      ])
    expectEqual(
      notes,
      [
        "column 'exact' is stored as text, which keeps 1.10 as it is; as numbers: "
          + "column type exact number"
      ])
    try expectEqual(
      database.open().texts,
      [
        ["1", "5", "1.5", "1", "a", "007", "1.10", nil],
        ["2", "-7", "2.25", "2.5", "", "010", "2", nil],
        ["3", nil, nil, nil, nil, nil, nil, nil],
      ])
    expectEqual(database.folder.names(), ["crew.db"])
  }

  @Test("JSON keeps numbers and text apart; what SQLite has not is told")
  func json() throws {
    let (database, notes) = try exported(
      """
      [{"id": "b", "n": 1, "v": 1, "f": true}, {"id": "a", "n": 12345678901234567890, "v": "1", "f": [1]}]
      """, name: "t.json")
    try expectEqual(
      database.rows("crew", "id,n,v,f,typeof(v)"),
      [
        "'b' '1' 1 'true' 'integer'", "'a' '12345678901234567890' '1' '[1]' 'text'",
      ])
    expectEqual(
      notes,
      [
        "column 'n' is stored as text, which keeps 12345678901234567890 as it is",
        "column 'f': true, false, arrays and objects are stored as text",
      ])
  }

  @Test("sections, and an order that is not that of the key, are told")
  func losses() throws {
    let (_, notes) = try exported(
      #"{"a": [{"id": 2}], "b": [{"id": 1}]}"#, name: "t.json")
    expectEqual(notes.count, 2)
    expectEqual(notes[0], "a database sorts rows by key: their order is not kept")
    expect(notes[1].hasPrefix("a table of a database cannot keep the 2 sections"))
  }

  @Test("a composite key stays one")
  func compositeKey() throws {
    let (database, _) = try exported("a,b,v\nx,1,9\nx,2,8\n") { $0.key = ["b", "a"] }
    try expectEqual(schema(database)?.hasSuffix("PRIMARY KEY (\"b\", \"a\"))"), true)
    try expectEqual(database.open().editor.table.keyColumns.count, 2)
  }

  private static func others(_ names: String, _ path: String) -> SourceError {
    .database(
      "cannot-save", "'\(path)' is a database with \(names), which would be lost",
      "save under another name, or into it: \(path)#TABLE")
  }

  @Test("a database that holds other tables is not replaced")
  func others() throws {
    let database = try DatabaseFixture("CREATE TABLE crew (x); CREATE TABLE pets (y)")
    let loaded = try load("id\n1\n")
    expect(throws: Self.others("crew, pets", database.path)) {
      try FileOrigin.export(loaded.table, to: database.path)
    }
    try expectEqual(database.value("SELECT count(*) FROM sqlite_master"), "2")
  }

  @Test("a database whose table has an index or a trigger is not replaced")
  func indexed() throws {
    let database = try DatabaseFixture("CREATE TABLE crew (x); CREATE INDEX ix ON crew (x)")
    let loaded = try load("id\n1\n")
    let refusal = Self.others("crew, ix (index)", database.path)
    expect(throws: refusal) { try FileOrigin.export(loaded.table, to: database.path) }
    try expectEqual(database.value("SELECT count(*) FROM sqlite_master"), "2")
    try database.run("DROP INDEX ix")
    _ = try FileOrigin.export(loaded.table, to: database.path)
    try expectEqual(database.value("SELECT id FROM crew"), "1")
  }

  @Test("a database with changes of another program beside it is not replaced")
  func inUse() throws {
    let database = try DatabaseFixture("CREATE TABLE crew (x)")
    let loaded = try load("id\n1\n")
    let other = try PlainDatabase(path: database.path)
    try other.run("PRAGMA journal_mode = WAL; INSERT INTO crew VALUES (1)")
    let inUse = SourceError.database(
      "locked",
      "cannot save '\(database.path)': another program uses it, as '\(database.path)-wal' shows",
      "try again when it has finished")
    expect(throws: inUse) {
      try FileOrigin.export(loaded.table, to: database.path)
    }
    other.close()
  }

  @Test("what came from a table of a database is saved there, under whatever name it is given")
  func ownName() throws {
    let database = try DatabaseFixture(
      "CREATE TABLE a (id INTEGER PRIMARY KEY, v); CREATE TABLE b (x); INSERT INTO a VALUES (1, 2)")
    var open = try database.open("#a")
    try open.set("1", "v", number("3"))
    _ = try open.origin.save(open.editor.table, to: database.path)
    try expectEqual(database.rows("a", "v"), ["3"])
    let copy = database.folder.path + "/copy.db"
    let report = try open.origin.save(open.editor.table, to: copy)
    expectEqual(report.path, copy)
    try expectEqual(LoadedTable(path: copy).table.rowCount, 1)
    let text = database.folder.path + "/copy.csv"
    _ = try open.origin.save(open.editor.table, to: text)
    expectEqual(readFile(text), "id,v\n1,3\n")
  }

  @Test("a table is made in a database, new or not, and never in the place of another")
  func addedTable() throws {
    let folder = try databaseFolder()
    let path = folder.path + "/new.db"
    let loaded = try load("id,name\n1,a\n")
    try expect(FileOrigin.export(loaded.table, to: path + "#first").notes.isEmpty)
    let report = try FileOrigin.export(loaded.table, to: path + "#second table")
    expectEqual(report.sentence, "saved 1 row to table 'second table' of \(path)")
    let isThere = SourceError.database(
      "cannot-save", "'\(path)' has a table 'FIRST' already",
      "give another name after the #, or open it and edit it")
    expect(throws: isThere) {
      try FileOrigin.export(loaded.table, to: path + "#FIRST")
    }
    var options = ReadOptions()
    options.readsAllTables = true
    let all = try LoadedTable(path: path, options: options)
    expectEqual(all.table.sections.map(\.name), ["first", "second table"])
    expectEqual(folder.names(), ["new.db"])
    let third = path + "#third"
    let cannotMove = SourceError.database(
      "cannot-save", "a table cannot be moved to '\(path)#third', only copied",
      "save \(third), then open \(third)")
    expect(throws: cannotMove) {
      var origin = loaded.origin
      _ = try origin.save(loaded.table, to: path + "#third", adopt: true)
    }
  }

  @Test("a copy of any values equals its source")
  func wholeCopy() throws {
    let database = try DatabaseFixture(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, i, r, s, b, m);
      INSERT INTO t VALUES (1, 9223372036854775807, 0.1, 'x' || char(0), x'00ff', 1),
        (2, -1, 1e999, '', x'', 1.5), (3, NULL, NULL, NULL, NULL, 'x'), (4, 0, -0.0, '7', x'27', x'01')
      """)
    let open = try database.open()
    let copy = database.folder.path + "/copy.db"
    _ = try FileOrigin.export(open.editor.table, to: copy)
    let other = try LoadedTable(path: copy)
    expectEqual(
      OpenTable(editor: Editor(table: other.table), origin: other.origin).texts, open.texts)
    let columns = "id,i,r,hex(s),b,m,typeof(i),typeof(r),typeof(s),typeof(b),typeof(m)"
    let before = try database.rows("t", columns)
    rename(copy, database.path)
    try expectEqual(database.rows("copy", columns), before)
  }

  @Test("a name that SQLite keeps for itself, or with a quote, is a name of a table")
  func tableNames() {
    expectEqual(SQLiteExport.tableName(of: "a/crew.v2.db"), "crew.v2")
    expectEqual(SQLiteExport.tableName(of: "sqlite_x.db"), "table_sqlite_x")
    expectEqual(SQLiteExport.tableName(of: "crew.db#people"), "people")
  }

  @Test("a path that ends with # names no table, and no file of that name is made")
  func namelessTable() throws {
    let (database, _) = try exported("id\n1\n")
    let table = try load("id\n1\n").table
    for name in ["", "/new.db"] {
      let path = (name.isEmpty ? database.path : database.folder.path + name) + "#"
      let error = expect(throws: SourceError.self) { try FileOrigin.export(table, to: path) }
      expectEqual(error?.message.contains("the name of a table must follow '#'"), true)
    }
    expectEqual(database.folder.names(), ["crew.db"])
  }
}
