import Expectations
import Foundation
import PostgresSupport
import TestSupport
import Testing

@testable import TablePostgres
@testable import TableShell

/// Tables that are written to PostgreSQL, and queries that run there, of a real server.
final class PostgresExportTests {
  private static let server = PostgresServer.shared
  private var folders: [TemporaryFolder] = []

  private func address(_ database: String, _ part: String) -> String {
    "\"" + Self.server.address(database, part: part) + "\""
  }

  /// The table as delimited text, without notes.
  private func csv(_ session: Session, _ format: String = "csv") -> String {
    session.run("export --format \(format) -").split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .filter { !$0.hasPrefix("note: ") }.joined(separator: "\n")
  }

  /// A session on a new file.
  private func session(_ text: String, file: String = "crew.csv") throws -> (Session, String) {
    let folder = TemporaryFolder()
    folders.append(folder)
    let path = try folder.write(text, to: file)
    let session = Session(nil)
    session.run("set table none; open '\(path)'")
    return (session, path)
  }

  @Test("columns of a server's table keep their types, but for those of its database")
  func declaredTypes() throws {
    let session = Session(nil)
    let database = try session.open(
      """
      CREATE TYPE mood AS ENUM ('sad', 'glad');
      CREATE TABLE t (id int PRIMARY KEY, short varchar(5), price numeric(7, 2), at timestamptz,
        day date, key uuid, raw bytea, tags text[], how mood, fine bool);
      INSERT INTO t VALUES (7, '', 1.5, '2026-01-01 10:00+01', '2026-02-03',
        '00000000-0000-0000-0000-000000000001', '\\x00ff', '{a,"b c"}', 'glad', true);
      INSERT INTO t (id) VALUES (8);
      """, "t", name: "exporttypes")
    let exported = session.run("edit @7 price=2.5; export \(address(database, "copy"))")
    expect(
      exported.contains("column 'how' is stored as text: the type 'mood' belongs to the database"),
      "\(exported)")
    let types = try session.rows(
      """
      SELECT string_agg(format_type(atttypid, atttypmod), ', ' ORDER BY attnum)
      FROM pg_attribute WHERE attrelid = 'copy'::regclass AND attnum > 0
      """, database)
    expectEqual(
      types,
      [
        "integer, character varying(5), numeric(7,2), timestamp with time zone, date, uuid, "
          + "bytea, text[], text, boolean"
      ])
    try expectEqual(
      session.rows("SET timezone = 'UTC'; SELECT * FROM copy ORDER BY id", database),
      [
        "7||2.50|2026-01-01 09:00:00+00|2026-02-03|00000000-0000-0000-0000-000000000001|\\x00ff|"
          + "{a,\"b c\"}|glad|t", "8|||||||||",
      ])
    try expectEqual(session.rows("SELECT count(*) FROM copy WHERE short = ''", database), ["1"])
  }

  @Test("a file becomes a table with types and a key, whose text is that of the file")
  func types() throws {
    let database = try Self.server.database("export_types", "")
    let (session, _) = try session(
      """
      id,name,pay,since,code,note
      1,Ann,1.50,2024-02-29,10,"a	b\\c
      d"
      2,Bób,-3,1999-12-31,-0,
      3,,,,,"\\N"

      """)
    let told = session.run("export \(address(database, "crew"))")
    expect(told.contains("exported 3 rows to table 'crew' of postgres"), "\(told)")
    expect(told.contains("column 'code' is stored as text, which keeps -0"), "\(told)")
    let types = try Self.server.psql(
      "SELECT string_agg(attname || ' ' || format_type(atttypid, -1), ',' ORDER BY attnum) "
        + "FROM pg_attribute WHERE attrelid = 'crew'::regclass AND attnum > 0", in: database)
    expectEqual(types, "id bigint,name text,pay numeric,since date,code text,note text\n")
    let again = Session(nil)
    again.run("set table none; open \(address(database, "crew"))")
    expect(again.run("info").contains("id (primary key)"))
    // Numbers and dates without a value are null there.
    expectEqual(
      csv(again),
      """
      id,name,pay,since,code,note
      1,Ann,1.50,2024-02-29,10,"a\tb\\c
      d"
      2,Bób,-3,1999-12-31,-0,
      3,,,,,\\N

      """)
  }

  @Test("all kinds of a typed file come back as they were")
  func kinds() throws {
    let database = try Self.server.database("export_kinds", "")
    let (session, _) = try session(
      """
      [{"id":"a","ok":true,"n":12345678901234567890123,"list":[1, {"x":null}],"word":"7","day":"2024-02-30"},
       {"id":"b","ok":null,"n":0.10,"list":{},"word":"","day":"2024-02-29"},
       {"id":"c","ok":false,"n":null,"list":null,"word":null,"day":null}]
      """, file: "kinds.json")
    session.run("export \(address(database, "kinds"))")
    let before = csv(session, "ndjson")
    session.run("open \(address(database, "kinds"))")
    expectEqual(csv(session, "ndjson"), before)
    expect(before.contains("12345678901234567890123") && before.contains("0.10"))
  }

  @Test(
    "a table that is there is kept, unless --overwrite drops it; what others make of it stops that")
  func overwrite() throws {
    let database = try Self.server.database(
      "export_over", "CREATE TABLE t (a int); INSERT INTO t VALUES (7); CREATE SCHEMA s")
    let (session, _) = try session("id,name\n1,Ann\n")
    let refused = session.run("export \(address(database, "t"))")
    expect(refused.contains("has a table 't'") && refused.contains("--overwrite"), "\(refused)")
    try expectEqual(Self.server.psql("TABLE t", in: database), "7\n")
    expect(session.run("export --overwrite \(address(database, "t"))").contains("exported 1 row"))
    try expectEqual(Self.server.psql("TABLE t", in: database), "1|Ann\n")
    expect(session.run("export \(address(database, "s.u")) @1").contains("exported 1 row"))
    try expectEqual(Self.server.psql("TABLE s.u", in: database), "1|Ann\n")
    try Self.server.psql("CREATE VIEW v AS SELECT * FROM t", in: database)
    let depended = session.run("export --overwrite \(address(database, "t"))")
    expect(depended.contains("other objects depend on it"), "\(depended)")
    try expectEqual(Self.server.psql("TABLE v", in: database), "1|Ann\n")
    expect(session.run("export \(address(database, "none.u"))").contains("schema \"none\""))
    expect(session.run("export \(address(database, ""))").contains("no name for the new table"))
    expect(session.run("export \(address(database, "SELECT 1"))").contains("no name"))
  }

  @Test("nothing is left where a value cannot be stored, a name is too long, or it is a dry run")
  func untouched() throws {
    let database = try Self.server.database("export_nothing", "")
    let long = String(repeating: "é", count: 32)
    let (session, _) = try session("id,\(long)\n1,x\n")
    expect(session.run("export \(address(database, "t"))").contains("at most 63 bytes"))
    let (zero, _) = try self.session(
      #"[{"id":"a","s":"x"},{"id":"b","s":"x\u0000y"}]"#, file: "zero.json")
    let refused = zero.run("export \(address(database, "t"))")
    expect(refused.contains("error") && refused.contains("'s'"), "\(refused)")
    session.run("rename \(long) short")
    expect(session.run("save --dry-run \(address(database, "t2"))").contains("dry run"))
    try expectEqual(
      Self.server.psql(
        "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'", in: database), "0\n")
  }

  @Test("save writes a copy, which counts as saved; --as is refused")
  func save() throws {
    let database = try Self.server.database("export_save", "")
    let (session, _) = try session("id,name\n1,Ann\n")
    session.run("edit @1 name=Bo")
    expect(session.run("save --as \(address(database, "t"))").contains("without --as"))
    expect(session.run("save \(address(database, "t"))").contains("exported 1 row"))
    try expectEqual(Self.server.psql("TABLE t", in: database), "1|Bo\n")
    expectEqual(session.shell.current?.editor.hasUnsavedChanges, false)
  }

  @Test("random texts come back byte for byte", arguments: 0..<20)
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let database = try Self.server.database("export_random_\(seed)", "")
    let words = [
      "", "0", "-0", "1", "007", "1.0", "1.10", "-0.0", "9223372036854775808", "1e5", ".5", "5.",
      "2024-02-29", "2023-02-29", "0000-01-01", "\\N", "\\.", "\\", "a\tb", "x\ny", "é\u{301}",
      "'\"",
      "true", "null", "{}", "x'00'", " 1", "+1", "\u{1F9D1}\u{200D}\u{1F680}", "\u{7F}", "\r",
    ]
    var lines = "id,a,b,c\n"
    // Columns of few different words are numbers or dates now and then.
    let choices = (0..<3).map { _ in
      (0..<Int.random(in: 1...3, using: &random)).map { _ in
        words[Int.random(in: 0..<words.count, using: &random)]
      }
    }
    for row in 0..<Int.random(in: 1...12, using: &random) {
      lines += "\(row)"
      for choice in choices {
        let word = choice[Int.random(in: 0..<choice.count, using: &random)]
        lines += ",\"" + word.replacing("\"", with: "\"\"") + "\""
      }
      lines += "\n"
    }
    let (session, _) = try session(lines)
    let exported = session.run("export \(address(database, "t"))")
    expect(exported.contains("exported"), "\(lines)\(exported)")
    let before = csv(session, "ndjson")
    session.run("open \(address(database, "t"))")
    let cells = { (text: String) in
      // Numbers, and what is null, are text in the file.
      text.replacing(/:(-?[0-9.]+(?:e[-+]?[0-9]+)?)/) { ":\"\($0.output.1)\"" }.replacing(
        ":null", with: ":\"\"")
    }
    expectEqual(
      cells(csv(session, "ndjson")), cells(before), "\(lines)")
  }

  @Test("a query of a server's table runs there; --local runs over what is here")
  func query() throws {
    let database = try Self.server.database(
      "export_query",
      "CREATE TABLE people (id int PRIMARY KEY, age int); INSERT INTO people SELECT n, n FROM generate_series(1, 9) AS n"
    )
    let session = Session(nil)
    session.run("set table none; open \(address(database, "people")); edit @1 age=100")
    let there = session.run(
      "query \"SELECT sum(age) AS s, current_setting('TimeZone') FROM people\"")
    expect(there.contains("what is not saved is not in it"), "\(there)")
    expectEqual(csv(session), "s,current_setting\n45,UTC\n")
    session.run("open people; query --local \"SELECT sum(age) AS s FROM people\"")
    expectEqual(csv(session), "s\n144\n")
    session.run("open people")
    let wrong = session.run("query \"DELETE FROM people\"")
    expect(wrong.contains("a query is one SELECT"), "\(wrong)")
    let writes = session.run(
      "query \"WITH d AS (DELETE FROM people RETURNING 1) SELECT count(*) FROM d\"")
    expect(writes.contains("error"), "\(writes)")
    expect(session.run("query \"SELECT 1; SELECT 2\"").contains("error"))
    expect(session.run("query \"SELECT nothing FROM people\"").contains("nothing"))
    try expectEqual(Self.server.psql("SELECT count(*) FROM people", in: database), "9\n")
  }

  @Test("a file and a server's table are joined, and rows are inserted from one into the other")
  func join() throws {
    let database = try Self.server.database(
      "export_join",
      "CREATE TABLE pay (id int PRIMARY KEY, pay int); INSERT INTO pay VALUES (1, 10), (2, 20)")
    let (session, _) = try session("id,name\n1,Ann\n2,Bo\n")
    let joined = session.run("join \(address(database, "pay")) on id")
    expect(!joined.contains("error"), "\(joined)")
    expectEqual(csv(session), "id,name,pay\n1,Ann,10\n2,Bo,20\n")
    let (other, _) = try self.session("id,pay\n7,70\n", file: "other.csv")
    let inserted = other.run("insert from \(address(database, "pay"))")
    expect(!inserted.contains("error"), "\(inserted)")
    expectEqual(csv(other), "id,pay\n7,70\n1,10\n2,20\n")
  }
}
