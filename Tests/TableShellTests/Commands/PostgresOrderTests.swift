import Expectations
import PostgresSupport
import TestSupport
import Testing

@testable import TablePostgres
@testable import TableShell

/// The order in which rows that depend on each other are written to a real server.
struct PostgresOrderTests {
  private static let server = PostgresServer.shared
  private let session = Session(nil)

  @discardableResult
  private func openAll(_ sql: String, name: String = #function) throws -> String {
    try session.open(sql, "", options: "--section-by table", name: "order" + name)
  }

  private func rows(_ database: String, _ sql: String...) throws -> [String] {
    try sql.flatMap { try session.rows($0, database) }
  }

  // MARK: - Small worlds

  /// What one edit does to the rows of two tables, `a` and `b`, each row of which refers to one of `a`.
  private struct World: Equatable, Sendable {
    var a: Set<Int> = [1, 2]
    var b: [Int: Int?] = [1: 1, 2: 1, 3: 2]
  }

  private static let edits: [(line: String, change: @Sendable (inout World) -> Void)] = [
    ("edit @b/1 a=2", { $0.b[1] = 2 }),
    ("edit @b/2 a=3", { $0.b[2] = 3 }),
    ("delete @a/1", { $0.a.remove(1) }),
    ("delete @b/3", { $0.b[3] = nil }),
    ("insert a id=3 name=z", { $0.a.insert(3) }),
    ("insert b id=4 a=1", { $0.b[4] = .some(1) }),
  ]

  @Test(
    "all changes of two tables end as they are here, or are refused and nothing is written",
    arguments: [
      "NO ACTION", "RESTRICT", "CASCADE", "SET NULL", "SET DEFAULT", "NO ACTION DEFERRABLE",
      "CASCADE DEFERRABLE",
    ])
  func smallWorlds(action: String) throws {
    let database = try session.open(
      """
      CREATE TABLE a (id int PRIMARY KEY, name text UNIQUE);
      CREATE TABLE b (id int PRIMARY KEY, a int DEFAULT 2 REFERENCES a ON DELETE \(action));
      """, "", options: "--section-by table", name: "worlds\(action)")
    for number in 1..<(1 << Self.edits.count) {
      try Self.server.psql(
        """
        TRUNCATE a, b; INSERT INTO a VALUES (1, 'x'), (2, 'y'); INSERT INTO b VALUES (1, 1), (2, 1), (3, 2)
        """, in: database)
      session.run("reload --discard")
      var world = World()
      let chosen = Self.edits.indices.filter { number >> $0 & 1 == 1 }.map { Self.edits[$0] }
      for edit in chosen {
        session.run(edit.line)
        edit.change(&world)
      }
      let lines = chosen.map(\.line).joined(separator: "; ")
      let former = World()
      // What refers to nothing now, though it was changed so, is refused.
      let isWrong = world.b.contains { id, a in
        a.map { !world.a.contains($0) } ?? false && former.b[id] != .some(a)
      }
      let follows = world.b.filter { id, a in a.map { !world.a.contains($0) } ?? false }.keys
      let isRefused = isWrong || !follows.isEmpty && ["NO", "RE"].contains(action.prefix(2))
      let saved = session.run("save")
      let now = try self.rows(
        database,
        "SELECT id::text, name FROM a UNION ALL SELECT 'b' || id, a::text FROM b ORDER BY 1")
      if isRefused {
        expect(
          saved.contains("error: @") && saved.contains("hint:"), "\(action) \(lines): \(saved)")
        expectEqual(now, ["1|x", "2|y", "b1|1", "b2|1", "b3|2"], "\(action) \(lines)")
        continue
      }
      for id in follows {
        switch action {
        case "CASCADE", "CASCADE DEFERRABLE": world.b[id] = nil
        case "SET NULL": world.b[id] = .some(nil)
        default: world.b[id] = .some(2)
        }
      }
      let expected =
        world.a.sorted().map { "\($0)|\(["x", "y", "z"][$0 - 1])" }
        + world.b.sorted { $0.key < $1.key }.map { "b\($0)|\($1.map(String.init) ?? "")" }
      expectEqual(now, expected, "\(action) \(lines): \(saved)")
      expect(session.run("reload").contains("nothing changed"), "\(action) \(lines)")
    }
  }

  // MARK: - One by one

  @Test("what goes with a row that is deleted moves to another one first, be it new, in one save")
  func moves() throws {
    let database = try openAll(
      """
      CREATE TABLE a (id int PRIMARY KEY, name text UNIQUE);
      CREATE TABLE b (id int PRIMARY KEY, a int REFERENCES a ON DELETE CASCADE);
      CREATE TABLE c (id int PRIMARY KEY, b int REFERENCES b ON DELETE CASCADE);
      INSERT INTO a VALUES (1, 'x'), (2, 'y'); INSERT INTO b VALUES (1, 1), (2, 1), (3, 2);
      INSERT INTO c VALUES (1, 1), (2, 2);
      """)
    var saved = session.run("edit @b/1 a=2; edit @b/2 a=2; delete @a/1; save")
    expect(saved.contains("changed 2 rows, deleted 1 row"), "\(saved)")
    expect(!saved.contains("went with them"), "\(saved)")
    try expectEqual(rows(database, "SELECT * FROM b ORDER BY id"), ["1|2", "2|2", "3|2"])
    // The new one takes the name of the old one, to which b 3 refers no longer.
    saved = session.run("insert a id=5 name=y; edit @b/1,@b/2,@b/3 a=5; delete @a/2; save")
    expect(saved.contains("inserted 1 row, changed 3 rows, deleted 1 row"), "\(saved)")
    try expectEqual(rows(database, "SELECT * FROM a"), ["5|y"])
    try expectEqual(rows(database, "SELECT count(*) FROM b WHERE a = 5"), ["3"])
    try expectEqual(rows(database, "SELECT count(*) FROM c"), ["2"])
    // By way of a table that is not saved: c 1 leaves b 1, which goes with a 5.
    saved = session.run("insert a id=6 name=n; edit @b/3 a=6; edit @c/1 b=3; delete @a/5; save")
    expect(!saved.contains("error"), "\(saved)")
    try expectEqual(rows(database, "SELECT * FROM b", "SELECT * FROM c"), ["3|6", "1|3"])
    expect(session.run("reload").contains("nothing changed"))
  }

  @Test("a row of a tree moves from one that is deleted, and the key of that passes to a new row")
  func tree() throws {
    let database = try session.open(
      """
      CREATE TABLE t (id int PRIMARY KEY, up int REFERENCES t ON DELETE CASCADE, name text);
      INSERT INTO t VALUES (1, NULL, 'a'), (2, 1, 'b'), (3, 2, 'c'), (4, 3, 'd'), (5, 1, 'e');
      """, "t", name: "ordertree")
    let all = "SELECT * FROM t ORDER BY id"
    var saved = session.run("edit @3 up=1; delete @2; save")
    expect(saved.contains("changed 1 row, deleted 1 row"), "\(saved)")
    try expectEqual(rows(database, all), ["1||a", "3|1|c", "4|3|d", "5|1|e"])
    // 4 comes below the new 3, and the old one goes before that.
    saved = session.run("delete @3; insert 0 id=3 up=5 name=new; save")
    expect(saved.contains("went with them"), "\(saved)")
    try expectEqual(rows(database, all), ["1||a", "3|5|new", "5|1|e"])
    saved = session.run(
      "insert 0 id=4 up=3 name=d; save; edit @4 up=5; delete @3; insert 0 id=3 up=4; save")
    expect(!saved.contains("error"), "\(saved)")
    try expectEqual(rows(database, all), ["1||a", "3|4|", "4|5|d", "5|1|e"])
    // A branch is turned round, and a circle of rows goes at once.
    saved = session.run("edit @3 up=5; edit @4 up=3; save; edit @5 up=3; delete @1; save")
    expect(!saved.contains("error"), "\(saved)")
    try expectEqual(rows(database, all), ["3|5|", "4|3|d", "5|3|e"])
    saved = session.run("delete @3,@5,@4; save")
    expect(saved.contains("deleted 3 rows"), "\(saved)")
    try expectEqual(rows(database, all), [])
  }

  @Test("keys change with those that refer to them, also where the server does not follow")
  func keys() throws {
    for action in ["NO ACTION", "CASCADE", "SET NULL", "RESTRICT"] {
      let database = try session.open(
        """
        CREATE TABLE a (id int PRIMARY KEY, n int UNIQUE);
        CREATE TABLE b (id int PRIMARY KEY, a int REFERENCES a ON UPDATE \(action));
        INSERT INTO a VALUES (1, 1), (2, 2); INSERT INTO b VALUES (1, 1), (2, 2), (3, 1);
        """, "", options: "--section-by table", name: "orderkeys\(action)")
      let all = ["SELECT * FROM a ORDER BY n", "SELECT * FROM b ORDER BY id"]
      var saved = session.run("edit @a/1 id=5; edit @b/1 a=5; edit @b/3 a=2; save")
      expect(saved.contains("changed 3 rows"), "\(action): \(saved)")
      try expectEqual(all.flatMap { try rows(database, $0) }, ["5|1", "2|2", "1|5", "2|2", "3|2"])
      // Away from a key that becomes another, which a new row takes.
      saved = session.run(
        "edit @b/2 a=5; edit @b/3 a=5; edit @a/2 id=7; insert a id=2 n=3; save")
      expect(!saved.contains("error"), "\(action): \(saved)")
      try expectEqual(
        all.flatMap { try rows(database, $0) }, ["5|1", "7|2", "2|3", "1|5", "2|5", "3|5"])
      expect(session.run("info").contains("no unsaved changes"))
      expect(session.run("reload").contains("nothing changed"))
    }
  }

  @Test("rows that wait for each other in a circle let go of a reference or a unique value first")
  func circles() throws {
    let database = try openAll(
      """
      CREATE TABLE a (id int PRIMARY KEY, name text NOT NULL UNIQUE, b int);
      CREATE TABLE b (id int PRIMARY KEY, a int NOT NULL REFERENCES a);
      ALTER TABLE a ADD FOREIGN KEY (b) REFERENCES b ON DELETE CASCADE;
      INSERT INTO a VALUES (1, 'x', NULL), (2, 'y', NULL); INSERT INTO b VALUES (1, 1), (2, 2);
      """)
    // b 1 cannot leave a 1 before a 3 is there, which takes the name of a 1.
    var saved = session.run("insert a id=3 name=x; edit @b/1 a=3; delete @a/1; save")
    expect(saved.contains("inserted 1 row, changed 1 row, deleted 1 row"), "\(saved)")
    try expectEqual(rows(database, "SELECT id, name FROM a ORDER BY id"), ["2|y", "3|x"])
    try expectEqual(rows(database, "SELECT * FROM b ORDER BY id"), ["1|3", "2|2"])
    saved = session.run("edit @a/2 b=2; edit @a/3 b=1; save; edit @a/2 b=1; edit @a/3 b=2; save")
    expect(!saved.contains("error"), "\(saved)")
    saved = session.run("delete @a/2; delete @a/3; delete @b/1; delete @b/2; save")
    expect(saved.contains("deleted 4 rows") || saved.contains("cannot be deleted"), "\(saved)")
    try expectEqual(rows(database, "SELECT count(*) FROM a"), [saved.contains("error") ? "2" : "0"])
  }

  @Test("what only the server can compare is saved in an order that it takes, if there is one")
  func unknown() throws {
    let database = try session.open(
      """
      CREATE EXTENSION btree_gist;
      CREATE TABLE t (id int PRIMARY KEY, owner int, main bool, code text, room int, at int4range,
        EXCLUDE USING gist (room WITH =, at WITH &&));
      CREATE UNIQUE INDEX ON t (owner) WHERE main;
      CREATE UNIQUE INDEX ON t (lower(code));
      INSERT INTO t VALUES (1, 1, true, 'a', 1, '[1,3)'), (2, 1, false, 'b', 1, '[3,5)'),
        (3, 1, false, 'c', 2, '[1,3)');
      """, "t", name: "orderunknown")
    for (line, query, expected) in [
      ("edit @2 main=true; edit @1 main=false", "SELECT id FROM t WHERE main", ["2"]),
      ("edit @1 main=true; edit @2 main=false", "SELECT id FROM t WHERE main", ["1"]),
      (
        "edit @1 code=B; edit @2 code=z", "SELECT code FROM t WHERE id < 3 ORDER BY id", ["B", "z"]
      ),
      (
        "edit @2 at='[2,5)'; edit @1 at='[1,2)'", "SELECT at FROM t WHERE id < 3 ORDER BY id",
        ["[1,2)", "[2,5)"]
      ),
      (
        "delete @3; insert 0 id=7 code=C room=2 at='[2,9)'", "SELECT id FROM t ORDER BY id",
        ["1", "2", "7"]
      ),
    ] {
      let saved = session.run("\(line); save")
      expect(!saved.contains("error"), "\(line): \(saved)")
      try expectEqual(rows(database, query), expected)
    }
    let refused = session.run("edit @1 main=true; edit @2 main=true; save")
    expect(refused.contains("error: @") && refused.contains("violates unique"), "\(refused)")
    try expectEqual(rows(database, "SELECT id FROM t WHERE main"), ["1"])
  }

  @Test(
    "a unique value that is checked at the end is not given up before, which a trigger would see")
  func deferred() throws {
    let database = try session.open(
      """
      CREATE TABLE t (id int PRIMARY KEY, n int UNIQUE DEFERRABLE INITIALLY IMMEDIATE);
      INSERT INTO t VALUES (1, 1), (2, 2);
      CREATE FUNCTION look() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.n > 2 THEN RAISE 'seen'; END IF; RETURN NEW; END $$;
      CREATE TRIGGER look BEFORE UPDATE ON t FOR EACH ROW EXECUTE FUNCTION look();
      """, "t", name: "orderdeferred")
    let saved = session.run("edit @1 n=2; edit @2 n=1; save")
    expect(saved.contains("changed 2 rows"), "\(saved)")
    try expectEqual(rows(database, "SELECT * FROM t ORDER BY id"), ["1|2", "2|1"])
  }

  @Test("in a window, too, a row leaves one that is deleted before what it belongs to goes")
  func window() throws {
    let session = Session(nil) { $0.reading.windowRows = 2 }
    let database = try session.open(
      """
      CREATE TABLE t (id int PRIMARY KEY, up int REFERENCES t ON DELETE CASCADE);
      INSERT INTO t VALUES (1, NULL), (2, 1), (3, 2), (4, 3), (5, 1); ANALYZE t;
      """, "t", options: "--window", name: "orderwindow")
    let saved = session.run("delete @2; scroll next; edit @3 up=1; save")
    expect(saved.contains("changed 1 row, deleted 1 row"), "\(saved)")
    try expectEqual(
      session.rows("SELECT * FROM t ORDER BY id", database), ["1|", "3|1", "4|3", "5|1"])
  }
}
