import Foundation
import PostgresSupport
import TableSources
import TestSupport
import Testing

@testable import TableLive
@testable import TableShell

/// Tables of a real server that others change.
@Suite struct PostgresWatchTests {
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
    #expect(opened.contains("opened"), "\(opened)")
    if installs { try Self.server.psql(session.run("watch --sql"), in: database) }
    return database
  }

  private func push(_ sql: String, in database: String) throws -> String {
    try Self.server.psql(sql, in: database)
    return session.run("watch --count 1 --timeout 20")
  }

  /// The table as text, in its order.
  private var rows: String {
    guard let table = session.shell.current?.table else { return "" }
    return table.sections.flatMap { $0.rows }.map { row in
      table.columns.map { column in
        let cell = table.cell(row, column.id)
        return cell.isNull ? "-" : cell.text
      }.joined(separator: ",")
    }.joined(separator: " ")
  }

  @Test("insert, update, delete and truncate of others come in one by one, at their places")
  func follows() throws {
    let database = try open("pushed")
    let on = session.run("watch on")
    #expect(on.contains("is watched, told by triggers (LISTEN tablesh_public_people)"), "\(on)")
    #expect(session.run("info").contains("live, told by triggers"))
    let changed = try push("UPDATE people SET age = 42 WHERE id = 1", in: database)
    #expect(
      changed == """
        live people +0 −0 ~1
        plan  1 stage, 1 operation, the least possible
          reconfigure row   0:0

        """)
    let inserted = try push(
      "INSERT INTO people VALUES (3, 'New', 1), (0, E'a\\nb,\"', NULL)", in: database)
    #expect(inserted.contains("insert rows   0:0  0:3"), "\(inserted)")
    #expect(rows == "0,a\nb,\",- 1,Ann,42 2,Bob,- 3,New,1 4,,3", "\(rows)")
    #expect(try push("DELETE FROM people WHERE id IN (1, 4)", in: database).contains("+0 −2 ~0"))
    #expect(try push("UPDATE people SET id = 7 WHERE id = 0", in: database).contains("+1 −1 ~0"))
    #expect(rows == "2,Bob,- 3,New,1 7,a\nb,\",-")
    let many = try push(
      "BEGIN; UPDATE people SET age = 9; DELETE FROM people WHERE id = 2; "
        + "INSERT INTO people SELECT n, 'x' FROM generate_series(8, 999) AS n; COMMIT",
      in: database)
    #expect(many.hasPrefix("live people +992 −1 ~2\n"), "\(many)")
    let most = try push(
      "INSERT INTO people SELECT n, 'x' FROM generate_series(1000, 5000) AS n", in: database)
    #expect(most.hasPrefix("live people +4,001 −0 ~0\n"), "\(most)")
    #expect(try push("TRUNCATE people", in: database).hasPrefix("live people +0 −4,995 ~0\n"))
    #expect(session.run("changes") == "no unsaved changes\n")
    #expect(session.run("watch off").contains("no longer watched"))
    #expect(
      try Self.server.psql(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = 'pushed' AND query LIKE '%LISTEN%'")
        == "0\n")
  }

  @Test("what watch --sql installs watch --unsql removes, and nothing is left")
  func statements() throws {
    let database = try open("installed")
    let count = """
      SELECT (SELECT count(*) FROM pg_trigger), (SELECT count(*) FROM pg_proc WHERE \
      proname LIKE 'tablesh%')
      """
    #expect(try Self.server.psql(count, in: database) == "4|1\n")
    // It may be run again.
    try Self.server.psql(session.run("watch --sql"), in: database)
    #expect(try Self.server.psql(count, in: database) == "4|1\n")
    try Self.server.psql(session.run("watch --unsql"), in: database)
    #expect(try Self.server.psql(count, in: database) == "0|0\n")
    #expect(session.run("watch on").contains("watch --sql prints some"))
  }
}
