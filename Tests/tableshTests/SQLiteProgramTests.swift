import DatabaseSupport
import Expectations
import Glibc
import TestSupport
import Testing

/// Databases in the program as a whole; they are made by `export`.
@Suite("A database in the program", .ends)
struct SQLiteProgramTests {
  private static let crew = "id,name,age\n1,Ann,41\n2,Bob,30\n3,Cyd,35\n"

  private func run(_ arguments: [String], in folder: TemporaryFolder) throws -> ChildProcess {
    try ChildProcess.run(
      home: folder,
      arguments.first == "diff" || arguments.first == "apply"
        ? arguments : ["--no-init", "--quiet"] + arguments)
  }

  /// A folder with a database of people.
  private func folderWithCrew() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(Self.crew, to: "crew.csv")
    let made = try run(["crew.csv", "-c", "export crew.db"], in: folder)
    expect(made.output.hasPrefix("exported 3 rows to crew.db ("))
    expectEqual(made.errors, "")
    return folder
  }

  private func table(_ folder: TemporaryFolder, _ path: String = "crew.db") throws -> String {
    try run([path, "-c", "export --format csv -"], in: folder).output
  }

  @Test("edits, changes, save, a second save, and what info tells")
  func session() throws {
    let folder = try folderWithCrew()
    let child = try run(
      [
        "crew.db", "-c",
        "edit @2 age=31; delete @1; insert 0 name=Dan age=22; changes; save; save; changes; info",
      ], in: folder)
    expectEqual(child.status, 0)
    expectEqual(
      child.output,
      """
      changed 1 cell in 1 section
      deleted 1 row in 1 section
      inserted 1 row in 1 section
      1 cell in 1 row changed, 1 row deleted, 1 row added
      - @1
      ~ @2 age: '30' → '31'
      + 0:2
      saved to crew.db: inserted 1 row, changed 1 row, deleted 1 row
      nothing to save: crew.db is up to date
      no unsaved changes
      table     crew.db
      source    crew.db, sqlite
      database  crew.db; table crew; primary key id
      size      3 rows in 1 section, 3 columns
      key       id
      state     no unsaved changes, 3 undo steps

      """)
    try expectEqual(table(folder), "id,name,age\n2,Bob,31\n3,Cyd,35\n4,Dan,22\n")
  }

  @Test("--dry-run writes nothing, to a database neither")
  func dryRun() throws {
    let folder = try folderWithCrew()
    let child = try run(["--dry-run", "crew.db", "-c", "delete @1; save"], in: folder)
    expect(child.output.hasSuffix("dry run: nothing is written to crew.db\n"))
    try expectEqual(table(folder), Self.crew)
  }

  @Test("diff and apply work on tables of databases")
  func diffAndApply() throws {
    let folder = try folderWithCrew()
    try expectEqual(
      run(["crew.csv", "-c", "edit @2 age=31; delete @1; export new.db; quit!"], in: folder)
        .status, 0)
    let diff = try run(["diff", "crew.db#crew", "new.db", "--format", "patch"], in: folder)
    try folder.write(diff.output, to: "patch.json")
    try expectEqual(run(["diff", "crew.db", "crew.csv"], in: folder).output, "no difference\n")
    let applied = try run(["apply", "crew.db", "patch.json"], in: folder)
    expect(applied.output.contains("saved to crew.db: changed 1 row, deleted 1 row"))
    try expectEqual(table(folder), "id,name,age\n2,Bob,31\n3,Cyd,35\n")
    try expectEqual(run(["apply", "--invert", "crew.db", "patch.json"], in: folder).status, 0)
    try expectEqual(table(folder), Self.crew)
  }

  @Test("another session's change is refused, reloaded or overwritten")
  func otherSession() throws {
    let folder = try folderWithCrew()
    let other = "echo | \(product("tablesh")) --no-init --quiet crew.db -c 'edit @2 name=Bo; save'"
    let child = try run(
      ["--keep-going", "crew.db", "-c", "edit @2 age=31", "-c", "wait 0", "-c", "save"], in: folder)
    expectEqual(child.status, 0, "\(child.errors)")
    let clash = try run(
      [
        "--keep-going", "crew.db", "-c", "edit @2 age=32", "-c", "echo now | \(other)", "-c",
        "save",
        "-c", "reload", "-c", "save",
      ], in: folder)
    expect(clash.errors.contains("'crew.db' was changed by others: row '2' changed"))
    expect(
      clash.errors.contains("hint:  reload  # brings theirs in; or save --force, or save PATH"))
    try expect(table(folder).contains("2,Bo,32\n"))
  }

  @Test("all tables of a database are sections with --section-by table")
  func sections() throws {
    let folder = try folderWithCrew()
    let child = try run(
      [
        "--section-by", "table", "crew.db", "-c",
        "edit @crew/2 age=31; save; insert crew name=Eve; reload; save; reload; undo; save; redo; save",
      ], in: folder)
    expectEqual(child.status, 0, "\(child.errors)")
    try expectEqual(table(folder), "id,name,age\n1,Ann,41\n2,Bob,31\n3,Cyd,35\n4,Eve,\n")
  }

  @Test("a table that is made in a database is told of nothing that delimited text cannot keep")
  func exportNotes() throws {
    let folder = try folderWithCrew()
    let child = try run(
      ["crew.db", "-c", "export new.db#people; save other.db#people"], in: folder)
    expectEqual(child.status, 0)
    expectEqual(child.errors, "")
    let text = try run(["crew.db", "-c", "export people.csv"], in: folder)
    expect(text.errors.contains("delimited text keeps the texts of cells"))
  }

  @Test("--backup= without a suffix is refused, for databases and files")
  func backupWithoutSuffix() throws {
    let folder = try folderWithCrew()
    for file in ["crew.db", "crew.csv"] {
      let before = try table(folder, file)
      let child = try run([file, "-c", "delete @1; save --backup="], in: folder)
      expectEqual(child.status, 1)
      expect(child.errors.contains("'--backup=' wants a suffix for the name of the backup"))
      expect(child.errors.contains("hint:  help save"))
      try expectEqual(table(folder, file), before)
    }
  }

  @Test("in all tables of a database, a row is named by its table and the key of that")
  func keysOfTables() throws {
    let folder = try TemporaryFolder()
    try PlainDatabase(path: folder.path + "/a.db").run(
      """
      CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE tags (code TEXT PRIMARY KEY, note TEXT);
      CREATE TABLE links (p INTEGER, t TEXT, n, PRIMARY KEY (p, t));
      INSERT INTO people VALUES (1, 'Ann'), (2, 'Bob');
      INSERT INTO tags VALUES ('x', 'a'), ('1', 'b'), (NULL, 'c');
      INSERT INTO links VALUES (1, 'x', 0), (2, 'x', 0);
      """)
    let child = try run(
      [
        "--section-by", "table", "a.db", "-c",
        "edit @people/2 name=Bo; edit @tags/2 note=B; edit @tags/3 note=C",
        // The tag without a code makes rowids the key of that table.
        "-c", "edit @links/2/x n=5; save",
      ], in: folder)
    expectEqual(child.status, 0, "\(child.errors)")
    try expectEqual(table(folder, "a.db#people"), "id,name\n1,Ann\n2,Bo\n")
    try expectEqual(table(folder, "a.db#SELECT note FROM tags"), "note\na\nB\nC\n")
    try expectEqual(table(folder, "a.db#SELECT n FROM links ORDER BY p"), "n\n0\n5\n")
    let missing = try run(
      ["--section-by", "table", "a.db", "-c", "edit @people/7 name=Bo"], in: folder)
    expect(missing.errors.contains("no row with the key 'people/7'"))
  }

  @Test(
    "a database that another program writes to is waited for, and after 2 s told is who that is")
  func locked() throws {
    let folder = try folderWithCrew()
    let session = try LiveProcess(
      home: folder, ["--no-init", "--quiet", "--keep-going", "crew.db"],
      errorPath: folder.path + "/errors")
    session.write("edit @1 age=1; echo edited\n")
    expect(session.expect("edited"))
    let other = try PlainDatabase(path: folder.path + "/crew.db")
    try other.run("BEGIN IMMEDIATE")
    session.write("save\n")
    let told = "(process \(getpid())) holds; ^C ends the wait"
    _ = eventually { folder.read("errors")?.contains(told) == true }
    let errors = folder.read("errors") ?? ""
    expect(errors.contains("note: crew.db waits for a lock that '"), "\(errors)")
    expect(errors.contains(told), "\(errors)")
    try expect(other.texts("SELECT age FROM crew WHERE id = 1") != ["1"])
    try other.run("ROLLBACK")
    expect(session.expect("saved to crew.db: changed 1 row"))
  }
}

extension SQLiteProgramTests {
  @Test("unsaved work meets what the database holds by then, by key")
  func recoverChanged() throws {
    let folder = try folderWithCrew()
    _ = try run(
      ["crew.db", "-c", "edit @3 age=36; delete @2", "-c", "echo | kill -9 $PPID"], in: folder)
    _ = try run(["crew.db", "-c", "delete @1; edit @2 age=31; edit @3 name=Cy; save"], in: folder)
    let child = try run(
      ["crew.db", "-c", "recover; changes; conflicts keep mine; save"], in: folder)
    expectEqual(child.status, 0, "\(child.errors)")
    expectEqual(
      child.output,
      """
      recovered 2 changes of crew.db
      conflict: row '2' is deleted here and was changed in the source
      1 cell in 1 row changed, 1 row deleted
      - @2
      ~ @3 age: '35' → '36'
      kept mine in 1 conflict, none is left
      saved to crew.db: changed 1 row, deleted 1 row

      """)
    expect(
      child.errors.hasSuffix("note: 'crew.db' has changed since: its changes are merged in\n"))
    try expectEqual(table(folder), "id,name,age\n3,Cy,36\n")
  }
}
