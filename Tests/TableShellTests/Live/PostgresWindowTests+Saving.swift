import Expectations
import Postgres
import PostgresSupport
import TableKit
import TableSources
import TestSupport
import Testing

@testable import TableLive
@testable import TablePostgres
@testable import TableShell

/// What a window has unsaved: saved, recovered and forgotten.
extension PostgresWindowTests {
  @Test("save writes changes of rows in the window and outside, and others' conflict with them")
  func saves() throws {
    let database = try Self.server.database(
      "windowsave",
      "CREATE TABLE t (id int PRIMARY KEY, x text); INSERT INTO t SELECT g, 'a' FROM generate_series(1, 100) g; ANALYZE t"
    )
    let session = open(database, "t", rows: 10)
    session.run("edit @5 x=b")
    session.run("delete @7")
    session.run("scroll @50")
    session.run("edit @52 x=c")
    session.run("insert 0 id=1000 x=new")
    session.run("scroll end")
    expect(session.run("save").contains("inserted 1 row, changed 2 rows, deleted 1 row"))
    expectEqual(session.run("changes"), "no unsaved changes\n")
    let rows = try Self.server.psql("SELECT id, x FROM t WHERE x <> 'a' ORDER BY id", in: database)
    expectEqual(rows, "5|b\n52|c\n1000|new\n")
    expectEqual(session.run("count"), "100\n")
    session.run("scroll home")
    expectEqual(keys(session), ["1", "2", "3", "4", "5", "6", "8", "9", "10", "11"])
    session.run("edit @6 x=mine")
    session.run("scroll end")
    try Self.server.psql("UPDATE t SET x = 'theirs' WHERE id = 6", in: database)
    expect(session.run("save").contains("conflict"))
    try expectEqual(Self.server.psql("SELECT x FROM t WHERE id = 6", in: database), "theirs\n")
    session.run("conflicts keep mine")
    expect(session.run("save").contains("changed 1 row"))
    try expectEqual(Self.server.psql("SELECT x FROM t WHERE id = 6", in: database), "mine\n")
  }

  @Test(
    "a change of the whole table is counted at once, and made by save if it are as many rows still")
  func whole() throws {
    let database = try Self.server.database(
      "windowwhole",
      """
      CREATE TABLE t (id int PRIMARY KEY, x text, n int);
      INSERT INTO t SELECT g, 'a', g % 10 FROM generate_series(1, 1000) g; ANALYZE t;
      """)
    let session = open(database, "t", rows: 10)
    func count(_ condition: String) throws -> String {
      try Self.server.psql("SELECT count(*) FROM t WHERE \(condition)", in: database)
    }
    expect(session.run("delete --dry-run where n == 3").contains("dry run: save deletes 100 rows"))
    expectEqual(session.run("changes"), "no unsaved changes\n")
    expect(session.run("delete where n == 3").contains("save deletes 100 rows of the whole table"))
    expectEqual(session.run("changes"), "delete where n == 3: 100 rows of the whole table\n")
    try expectEqual(count("n = 3"), "100\n")
    for line in ["edit @1 x=b", "undo 1", "delete where n == 4"] {
      expect(session.run(line).contains("hint:  save makes it; undo drops it"), "\(line)")
    }
    expect(session.run("undo").contains("took back: delete where n == 3: 100 rows"))
    expectEqual(session.run("changes"), "no unsaved changes\n")
    session.run("delete where n == 3")
    expect(session.run("save --dry-run").contains("dry run: nothing is written"))
    try Self.server.psql("UPDATE t SET n = 4 WHERE id = 3", in: database)
    expect(session.run("save").contains("concerns 99 rows now, not 100: nothing is saved"))
    try expectEqual(count("n = 3"), "99\n")
    session.run("reload --discard")
    expectEqual(session.run("changes"), "no unsaved changes\n")
    session.run("delete where n == 3")
    expect(
      session.run("save").contains("saved to postgres:") && !session.run("show").contains("13"))
    try expect(count("n = 3") == "0\n" && count("true") == "901\n")
    session.run("edit --null n where n == 5 set x=\"it's\"")
    expect(session.run("changes").contains("100 rows of the whole table"))
    session.run("save")
    try expectEqual(count("n IS NULL AND x = 'it''s'"), "100\n")
    expect(session.run("edit where n == 6 set n=many").contains("error: "))
    expect(session.run("edit where n == 6 set id=7").contains("tells the rows apart"))
    session.run("edit @1 x=z")
    expect(session.run("delete where n == 6").contains("hint:  save, then delete where n == 6"))
    session.run("save")
    expect(session.run("edit where n == 99 set x=y").contains("no row of the whole table has it"))
    expect(session.run("edit where n == 6 set x := id").contains("hint:  edit in 0 where n == 6"))
    try expect(count("x = 'z'") == "1\n" && count("n = 6") == "100\n")
  }

  @Test("unsaved changes of rows anywhere in the table are recovered in a window")
  func recovers() throws {
    let database = try Self.server.database(
      "windowrecover",
      "CREATE TABLE t (id int PRIMARY KEY, x text); INSERT INTO t SELECT g, 'a' FROM generate_series(1, 100) g; ANALYZE t"
    )
    let world = try RecoverWorld()
    let configure = { (options: inout ShellOptions) in
      options.journalFolder = JournalFolder(path: world.folder.file("journal"))
    }
    let killed = open(database, "t", rows: 10, configure: configure)
    killed.run("edit @5 x=b")
    killed.run("scroll end")
    killed.run("delete @95")
    killed.run("scroll @50")
    killed.run("edit @52 x=c")
    try world.kill()
    killed.run("quit!")
    try Self.server.psql("UPDATE t SET x = 'z' WHERE id = 52", in: database)
    let session = open(database, "t", rows: 10, configure: configure)
    expect(session.run("recover").contains("recovered"))
    expectEqual(
      session.run("changes"),
      "2 cells in 2 rows changed, 1 row deleted\n- @95\n~ @5 x: 'a' → 'b'\n~ @52 x: 'z' → 'c'\n")
    expect(session.run("conflicts").contains("'c' here, 'z' in the source"))
    session.run("scroll end")
    expect(session.run("changes").contains("- @95"))
    session.run("save --force")
    try expectEqual(Self.server.psql("SELECT x FROM t WHERE id = 52", in: database), "c\n")
    expectEqual(session.run("count"), "99\n")
  }

  @Test(
    "what is changed in columns here is not asked of the server, and unsaved rows are judged here")
  func local() throws {
    let database = try Self.server.database(
      "windowlocal",
      """
      CREATE TABLE t (id int PRIMARY KEY, x text, n int);
      INSERT INTO t SELECT g, 'a', g % 10 FROM generate_series(1, 100) g; ANALYZE t;
      CREATE TABLE other (id int PRIMARY KEY); INSERT INTO other VALUES (1), (2);
      """)
    let session = open(database, "t", rows: 10)
    session.run("edit @3 n=5")
    session.run("edit @5 n=6")
    session.run("delete @7")
    session.run("insert 0 id=777 n=5")
    expectEqual(session.run("count where n == 5"), "11\n")
    expectEqual(session.run("count where n ~= 5"), "89\n")
    expectEqual(session.run("count where n == nil or n == 7"), "9\n")
    expect(session.run("scroll where n == 6 and id ~= 6").contains("@16 to @25"))
    session.run("column rename n m")
    expectEqual(session.run("count where m == 5"), "11\n")
    session.run("undo")
    session.run("column type n text")
    expect(session.run("count where n == '6'").contains("this window only"))
    session.run("undo")
    expect(!session.run("count where n == 6").contains("note:"))
    // Elsewhere a window is no table.
    session.run("open \"\(Self.server.address(database, part: "other"))\"")
    for line in ["join t on id", "count matching t on id", "changes t"] {
      let said = session.run(line)
      expect(said.contains("is a window, a part of its rows"), "\(line): \(said)")
    }
  }

  @Test("steps of undo do not keep the bytes of all pages that were seen")
  func forgets() throws {
    let database = try Self.server.database(
      "windowforgets",
      """
      CREATE TABLE t (id int PRIMARY KEY, x text);
      INSERT INTO t SELECT g, repeat('x', 6000000) FROM generate_series(1, 12) g;
      """)
    let session = open(database, "t")
    session.run("edit @1 x=b")
    var said = ""
    for _ in 0..<5 { said += session.run("scroll next") }
    expect(said.contains("earlier undo steps are gone"))
    expect(session.run("changes").hasPrefix("~ @1 x: 'xxx"))
    session.run("undo")
    expectEqual(session.run("changes"), "no unsaved changes\n")
  }
}
