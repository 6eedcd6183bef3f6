import Expectations
import PostgresSupport
import TestSupport
import Testing

@testable import TablePostgres
@testable import TableShell

/// Saves beside others who write, for every kind of type: what is shown as another text is another
/// value, whatever the type calls equal.
struct PostgresGuardTests {
  private static let server = PostgresServer.shared
  private let session = Session(nil)

  private static let types = """
    CREATE EXTENSION citext;
    CREATE COLLATION folding (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
    CREATE TYPE mood AS ENUM ('sad', 'glad', 'mad');
    CREATE TYPE pair AS (a numeric, b text);
    CREATE DOMAIN amount AS numeric CHECK (VALUE >= 0);
    CREATE DOMAIN count AS int CHECK (VALUE >= 0);
    CREATE DOMAIN word AS varchar(9) COLLATE folding;
    CREATE DOMAIN code AS char(4);
    """

  /// A type; a value; what others write, which many types call equal; what is written here.
  private static let cases: [(type: String, was: String?, theirs: String?, mine: String?)] = [
    ("numeric", "1.0", "1.00", "2"), ("numeric", "NaN", "Infinity", "2"),
    ("float8", "0", "-0", "1"), ("float8", "-0", "0", "1"), ("float4", "0", "-0", "1"),
    ("interval", "1 mon", "30 days", "1 day"), ("interval", "1 day", "24:00:00", "1 mon"),
    ("bpchar", "a", "a ", "b"), ("char(4)", "a", "b", "c"), ("code", "a", "b", "c"),
    ("citext", "a", "A", "b"), ("text COLLATE folding", "ann", "ANN", "bob"),
    ("varchar(5) COLLATE folding", "ann", "Ann", "bob"), ("word", "ann", "Ann", "bob"),
    ("text", "ä", "a\u{308}", "b"), ("text", "", nil, "b"), ("text", nil, "", "b"),
    ("text", "NULL", nil, "b"), ("text", "a", "a ", nil), ("varchar", "a", "a ", "b"),
    ("jsonb", "1.0", "1.00", "2"), ("jsonb", "[1]", "[1.0]", "2"), ("json", "[1]", "[1 ]", "2"),
    ("numeric[]", "{1.0}", "{1.00}", "{2}"), ("numrange", "[1,2)", "[1.0,2)", "empty"),
    ("pair", "(1.0,x)", "(1.00,x)", "(2,x)"), ("amount", "1.0", "1.00", "2"),
    ("count", "1", "2", "3"),
    ("mood", "sad", "glad", "mad"), ("xml", "<a/>", "<a></a>", "<b/>"),
    ("bool", "true", "false", nil), ("bool", nil, "false", "true"), ("bool", "false", nil, "true"),
    ("int2", "0", "1", "2"), ("int4", "0", nil, "2"), ("int8", nil, "0", "2"),
    ("oid", "0", "1", "2"),
    ("uuid", "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a12", nil),
    ("bytea", "\\x00", "\\x0000", "\\x"), ("bytea", "\\x", nil, "\\x01"),
    ("date", "2026-01-01", "infinity", "2026-01-02"), ("date", "0001-01-01", "0001-01-01 BC", nil),
    ("time", "00:00:00", "24:00:00", "12:00:00"),
    ("timetz", "12:00:00+00", "13:00:00+01", "01:00:00+00"),
    ("timestamp", "2026-01-01 00:00:00", "2026-01-01 00:00:00.000001", nil),
    ("timestamptz", "2026-01-01 00:00:00+00", "2026-01-01 00:00:00+01", nil),
    ("inet", "10.0.0.1", "10.0.0.1/31", "10.0.0.2"), ("bit(2)", "01", "10", "11"),
    ("point", "(0,0)", "(0,1)", "(1,1)"), ("tsvector", "'a'", "'a' 'b'", "'c'"),
  ]

  private func value(_ text: String?) -> String {
    text.map { "'" + $0.replacing("'", with: "''") + "'" } ?? "NULL"
  }

  private func edit(_ text: String?) -> String {
    guard let text else { return "edit --null v @1" }
    return "edit @1 v=\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }

  @Test("no update and no deletion is lost, and what nobody else changed is saved")
  func guards() throws {
    let tables = Self.cases.enumerated().map { i, each in
      """
      CREATE TABLE t\(i) (id int PRIMARY KEY, v \(each.type));
      INSERT INTO t\(i) VALUES (1, \(value(each.was))), (2, \(value(each.was)));
      """
    }.joined(separator: "\n")
    let database = try Self.server.database("guards", Self.types + tables)
    @discardableResult func sql(_ text: String) throws -> String {
      try Self.server.psql(text, in: database)
    }
    for (i, each) in Self.cases.enumerated() {
      let what = "\(each)"
      let opened = session.run("open \"\(Self.server.address(database, part: "t\(i)"))\"")
      expect(opened.contains("opened"), "\(what): \(opened)")
      // Others change it first.
      session.run(edit(each.mine))
      try sql("UPDATE t\(i) SET v = \(value(each.theirs)) WHERE id = 1")
      let stored = try sql("SELECT * FROM t\(i) ORDER BY id")
      expect(session.run("save").contains("error: 1 conflict with the source"), "\(what)")
      try expectEqual(sql("SELECT * FROM t\(i) ORDER BY id"), stored, "\(what)")
      session.run("conflicts keep mine")
      let saved = session.run("save")
      expect(saved.contains("changed 1 row"), "\(what): \(saved)")
      let mine = try sql("SELECT v, v IS NULL FROM t\(i) WHERE id = 1")
      try expectEqual(
        mine,
        sql(
          "SELECT v, v IS NULL FROM (SELECT \(value(each.mine))::\(base(each.type)) AS v) AS m"),
        "\(what)")
      expect(session.run("save").contains("nothing to save"), "\(what)")
      // Nobody else changes it.
      session.run("delete @2")
      let former = try sql("SELECT * FROM t\(i) ORDER BY id")
      try sql("UPDATE t\(i) SET v = \(value(each.theirs)) WHERE id = 2")
      expect(session.run("save").contains("conflict"), "\(what)")
      try expectEqual(sql("SELECT count(*) FROM t\(i)"), "2\n", "\(what): \(former)")
      session.run("conflicts keep mine")
      expect(session.run("save").contains("deleted 1 row"), "\(what)")
      try expectEqual(sql("SELECT id FROM t\(i)"), "1\n", "\(what)")
    }
  }

  private func base(_ type: String) -> String {
    type.replacing(" COLLATE folding", with: "")
  }

  @Test("what stands in a key is told apart by its text, and one that others changed is not found")
  func guardedKeys() throws {
    let database = try session.open(
      Self.types + """
        CREATE TABLE n (v numeric PRIMARY KEY, x int);
        INSERT INTO n VALUES (1.0, 1), (2, 2);
        CREATE TABLE f (v text COLLATE folding PRIMARY KEY, x int);
        INSERT INTO f VALUES ('ann', 1), ('bob', 2);
        CREATE TABLE d (v date, w uuid, x int, PRIMARY KEY (v, w));
        INSERT INTO d VALUES ('2026-01-01', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', 1);
        """, "n")
    @discardableResult func sql(_ text: String) throws -> String {
      try Self.server.psql(text, in: database)
    }
    session.run("edit @1.0 x=7; edit @2 x=8")
    try sql("UPDATE n SET v = 1.00 WHERE v = 1")
    expect(session.run("save").contains("conflict"))
    try expectEqual(sql("SELECT * FROM n ORDER BY v"), "1.00|1\n2|2\n")
    session.run("open \"\(Self.server.address(database, part: "f"))\"")
    session.run("edit @ann x=7; edit @bob x=8")
    try sql("UPDATE f SET v = 'ANN' WHERE v = 'ann'")
    expect(session.run("save").contains("conflict"))
    try expectEqual(sql("SELECT * FROM f ORDER BY x"), "ANN|1\nbob|2\n")
    session.run("open \"\(Self.server.address(database, part: "d"))\"")
    session.run("edit 0:0 v=2026-02-01 x=7")
    expect(session.run("save").contains("changed 1 row"))
    try expectEqual(sql("SELECT v, x FROM d"), "2026-02-01|7\n")
  }

  @Test("a key that the user names is told apart by value where it is exact, else by text")
  func namedKeys() throws {
    let database = try session.open(
      "CREATE TABLE t (a int, b numeric, x text); INSERT INTO t VALUES (1, 1.0, 'p'), (1, 2, 'q')",
      "t", options: "--key a,b")
    @discardableResult func sql(_ text: String) throws -> String {
      try Self.server.psql(text, in: database)
    }
    session.run("edit @1/2 x=r; edit @1/1.0 x=s")
    expect(session.run("save").contains("changed 2 rows"))
    try expectEqual(sql("SELECT * FROM t ORDER BY b"), "1|1.0|s\n1|2|r\n")
    // Two rows of one key are not known to be the one that was meant.
    session.run("edit @1/2 x=t")
    try sql("INSERT INTO t VALUES (1, 2, 'r')")
    expect(session.run("save").contains("error"))
    try expectEqual(sql("SELECT count(*) FROM t WHERE x = 't'"), "0\n")
  }
}
