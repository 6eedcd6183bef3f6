import Expectations
import Foundation
import Glibc
import Postgres
import PostgresSupport
import TableKit
import TableSources
import TestSupport
import Testing

@testable import TableLive
@testable import TablePostgres
@testable import TableShell

/// Tables of a real server that others change.
@Suite(.ends) struct PostgresWatchTests {
  private static let server = PostgresServer.shared
  private let session = Session(nil)

  /// Makes a database with a table, opens it, and lets its owner install the triggers.
  private func open(_ name: String, _ sql: String? = nil, installs: Bool = true) throws -> String {
    let database = try Self.server.database(
      name,
      sql ?? """
        CREATE TABLE people (id int PRIMARY KEY, name text, age int);
        INSERT INTO people VALUES (1, 'Ann', 41), (2, 'Bob', NULL), (4, '', 3);
        """)
    let opened = session.run("open \"\(Self.server.address(database, part: "people"))\"")
    expect(opened.contains("opened"), "\(opened)")
    if installs { try Self.server.psql(session.run("watch --sql"), in: database) }
    return database
  }

  private func push(_ sql: String, in database: String) throws -> String {
    try Self.server.psql(sql, in: database)
    return session.awaitPush()
  }

  /// The table as text, in its order.
  private var rows: String { session.shell.current.map { text(of: $0.table) } ?? "" }
  /// The same of the source as far as it is known.
  private var base: String { session.shell.current.map { text(of: $0.editor.saved) } ?? "" }

  private func text(of table: Table) -> String {
    table.sections.flatMap { $0.rows }.map { row in
      table.columns.map { column in
        let cell = table.cell(row, column.id)
        return cell.isNull ? "-" : cell.text
      }.joined(separator: ",")
    }.joined(separator: " ")
  }

  /// The table as its server has it.
  private func there(_ database: String, _ order: String = "id") throws -> String {
    try Self.server.psql(
      "SELECT coalesce(string_agg(concat_ws(',', id::text, coalesce(name, '-'), "
        + "coalesce(age::text, '-')), ' ' ORDER BY \(order)), '') FROM people", in: database
    ).trimmingCharacters(in: .newlines)
  }

  /// Lets changes in until the table is as its server has it.
  private func settle(_ database: String, _ order: String = "id") throws {
    let expected = try there(database, order)
    session.takeIn(until: { base == expected })
    expectEqual(base, expected)
  }

  /// The connections of the program to a database, but the one that reads tables.
  private func connections(_ database: String) throws -> Int {
    let text = try Self.server.psql(
      "SELECT count(*) FROM pg_stat_activity WHERE datname = '\(database)' "
        + "AND application_name = 'tablesh'")
    return (Int(text.trimmingCharacters(in: .newlines)) ?? 0) - 1
  }

  @Test("insert, update, delete and truncate of others come in one by one, at their places")
  func follows() throws {
    let database = try open("pushed")
    let on = session.run("watch on")
    expect(on.contains("is watched, reported by triggers (LISTEN tablesh_public_people)"), "\(on)")
    expect(session.run("info").contains("live, reported by triggers"))
    let changed = try push("UPDATE people SET age = 42 WHERE id = 1", in: database)
    expectEqual(
      changed,
      """
      live people +0 −0 ~1
      plan  1 stage, 1 operation, the least possible
        reconfigure row   0:0

      """)
    let inserted = try push(
      "INSERT INTO people VALUES (3, 'New', 1), (0, E'a\\nb,\"', NULL)", in: database)
    expect(inserted.contains("insert rows   0:0  0:3"), "\(inserted)")
    expectEqual(rows, "0,a\nb,\",- 1,Ann,42 2,Bob,- 3,New,1 4,,3", "\(rows)")
    try expect(push("DELETE FROM people WHERE id IN (1, 4)", in: database).contains("+0 −2 ~0"))
    try expect(push("UPDATE people SET id = 7 WHERE id = 0", in: database).contains("+1 −1 ~0"))
    expectEqual(rows, "2,Bob,- 3,New,1 7,a\nb,\",-")
    let many = try push(
      "BEGIN; UPDATE people SET age = 9; DELETE FROM people WHERE id = 2; "
        + "INSERT INTO people SELECT n, 'x' FROM generate_series(8, 999) AS n; COMMIT",
      in: database)
    expect(many.hasPrefix("live people +992 −1 ~2\n"), "\(many)")
    let most = try push(
      "INSERT INTO people SELECT n, 'x' FROM generate_series(1000, 5000) AS n", in: database)
    expect(most.hasPrefix("live people +4,001 −0 ~0\n"), "\(most)")
    try expect(push("TRUNCATE people", in: database).hasPrefix("live people +0 −4,995 ~0\n"))
    try Self.server.psql(
      "ALTER TABLE people ADD COLUMN note text DEFAULT 'x'; INSERT INTO people (id) VALUES (1)",
      in: database)
    session.takeIn(until: { rows == "1,-,-,x" })
    expectEqual(session.run("changes"), "no unsaved changes\n")
    expect(session.run("watch off").contains("no longer watched"))
    // The server may need a moment to see that they are closed.
    try expectEventuallyEqual(connections(database), 0)
  }

  @Test("unsaved edits stay, conflicts are told, and a push is no undo step")
  func conflicts() throws {
    let database = try open("conflicting")
    session.run("watch on; edit @1 age=50; edit @2 name=Rob; delete @4")
    let told = try push(
      "BEGIN; UPDATE people SET age = 42, name = 'Anna' WHERE id = 1; "
        + "UPDATE people SET age = 3 WHERE id = 2; UPDATE people SET age = 4 WHERE id = 4; COMMIT",
      in: database)
    expect(told.contains("conflict: row '1', age: '50' here, '42' in the source"), "\(told)")
    expect(told.contains("row '4' is deleted here and was changed in the source"), "\(told)")
    expectEqual(rows, "1,Anna,50 2,Rob,3")
    session.run("conflicts keep theirs")
    expectEqual(session.run("changes"), "~ @2 name: 'Bob' → 'Rob'\n")
    try settle(database)
  }

  @Test("names in quotes, keys of several columns, and texts of one key in other forms")
  func names() throws {
    let database = try Self.server.database(
      "oddly",
      """
      CREATE SCHEMA "S.x";
      CREATE TABLE "S.x"."T ""q"" 'x'" ("K 1" numeric, "k'2" char(4), "At" timestamptz, b bool,
        PRIMARY KEY ("K 1", "k'2", "At", b));
      INSERT INTO "S.x"."T ""q"" 'x'" VALUES (1.0, 'a', '2026-11-25 12:00+00', true);
      """)
    let part = #""S.x"."T ""q"" 'x'""#.replacing("\"", with: "\\\"")
    session.run("open \"\(Self.server.address(database, part: part))\"")
    try Self.server.psql(session.run("watch --sql"), in: database)
    expect(session.run("watch on").contains("reported by triggers"))
    let table = #""S.x"."T ""q"" 'x'""#
    let zone = "SET TimeZone = 'Asia/Tokyo'; SET DateStyle = 'German'; "
    let new = try push(
      zone + "INSERT INTO \(table) VALUES (0.5, 'b', '2026-02-03 04:05:06', false)",
      in: database)
    expect(new.contains("insert row   0:0"), "\(new)")
    expectEqual(rows, "0.5,b,2026-02-02 19:05:06+00,false 1.0,a,2026-11-25 12:00:00+00,true")
    let same = try push(zone + "UPDATE \(table) SET \"K 1\" = 1.00 WHERE b", in: database)
    expect(same.contains("+1 −1 ~0"), "\(same)")
    expect(rows.contains(" 1.00,a"))
    let left = try push(zone + "DELETE FROM \(table) WHERE NOT b", in: database)
    expect(left.contains("+0 −1 ~0"), "\(left)")
    try Self.server.psql(session.run("watch --unsql"), in: database)
  }

  @Test("no name of a column or table gets in the way of the triggers")
  func clashes() throws {
    let database = try Self.server.database(
      "clashing",
      """
      CREATE TABLE "p\nDROP TABLE t; --" (number int, keys text, r text, "$tablesh$" int, k text,
        "row" int, PRIMARY KEY (number, keys, r, "$tablesh$", k, "row"));
      CREATE TABLE t (id int PRIMARY KEY);
      """)
    let names = try Self.server.psql(
      "SELECT relname FROM pg_class WHERE relkind = 'r' AND relname LIKE 'p_DROP%'", in: database)
    expect(names.contains("DROP TABLE t"))
    let address = Self.server.address(
      database, part: #"SELECT 1"#)
    expect(session.run("open \"\(address)\"; watch --sql").contains("a query has no triggers"))
    let part = #"\"p\nDROP TABLE t; --\""#
    let opened = session.run("open \"\(Self.server.address(database, part: part))\"")
    expect(opened.contains("0 rows"), "\(opened)")
    let sql = session.run("watch --sql")
    try Self.server.psql(sql, in: database)
    session.run("watch on")
    let table = "\"p\nDROP TABLE t; --\""
    try Self.server.psql("INSERT INTO \(table) VALUES (1, 'a', 'b', 2, 'c', 3)", in: database)
    let told = session.awaitPush()
    expect(told.contains("+1 −0 ~0"), "\(told)")
    let other = session.shell.current?.server
    expectEqual(other?.how.contains("reported by triggers"), true)
    try expectEqual(Self.server.psql("SELECT count(*) FROM t", in: database), "0\n")
    // Keys are told, not everything.
    let channel = try require(other?.how.split(separator: "LISTEN ").last?.dropLast())
    let heard = try Self.server.psql(
      "LISTEN \"\(channel)\"; "
        + "INSERT INTO \(table) VALUES (2, 'a', 'b', 2, 'c', 3); SELECT 1", in: database)
    expect(heard.contains(#"[["2", "a", "b", "2", "c", "3"]]"#), "\(heard)")
  }

  @Test("changes of partitions come in, however they are written to")
  func partitions() throws {
    let database = try open(
      "parted",
      """
      CREATE TABLE people (id int PRIMARY KEY, name text, age int) PARTITION BY RANGE (id);
      CREATE TABLE low PARTITION OF people FOR VALUES FROM (0) TO (10);
      CREATE TABLE high PARTITION OF people FOR VALUES FROM (10) TO (99);
      INSERT INTO people VALUES (1, 'Ann', 41), (11, 'Bob', 3);
      """)
    expect(session.run("watch on").contains("reported by triggers"))
    try expect(push("INSERT INTO high VALUES (12, 'Cy', 4)", in: database).contains("+1 −0 ~0"))
    try expect(push("UPDATE people SET id = 9 WHERE id = 11", in: database).contains("+1 −1 ~0"))
    try expect(push("TRUNCATE low", in: database).contains("+0 −2 ~0"))
    expectEqual(rows, "12,Cy,4")
    session.run("open \"\(Self.server.address(database, part: "low"))\"")
    expect(session.run("watch --sql").contains("statements on the table that it is a part of"))
    expect(session.run("watch on").contains("asked every 2 s: statements on the table"))
    try Self.server.psql(
      """
      CREATE EXTENSION postgres_fdw;
      CREATE SERVER other FOREIGN DATA WRAPPER postgres_fdw
        OPTIONS (host '\(Self.server.folder)', dbname '\(database)');
      CREATE USER MAPPING FOR tester SERVER other OPTIONS (user 'tester');
      CREATE FOREIGN TABLE away (id int, name text, age int) SERVER other
        OPTIONS (table_name 'people');
      """, in: database)
    session.run("open --key id \"\(Self.server.address(database, part: "away"))\"")
    expect(session.run("watch --sql").contains("behind a foreign table"))
    expect(session.run("watch on").contains("asked every 2 s: no trigger here sees"))
    try expect(push("DELETE FROM people", in: database).contains("−1"))
  }

  @Test("without triggers the server is asked, which is said; once they are there they tell")
  func polled() throws {
    let database = try open("polled", installs: false)
    let on = session.run("watch on")
    expect(on.contains("asked every 2 s: no triggers report changes (watch --sql"), "\(on)")
    expect(session.run("info").contains("polling, asked every 2 s"))
    try expect(push("UPDATE people SET age = 42 WHERE id = 1", in: database).contains("~1"))
    // Another table takes its place.
    let other = try push(
      "BEGIN; DROP TABLE people; CREATE TABLE people (id int PRIMARY KEY, name text, age int, x int);"
        + "INSERT INTO people VALUES (1, 'Zed', 1, 2); COMMIT", in: database)
    expect(other.hasPrefix("live people +0 −2 ~1, columns"), "\(other)")
    try Self.server.psql(session.run("watch --sql"), in: database)
    session.takeIn(until: { session.run("watch").contains("live, reported by triggers") })
    try expect(push("DELETE FROM people WHERE id = 1", in: database).contains("−1"))
  }

  @Test("a pooler that loses notifications is found out, and the server is asked")
  func pooler() throws {
    let pooler = try PostgresPooler(Self.server, .transaction)
    let database = try open("pooled")
    session.run("close; open \"\(pooler.address(database, part: "people"))\"")
    let on = session.run("watch on")
    expect(on.contains("asked every 2 s: notifications do not come back"), "\(on)")
    try expect(push("UPDATE people SET age = 42 WHERE id = 1", in: database).contains("~1"))
  }

  @Test("a database that is gone ends it, and it is said")
  func gone() throws {
    let database = try open("removed")
    session.run("watch on")
    try Self.server.psql("DROP DATABASE removed WITH (FORCE)")
    let told = session.awaitPush()
    expect(told.contains("live people denied: cannot reach"), "\(told)")
    expect(told.contains(#"database "\#(database)" does not exist"#), "\(told)")
    expect(told.contains("error: no more changes come"), "\(told)")
  }

  @Test(
    "whatever happens to connections, the table ends as its server has it",
    arguments: (1...6).map { UInt64($0) })
  func storms(seed: UInt64) throws {
    let database = try open("storm\(seed)")
    // Cut off in the middle of a message, too.
    let proxy = try PostgresProxy(Self.server)
    session.run("close; open \"\(proxy.address(database, part: "people"))\"")
    let usesLog = seed % 2 == 0
    if usesLog {
      try Self.server.psql("CREATE PUBLICATION p FOR TABLE people", in: database)
    }
    session.run(usesLog ? "watch on --replication" : "watch on")
    let writer = try PostgresConnection(
      try require(
        PostgresAddress(Self.server.address(database) + "&application_name=writer")))
    var random = SeededGenerator(seed: seed)
    func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
    for step in 0..<120 {
      let id = number(0..<40)
      switch number(0..<14) {
      case 0...2:
        try writer.run(
          "INSERT INTO people VALUES (\(id), 'n\(step)', \(step)) ON CONFLICT (id) DO UPDATE "
            + "SET name = 'u\(step)'")
      case 3, 4: try writer.run("UPDATE people SET age = \(step) WHERE id % 3 = \(id % 3)")
      case 5: try writer.run("DELETE FROM people WHERE id BETWEEN \(id) AND \(id + 3)")
      case 6:
        try writer.runAll(
          "BEGIN; DELETE FROM people WHERE id = \(id + 1); UPDATE people SET id = \(id + 1) "
            + "WHERE id = \(id); COMMIT")
      case 7 where step % 4 == 0: try writer.run("TRUNCATE people")
      case 8 where step % 3 == 0:
        try writer.run(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(database)' "
            + "AND application_name = 'tablesh' AND random() < 0.6")
      case 8: proxy.set(.afterReceiving(number(0..<3000)))
      case 9: session.run("edit @\(id) name=mine\(step)")
      case 10: session.run("conflicts keep theirs; reload")
      case 11: session.run("undo")
      default: session.run("watch --for 0.0\(number(0..<9))")
      }
    }
    proxy.set(.never)
    session.takeIn(until: { session.run("watch").contains("live, reported by") })
    try writer.run("INSERT INTO people VALUES (99, 'last', 1)")
    try settle(database)
    expect(session.run("watch").contains("live, reported by"))
  }

  @Test("what watch --sql installs watch --unsql removes, and nothing is left")
  func statements() throws {
    let database = try open("installed")
    let count = """
      SELECT (SELECT count(*) FROM pg_trigger), (SELECT count(*) FROM pg_proc WHERE \
      proname LIKE 'tablesh%')
      """
    try expectEqual(Self.server.psql(count, in: database), "4|1\n")
    // It may be run again.
    try Self.server.psql(session.run("watch --sql"), in: database)
    try expectEqual(Self.server.psql(count, in: database), "4|1\n")
    try Self.server.psql(session.run("watch --unsql"), in: database)
    try expectEqual(Self.server.psql(count, in: database), "0|0\n")
    expect(session.run("watch on").contains("watch --sql prints some"))
  }
}
