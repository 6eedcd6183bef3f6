import Expectations
import TableKit
import Testing

import struct TableKit.Cell
import struct TableKit.CellChange
import struct TableKit.RowID

@testable import TableSQLite
@testable import TableSources

/// Saving to a database.
struct SQLiteSavingTests {
  @Test("inserts, updates and deletes what changed, and nothing else")
  func changes() throws {
    let database = try DatabaseFixture(
      DatabaseFixture.crew
        + """
        CREATE TABLE log (what);
        CREATE TRIGGER a AFTER INSERT ON people BEGIN INSERT INTO log VALUES ('+' || new.id); END;
        CREATE TRIGGER b AFTER UPDATE ON people BEGIN INSERT INTO log VALUES ('~' || new.id); END;
        CREATE TRIGGER c AFTER DELETE ON people BEGIN INSERT INTO log VALUES ('-' || old.id); END;
        """)
    var open = try database.open("#people")
    try open.set("2", "age", number("31"))
    try open.delete("1")
    try open.insert(["id": number("9"), "name": Cell("Dan")])
    let said = try open.save()
    expectEqual(
      said,
      [
        "saved to \(database.path)#people: inserted 1 row, changed 1 row, deleted 1 row"
      ])
    try expectEqual(
      database.rows("people", "id,name,age"), ["2 'Bob' 31", "3 'Cyd' 35", "9 'Dan' NULL"])
    try expectEqual(database.rows("log", "what"), ["'-1'", "'~2'", "'+9'"])
    expect(!open.editor.hasUnsavedChanges)
    try expectEqual(open.save(), ["saved to \(database.path)#people: nothing to write"])
    try open.set("9", "age", number("1"))
    try open.save()
    try expectEqual(database.rows("people", "id,age"), ["2 31", "3 35", "9 1"])
  }

  @Test("a row without a key gets the one that the database gives it; defaults come in, too")
  func assignedKey() throws {
    let database = try DatabaseFixture(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT DEFAULT 'nobody', n INTEGER DEFAULT 7);
      INSERT INTO t VALUES (5, 'Ann', 1)
      """)
    var open = try database.open()
    try open.insert(["n": .null])
    try open.save()
    expectEqual(open.texts, [["5", "Ann", "1"], ["6", "nobody", nil]])
    try expectEqual(database.rows("t", "id,name,n"), ["5 'Ann' 1", "6 'nobody' NULL"])
    try open.set("6", "name", Cell("Bob"))
    try open.save()
    try expectEqual(database.value("SELECT name FROM t WHERE id = 6"), "Bob")
  }

  @Test("without a primary key, the rowid finds the row among equal ones")
  func rowid() throws {
    let database = try DatabaseFixture(
      "CREATE TABLE t (a, b); INSERT INTO t VALUES ('x', 1), ('x', 1), ('x', 1); DELETE FROM t WHERE rowid = 1"
    )
    var open = try database.open()
    expectEqual(open.texts, [["2", "x", "1"], ["3", "x", "1"]])
    try open.set("3", "b", number("2"))
    try open.insert(["a": Cell("new")])
    try open.save()
    try expectEqual(database.rows("t", "rowid,a,b"), ["2 'x' 1", "3 'x' 2", "4 'new' NULL"])
    expectEqual(open.texts.last, ["4", "new", nil])
  }

  @Test("a column that is called rowid hides nothing")
  func rowidColumn() throws {
    let database = try DatabaseFixture("CREATE TABLE t (rowid TEXT); INSERT INTO t VALUES ('mine')")
    var open = try database.open()
    expectEqual(open.editor.table.columns.map(\.name), ["_rowid_", "rowid"])
    try open.set("1", "rowid", Cell("yours"))
    try open.save()
    try expectEqual(database.value("SELECT rowid FROM t"), "yours")
  }

  @Test("composite keys and tables without rowid work, keys in the order of the primary key")
  func compositeKeys() throws {
    let database = try DatabaseFixture(
      """
      CREATE TABLE t (b TEXT, v INTEGER, a INTEGER, PRIMARY KEY (a, b)) WITHOUT ROWID;
      INSERT INTO t VALUES ('x', 1, 1), ('y', 2, 1), ('x', 3, 2)
      """)
    var open = try database.open()
    try expectEqual(open.row("1", "y"), RowID(1))
    try open.set(RowID(1), "v", number("20"))
    try open.set(RowID(2), "a", number("3"))
    try open.insert(["a": number("0"), "b": Cell("z")])
    try open.save()
    try expectEqual(
      database.rows("t", "a,b,v", order: "a,b"),
      [
        "0 'z' NULL", "1 'x' 1", "1 'y' 20", "3 'x' 3",
      ])
  }

  @Test("a primary key with nulls, or with 1 and '1', gives way to the rowid")
  func looseKey() throws {
    let database = try DatabaseFixture(
      "CREATE TABLE t (k PRIMARY KEY, v); INSERT INTO t VALUES (NULL, 'a'), (NULL, 'b'), (1, 'c'), ('1', 'd')"
    )
    var open = try database.open()
    expectEqual(open.notes, ["the primary key (k) is not unique, so rowids identify rows"])
    try open.set("2", "v", Cell("B"))
    try open.set("4", "v", Cell("D"))
    try open.save()
    try expectEqual(database.rows("t", "k,v"), ["NULL 'a'", "NULL 'B'", "1 'c'", "'1' 'D'"])
  }

  @Test("two rows swap their keys, three pass a unique value around, all move up by one")
  func swaps() throws {
    let database = try DatabaseFixture(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT UNIQUE, r REAL UNIQUE);
      INSERT INTO t VALUES (1, 'a', 1.5), (2, 'b', 2.5), (3, 'c', 3.5), (4, 'd', 4.5)
      """)
    var open = try database.open()
    let rows = (0..<4).map { RowID(UInt32($0)) }
    let id = try require(open.editor.table.column(named: "id")).id
    try open.editor.perform(
      [.update([.init(rows[0], id, number("2")), .init(rows[1], id, number("1"))])], title: "swap")
    for (row, name) in zip(rows, ["b", "c", "a", "d"]) { try open.set(row, "name", Cell(name)) }
    for (row, r) in zip(rows, ["2.5", "1.5", "3.5", "4.5"]) { try open.set(row, "r", number(r)) }
    try open.save()
    try expectEqual(
      database.rows("t", "id,name,r"), ["1 'c' 1.5", "2 'b' 2.5", "3 'a' 3.5", "4 'd' 4.5"])
    try open.editor.perform(
      [.update(rows.map { .init($0, id, number(String(Int($0.rawValue) + 11))) })], title: "up")
    try open.editor.perform(
      [.update(rows.map { .init($0, id, number(String(Int($0.rawValue) + 12))) })], title: "up")
    try open.save()
    try expectEqual(database.rows("t", "id,name"), ["12 'b'", "13 'c'", "14 'a'", "15 'd'"])
    try open.editor.perform(
      [.update(rows.map { .init($0, id, number(String(Int($0.rawValue) + 13))) })], title: "up")
    try open.save()
    try expectEqual(database.rows("t", "id,name"), ["13 'b'", "14 'c'", "15 'a'", "16 'd'"])
    expectEqual(open.texts[0][0], "13")
  }

  @Test("a deleted row's key may be given to another, and to a new one")
  func reusedKeys() throws {
    let database = try DatabaseFixture(DatabaseFixture.crew)
    var open = try database.open()
    try open.delete("1")
    try open.set("2", "id", number("1"))
    try open.insert(["id": number("2"), "name": Cell("New")])
    try open.save()
    try expectEqual(database.rows("people", "id,name"), ["1 'Bob'", "2 'New'", "3 'Cyd'"])
  }

  @Test("columns that the database computes are shown, kept current, and not written")
  func generated() throws {
    let database = try DatabaseFixture(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER, twice AS (n * 2), thrice AS (n * 3) STORED);
      INSERT INTO t (id, n) VALUES (1, 10)
      """)
    var open = try database.open()
    expectEqual(open.texts, [["1", "10", "20", "30"]])
    try open.set("1", "n", number("11"))
    try open.insert(["id": number("2"), "n": number("5"), "twice": number("99")])
    try open.save()
    expectEqual(open.texts, [["1", "11", "22", "33"], ["2", "5", "10", "15"]])
    try open.set("1", "twice", number("1"))
    let error = open.failure()
    expectEqual(error?.code, "cannot-write-value")
    expectEqual(error?.message.hasSuffix("column 'twice' is computed by the database"), true)
  }

  @Test("views and queries are only read, which saving says")
  func readOnly() throws {
    let database = try DatabaseFixture(
      DatabaseFixture.crew + "CREATE VIEW old AS SELECT * FROM people")
    for (part, what) in [
      ("#old", "a view without INSTEAD OF triggers"), ("#SELECT * FROM people", "a query"),
    ] {
      var open = try database.open(part)
      try open.set(RowID(0), "age", number("1"))
      let error = open.failure()
      expectEqual(error?.code, "read-only")
      expectEqual(error?.message, "'\(database.path)\(part)' is \(what), which cannot be saved to")
      expectEqual(error?.hint, "save PATH, or export PATH")
    }
  }

  @Test("a failed constraint names the row, and nothing is written")
  func constraints() throws {
    let database = try DatabaseFixture(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, age INTEGER CHECK (age > 0),
        boss INTEGER REFERENCES t);
      INSERT INTO t VALUES (1, 'a', 1, NULL), (2, 'b', 2, 1), (3, 'c', 3, NULL)
      """)
    let before = try database.rows("t", "id,name,age,boss")
    let failures: [(String, Cell, String)] = [
      ("name", Cell("c"), "UNIQUE constraint failed: t.name"),
      ("name", .null, "NOT NULL constraint failed: t.name"),
      ("age", number("-1"), "CHECK constraint failed: age > 0"),
      ("boss", number("77"), "FOREIGN KEY constraint failed: no such row in 't'"),
      ("id", Cell("x"), "datatype mismatch"),
    ]
    for (column, cell, reason) in failures {
      var open = try database.open()
      try open.set("1", "age", number("5"))
      let row = RowID(1)
      try open.set(row, column, cell)
      let error = open.failure()
      expectEqual(error?.code, "constraint")
      let key = open.editor.table.key(of: row)
      expectEqual(
        error?.message,
        "cannot save row '\(key)' to '\(database.path)': \(reason); nothing was written")
      try expectEqual(database.rows("t", "id,name,age,boss"), before)
    }
    var open = try database.open()
    try open.delete("1")
    expectEqual(open.failure()?.message.contains("FOREIGN KEY constraint failed"), true)
    try open.set("2", "boss", .null)
    expectNil(open.failure())
    try expectEqual(database.rows("t", "id"), ["2", "3"])
  }

  @Test("rows of one table that refer to each other are written in any order")
  func deferredForeignKeys() throws {
    let database = try DatabaseFixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, boss INTEGER REFERENCES t); INSERT INTO t VALUES (1, NULL)"
    )
    var open = try database.open()
    try open.insert(["id": number("2"), "boss": number("3")])
    try open.insert(["id": number("3"), "boss": number("1")])
    try open.save()
    try expectEqual(database.rows("t", "id,boss"), ["1 NULL", "2 3", "3 1"])
  }

  @Test("columns are added, renamed, swapped and deleted in the same transaction")
  func columns() throws {
    let database = try DatabaseFixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a, b, c); INSERT INTO t VALUES (1, 'A', 'B', 'C'), (2, 'X', 'Y', 'Z')"
    )
    var open = try database.open()
    let ids = open.editor.table.columns.map(\.id)
    try open.editor.perform([.renameColumn(ids[1], "t")], title: "")
    try open.editor.perform([.renameColumn(ids[2], "a")], title: "")
    try open.editor.perform([.renameColumn(ids[1], "b")], title: "")
    try open.editor.perform([.deleteColumn(ids[3])], title: "")
    try open.editor.perform([.insertColumn(name: "new one", at: 3)], title: "")
    try open.set("1", "new one", number("7"))
    try open.editor.perform([.renameColumn(ids[0], "key")], title: "")
    try open.set("2", "key", number("20"))
    let said = try open.save()
    expect(said[0].hasSuffix("changed 2 rows, changed 5 columns"))
    try expectEqual(
      database.rows("t", "key,a,b,\"new one\""), ["1 'B' 'A' 7", "20 'Y' 'X' NULL"])
    try expectEqual(
      database.value("SELECT type FROM pragma_table_info('t') WHERE name = 'new one'"), "INTEGER")
    try open.set("20", "a", Cell("!"))
    try open.save()
    try expectEqual(database.value("SELECT a FROM t WHERE key = 20"), "!")
  }

  @Test("a column that SQLite does not let go stays, and so does all else")
  func neededColumn() throws {
    let database = try DatabaseFixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, u UNIQUE, v); INSERT INTO t VALUES (1, 2, 3)")
    var open = try database.open()
    let column = try require(open.editor.table.column(named: "u")).id
    try open.editor.perform([.deleteColumn(column)], title: "")
    try open.set("1", "v", Cell("lost?"))
    let error = open.failure()
    expectEqual(error?.code, "cannot-save")
    expectEqual(error?.message.contains("cannot save column 'u'"), true)
    try expectEqual(database.rows("t", "u,v"), ["2 3"])
  }

  @Test("several rows may wait for the keys that the database gives them")
  func keylessRows() throws {
    for sql in ["CREATE TABLE t (a)", "CREATE TABLE t (id INTEGER PRIMARY KEY, a)"] {
      let database = try DatabaseFixture(sql)
      var open = try database.open()
      for name in ["x", "y", "z"] { try open.insert(["a": Cell(name)]) }
      try open.save()
      expectEqual(open.texts, [["1", "x"], ["2", "y"], ["3", "z"]])
      try expectEqual(open.row("2"), RowID(1))
    }
  }

  @Test("undo past a save leaves the rows of the database their keys")
  func undoneKey() throws {
    for sql in ["CREATE TABLE t (a)", "CREATE TABLE t (id INTEGER PRIMARY KEY, a)"] {
      let database = try DatabaseFixture(sql)
      var open = try database.open()
      try open.insert(["a": Cell("x")])
      try open.set(RowID(0), "a", Cell("y"))
      try open.save()
      expectEqual(open.texts, [["1", "y"]])
      try open.editor.undo()
      expectEqual(open.texts, [["1", "x"]])
      try open.save()
      expectEqual(open.texts, [["1", "x"]])
      try expectEqual(database.rows("t", "rowid,a"), ["1 'x'"])
      try open.editor.undo()
      try open.save()
      try expectEqual(database.rows("t", "a"), [])
    }
  }

  @Test("the column that shows rowids is none to delete")
  func rowidIsNoColumn() throws {
    let database = try DatabaseFixture("CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    var open = try database.open("") { $0.key = ["a"] }
    let rowid = try require(open.editor.table.column(named: "rowid")).id
    try open.editor.perform([.deleteColumn(rowid)], title: "")
    expectEqual(open.failure()?.code, "cannot-write-value")
  }

  @Test("an order that cannot be kept is told")
  func order() throws {
    let database = try DatabaseFixture(DatabaseFixture.crew)
    var open = try database.open()
    let section = open.editor.table.sections[0].id
    try open.editor.perform([.move([RowID(2)], section: section, at: 0)], title: "move")
    try expectEqual(
      open.save(),
      [
        "saved to \(database.path): nothing to write",
        "a table of a database keeps no order of rows: it is not saved",
      ])
    expect(!open.origin.keepsOrder)
  }

  @Test("a trigger that changes a row, or keeps it out, is told")
  func triggers() throws {
    let database = try DatabaseFixture(
      DatabaseFixture.crew
        + """
        CREATE TRIGGER a AFTER UPDATE OF name ON people BEGIN
          UPDATE people SET name = upper(new.name) WHERE id = new.id; END;
        CREATE TRIGGER b BEFORE INSERT ON people WHEN new.name = 'no' BEGIN SELECT RAISE(IGNORE); END;
        CREATE TRIGGER c BEFORE DELETE ON people WHEN old.id = 3 BEGIN
          SELECT RAISE(ABORT, 'Cyd stays'); END;
        """)
    var open = try database.open()
    try open.set("1", "name", Cell("anna"))
    try open.save()
    expectEqual(open.texts[0], ["1", "ANNA", "41"])
    try open.insert(["id": number("8"), "name": Cell("no")])
    try expect(
      open.save().contains("row '8' is not in the database as it was saved; reload shows it"))
    try open.delete("3")
    expectEqual(open.failure()?.message.contains("row '3'"), true)
    expectEqual(open.failure()?.message.contains("Cyd stays"), true)
  }

  @Test("saving stops when the user wants to, and nothing is written")
  func cancelled() throws {
    let database = try DatabaseFixture(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, v);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
      INSERT INTO t SELECT i, 0 FROM n
      """)
    var open = try database.open()
    let column = try require(open.editor.table.column(named: "v")).id
    let changes = open.editor.table.allRows.map { CellChange($0, column, number("1")) }
    try open.editor.perform([.update(changes)], title: "edit")
    var polls = 0
    expect(throws: SourceError.cancelled("saving")) {
      let progress = Progress {
        polls += 1
        return polls > 10
      }
      _ = try open.origin.save(open.editor.table, progress: progress)
    }
    try expectEqual(database.value("SELECT sum(v) FROM t"), "0")
    try open.save()
    try expectEqual(database.value("SELECT sum(v) FROM t"), "5000")
  }
}
