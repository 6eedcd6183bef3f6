import DatabaseSupport
import Expectations
import PostgresSupport
import TestSupport
import Testing

@testable import TableKit
@testable import TablePostgres
@testable import TableShell

/// What rows hold of a database opened whole, whose tables have different columns.
struct WholeDatabaseTests {
  private static let wide = (0..<200).map { "w\($0) int" }.joined(separator: ", ")
  private static let sql = """
    CREATE TABLE a (id int PRIMARY KEY, name text);
    INSERT INTO a VALUES (1, 'x'), (2, NULL), (3, 'z');
    CREATE TABLE b (id int PRIMARY KEY, name text, n int);
    INSERT INTO b VALUES (1, 'p', 5), (2, 'q', 6);
    CREATE TABLE wide (id int PRIMARY KEY, \(wide));
    """

  /// The most cells that rows of each table hold.
  private func held(_ session: Session) -> [String: Int] {
    guard let table = session.shell.current?.table else { return [:] }
    return table.sections.reduce(into: [:]) { counts, section in
      counts[section.name] = section.rows.map { row in
        table.columns.count { table.hasCell(row, $0.id) }
      }.max()
    }
  }

  /// Runs commands that make, change and copy rows, and checks after each what rows hold.
  private func edit(_ session: Session, _ folder: TestSupport.TemporaryFolder) throws {
    try folder.write("table,id,n\nb,7,70\nb,8,80\n", to: "more.csv")
    for line in [
      "edit @a/1 name=y", "edit @b/1 n=7", "edit @a/2 name=y", "edit b:* name=same",
      "insert wide:end id=9 w150=1", "insert a id=4", "duplicate @b/2",
      "edit @b/2,@b/\"2 copy\" n=3", "insert from \"\(folder.path)/more.csv\"",
      "sort by id desc", "undo", "undo", "redo", "delete @a/3", "undo", "edit --null name *",
      "undo",
    ] {
      let said = session.run(line)
      let held = held(session)
      expect(!said.contains("error"), "\(line): \(said)")
      expect(
        held["a"] == 3 && held["b"] == 4 && held["wide"] ?? 3 <= 4, "\(line): \(held) \(said)")
    }
  }

  private func editAndSave(
    _ session: Session, _ folder: TestSupport.TemporaryFolder
  ) throws {
    try edit(session, folder)
    session.run("delete @b/\"2 copy\"")
    let saved = session.run("save")
    expect(saved.contains("saved to") && !saved.contains("error"), "\(saved)")
    let held = held(session)
    expect(held["a"] == 3 && held["b"] == 4 && held["wide"] ?? 3 <= 4, "\(held)")
  }

  @Test("rows of a SQLite database hold no cells that their tables lack, whatever is done")
  func sqlite() throws {
    let folder = try TestSupport.TemporaryFolder()
    let database = try PlainDatabase(path: "\(folder.path)/s.db")
    try database.run(Self.sql)
    let session = Session(nil)
    session.run("open --section-by table \"\(folder.path)/s.db\"")
    try editAndSave(session, folder)
    try database.run("UPDATE a SET name = 'others' WHERE id = 3")
    session.run("edit @a/1 name=mine; reload")
    expect(held(session)["a"] == 3 && held(session)["b"] == 4, "\(held(session))")
    let names = try database.texts("SELECT name FROM a ORDER BY id")
    expectEqual(names.first, "y")
  }

  @Test("rows of a PostgreSQL database hold no cells that their tables lack, whatever is done")
  func postgres() throws {
    let server = PostgresServer.shared
    let database = try server.database("whole_held", Self.sql)
    let folder = try TestSupport.TemporaryFolder()
    let session = Session(nil)
    session.run("open --section-by table \"\(server.address(database))\"")
    try editAndSave(session, folder)
    try server.psql("UPDATE a SET name = 'others' WHERE id = 3", in: database)
    session.run("edit @a/1 name=mine; reload")
    expect(held(session)["a"] == 3 && held(session)["b"] == 4, "\(held(session))")
    try expect(server.psql("SELECT n FROM b WHERE id = 7", in: database).hasPrefix("70"))
  }
}
