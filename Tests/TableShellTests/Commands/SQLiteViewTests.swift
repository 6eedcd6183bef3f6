import DatabaseSupport
import Expectations
import TestSupport
import Testing

@testable import TableShell

/// Views of a database that INSTEAD OF triggers write, and databases that a URI names.
struct SQLiteViewTests {
  private static let crew = """
    CREATE TABLE p (id INTEGER PRIMARY KEY, name TEXT, pay INT);
    INSERT INTO p VALUES (1, 'ann', 10), (2, 'ben', 20), (3, 'cy', 30);
    CREATE VIEW v AS SELECT id, upper(name) AS name, pay * 2 AS twice FROM p;
    CREATE TRIGGER vu INSTEAD OF UPDATE ON v BEGIN
      UPDATE p SET name = lower(NEW.name), pay = NEW.twice / 2 WHERE id = OLD.id; END;
    CREATE TRIGGER vd INSTEAD OF DELETE ON v BEGIN DELETE FROM p WHERE id = OLD.id AND id <> 3; END;
    CREATE TRIGGER vi INSTEAD OF INSERT ON v BEGIN
      INSERT INTO p (id, name, pay) VALUES (NEW.id, lower(NEW.name), NEW.twice / 2); END;
    CREATE VIEW half AS SELECT id, name, pay FROM p;
    CREATE TRIGGER hu INSTEAD OF UPDATE OF pay ON half BEGIN
      UPDATE p SET pay = NEW.pay WHERE id = OLD.id; END;
    CREATE VIEW keyless AS SELECT name, pay FROM p;
    CREATE TRIGGER ku INSTEAD OF UPDATE ON keyless BEGIN
      UPDATE p SET pay = NEW.pay WHERE name = OLD.name; END;
    CREATE VIEW plain AS SELECT id, name FROM p;
    """

  private struct World {
    let folder: TestSupport.TemporaryFolder
    let database: PlainDatabase
    let session = Session(nil)

    init(_ name: String = "s.db") throws {
      folder = try TestSupport.TemporaryFolder()
      database = try PlainDatabase(path: "\(folder.path)/\(name)")
      try database.run(SQLiteViewTests.crew)
    }

    func open(_ part: String, _ options: String = "") -> String {
      session.run("open \(options) \"\(folder.path)/s.db#\(part)\"")
    }

    var rows: String {
      (try? database.texts("SELECT id||name||pay FROM p")).map { $0.joined(separator: " ") } ?? ""
    }
  }

  @Test("a view with INSTEAD OF triggers is changed, inserted into and deleted from by saving")
  func views() throws {
    let world = try World()
    let session = world.session
    expect(!world.open("v").contains("error"))
    expect(session.run("info").contains("view v; saved through its INSTEAD OF triggers"))
    expect(
      session.run("edit @1 name=ZED twice=50; edit @2 twice=44; save").contains("changed 2 rows"))
    expectEqual(world.rows, "1zed25 2ben22 3cy30")
    expect(session.run("insert 0:end id=7 name=DAN twice=8; save").contains("inserted 1 row"))
    expectEqual(world.rows, "1zed25 2ben22 3cy30 7dan4")
    // A trigger, or the table below it, makes the key and writes the name otherwise.
    let inserted = session.run("insert 0:end name=eve twice=2; save")
    expect(!inserted.contains("is not in the database"), "\(inserted)")
    expect(session.run("show @8").contains("EVE"))
    expectEqual(world.rows, "1zed25 2ben22 3cy30 7dan4 8eve1")
    let deleted = session.run("delete @2,@3; save")
    expect(deleted.contains("note: row '3' is still in the view: its trigger keeps it"))
    expectEqual(world.rows, "1zed25 3cy30 7dan4 8eve1")
    expect(
      session.shell.current?.table.rowCount == 4 && session.run("save").contains("nothing to save"))
    // What others change is a conflict there, too.
    try world.database.run("UPDATE p SET pay = 99 WHERE id = 7")
    expect(session.run("edit @7 twice=2; save").contains("changed by others: row '7' changed"))
  }

  @Test("what no trigger takes, or nothing tells apart, is refused with the reason")
  func refused() throws {
    let world = try World()
    let session = world.session
    func refusal(_ line: String) -> String {
      defer { _ = session.run("undo") }
      return session.run(line)
    }
    _ = world.open("half")
    expect(session.run("edit @1 pay=5; save").contains("changed 1 row"))
    for (line, what) in [
      ("edit @1 name=x; save", "UPDATE OF \"name\""), ("delete @1; save", "DELETE"),
      ("insert 0:end id=9; save", "INSERT"),
    ] {
      let said = refusal(line)
      expect(said.contains("the view 'half' has no trigger INSTEAD OF \(what)\n"), "\(said)")
    }
    expect(refusal("column add x; save").contains("Cannot add a column to a view"))
    _ = world.open("keyless")
    let keyless = refusal("edit 0:0 pay=9; save")
    expect(keyless.contains("nothing tells the rows of the view 'keyless' apart"), "\(keyless)")
    expect(keyless.contains("hint:  open it with --key COLUMN"))
    _ = session.run("close")
    expect(!world.open("keyless", "--key name").contains("error"))
    expect(session.run("edit @ann pay=9; save").contains("changed 1 row"))
    _ = world.open("plain")
    expect(
      refusal("edit @1 name=x; save").contains(
        "is a view without INSTEAD OF triggers, which cannot be saved to"))
    expectEqual(world.rows, "1ann9 2ben20 3cy30")
  }

  @Test("a URI names a database, encoded, and only to be read where it says so")
  func uris() throws {
    let world = try World("my 100%.db")
    let session = world.session
    let file = "file:\(world.folder.path)/my%20100%25.db"
    for (mode, reason) in [("mode=ro", "mode=ro"), ("immutable=1&mode=rw", "immutable=1")] {
      let opened = session.run("open \"\(file)?\(mode)#p\"")
      expect(!opened.contains("error"), "\(opened)")
      expect(session.run("info").contains("table p; primary key id; read-only (\(reason))"))
      let refused = session.run("edit @1 pay=7; save --force")
      _ = session.run("undo")
      expect(refused.contains("it is opened with \(reason), for reading only"), "\(refused)")
      expect(refused.contains("hint:  open \"\(world.folder.path)/my 100%.db\" to"), "\(refused)")
      _ = session.run("close")
    }
    expect(session.run("open \"\(file)?mode=ro\"").contains("has 5 tables"))
    expect(session.run("open \"\(file)?vfs=unix#p\"").contains("'vfs=unix' is not supported"))
    expect(session.run("open \"\(file)x.db?mode=ro#p\"").contains("no file"))
    expect(!session.run("open \"file://localhost\(file.dropFirst(5))#p\"").contains("error"))
    expect(session.run("edit @1 pay=7; save").contains("changed 1 row"))
    expect(world.rows.hasPrefix("1ann7"))
    // A file of that very name is the file.
    try world.folder.write("id,n\n1,2\n", to: "file:a.csv")
    expect(!session.run("open \"\(world.folder.path)/file:a.csv\"").contains("error"))
  }
}
