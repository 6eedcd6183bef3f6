import Expectations
import PostgresSupport
import TestSupport
import Testing

@testable import TablePostgres
@testable import TableShell

/// What foreign keys do by themselves to other rows when rows are saved.
struct PostgresCascadeTests {
  private static let server = PostgresServer.shared
  private let session = Session(nil)

  /// a → b → c by CASCADE, a → n by SET NULL.
  private static let chain = """
    CREATE TABLE a (id int PRIMARY KEY, name text);
    CREATE TABLE b (id int PRIMARY KEY, name text,
      a int REFERENCES a ON DELETE CASCADE ON UPDATE CASCADE);
    CREATE TABLE c (id int PRIMARY KEY, name text, b int REFERENCES b ON DELETE CASCADE);
    CREATE TABLE n (id int PRIMARY KEY, name text,
      a int REFERENCES a ON DELETE SET NULL ON UPDATE CASCADE);
    INSERT INTO a VALUES (1, 'x'), (2, 'y'), (3, 'z');
    INSERT INTO b VALUES (1, 'p', 1), (2, 'q', 1), (3, 'r', 2);
    INSERT INTO c VALUES (1, 's', 1), (2, 't', 3);
    INSERT INTO n VALUES (1, 'u', 1), (2, 'v', 2);
    """

  @discardableResult
  private func openAll(_ sql: String, name: String = #function) throws -> String {
    try session.open(sql, "", options: "--section-by table", name: "cascade" + name)
  }

  private func keys() -> [String] {
    guard let table = session.shell.current?.table, let id = table.column(named: "id") else {
      return []
    }
    return table.sections.map { section in
      section.name + " " + section.rows.map { table.cell($0, id.id).text }.joined(separator: " ")
    }
  }

  private func ids(_ database: String) throws -> [String] {
    try ["a", "b", "c", "n"].map { table in
      try "\(table) "
        + session.rows("SELECT id FROM \(table) ORDER BY id", database).joined(separator: " ")
    }
  }

  @Test("rows that go with a deleted one leave the table and are in the plan; undo brings all back")
  func cascades() throws {
    let database = try openAll(Self.chain)
    let saved = session.run("delete @a/1; save")
    expect(saved.contains("deleted 1 row"), "\(saved)")
    expect(saved.contains("delete rows       1:0  1:1  2:0"), "\(saved)")
    expect(
      saved.contains(
        "note: 2 rows of 'b' went with them (ON DELETE CASCADE); undo brings them back, too"),
      "\(saved)")
    expect(
      saved.contains("note: 1 row of 'c' went with them (ON DELETE CASCADE); undo brings it back"),
      "\(saved)")
    expect(saved.contains("1 row of 'n' was changed with them (ON DELETE SET NULL)"), "\(saved)")
    expectEqual(keys(), ["a 2 3", "b 3", "c 2", "n 1 2"])
    try expectEqual(ids(database), keys())
    expect(session.run("info").contains("no unsaved changes"))
    expect(session.run("reload").contains("nothing changed"))

    expect(!session.run("undo; save").contains("error"))
    expectEqual(keys(), ["a 1 2 3", "b 1 2 3", "c 1 2", "n 1 2"])
    try expectEqual(ids(database), keys())
    try expectEqual(session.rows("SELECT name, a FROM b ORDER BY id", database)[0], "p|1")
    try expectEqual(session.rows("SELECT a FROM n WHERE id = 1", database), ["1"])
    let again = session.run("redo; save")
    expect(!again.contains("error"), "\(again)")
    expectEqual(keys(), ["a 2 3", "b 3", "c 2", "n 1 2"])
    try expectEqual(ids(database), keys())
    expect(session.run("reload").contains("nothing changed"))
  }

  @Test("each row goes with the step that deleted what it belongs to, steps in between staying")
  func steps() throws {
    let database = try openAll(Self.chain)
    session.run("delete @a/1; edit @a/3 name=w; delete @a/2")
    expect(!session.run("save").contains("error"))
    expectEqual(keys(), ["a 3", "b ", "c ", "n 1 2"])
    expect(!session.run("undo; save").contains("error"))
    expectEqual(keys(), ["a 2 3", "b 3", "c 2", "n 1 2"])
    try expectEqual(ids(database), keys())
    session.run("undo; undo")
    expectEqual(keys(), ["a 1 2 3", "b 1 2 3", "c 1 2", "n 1 2"])
    expect(!session.run("save").contains("error"))
    try expectEqual(ids(database), keys())
    try expectEqual(session.rows("SELECT name FROM a WHERE id = 3", database), ["z"])
  }

  @Test("what others deleted meanwhile is no part of the step")
  func others() throws {
    let database = try openAll(Self.chain)
    session.run("delete @a/1")
    try Self.server.psql("DELETE FROM b WHERE id = 3", in: database)
    expect(!session.run("save").contains("error"))
    expectEqual(keys(), ["a 2 3", "b ", "c ", "n 1 2"])
    session.run("undo")
    expect(!keys().contains("b 1 2 3"))
    expect(!session.run("save").contains("error"))
    try expectEqual(session.rows("SELECT count(*) FROM b WHERE id = 3", database), ["0"])
  }

  @Test("what others changed in rows that go comes in first, so that undo brings that back")
  func changedByOthers() throws {
    let database = try openAll(Self.chain)
    session.run("delete @a/1")
    try Self.server.psql(
      "UPDATE b SET name = 'new' WHERE id = 1; INSERT INTO b VALUES (9, 'added', 1)", in: database)
    let saved = session.run("save")
    expect(
      saved.contains(
        "3 rows of 'b' went with them (ON DELETE CASCADE); undo brings them back, too"), "\(saved)")
    expectEqual(keys(), ["a 2 3", "b 3", "c 2", "n 1 2"])
    expect(!session.run("undo; save").contains("error"))
    try expectEqual(
      session.rows("SELECT id, name FROM b ORDER BY id", database),
      ["1|new", "2|q", "3|r", "9|added"])
  }

  @Test("what follows a key is a part of the step that changed it, also back to a step before it")
  func followedKeys() throws {
    let database = try openAll(
      """
      CREATE TABLE a (k int PRIMARY KEY);
      CREATE TABLE b (id int PRIMARY KEY, a int REFERENCES a ON UPDATE CASCADE);
      CREATE TABLE n (id int PRIMARY KEY, a int REFERENCES a ON UPDATE SET NULL);
      INSERT INTO a VALUES (1), (3); INSERT INTO b VALUES (4, 3); INSERT INTO n VALUES (5, 1);
      """)
    expect(!session.run("edit @b/4 a=1; save").contains("error"))
    let saved = session.run("edit @a/1 k=6; save")
    expect(saved.contains("ON UPDATE CASCADE); undo takes that back, too"), "\(saved)")
    expect(saved.contains("ON UPDATE SET NULL); undo takes that back, too"), "\(saved)")
    expect(session.run("save").contains("nothing to save"))
    try expectEqual(session.rows("SELECT a FROM b", database), ["6"])
    let undone = session.run("undo; save")
    expect(!undone.contains("error"), "\(undone)")
    try expectEqual(session.rows("SELECT a FROM b", database), ["1"])
    try expectEqual(session.rows("SELECT a FROM n", database), ["1"])
    let all = session.run("undo; save")
    expect(!all.contains("error") && !all.contains("nothing is left"), "\(all)")
    try expectEqual(session.rows("SELECT a FROM b", database), ["3"])
    expect(!session.run("redo; redo; save").contains("error"))
    try expectEqual(session.rows("SELECT a FROM b", database), ["6"])
    expect(session.run("reload").contains("nothing changed"))
  }

  @Test(
    "an order that the user gave stays where foreign keys act, and where the table is read again")
  func order() throws {
    _ = try openAll(Self.chain)
    expect(!session.run("sort by name desc; delete @a/1; save").contains("error"))
    expectEqual(keys(), ["a 3 2", "b 3", "c 2", "n 2 1"])
    expect(session.run("reload").contains("nothing changed"))
    expect(!session.run("undo; undo; save").contains("nothing is left"))
    expectEqual(keys(), ["a 1 2 3", "b 1 2 3", "c 1 2", "n 1 2"])
  }

  @Test("cells that foreign keys made null come back with the step that deleted what they refer to")
  func nulls() throws {
    let database = try openAll(Self.chain)
    session.run("delete @a/1; edit @n/2 name=w; delete @a/2; edit @a/3 name=v")
    expect(!session.run("save").contains("error"))
    let all = "SELECT id, a FROM n ORDER BY id"
    try expectEqual(session.rows(all, database), ["1|", "2|"])
    expect(!session.run("undo; undo; save").contains("error"))
    try expectEqual(session.rows(all, database), ["1|", "2|2"])
    expect(!session.run("undo; undo; save").contains("error"))
    try expectEqual(session.rows(all, database), ["1|1", "2|2"])
    expect(!session.run("redo; redo; redo; redo; save").contains("error"))
    try expectEqual(session.rows(all, database), ["1|", "2|"])
    expect(session.run("reload").contains("nothing changed"))
  }

  @Test("a key that changes takes with it those that refer to it, also back")
  func updates() throws {
    let database = try openAll(Self.chain)
    let saved = session.run("edit @a/1 id=7; save")
    expect(saved.contains("2 rows of 'b' were changed with them (ON UPDATE CASCADE)"), "\(saved)")
    expect(saved.contains("1 row of 'n' was changed with them (ON UPDATE CASCADE)"), "\(saved)")
    expect(session.run("show").contains("7"))
    expect(session.run("reload").contains("nothing changed"))
    expect(!session.run("undo; save").contains("error"))
    try expectEqual(session.rows("SELECT a FROM b ORDER BY id", database), ["1", "1", "2"])
    expect(session.run("reload").contains("nothing changed"))
  }

  @Test("of one table it is said which others lost rows, and that undo cannot bring them back")
  func alone() throws {
    let database = try session.open(Self.chain, "a", name: "cascadealone")
    let saved = session.run("delete @1; save")
    for line in [
      "2 rows of 'b' went with them (ON DELETE CASCADE); undo cannot bring them back",
      "1 row of 'c' went with them (ON DELETE CASCADE); undo cannot bring it back",
      "1 row of 'n' was changed with them (ON DELETE SET NULL); undo cannot take that back",
    ] {
      expect(saved.contains("note: " + line), "\(saved)")
    }
    expect(!saved.contains("is open, too"))
    expect(!session.run("delete @3; save").contains("note:"))
    session.run("open \"\(Self.server.address(database, part: "b"))\"; open a; delete @2")
    expect(session.run("save").contains("note: 'b' is open, too: reload brings that in there"))
    try expectEqual(ids(database), ["a ", "b ", "c ", "n 1 2"])
  }

  @Test("rows of the same table go, too, as those of partitions do")
  func tree() throws {
    let database = try session.open(
      """
      CREATE TABLE staff (id int PRIMARY KEY, boss int REFERENCES staff ON DELETE CASCADE);
      INSERT INTO staff VALUES (1, NULL), (2, 1), (3, 2), (4, NULL);
      CREATE TABLE badges (id int PRIMARY KEY, staff int REFERENCES staff ON DELETE CASCADE)
        PARTITION BY RANGE (id);
      CREATE TABLE badges_few PARTITION OF badges FOR VALUES FROM (0) TO (10);
      INSERT INTO badges VALUES (1, 3);
      """, "staff", name: "cascadetree")
    let saved = session.run("delete @1; save")
    expect(saved.contains("2 rows of 'staff' went with them (ON DELETE CASCADE)"), "\(saved)")
    expect(saved.contains("1 row of 'badges' went with them"), "\(saved)")
    expectEqual(session.run("count"), "1\n")
    expect(!session.run("undo; save").contains("error"))
    try expectEqual(
      session.rows("SELECT * FROM staff ORDER BY id", database), ["1|", "2|1", "3|2", "4|"])
  }

  @Test("an edit of a row that goes with a deleted one is refused, with the reason")
  func edited() throws {
    let database = try openAll(Self.chain)
    let refused = session.run("edit @b/1 name=new; delete @a/1; save")
    expect(
      refused.contains(
        "error: @b/1: deleting another row deletes it, too (ON DELETE CASCADE)"),
      "\(refused)")
    expect(refused.contains("hint:  undo one of the two; nothing is saved"), "\(refused)")
    try expectEqual(ids(database)[0], "a 1 2 3")
    expect(session.run("undo; save").contains("changed 1 row"))
    // It is not the foreign key that is in the way of what a policy or a trigger refuses.
    try Self.server.psql(
      """
      CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
      CREATE TRIGGER keep BEFORE UPDATE OF name ON b FOR EACH ROW EXECUTE FUNCTION keep();
      """, in: database)
    let kept = session.run("edit @b/3 name=no; delete @a/1; save")
    expect(kept.contains("error: @b/3: the server does not change it"), "\(kept)")
    session.run("undo; undo")
    // What the foreign key does anyway is no conflict.
    let null = session.run("edit --null a @n/2; delete @a/2; save")
    expect(!null.contains("error"), "\(null)")
    try expectEqual(session.rows("SELECT id FROM n WHERE a IS NULL", database), ["2"])
  }

  @Test("rows leave the table, too, where the server does not count what it does")
  func uncounted() throws {
    let database = try Self.server.database("cascade_uncounted", Self.chain)
    try Self.server.psql("ALTER DATABASE cascade_uncounted SET track_counts = off")
    session.run("open --section-by table \"\(Self.server.address(database))\"")
    let saved = session.run("delete @a/1; save")
    expect(saved.contains("delete rows       1:0  1:1  2:0"), "\(saved)")
    expectEqual(keys(), ["a 2 3", "b 3", "c 2", "n 1 2"])
  }

  @Test("a change of the whole table tells of them, too")
  func whole() throws {
    let session = Session(nil) { $0.reading.windowRows = 2 }
    let database = try session.open(
      Self.chain + "ANALYZE a;", "a", options: "--window", name: "cascadewhole")
    let saved = session.run("delete where id == 1; save")
    expect(saved.contains("2 rows of 'b' went with them (ON DELETE CASCADE)"), "\(saved)")
    try expectEqual(ids(database)[0], "a 2 3")
  }

  @Test("a dry run says what foreign keys would do, and what the server would refuse")
  func dryRun() throws {
    let database = try session.open(Self.chain, "a", name: "cascadedryrun")
    let tried = session.run("delete @1; save --dry-run")
    for line in [
      "2 rows of 'b' would go with them (ON DELETE CASCADE)",
      "1 row of 'c' would go with them (ON DELETE CASCADE)",
      "1 row of 'n' would be changed with them (ON DELETE SET NULL)",
    ] {
      expect(tried.contains("note: " + line), "\(tried)")
    }
    expect(tried.contains("dry run: nothing is written"), "\(tried)")
    expect(tried.contains("save would have deleted 1 row"), "\(tried)")
    try expectEqual(ids(database), ["a 1 2 3", "b 1 2 3", "c 1 2", "n 1 2"])
    expect(session.run("info").contains("unsaved"))
    let refused = session.run("undo; insert 0 name=new; save --dry-run")
    expect(refused.contains("'id' must have a value"), "\(refused)")
    session.run("undo; edit @2 name=mine")
    try Self.server.psql("UPDATE a SET name = 'theirs' WHERE id = 2", in: database)
    let other = session.run("save --dry-run")
    expect(other.contains("error: @2: the server has other values by now"), "\(other)")
    expect(other.contains("hint:  reload brings in what others changed"), "\(other)")
  }

  @Test("of a window a dry run says it, too, also of a change of the whole table")
  func dryRunOfWindow() throws {
    let session = Session(nil) { $0.reading.windowRows = 2 }
    let database = try session.open(
      Self.chain + "ANALYZE a;", "a", options: "--window", name: "cascadedrywindow")
    for line in ["delete where id == 1", "delete @1"] {
      let tried = session.run("\(line); save --dry-run")
      expect(tried.contains("2 rows of 'b' would go with them"), "\(line): \(tried)")
      session.run("undo")
    }
    try expectEqual(ids(database)[0], "a 1 2 3")
  }

  @Test("of several foreign keys of a table those are named that acted")
  func clauses() throws {
    let database = try session.open(
      """
      CREATE TABLE a (id int PRIMARY KEY);
      CREATE TABLE m (id int PRIMARY KEY, x int DEFAULT 9 REFERENCES a ON DELETE SET DEFAULT,
        y int REFERENCES a ON DELETE SET NULL);
      INSERT INTO a VALUES (1), (2), (3), (4), (9); INSERT INTO m VALUES (1, 1, 2), (2, 9, 1), (3, 9, 4);
      """, "a", name: "cascadeclauses")
    for (line, told) in [
      ("delete @3", nil), ("delete @4", "1 row of 'm' was changed with them (ON DELETE SET NULL);"),
      (
        "delete @1",
        "2 rows of 'm' were changed with them (ON DELETE SET DEFAULT and ON DELETE SET NULL);"
      ),
    ] {
      let saved = session.run("\(line); save")
      expect(told.map(saved.contains) ?? !saved.contains("note:"), "\(line): \(saved)")
    }
    try expectEqual(
      session.rows("SELECT * FROM m ORDER BY id", database), ["1|9|2", "2|9|", "3|9|"])
  }
}
