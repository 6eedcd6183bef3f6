import Expectations
import Foundation
import Postgres
import PostgresSupport
import TableKit
import TestSupport
import Testing

@testable import TablePostgres
@testable import TableShell

/// Tables of a real server that are followed by its log of changes.
struct PostgresLogTests {
  private static let server = PostgresServer.shared
  private let session = Session(nil)

  private func open(_ name: String, _ sql: String, part: String = "t") throws -> String {
    let database = try Self.server.database(name, sql)
    let opened = session.run("open \"\(Self.server.address(database, part: part))\"")
    expect(opened.contains("opened"), "\(opened)")
    return database
  }

  private func push(_ sql: String, in database: String) throws -> String {
    try Self.server.psql(sql, in: database)
    return session.awaitPush()
  }

  /// Watches the log, which begins when no transaction is open, of other tests either.
  private func watchLog() -> String {
    var reply = session.run("watch on --replication")
    for _ in 0..<20 where reply.contains("a transaction stays open") {
      reply = session.run("watch on --replication")
    }
    return reply
  }

  /// The table as text, in its order, long cells by their length.
  private var rows: String {
    guard let table = session.shell.current?.table else { return "" }
    return table.sections.flatMap { $0.rows }.map { row in
      table.columns.map { column in
        let cell = table.cell(row, column.id)
        return cell.isNull ? "-" : cell.text.count > 99 ? "\(cell.text.count)" : cell.text
      }.joined(separator: ",")
    }.joined(separator: " ")
  }

  @Test("each commit is one push; large values, other keys, TRUNCATE and new columns")
  func follows() throws {
    let database = try open(
      "logged",
      """
      CREATE TABLE t (id int PRIMARY KEY, big text, ok bool, at timestamptz);
      ALTER TABLE t ALTER COLUMN big SET STORAGE EXTERNAL;
      INSERT INTO t VALUES (1, repeat('x', 9000), true, '2026-11-25 12:00+00'),
        (5, NULL, false, NULL);
      CREATE PUBLICATION p FOR TABLE t;
      """)
    let on = watchLog()
    expect(on.contains("is watched, reported by the server's log (publication p)"), "\(on)")
    // The large value is not told.
    try expect(push("UPDATE t SET ok = false WHERE id = 1", in: database).contains("~1"))
    expectEqual(rows, "1,9000,false,2026-11-25 12:00:00+00 5,-,false,-")
    let moved = try push(
      "BEGIN; UPDATE t SET id = 3 WHERE id = 1; UPDATE t SET ok = true WHERE id = 3; "
        + "INSERT INTO t (id) SELECT n FROM generate_series(6, 8) AS n; "
        + "DELETE FROM t WHERE id = 7; COMMIT", in: database)
    expect(moved.hasPrefix("live t +3 −1 ~0\n"), "\(moved)")
    expectEqual(rows, "3,9000,true,2026-11-25 12:00:00+00 5,-,false,- 6,-,-,- 8,-,-,-")
    try expect(push("INSERT INTO t (id) VALUES (4)", in: database).contains("insert row   0:1"))
    let emptied = try push(
      "BEGIN; TRUNCATE t; INSERT INTO t (id) VALUES (2); COMMIT", in: database)
    expect(emptied.contains("−5"), "\(emptied)")
    session.takeIn(until: { rows == "2,-,-,-" })
    try Self.server.psql(
      "ALTER TABLE t ADD COLUMN n int DEFAULT 7; INSERT INTO t (id) VALUES (9)", in: database)
    session.takeIn(until: { rows == "2,-,-,-,7 9,-,-,-,7" })
    session.run("watch off")
    let left = "SELECT count(*) FROM pg_replication_slots WHERE database = 'logged'"
    try expectEventuallyEqual(Self.server.psql(left), "0\n")
  }

  @Test("what the log does not tell is refused with what to do")
  func refused() throws {
    let database = try open(
      "unlogged",
      """
      CREATE TABLE t (id int PRIMARY KEY, x text);
      CREATE TABLE bare (id int NOT NULL UNIQUE, x text);
      CREATE PUBLICATION p FOR TABLE bare;
      CREATE ROLE reader LOGIN;
      GRANT SELECT ON t TO reader;
      CREATE TABLE made (id int PRIMARY KEY, x int GENERATED ALWAYS AS (id + 1) STORED);
      CREATE TABLE part (id int PRIMARY KEY) PARTITION BY RANGE (id);
      CREATE PUBLICATION q FOR TABLE made, part WITH (publish_via_partition_root);
      """)
    let none = session.run("watch on --replication")
    expect(none.contains("hint:  watch on works without it"), "\(none)")
    expect(none.contains("error: ") && none.contains("CREATE PUBLICATION"), "\(none)")
    expect(session.run("watch").contains("nothing is watched"))
    session.run("watch on")
    expect(session.run("watch on --replication").contains("error: "))
    expect(session.run("watch").contains("polling, asked every 2 s"))
    for (table, why) in [("made", "leaves generated columns out"), ("part", "it has partitions")] {
      session.run("open \"\(Self.server.address(database, part: table))\"")
      let refused = session.run("watch on --replication")
      expect(refused.contains(why), "\(refused)")
    }
    session.run("open \"\(Self.server.address(database, part: "bare"))\"")
    expect(session.run("watch on --replication").contains("changes by others would fail"))
    let address = Self.server.address(database, part: "t").replacing("tester", with: "reader")
    session.run("open \"\(address)\"")
    expect(session.run("watch on --replication").contains("ALTER ROLE … REPLICATION"))
    expect(session.run("watch on").contains("asked every 2 s"))
  }

  @Test("a transaction that stays open keeps a place in the log from being made, which is said")
  func open() throws {
    let database = try open(
      "openlog", "CREATE TABLE t (id int PRIMARY KEY); CREATE PUBLICATION p FOR TABLE t;")
    let other = try PostgresConnection(
      try require(PostgresAddress(Self.server.address(database) + "&application_name=other")))
    try other.runAll("BEGIN; INSERT INTO t VALUES (1)")
    let refused = session.run("watch on --replication")
    expect(refused.contains("a transaction stays open"), "\(refused)")
    try other.runAll("COMMIT")
    expect(watchLog().contains("reported by the server's log"))
    expectEqual(session.shell.current?.table.rowCount, 0)
    _ = session.awaitPush()
    expectEqual(session.shell.current?.table.rowCount, 1)
  }

  @Test("edits of one's own and a reload do not flip cells back")
  func reloads() throws {
    let database = try open(
      "relogged",
      """
      CREATE TABLE t (id int PRIMARY KEY, x int);
      INSERT INTO t SELECT n, 0 FROM generate_series(1, 20) AS n;
      CREATE PUBLICATION p FOR TABLE t;
      """)
    _ = watchLog()
    for n in 1...30 {
      try Self.server.psql("UPDATE t SET x = \(n)", in: database)
      if n % 3 == 0 { session.run("reload") }
      session.run("watch --for 0.01")
      let known = rows.split(separator: " ").first { $0.hasPrefix("1,") }.map { $0.dropFirst(2) }
      // Never older than what a reload has shown.
      expect((known.flatMap { Int($0) } ?? 0) >= n - n % 3)
    }
    session.takeIn(until: { rows.hasPrefix("1,30 ") })
  }
}
