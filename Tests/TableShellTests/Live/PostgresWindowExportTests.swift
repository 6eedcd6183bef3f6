import Expectations
import Foundation
import PostgresSupport
import TestSupport
import Testing

@testable import TablePostgres
@testable import TableShell

/// Files of the whole table of a window.
@Suite(.ends) struct PostgresWindowExportTests {
  private static let server = PostgresServer.shared
  private let folder = TemporaryFolder()

  private func open(_ sql: String, rows: Int = 10, name: String = #function) throws -> Session {
    let database = try Self.server.database(
      "export" + name.lowercased().filter { $0.isLetter }, sql)
    let session = Session(nil) { $0.reading.windowRows = rows }
    session.run("open --window \"\(Self.server.address(database, part: "t"))\"")
    return session
  }

  private func path(_ name: String) -> String { folder.path + "/" + name }

  private func text(_ name: String) -> String { (try? folder.read(name)) ?? "" }

  private func bytes(_ name: String) -> Data? { FileManager.default.contents(atPath: path(name)) }

  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  private static let table = """
    CREATE TABLE t (id int PRIMARY KEY, x text, n int);
    INSERT INTO t SELECT g, 'a "' || g || E'"\\n,', NULLIF(g % 10, 0) FROM generate_series(1, 30) g;
    """

  @Test("all rows are written as they would be of the whole table, in each format that takes them")
  func whole() throws {
    let window = try open(Self.table)
    let whole = Session(nil)
    whole.run("open --whole \"\(window.shell.current?.server?.name ?? "")\"")
    for name in ["a.csv", "a.tsv", "a.ndjson", "a.json", "a.csv.gz"] {
      let said = window.run("export \(path(name))")
      expect(said.contains("exported 30 rows to"), "\(said)")
      whole.run("export \(path("whole-" + name))")
      expectEqual(bytes(name), bytes("whole-" + name), "\(name)")
    }
    window.run("export --format json-rows \(path("rows"))")
    whole.run("export --format json-rows \(path("whole-rows"))")
    expectEqual(bytes("rows"), bytes("whole-rows"))
    expectEqual(window.run("export -"), whole.run("export -"))
    expectEqual(window.run("save -"), whole.run("save -"))
    let saved = window.run("save \(path("b.csv"))")
    expect(saved.contains("saved 30 rows to"), "\(saved)")
    expectEqual(text("b.csv"), text("a.csv"))
  }

  @Test("progress counts rows, not the bytes that are written")
  func progress() throws {
    let session = try open(Self.table)
    var most = 0
    let former = session.shell.progress.didChange
    session.shell.progress.didChange = { progress in
      if progress.work?.title.hasPrefix("writing") ?? false { most = max(most, progress.done) }
      former?(progress)
    }
    expect(session.run("export \(path("a.csv"))").contains("exported 30 rows to"))
    expectEqual(most, 30)
  }

  @Test("all rows become a new table of a server, or take the place of the one that they are of")
  func server() throws {
    let session = try open(
      """
      CREATE TYPE mood AS ENUM ('sad', 'ok');
      CREATE TABLE t (
        a int, b bigint, x text, n numeric(8, 2), f float8, ok bool, m mood, at timestamptz, j jsonb,
        y bytea, r text[], PRIMARY KEY (b, a));
      INSERT INTO t SELECT g, g % 3, E'a\\\\b\\t"' || g, g / 3.0, g / 7.0, g % 2 = 0, 'ok',
        '2026-01-01'::timestamptz, '{"a": null}', '\\x00ff', ARRAY['x', NULL, g::text]
      FROM generate_series(1, 40000) g;
      INSERT INTO t (a, b) VALUES (0, 0);
      """)
    let (name, database) = (Self.server.address("exportserver", part: "t"), "exportserver")
    func sum(_ table: String) throws -> String {
      try Self.server.psql(
        "SELECT count(*), md5(string_agg(format('%s', t), '|' ORDER BY a, b)) FROM \(table) AS t",
        in: database)
    }
    let address = Self.server.address(database, part: "copied")
    let said = session.run("export \"\(address)\"")
    expect(said.contains("exported 40,001 rows to table 'copied'"), "\(said)")
    expect(said.contains("column 'm' is stored as text"), "\(said)")
    try expectEqual(sum("copied"), sum("t"))
    let types = try Self.server.psql(
      "SELECT string_agg(format_type(atttypid, atttypmod), ',' ORDER BY attnum) FROM pg_attribute WHERE attrelid = 'copied'::regclass AND attnum > 0; SELECT indexdef FROM pg_indexes WHERE tablename = 'copied'",
      in: database)
    expect(
      types.contains(
        "integer,bigint,text,numeric(8,2),double precision,boolean,text,timestamp with time zone,jsonb,bytea,text[]"
      ),
      "\(types)")
    expect(types.contains("(b, a)"), "\(types)")
    let again = session.run("export \"\(address)\"")
    expect(again.contains("error: ") && again.contains("copied"), "\(again)")
    // With unsaved changes, in the place of the table itself.
    session.run("edit 0:0 x=changed; delete 0:1")
    let own = session.run("export --overwrite \"\(name)\"")
    expect(own.contains("exported 40,000 rows"), "\(own)")
    let left = try Self.server.psql("SELECT count(*) FROM t WHERE x = 'changed'", in: database)
    expectEqual(left, "1\n")
  }

  @Test("rows come in several batches, and an empty table is written as one")
  func batches() throws {
    let large = try open(
      """
      CREATE TABLE t (id int PRIMARY KEY, x text);
      INSERT INTO t SELECT g, repeat('y', 900) FROM generate_series(1, 12000) g;
      """)
    expect(large.run("export \(path("a.json"))").contains("exported 12,000 rows"))
    let read = Session(nil)
    read.run("open \(path("a.json"))")
    expectEqual(read.run("count"), "12000\n")
    expectEqual(read.run("count where x == \"\(String(repeating: "y", count: 900))\""), "12000\n")
    let empty = try open("CREATE TABLE t (id int PRIMARY KEY, x text)", name: "none")
    empty.run("export \(path("none.csv"))")
    expectEqual(text("none.csv"), "id,x\n")
  }

  @Test("changes that are not saved are made, in the window and outside; new rows stand at the end")
  func edits() throws {
    let session = try open(
      """
      CREATE TABLE t (id int PRIMARY KEY, x text);
      INSERT INTO t SELECT g, 'a' FROM generate_series(1, 30) g;
      """)
    session.run(
      "edit @3 x=b; delete @5; insert 0 id=99 x=new; scroll end; edit @30 x=z; edit @29 id=77")
    let said = session.run("export \(path("a.csv"))")
    expect(
      said.contains("exported 30 rows") && said.contains("1 new row stands at the end"), "\(said)")
    let expected =
      (1...30).filter { $0 != 5 }.map { id in
        id == 3 ? "3,b" : id == 30 ? "30,z" : id == 29 ? "77,a" : "\(id),a"
      } + ["99,new"]
    expectEqual(text("a.csv"), "id,x\n" + expected.joined(separator: "\n") + "\n")
    expect(session.run("changes").contains("@3"))
    session.run("scroll home")
    try Self.server.psql("DELETE FROM t WHERE id = 3", in: "exportedits")
    let left = session.run("export --overwrite \(path("a.csv"))")
    expect(left.contains("1 changed row of this window is no longer on the server"), "\(left)")
  }

  @Test("what cannot be written of a window says what can, and nothing is written")
  func refusals() throws {
    let session = try open(Self.table)
    for (line, hint) in [
      ("export a.yaml", "csv, tsv, ndjson, json, json-rows take any number of rows"),
      ("export a.md", "open --whole"), ("export a.db", "open --whole"),
      ("export a.csv where n == 1", "export FILE in 0 where n == 1 for these"),
      ("save --as a.csv", "save FILE"),
      ("column add c; export a.csv", "undo that"),
    ] {
      let said = session.run(line.replacing(" a.", with: " \(path("a"))."))
      expect(said.contains("error: ") && said.contains(hint), "\(line): \(said)")
      session.run("undo to 0")
    }
    expect(names.isEmpty)
    expect(session.run("export \(path("part.csv")) in 0 where n == 1").contains("exported 1 row"))
    session.run("delete where n == 1")
    let pending = session.run("export \(path("a.csv"))")
    expect(
      pending.contains("is not saved yet") && pending.contains("undo drops it"), "\(pending)")
  }

  @Test("^C leaves the file as it was, and the window works on")
  func interrupted() throws {
    let session = try open(
      """
      CREATE TABLE t (id int PRIMARY KEY, x text);
      INSERT INTO t SELECT g, repeat('y', 900) FROM generate_series(1, 20000) g;
      """)
    _ = try folder.write("old\n", to: "a.csv")
    for looks in [1, 3, 10] {
      session.console.looksUntilInterrupt = looks
      let said = session.run("export --overwrite \(path("a.csv"))")
      session.console.looksUntilInterrupt = nil
      session.console.isInterrupted = false
      expect(said.contains("interrupted"), "\(looks): \(said)")
      expectEqual(text("a.csv"), "old\n")
      expectEqual(names, ["a.csv"])
    }
    expect(session.run("export --overwrite \(path("a.csv"))").contains("exported 20,000 rows"))
  }

  @Test("a connection that is lost on the way leaves the file as it was")
  func lost() throws {
    let database = try Self.server.database(
      "exportlost",
      """
      CREATE TABLE t (id int PRIMARY KEY, x text);
      INSERT INTO t SELECT g, repeat('y', 900) FROM generate_series(1, 20000) g;
      CREATE FUNCTION die(n int) RETURNS text LANGUAGE plpgsql AS $$
        BEGIN IF n = 15000 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
        RETURN n; END $$;
      CREATE VIEW dying AS SELECT id, die(id) AS x FROM t;
      """)
    let session = Session(nil) { $0.reading.windowRows = 10 }
    session.run(
      "open --window --key id \"\(Self.server.address(database, part: "dying"))\"")
    _ = try folder.write("old\n", to: "a.csv")
    let said = session.run("export --overwrite \(path("a.csv"))")
    expect(said.contains("error: "), "\(said)")
    expectEqual(text("a.csv"), "old\n")
    expectEqual(names, ["a.csv"])
  }
}
