import Expectations
import Foundation
import PostgresSupport
import TestSupport
import Testing

@testable import TablePostgres
@testable import TableShell
@testable import TableSources

/// New rows of a table of a real server whose columns have defaults.
struct PostgresDefaultTests {
  private let session = Session(nil)

  private static let made = """
    CREATE TABLE t (id serial PRIMARY KEY, a int DEFAULT 5, note text DEFAULT 'new',
      must text NOT NULL DEFAULT 'kept');
    INSERT INTO t (a, note) VALUES (1, 'x');
    """

  private func stored(_ database: String) throws -> [String] {
    try session.rows(
      "SELECT id, coalesce(a::text, '-'), coalesce(note, '-'), must FROM t ORDER BY id", database)
  }

  @Test("what nobody wrote in a new row takes the default, and a null that was said is null")
  func nulls() throws {
    let database = try session.open(Self.made, "t")
    session.run("insert 0:end a=7; insert --null note --null must 0:end a=8; insert 0:end note=y")
    let edited = session.run("edit --null a where note == 'y'")
    expect(edited.contains("changed 1 cell"), "\(edited)")
    let saved = session.run("save")
    expect(saved.contains("inserted 3 rows"), "\(saved)")
    try expectEqual(stored(database), ["1|1|x|kept", "2|7|new|kept", "3|8|-|kept", "4|-|y|kept"])
    expect(session.run("reload").contains("nothing changed"))
    // As many rows at once as are written column by column.
    session.run(
      "insert 0:end a=20; insert 0:end a=21; insert 0:end a=22; edit --null note where a > 19")
    expect(session.run("save").contains("inserted 3 rows"))
    try expectEqual(stored(database).suffix(3), ["5|20|-|kept", "6|21|-|kept", "7|22|-|kept"])
  }

  @Test("undo takes back that a cell of a new row is null, and redo says it again")
  func undone() throws {
    let database = try session.open(Self.made, "t", name: "defaultundo")
    session.run("insert 0:end a=7; edit --null note where a == 7; undo; save")
    try expectEqual(stored(database).last, "2|7|new|kept")
    session.run("insert 0:end a=8; edit --null note where a == 8; undo; redo; save")
    try expectEqual(stored(database).last, "3|8|-|kept")
    session.run("insert 0:end a=9 note=z; edit --null note where a == 9; save")
    try expectEqual(stored(database).last, "4|9|-|kept")
  }

  @Test("a row that was deleted in the server comes back with its nulls", arguments: [1, 3])
  func broughtBack(count: Int) throws {
    let database = try session.open(
      """
      CREATE TABLE t (id int PRIMARY KEY, a int DEFAULT 5, note text DEFAULT 'new', must text NOT NULL
        DEFAULT 'kept');
      INSERT INTO t SELECT g, NULL, NULLIF('n' || g, 'n2'), 'm' FROM generate_series(1, 4) g;
      """, "t", name: "broughtback\(count == 1 ? "one" : "many")")
    let before = try stored(database)
    expect(session.run("delete 0:0-\(count - 1); save").contains("deleted \(count) row"))
    try expectEqual(stored(database), Array(before.dropFirst(count)))
    let saved = session.run("undo; save")
    expect(saved.contains("inserted \(count) row"), "\(saved)")
    try expectEqual(stored(database), before)
    // Also where a trigger has put null in the place of what nobody wrote.
    try PostgresServer.shared.psql(
      """
      CREATE FUNCTION empty() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN NEW.a := NULL; RETURN NEW; END $$;
      CREATE TRIGGER empty BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION empty();
      """, in: database)
    session.run("reload; insert 0:end id=9 note=y must=m; save")
    try PostgresServer.shared.psql("DROP TRIGGER empty ON t", in: database)
    session.run("reload; delete @9; save; undo; save")
    try expectEqual(stored(database), before + ["9|-|y|m"])
    session.run("delete @9; save")
    // Also what nobody has saved between.
    expect(session.run("delete @1; undo; edit @1 must=z; save").contains("changed 1 row"))
    try expectEqual(stored(database).first, "1|-|n1|z")
  }

  @Test("a copy of a row has its nulls, rows of a file take defaults where it has no value")
  func copied() throws {
    let folder = TemporaryFolder()
    try folder.write("id,a\n7,70\n8,\n", to: "more.csv")
    let database = try session.open(Self.made, "t", name: "defaultcopies")
    let made = session.run(
      "edit --null note @1; duplicate @1; insert from \(folder.file("more.csv")); save")
    expect(made.contains("inserted 3 rows"), "\(made)")
    try expectEqual(
      stored(database), ["1|1|-|kept", "2|1|-|kept", "7|70|new|kept", "8|5|new|kept"])
  }

  @Test("a file that new rows are saved to has all their cells")
  func files() throws {
    let folder = TemporaryFolder()
    _ = try session.open(Self.made, "t", name: "defaultfiles")
    session.run("insert 0:end id=2; insert 0:0 id=3 a=7")
    expect(!session.run("export \(folder.file("out.csv"))").contains("error"))
    try expectEqual(folder.read("out.csv"), "id,a,note,must\n3,7,,\n1,1,x,kept\n2,,,\n")
    expect(!session.run("export \(folder.file("out.json"))").contains("error"))
    try expect(folder.read("out.json").contains(#""id":2,"a":null,"note":null"#))
  }

  @Test("recovery knows nulls from cells that nobody wrote", arguments: [false, true])
  func recovered(isSorted: Bool) throws {
    let folder = TemporaryFolder()
    let name = "defaultrecovery\(isSorted ? "sorted" : "")"
    session.shell.options.journalFolder = JournalFolder(path: folder.path)
    let database = try session.open(Self.made, "t", name: name)
    session.run("insert 0:end a=7; insert --null note 0:end a=8; insert 0:end a=9 note=z")
    session.run("edit --null note where a == 9")
    // A table in an order of its own is not recorded by key.
    if isSorted { session.run("sort by a desc") }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let journal = folder.file(try require(names.first { $0.hasSuffix(".journal") }))
    let bytes = try Data(contentsOf: URL(fileURLWithPath: journal))
    session.run("close --force")
    try bytes.write(to: URL(fileURLWithPath: journal))
    session.run("open \"\(PostgresServer.shared.address(database, part: "t"))\"")
    let saved = session.run("recover; save")
    expect(saved.contains("inserted 3 rows"), "\(saved)")
    let rows = try session.rows(
      "SELECT a, coalesce(note, '-') FROM t ORDER BY a", database)
    expectEqual(rows, ["1|x", "7|new", "8|-", "9|-"])
  }

  @Test("what a trigger does to other rows of the same table comes in with the save")
  func triggers() throws {
    let database = try session.open(
      """
      CREATE TABLE t (id int PRIMARY KEY, main bool, n int DEFAULT 0);
      CREATE FUNCTION one() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        UPDATE t SET main = false WHERE main AND id <> NEW.id;
        DELETE FROM t WHERE n < 0;
        IF NEW.n = 7 THEN INSERT INTO t VALUES (100, false, 1); END IF;
        RETURN NULL; END $$;
      CREATE TRIGGER one AFTER INSERT OR UPDATE OF main ON t
        FOR EACH ROW WHEN (NEW.main) EXECUTE FUNCTION one();
      INSERT INTO t VALUES (1, true, 0), (2, false, 0), (3, false, 0);
      """, "t", name: "sametable")
    let saved = session.run("edit @2 main=true; save; export -")
    expect(saved.contains("1,false,0\n2,true,0\n3,false,0\n"), "\(saved)")
    expect(!session.run("changes").contains("@1"))
    try PostgresServer.shared.psql(
      "ALTER TABLE t DISABLE TRIGGER one; UPDATE t SET n = -1 WHERE id = 3; ALTER TABLE t ENABLE TRIGGER one",
      in: database)
    let inserted = session.run("reload; insert 0:end id=4 main=true n=7; save; export -")
    expect(inserted.contains("1,false,0\n2,false,0\n4,true,7\n100,false,1\n"), "\(inserted)")
    expect(session.run("reload").contains("nothing changed"))
    try expectEqual(session.rows("SELECT count(*) FROM t WHERE main", database), ["1"])
  }
}
