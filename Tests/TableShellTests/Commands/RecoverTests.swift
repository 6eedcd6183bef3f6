import Foundation
import TableKit
import TestSupport
import Testing

@testable import TableShell
@testable import TableSources

@Suite struct RecoverTests {
  /// Sessions on one file whose journals are in a folder of their own.
  private struct World {
    let folder = TemporaryFolder()

    init(_ text: String = "id,name,age\n1,Ann,41\n2,Bob,17\n3,Cid,65\n", name: String = "t.csv")
      throws
    {
      try folder.write(text, to: name)
    }

    func session(
      _ name: String? = "t.csv", _ configure: (inout ShellOptions) -> Void = { _ in }
    ) -> Session {
      let session = Session(nil) { options in
        options.journalFolder = JournalFolder(path: folder.file("journal"))
        configure(&options)
      }
      if let name { _ = session.shell.openFirst([folder.file(name)]) }
      return session
    }

    var journals: [String] {
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder.file("journal"))
      return (names ?? []).filter { $0.hasSuffix(".journal") }.sorted()
    }

    /// Leaves behind what the sessions have written so far, as if they were killed now.
    func kill() throws {
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.file("journal"))
      where !name.contains("-9") {
        let parts = name.split(separator: "-")
        let copy =
          "\(parts[0])-9.\(parts[1].split(separator: ".").dropFirst().joined(separator: "."))"
        try? FileManager.default.removeItem(atPath: folder.file("journal/\(copy)"))
        try FileManager.default.copyItem(
          atPath: folder.file("journal/\(name)"), toPath: folder.file("journal/\(copy)"))
      }
    }
  }

  private func state(_ session: Session) -> [[String]] {
    guard let editor = session.shell.current?.editor else { return [] }
    return Tables.content(editor.table) + [editor.undoTitles, editor.redoTitles, session.selected]
  }

  @Test("recovered steps keep the animations that were set when they were made")
  func animations() throws {
    let world = try World()
    let first = world.session()
    first.run("set animation.insert top; set content reload")
    first.run("delete @2")
    first.run("batch --animation left delete 0:0")
    first.run("set animation.insert automatic; edit @3 age=66")
    try world.kill()
    let second = world.session()
    second.run("recover")
    second.run("undo")
    #expect(second.run("plan json").contains(#""reload":[[0,0]]"#))
    #expect(!second.run("plan json").contains("animation"))
    #expect(second.run("undo").contains("animation left"))
    #expect(second.run("undo").contains("animation top"))
    #expect(second.run("set animation.insert") == "automatic\n")
  }

  @Test("unsaved work is offered when its file is opened next, and comes back as it was")
  func recover() throws {
    let world = try World()
    let first = world.session()
    #expect(world.journals.isEmpty)
    first.run("select 0:1; show; count; undo; redo")
    #expect(world.journals.isEmpty)
    for line in ["edit @1 name=Anna", "delete @2", "insert 0 id=9 name=Eve", "undo", "tap 0:0"] {
      first.run(line)
    }
    try world.kill()
    let second = world.session()
    let said = second.console.take()
    #expect(said.hasPrefix("note: unsaved work of "))
    #expect(said.hasSuffix(", 4 changes, is kept: recover or discard\n"))
    #expect(second.run("info").contains("note           unsaved work of "))
    let list = second.run("recover --list").split(separator: "\n").dropFirst()
    #expect(
      list == [
        "  select 0:1", "  edit @1 name=Anna", "    ~ @1 name: 'Ann' → 'Anna'", "  delete @2",
        "    - @2", "  insert 0 id=9 name=Eve", "    + @9 name='Eve'", "  undo", "  tap 0:0",
      ])
    #expect(
      second.run("recover") == """
        recovered 4 changes of \(world.folder.file("t.csv"))
        plan  1 stage, 2 operations, the least possible
          delete row        0:1
          reconfigure row   0:0

        """)
    #expect(state(second) == state(first))
    #expect(second.shell.current?.hasUnsavedChanges == true)
    second.run("save")
    #expect(try world.folder.read("t.csv") == "id,name,age\n1,Anna,41\n3,Cid,65\n")
    #expect(world.session().console.take() == "")
  }

  @Test("what was recovered and edited on is recovered again")
  func again() throws {
    let world = try World()
    let first = world.session()
    first.run("delete @2; sort by name desc")
    try world.kill()
    let second = world.session()
    second.run("recover; edit @3 age=66; undo; undo")
    let name = try #require(world.journals.first { $0.hasSuffix("-9.journal") })
    // The first session lives on in this process; its work is not offered.
    try FileManager.default.copyItem(
      atPath: world.folder.file("journal/\(name)"),
      toPath: world.folder.file("journal/\(name.split(separator: "-")[0])-8.journal"))
    let third = world.session()
    _ = third.console.take()
    #expect(third.run("recover").hasPrefix("recovered 1 change of "))
    #expect(state(third) == state(second))
    #expect(third.run("redo").hasPrefix("did again: sort by name desc"))
  }

  @Test("a session that ends in order leaves nothing behind")
  func ends() throws {
    let world = try World()
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
      #expect(world.journals.isEmpty, "\(lines)")
    }
    let dry = world.session { $0.isDryRun = true }
    dry.run("delete @1")
    #expect(world.journals.isEmpty)
    let asked = world.session()
    asked.console.isInteractive = true
    asked.run("delete @1; quit")
    #expect(world.journals.count == 1)
    asked.console.replies = ["d"]
    asked.run("quit")
    #expect(world.journals.isEmpty)
  }

  @Test("a journal that is switched on late begins with all that can be undone")
  func late() throws {
    let world = try World()
    let first = world.session()
    first.run("set journal off; delete @1; save; edit @3 age=7; undo; redo")
    #expect(world.journals.isEmpty)
    first.run("set journal on; insert 0 id=8")
    try world.kill()
    let second = world.session()
    _ = second.console.take()
    #expect(second.run("recover").hasPrefix("recovered 2 changes of "))
    #expect(state(second) == state(first))
    #expect(second.run("undo to 0").hasPrefix("took back 3 steps"))
    #expect(Tables.drawing(try #require(second.shell.current?.table)) == "rows(1 2 3)")
    #expect(!second.run("info").contains("is kept"))
  }

  @Test("a table that is saved to its file by another name goes on from there")
  func otherName() throws {
    let world = try World()
    let first = world.session()
    first.run("delete @1; save \(world.folder.path)/./t.csv")
    #expect(world.journals.isEmpty)
    first.run("edit @2 age=7")
    try world.kill()
    let second = world.session()
    second.run("recover")
    #expect(state(second) == state(first))
    #expect(second.drawing == "rows(2 3)")
  }

  @Test("a command of several steps is one record, and one that fails is none")
  func commands() throws {
    let world = try World()
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
    #expect(state(second) == state(first))
    #expect(second.shell.current?.editor.undoTitles.count == 3)
    #expect(second.drawing == "rows(1 2 7 8)")
  }

  @Test(
    "after a save, a journal begins with what changes and not with the table",
    arguments: ["t.csv", "t.json"])
  func small(name: String) throws {
    let rows = (0..<3000).map { "{\"id\":\($0),\"g\":\($0 % 7)}" }
    let json =
      "{\"columns\":[\"id\",\"g\"],\"sections\":[{\"id\":\"A\",\"rows\":[\(rows.joined(separator: ","))]}]}"
    let csv = "id,g\n" + (0..<3000).map { "\($0),\($0 % 7)\n" }.joined()
    let world = try World(name == "t.csv" ? csv : json, name: name)
    let first = world.session(name) { $0.sectionColumn = "g" }
    for line in ["edit @5 id=9005", "insert 3 id=9001", "delete @77"] {
      first.run(line)
      first.run("save")
      first.run("edit @4 id=\(9100 + first.shell.documents[0].saveCount)")
      let journal = try #require(world.journals.first)
      let attributes = try FileManager.default.attributesOfItem(
        atPath: world.folder.file("journal/\(journal)"))
      #expect(try #require(attributes[.size] as? Int) < 20_000, "\(line)")
      first.run("undo")
    }
    first.run("edit @6 id=9999")
    try world.kill()
    let second = world.session(name) { $0.sectionColumn = "g" }
    #expect(second.run("recover").contains("recovered "))
    #expect(state(second) == state(first))
  }

  @Test(
    "what was saved is read again as it was written, whatever it looks like now",
    arguments: [
      ("t.csv", "id\n1\n2\n", "edit 0:0 id='a;b'", "edit 0:1 id='c;d'"),
      ("t.json", "[{\"id\":1,\"n\":1},{\"id\":2,\"m\":5,\"n\":3}]", "edit @1 m=7", "edit @2 n=8"),
      ("t.json", "[{\"id\":1,\"n\":1},{\"id\":2,\"m\":5}]", "edit --null n @1", "edit @2 n=8"),
    ])
  func written(name: String, text: String, saved: String, unsaved: String) throws {
    let world = try World(text, name: name)
    let first = world.session(name)
    for line in [saved, "save", unsaved] { #expect(!first.run(line).contains("error"), "\(line)") }
    try world.kill()
    let second = world.session(name)
    #expect(second.run("recover").contains("recovered 1 change "))
    #expect(state(second) == state(first))
  }

  @Test("discard deletes what is kept, after a question to a person")
  func discard() throws {
    let world = try World()
    let first = world.session()
    first.run("delete @2")
    try world.kill()
    let second = world.session()
    _ = second.console.take()
    second.console.isInteractive = true
    #expect(second.run("discard") == "nothing was done\n")
    #expect(second.console.questions.last?.hasSuffix(", 1 change?") == true)
    second.console.isInteractive = false
    #expect(second.run("discard").hasPrefix("discarded unsaved work of "))
    #expect(second.run("discard").contains("error: no unsaved work of "))
    #expect(second.run("recover").contains("error: no unsaved work of "))
    #expect(second.run("recover --list") == "no unsaved work is kept\n")
    #expect(second.run("discard --all") == "nothing is kept\n")
  }

  @Test("where nothing is left of a table, other sources with unsaved work are named")
  func elsewhere() throws {
    let world = try World()
    try world.folder.write("id\n1\n", to: "u.csv")
    try world.folder.write("id\n1\n", to: "v.csv")
    world.session().run("delete @2; delete @3")
    try world.kill()
    let second = world.session("u.csv")
    let way =
      "unsaved work of \(try #require(JournalFolder.resolved(world.folder.file("t.csv")))), "
      + "2 changes: open that, then recover\n"
    #expect(second.run("recover").hasSuffix("u.csv' is kept\nhint:  \(way)"))
    #expect(second.run("recover --list").hasSuffix("u.csv' is kept\n" + way))
    #expect(world.session(nil).run("recover --list") == way)
    second.run("insert 0 id=2")
    try world.kill()
    #expect(
      world.session("v.csv").run("recover").hasSuffix(
        "hint:  recover --list names that of other sources\n"))
  }

  @Test("unsaved work is refused where the table has edits of its own")
  func refused() throws {
    let world = try World()
    let first = world.session()
    first.run("delete @2")
    try world.kill()
    let second = world.session()
    second.run("edit @1 age=1")
    let reply = second.run("recover")
    #expect(reply.contains("has unsaved changes of its own\nhint:  save, or take them back"))
    second.run("undo")
    #expect(second.run("recover").contains("recovered 1 change"))
  }

  @Test("several journals are numbered, the newest first, and JSON replies say it too")
  func several() throws {
    let world = try World()
    let first = world.session()
    first.run("delete @2")
    try world.kill()
    let name = try #require(world.journals.first { $0.hasSuffix("-9.journal") })
    let older = world.folder.file("journal/\(name.split(separator: "-")[0])-5.journal")
    try FileManager.default.copyItem(
      atPath: world.folder.file("journal/\(name)"), toPath: older)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000)], ofItemAtPath: older)
    let second = world.session { $0.format = .json }
    let notes = second.console.take().split(separator: "\n")
    #expect(notes.count == 2)
    #expect(notes[0].hasSuffix("is kept: recover or discard"))
    #expect(notes[1].hasSuffix("is kept: recover 2 or discard 2"))
    #expect(second.run("recover 3").contains("\"code\":\"nothing-kept\""))
    let reply = second.run("recover 2")
    #expect(
      reply.contains("\"ok\":true,\"plan\":{\"stages\":[{\"rows\":{\"delete\":[[0,1]]}}]}"))
    #expect(reply.contains("\"output\":\"recovered 1 change of"))
    #expect(second.run("discard").contains("\"output\":\"discarded unsaved work of"))
  }

  @Test("a journal that is damaged, torn or of another version is told, and what to do")
  func damaged() throws {
    let world = try World()
    let first = world.session()
    first.run("delete @2; edit @1 age=1; edit @3 age=2")
    try world.kill()
    let name = try #require(world.journals.first { $0.hasSuffix("-9.journal") })
    let path = world.folder.file("journal/\(name)")
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    func put(_ data: Data) throws -> Session {
      try data.write(to: URL(fileURLWithPath: path))
      return world.session()
    }
    let torn = try put(whole.dropLast(3))
    #expect(torn.console.take().contains(", 2 changes, is kept"))
    let reply = torn.run("recover")
    #expect(reply.contains("note: a last change was not written whole and is lost\n"))
    #expect(torn.drawing == "rows(1 3)")
    torn.run("quit!")
    var bad = whole
    bad[whole.count - 120] ^= 0xFF
    let damaged = try put(bad)
    #expect(damaged.console.take().contains("cannot be recovered as it is: the journal"))
    #expect(damaged.run("recover").contains("hint:  recover --partial takes what stands before"))
    #expect(damaged.run("recover --list").contains("(damaged from record "))
    #expect(damaged.run("recover --partial").contains("note: the journal is damaged from record "))
    #expect(damaged.drawing == "rows(1 3)")
    damaged.run("quit!")
    let old = try put(Data("tablesh journal 0\n".utf8))
    #expect(old.console.take().contains("is of format 0, this program reads format 2"))
    #expect(old.run("recover").contains("hint:  recover with the program that wrote it"))
    #expect(old.run("discard") == "discarded unsaved work\n")
  }

  @Test("a journal of version 1 is recovered, and one of this version takes its place")
  func olderVersion() throws {
    let world = try World("id,name\n1,Ann\n2,Bob\n3,Cid\n")
    let first = world.session()
    first.run("edit @1 name=x")
    try world.kill()
    let name = try #require(world.journals.first { $0.hasSuffix("-9.journal") })
    let url = URL(fileURLWithPath: world.folder.file("journal/\(name)"))
    try Data(try version1(of: Array(try Data(contentsOf: url)))).write(to: url)
    let second = world.session()
    #expect(second.console.take().hasSuffix(", 4 changes, is kept: recover or discard\n"))
    #expect(second.run("recover").hasPrefix("recovered 4 changes"))
    let editor = try #require(second.shell.current?.editor)
    #expect(
      editor.table.allRows.map { Tables.raws(editor.table, $0) } == [["3", "Cid"], ["1", "Anna"]])
    #expect(
      editor.undoTitles == ["edit @1 name=Anna", "delete @2", "sort by name desc", "tap 0:0"])
    #expect(editor.selection.rows == [RowID(2)])
    for name in world.journals {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: world.folder.file("journal/\(name)")))
      #expect(bytes.starts(with: "tablesh journal 2\n".utf8))
    }
    second.run("undo; undo; undo")
    #expect(second.drawing == "rows(1 2 3)")
  }

  /// What a program of version 1 wrote of six lines, on the source of another journal.
  private func version1(of journal: [UInt8]) throws -> [UInt8] {
    let (header, start) = try JournalHeader.read(journal, path: "")
    guard case .record(let base, _) = JournalFrame.read(journal, at: start) else { return [] }
    var bytes = Array(
      String(decoding: header.bytes, as: UTF8.self).replacing("journal 2", with: "journal 1").utf8)
    bytes += JournalFrame.framed([1] + base.dropFirst(), at: bytes.count)
    let records = [
      "00002c01220000", "030000000003000102000300010100000000000003",
      "0501001165646974204031206e616d653d416e6e61011b7e204031206e616d653a2027416e6e2720e286922027416e"
        + "6e612700000300010200030001010000010200010100013104416e6e610000000300000100000001000000000000"
        + "000000",
      "0501000964656c65746520403201042d20403200000300010200030001000000000300010101000100000000000200"
        + "010400000000000000000000000000",
      "05010011736f7274206279206e616d652064657363000001010101010000f0eb9a8debd5e5ace901",
      "05010016696e7365727420302069643d39206e616d653d457665010f2b204039206e616d653d274576652700000404"
        + "0102010300010000000002000202010c0001020001010c01390345766500000003010c0000000000000000000000"
        + "000000",
      "06010100",
      "0501000774617020303a300000000304010201030001010000000000010802000000000000000000000000000000",
    ]
    for record in records {
      let digits = Array(record)
      let content = stride(from: 0, to: digits.count, by: 2).compactMap {
        UInt8(String(digits[$0...($0 + 1)]), radix: 16)
      }
      // A record of an editor, one second after the beginning of time.
      bytes += JournalFrame.framed([2, 1] + content, at: bytes.count)
    }
    return bytes
  }

  @Test("collapsed rows are collapsed after recover, and undo opens them")
  func trees() throws {
    let world = try World()
    let first = world.session()
    first.run("diffable on; snapshot nest 2 in 1; snapshot nest 4 in 1")
    #expect(first.drawing == "rows(1 3)")
    try world.kill()
    let second = world.session()
    #expect(second.run("recover").contains("\nrecovered 2 changes"))
    #expect(second.drawing == "rows(1 3)")
    second.run("undo; undo")
    #expect(second.drawing == "rows(1 2 3)")
    second.run("redo; snapshot expand")
    #expect(second.drawing == "rows(1 2 3)")
    #expect(second.run("snapshot tree").contains("▾ 1"))
  }
}
