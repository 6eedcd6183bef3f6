import DatabaseSupport
import Expectations
import Foundation
import TableSources
import TestSupport
import Testing

@testable import TableShell

/// Tables that live in a file of another format from a save on: nothing of how the former source was read
/// tells how that file is read.
struct MovedTableTests {
  private let folder = TemporaryFolder()

  private func session(_ configure: (inout ShellOptions) -> Void = { _ in }) -> Session {
    Session(nil) { options in
      options.journalFolder = JournalFolder(path: folder.file("journal"))
      configure(&options)
    }
  }

  /// The table in CSV, without notes on what that cannot keep.
  private func csv(_ session: Session) -> String {
    session.run("export --format csv -").split(separator: "\n").filter { !$0.hasPrefix("note:") }
      .map { $0 + "\n" }.joined()
  }

  /// Leaves behind what a session has written so far, as if it was killed now.
  private func kill() throws {
    let kept = try FileManager.default.contentsOfDirectory(atPath: folder.file("journal"))
    for name in kept {
      let copy = name.replacing(/-\d+\./, with: "-9.", maxReplacements: 1)
      try FileManager.default.copyItem(
        atPath: folder.file("journal/\(name)"), toPath: folder.file("journal/\(copy)"))
    }
  }

  private static let people = "id,name,age\n1,Ann,41\n2,\"Bo, b\",\n3,,65\n"

  @Test(
    "what was moved is read again as it was written",
    arguments: ["json", "jsonl", "yaml", "tsv", "csv", "db", "json.gz"])
  func reloads(format: String) throws {
    let file = try folder.write(Self.people, to: "a.csv")
    let session = session()
    session.run("open \(file)")
    expect(session.run("save --as \(folder.file("b." + format))").contains("saved 3 rows"))
    for _ in 0..<2 {
      let reply = session.run("reload")
      expect(reply.contains("nothing changed"), "\(reply)")
    }
    expectEqual(csv(session), Self.people)
    expect(session.run("edit @3 age=66; save").contains("saved"))
    expect(session.run("reload").contains("nothing changed"))
    expect(session.run("undo").contains("took back"))
    expectEqual(csv(session), Self.people)
    expect(session.run("save").contains("saved"))
    let other = Session(nil)
    other.run("open \(folder.file("b." + format))")
    expectEqual(csv(other), Self.people)
    expectEqual(other.shell.current?.table.keyColumns.count, 1)
  }

  @Test(
    "others' changes of a file that a table was moved to come in, and what else they wrote stays")
  func others() throws {
    let file = try folder.write("id,zip\n1,10\n2,20\n", to: "a.csv")
    let session = session()
    session.run("open \(file)")
    session.run("save --as \(folder.file("b.yaml"))")
    try folder.write("# theirs\n- id: 1\n  zip: \"11\"\n- id: 2\n  zip: 20\n", to: "b.yaml")
    expect(session.run("edit @2 zip=22; reload").contains("changed 1 cell"))
    expect(session.run("save").contains("saved 2 rows"))
    try expectEqual(
      folder.read("b.yaml"), "# theirs\n- id: 1\n  zip: \"11\"\n- id: 2\n  zip: 22\n")
    expect(session.run("undo; save").contains("saved 2 rows"))
    try expectEqual(
      folder.read("b.yaml"), "# theirs\n- id: 1\n  zip: \"11\"\n- id: 2\n  zip: 20\n")
  }

  @Test("a tree of Firebase that is saved as a table is read as one")
  func trees() throws {
    let file = try folder.write(
      #"{"0":{"a":{"n":"x","m":1},"b":{"n":"y","m":2}}}"#, to: "t.json")
    let session = session()
    session.run("open --loader firebase \(file)")
    session.run("save --as \(folder.file("z.json"))")
    expect(!session.run("info").contains("note"))
    expect(session.run("reload").contains("nothing changed"))
    session.run("edit 0:0 n=new; save")
    let other = Session(nil)
    other.run("open \(folder.file("z.json"))")
    expectEqual(csv(other), "path,key,m,n\n0/a,a,1,new\n0/b,b,2,y\n")
  }

  @Test(
    "no option by which the former file was read tells how the new one is",
    arguments: [
      ("a;'x,\"y'\nb;z\n", "--no-header --delimiter ';' --quote \"'\""),
      ("#no\nid|n\n1|a\\|b\n2|z\n", "--comment '#' --delimiter pipe --escape '\\'"),
      ("\u{FEFF}title\n\nid;n\n1;\u{E9}\n2;z\n", "--skip 2 --delimiter ';'"),
      ("id;n\n1;NA\n2;z\n", "--null NA --delimiter ';'"),
    ])
  func dialects(text: String, options: String) throws {
    for format in ["csv", "tsv", "json"] {
      let file = try folder.write(text, to: "a.txt")
      let session = session()
      let opened = session.run("open \(options) \(file)")
      expect(opened.contains("2 rows"), "\(opened)")
      // By way of another format, so that no dialect is kept.
      session.run("save --as --overwrite \(folder.file("b.yaml"))")
      session.run("save --as --overwrite \(folder.file("b." + format))")
      let table = csv(session)
      let reply = session.run("reload")
      expect(reply.contains("nothing changed"), "\(format): \(reply)")
      expectEqual(csv(session), table)
      session.run("edit 0:0 n=new; save")
      let other = Session(nil)
      other.run("open \(folder.file("b." + format))")
      expectEqual(csv(other), csv(session))
      session.run("close --force")
    }
  }

  @Test("a dialect that a file of the same extension keeps is read as before")
  func kept() throws {
    let file = try folder.write("1;a\n2;b\n", to: "a.csv")
    let session = session()
    session.run("open --no-header --delimiter ';' \(file)")
    session.run("save --as \(folder.file("b.csv"))")
    try expectEqual(folder.read("b.csv"), "1;a\n2;b\n")
    expect(session.run("reload").contains("nothing changed"))
    expectEqual(session.shell.current?.table.rowCount, 2)
  }

  @Test("unsaved work of a moved table is recovered", arguments: ["tsv", "json", "yaml", "db"])
  func recovers(format: String) throws {
    let file = try folder.write(Self.people, to: "a.csv")
    let first = session()
    first.run("open --delimiter comma \(file)")
    first.run("save --as \(folder.file("m." + format))")
    first.run("edit @1 age=5; delete @2")
    try kill()
    let second = session()
    expect(second.run("open \(folder.file("m." + format))").contains("recover or discard"))
    let reply = second.run("recover")
    expect(reply.contains("recovered 2 changes"), "\(reply)")
    expectEqual(csv(second), "id,name,age\n1,Ann,5\n3,,65\n")
    expect(second.run("save").contains("saved"))
    expect(second.run("undo; undo; save").contains("saved"))
    let other = Session(nil)
    other.run("open \(folder.file("m." + format))")
    expect(csv(other) == Self.people || format == "db")
    expectEqual(other.shell.current?.table.rowCount, 3)
  }

  @Test(
    "unsaved work of a table that was new is recovered onto its file",
    arguments: ["csv", "tsv", "json", "yaml", "db"])
  func recoversNew(format: String) throws {
    let path = folder.file("n." + format)
    let first = session { $0.reading.delimiter = 0x3B }
    first.run("new \(path) id,n")
    first.run("insert 0 id=1 n=a; insert 0 id=2 n=\"b;c\"; save")
    expect(first.run("reload").contains("nothing changed"))
    first.run("edit @1 n=x; insert 0 id=3 n=d")
    try kill()
    let second = session()
    second.run("open \(path)")
    expect(second.run("recover").contains("recovered 2 changes"))
    expect(second.run("save").contains("saved"))
    let other = Session(nil)
    other.run("open \(path)")
    expectEqual(csv(other), "id,n\n1,x\n2,b;c\n3,d\n")
  }

  @Test(
    "a query's result is followed in the file it was saved to", arguments: ["json", "db", "tsv"])
  func queries(format: String) throws {
    let file = try folder.write(Self.people, to: "a.csv")
    let session = session()
    session.run("open \(file)")
    session.run("query \"SELECT id, age FROM a\"")
    expect(session.run("save \(folder.file("q." + format))").contains("saved 3 rows"))
    // A table without a key shows the numbers of its rows there.
    let reply = session.run("reload")
    expect(reply.contains(format == "db" ? "added column 'rowid'" : "nothing changed"), "\(reply)")
    let other = Session(nil)
    other.run("open \(folder.file("q." + format)); edit 0:0 age=7; save")
    expect(session.awaitPush().contains("live q +0 −0 ~1"))
    expect(csv(session).contains("1,7"))
  }

  @Test("all tables of a database stay sections after they were saved as another one")
  func wholeDatabase() throws {
    let shop = folder.file("shop.db")
    try PlainDatabase(path: shop).run(
      """
      CREATE TABLE item (id int PRIMARY KEY, n text); INSERT INTO item VALUES (1, 'a');
      CREATE TABLE cart (id int PRIMARY KEY, n text); INSERT INTO cart VALUES (1, 'b');
      """)
    let session = session()
    session.run("open --section-by table \(shop)")
    expectEqual(session.shell.current?.table.sections.count, 2)
    expect(session.run("save --as \(folder.file("copy.db"))").contains("saved"))
    expect(session.run("reload").contains("nothing changed"))
    expectEqual(session.shell.current?.table.sections.count, 2)
  }

  @Test("a script that has saved a new table, whose file the user named, may save it again")
  func savedByScript() throws {
    let session = session { $0.permissions = .init() }
    session.run("new \(folder.file("x.csv")) id,n")
    for number in 1...2 {
      session.run("insert 0 id=\(number)")
      let reply = session.run("lua tablesh.run(\"save\")")
      expect(!reply.contains("error"), "\(reply)")
    }
    try expectEqual(folder.read("x.csv"), "id,n\n1,\n2,\n")
  }

  @Test("a member that others wrote stays as null where its cell is set to null")
  func null() throws {
    let session = session()
    session.run("open \(try folder.write("id,age\n1,41\n", to: "a.csv"))")
    session.run("save --as \(folder.file("b.json"))")
    try folder.write(#"[{"id":1,"age":42},{"id":2,"age":7}]"#, to: "b.json")
    session.run("reload")
    expect(session.run("edit --null age @1; save").contains("saved"))
    let text = try folder.read("b.json")
    expectEqual(text, #"[{"id":1,"age":null},{"id":2,"age":7}]"#, "\(text)")
  }

  @Test("work on a table that others have emptied after it moved is recovered")
  func recoveredFromNothing() throws {
    let session = session()
    session.run("open \(try folder.write(Self.people, to: "a.csv"))")
    session.run("save --as \(folder.file("b.tsv"))")
    try folder.write("id\tname\tage\n", to: "b.tsv")
    session.run("reload; insert 0 id=9 name=Ida")
    try kill()
    let other = self.session()
    other.run("open \(folder.file("b.tsv"))")
    let reply = other.run("recover")
    expect(!reply.contains("error"), "\(reply)")
    expectEqual(csv(other), "id,name,age\n9,Ida,\n")
  }
}

/// Files that a Lua loader saves, or that it could only read.
struct MovedToLoaderTests {
  private let folder = TemporaryFolder()

  private func session(canSave: Bool, _ extensions: String = "'rec'") -> Session {
    let session = Session(nil)
    let save = "save = function(t, write) for r in t:rows() do write(r.id, ':', r.n, '\\n') end end"
    session.run(
      "lua tablesh.loader { name = 'rec', extensions = {\(extensions)}, key = 'id', "
        + "columns = {'id', 'n'}, load = function(source, emit) for line in source:lines() do "
        + "emit{id = line:match('^%w+'), n = line:match('%w+$')} end end, \(canSave ? save : "") }")
    return session
  }

  @Test("a new table of a file that a loader saves is written by it")
  func new() throws {
    let session = session(canSave: true)
    let path = folder.file("a.rec")
    session.run("new \(path) id,n; insert 0 id=1 n=a; save")
    try expectEqual(folder.read("a.rec"), "1:a\n")
    expect(session.run("reload").contains("nothing changed"))
    session.run("edit @1 n=b; save")
    try expectEqual(folder.read("a.rec"), "1:b\n")
  }

  @Test("a file that a loader reads and cannot save is read as the format it was written in")
  func unsaved() throws {
    let session = session(canSave: false, "'csv'")
    session.run("new t.json id,n; insert 0 id=1 n=a")
    session.run("save --as \(folder.file("a.csv"))")
    try expectEqual(folder.read("a.csv"), "id,n\n1,a\n")
    expect(session.run("reload").contains("nothing changed"))
    expect(session.run("edit @1 n=b; save").contains("saved 1 row"))
    try expectEqual(folder.read("a.csv"), "id,n\n1,b\n")
  }
}
