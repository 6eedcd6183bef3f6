import Expectations
import Postgres
import PostgresSupport
import TableSources
import TestSupport
import Testing

@testable import TablePostgres
@testable import TableShell

/// Cells that are passed on, and conditions that ask for something else than was meant.
struct PassedOnTests {
  private let folder = TemporaryFolder()

  private func session(_ text: String, _ name: String = "goods.csv") throws -> Session {
    let session = Session(nil)
    session.run("open \(try folder.write(text, to: name))")
    return session
  }

  @Test("a column made of another one has its texts")
  func columns() throws {
    let goods = try session("id,price,cost\na,1.50,9\nb,2.00,\nd,1.50,1.5\nc,,3\n")
    goods.run("column add p2 := price")
    goods.run("edit * cost := price or cost")
    expectEqual(
      goods.run("export --format csv -"),
      "id,price,cost,p2\na,1.50,1.50,1.50\nb,2.00,2.00,2.00\nd,1.50,1.50,1.50\nc,,3,\n")
    goods.run(
      "lua tablesh.edit(function(t) for row in t:rows() do t:set(row, 'p2', row.cost) end end)")
    expect(goods.run("export --format csv -").hasSuffix("c,,3,3\n"))
  }

  @Test("where b == \"\" says that b has nulls only, in every command, and counts as before")
  func nulls() throws {
    let rows = try session("id,b\n1,\n2,x\n3,\n")
    for command in ["count", "select", "delete", "edit", "show"] {
      let end = command == "edit" ? " set b=y" : ""
      expect(
        rows.run("\(command) where b == \"\"\(end)")
          .contains("note: b has 2 nulls: b == nil finds them\n"))
    }
    expect(rows.run("column add c := b == '' and 1 or 2").contains("note: b has 2 nulls"))
    expect(!rows.run("count where b == nil").contains("note:"))
    expect(
      rows.run("keep where b ~= ''").contains("note: b has 2 nulls: b ~= nil leaves them out"))
  }

  @Test("a rule and a script say so, too")
  func rules() throws {
    let rows = try session("id,b\n1,\n2,x\n3,\n")
    rows.run(
      "lua tablesh.rule{name='one', columns={'b'}, fn=function(b) return b == '' end}"
        + " tablesh.rule{name='two', fn=function(row) return row.b ~= '' end}")
    expectEqual(rows.run("count rule one"), "note: b has 2 nulls: b == nil finds them\n0\n")
    expect(rows.run("count rule two").contains("note: b has 2 nulls: b ~= nil leaves them out"))
    expect(
      rows.run("lua for row in tablesh.table():where(\"b == ''\") do end")
        .contains("note: b has 2 nulls: b == nil finds them"))
  }

  @Test("a number column and a text in quotes are an error in every source")
  func kinds() throws {
    let typed = try session("[{\"id\":1,\"a\":2,\"s\":\"5\"},{\"id\":2,\"a\":null}]", "a.json")
    expectEqual(
      typed.run("count where a == \"2\""),
      "error: a is never \"2\": column 'a' is a number column\nhint:  count where a == 2\n"
    )
    expect(typed.run("edit * s := s == 5 and 1 or 2").contains("error: s is never 5"))
    expectEqual(typed.run("count where a == 2"), "1\n")
  }

  @Test("a window asks the server whether nulls were meant, and whether texts order its dates")
  func window() throws {
    let server = PostgresServer.shared
    let database = try server.database(
      "passedon",
      """
      CREATE TABLE t (id int PRIMARY KEY, b text, day date);
      INSERT INTO t SELECT g, CASE WHEN g > 10 THEN 'x' END, '2024-01-01'::date + g
      FROM generate_series(1, 200) AS g;
      """)
    let session = Session(nil) { $0.reading.windowRows = 20 }
    session.run("open --window \"\(server.address(database, part: "t"))\"")
    expect(
      session.run("count where b == ''").contains("note: b has 10 nulls: b == nil finds them"))
    expectEqual(session.run("count where b == nil"), "10\n")
    expectEqual(session.run("count where day < '2024-01-11'"), "9\n")
    _ = try server.psql("UPDATE t SET day = '0044-03-15 BC' WHERE id = 150", in: database)
    expect(
      session.run("count where day < '2024-01-11'")
        .contains(
          "error: day is compared as text, which does not order the date of one of the rows"))
  }
}
