import Expectations
import PostgresSupport
import TableKit
import TestSupport
import Testing

@testable import TableLive
@testable import TablePostgres
@testable import TableShell

/// What sorts, queries, Lua and undo make of a window.
extension PostgresWindowTests {
  @Test("an enumeration has the server's order in sorts and extremes, and no order in Lua")
  func enumerations() throws {
    let database = try Self.server.database(
      "windowenums",
      """
      CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
      CREATE TABLE t (id int PRIMARY KEY, m mood);
      INSERT INTO t SELECT g, (ARRAY['happy', 'ok', 'sad', NULL])[1 + g % 4]::mood FROM generate_series(1, 40) g;
      """)
    let order = try Self.server.psql("SELECT id FROM t ORDER BY m, id", in: database)
    let whole = Session(nil)
    whole.run("open \"\(Self.server.address(database, part: "t"))\"")
    expect(!whole.run("sort by m").contains("error"))
    expectEqual(keys(whole).joined(separator: "\n") + "\n", order)
    whole.run("sort by m desc; undo; rename m feeling; sort by feeling")
    expectEqual(keys(whole).joined(separator: "\n") + "\n", order)
    expect(whole.run("describe feeling").contains("sad  happy"), "\(whole.console.text)")
    whole.run("top 1 by feeling asc")
    expect(whole.run("show").contains("sad"), "\(whole.console.text)")
    let window = open(database, "t", rows: 8)
    expect(window.run("describe m").contains("sad  happy"), "\(window.console.text)")
    for line in ["count where m < 'sad'", "delete where 'ok' >= row.m"] {
      let said = window.run(line)
      expect(said.contains("error: 'm' is one of a list"), "\(said)")
      expect(said.contains("sad, ok or happy"), "\(said)")
    }
    expectEqual(window.run("count where m == 'sad'"), "10\n")
  }

  @Test(
    "dates and times are sorted as the server sorts them, of all years",
    arguments: ["at", "tz", "day"])
  func instants(column: String) throws {
    let database = try Self.server.database(
      "windowinstants" + column,
      """
      CREATE TABLE t (id int PRIMARY KEY, at timestamp, tz timestamptz, day date);
      INSERT INTO t SELECT g, x::timestamp, x::timestamptz, x::date FROM unnest(ARRAY[
        'infinity', '-infinity', '0044-03-15 BC', '0043-03-15 BC', '0044-03-16 00:00:01 BC',
        '12026-01-01', '2026-01-01 12:00:00', '2026-01-01 12:00:00.5', '2026-01-01 12:00:00.05', NULL,
        '0001-01-01', '9999-12-31 23:59:59.999999', '10000-01-01']) WITH ORDINALITY AS u(x, g)
      """)
    let session = Session(nil)
    session.run("open \"\(Self.server.address(database, part: "t"))\"")
    for order in ["", " desc"] {
      session.run("sort by \(column)\(order), id")
      let there = try Self.server.psql(
        "SELECT id FROM t ORDER BY \(column)\(order) NULLS LAST, id", in: database)
      expectEqual(keys(session).joined(separator: "\n") + "\n", there, "\(column)\(order)")
    }
    let described = session.run("describe \(column)")
    expect(described.contains("-infinity") && described.contains(" infinity"), "\(described)")
  }

  @Test("the result of a server's query is asked by the next query at the server, too")
  func queries() throws {
    let database = try Self.server.database(
      "windowqueries",
      "CREATE TABLE t (id int PRIMARY KEY); INSERT INTO t SELECT generate_series(1, 40)")
    let session = open(database, "t", rows: 10)
    for _ in 0..<2 {
      expect(
        session.run("query \"SELECT count(*) AS n FROM t\"").contains("the server has answered"))
      expectEqual(session.run("export -"), "n\n40\n")
    }
    let local = session.run("query --local \"SELECT count(*) AS n FROM t\"")
    expect(local.contains("note: on the 10 rows of this window only"), "\(local)")
    expectEqual(session.run("export --format ndjson -"), "{\"n\":10}\n")
  }

  @Test("Lua says that it sees a part of the rows where it reads them")
  func lua() throws {
    let database = try Self.server.database(
      "windowlua",
      "CREATE TABLE t (id int PRIMARY KEY); INSERT INTO t SELECT generate_series(1, 40)")
    let note = "note: on the 10 rows of this window only"
    for line in [
      "= 1 + 1", "lua print(2)", "assert 1 == 1",
      "lua local t = tablesh.table() print(t:columns()[1])",
    ] {
      expect(!open(database, "t", rows: 10).run(line).contains(note), "\(line)")
    }
    for line in [
      "= #tablesh.table()", "lua for row in tablesh.table():rows() do end", "assert every id > 0",
      "lua print(tablesh.table():where('id > 3'))",
    ] {
      expect(open(database, "t", rows: 10).run(line).contains(note), "\(line)")
    }
  }

  @Test("undo of several steps says which they were, and what is other than before")
  func undo() throws {
    let database = try Self.server.database(
      "windowundo",
      "CREATE TABLE t (id int PRIMARY KEY, x text); INSERT INTO t SELECT g, 'a' FROM generate_series(1, 40) g"
    )
    let session = open(database, "t", rows: 30)
    for line in ["edit @1 x=b", "edit @1 x=c", "delete @5", "edit @7 x=d", "delete @9"] {
      expect(!session.run(line).contains("error"))
    }
    let said = session.run("undo 5")
    expect(
      said.contains(
        "took back 5 steps: 'delete @9', 'edit @7 x=d', 'delete @5', 'edit @1 x=c', 1 more; inserted 2 rows, changed 2 cells in 1 section"
      ),
      "\(said)")
    expectEqual(session.run("changes"), "no unsaved changes\n")
  }
}
