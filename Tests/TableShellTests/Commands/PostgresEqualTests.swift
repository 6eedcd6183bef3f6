import Expectations
import PostgresSupport
import TestSupport
import Testing

@testable import TablePostgres
@testable import TableShell

/// Values that others wrote otherwise, and that are the same by the type of their column.
struct PostgresEqualTests {
  private static let server = PostgresServer.shared

  /// A type; a value; what others write; what is written here; whether that is the same.
  private static let cases: [(type: String, was: String, theirs: String, mine: String, Bool)] = [
    ("numeric", "1", "5.5", "5.50", true), ("numeric", "1", "5.50", "5.5", true),
    ("numeric", "1", "5.5", "5.6", false), ("numeric(10,2)", "1", "901", "901", true),
    ("numeric(10,2)", "1", "901.01", "901.005", true), ("float8", "1", "1000", "1e3", true),
    ("int", "1", "7", "007", true), ("timestamp", "2020-01-01", "2024-01-02", "2024-01-02", true),
    ("timestamptz", "2020-01-01", "2024-01-02", "2024-01-02 01:00+01", true),
    ("timestamp(0)", "2020-01-01", "2024-01-02", "2024-01-02 00:00:00.1", true),
    ("timestamp", "2020-01-01", "2024-01-02", "2024-01-03", false),
    ("date", "2020-01-01", "2024-01-02", "2024-1-2", true),
    ("time", "09:00", "10:00", "10:00", true),
    ("bool", "false", "true", "yes", true), ("bool", "false", "true", "no", false),
    ("interval", "1 day", "1 mon", "30 days", false), ("inet", "10.0.0.1", "::1", "0::1", true),
    (
      "uuid", "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a12",
      "A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A12", true
    ),
    ("jsonb", "1", "[1, 2]", "[1,2.0]", true), ("numeric[]", "{1}", "{5.5}", "{5.50}", true),
    ("text", "a", "b", "B", false), ("varchar(3)", "a", "abc", "abcd", false),
    ("numeric", "1", "5.5", "much", false),
  ]

  @Test("what others wrote in another form is no conflict, and comes in as the server has it")
  func equal() throws {
    let tables = Self.cases.enumerated().map { i, each in
      "CREATE TABLE t\(i) (id int PRIMARY KEY, v \(each.type)); INSERT INTO t\(i) VALUES (1, '\(each.was)');"
    }
    let database = try Self.server.database("equal", tables.joined())
    for (i, each) in Self.cases.enumerated() {
      for command in ["save", "reload"] {
        let session = Session(nil)
        try Self.server.psql("UPDATE t\(i) SET v = '\(each.was)'", in: database)
        session.run("set table none; open \"\(Self.server.address(database, part: "t\(i)"))\"")
        session.run("edit @1 v=\"\(each.mine)\"")
        try Self.server.psql("UPDATE t\(i) SET v = '\(each.theirs)'", in: database)
        let told = session.run(command)
        expectEqual(told.contains("conflict"), !each.4, "\(each) \(command): \(told)")
        expectEqual(session.run("changes").contains("@1"), !each.4, "\(each) \(command)")
        guard each.4 else { continue }
        expect(session.run("save").contains("nothing to save"))
        // Undo has nothing to take back: the server has that value by others, too.
        session.run("undo")
        expect(session.run("conflicts").contains("no conflicts"), "\(each)")
        expect(session.run("changes").contains("no"), "\(each)")
      }
    }
  }

  @Test(
    "a row that others added with the same values is no conflict, nor is one among several tables")
  func added() throws {
    let database = try Self.server.database(
      "equal_added",
      """
      CREATE TABLE a (id int PRIMARY KEY, v numeric); CREATE TABLE b (id int PRIMARY KEY, v timestamp);
      INSERT INTO b VALUES (1, '2020-01-01');
      """)
    let session = Session(nil)
    session.run("set table none; open --section-by table \"\(Self.server.address(database))\"")
    session.run("insert a id=1 v=5.50; edit @b/1 v=2024-01-02")
    try Self.server.psql(
      "INSERT INTO a VALUES (1, 5.5); UPDATE b SET v = '2024-01-02'", in: database)
    let saved = session.run("save")
    expect(saved.contains("nothing to save"), "\(saved)")
    expect(session.run("conflicts").contains("no conflicts"))
  }

  @Test("others' changes that come in by themselves are compared, too")
  func pushed() throws {
    let database = try Self.server.database(
      "equal_pushed",
      "CREATE TABLE t (id int PRIMARY KEY, v numeric); INSERT INTO t VALUES (1, 1), (2, 1);")
    let session = Session(nil)
    session.run("set table none; open \"\(Self.server.address(database, part: "t"))\"")
    try Self.server.psql(session.run("watch --sql"), in: database)
    session.run("watch on; edit @1 v=5.50; edit @2 v=7")
    try Self.server.psql("UPDATE t SET v = 5.5", in: database)
    _ = session.awaitPush()
    let conflicts = session.run("conflicts")
    expect(conflicts.contains("'2'") && !conflicts.contains("'1'"), "\(conflicts)")
  }
}
