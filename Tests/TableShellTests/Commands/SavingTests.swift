import Expectations
import Foundation
import TableSources
import TestSupport
import Testing

@testable import TableShell

/// What `save`, `export` and `quit` do to files that are there, to names that mean no format, and
/// to what is not saved.
struct SavingTests {
  private static let people = "id,team\n1,x\n2,y\n3,x\n"

  private let folder = TemporaryFolder()

  private func session(_ configure: (inout ShellOptions) -> Void = { _ in }) throws -> Session {
    try folder.write(Self.people, to: "t.csv")
    try folder.write("mine", to: "other.csv")
    let session = Session(nil, configure: configure)
    _ = session.shell.openFirst([folder.file("t.csv")])
    return session
  }

  private func path(_ name: String) -> String { folder.file(name) }

  @Test(
    "another file that is there is not replaced without --overwrite",
    arguments: ["save", "save --as", "save --backup", "export"])
  func existing(command: String) throws {
    let session = try session()
    let reply = session.run("\(command) \(path("other.csv"))")
    let name = command.prefix { $0 != " " }
    let meant = "\(name) --overwrite\(command.dropFirst(name.count)) \(path("other.csv"))"
    expectEqual(
      reply,
      """
      error: '\(path("other.csv"))' exists already
      hint:  \(meant)  # replaces it; or name another PATH

      """)
    try expectEqual(folder.read("other.csv"), "mine")
    let dry = session.run("\(command) \(path("other.csv")) --dry-run")
    expect(dry.contains(command.hasPrefix("save") ? "exists already" : "no option"))
    expect(session.run("\(command) --overwrite \(path("other.csv"))").contains("3 rows to"))
    try expectEqual(folder.read("other.csv"), Self.people)
  }

  @Test("--force overwrites as well", arguments: ["save", "save --as", "export"])
  func forced(command: String) throws {
    let session = try session()
    expect(session.run("\(command) --force \(path("other.csv"))").contains("3 rows to"))
    try expectEqual(folder.read("other.csv"), Self.people)
  }

  @Test("the reply to a save says where the former file is, beside the file that a link leads to")
  func toldBackup() throws {
    let session = Session(nil)
    let file = try folder.write("id,n\n1,2\n", to: "a.csv")
    session.run("open \(file)")
    expect(session.run("edit @1 n=3; save --backup").hasSuffix("; the former file is \(file)~\n"))
    let reply = session.run("save --backup=.old \(folder.file("b.csv"))")
    expect(!reply.contains("former file"), "\(reply)")
    expect(
      session.run("save --overwrite --backup=.old \(folder.file("b.csv"))")
        .hasSuffix("; the former file is \(folder.file("b.csv")).old\n"))
    try expectEqual(folder.read("a.csv~"), "id,n\n1,2\n")
    expect(!session.run("edit @1 n=4; save").contains("former file"))
    let (database, link) = (folder.file("c.db"), folder.file("link.db"))
    session.run("export \(database); open \(database)")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: database)
    session.run("open \(link)#c")
    let linked = session.run("edit 0:0 n=9; save --backup")
    expect(linked.contains("; the former file is \(link)~"), "\(linked)")
    expect(FileManager.default.fileExists(atPath: link + "~"))
    let textLink = folder.file("link.csv")
    try FileManager.default.createSymbolicLink(atPath: textLink, withDestinationPath: file)
    session.run("open \(textLink)")
    expect(session.run("edit 0:0 n=9; save --backup").contains("; the former file is \(file)~"))
    try expectEqual(folder.read("a.csv~"), "id,n\n1,4\n")
  }

  @Test("a backup is kept of the file of a tree, too")
  func backups() throws {
    let session = Session(nil)
    let file = try folder.write(#"{"a":{"n":1}}"#, to: "tree.json")
    session.run("open --loader firebase \(file)")
    session.run("edit @a n=2")
    let reply = session.run("save --backup")
    expect(reply.contains("saved 1 row to"))
    expect(reply.contains("; the former file is \(file)~\n"), "\(reply)")
    try expectEqual(folder.read("tree.json~"), #"{"a":{"n":1}}"#)
    try expect(folder.read("tree.json") != #"{"a":{"n":1}}"#)
    expect(session.run("save --backup -").contains("'--backup' does not go with '-'"))
  }

  @Test("the file of a tree is saved after a reload has taken in what others wrote")
  func reloadedTree() throws {
    let session = Session(nil)
    let file = try folder.write(#"{"a":{"n":1},"b":{"n":1}}"#, to: "tree.json")
    session.run("open --loader firebase \(file)")
    session.run("edit @a n=2")
    try folder.write(#"{"a":{"n":1},"b":{"n":77}}"#, to: "tree.json")
    expect(session.run("save").contains("error"))
    expect(session.run("reload").contains("changed 1 cell"))
    expect(session.run("save").contains("saved 1 row to"))
    let text = try folder.read("tree.json")
    expect(text.contains("77") && text.contains("2") && !text.contains("1"))
  }

  @Test(
    "undo of what was saved to a tree is as with other files",
    arguments: [
      "edit @a n=9", "insert 0 key=c n=7", "delete @b", "edit @a key=z", "edit @a n=9; delete @b",
      "column add m; edit @a m=1",
    ])
  func undoneTree(edits: String) throws {
    let session = Session(nil)
    let tree = #"{"a":{"n":1,"s":"x"},"b":{"n":2}}"#
    let file = try folder.write(tree, to: "tree.json")
    session.run("open --loader firebase \(file)")
    session.run("save --force \(folder.file("former.json"))")
    let (former, table) = (try folder.read("former.json"), session.run("export --format csv -"))
    for count in 1...2 {
      if count == 1 { session.run(edits) } else { session.run("redo"); session.run("redo") }
      expect(session.run("save").contains("saved"), "\(count)")
      let undone = session.run("undo to 0")
      expect(!undone.contains("nothing"), "\(undone)")
      expectEqual(session.run("export --format csv -"), table)
      expect(session.run("save").contains("saved"), "\(count)")
      try expectEqual(folder.read("tree.json"), former)
    }
  }

  @Test("the file of a tree that others changed or removed is refused with what to type")
  func refusedTree() throws {
    let session = Session(nil)
    let file = try folder.write(#"{"a":{"n":1},"b":{"n":1}}"#, to: "tree.json")
    session.run("open --loader firebase \(file)")
    session.run("edit @a n=2")
    try folder.write(#"{"a":{"n":1},"b":{"n":77}}"#, to: "tree.json")
    let changed = session.run("save")
    expect(changed.contains("was changed by others"), "\(changed)")
    expect(
      changed.contains("hint:  reload  # brings theirs in; or save --force, or save PATH"),
      "\(changed)")
    try FileManager.default.removeItem(atPath: file)
    let removed = session.run("save")
    expect(removed.contains("was removed by others"), "\(removed)")
    expect(removed.contains("hint:  save --force writes it again, or save PATH"), "\(removed)")
    expect(session.run("save --force").contains("saved 1 row"))
  }

  @Test("without a table the pages of a window are not what is missing")
  func noTable() {
    expect(Session(nil).run("scroll next").contains("no table is open"))
  }

  @Test("the option may stand behind the path, and completes")
  func option() throws {
    let session = try session()
    expect(session.run("save \(path("other.csv")) --overwrite").hasPrefix("saved 3 rows"))
    let completion = session.shell.complete("save --ov", cursor: 9)
    expect("\(completion)".contains("--overwrite"))
  }

  @Test("files that this session wrote are replaced, as long as nobody else has written them since")
  func own() throws {
    let session = try session()
    for command in ["save", "export", "save --as"] {
      let name = path("new-\(command.count).csv")
      expect(session.run("\(command) \(name)").contains("3 rows to"))
      expect(session.run("edit @1 team=z\(command.count); \(command) \(name)").contains("3 rows"))
      try "theirs".write(toFile: name, atomically: true, encoding: .utf8)
      expect(session.run("export \(name)").contains("exists already"))
      try expectEqual(String(contentsOfFile: name, encoding: .utf8), "theirs")
    }
    session.run("count > \(path("count.csv"))")
    expect(session.run("export \(path("count.csv"))").hasPrefix("exported 3 rows"))
    session.run("count >> \(path("other.csv"))")
    expect(session.run("export \(path("other.csv"))").contains("exists already"))
  }

  @Test("the source by another name is no other file")
  func source() throws {
    let session = try session()
    try FileManager.default.createSymbolicLink(
      atPath: path("link.csv"), withDestinationPath: path("t.csv"))
    session.run("edit @1 team=q")
    expect(session.run("save \(path("link.csv"))").hasPrefix("saved 3 rows"))
    expect(session.run("save \(path("t.csv"))").contains("nothing to save"))
    expect(session.run("edit @1 team=r; save --force").contains("saved 3 rows"))
    // Reached by another name, and replaced by somebody else.
    try "theirs".write(toFile: path("t.csv"), atomically: true, encoding: .utf8)
    session.run("edit @1 team=s")
    expect(session.run("save \(path("./t.csv"))").contains("was changed by others"))
    try expectEqual(folder.read("t.csv"), "theirs")
  }

  @Test("a new table replaces no file that is there")
  func new() throws {
    let session = try session()
    session.run("new \(path("other.csv")) id")
    expect(session.run("save").contains("exists already"))
    expect(session.run("save --overwrite").hasPrefix("saved 0 rows"))
    session.run("new \(path("fresh.csv")) id")
    expect(session.run("save").hasPrefix("saved 0 rows"))
    expect(session.run("insert 0 id=1; save").contains("saved 1 row"))
  }

  @Test(
    "a database whose only table has that name is a file like any other; a table is added freely")
  func databases() throws {
    let session = try session()
    expect(session.run("export \(path("d.db"))").hasPrefix("exported 3 rows"))
    let other = try self.session()
    expect(other.run("save \(path("d.db"))").contains("exists already"))
    expect(other.run("save \(path("d.db#more"))").hasPrefix("saved 3 rows to table 'more'"))
    expect(other.run("save \(path("d.db#more"))").contains("has a table 'more' already"))
    expect(other.run("save --overwrite \(path("d.db"))").contains("which would be lost"))
    let told = try self.session().run("save \(path("d.db"))")
    expect(told.contains("\nhint:  save \(path("d.db#"))") && told.contains("# a table"), "\(told)")
  }

  @Test("no option puts a text in the place of a database or an archive")
  func containers() throws {
    let session = try session()
    session.run("export \(path("d.db")); export \(path("d.db#more"))")
    let database = try Data(contentsOf: URL(fileURLWithPath: path("d.db")))
    try database.write(to: URL(fileURLWithPath: path("d.csv")))
    for line in [
      "export --force --format csv \(path("d.db"))", "export --force \(path("d.csv"))",
      "save --force \(path("d.csv"))", "save --overwrite --force \(path("d.csv"))",
    ] {
      expect(session.run(line).contains(" is a database, which a text would replace"), "\(line)")
    }
    for name in ["d.db", "d.csv"] {
      expectEqual(try Data(contentsOf: URL(fileURLWithPath: path(name))), database)
    }
  }

  @Test("a person is asked, and a no leaves the file alone")
  func asked() throws {
    let session = try session()
    session.console.isInteractive = true
    for command in ["save", "export"] {
      expect(session.run("\(command) \(path("other.csv"))").contains("nothing was done"))
      try expectEqual(folder.read("other.csv"), "mine")
    }
    expectEqual(
      session.console.questions, Array(repeating: "Overwrite \(path("other.csv"))?", count: 2))
    session.console.answers = [true]
    expect(session.run("save \(path("other.csv"))").hasPrefix("saved 3 rows"))
    expect(session.run("save \(path("other.csv"))").hasPrefix("saved 3 rows"))
    expectEqual(session.console.questions.count, 3)
  }

  @Test("a script is refused, on a terminal too")
  func lua() throws {
    let session = try session { $0.permissions = .all }
    session.console.isInteractive = true
    let line = "lua local reply, e = tablesh.run [[save WHERE]] print(e and e.code)"
    for command in ["save", "export"] {
      let typed = line.replacing("save", with: command)
        .replacing("WHERE", with: path("other.csv"))
      expect(session.run(typed).contains("file-exists"))
    }
    expect(session.console.questions.isEmpty)
    try expectEqual(folder.read("other.csv"), "mine")
    session.run("lua tablesh.run([[save --overwrite \(path("other.csv"))]])")
    try expectEqual(folder.read("other.csv"), Self.people)
  }

  @Test("save refuses an extension that no format has, and names those that one has")
  func extensions() throws {
    let session = try session()
    for line in ["save foo.xlsx", "save --as foo.XLSX", "save foo.xlsx.gz", "save v1.5"] {
      let reply = session.run(line.replacing("foo", with: path("foo")))
      expect(reply.hasPrefix("error: no format has the extension '."), "\(line)")
      let isSheet = line.lowercased().hasSuffix(".xlsx")
      expect(reply.contains(isSheet ? "hint:  export --bom " : ".csv .tsv"), "\(line)")
    }
    expect(session.run("export \(path("foo.xlsx"))").contains("hint:  export --bom "))
    expect(session.run("export \(path("foo.abc"))").contains(".csv .tsv"))
    expect(session.run("new \(path("foo.xlsx")) id; save").contains("no format has the extension"))
    expectEqual(session.run("quit!"), "")
    for name in ["plain", "folder.d/plain", "a.csv.gz", "a.TSV", "a.md"] {
      try FileManager.default.createDirectory(
        atPath: path("folder.d"), withIntermediateDirectories: true)
      let session = try self.session()
      expect(session.run("save \(path(name))").contains("saved 3 rows"), "\(name)")
    }
  }

  @Test("the extension that the source itself has stays allowed")
  func ownExtension() throws {
    try folder.write(Self.people, to: "t.dat")
    let session = Session(nil)
    _ = session.shell.openFirst([path("t.dat")])
    expect(session.run("save \(path("u.dat"))").hasPrefix("saved 3 rows"))
    expect(session.run("save \(path("u.dit"))").contains("no format has the extension"))
  }

  @Test("a section's name that is not kept is told, as other losses are")
  func sectionName() throws {
    let session = try session()
    let note = "note: delimited text cannot keep the name of section 'x'\n"
    expectEqual(session.run("save -"), Self.people)
    session.run("section rename 0 x")
    expect(session.run("save -").contains(note))
    expect(session.run("save").hasPrefix(note))
    expect(session.run("export --format ndjson -").contains("NDJSON cannot keep the name"))
    expect(!session.run("export --format json -").contains("cannot keep"))
    expect(!session.run("export --format yaml -").contains("note"))
  }

  @Test("sections made of a column are nothing to save before leaving, whatever else is")
  func views() throws {
    for (lines, isUnsaved) in [
      ("section by team", false), ("section by team; section by id", false),
      ("section by team; section by id; undo", false), ("section by team; select @1", false),
      ("section by team; move @3 to 0:0", true), ("section by team; sort by id desc", true),
      ("section by team; section rename x z", true), ("section by team; edit @1 team=y", true),
      ("edit @1 team=y; section by team", true), ("sort by id desc; section by team", true),
      ("section by team; delete @1; undo", false), ("section by team; section add new", true),
      ("section by team; column add n", true), ("section by team; reorder sections y x", true),
      ("sort by id desc; save; section by team", false),
      ("sort by id desc; save \(path("copy.csv")); section by team", false),
    ] {
      for leave in ["quit", "close"] {
        let session = try session()
        try? FileManager.default.removeItem(atPath: path("copy.csv"))
        session.run(lines)
        let reply = session.run(leave)
        expectEqual(reply.contains("unsaved changes"), isUnsaved, "\(lines); \(leave): \(reply)")
      }
    }
  }

  @Test("what section by has put in another order is saved in that order, which is said")
  func viewsAreSaved() throws {
    let session = try session()
    expect(
      session.run("section by team; save").hasSuffix(
        "; its rows are now in the order of the table\n"))
    try expectEqual(folder.read("t.csv"), "id,team\n1,x\n3,x\n2,y\n")
  }

  @Test("quit with unsaved changes saves, discards or stays, as is answered")
  func leaving() throws {
    for (answer, ending) in [
      (nil, nil), ("", nil), ("y", nil), ("C", nil), ("s", true), ("Save", true), ("d", false),
      ("discard ", false),
    ] as [(String?, Bool?)] {
      for byEnd in [false, true] {
        let session = try session()
        session.console.isInteractive = true
        session.run("edit @1 team=q")
        session.console.replies = [answer]
        let ended = byEnd ? session.shell.endOfInput() : session.shell.run("quit")
        let shown = "\(answer ?? "^C") \(byEnd)"
        expectEqual(ended, ending == nil ? .failed : .leave(status: 0), "\(shown)")
        try expectEqual(folder.read("t.csv").contains("q"), ending == true, "\(shown)")
        expectEqual(
          session.console.questions,
          [
            "Unsaved changes in \(path("t.csv")): save, discard or cancel? [s/d/C] "
          ])
      }
    }
  }

  @Test("where saving fails, the session stays, at the table that could not be saved")
  func leavingFails() throws {
    let session = try session()
    session.run("edit @1 team=q; open \(path("other.csv"))")
    session.console.isInteractive = true
    try folder.write("changed,by\nsomebody,else\n", to: "t.csv")
    session.console.replies = ["s"]
    expectEqual(session.shell.run("quit"), .failed)
    expect(session.console.take().contains("was changed by others"))
    expectEqual(session.shell.current?.name, path("t.csv"))
    session.console.replies = ["d"]
    expectEqual(session.shell.endOfInput(), .leave(status: 0))
    try expectEqual(folder.read("t.csv"), "changed,by\nsomebody,else\n")
  }
}
