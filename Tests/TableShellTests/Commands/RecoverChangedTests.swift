import Expectations
import Foundation
import TableKit
import TableSources
import TestSupport
import Testing

@testable import TableShell

/// Work that is recovered although its source has changed meanwhile.
struct RecoverChangedTests {
  private let folder = TemporaryFolder()

  private func session(_ name: String, sections: String? = nil) -> Session {
    let session = Session(nil) { options in
      options.journalFolder = JournalFolder(path: folder.file("journal"))
      options.sectionColumn = sections
    }
    _ = session.shell.openFirst([folder.file(name)])
    return session
  }

  private var kept: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.file("journal"))) ?? []).sorted()
  }

  /// Leaves behind what a session has written so far, as if it was killed now.
  private func kill() throws {
    for name in kept where name.contains("-1.") {
      let copy = folder.file("journal/" + name.replacing("-1.", with: "-9."))
      try? FileManager.default.removeItem(atPath: copy)
      try FileManager.default.copyItem(atPath: folder.file("journal/\(name)"), toPath: copy)
    }
  }

  /// What a session leaves and another one recovers, the source being another one by then, and what
  /// reload says in the first session.
  private func recovered(
    _ lines: [String], _ name: String, _ text: String, _ changed: String, sections: String? = nil
  ) throws -> (reply: String, reload: String, Session, Session) {
    try folder.write(text, to: name)
    let first = session(name, sections: sections)
    for line in lines { first.run(line) }
    try kill()
    try folder.write(changed, to: name)
    let second = session(name, sections: sections)
    expect(second.console.take().contains("is kept: recover or discard"))
    let reply = second.run("recover")
    return (reply, first.run("reload"), second, first)
  }

  private static let people = "id,name,age\n1,Ann,41\n2,Bob,17\n3,Cid,65\n4,Dan,20\n"
  private static let changed = "id,name,age\n0,Zoe,1\n1,Ann,42\n2,Bob,18\n3,Cid,67\n4,Dan,20\n"
  private static let edits = [
    "edit @1 name=Anna", "delete @2", "edit @3 age=66", "insert 0 id=9 name=Eve",
    "sort by name desc", "select @1",
  ]

  @Test("the source's changes come in by key, and conflicts are listed as reload lists them")
  func merges() throws {
    let (reply, reload, second, first) = try recovered(
      Self.edits, "t.csv", Self.people, Self.changed)
    expect(reply.contains("recovered 6 changes of \(folder.file("t.csv"))\n"))
    let conflicts = [
      "conflict: row '3', age: '66' here, '67' in the source",
      "conflict: row '2' is deleted here and was changed in the source",
    ]
    expectEqual(
      reply.split(separator: "\n").filter { $0.hasPrefix("conflict:") }.map(String.init), conflicts)
    expectEqual(
      reload.split(separator: "\n").filter { $0.hasPrefix("conflict:") }.map(String.init), conflicts
    )
    expect(
      reply.contains(
        "note: '\(folder.file("t.csv"))' has changed since: its changes are merged in\n"))
    let (a, b) = (try require(second.shell.current), try require(first.shell.current))
    expectEqual(Tables.content(a.table), Tables.content(b.table))
    expectEqual(second.selected, ["0:4"])
    expectEqual(second.run("changes"), first.run("changes"))
    expectEqual(a.editor.undoTitles, b.editor.undoTitles)
    // All of it can be taken back, and is saved once it is said whose values stay.
    expect(second.run("save").contains("error: 2 conflicts"))
    expect(second.run("conflicts keep mine").contains("none is left"))
    expect(second.run("save").hasPrefix("saved 5 rows"))
    try expectEqual(
      folder.read("t.csv"), "id,name,age\n0,Zoe,1\n9,Eve,\n4,Dan,20\n3,Cid,66\n1,Anna,42\n")
  }

  @Test("conflicts of a recovery are listed again by the next one")
  func conflictsAgain() throws {
    try folder.write(Self.people, to: "t.csv")
    session("t.csv").run("edit @3 age=66")
    for _ in 0..<2 {
      try kill()
      try folder.write(Self.changed, to: "t.csv")
      let next = session("t.csv")
      expect(
        next.run("recover").contains("conflict: row '3', age: '66' here, '67' in the source\n"))
    }
  }

  @Test("what was recovered onto a changed source is recovered again, and changes again")
  func again() throws {
    try folder.write(Self.people, to: "t.csv")
    let first = session("t.csv")
    for line in Self.edits { first.run(line) }
    var last = first
    for round in 0..<3 {
      try kill()
      try folder.write(Self.changed + "\(round + 5),new,\(round)\n", to: "t.csv")
      let next = session("t.csv")
      _ = next.console.take()
      expect(next.run("recover").contains("recovered "))
      next.run("edit @4 age=2\(round)")
      // All sessions live on in this process, whose own work is not offered.
      for name in kept where name.contains("-1.") {
        try FileManager.default.removeItem(atPath: folder.file("journal/\(name)"))
      }
      for name in kept where name.contains("-9.") {
        try FileManager.default.moveItem(
          atPath: folder.file("journal/\(name)"),
          toPath: folder.file("journal/" + name.replacing("-9.", with: "-1.")))
      }
      last = next
    }
    let document = try require(last.shell.current)
    expectEqual(
      document.table.allRows.map(document.table.key(of:)).sorted(),
      [
        "0", "1", "3", "4", "7", "9",
      ])
    expect(last.run("changes").contains("~ @4 age: '20' → '22'"))
    expect(last.run("changes").contains("~ @1 name: 'Ann' → 'Anna'"))
  }

  @Test(
    "of every format, with sections and without, recover does what reload does",
    arguments: [
      ("t.csv", nil), ("t.csv", "group"), ("t.json", nil), ("t.json", "group"), ("t.yaml", nil),
      ("t.ndjson", nil),
    ] as [(String, String?)])
  func formats(_ name: String, sections: String?) throws {
    func text(_ rows: [(Int, String, Int)]) -> String {
      switch name {
      case "t.csv":
        return "id,group,n\n" + rows.map { "\($0.0),\($0.1),\($0.2)\n" }.joined()
      case "t.yaml":
        return rows.map { "- id: \($0.0)\n  group: \($0.1)\n  n: \($0.2)\n" }.joined()
      default:
        let lines = rows.map { "{\"id\":\($0.0),\"group\":\"\($0.1)\",\"n\":\($0.2)}" }
        return name == "t.json"
          ? "[" + lines.joined(separator: ",\n") + "]\n" : lines.joined(separator: "\n") + "\n"
      }
    }
    let old = (1...9).map { ($0, "g\($0 % 3)", $0 * 10) }
    let new = [(20, "g1", 5)] + old.filter { $0.0 != 4 }.map { ($0.0, $0.1, $0.2 + $0.0 % 2) }
    let (_, reload, second, first) = try recovered(
      ["edit @2 n=1", "edit @3 n=2", "delete @5", "edit @4 n=3", "sort by n desc", "undo", "redo"],
      name, text(old), text(new), sections: sections)
    expect(reload.contains("conflict: row '3', n: '2' here, '31' in the source"))
    let (a, b) = (try require(second.shell.current), try require(first.shell.current))
    expectEqual(Tables.content(a.table), Tables.content(b.table))
    expectEqual(second.run("save -"), first.run("save -"))
  }

  @Test("a source that has lost its key is refused in the words of reload, and the work stays")
  func refused() throws {
    try folder.write("id,name\n1,a\n2,b\n", to: "t.csv")
    let first = session("t.csv")
    first.run("edit @1 name=x")
    try kill()
    try folder.write("id,name\n1,a\n1,b\n", to: "t.csv")
    let second = session("t.csv")
    let said = second.run("recover")
    let reload = first.run("reload")
    expectEqual(
      said.split(separator: "\n").last { $0.hasPrefix("error:") },
      reload.split(separator: "\n").last { $0.hasPrefix("error:") })
    expect(reload.contains("error:"))
    try folder.write("id,name\n1,a\n2,c\n", to: "t.csv")
    let third = session("t.csv")
    expect(third.run("recover").contains("recovered 1 change of "))
    expectEqual(third.run("save -"), "id,name\n1,x\n2,c\n")
  }

  @Test("where nothing is kept of what the source held, recovering waits until it holds that again")
  func without() throws {
    try folder.write(Self.people, to: "t.csv")
    let first = session("t.csv")
    first.run("delete @2")
    try kill()
    for name in kept where name.contains("-9.former") {
      try folder.write("id,name,age\n7,x,1\n", to: "journal/\(name)")
    }
    try folder.write(Self.changed, to: "t.csv")
    let second = session("t.csv")
    _ = second.console.take()
    let reply = second.run("recover")
    expect(reply.contains("error: '\(folder.file("t.csv"))' was changed since"))
    expect(reply.contains("hint:  recover when it has that content again; recover --list"))
    expectEqual(second.shell.current?.hasUnsavedChanges, false)
    expect(second.run("recover --list").contains("- @2"))
    try folder.write(Self.people, to: "t.csv")
    let third = session("t.csv")
    expect(third.run("recover").contains("recovered 1 change"))
  }

  @Test("--list shows ten rows a step, with --all every one, and nothing that was saved")
  func list() throws {
    try folder.write("id,n\n" + (1...30).map { "\($0),\($0)\n" }.joined(), to: "t.csv")
    let first = session("t.csv")
    for line in ["edit @1 n=0", "delete @2", "save", "edit @3 n=0", "delete 0:5-20"] {
      first.run(line)
    }
    try kill()
    let second = session("t.csv")
    _ = second.console.take()
    let short = second.run("recover --list").split(separator: "\n").dropFirst().map(String.init)
    let long = second.run("recover --list --all").split(separator: "\n").dropFirst().map(
      String.init)
    let start = ["  edit @3 n=0", "    ~ @3 n: '3' → '0'", "  delete 0:5-20"]
    expectEqual(short, start + (7...16).map { "    - @\($0)" } + ["    … 6 rows more"])
    expectEqual(long, start + (7...22).map { "    - @\($0)" })
    expect(
      second.run("recover --all").hasPrefix(
        "error: 'recover' alone takes no '--all'\nhint:  help recover"))
    // What was saved can be taken back all the same, and then is unsaved.
    first.run("undo to 1")
    try kill()
    let third = session("t.csv")
    _ = third.console.take()
    let lines = third.run("recover --list").split(separator: "\n").map(String.init)
    expectEqual(lines.last, "  undo of 3 steps")
    expect(!lines.contains("  delete @2"))
  }

  @Test("switched off, the journal keeps what it has and says so; switched on, it takes in all")
  func switching() throws {
    try folder.write(Self.people, to: "t.csv")
    let first = session("t.csv")
    first.run("edit @1 age=1")
    expect(
      first.run("set journal off")
        == "note: unsaved changes of \(folder.file("t.csv")) so far stay in its journal until it "
        + "is saved; those that follow would not survive a crash\njournal is off\n"
        || first.console.take().contains("so far stay in its journal"))
    first.run("edit @2 age=2")
    try kill()
    let second = session("t.csv")
    second.run("recover")
    expectEqual(second.run("changes"), "~ @1 age: '41' → '1'\n")
    second.run("quit!")
    expectEqual(first.run("set journal on"), "journal is on\n")
    try kill()
    let third = session("t.csv")
    third.run("recover")
    expectEqual(
      third.run("changes"),
      "2 cells in 2 rows changed\n~ @1 age: '41' → '1'\n~ @2 age: '17' → '2'\n")
  }
}
