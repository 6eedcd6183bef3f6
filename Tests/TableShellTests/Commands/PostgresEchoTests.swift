import Expectations
import Postgres
import PostgresSupport
import TableKit
import TestSupport
import Testing

@testable import TablePostgres
@testable import TableShell

/// Tables of a real server that are followed while they are written here and elsewhere.
struct PostgresEchoTests {
  private static let server = PostgresServer.shared
  private let session = Session(nil)

  private func follow(_ name: String, usesLog: Bool) throws -> String {
    let database = try Self.server.database(
      name,
      """
      CREATE TABLE t (id int PRIMARY KEY, x int, y int);
      INSERT INTO t SELECT n, 0, 0 FROM generate_series(1, 20) AS n;
      CREATE PUBLICATION p FOR TABLE t;
      """)
    session.run("open \"\(Self.server.address(database, part: "t"))\"")
    if !usesLog { try Self.server.psql(session.run("watch --sql"), in: database) }
    let on = session.run("watch on" + (usesLog ? " --replication" : ""))
    expect(on.contains("reported by"), "\(on)")
    return database
  }

  private func cell(_ id: Int, _ column: String) -> String? {
    guard let table = session.shell.current?.table, let row = table.row(withKey: ["\(id)"]),
      let column = table.column(named: column)
    else { return nil }
    return table.cell(row, column.id).text
  }

  @Test("echoes of one's own saves change nothing and are not told", arguments: [false, true])
  func echoes(usesLog: Bool) throws {
    let database = try follow("echo_\(usesLog)", usesLog: usesLog)
    for n in 1...25 {
      let saved = session.run("edit @3 x=\(n); save")
      expect(saved.contains("saved"), "\(saved)")
      if n % 2 == 0 {
        let heard = session.run("watch --for 0.02")
        expect(!heard.contains("live t +"), "\(heard)")
      }
      expectEqual(cell(3, "x"), "\(n)")
    }
    // What others change after that is told after all echoes, and alone.
    try Self.server.psql("UPDATE t SET y = 7 WHERE id = 3", in: database)
    let told = session.awaitPush()
    expect(told.hasPrefix("live t +0 −0 ~1"), "\(told)")
    expect(cell(3, "x") == "25" && cell(3, "y") == "7")
    expectEqual(session.run("changes"), "no unsaved changes\n")
    expectEqual(session.run("conflicts"), "no conflicts\n")
  }

  @Test(
    "who writes here and who writes there end with the same table", arguments: [UInt64(1), 2, 3, 4])
  func writers(seed: UInt64) throws {
    let database = try follow("writers_\(seed)", usesLog: seed % 2 == 0)
    let writer = try PostgresConnection(
      try require(
        PostgresAddress(Self.server.address(database) + "&application_name=writer")))
    var random = SeededGenerator(seed: seed)
    func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
    for step in 1...150 {
      let id = number(1..<25)
      switch number(0..<11) {
      case 0, 1: try writer.run("UPDATE t SET x = \(step) WHERE id % 5 = \(id % 5)")
      case 2: try writer.run("DELETE FROM t WHERE id = \(id)")
      case 3: try writer.run("INSERT INTO t VALUES (\(id), \(step), 0) ON CONFLICT DO NOTHING")
      case 4, 5: session.run("edit @\(id) y=\(step)")
      case 6, 7: session.run("conflicts keep \(step % 2 == 0 ? "mine" : "theirs"); save")
      case 8: session.run("reload")
      default: session.run("watch --for 0.0\(number(0..<6))")
      }
    }
    var (here, there, said) = ("", "", "")
    try session.takeIn(until: {
      if session.run("changes") != "no unsaved changes\n" {
        said = session.run("conflicts keep theirs; save")
      }
      there = try Self.server.psql("SELECT id, x, y FROM t ORDER BY id", in: database)
      let table = try require(session.shell.current?.table)
      here = table.allRows.map { row in
        table.columns.map { table.cell(row, $0.id).text }.joined(separator: "|") + "\n"
      }.joined()
      return here == there && session.run("changes") == "no unsaved changes\n"
    })
    expectEqual(here, there, "seed \(seed), \(said)")
  }
}
