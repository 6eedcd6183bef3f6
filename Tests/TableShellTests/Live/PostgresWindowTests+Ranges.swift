import Expectations
import PostgresSupport
import TestSupport
import Testing

@testable import TablePostgres
@testable import TableShell

/// What a window reads again where it is, and what becomes of steps whose rows have left it.
extension PostgresWindowTests {
  @Test(
    "a page is read again from its first to its last row, and to the ends that it has in common")
  func ranges() throws {
    let database = try Self.server.database(
      "windowranges",
      """
      CREATE TABLE small (id int PRIMARY KEY, n text);
      INSERT INTO small SELECT g, 'x' FROM generate_series(1, 4) g;
      CREATE TABLE t (id int PRIMARY KEY, n text);
      INSERT INTO t SELECT g, 'x' FROM generate_series(1, 100) g;
      """)
    let whole = open(database, "small")
    whole.run("delete @1; save; reload; undo; save")
    expect(whole.run("reload").contains("nothing changed"))
    expectEqual(keys(whole), ["1", "2", "3", "4"])
    expect(whole.run("show").contains("\n4 rows\n"))
    try expectEqual(Self.server.psql("SELECT count(*) FROM small", in: database), "4\n")

    func change(_ sql: String) throws { try Self.server.psql(sql, in: database) }
    let session = open(database, "t", rows: 10)
    session.run("insert 0:0 id=-5 n=mine; save")
    let reloaded = session.run("reload")
    expect(reloaded.contains("nothing changed"), "\(reloaded)")
    expectEqual(keys(session), ["-5"] + (1...10).map(String.init))
    try change("INSERT INTO t VALUES (-9, 'theirs'); DELETE FROM t WHERE id = 3")
    expect(session.run("reload").contains("inserted 1 row"))
    expectEqual(keys(session), ["-9", "-5", "1", "2"] + (4...10).map(String.init))
    session.run("scroll next")
    expectEqual(keys(session), (11...20).map(String.init))

    session.run("scroll @41; delete @41; delete @50; save")
    expect(session.run("reload").contains("nothing changed"))
    expectEqual(keys(session), (42...49).map(String.init))
    session.run("undo 2; save")
    expect(session.run("reload").contains("nothing changed"))
    expectEqual(keys(session), (41...50).map(String.init))
    try change("DELETE FROM t WHERE id BETWEEN 41 AND 50")
    session.run("reload")
    expectEqual(keys(session), (51...60).map(String.init))

    session.run("scroll @96")
    try change("INSERT INTO t VALUES (101, 'theirs')")
    session.run("reload")
    expectEqual(keys(session), (96...101).map(String.init))
    try change("INSERT INTO t SELECT g, 'theirs' FROM generate_series(102, 140) g")
    session.run("reload")
    expectEqual(keys(session), (131...140).map(String.init))
    try change("DELETE FROM t WHERE id BETWEEN 120 AND 140")
    session.run("reload")
    expectEqual(keys(session), (110...119).map(String.init))
  }

  @Test("a page that is read again has at most twice as many rows, and more of them are behind it")
  func growing() throws {
    let database = try Self.server.database(
      "windowgrowing",
      "CREATE TABLE t (id int PRIMARY KEY); INSERT INTO t SELECT generate_series(1, 40) * 100")
    let session = open(database, "t", rows: 10)
    try Self.server.psql("INSERT INTO t SELECT generate_series(1, 50)", in: database)
    session.run("reload")
    expectEqual(keys(session), (1...20).map(String.init))
    session.run("scroll next")
    expectEqual(keys(session), (21...30).map(String.init))
  }

  @Test("steps whose rows have left the window are gone, which is said, and nobody else is blamed")
  func departed() throws {
    let database = try Self.server.database(
      "windowdeparted",
      "CREATE TABLE t (id int PRIMARY KEY, n text); INSERT INTO t SELECT g, 'x' FROM generate_series(1, 100) g"
    )
    let session = open(database, "t", rows: 10)
    session.run("edit @1 n=A; save")
    let moved = session.run("scroll next")
    expect(
      moved.contains(
        "undo does not reach 'edit @1 n=A' any more: its rows are no longer in the window"))
    expectEqual(session.run("undo list"), "no steps yet\n")
    let said = session.run("undo")
    expect(
      said.contains("error: the rows that 'edit @1 n=A' changed are no longer in the window"))
    expect(said.contains("hint:  scroll to them, edit them there\n"))
    expect(session.run("undo").contains("nothing to undo"))

    // Unsaved changes stay in the window, and saved deletions need no row.
    session.run("scroll home; delete @5; save; edit @1 n=B; save; edit @2 n=C; edit @3 n=D")
    session.run("scroll next")
    expectEqual(session.run("undo list"), "1  delete @5\n2  edit @2 n=C\n3  edit @3 n=D\n")
    expect(session.run("undo").contains("took back: edit @3 n=D; changed 1 cell"))
    expect(session.run("undo").contains("took back: edit @2 n=C; changed 1 cell"))
    expectEqual(session.run("changes"), "no unsaved changes\n")
    expect(session.run("undo").contains("took back: delete @5; inserted 1 row"))
    session.run("save")
    try expectEqual(
      Self.server.psql("SELECT id, n FROM t WHERE id < 6 ORDER BY id", in: database),
      "1|B\n2|x\n3|x\n4|x\n5|x\n")

    // A step that is newer than those that stay is not passed over in silence.
    let other = open(database, "t", rows: 10)
    other.run("delete @7; save; edit @8 n=E; save; scroll next")
    let refused = other.run("undo")
    expect(refused.contains("the rows that 'edit @8 n=E' changed are no longer in the window"))
    expect(refused.contains("there; undo again takes back 'delete @7'"))
    expect(other.run("undo").contains("took back: delete @7; inserted 1 row"))

    // What was undone, and a selection, go with their rows, too.
    other.run("reload --discard; scroll home; edit @1 n=F; undo")
    expect(other.run("undo list").contains("edit @1 n=F"))
    other.run("scroll next")
    expect(other.run("redo").contains("nothing to redo"))
    other.run("select @12; scroll next")
    expect(!other.run("undo list").contains("select @12"))
  }

  @Test("the rows of a small table are counted, and of a large one no number is made up")
  func sizes() throws {
    let database = try Self.server.database(
      "windowsizes",
      """
      CREATE TABLE small (id int PRIMARY KEY, n text);
      INSERT INTO small SELECT g, 'x' FROM generate_series(1, 5000) g;
      CREATE TABLE large (id int PRIMARY KEY, n text) WITH (autovacuum_enabled = false);
      INSERT INTO large SELECT g, repeat('x', 100) FROM generate_series(1, 30000) g;
      CREATE TABLE parts (id int PRIMARY KEY) PARTITION BY RANGE (id);
      CREATE TABLE low PARTITION OF parts FOR VALUES FROM (0) TO (50);
      CREATE TABLE high PARTITION OF parts FOR VALUES FROM (50) TO (100);
      INSERT INTO parts SELECT generate_series(1, 99);
      """)
    let small = open(database, "small", rows: 10)
    expect(small.run("info").contains("window    @1 to @10 of 5,000 rows"))
    expect(small.run("show").contains("10 rows of 5,000"))
    small.run("insert 0:0 id=-5 n=mine; delete @1; delete @2; save")
    expect(small.run("info").contains("of 4,999 rows"))
    expect(open(database, "parts", rows: 10).run("info").contains("of 99 rows"))
    let large = open(database, "large", rows: 10)
    expect(large.run("info").contains("window    @1 to @10 of more than 10 rows"))
    expect(large.run("show").contains("10 rows of more than 10"))
    try Self.server.psql("ANALYZE large", in: database)
    large.run("reload")
    expect(large.run("show").contains("10 rows of about 30,000"))
  }
}
