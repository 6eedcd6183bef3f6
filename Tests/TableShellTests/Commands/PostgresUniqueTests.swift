import Expectations
import PostgresSupport
import TestSupport
import Testing

@testable import TablePostgres
@testable import TableShell

/// Unique values that pass from row to row of a real server.
struct PostgresUniqueTests {
  private let session = Session(nil)

  @Test("unique values go round, along a chain and through several columns, in one save")
  func circles() throws {
    let database = try session.open(
      """
      CREATE TABLE t (id int PRIMARY KEY, place int NOT NULL UNIQUE, name text UNIQUE,
        a int, b int, UNIQUE (a, b));
      INSERT INTO t SELECT g, g, 'n' || g, g, 0 FROM generate_series(1, 9) g;
      """, "t")
    session.run("edit @1 place=2; edit @2 place=3; edit @3 place=1")
    session.run("edit @4 place=5; edit @5 place=50")
    session.run("edit @6 name=n7; edit @7 name=n6; edit @7 a=6; edit @6 a=7")
    session.run("edit @8 place=9 name=n9; edit @9 place=8 name=n8")
    let saved = session.run("save")
    expect(saved.contains("changed 9 rows"), "\(saved)")
    try expectEqual(
      session.rows("SELECT id, place, name, a FROM t ORDER BY id", database),
      [
        "1|2|n1|1", "2|3|n2|2", "3|1|n3|3", "4|5|n4|4", "5|50|n5|5", "6|6|n7|7", "7|7|n6|6",
        "8|9|n9|8", "9|8|n8|9",
      ])
    expect(session.run("info").contains("no unsaved changes"))
    let taken = session.run("edit @1 place=50; save")
    expect(taken.contains("error: @1: violates unique"), "\(taken)")
  }

  @Test("values that a first try let go are not gone in the second one")
  func secondTry() throws {
    let database = try session.open(
      """
      CREATE TABLE t (id int PRIMARY KEY, a int UNIQUE, b int, f bool);
      CREATE UNIQUE INDEX ON t (b) WHERE f;
      INSERT INTO t SELECT g, g * 10, g, true FROM generate_series(1, 4) g;
      """, "t", name: "secondtry")
    // Values of the index go along a chain backwards, which is seen when rows are refused alone.
    for (number, order) in [
      (0, [20, 10, 30, 40]), (1, [20, 30, 10, 40]), (2, [20, 30, 40, 10]), (4, [20, 30, 40, 50]),
      (6, [20, 60, 40, 50]),
    ] {
      let b = (0..<4).map { (number + 1) * 4 + $0 + 1 - (number % 2 == 0 ? 1 : 3) }
      for row in 0..<4 { session.run("edit @\(row + 1) a=\(order[row]) b=\(b[row])") }
      let saved = session.run("save")
      expect(saved.contains("changed "), "\(order) \(saved)")
      try expectEqual(
        session.rows("SELECT id, a, b FROM t ORDER BY id", database),
        (0..<4).map { "\($0 + 1)|\(order[$0])|\(b[$0])" })
    }
    expect(session.run("reload").contains("nothing changed"))
  }

  @Test("all permutations of the unique values of four rows are saved")
  func permutations() throws {
    let database = try session.open(
      """
      CREATE TABLE t (id int PRIMARY KEY, n int UNIQUE, m text UNIQUE);
      INSERT INTO t SELECT g, g, g FROM generate_series(1, 4) g;
      """, "t")
    var seed = 7
    func shuffled() -> [Int] {
      var list = [1, 2, 3, 4]
      for i in list.indices.reversed() {
        seed = (seed * 1_103_515_245 + 12345) & 0x7FFF_FFFF
        list.swapAt(i, seed / 65536 % (i + 1))
      }
      return list
    }
    for _ in 0..<30 {
      let (n, m) = (shuffled(), shuffled())
      for id in 1...4 { session.run("edit @\(id) n=\(n[id - 1]) m=\(m[id - 1])") }
      let saved = session.run("save")
      expect(!saved.contains("error"), "\(n) \(m): \(saved)")
      let rows = (1...4).map { "\($0)|\(n[$0 - 1])|\(m[$0 - 1])" }
      try expectEqual(session.rows("SELECT * FROM t ORDER BY id", database), rows)
    }
  }

  @Test(
    "a reference by a unique value follows it; a constraint that can wait is checked at the end")
  func followed() throws {
    let database = try session.open(
      """
      CREATE TABLE t (id int PRIMARY KEY, n int UNIQUE,
        m int UNIQUE DEFERRABLE INITIALLY IMMEDIATE);
      INSERT INTO t VALUES (1, 1, 1), (2, 2, 2);
      CREATE TABLE c (n int REFERENCES t (n) ON UPDATE CASCADE, t int REFERENCES t);
      INSERT INTO c VALUES (1, 1), (2, 2);
      """, "t")
    let saved = session.run("edit @1 n=2 m=2; edit @2 n=1 m=1; save")
    expect(saved.contains("changed 2 rows"), "\(saved)")
    try expectEqual(session.rows("SELECT * FROM c ORDER BY t", database), ["2|1", "1|2"])
    let refused = session.run("edit @1 m=1; save")
    expect(refused.contains("error: @1: violates unique"), "\(refused)")
  }

  @Test("where no value can stand in between, a swap is refused with what to do")
  func betweenValues() throws {
    let database = try session.open(
      """
      CREATE TABLE t (id int PRIMARY KEY, n int UNIQUE CHECK (n < 5), f bool UNIQUE, s int UNIQUE);
      INSERT INTO t VALUES (1, 3, true, 1), (2, 4, false, 2);
      CREATE FUNCTION log() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
      """, "t")
    for column in ["n", "f"] {
      let values = column == "n" ? ("4", "3") : ("false", "true")
      let said = session.run("edit @1 \(column)=\(values.0); edit @2 \(column)=\(values.1); save")
      expect(
        said.contains("it takes a unique value that another row has until it is saved"), "\(said)")
      expect(said.contains("hint:  give it a value that is free, save, then"), "\(said)")
      session.run("undo; undo")
    }
    expect(session.run("edit @1 s=2; edit @2 s=1; save").contains("changed 2 rows"))
    try PostgresServer.shared.psql(
      "CREATE TRIGGER log BEFORE UPDATE ON t FOR EACH ROW EXECUTE FUNCTION log()", in: database)
    let said = session.run("edit @1 s=1; edit @2 s=2; save")
    expect(said.contains("it takes a unique value"), "\(said)")
    try expectEqual(session.rows("SELECT s FROM t ORDER BY id", database), ["2", "1"])
  }
}
