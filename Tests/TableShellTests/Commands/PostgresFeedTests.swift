import Expectations
import PostgresSupport
import TestSupport
import Testing

@testable import TablePostgres
@testable import TableShell

/// Tables that are followed by a changefeed, as of CockroachDB.
struct PostgresFeedTests {
  private static let server = PostgresServer.shared
  private let session = Session(nil)

  private func database(_ name: String) throws -> String {
    try Self.server.database(
      name,
      """
      CREATE TABLE people (id int, code text, x text, PRIMARY KEY (id, code));
      INSERT INTO people VALUES (1, 'a', 'p'), (3, 'b', 'q');
      """)
  }

  @Test("what a changefeed tells is read once everything before was told, and again after a cut")
  func follows() throws {
    let database = try database("fed")
    let feed = try FeedServer(before: Self.server)
    session.run("open \"\(feed.address(database, part: "people"))\"")
    expect(session.run("watch on").contains("is watched, reported by a changefeed"))
    expectEqual(
      feed.statements,
      [
        #"CREATE CHANGEFEED FOR "public"."people" WITH cursor = '17.0', updated, "#
          + "resolved = '1s', no_initial_scan"
      ])
    try Self.server.psql(
      "INSERT INTO people VALUES (2, 'é', 'new'); DELETE FROM people WHERE id = 3", in: database)
    feed.tell(key: #"[2, "é"]"#)
    feed.tell(key: #"[3, "b"]"#)
    feed.tell(key: #"[2, "é"]"#)
    expectEqual(session.run("watch --for 0.3"), "")
    feed.tell(key: nil)
    let told = session.awaitPush()
    expect(told.contains("live people +1 −1 ~0"), "\(told)")
    expect(told.contains("insert row   0:1"), "\(told)")
    // A gap: nothing was told of this.
    try Self.server.psql("UPDATE people SET x = 'other' WHERE id = 1", in: database)
    feed.cut()
    let after = session.awaitPush()
    expect(after.contains("live people +0 −0 ~1"), "\(after)")
    session.run("watch off")
  }

  @Test("where a changefeed is refused, the server is asked now and then")
  func refused() throws {
    let database = try database("unfed")
    let feed = try FeedServer(before: Self.server, refuses: true)
    session.run("open \"\(feed.address(database, part: "people"))\"")
    let on = session.run("watch on")
    expect(on.contains("asked every 2 s: its server does not take CREATE CHANGEFEED"), "\(on)")
    try Self.server.psql("UPDATE people SET x = 'other'", in: database)
    expect(session.awaitPush().contains("~2"))
  }

  @Test("where COPY is refused, rows are read one by one; what else is lacking is done without")
  func lacking() throws {
    let database = try database("lacking")
    for code in ["0A000", "42601", "42501"] {
      let server = try FeedServer(
        before: Self.server,
        lacking: ["COPY": code, "SET CONSTRAINTS": code == "42501" ? "0A000" : code])
      let address = server.address(database, part: "people")
      let opened = session.run("open \"\(address)\"")
      expect(opened.contains("opened"), "\(opened)")
      expectEqual(session.run("count"), "2\n")
      let saved = session.run("edit @1/a x=\(code); insert 0 id=9 code=\(code); delete @3/b; save")
      expect(saved.contains("inserted 1 row"), "\(saved)")
      expect(session.run("reload").contains("reloaded"))
      try expectEqual(session.rows("SELECT x FROM people WHERE id = 1", database), [code])
      session.run("close")
      let window = Session(nil) { $0.reading.windowRows = 1 }
      window.run("open --window \"\(address)\"")
      expect(window.run("export -").contains("1,a,\(code)\n"))
      try Self.server.psql(
        "DELETE FROM people WHERE id = 9; INSERT INTO people VALUES (3, 'b', 'q') "
          + "ON CONFLICT DO NOTHING", in: database)
      session.run("open --section-by table \"\(server.address(database))\"")
      expectEqual(session.run("count"), "2\n")
      session.run("close")
    }
  }

  @Test("where LISTEN is refused, a table with triggers is asked now and then")
  func deaf() throws {
    let database = try database("deaf")
    let server = try FeedServer(
      before: Self.server, lacking: ["LISTEN": "0A000"], isCockroach: false)
    session.run("open \"\(server.address(database, part: "people"))\"")
    try Self.server.psql(session.run("watch --sql"), in: database)
    let on = session.run("watch on")
    expect(on.contains("asked every 2 s: its server does not take LISTEN (0A000)"), "\(on)")
    try Self.server.psql("UPDATE people SET x = 'other'", in: database)
    expect(session.awaitPush().contains("~2"))
  }

  @Test("a COMMIT that others are in the way of is tried again as a whole, and given up after five")
  func refusedCommits() throws {
    let database = try database("refusedcommits")
    let server = try FeedServer(before: Self.server)
    session.run("open \"\(server.address(database, part: "people"))\"")
    server.refuseCommits(3)
    let saved = session.run("edit @1/a x=new; insert 0 id=7 code=z; save")
    expect(saved.contains("inserted 1 row, changed 1 row"), "\(saved)")
    expectEqual(server.commitCount, 4)
    try expectEqual(session.rows("SELECT count(*) FROM people", database), ["3"])
    server.refuseCommits(100)
    let refused = session.run("edit @1/a x=later; save")
    expect(refused.contains("error: the server refuses (40001): not here"), "\(refused)")
    expect(refused.contains("hint:  others"), "\(refused)")
    expectEqual(server.commitCount, 5)
    try expectEqual(session.rows("SELECT x FROM people WHERE id = 1", database), ["new"])
    server.refuseCommits(0)
    expect(session.run("save").contains("changed 1 row"))
  }
}
