import Expectations
import Foundation
import TableKit
import TestSupport
import Testing

@testable import TableShell
@testable import TableSources

/// Unsaved work that a session left behind, and how it comes back.
struct RecoverTests {
  private func state(_ session: Session) -> [[String]] {
    guard let editor = session.shell.current?.editor else { return [] }
    return Tables.content(editor.table) + [editor.undoTitles, editor.redoTitles, session.selected]
  }

  @Test("recovered steps keep the animations that were set when they were made")
  func animations() throws {
    let world = try RecoverWorld()
    let first = world.session()
    first.run("set animation.insert top; set content reload")
    first.run("delete @2")
    first.run("batch --animation left delete 0:0")
    first.run("set animation.insert automatic; edit @3 age=66")
    try world.kill()
    let second = world.session()
    second.run("recover")
    second.run("undo")
    expect(second.run("plan json").contains(#""reload":[[0,0]]"#))
    expect(!second.run("plan json").contains("animation"))
    expect(second.run("undo").contains("animation left"))
    expect(second.run("undo").contains("animation top"))
    expectEqual(second.run("set animation.insert"), "automatic\n")
  }

  @Test("unsaved work is offered when its file is opened next, and comes back as it was")
  func recover() throws {
    let world = try RecoverWorld()
    let first = world.session()
    expect(world.journals.isEmpty)
    first.run("select 0:1; show; count; undo; redo")
    expect(world.journals.isEmpty)
    for line in ["edit @1 name=Anna", "delete @2", "insert 0 id=9 name=Eve", "undo", "tap 0:0"] {
      first.run(line)
    }
    try world.kill()
    let second = world.session()
    let said = second.console.take()
    expect(said.hasPrefix("note: unsaved work of "))
    expect(said.hasSuffix(", 4 changes, is kept: recover or discard\n"))
    expect(second.run("info").contains("note           unsaved work of "))
    let list = second.run("recover --list").split(separator: "\n").dropFirst()
    expectEqual(
      list,
      [
        "  select 0:1", "  edit @1 name=Anna", "    ~ @1 name: 'Ann' → 'Anna'", "  delete @2",
        "    - @2", "  insert 0 id=9 name=Eve", "    + @9 name='Eve'", "  undo", "  tap 0:0",
      ])
    expectEqual(
      second.run("recover"),
      """
      recovered 4 changes of \(world.folder.file("t.csv"))
      plan  1 stage, 2 operations, the least possible
        delete row        0:1
        reconfigure row   0:0

      """)
    expectEqual(state(second), state(first))
    expectEqual(second.shell.current?.hasUnsavedChanges, true)
    second.run("save")
    try expectEqual(world.folder.read("t.csv"), "id,name,age\n1,Anna,41\n3,Cid,65\n")
    expectEqual(world.session().console.take(), "")
  }

  @Test("what was recovered and edited on is recovered again")
  func again() throws {
    let world = try RecoverWorld()
    let first = world.session()
    first.run("delete @2; sort by name desc")
    try world.kill()
    let second = world.session()
    second.run("recover; edit @3 age=66; undo; undo")
    let name = try require(world.journals.first { $0.hasSuffix("-9.journal") })
    // The first session lives on in this process; its work is not offered.
    try FileManager.default.copyItem(
      atPath: world.folder.file("journal/\(name)"),
      toPath: world.folder.file("journal/\(name.split(separator: "-")[0])-8.journal"))
    let third = world.session()
    _ = third.console.take()
    expect(third.run("recover").hasPrefix("recovered 1 change of "))
    expectEqual(state(third), state(second))
    expect(third.run("redo").hasPrefix("did again: sort by name desc"))
  }

  @Test("a session that ends in order leaves nothing behind")
  func ends() throws {
    let world = try RecoverWorld()
    for lines in [
      ["delete @2", "quit!"], ["delete @2", "close --force"], ["delete @2", "undo", "quit"],
      ["edit @1 age=41", "save"], ["delete @2", "save"], ["insert 0 id=2", "save PATH", "quit"],
      ["sort by age", "set journal off", "quit!"], ["sort by age", "set journal off", "save"],
      ["delete --dry-run @1"], ["select *"],
    ] {
      let session = world.session()
      for line in lines {
        session.run(line.replacing("PATH", with: world.folder.file("copy.csv")))
      }
      expect(world.journals.isEmpty, "\(lines)")
    }
    let dry = world.session { $0.isDryRun = true }
    dry.run("delete @1")
    expect(world.journals.isEmpty)
    let asked = world.session()
    asked.console.isInteractive = true
    asked.run("delete @1; quit")
    expectEqual(world.journals.count, 1)
    asked.console.replies = ["d"]
    asked.run("quit")
    expect(world.journals.isEmpty)
  }

  @Test("a journal that is switched on late begins with all that can be undone")
  func late() throws {
    let world = try RecoverWorld()
    let first = world.session()
    first.run("set journal off; delete @1; save; edit @3 age=7; undo; redo")
    expect(world.journals.isEmpty)
    first.run("set journal on; insert 0 id=8")
    try world.kill()
    let second = world.session()
    _ = second.console.take()
    expect(second.run("recover").hasPrefix("recovered 2 changes of "))
    expectEqual(state(second), state(first))
    expect(second.run("undo to 0").hasPrefix("took back 3 steps"))
    expectEqual(Tables.drawing(try require(second.shell.current?.table)), "rows(1 2 3)")
    expect(!second.run("info").contains("is kept"))
  }

  @Test("a table that is saved to its file by another name goes on from there")
  func otherName() throws {
    let world = try RecoverWorld()
    let first = world.session()
    first.run("delete @1; save \(world.folder.path)/./t.csv")
    expect(world.journals.isEmpty)
    first.run("edit @2 age=7")
    try world.kill()
    let second = world.session()
    second.run("recover")
    expectEqual(state(second), state(first))
    expectEqual(second.drawing, "rows(2 3)")
  }

  @Test("a command of several steps is one record, and one that fails is none")
  func commands() throws {
    let world = try RecoverWorld()
    let first = world.session()
    first.run("edit @1 age=1")
    first.run("lua tablesh.run('delete @2') tablesh.run('nonsense') error('no')")
    first.run("lua tablesh.run('delete @3') tablesh.run('edit @1 name=A')")
    try world.folder.write("id,name,age\n7,Gus,1\n8,Hal,2\n", to: "more.csv")
    first.run("insert from \(world.folder.file("more.csv"))")
    first.run("insert from \(world.folder.file("more.csv"))")
    try world.kill()
    let second = world.session()
    second.run("recover")
    expectEqual(state(second), state(first))
    expectEqual(second.shell.current?.editor.undoTitles.count, 3)
    expectEqual(second.drawing, "rows(1 2 7 8)")
  }

  @Test(
    "after a save, a journal begins with what changes and not with the table",
    arguments: ["t.csv", "t.json"])
  func small(name: String) throws {
    let rows = (0..<3000).map { "{\"id\":\($0),\"g\":\($0 % 7)}" }
    let json =
      "{\"columns\":[\"id\",\"g\"],\"sections\":[{\"id\":\"A\",\"rows\":[\(rows.joined(separator: ","))]}]}"
    let csv = "id,g\n" + (0..<3000).map { "\($0),\($0 % 7)\n" }.joined()
    let world = try RecoverWorld(name == "t.csv" ? csv : json, name: name)
    let first = world.session(name) { $0.sectionColumn = "g" }
    for line in ["edit @5 id=9005", "insert 3 id=9001", "delete @77"] {
      first.run(line)
      first.run("save")
      first.run("edit @4 id=\(9100 + first.shell.documents[0].saves.count)")
      let journal = try require(world.journals.first)
      let attributes = try FileManager.default.attributesOfItem(
        atPath: world.folder.file("journal/\(journal)"))
      try expect(require(attributes[.size] as? Int) < 20_000, "\(line)")
      first.run("undo")
    }
    first.run("edit @6 id=9999")
    try world.kill()
    let second = world.session(name) { $0.sectionColumn = "g" }
    expect(second.run("recover").contains("recovered "))
    expectEqual(state(second), state(first))
  }

  @Test(
    "what was saved is read again as it was written, whatever it looks like now",
    arguments: [
      ("t.csv", "id\n1\n2\n", "edit 0:0 id='a;b'", "edit 0:1 id='c;d'"),
      ("t.json", "[{\"id\":1,\"n\":1},{\"id\":2,\"m\":5,\"n\":3}]", "edit @1 m=7", "edit @2 n=8"),
      ("t.json", "[{\"id\":1,\"n\":1},{\"id\":2,\"m\":5}]", "edit --null n @1", "edit @2 n=8"),
    ])
  func written(name: String, text: String, saved: String, unsaved: String) throws {
    let world = try RecoverWorld(text, name: name)
    let first = world.session(name)
    for line in [saved, "save", unsaved] { expect(!first.run(line).contains("error"), "\(line)") }
    try world.kill()
    let second = world.session(name)
    expect(second.run("recover").contains("recovered 1 change "))
    expectEqual(state(second), state(first))
  }

  @Test("discard deletes what is kept, after a question to a person")
  func discard() throws {
    let world = try RecoverWorld()
    let first = world.session()
    first.run("delete @2")
    try world.kill()
    let second = world.session()
    _ = second.console.take()
    second.console.isInteractive = true
    expectEqual(second.run("discard"), "nothing was done\n")
    expectEqual(second.console.questions.last?.hasSuffix(", 1 change?"), true)
    second.console.isInteractive = false
    expect(second.run("discard").hasPrefix("discarded unsaved work of "))
    expect(second.run("discard").contains("error: no unsaved work of "))
    expect(second.run("recover").contains("error: no unsaved work of "))
    expectEqual(second.run("recover --list"), "no unsaved work is kept\n")
    expectEqual(second.run("discard --all"), "nothing is kept\n")
  }

  @Test("discard --all deletes all journals of the source with their copies, and no others")
  func discardAll() throws {
    let world = try RecoverWorld()
    try world.folder.write("id\n1\n", to: "u.csv")
    let first = world.session()
    first.run("delete @2")
    try world.kill()
    let other = world.session("u.csv")
    other.run("delete @1")
    let journal = world.folder.file("journal")
    let kept = try FileManager.default.contentsOfDirectory(atPath: journal).filter {
      $0.contains("-9.")
    }
    expectEqual(kept.count, 2)
    for name in kept {
      let copy = name.replacing("-9.", with: "-8.")
      try FileManager.default.copyItem(atPath: "\(journal)/\(name)", toPath: "\(journal)/\(copy)")
    }
    let second = world.session()
    _ = second.console.take()
    expectEqual(second.run("discard --all"), "discarded unsaved work of 2 sessions\n")
    let left = try FileManager.default.contentsOfDirectory(atPath: journal)
    expect(!left.contains { $0.contains("-9.") || $0.contains("-8.") }, "\(left)")
    expect(left.contains { $0.hasSuffix(".journal") })
  }

  @Test("where nothing is left of a table, other sources with unsaved work are named")
  func elsewhere() throws {
    let world = try RecoverWorld()
    try world.folder.write("id\n1\n", to: "u.csv")
    try world.folder.write("id\n1\n", to: "v.csv")
    world.session().run("delete @2; delete @3")
    try world.kill()
    let second = world.session("u.csv")
    let way =
      "unsaved work of \(try require(JournalFolder.resolved(world.folder.file("t.csv")))), "
      + "2 changes: open that, then recover\n"
    expect(second.run("recover").hasSuffix("u.csv' is kept\nhint:  \(way)"))
    expect(second.run("recover --list").hasSuffix("u.csv' is kept\n" + way))
    expectEqual(world.session(nil).run("recover --list"), way)
    second.run("insert 0 id=2")
    try world.kill()
    expect(
      world.session("v.csv").run("recover").hasSuffix(
        "hint:  recover --list names other files with unsaved work\n"))
  }

  @Test("unsaved work is refused where the table has edits of its own")
  func refused() throws {
    let world = try RecoverWorld()
    let first = world.session()
    first.run("delete @2")
    try world.kill()
    let second = world.session()
    second.run("edit @1 age=1")
    let reply = second.run("recover")
    expect(reply.contains("has unsaved changes of its own\nhint:  save or undo them"))
    second.run("undo")
    expect(second.run("recover").contains("recovered 1 change"))
  }

  @Test(
    "of many journals the newest is told, with their number, and recover --list lists the others")
  func many() throws {
    let world = try RecoverWorld()
    world.session().run("delete @2")
    try world.kill()
    let name = try require(world.journals.first { $0.hasSuffix("-9.journal") })
    for number in 10..<40 {
      try FileManager.default.copyItem(
        atPath: world.folder.file("journal/\(name)"),
        toPath: world.folder.file("journal/\(name.split(separator: "-")[0])-\(number).journal"))
    }
    let batch = world.session()
    expectEqual(
      batch.console.take(),
      "note: unsaved work of 31 sessions is kept: recover --list lists it, discard --all deletes all\n"
    )
    let session = world.session(isTyped: true)
    let notes = session.console.take().split(separator: "\n")
    expectEqual(notes.count, 2, "\(notes)")
    expectEqual(notes.first?.hasSuffix("is kept: recover or discard"), true)
    expectEqual(
      notes.last,
      "note: unsaved work of 30 older sessions is kept as well: recover --list lists it, discard --all deletes all"
    )
    let list = session.run("recover --list")
    expect(list.contains("\n2: unsaved work of 2"), "\(list)")
    expect(list.contains("\n21: unsaved work of 2") && !list.contains("\n22: "), "\(list)")
    expect(list.hasSuffix(": recover --list 21\nand 10 more: recover --list N\n"), "\(list)")
    expectEqual(session.run("discard --all"), "discarded unsaved work of 31 sessions\n")
    // That of the first session, which goes on.
    expectEqual(world.journals.count, 1)
  }

  @Test("of tables that are opened together three lines tell of unsaved work, then a count")
  func together() throws {
    let world = try RecoverWorld()
    let names = ["t.csv", "u.csv", "v.csv", "w.csv"]
    for name in names {
      try world.folder.write("id,name\n1,Ann\n2,Bob\n", to: name)
      world.session(name).run("delete @2")
    }
    try world.kill()
    let paths = names.map(world.folder.file)
    let batch = world.session(nil)
    _ = batch.shell.openFirst(paths)
    expectEqual(
      batch.console.take(),
      "note: unsaved work of 4 sessions is kept, of 4 tables: recover --list lists it\n")
    let list = batch.run("recover --list")
    for path in paths.dropFirst() { expect(list.contains("\(path): unsaved work of"), "\(list)") }
    let session = world.session(nil)
    session.console.isInteractive = true
    _ = session.shell.openFirst(paths)
    let notes = session.console.take().split(separator: "\n").map(String.init)
    expectEqual(notes.count, 4)
    expectEqual(notes.first?.hasSuffix("is kept: recover or discard"), true)
    expectEqual(
      notes.last, "note: unsaved work of 1 more session is kept: recover --list lists it")
    let hint = try require(notes[1].firstRange(of: "is kept: ").map { notes[1][$0.upperBound...] })
    expect(hint.contains("u.csv; recover"))
    expect(session.run(String(hint)).contains("recovered 1 change"))
  }

  @Test("several journals are numbered, the newest first, and JSON replies say it too")
  func several() throws {
    let world = try RecoverWorld()
    let first = world.session()
    first.run("delete @2")
    try world.kill()
    let name = try require(world.journals.first { $0.hasSuffix("-9.journal") })
    let older = world.folder.file("journal/\(name.split(separator: "-")[0])-5.journal")
    try FileManager.default.copyItem(
      atPath: world.folder.file("journal/\(name)"), toPath: older)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000)], ofItemAtPath: older)
    let second = world.session(isTyped: true) { $0.format = .json }
    let notes = second.console.take().split(separator: "\n")
    expectEqual(notes.count, 2)
    expect(notes[0].hasSuffix("is kept: recover or discard"))
    expect(notes[1].hasSuffix("is kept: recover 2 or discard 2"))
    expect(second.run("recover 3").contains("\"code\":\"nothing-kept\""))
    let reply = second.run("recover 2")
    expect(
      reply.contains("\"ok\":true,\"plan\":{\"stages\":[{\"rows\":{\"delete\":[[0,1]]}}]}"))
    expect(reply.contains("\"output\":\"recovered 1 change of"))
    expect(second.run("discard").contains("\"output\":\"discarded unsaved work of"))
  }

  @Test("collapsed rows are collapsed after recover, and undo opens them")
  func trees() throws {
    let world = try RecoverWorld()
    let first = world.session()
    first.run("diffable on; snapshot nest 2 in 1; snapshot nest 4 in 1")
    expectEqual(first.drawing, "rows(1 3)")
    try world.kill()
    let second = world.session()
    expect(second.run("recover").contains("\nrecovered 2 changes"))
    expectEqual(second.drawing, "rows(1 3)")
    second.run("undo; undo")
    expectEqual(second.drawing, "rows(1 2 3)")
    second.run("redo; snapshot expand")
    expectEqual(second.drawing, "rows(1 2 3)")
    expect(second.run("snapshot tree").contains("▾ 1"))
  }
}
