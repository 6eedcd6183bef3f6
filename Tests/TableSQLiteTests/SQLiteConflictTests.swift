import DatabaseSupport
import Expectations
import Glibc
import TableKit
import TestSupport
import Testing

import struct TableKit.Cell
import struct TableKit.RowID

@testable import TableSQLite
@testable import TableSources

/// A database that others change.
struct SQLiteConflictTests {
  private static let crew = """
    CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, age INTEGER);
    INSERT INTO people VALUES (1, 'Ann', 41), (2, 'Bob', 30), (3, 'Cyd', 35), (4, 'Dan', 20);
    """

  /// Edits here that meet edits of others in each way.
  private func meeting() throws -> (DatabaseFixture, OpenTable) {
    let database = try DatabaseFixture(Self.crew)
    var open = try database.open()
    try open.set("1", "age", number("42"))
    try open.set("2", "age", number("31"))
    try open.delete("3")
    try open.set("4", "name", Cell("Dana"))
    try open.insert(["id": number("9"), "name": Cell("Here")])
    try database.run(
      """
      UPDATE people SET name = 'Anna' WHERE id = 1;
      DELETE FROM people WHERE id = 2;
      UPDATE people SET age = 36 WHERE id = 3;
      INSERT INTO people VALUES (9, 'There', 9);
      """)
    return (database, open)
  }

  @Test("rows that were changed, deleted or inserted meanwhile are listed, and nothing is written")
  func listed() throws {
    var (database, open) = try meeting()
    let before = try database.rows("people", "id,name,age")
    let error = open.failure()
    expectEqual(error?.code, "source-changed")
    expectEqual(
      error?.message,
      "'\(database.path)' was changed by others: row '3' changed, row '1' changed, "
        + "row '2' deleted, row '9' inserted")
    expectEqual(error?.hint, "reload  # brings theirs in; or save --force, or save PATH")
    try expectEqual(database.rows("people", "id,name,age"), before)
  }

  @Test("--force writes the cells that were edited, and none that others changed beside them")
  func forced() throws {
    var (database, open) = try meeting()
    try database.run("UPDATE people SET age = 21 WHERE id = 4")
    let said = try open.save(force: true)
    try expectEqual(
      database.rows("people", "id,name,age"),
      [
        "1 'Anna' 42", "2 'Bob' 31", "4 'Dana' 21", "9 'Here' NULL",
      ])
    expect(
      said.contains(
        "saved although others had changed the database: row '3' changed, row '1' changed, "
          + "row '2' deleted, row '4' changed, row '9' inserted; rows that they had deleted are inserted "
          + "again as they are here; rows that they had inserted with these keys are replaced"))
    expect(said.contains("2 values that others changed came in"))
    expect(!said.contains { $0.contains("of its own") })
    expectEqual(open.texts.map { $0[1] }, ["Anna", "Bob", "Dana", "Here"])
    expect(!open.editor.differsFromSource)
  }

  @Test("--force overwrites a cell that both have changed")
  func forcedCell() throws {
    let database = try DatabaseFixture(Self.crew)
    var open = try database.open()
    try open.set("1", "age", number("42"))
    try database.run("UPDATE people SET age = 50, name = 'Anna' WHERE id = 1")
    expectEqual(open.failure()?.code, "source-changed")
    try open.save(force: true)
    try expectEqual(database.rows("people", "id,name,age")[0], "1 'Anna' 42")
  }

  @Test("after reload, saving writes what is left to write")
  func reloaded() throws {
    var (database, open) = try meeting()
    let conflicts = try open.reload(database.path)
    expectEqual(conflicts.count, 4)
    try open.save()
    try expectEqual(
      database.rows("people", "id,name,age"),
      [
        "1 'Anna' 42", "2 'Bob' 31", "4 'Dana' 20", "9 'Here' NULL",
      ])
    expect(!open.editor.hasUnsavedChanges)
    expectEqual(open.texts.count, 4)
    try expect(open.save()[0].hasSuffix("nothing to write"))
  }

  @Test("changes of others to rows that are not touched here stay, and do not matter")
  func elsewhere() throws {
    let database = try DatabaseFixture(Self.crew)
    var open = try database.open()
    try open.set("1", "age", number("42"))
    try database.run(
      "UPDATE people SET name = 'B' WHERE id = 2; INSERT INTO people VALUES (8, 'New', 1); "
        + "DELETE FROM people WHERE id = 4")
    try open.save()
    try expectEqual(
      database.rows("people", "id,name,age"),
      [
        "1 'Ann' 42", "2 'B' 30", "3 'Cyd' 35", "8 'New' 1",
      ])
    try expectEqual(open.reload(database.path), [])
    expectEqual(open.texts.map { $0[1] }, ["Ann", "B", "Cyd", "New"])
  }

  @Test("the same change on both sides is none")
  func sameChange() throws {
    let database = try DatabaseFixture(Self.crew)
    var open = try database.open()
    try open.set("1", "age", number("42"))
    try open.delete("2")
    try database.run("UPDATE people SET age = 42 WHERE id = 1; DELETE FROM people WHERE id = 2")
    expectNil(open.failure())
    try expectEqual(database.rows("people", "id,age"), ["1 42", "3 35", "4 20"])
  }

  @Test("a value of another type counts as changed")
  func typeChange() throws {
    let database = try DatabaseFixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a, b); INSERT INTO t VALUES (1, 1, 1)")
    var open = try database.open()
    try open.set("1", "b", number("2"))
    try database.run("UPDATE t SET a = '1'")
    expectEqual(open.failure()?.code, "source-changed")
    try database.run("UPDATE t SET a = 1.0")
    expectEqual(open.failure()?.code, "source-changed")
    try database.run("UPDATE t SET a = 1")
    expectNil(open.failure())
  }

  @Test("a table with other columns, another key, or none any more is refused")
  func otherShape() throws {
    for (change, code) in [
      ("ALTER TABLE people RENAME COLUMN age TO years", "source-changed"),
      ("ALTER TABLE people DROP COLUMN age", "source-changed"),
      ("DROP TABLE people", "no-such-table"),
      ("DROP TABLE people; CREATE TABLE people (id, name PRIMARY KEY, age)", "source-changed"),
    ] {
      let database = try DatabaseFixture(Self.crew)
      var open = try database.open()
      try open.set("1", "age", number("42"))
      try database.run(change)
      expectEqual(open.failure()?.code, code)
      expectEqual(open.failure(force: true)?.code, code)
    }
    let database = try DatabaseFixture(Self.crew)
    var open = try database.open()
    try open.set("1", "age", number("42"))
    try database.run("ALTER TABLE people ADD COLUMN more DEFAULT 5")
    try open.save()
    try expectEqual(database.rows("people", "age,more")[0], "42 5")
    _ = try open.reload(database.path)
    expectEqual(open.texts[0], ["1", "Ann", "42", "5"])
  }

  @Test("a row is found by its rowid after others have inserted before it")
  func rowidReload() throws {
    let database = try DatabaseFixture(
      "CREATE TABLE t (a); INSERT INTO t (rowid, a) VALUES (5, 'x'), (6, 'x')")
    var open = try database.open()
    try open.set("6", "a", Cell("y"))
    try database.run("INSERT INTO t (rowid, a) VALUES (1, 'x')")
    try expectEqual(open.reload(database.path), [])
    expectEqual(open.texts, [["1", "x"], ["5", "x"], ["6", "y"]])
    try open.save()
    try expectEqual(database.rows("t", "rowid,a"), ["1 'x'", "5 'x'", "6 'y'"])
  }

  @Test("a database that another program is writing to is refused after a short wait")
  func locked() throws {
    let database = try DatabaseFixture(Self.crew)
    var open = try database.open()
    try open.set("1", "age", number("42"))
    let other = try PlainDatabase(path: database.path)
    try other.run("BEGIN IMMEDIATE")
    expectEqual(open.failure()?.code, "locked")
    var polls = 0
    expect(throws: SourceError.cancelled("saving")) {
      let progress = Progress {
        polls += 1
        return polls > 3
      }
      _ = try open.origin.save(open.editor.table, progress: progress)
    }
    // In a batch it waits longer, says so, and ends all the same.
    let patient = Progress()
    var told: [String] = []
    patient.lockWait = Progress.LockWait(seconds: 3) { told.append($0) }
    let locked = SourceError.database(
      "locked", "the database '\(database.path)' is locked by another program",
      "try again when it has finished")
    expect(throws: locked) {
      _ = try open.origin.save(open.editor.table, progress: patient)
    }
    expectEqual(
      told, ["\(database.path) waits for a lock that another program holds; ^C ends the wait"])
    try other.run("ROLLBACK")
    expectNil(open.failure())
  }

  @Test("a database that is gone is not made anew")
  func removed() throws {
    let database = try DatabaseFixture(Self.crew)
    var open = try database.open()
    try open.set("1", "age", number("42"))
    unlink(database.path)
    expectEqual(open.failure()?.code, "source-changed")
    expectEqual(open.failure(force: true)?.hint, "save under another name")
    expect(database.folder.names().isEmpty)
  }
}
