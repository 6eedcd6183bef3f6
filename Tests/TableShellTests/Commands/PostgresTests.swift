import Expectations
import Foundation
import PostgresSupport
import TableSources
import TestSupport
import Testing

@testable import TablePostgres
@testable import TableShell

/// Tables of PostgreSQL in the shell, of a real server.
struct PostgresTests {
  private static let server = PostgresServer.shared
  private let session = Session(nil)

  private func database(_ name: String) throws -> String {
    try Self.server.database(
      name,
      """
      \(PostgresServer.people)
      CREATE VIEW names AS SELECT name FROM people;
      """)
  }

  private func address(_ database: String, _ part: String = "people") -> String {
    "\"" + Self.server.address(database, part: part) + "\""
  }

  @Test("a table opens by its address, and info tells of its server and key")
  func opens() throws {
    let address = address(try database("first"))
    let opened = session.run("open \(address)")
    expect(opened.contains("3 rows in 1 section, 3 columns"), "\(opened)")
    let info = session.run("info")
    expect(info.contains("server  ") && info.contains("PostgreSQL 1"), "\(info)")
    for line in ["public.people, table", "none", "id (primary key)", "no unsaved changes"] {
      expect(info.contains(line), "\(info)")
    }
    expect(session.run("columns").contains("text"))
    expect(!session.run("columns").contains("by hand"))
    // It is open already, by its address and by its name.
    expect(!session.run("open \(address)").contains("opened"))
    expect(!session.run("open people").contains("opened"))
    expectEqual(session.shell.documents.count, 1)
  }

  @Test("reload brings others' changes in by key, beside one's own")
  func reloads() throws {
    let database = try database("reloaded")
    session.run("open \(address(database))")
    session.run("edit @1 name=Anna; edit @3 age=4")
    try Self.server.psql(
      "UPDATE people SET age = 42 WHERE id = 1; DELETE FROM people WHERE id = 2; "
        + "INSERT INTO people VALUES (0, 'New', 1); UPDATE people SET age = 5 WHERE id = 3",
      in: database)
    let reloaded = session.run("reload")
    expect(reloaded.contains("conflict: "), "\(reloaded)")
    let text = session.run("save -")
    expect(text.contains(#""name":"Anna","age":42"#), "\(text)")
    expect(text.contains(#""age":"4""#) || text.contains(#""age":4"#), "\(text)")
    expect(text.contains(#""New""#) && !text.contains("Bob"), "\(text)")
  }

  @Test("a copy is written to a file, and save --as goes on there")
  func copies() throws {
    let folder = TemporaryFolder()
    session.run("open \(address(try database("kept")))")
    session.run("edit @1 name=Anna")
    let path = folder.path + "/people.json"
    expect(session.run("save \(path)").contains("saved 3 rows"))
    let text = try String(contentsOfFile: path, encoding: .utf8).replacing(": ", with: ":")
    expect(text.contains(#""name":"Anna""#) && text.contains(#""age":41"#), "\(text)")
    expect(text.contains(#""name":"""#) && text.contains(#""age":null"#), "\(text)")
    session.run("save --as \(folder.path)/other.csv")
    expectNil(session.shell.current?.server)
    expect(session.run("edit @1 name=Anne; save").contains("saved 3 rows"))
  }

  @Test("views, queries and what is not there")
  func parts() throws {
    let database = try database("parts")
    let view = session.run("open \(address(database, "names"))")
    expect(view.contains("note: the rows have no key: --key COLUMN"), "\(view)")
    expect(session.run("info").contains("row numbers"))
    let keyed = session.run("close; open --key name \(address(database, "names"))")
    expect(!keyed.contains("no key"), "\(keyed)")
    let query = session.run("open \(address(database, "SELECT name, age > 3 AS old FROM people"))")
    expect(query.contains("3 rows"), "\(query)")
    expect(session.run("show").contains("true"))
    let near = session.run("open \(address(database, "peopel"))")
    expect(near.contains("error: no table 'peopel'"), "\(near)")
    expect(near.contains("#people\n"), "\(near)")
    let bad = session.run("open \(address(database, "SELECT nothing FROM people"))")
    expect(bad.contains("error: the server refuses (42703)"), "\(bad)")
    expect(session.run("watch on").contains("asked every 2 s: nothing reports when a query"))
    let gone = session.run("open postgres://127.0.0.1:1/x#t")
    expect(gone.contains("error: cannot reach") && gone.contains("hint:"), "\(gone)")
  }

  @Test("a password in an address is shown and kept nowhere")
  func password() throws {
    let folder = TemporaryFolder()
    session.shell.options.journalFolder = JournalFolder(path: folder.path)
    session.shell.options.format = .json
    let plain = Self.server.address(try database("secret"), part: "people")
    let address = plain.replacing("user=tester", with: "user=tester&password=hush-hush")
    var printed = session.run("open \"\(address)\"")
    expect(printed.contains("3 rows"), "\(printed)")
    printed += session.run("edit @1 name=Anna")
    printed += session.run("info; reload; save; history; record list")
    printed += session.run("open \"\(address.replacing("people", with: "none"))\"")
    let bad = "postgres://ann:hush-hush@127.0.0.1:1/x#t"
    printed += session.run("open \(bad)")
    expect(!printed.contains("hush-hush"), "\(printed)")
    expect(!session.shell.history.joined().contains("hush-hush"))
    expectEqual(session.shell.current?.name, plain)
    for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      let bytes = FileManager.default.contents(atPath: folder.path + "/" + file) ?? Data()
      expectNil(bytes.range(of: Data("hush-hush".utf8)), "\(file)")
    }
  }

  @Test("Lua reaches a server where it may")
  func permissions() throws {
    let address = Self.server.address(try database("lua"), part: "people")
    session.run("new notes id")
    let refused = session.run("lua tablesh.run([[open \"\(address)\"]])")
    expect(refused.contains("--allow-net="), "\(refused)")
    expectEqual(session.shell.documents.count, 1)
  }

  @Test("unsaved work is recovered by key")
  func recovers() throws {
    let folder = TemporaryFolder()
    let database = try database("recovered")
    session.shell.options.journalFolder = JournalFolder(path: folder.path)
    session.run("open \(address(database)); edit @1 name=Anna")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let journal = folder.file(try require(names.first { $0.hasSuffix(".journal") }))
    let bytes = try Data(contentsOf: URL(fileURLWithPath: journal))
    session.run("close --force")
    // As a session leaves it that was killed.
    try bytes.write(to: URL(fileURLWithPath: journal))
    try Self.server.psql(
      "UPDATE people SET age = 50 WHERE id = 1; DELETE FROM people WHERE id = 2", in: database)
    let opened = session.run("open \(address(database))")
    expect(opened.contains("unsaved work of"), "\(opened)")
    let recovered = session.run("recover")
    expect(recovered.contains("recovered"), "\(recovered)")
    expect(session.run("save -").contains(#""name":"Anna","age":50"#), "\(session.run("save -"))")
  }

  @Test("steps that were undone before a crash are undone, and what comes back is counted")
  func recoversUndone() throws {
    let folder = TemporaryFolder()
    let database = try database("undonerecovered")
    /// What a session leaves that was killed after some commands.
    func recovered(_ commands: String) throws -> (told: String, steps: String) {
      session.shell.options.journalFolder = JournalFolder(path: folder.path)
      session.run("open \(address(database)); \(commands)")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      let journal = folder.file(try require(names.first { $0.hasSuffix(".journal") }))
      let bytes = try Data(contentsOf: URL(fileURLWithPath: journal))
      session.run("close --force")
      try bytes.write(to: URL(fileURLWithPath: journal))
      session.run("open \(address(database))")
      let told = session.run("recover")
      let steps = session.run("undo list")
      expect(!session.run("reload --discard; close --force").contains("error"))
      return (told, steps)
    }
    let undone = try recovered("edit @1 name=A; edit @1 age=1; undo; edit @2 name=B; undo")
    expect(undone.told.contains("recovered 1 change of"), "\(undone.told)")
    expectEqual(
      undone.steps, "1  edit @1 name=A\n-- undone --\n2  edit @2 name=B\n", "\(undone.steps)")
    let redone = try recovered(
      "edit @1 name=A; edit @1 age=1; undo 2; redo; insert 0 id=9; undo; redo")
    expect(redone.told.contains("recovered 2 changes"), "\(redone.told)")
    expect(!redone.told.contains("was changed since"), "\(redone.told)")
    expectEqual(redone.steps, "1  edit @1 name=A\n2  insert 0 id=9\n", "\(redone.steps)")
    // The step that was saved is not kept: that it was undone is one of its own.
    let saved = try recovered("edit @1 name=A; save; edit @2 name=B; undo 2; edit @2 age=7")
    expect(saved.told.contains("recovered 2 changes"), "\(saved.told)")
    expect(saved.steps.contains("undo of"), "\(saved.steps)")
    expect(saved.steps.hasSuffix("edit @2 age=7\n"), "\(saved.steps)")
  }

  @Test(
    "a table is read without those that inherit from it where these have its keys, or are read, too"
  )
  func heirs() throws {
    let session = Session(nil)
    let sql = """
      CREATE TABLE cities (id int PRIMARY KEY, name text);
      CREATE TABLE capitals (state text, PRIMARY KEY (id)) INHERITS (cities);
      INSERT INTO cities VALUES (1, 'A'), (2, 'B'); INSERT INTO capitals VALUES (1, 'C', 'x'), (3, 'D', 'y');
      """
    let database = try session.open(sql, "cities", name: "heirs")
    expectEqual(session.run("count"), "2\n")
    expect(session.run("info").contains("only its own rows are read and written"))
    expect(session.run("info").contains("open them separately: capitals"))
    let saved = session.run("edit @1 name=Z; delete @2; insert 0 id=3 name=N; save")
    expect(saved.contains("inserted 1 row, changed 1 row, deleted 1 row"), "\(saved)")
    try expectEqual(
      session.rows("SELECT tableoid::regclass, id, name FROM cities ORDER BY 1, 2", database),
      [
        "cities|1|Z", "cities|3|N", "capitals|1|C", "capitals|3|D",
      ])
    expect(session.run("reload").contains("nothing changed"))
    session.run(
      "close; open --window \"\(PostgresServer.shared.address(database, part: "cities"))\"")
    expect(session.run("edit @3 name=M; save").contains("changed 1 row"))
    session.run("close; open --section-by table \"\(PostgresServer.shared.address(database))\"")
    let table = try require(session.shell.current?.table)
    expectEqual(table.sections.map { "\($0.name) \($0.count)" }, ["capitals 2", "cities 2"])
    expect(
      session.run("delete @capitals/1; edit @cities/1 name=Y; save").contains("deleted 1 row"))
    try expectEqual(
      session.rows("SELECT id, name FROM ONLY cities ORDER BY id", database), ["1|Y", "3|M"])
    // Where no key is there twice, all rows are read, as psql does.
    session.run("close")
    try PostgresServer.shared.psql("DELETE FROM ONLY cities WHERE id = 3", in: database)
    session.run("open \"\(PostgresServer.shared.address(database, part: "cities"))\"")
    expectEqual(session.run("count"), "2\n")
    expect(session.run("edit @3 name=W; save").contains("changed 1 row"))
    try expectEqual(session.rows("SELECT name FROM capitals", database), ["W"])
  }
}
