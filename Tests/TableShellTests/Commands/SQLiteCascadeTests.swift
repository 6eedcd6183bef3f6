import DatabaseSupport
import Expectations
import TestSupport
import Testing

@testable import TablePostgres
@testable import TableShell

/// What foreign keys and triggers of a database do to other rows when rows are saved.
struct SQLiteCascadeTests {
  /// a → b → c by CASCADE, a → n by SET NULL, as in `PostgresCascadeTests`.
  private static let chain = """
    CREATE TABLE a (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE b (id INTEGER PRIMARY KEY, name TEXT,
      a INTEGER REFERENCES A ON DELETE CASCADE ON UPDATE CASCADE);
    CREATE TABLE c (id INTEGER PRIMARY KEY, name TEXT, b INTEGER REFERENCES b (ID) ON DELETE CASCADE);
    CREATE TABLE n (id INTEGER PRIMARY KEY, name TEXT,
      a INTEGER REFERENCES a ON DELETE SET NULL ON UPDATE CASCADE);
    INSERT INTO a VALUES (1, 'x'), (2, 'y'), (3, 'z');
    INSERT INTO b VALUES (1, 'p', 1), (2, 'q', 1), (3, 'r', 2);
    INSERT INTO c VALUES (1, 's', 1), (2, 't', 3);
    INSERT INTO n VALUES (1, 'u', 1), (2, 'v', 2);
    """

  /// A database that is open as a whole, or one table of it.
  private struct World {
    let folder: TestSupport.TemporaryFolder
    let database: PlainDatabase
    let session = Session(nil)

    init(_ sql: String, _ part: String? = nil, options: String = "") throws {
      folder = try TestSupport.TemporaryFolder()
      database = try PlainDatabase(path: folder.path + "/s.db")
      try database.run(sql)
      let opened =
        part.map { "open \(options) \"\(folder.path)/s.db#\($0)\"" }
        ?? "open --section-by table \"\(folder.path)/s.db\""
      let reply = session.run(opened)
      try require(!reply.contains("error"), "\(reply)")
    }

    /// The keys of the rows by section, as they are shown.
    var shown: [String] {
      guard let table = session.shell.current?.table, let id = table.column(named: "id") else {
        return []
      }
      return table.sections.map { section in
        ([section.name] + section.rows.map { table.cell($0, id.id).text }).joined(separator: " ")
      }
    }

    /// The same as the database has them.
    func stored(_ tables: [String] = ["a", "b", "c", "n"]) throws -> [String] {
      try tables.map { table in
        try ([table] + database.texts("SELECT id FROM \(table) ORDER BY id"))
          .joined(separator: " ")
      }
    }

    func run(_ line: String) -> String { session.run(line) }

    /// Runs what must not fail.
    func sure(_ command: String, file: StaticString = #filePath, line: Int = #line) {
      let reply = run(command)
      expect(!reply.contains("error"), "\(reply)", file: file, line: line)
    }
  }

  @Test("rows that go with a deleted one leave the table at once; undo brings all back")
  func cascades() throws {
    let world = try World(Self.chain)
    let saved = world.run("delete @a/1; save")
    for note in [
      "2 rows of 'b' went with them (ON DELETE CASCADE); undo brings them back, too",
      "1 row of 'c' went with them (ON DELETE CASCADE); undo brings it back, too",
      "1 row of 'n' was changed with them (ON DELETE SET NULL); undo takes that back, too",
    ] {
      expect(saved.contains("note: " + note), "\(saved)")
    }
    expectEqual(world.shown, ["a 2 3", "b 3", "c 2", "n 1 2"])
    try expectEqual(world.stored(), world.shown)
    expect(world.run("info").contains("no unsaved changes"))
    expect(world.run("reload").contains("nothing changed"))

    world.sure("undo; save")
    expectEqual(world.shown, ["a 1 2 3", "b 1 2 3", "c 1 2", "n 1 2"])
    try expectEqual(world.stored(), world.shown)
    try expectEqual(world.database.texts("SELECT a FROM n ORDER BY id"), ["1", "2"])
    let again = world.run("redo; save")
    expect(!again.contains("error") && !again.contains("undo cannot"), "\(again)")
    expectEqual(world.shown, ["a 2 3", "b 3", "c 2", "n 1 2"])
    try expectEqual(world.stored(), world.shown)
    expect(world.run("reload").contains("nothing changed"))
  }

  @Test("each row goes with the step that deleted what it belongs to, steps in between staying")
  func steps() throws {
    let world = try World(Self.chain)
    world.sure("delete @a/1; edit @a/3 name=w; delete @a/2; save")
    expectEqual(world.shown, ["a 3", "b", "c", "n 1 2"])
    world.sure("undo; save")
    expectEqual(world.shown, ["a 2 3", "b 3", "c 2", "n 1 2"])
    try expectEqual(world.stored(), world.shown)
    world.sure("undo; undo; save")
    expectEqual(world.shown, ["a 1 2 3", "b 1 2 3", "c 1 2", "n 1 2"])
    try expectEqual(world.stored(), world.shown)
    try expectEqual(world.database.texts("SELECT name FROM a WHERE id = 3"), ["z"])
  }

  @Test("rows of the same table go, too")
  func tree() throws {
    let world = try World(
      """
      CREATE TABLE staff (id INTEGER PRIMARY KEY, boss REFERENCES staff ON DELETE CASCADE);
      INSERT INTO staff VALUES (1, NULL), (2, 1), (3, 2), (4, NULL);
      """, "staff")
    let saved = world.run("delete @1; save")
    expect(saved.contains("2 rows of 'staff' went with them (ON DELETE CASCADE)"), "\(saved)")
    expectEqual(world.run("count"), "1\n")
    world.sure("undo; save")
    try expectEqual(world.stored(["staff"]), ["staff 1 2 3 4"])
  }

  @Test("a key that changes takes with it those that refer to it, also back")
  func updates() throws {
    let world = try World(Self.chain)
    let saved = world.run("edit @a/1 id=7; save")
    expect(saved.contains("2 rows of 'b' were changed with them (ON UPDATE CASCADE)"), "\(saved)")
    expect(world.run("reload").contains("nothing changed"))
    world.sure("undo; save")
    try expectEqual(world.database.texts("SELECT a FROM b ORDER BY id"), ["1", "1", "2"])
    expect(world.run("reload").contains("nothing changed"))
  }

  @Test("tables WITHOUT ROWID, of which SQLite does not tell, are as others")
  func withoutRowid() throws {
    let world = try World(
      """
      CREATE TABLE a (id TEXT PRIMARY KEY) WITHOUT ROWID;
      CREATE TABLE b (id TEXT PRIMARY KEY, a REFERENCES a ON DELETE CASCADE) WITHOUT ROWID;
      INSERT INTO a VALUES ('x'), ('y'); INSERT INTO b VALUES ('p', 'x'), ('q', 'y');
      """)
    let saved = world.run("delete @a/x; save")
    expect(saved.contains("1 row of 'b' went with them (ON DELETE CASCADE)"), "\(saved)")
    expectEqual(world.shown, ["a y", "b q"])
    world.sure("undo; save")
    try expectEqual(world.stored(["a", "b"]), ["a x y", "b p q"])
  }

  @Test(
    "what a trigger does to another open table comes in; of tables that are not open nothing does")
  func triggers() throws {
    let sql = """
      CREATE TABLE a (id INTEGER PRIMARY KEY, name); CREATE TABLE b (id INTEGER PRIMARY KEY, name);
      INSERT INTO a VALUES (1, 'x'); INSERT INTO b VALUES (1, 'y');
      CREATE TRIGGER t AFTER UPDATE ON a BEGIN UPDATE b SET name = new.name; END;
      """
    let world = try World(sql)
    let saved = world.run("edit @a/1 name=new; save")
    expect(saved.contains("note: 1 row that triggers or others changed came in"), "\(saved)")
    expect(world.run("reload").contains("nothing changed"))
    let alone = try World(sql, "a")
    try alone.database.run("INSERT INTO a VALUES (2, 'others')")
    let quiet = alone.run("edit @1 name=new; save; count")
    // Nothing is read again.
    expect(!quiet.contains("note:") && quiet.contains("\n1\n"), "\(quiet)")
  }

  @Test("what others put among the rows that go comes in first, so that undo brings that back")
  func others() throws {
    let world = try World(Self.chain)
    _ = world.run("delete @a/1")
    try world.database.run(
      "UPDATE b SET name = 'new' WHERE id = 1; INSERT INTO b VALUES (9, 'added', 1)")
    let saved = world.run("save")
    expect(saved.contains("3 rows of 'b' went with them (ON DELETE CASCADE)"), "\(saved)")
    expectEqual(world.shown, ["a 2 3", "b 3", "c 2", "n 1 2"])
    world.sure("undo; save")
    try expectEqual(
      world.database.texts("SELECT id || name FROM b ORDER BY id"), ["1new", "2q", "3r", "9added"])
  }

  @Test("an edit of a row that goes with a deleted one is refused, with the reason")
  func edited() throws {
    let world = try World(Self.chain)
    let refused = world.run("edit @b/1 name=new; delete @a/1; save")
    expect(refused.contains("deleting another row deletes it, too"), "\(refused)")
    try expectEqual(world.stored()[0], "a 1 2 3")
  }

  @Test("references that become null or their default do so again after redo")
  func references() throws {
    let world = try World(
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE b (id INTEGER PRIMARY KEY, a INTEGER DEFAULT 2 REFERENCES a ON DELETE SET DEFAULT);
      CREATE TABLE n (id INTEGER PRIMARY KEY, a INTEGER REFERENCES a ON DELETE SET NULL);
      INSERT INTO a VALUES (1, 'x'), (2, 'y'); INSERT INTO b VALUES (1, 1), (2, 2);
      INSERT INTO n VALUES (1, 1), (2, 2);
      """)
    func references() throws -> [String] {
      try world.database.texts(
        "SELECT coalesce(a, '-') FROM (SELECT 1 AS t, id, a FROM b UNION SELECT 2, id, a FROM n)"
          + " ORDER BY t, id")
    }
    for _ in 0..<2 {
      let saved = world.run("delete @a/1; save")
      expect(!saved.contains("error"), "\(saved)")
      expect(saved.contains("1 row of 'b' was changed with them (ON DELETE SET DEFAULT)"))
      try expectEqual(references(), ["2", "2", "-", "2"])
      expect(world.run("reload").contains("nothing changed"))
      world.sure("undo; save")
      try expectEqual(references(), ["1", "2", "1", "2"])
      world.sure("redo; save")
      try expectEqual(references(), ["2", "2", "-", "2"])
      expect(world.run("reload").contains("nothing changed"))
      world.sure("undo; save")
      try expectEqual(references(), ["1", "2", "1", "2"])
    }
  }

  @Test("what a trigger did that cannot be read is told with the reason, not with reload alone")
  func unread() throws {
    let world = try World(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, name, n);
      INSERT INTO t VALUES (1, 'a', 1), (2, 'b', 2);
      CREATE TRIGGER g AFTER UPDATE ON t BEGIN UPDATE t SET name = 'x'; END;
      """, "t", options: "--key name")
    let saved = world.run("edit 0:0 n=5; save")
    let reason = "note: what the database stored could not be read back: "
    expect(saved.contains(reason), "\(saved)")
    expect(saved.contains("'x'"), "\(saved)")
    expect(saved.contains("note: reload shows what the source holds now"), "\(saved)")
    try expectEqual(world.database.texts("SELECT name || n FROM t ORDER BY id"), ["x5", "x2"])
  }

  @Test("a trigger that empties another open table empties it here; undo leaves it so")
  func truncates() throws {
    let world = try World(
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY, name); CREATE TABLE b (id INTEGER PRIMARY KEY);
      INSERT INTO a VALUES (1, 'x'); INSERT INTO b VALUES (1), (2), (3);
      CREATE TRIGGER t AFTER UPDATE ON a BEGIN DELETE FROM b; END;
      """)
    let saved = world.run("edit @a/1 name=new; save")
    expect(saved.contains("note: 3 rows that triggers or others changed came in"), "\(saved)")
    expectEqual(world.shown, ["a 1", "b"])
    world.sure("undo; save")
    try expectEqual(world.stored(["a", "b"]), ["a 1", "b"])
  }

  @Test("of another open table of the same file it is told that rows went with them")
  func besides() throws {
    let world = try World(Self.chain, "c")
    world.sure("open \"\(world.folder.path)/s.db#b\"")
    let saved = world.run("delete @1; save")
    expect(saved.contains("1 row of 'c' went with them (ON DELETE CASCADE); undo cannot"))
    expect(saved.contains("reload brings that in there"), "\(saved)")
  }

  @Test(
    "whatever is done, the shell shows what a fresh one shows, and undo leads back to the start")
  func random() throws {
    for seed in UInt64(1)...12 {
      var random = SeededGenerator(seed: seed)
      let world = try World(Self.chain)
      let all =
        "SELECT 'a' || id || name FROM a UNION ALL SELECT 'b' || id || name || coalesce(a, '-')"
        + " FROM b UNION ALL SELECT 'c' || id || name || b FROM c UNION ALL"
        + " SELECT 'n' || id || name || coalesce(a, '-') FROM n ORDER BY 1"
      let start = try world.database.texts(all)
      var log: [String] = []
      for _ in 0..<12 {
        let table = random.pick(["a", "b", "n"])
        let line = random.pick([
          "delete @\(table)/\(random.below(3) + 1)",
          "edit @\(table)/\(random.below(3) + 1) name=v\(random.below(9))", "undo", "redo", "save",
        ])
        let reply = world.run(line)
        log.append(line + (reply.contains("error") ? " (error)" : ""))
        guard line == "save", !reply.contains("error") else { continue }
        let reloaded = world.run("reload")
        expect(reloaded.contains("nothing changed"), "seed \(seed): \(log) \(reloaded)")
        try expectEqual(world.stored(), world.shown, "seed \(seed): \(log)")
      }
      _ = world.run("undo to 0; save")
      try expectEqual(world.database.texts(all), start, "seed \(seed): \(log)")
    }
  }
}
