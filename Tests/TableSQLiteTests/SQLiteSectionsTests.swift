import Expectations
import Testing

import struct TableKit.Cell
import struct TableKit.RowID

@testable import TableSQLite
@testable import TableSources

/// All tables of a database as sections.
struct SQLiteSectionsTests {
  private static let sql = """
    CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, age INTEGER);
    CREATE TABLE pets (id INTEGER PRIMARY KEY, name TEXT, owner INTEGER);
    CREATE TABLE empty (id INTEGER PRIMARY KEY, extra);
    CREATE VIEW v AS SELECT 1;
    INSERT INTO people VALUES (1, 'Ann', 41), (2, 'Bob', 30);
    INSERT INTO pets VALUES (1, 'Rex', 1), (2, 'Tom', 2);
    """

  private func open(_ database: DatabaseFixture) throws -> OpenTable {
    try database.open { $0.readsAllTables = true }
  }

  @Test("columns are the union in order of first appearance, the key is table and primary key")
  func union() throws {
    let database = try DatabaseFixture(Self.sql)
    let table = try open(database).editor.table
    expectEqual(table.columns.map(\.name), ["table", "id", "name", "age", "owner", "extra"])
    expectEqual(table.sections.map(\.name), ["people", "pets", "empty"])
    expectEqual(table.sections.map(\.count), [2, 2, 0])
    expectEqual(table.row(withKey: ["pets", "2"]), RowID(3))
    expectEqual(database.failure()?.hint?.contains("--section-by table"), true)
  }

  @Test("a table holds cells of its own columns only, however many others have")
  func noMissingCells() throws {
    let wide = (1...400).map { "w\($0) INTEGER" }.joined(separator: ", ")
    let database = try DatabaseFixture(
      Self.sql + "CREATE TABLE wide (id INTEGER PRIMARY KEY, \(wide)); "
        + "CREATE TABLE last (name TEXT, w3 INTEGER); INSERT INTO last VALUES ('x', 5), (NULL, 6)")
    let table = try open(database).editor.table
    expect(table.columns.count == 407 && table.rowCount == 6)
    let fields = table.allRows.map {
      table.record(of: $0).chunk.fields.map { table.columns[$0.rawValue].name }
    }
    expectEqual(
      fields,
      [
        ["table", "id", "name", "age"], ["table", "id", "name", "age"],
        ["table", "id", "name", "owner"], ["table", "id", "name", "owner"],
        ["table", "name", "w3", "rowid"], ["table", "name", "w3", "rowid"],
      ])
    let cells = table.allRows.map { row in
      table.columns.map { table.cell(row, $0.id) }.filter { !$0.isNull }.map(\.text)
    }
    expectEqual(
      cells,
      [
        ["people", "1", "Ann", "41"], ["people", "2", "Bob", "30"], ["pets", "1", "Rex", "1"],
        ["pets", "2", "Tom", "2"], ["last", "x", "5", "1"], ["last", "6", "2"],
      ])
  }

  @Test("names behind the # with commas between are the tables that are read as one")
  func someTables() throws {
    let database = try DatabaseFixture(Self.sql)
    var open = try database.open("#pets,empty") { $0.readsAllTables = true }
    expectEqual(open.editor.table.sections.map(\.name), ["pets", "empty"])
    try open.set(RowID(1), "name", Cell("Kit"))
    try open.save()
    try expectEqual(database.rows("pets", "id,name"), ["1 'Rex'", "2 'Kit'"])
    let one = try database.open("#people") { $0.readsAllTables = true }
    expectEqual(one.editor.table.sections.map(\.name), ["people"])
    expect(throws: SourceError.self) {
      _ = try database.open("#pets,emty") { $0.readsAllTables = true }
    }
  }

  @Test("an estimate over half of what is free is refused, with tables to choose")
  func demand() {
    var demand = ReadingDemand(free: 1_000_000)
    demand.add("a", rows: 1000, columns: 10, byteCount: 50_000)
    expect(!demand.isTooMuch)
    demand.add("wide", rows: 10_000, columns: 400, byteCount: 0)
    demand.add("b", rows: 10, columns: 2, byteCount: 100)
    expect(demand.isTooMuch && demand.choice() == "b,a")
    expect(demand.message.hasPrefix("the 3 tables take about 20"))
    expect(demand.choice(mostRows: 500) == "b" && demand.choice(mostRows: 5) == nil)
    var all = ReadingDemand(free: 10)
    all.add("x", rows: .max, columns: 2, byteCount: .max / 4)
    all.add("y", rows: .max, columns: 2, byteCount: .max / 4)
    expect(all.isTooMuch && all.choice() == nil && all.smallest == "x")
  }

  @Test("each edit goes to the table of its row")
  func edits() throws {
    let database = try DatabaseFixture(Self.sql)
    var open = try open(database)
    try open.set(RowID(0), "age", number("42"))
    try open.set(RowID(3), "owner", .null)
    try open.insert(["name": Cell("Kit")], section: 1)
    try open.insert(["extra": Cell("!")], section: 2)
    try open.editor.perform([.delete([RowID(1)])], title: "delete")
    try open.save()
    try expectEqual(database.rows("people", "id,name,age"), ["1 'Ann' 42"])
    try expectEqual(
      database.rows("pets", "id,name,owner"), ["1 'Rex' 1", "2 'Tom' NULL", "3 'Kit' NULL"])
    try expectEqual(database.rows("empty", "id,extra"), ["1 '!'"])
    expectEqual(
      open.texts.map { Array($0.prefix(2)) },
      [
        ["people", "1"], ["pets", "1"], ["pets", "2"], ["pets", "3"], ["empty", "1"],
      ])
  }

  @Test("a value in a column that the table does not have is refused before anything is written")
  func wrongColumn() throws {
    let database = try DatabaseFixture(Self.sql)
    var open = try open(database)
    try open.set(RowID(0), "age", number("42"))
    try open.set(RowID(2), "age", number("3"))
    expectEqual(
      open.failure()?.message,
      "cannot save row 'pets/1' to '\(database.path)': table 'pets' has no column 'age'")
    try expectEqual(database.rows("people", "age"), ["41", "30"])
    try open.set(RowID(2), "age", .null)
    try open.save()
    try expectEqual(database.rows("people", "age"), ["42", "30"])
  }

  @Test("a row moves to another table where that has the columns")
  func movedRow() throws {
    let database = try DatabaseFixture(Self.sql)
    var open = try open(database)
    let pets = open.editor.table.sections[1].id
    try open.set(RowID(1), "age", .null)
    try open.set(RowID(1), "id", number("7"))
    try open.editor.perform([.move([RowID(1)], section: pets, at: 2)], title: "move")
    try open.save()
    try expectEqual(database.rows("people", "id,name"), ["1 'Ann'"])
    try expectEqual(
      database.rows("pets", "id,name,owner"), ["1 'Rex' 1", "2 'Tom' 2", "7 'Bob' NULL"])
    try open.set(RowID(0), "id", number("8"))
    try open.editor.perform([.move([RowID(0)], section: pets, at: 0)], title: "move")
    expectEqual(open.failure()?.code, "cannot-write-value")
    try open.set(RowID(0), "table", Cell("ships"))
    expectEqual(open.failure()?.code, "no-such-table")
    try expectEqual(database.rows("people", "id,name"), ["1 'Ann'"])
  }

  @Test("columns cannot be added to several tables at once")
  func columns() throws {
    let database = try DatabaseFixture(Self.sql)
    var open = try open(database)
    try open.editor.perform([.insertColumn(name: "new", at: 0)], title: "column")
    expectEqual(open.failure()?.code, "cannot-write-value")
  }

  @Test("a table that has a column 'table' cannot be shown so")
  func takenName() throws {
    let database = try DatabaseFixture("CREATE TABLE a (\"table\"); CREATE TABLE b (x)")
    expectEqual(database.failure { $0.readsAllTables = true }?.code, "duplicate-column-name")
  }

  @Test("a copy has one table for each section")
  func export() throws {
    let database = try DatabaseFixture(Self.sql)
    let open = try open(database)
    let copy = database.folder.path + "/copy.db"
    _ = try FileOrigin.export(open.editor.table, to: copy)
    var options = ReadOptions()
    options.readsAllTables = true
    let loaded = try LoadedTable(path: copy, options: options)
    expectEqual(loaded.table.sections.map(\.name), ["people", "pets", "empty"])
    expectEqual(
      OpenTable(editor: .init(table: loaded.table), origin: loaded.origin).texts.map { $0[2] },
      ["Ann", "Bob", "Rex", "Tom"])
  }

  private static let unlike = """
    CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, age INTEGER);
    CREATE TABLE tags (code TEXT PRIMARY KEY, age TEXT);
    CREATE TABLE links (person INTEGER, tag TEXT, n, PRIMARY KEY (person, tag)) WITHOUT ROWID;
    CREATE TABLE log (line TEXT);
    INSERT INTO people VALUES (1, 'Ann', 41);
    INSERT INTO tags VALUES (NULL, 'n'), (NULL, 'n'), ('x', 'm');
    INSERT INTO links VALUES (1, 'x', 0);
    INSERT INTO log VALUES ('a'), ('a');
    """

  @Test("tables with other keys, with nulls in them, or with none are sections of one table, too")
  func otherKeys() throws {
    let database = try DatabaseFixture(Self.unlike)
    var open = try open(database)
    expectEqual(
      open.notes,
      [
        "table 'tags': the primary key (code) is not unique, so rowids identify rows",
        "column 'age' is INTEGER in people and TEXT in tags: open \(database.path)#tags to work on "
          + "it separately",
      ])
    expectEqual(open.editor.table.sections.map(\.count), [1, 3, 1, 2])
    try open.set(RowID(0), "age", number("42"))
    try open.set(RowID(2), "age", Cell("o"))
    try open.set(RowID(4), "n", number("1"))
    try open.set(RowID(6), "line", Cell("b"))
    try open.insert(["line": Cell("c")], section: 3)
    try open.save()
    try expectEqual(database.rows("people", "id,age"), ["1 42"])
    try expectEqual(database.rows("tags", "code,age"), ["NULL 'n'", "NULL 'o'", "'x' 'm'"])
    try expectEqual(database.rows("links", "person,tag,n", order: "1"), ["1 'x' 1"])
    try expectEqual(database.rows("log", "line"), ["'a'", "'b'", "'c'"])
    try open.set(RowID(4), "n", number("2"))
    try database.run("UPDATE links SET n = 7")
    expectEqual(open.failure()?.message.contains("row 'links/1/x' changed"), true)
  }

  @Test("a key that is asked for is that of the tables that have it")
  func wantedKey() throws {
    let database = try DatabaseFixture(
      Self.sql + "CREATE TABLE log (line); INSERT INTO log VALUES (1)")
    let table = try database.open {
      $0.readsAllTables = true
      $0.key = ["name"]
    }.editor.table
    expectEqual(
      table.keyColumns.compactMap { table.column($0)?.name }, ["table", "name", "id", "rowid"])
    expectEqual(
      database.failure {
        $0.readsAllTables = true
        $0.key = ["nam"]
      }?.code, "no-such-column")
  }
}
