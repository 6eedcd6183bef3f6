import DatabaseSupport
import Expectations
import TestSupport
import Testing

/// Undo of what was saved to a database, and saved again.
struct SQLiteUndoTests {
  @Test("a column whose deletion was saved and undone is saved with its values")
  func column() throws {
    let folder = try TemporaryFolder()
    try folder.write("id,a,b\n1,11,q\n2,22,w\n", to: "s.csv")
    func run(_ words: String...) throws -> ChildProcess {
      try ChildProcess.run(product("tablesh"), ["--quiet"] + words, directory: folder.path)
    }
    try expectEqual(run("-c", "export c.db#t", "s.csv").status, 0)
    let child = try run("-c", "column delete a; save; undo; save", "c.db#t")
    expectEqual(child.status, 0, "\(child.errors)")
    let table = try run("-c", "export --format csv -", "c.db#t").output
    expect(table == "id,a,b\n1,11,q\n2,22,w\n" || table == "id,b,a\n1,q,11\n2,w,22\n")
  }

  @Test("a patch of a database keeps bytes, in either direction")
  func bytes() throws {
    let folder = try TemporaryFolder()
    func run(_ words: String...) throws -> ChildProcess {
      try ChildProcess.run(product("tablesh"), words, directory: folder.path)
    }
    try folder.write("id,v\n1,x\n2,y\n", to: "s.csv")
    try expectEqual(run("-c", "export a.db#t", "s.csv").status, 0)
    // The database gives the column bytes.
    let query = "a.db#SELECT id, CAST(v AS BLOB) AS v FROM t"
    try expectEqual(run("-c", "export old.db#t", query).status, 0)
    try expectEqual(
      run("-c", "export new.db#t; delete @1; export new2.db#t; quit!", query).status, 0)
    let before = try run("-c", "show", "old.db#t").output
    expect(before.contains("x'78'"))
    let patch = try run("diff", "--format", "patch", "old.db#t", "new2.db#t")
    try folder.write(patch.output, to: "p.json")
    try expectEqual(run("apply", "old.db#t", "p.json").status, 0)
    let back = try run("apply", "--invert", "old.db#t", "p.json")
    expectEqual(back.status, 0, "\(back.errors)")
    let types = "old.db#SELECT id, typeof(v) AS v FROM t ORDER BY id"
    try expectEqual(
      run("-c", "export --format csv -", types).output, "id,v\n1,blob\n2,blob\n")
  }

  @Test("what the database made of values is taken back by the undo of the edit that wrote them")
  func storedValues() throws {
    let folder = try TemporaryFolder()
    let database = try PlainDatabase(path: folder.path + "/s.db")
    try database.run(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, v, up DEFAULT 'new');
      INSERT INTO t VALUES (1, 1, 'old');
      CREATE TRIGGER u AFTER UPDATE OF v ON t BEGIN
        UPDATE t SET up = 'v' || new.v WHERE id = new.id; END;
      """)
    func run(_ commands: String) throws -> ChildProcess {
      try ChildProcess.run(
        product("tablesh"), ["--quiet", "-c", commands, "s.db"], directory: folder.path)
    }
    func rows() throws -> [String] {
      try database.texts("SELECT id || v || up FROM t ORDER BY id")
    }
    let inserted = try run("insert 0 v=4; save; undo list; undo; count; changes; save; redo; save")
    expectEqual(inserted.status, 0, "\(inserted.errors)")
    expect(inserted.output.contains("1  insert 0 v=4\n"))
    expect(!inserted.output.contains("2  save"))
    expect(inserted.output.contains("\n1\n- @2\n"), "\(inserted.output)")
    expect(inserted.errors.contains("note: the database stored 2 values of its own"))
    try expectEqual(rows(), ["11old", "24new"])
    let edited = try run("edit @1 v=5; save; undo; save")
    expectEqual(edited.status, 0, "\(edited.errors)")
    // The trigger has the last word, as for anybody who writes there.
    try expectEqual(rows(), ["11v1", "24new"])
    let both = try run("edit @1 v=6; edit @2 v=7; save; undo; undo; show; quit!")
    expect(
      both.output.hasSuffix("  0:0   1  1  v1\n  0:1   2  4  new\n2 rows\n"), "\(both.output)")
  }

  @Test("a selection that is taken back after a save takes no default of the database with it")
  func selection() throws {
    let folder = try TemporaryFolder()
    let database = try PlainDatabase(path: folder.path + "/s.db")
    try database.run("CREATE TABLE t (id INTEGER PRIMARY KEY, v, up DEFAULT 'new')")
    let child = try ChildProcess.run(
      product("tablesh"),
      [
        "--quiet", "s.db", "-c",
        "insert 0 v=4; select 0:0; save; undo; save; selection; redo; selection; undo; undo; count; redo; save",
      ], directory: folder.path)
    expectEqual(child.status, 0, "\(child.errors)")
    expect(child.output.contains("nothing to save"), "\(child.output)")
    expect(child.output.contains("\n0\n"), "\(child.output)")
    let rows = try database.texts("SELECT id || v || up FROM t")
    expectEqual(rows, ["14new"])
  }
}
