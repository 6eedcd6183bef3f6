import Expectations
import Postgres
import PostgresSupport
import TableKit
import TableSources
import TestSupport
import Testing

@testable import TablePostgres

/// Tables of a real server, read.
struct PostgresSourceTests {
  private static let server = PostgresServer.shared

  private func source(
    _ database: String, _ part: String?, key: [String] = []
  ) throws -> PostgresSource {
    var options = ReadOptions()
    options.key = key
    let text = Self.server.address(database, part: part)
    return PostgresSource(try require(PostgresAddress(text)), options: options)
  }

  /// The rows as texts; nil: null.
  private func texts(_ table: Table) -> [[String?]] {
    table.sections.flatMap { $0.rows }.map { row in
      table.columns.map { column in
        let cell = table.cell(row, column.id)
        return cell.isNull ? nil : cell.text
      }
    }
  }

  private func json(_ loaded: LoadedTable) throws -> String {
    let format = try require(TableFormats.named("ndjson") ?? TableFormats.named("json"))
    let bytes = try FileOrigin(format: format, from: loaded.origin).bytes(of: loaded.table)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("values are the server's texts, and are written to JSON with their kinds")
  func kinds() throws {
    let database = try Self.server.database(
      "kinds",
      """
      CREATE TYPE mood AS ENUM ('sad', '7');
      CREATE DOMAIN truth AS bool;
      CREATE TABLE t (
        id int PRIMARY KEY, n numeric, f float8, big int8, b bool, d truth, t text, v varchar(9),
        at timestamptz, day date, j json, jb jsonb, raw bytea, list text[], m mood, bits bit(3));
      INSERT INTO t VALUES
        (2, 123456789012345678901234567890.50, 'NaN', 9007199254740993, true, false, '', '007',
         '2026-11-25 12:00:00+01', '2026-02-03', '{"a": [1,\n 2]}', '"x\\ny"', '\\x00ff',
         '{a,"b c",NULL}', '7', '101'),
        (1, 1e-7, 0.1, -1, NULL, true, E'a "b"\n,c', NULL, NULL, NULL, 'null', '5', '', '{}',
         'sad', NULL);
      """)
    let loaded = try source(database, "t").read()
    let rows = texts(loaded.table)
    let quoted: [String?] = ["a \"b\"\n,c", nil, nil, nil, "null", "5", "\\x", "{}", "sad", nil]
    expectEqual(rows[0], ["1", "0.0000001", "0.1", "-1", nil, "true"] + quoted)
    let first: [String?] = [
      "2", "123456789012345678901234567890.50", "NaN", "9007199254740993", "true", "false", "",
      "007", "2026-11-25 11:00:00+00", "2026-02-03", "{\"a\": [1,\n 2]}", "\"x\\ny\"", "\\x00ff",
      "{a,\"b c\",NULL}", "7", "101",
    ]
    expectEqual(rows[1], first)
    let kinds = Dictionary(
      uniqueKeysWithValues: loaded.table.columns.map { ($0.name, $0.typing) })
    expect(kinds["id"] == .number && kinds["n"] == .decimal && kinds["big"] == .decimal)
    expect(kinds["v"] == .text && kinds["m"] == .text && kinds["bits"] == .text)
    let text = try json(loaded)
    for part in [
      #""n":123456789012345678901234567890.50"#, #""f":"NaN""#, #""big":9007199254740993"#,
      #""b":true"#, #""d":false"#, #""t":"""#, #""v":"007""#, #""j":{"a":"#, #""jb":"x\ny""#,
      #""m":"7""#, #""bits":"101""#, #""jb":5"#, #""list":"{}""#,
    ] {
      expect(text.replacing(": ", with: ":").contains(part), "\(part) in \(text)")
    }
  }

  @Test("the key is the primary key, else a unique index without nulls, else what the user says")
  func keys() throws {
    let database = try Self.server.database(
      "keyed",
      """
      CREATE TABLE pair (b text, a int, x text, PRIMARY KEY (a, b));
      INSERT INTO pair VALUES ('z', 1, 'p'), ('y', 2, 'q'), ('x', 1, 'r');
      CREATE TABLE given (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, x text);
      CREATE TABLE uniq (x text, y int UNIQUE, code text NOT NULL UNIQUE);
      CREATE TABLE bare (id int, x text);
      INSERT INTO bare VALUES (2, 'a'), (1, 'b'), (2, 'c');
      CREATE VIEW seen AS SELECT a, b FROM pair;
      CREATE TABLE part (k int PRIMARY KEY) PARTITION BY RANGE (k);
      """)
    func read(_ part: String, key: [String] = []) throws -> (PostgresSource, LoadedTable) {
      let source = try source(database, part, key: key)
      return (source, try source.read())
    }
    let (pair, rows) = try read("pair")
    expect(pair.shape?.key == ["a", "b"] && pair.shape?.keyReason == .primary)
    expectEqual(texts(rows.table), [["x", "1", "r"], ["z", "1", "p"], ["y", "2", "q"]])
    expect(!rows.table.assignsKeys)
    let (given, empty) = try read("given")
    expect(given.shape?.assignsKeys == true && empty.table.assignsKeys)
    expect(empty.table.rowCount == 0 && empty.table.columns.map(\.name) == ["id", "x"])
    try expectEqual(read("uniq").0.shape?.key, ["code"])
    // Not even a column called id is taken for one.
    let (_, bare) = try read("bare")
    expect(!bare.table.hasKey && bare.table.rowCount == 3)
    let (seen, view) = try read("seen", key: ["a", "b"])
    expect(seen.shape?.kind == .view && view.table.hasKey)
    expectEqual(texts(view.table), [["1", "x"], ["1", "z"], ["2", "y"]])
    expect(throws: PostgresSourceError.self) { try read("seen", key: ["a"]) }
    try expectEqual(read("part").0.shape?.kind, .partitioned)
  }

  @Test("names in quotes, of schemas, with dots and in capitals are found; others have a hint")
  func names() throws {
    let database = try Self.server.database(
      "named",
      """
      CREATE SCHEMA "S.x";
      CREATE TABLE "S.x"."T ""q"" x" (a int PRIMARY KEY);
      CREATE TABLE "a.b" (c int PRIMARY KEY);
      CREATE TABLE people (d int PRIMARY KEY, "Unit price" text);
      CREATE TABLE "select x" (e int PRIMARY KEY);
      """)
    func columns(_ part: String) throws -> [String] {
      try source(database, part).read().table.columns.map(\.name)
    }
    try expectEqual(columns(#""S.x"."T ""q"" x""#), ["a"])
    try expectEqual(columns("a.b"), ["c"])
    try expectEqual(columns("People"), ["d", "Unit price"])
    try expectEqual(columns("public.people"), ["d", "Unit price"])
    try expectEqual(columns("select x"), ["e"])
    func problem(_ part: String?) throws -> PostgresSourceError? {
      do {
        _ = try source(database, part).read()
        return nil
      } catch { return error as? PostgresSourceError }
    }
    let near = try problem("peple")
    expect(near?.code == "no-table" && near?.hint?.hasSuffix("#people") == true)
    try expectEqual(
      problem("xyzzyx")?.hint?.contains(#""S.x"."T ""q"" x", a.b, people, select x"#), true)
    try expectEqual(problem(nil)?.message.hasSuffix("has 4 tables: name one"), true)
    try expectEqual(problem("other.people")?.code, "no-table")
  }

  @Test("a query is one statement that only reads, and its columns may have one name")
  func queries() throws {
    let database = try Self.server.database(
      "queried", "CREATE TABLE t (a int PRIMARY KEY, b bool); INSERT INTO t VALUES (1, true);")
    func rows(_ sql: String) throws -> [[String?]] {
      texts(try source(database, sql).read().table)
    }
    try expectEqual(rows("SELECT a, a, b, b FROM t -- end"), [["1", "1", "true", "true"]])
    try expectEqual(rows("VALUES (1, ''), (2, NULL)"), [["1", ""], ["2", nil]])
    try expectEqual(rows("SELECT NULL::text UNION ALL SELECT ''"), [[nil], [""]])
    // COPY does not take a semicolon: rows come one by one.
    try expectEqual(
      rows("SELECT a, b, ''::text, NULL::text, 'x\"y' FROM t;"), [["1", "true", "", nil, "x\"y"]])
    for sql in [
      "SELECT 1) TO PROGRAM 'touch /tmp/never' --", "SELECT 1; DELETE FROM t",
      "WITH x AS (DELETE FROM t RETURNING a) SELECT * FROM x", "SELECT nextval('s')",
    ] {
      expect(throws: PostgresSourceError.self) { try rows(sql) }
    }
    try expectEqual(Self.server.psql("SELECT count(*) FROM t", in: database), "1\n")
  }

  @Test("it is read again over the same connection, and over another when that has ended")
  func again() throws {
    let database = try Self.server.database(
      "again", "CREATE TABLE t (a int PRIMARY KEY); INSERT INTO t VALUES (1);")
    let source = try source(database, "t")
    try expectEqual(source.read().table.rowCount, 1)
    try Self.server.psql("INSERT INTO t VALUES (2)", in: database)
    try expectEqual(source.read().table.rowCount, 2)
    try Self.server.psql(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(database)' "
        + "AND pid <> pg_backend_pid()")
    try expectEqual(source.read().table.rowCount, 2)
    expectEqual(source.facts.map(\.name), ["server", "relation", "TLS"])
    expectEqual(source.facts[1].text, "public.t, table")
  }

  @Test("reading ends when nobody wants it any more")
  func cancelled() throws {
    let source = try source("postgres", "SELECT pg_sleep(1000), generate_series(1, 2)")
    var asked = 0
    source.isWanted = {
      asked += 1
      return asked < 5
    }
    expect(throws: PostgresSourceError.postgres(.cancelled)) { try source.read() }
    source.isWanted = { false }
    expect(throws: PostgresSourceError.postgres(.cancelled)) { try source.read() }
  }
}
