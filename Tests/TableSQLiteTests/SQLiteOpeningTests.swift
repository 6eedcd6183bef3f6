import Expectations
import Foundation
import DatabaseSupport
import Glibc
import TableKit
import TestSupport
import Testing

import struct TableKit.Cell

@testable import TableSQLite
@testable import TableSources

/// Opening a database.
struct SQLiteOpeningTests {
  private let crew = """
    CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, age INTEGER);
    INSERT INTO people VALUES (2, 'Bob', 41), (1, 'Ann', NULL);
    """

  @Test("a database with one table opens it, whatever the file is called")
  func oneTable() throws {
    for name in ["crew.db", "crew.sqlite", "crew.sqlite3", "crew.db3", "crew.csv", "crew"] {
      let database = try DatabaseFixture(crew, name: name)
      let open = try database.open()
      expectEqual(open.texts, [["1", "Ann", nil], ["2", "Bob", "41"]])
      expectEqual(open.editor.table.keyColumns.count, 1)
      expectEqual(open.origin.formatName, "sqlite")
    }
  }

  @Test("with several tables, the error lists them and says what to type")
  func several() throws {
    let database = try DatabaseFixture(
      crew + "CREATE TABLE pets (name); CREATE VIEW old AS SELECT 1")
    let error = database.failure()
    let path = database.path
    expectEqual(error?.code, "several-tables")
    expectEqual(error?.message, "the database '\(path)' has 3 tables: people, pets, old")
    expectEqual(error?.hint, "open \(path)#people, or all with --section-by table")
  }

  @Test("a table, a view or a query stands behind '#'")
  func parts() throws {
    let database = try DatabaseFixture(
      crew + "CREATE TABLE pets (name); CREATE VIEW old AS SELECT name FROM people WHERE age > 40")
    try expectEqual(database.open("#people").texts.count, 2)
    try expectEqual(database.open("#PEOPLE").texts.count, 2)
    try expectEqual(database.open("#old").texts, [["Bob"]])
    try expectEqual(
      database.open("#SELECT name, age FROM people WHERE age > 40").texts, [["Bob", "41"]])
    try expectEqual(
      database.open("#with x(n) as (values (1),(2)) select n from x").texts, [["1"], ["2"]])
    try expectEqual(database.open("#VALUES (1, 'a#b')").texts, [["1", "a#b"]])
    let join = try database.open("#SELECT a.id, b.id, a.id AS id FROM people a JOIN people b")
    expectEqual(join.editor.table.columns.map(\.name), ["id", "id_2", "id_3"])
  }

  @Test("a file that is really called so wins")
  func realName() throws {
    let database = try DatabaseFixture(crew)
    let other = try DatabaseFixture("CREATE TABLE x (a); INSERT INTO x VALUES ('real')")
    rename(other.path, database.path + "#people")
    defer { unlink(database.path + "#people") }
    try expectEqual(database.open("#people").texts, [["1", "real"]])
  }

  @Test("a table that is not there is an error with the nearest name")
  func unknown() throws {
    let database = try DatabaseFixture(crew + "CREATE TABLE pets (name)")
    expectEqual(database.failure("#poeple")?.message, "no table 'poeple' in '\(database.path)'")
    expectEqual(database.failure("#poeple")?.hint, "did you mean 'people'?")
    expectEqual(database.failure("#zzzzzz")?.hint, "tables: people, pets")
    let missing = database.folder.path + "/none.db#people"
    expect(throws: SourceError.noSuchFile(database.folder.path + "/none.db")) {
      try LoadedTable(path: missing)
    }
  }

  @Test("a query that SQLite refuses, or that would write, is an error")
  func badQuery() throws {
    let database = try DatabaseFixture(crew)
    let error = database.failure("#SELECT nme FROM people")
    expectEqual(error?.code, "bad-query")
    expectEqual(error?.message.hasSuffix("is refused: no such column: nme"), true)
    expect(database.failure("#SELECT 1; DELETE FROM people") != nil)
    expectEqual(database.failure("#WITH x AS (SELECT 1) DELETE FROM people")?.code, "bad-query")
    try expectEqual(database.rows("people", "id"), ["1", "2"])
  }

  @Test("an empty file of that name is a database without a table; text is none")
  func notADatabase() throws {
    let folder = try databaseFolder()
    let empty = try folder.write("", to: "empty.db")
    let text = try folder.write(String(repeating: "id,name\n", count: 200), to: "text.db")
    func failure(_ path: String, _ loader: String? = nil) -> SourceError? {
      var options = ReadOptions()
      options.loader = loader
      do throws(SourceError) { _ = try LoadedTable(path: path, options: options) } catch {
        return error
      }
      return nil
    }
    expectEqual(failure(empty)?.message, "the database '\(empty)' has no table")
    expectEqual(failure(text)?.code, "bad-database")
    expectEqual(failure(text)?.hint, "--loader csv, tsv or json if it is text")
    expectNil(failure(text, "csv"))
  }

  @Test("a damaged database is an error")
  func damaged() throws {
    let database = try DatabaseFixture(
      crew
        + """
        WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
        INSERT INTO people SELECT i, hex(randomblob(40)), i FROM n
        """)
    let file = Glibc.open(database.path, O_WRONLY)
    let noise = [UInt8](repeating: 0xA7, count: 4096 * 4)
    expectEqual(pwrite(file, noise, noise.count, 4096 * 2), noise.count)
    close(file)
    expectEqual(database.failure()?.code, "bad-database")
  }

  @Test("reading changes no byte of the file, and finds what stands in the -wal")
  func writeAhead() throws {
    let database = try DatabaseFixture(crew)
    let writer = try PlainDatabase(path: database.path)
    try writer.run("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
    try writer.run("INSERT INTO people VALUES (3, 'Cyd', 30)")
    let before = readFile(database.path)
    try expectEqual(database.open().texts.count, 3)
    expectEqual(readFile(database.path), before)
    try expectEqual(writer.text("PRAGMA journal_mode"), "wal")
    writer.close()
    // What nobody has open is read without a file beside it.
    let atRest = readFile(database.path)
    try expectEqual(database.open().texts.count, 3)
    expectEqual(readFile(database.path), atRest)
    expectEqual(database.folder.names(), ["crew.db"])
  }

  @Test("what a program that was killed has half written is taken back")
  func hotJournal() throws {
    let database = try DatabaseFixture(
      crew
        + """
        WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
        INSERT INTO people SELECT i, hex(randomblob(40)), i FROM n
        """)
    let copy = try databaseFolder()
    let before = readFile(database.path)
    let writer = try PlainDatabase(path: database.path)
    // With no room in memory, pages are written before the end.
    try writer.run("PRAGMA cache_size = 1; BEGIN; UPDATE people SET name = 'half'")
    try copyFile(database.path, to: copy.path + "/crew.db")
    try copyFile(database.path + "-journal", to: copy.path + "/crew.db-journal")
    try writer.run("ROLLBACK")
    expect(readFile(copy.path + "/crew.db") != before)
    let loaded = try LoadedTable(path: copy.path + "/crew.db")
    expectEqual(loaded.table.rowCount, 1993)
    expectEqual(readFile(copy.path + "/crew.db"), before)
    expectEqual(copy.names(), ["crew.db"])
  }

  private func copyFile(_ path: String, to copy: String) throws {
    try FileManager.default.copyItem(atPath: path, toPath: copy)
  }

  @Test("a database that is being written is an error after a short wait")
  func locked() throws {
    let database = try DatabaseFixture(crew)
    let writer = try PlainDatabase(path: database.path)
    try writer.run("BEGIN EXCLUSIVE")
    let error = database.failure()
    expectEqual(error?.code, "locked")
    expectEqual(error?.hint, "try again when it has finished")
    try writer.run("ROLLBACK")
  }

  @Test("reading stops when the user wants to, in a query that answers no row too")
  func cancelled() throws {
    let database = try DatabaseFixture(crew)
    let query = """
      #WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
      SELECT count(*) FROM n
      """
    var polls = 0
    expect(throws: SourceError.cancelled("reading '\(database.path + query)'")) {
      let progress = Progress {
        polls += 1
        return polls > 3
      }
      _ = try LoadedTable(path: database.path + query, progress: progress)
    }
  }

  @Test("names with quotes, blanks and words of SQL are nothing special")
  func names() throws {
    let database = try DatabaseFixture(
      #"""
      CREATE TABLE "select ""x"" from" ("order" TEXT, "a ""b""" INTEGER, 'group' INTEGER PRIMARY KEY);
      INSERT INTO "select ""x"" from" VALUES ('o', 5, 7)
      """#)
    var open = try database.open()
    expectEqual(open.editor.table.columns.map(\.name), ["order", "a \"b\"", "group"])
    try open.set("7", "a \"b\"", number("6"))
    try open.set("7", "order", Cell("p"))
    try open.save()
    try expectEqual(
      database.rows("\"select \"\"x\"\" from\"", "\"order\",\"a \"\"b\"\"\""), ["'p' 6"])
  }
}
