import DatabaseSupport
import Expectations
import Glibc
import TestSupport
import Testing

import struct TableKit.Cell
import struct TableKit.CellChange
import struct TableKit.RowID

@testable import TableSQLite
@testable import TableSources

/// What a database keeps, and what is told of it.
struct SQLiteSafetyTests {
  @Test("the former database is kept where that is asked for")
  func backup() throws {
    let database = try DatabaseFixture(DatabaseFixture.crew)
    var open = try database.open()
    try open.delete("1")
    chmod(database.path, 0o640)
    let before = readFile(database.path)
    _ = try open.origin.save(open.editor.table, backupSuffix: "~")
    let copy = try LoadedTable(path: database.path + "~")
    expectEqual(copy.table.rowCount, 3)
    expectEqual(database.folder.names(), ["crew.db", "crew.db~"])
    var status = stat()
    expect(stat(database.path + "~", &status) == 0 && status.st_mode & 0o777 == 0o640)
    // All but the counters of changes at the start are the same bytes.
    let after = readFile(database.path + "~")
    expectEqual(before.suffix(4096), after.suffix(4096))
  }

  @Test("a backup that would be the database itself is refused, of files too")
  func backupWithoutName() throws {
    let database = try DatabaseFixture(DatabaseFixture.crew)
    var open = try database.open()
    try open.delete("1")
    expectEqual(open.failure(backupSuffix: "")?.code, "cannot-save")
    try expectEqual(database.value("SELECT count(*) FROM people"), "3")
    let path = try database.folder.write("id\n1\n", to: "crew.csv")
    var loaded = try LoadedTable(path: path)
    expect(throws: SourceError.self) {
      try loaded.origin.save(loaded.table, force: true, backupSuffix: "")
    }
  }

  @Test("a table that is made in a database leaves a backup of that where it is asked for")
  func backupOfAdded() throws {
    let database = try DatabaseFixture(DatabaseFixture.crew)
    var open = try database.open()
    _ = try open.origin.save(
      open.editor.table, to: database.path + "#other", backupSuffix: ".old")
    expectEqual(database.folder.names(), ["crew.db", "crew.db.old"])
    try expectEqual(LoadedTable(path: database.path + ".old").table.rowCount, 3)
  }

  @Test("columns whose names differ in bytes only are two")
  func equivalentNames() throws {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    let database = try DatabaseFixture(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, "\(composed)" TEXT, "\(decomposed)" TEXT UNIQUE);
      INSERT INTO t VALUES (1, 'a', 'b'), (2, 'c', 'd');
      """)
    var open = try database.open()
    try open.set("1", decomposed, Cell("d"))
    try open.set("2", decomposed, Cell("b"))
    try open.set("2", composed, Cell("z"))
    try open.save()
    let columns = "id,\"\(composed)\",\"\(decomposed)\""
    try expectEqual(database.rows("t", columns), ["1 'a' 'd'", "2 'z' 'b'"])
    let all = try database.open { $0.readsAllTables = true }
    expectEqual(all.editor.table.columns.count, 4)
    expectEqual(all.texts, [["t", "1", "a", "d"], ["t", "2", "z", "b"]])
  }

  @Test("a database that is marked as read-only is written only with --force")
  func protected() throws {
    let database = try DatabaseFixture(DatabaseFixture.crew)
    var open = try database.open()
    try open.delete("1")
    chmod(database.path, 0o444)
    expectEqual(open.failure()?.code, "read-only")
    chmod(database.path, 0o644)
    try expectEqual(database.value("SELECT count(*) FROM people"), "3")
    try open.save()
  }

  @Test("what foreign keys do besides is told; what triggers do to tables that are not open is not")
  func moreChanges() throws {
    let database = try DatabaseFixture(
      """
      CREATE TABLE p (id INTEGER PRIMARY KEY, n);
      CREATE TABLE c (id INTEGER PRIMARY KEY, p REFERENCES p ON DELETE CASCADE ON UPDATE CASCADE);
      INSERT INTO p VALUES (1, 1), (2, 2), (3, 3); INSERT INTO c VALUES (1, 1), (2, 1), (3, 2);
      CREATE TABLE t (id INTEGER PRIMARY KEY, n); INSERT INTO t VALUES (1, 1);
      CREATE TABLE log (n);
      CREATE TRIGGER l AFTER UPDATE ON t BEGIN INSERT INTO log VALUES (new.n); END;
      """)
    func more(_ part: String, _ change: (inout OpenTable) throws -> Void) throws -> [String] {
      var open = try database.open(part)
      try change(&open)
      let report = try open.origin.save(open.editor.table)
      expect(report.notes.isEmpty && !report.effects.reachRows && report.fresh == nil)
      return report.effects.list.map { "\($0.table) \($0.count) \($0.clause)" }
    }
    try expectEqual(more("#p") { try $0.delete("1") }, ["c 2 ON DELETE CASCADE"])
    try expectEqual(
      more("#p") { try $0.set("2", "id", number("9")) }, ["c 1 ON UPDATE CASCADE"])
    try expectEqual(more("#p") { try $0.set("3", "n", number("9")) }, [])
    try expectEqual(more("#t") { try $0.set("1", "n", number("9")) }, [])
    // Changes of others are none of the database.
    var open = try database.open("#t")
    try open.set("1", "n", number("10"))
    try database.run("DROP TRIGGER l; INSERT INTO t VALUES (2, 2), (3, 3); DELETE FROM p")
    try expectEqual(open.save().count, 1)
  }

  @Test("a new row is checked, also where others of the save have swapped their values")
  func insertedBesideSwapped() throws {
    let database = try DatabaseFixture(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, code TEXT UNIQUE CHECK (length(code) = 1));
      INSERT INTO t VALUES (1, 'a'), (2, 'b')
      """)
    var open = try database.open()
    try open.set("1", "code", Cell("b"))
    try open.set("2", "code", Cell("a"))
    try open.insert(["id": Cell(.number, "3"), "code": Cell("ccc")])
    expectEqual(open.failure()?.message.contains("CHECK constraint failed: length(code) = 1"), true)
    try expectEqual(database.rows("t", "id,code"), ["1 'a'", "2 'b'"])
  }

  @Test("values that pass through others keep no CHECK constraint from being kept")
  func swapChecked() throws {
    let database = try DatabaseFixture(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, code TEXT UNIQUE CHECK (length(code) = 1));
      INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, 'c'), (4, 'd')
      """)
    var open = try database.open()
    try open.set("1", "code", Cell("b"))
    try open.set("2", "code", Cell("a"))
    try open.save()
    try expectEqual(database.rows("t", "id,code"), ["1 'b'", "2 'a'", "3 'c'", "4 'd'"])
    // A value that somebody keeps is what is told.
    try open.set("1", "code", Cell("a"))
    try open.set("2", "code", Cell("b"))
    try open.set("3", "code", Cell("d"))
    expectEqual(
      open.failure()?.message,
      "cannot save row '3' to '\(database.path)': UNIQUE constraint failed: t.code; "
        + "nothing was written")
    // What is swapped is checked in the end.
    try open.set("3", "code", Cell("cc"))
    expectEqual(open.failure()?.message.contains("CHECK constraint failed: length(code) = 1"), true)
    try expectEqual(database.rows("t", "code", order: "id"), ["'b'", "'a'", "'c'", "'d'"])
    try open.set("3", "code", Cell("c"))
    try open.save()
    try expectEqual(database.rows("t", "code", order: "id"), ["'a'", "'b'", "'c'", "'d'"])
  }

  @Test("a trigger that refuses a value that passes is not told of: the unique value is")
  func swapRefused() throws {
    for refusal in [
      "CREATE TRIGGER r BEFORE UPDATE ON t WHEN length(new.code) > 1 BEGIN "
        + "SELECT RAISE(ABORT, 'too long'); END;",
      "CREATE TABLE log (c CHECK (length(c) = 1)); CREATE TRIGGER r AFTER UPDATE ON t BEGIN "
        + "INSERT INTO log VALUES (new.code); END;",
    ] {
      let database = try DatabaseFixture(
        "CREATE TABLE t (id INTEGER PRIMARY KEY, code TEXT UNIQUE); "
          + "INSERT INTO t VALUES (1, 'a'), (2, 'b');" + refusal)
      var open = try database.open("#t")
      try open.set("1", "code", Cell("b"))
      try open.set("2", "code", Cell("a"))
      expectEqual(
        open.failure()?.message.contains("UNIQUE constraint failed: t.code; nothing was written"),
        true)
      try expectEqual(database.rows("t", "id,code"), ["1 'a'", "2 'b'"])
    }
  }

  @Test("what is unique as the database computes it can be swapped, too")
  func swapComputed() throws {
    for unique in [
      "CREATE UNIQUE INDEX u ON t (lower(code))",
      "ALTER TABLE t ADD COLUMN g AS (code || '!'); CREATE UNIQUE INDEX u ON t (g)",
    ] {
      let database = try DatabaseFixture(
        "CREATE TABLE t (id INTEGER PRIMARY KEY, code TEXT); "
          + "INSERT INTO t VALUES (1, 'a'), (2, 'b');" + unique)
      var open = try database.open()
      try open.set("1", "code", Cell("b"))
      try open.set("2", "code", Cell("a"))
      try open.save()
      try expectEqual(database.rows("t", "id,code"), ["1 'b'", "2 'a'"])
    }
  }

  @Test("a foreign key that is broken names the row that breaks it, inserted or deleted")
  func foreignKeys() throws {
    let database = try DatabaseFixture(
      """
      CREATE TABLE p (id INTEGER PRIMARY KEY); INSERT INTO p VALUES (1), (2), (3);
      CREATE TABLE c (id INTEGER PRIMARY KEY, p REFERENCES p); INSERT INTO c VALUES (1, 2);
      CREATE TABLE w (k TEXT PRIMARY KEY, p REFERENCES p) WITHOUT ROWID;
      """)
    var parents = try database.open("#p")
    for key in ["1", "2", "3"] { try parents.delete(key) }
    expect(
      parents.failure()?.message.contains("row '2' to") == true
        && parents.failure()?.message.contains("other rows refer to it") == true)
    var children = try database.open("#c")
    try children.insert(["p": number("1")])
    try children.insert(["p": number("7")])
    expectEqual(children.failure()?.message.contains("no such row in 'p'"), true)
    var others = try database.open("#w")
    try others.insert(["k": Cell("x"), "p": number("7")])
    expectEqual(others.failure()?.message.contains("a row of 'w' refers to no row of 'p'"), true)
  }

  @Test("the hash of what is saved is that of what is read afterwards, and of nothing else")
  func contentHash() throws {
    let database = try DatabaseFixture(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a, b DEFAULT 'new');
      INSERT INTO t VALUES (1, 1, 1), (3, NULL, ''), (5, x'00', 1e300);
      CREATE TRIGGER u AFTER UPDATE ON t BEGIN
        UPDATE t SET b = upper(new.b) WHERE id = new.id; END;
      """)
    func fingerprint() throws -> UInt64? { try database.open().origin.fingerprint }
    var open = try database.open()
    var seen = Set([try fingerprint()])
    func save() throws {
      var told: UInt64?
      let report = try open.origin.save(open.editor.table, willReplace: { told = $0 })
      if !report.stored.isEmpty { try open.editor.takeOver(report.stored) }
      try expectEqual(told, fingerprint())
      expectEqual(told, open.origin.fingerprint)
      expect(seen.insert(told).inserted)
    }
    try open.set("1", "b", Cell("é"))
    try save()
    try open.insert(["id": number("2"), "a": Cell("x")])
    try save()
    try open.insert(["a": Cell("x")])
    try open.delete("5")
    try save()
    try open.editor.perform([.insertColumn(name: "a0", at: 1)], title: "column")
    try open.set("1", "a0", number("1.5"))
    try save()
    try open.set("1", "a", .null)
    try save()
    try database.run("UPDATE t SET a = 1 WHERE id = 3")
    try expect(seen.insert(fingerprint()).inserted)
  }

  @Test("where rows were saved in another order than they are read in, that is known")
  func readingOrder() throws {
    let database = try DatabaseFixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES (1, 1), (3, 3)")
    var open = try database.open()
    try open.set("1", "a", number("2"))
    try open.save()
    expect(open.origin.readsInOrder(open.editor.table))
    try open.insert(["a": number("4")])
    try open.save()
    expect(open.origin.readsInOrder(open.editor.table))
    try open.insert(["id": number("2")])
    try open.save()
    expect(!open.origin.readsInOrder(open.editor.table))
  }

  @Test("errors of SQLite come in words for the user, with a hint")
  func words() throws {
    let database = try DatabaseFixture(DatabaseFixture.crew)
    for query in [
      "SELECT 1; SELECT 2", "SELECT 1; nonsense", "SELECT (", "SELECT nosuch FROM people",
    ] {
      let error = database.failure("#\(query)")
      expectEqual(error?.code, "bad-query")
      for word in ["Database", "execute", "sql:", "statements found"] {
        expectEqual(error?.message.contains(word), false, "\(error?.message ?? "")")
      }
      expectEqual(error?.hint, "after the # write the name of a table, or one SELECT")
    }
  }

  @Test("a table whose name begins like a query is opened as a table")
  func nameLikeQuery() throws {
    let database = try DatabaseFixture(
      "CREATE TABLE \"with x\" (id INTEGER PRIMARY KEY, v); INSERT INTO \"with x\" VALUES (1, 1)")
    var open = try database.open("#with x")
    try open.set("1", "v", number("2"))
    try open.save()
    try expectEqual(database.value("SELECT v FROM \"with x\""), "2")
  }

  @Test("a backup of a database in write-ahead mode is whole by itself")
  func backupOfWriteAhead() throws {
    let database = try DatabaseFixture("PRAGMA journal_mode = WAL;" + DatabaseFixture.crew)
    var open = try database.open()
    // Another program keeps what was written last in the -wal.
    let other = try PlainDatabase(path: database.path)
    try other.run("UPDATE people SET age = 99 WHERE id = 3")
    try open.delete("1")
    _ = try open.origin.save(open.editor.table, backupSuffix: ".old")
    other.close()
    expectEqual(database.folder.names().filter { $0.contains("old") }, ["crew.db.old"])
    let copy = try LoadedTable(path: database.path + ".old").table
    expectEqual(copy.rowCount, 3)
    let age = try require(copy.column(named: "age")).id
    expectEqual(copy.cell(RowID(2), age).text, "99")
  }

  @Test("what a virtual table does within itself is not told of")
  func virtualTable() throws {
    let database = try DatabaseFixture(
      "CREATE VIRTUAL TABLE f USING fts5(a, b); INSERT INTO f VALUES ('x', 'y')")
    var open = try database.open()
    try open.set("1", "a", Cell("z"))
    try expectEqual(open.save(), ["saved to \(database.path): changed 1 row"])
    try expectEqual(database.value("SELECT rowid FROM f WHERE f MATCH 'z'"), "1")
  }

  @Test("of a session that is killed between the commit and the end of its journal, all is saved")
  func journal() throws {
    let database = try DatabaseFixture(DatabaseFixture.crew)
    var open = try database.open()
    let base = JournalBase(
      open.origin, path: database.path, reading: ReadOptions(), loader: nil, sectionColumn: nil)
    let file = try JournalFolder(path: database.folder.path + "/journal").make(
      source: database.path, base: base, records: [], origin: open.origin)
    func isSaved() throws -> Bool {
      try Journal(path: file.path).isSaved(in: LoadedTable(path: database.path).origin)
    }
    try expect(Journal(path: file.path).fits(LoadedTable(path: database.path).origin))
    try open.set("1", "age", number("42"))
    try open.insert(["name": Cell("New")])
    try expect(!isSaved())
    _ = try open.origin.save(open.editor.table, willReplace: { try? file.willSave(hash: $0) })
    try expect(isSaved())
    try database.run("UPDATE people SET age = 43 WHERE id = 1")
    try expect(!isSaved())
    try expect(!Journal(path: file.path).fits(LoadedTable(path: database.path).origin))
  }
}
