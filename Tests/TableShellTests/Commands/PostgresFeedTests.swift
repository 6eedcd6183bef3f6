import PostgresSupport
import TestSupport
import Testing

@testable import TableShell

/// Tables that are followed by a changefeed, as of CockroachDB.
@Suite struct PostgresFeedTests {
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
    #expect(session.run("watch on").contains("is watched, told by a changefeed"))
    #expect(
      feed.statements == [
        #"CREATE CHANGEFEED FOR "public"."people" WITH cursor = '17.0', updated, "#
          + "resolved = '1s', no_initial_scan"
      ])
    try Self.server.psql(
      "INSERT INTO people VALUES (2, 'é', 'new'); DELETE FROM people WHERE id = 3", in: database)
    feed.tell(key: #"[2, "é"]"#)
    feed.tell(key: #"[3, "b"]"#)
    feed.tell(key: #"[2, "é"]"#)
    #expect(session.run("watch --for 0.3") == "")
    feed.tell(key: nil)
    let told = session.run("watch --count 1 --timeout 20")
    #expect(told.contains("live people +1 −1 ~0"), "\(told)")
    #expect(told.contains("insert row   0:1"), "\(told)")
    // A gap: nothing was told of this.
    try Self.server.psql("UPDATE people SET x = 'other' WHERE id = 1", in: database)
    feed.cut()
    let after = session.run("watch --count 1 --timeout 60")
    #expect(after.contains("live people +0 −0 ~1"), "\(after)")
    session.run("watch off")
  }

  @Test("where a changefeed is refused, the server is asked now and then")
  func refused() throws {
    let database = try database("unfed")
    let feed = try FeedServer(before: Self.server, refuses: true)
    session.run("open \"\(feed.address(database, part: "people"))\"")
    let on = session.run("watch on")
    #expect(on.contains("asked every 2 s: its server does not take CREATE CHANGEFEED"), "\(on)")
    try Self.server.psql("UPDATE people SET x = 'other'", in: database)
    #expect(session.run("watch --count 1 --timeout 20").contains("~2"))
  }
}
