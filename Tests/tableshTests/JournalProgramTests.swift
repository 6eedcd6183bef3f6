import Expectations
import Foundation
import TestSupport
import Testing

/// What is left of a session that is killed, and what the next one makes of it.
struct JournalProgramTests {
  private static let people = "id,name\n1,a\n2,b\n3,c\n4,d\n5,e\n"

  private func start(
    _ arguments: [String], in folder: TestSupport.TemporaryFolder, errorPath: String = "/dev/null"
  ) throws -> LiveProcess {
    try LiveProcess(home: folder, ["--quiet", "people.csv"] + arguments, errorPath: errorPath)
  }

  private func run(
    _ commands: String, in folder: TestSupport.TemporaryFolder
  ) throws -> ChildProcess {
    try ChildProcess.run(home: folder, ["--quiet", "people.csv", "-c", commands])
  }

  private func journals(_ folder: TestSupport.TemporaryFolder) -> [String] {
    let path = "\(folder.path)/state/tablesh/journal"
    let names = try? FileManager.default.contentsOfDirectory(atPath: path)
    return (names ?? []).filter { $0.hasSuffix(".journal") }
  }

  private func folder() throws -> TestSupport.TemporaryFolder {
    let folder = try TestSupport.TemporaryFolder()
    try folder.write(Self.people, to: "people.csv")
    return folder
  }

  @Test(
    "a signal that ends the program keeps the journal, and the end of a batch does not",
    arguments: [SIGTERM, SIGHUP, SIGQUIT])
  func signals(signal: Int32) throws {
    let folder = try folder()
    let session = try start([], in: folder)
    session.write("delete @2; echo done\n")
    expect(session.expect("done"))
    expectEqual(session.end(with: signal), 128 + signal)
    expectEqual(journals(folder).count, 1)
    let next = try run("recover; save", in: folder)
    expect(next.errors.contains("note: unsaved work of "))
    expect(next.output.contains("recovered 1 change of people.csv\n"))
    expect(journals(folder).isEmpty)
    for commands in ["delete @1", "delete @1; nonsense", "delete @1; quit!"] {
      _ = try run(commands, in: folder)
      expect(journals(folder).isEmpty, "\(commands)")
    }
  }

  @Test("a terminal that goes away keeps the journal")
  func hangUp() throws {
    let session = try TerminalSession()
    try session.run("delete @2", prompt: "people.csv*> ")
    _ = session.terminal.hangUp()
    expectEqual(journals(session.folder).count, 1)
    let terminal = try PseudoTerminal(home: session.folder, ["people.csv"], columns: 100, rows: 30)
    try terminal.expect("note: unsaved work of ", "is kept: recover or discard", "people.csv> ")
    try terminal.enter("recover", expecting: "recovered 1 change", "people.csv*> ")
    try terminal.enter("quit", expecting: "[s/d/C] ")
    try expectEqual(terminal.leave("d"), 0)
    expect(journals(session.folder).isEmpty)
  }

  @Test("two sessions on one file know of each other")
  func twoSessions() throws {
    let folder = try folder()
    let first = try start([], in: folder, errorPath: "\(folder.path)/first.txt")
    first.write("edit @1 name=x; echo done\n")
    expect(first.expect("done"))
    let said =
      "note: 'people.csv' is also open in another session (process \(first.process)), "
      + "with unsaved changes\n"
    let second = try start([], in: folder, errorPath: "\(folder.path)/second.txt")
    second.write("edit @2 name=y; save; edit @3 name=z; echo done\n")
    expect(second.expect("done"))
    expectEqual(folder.read("second.txt"), said)
    first.write("edit @4 name=w; echo again\nsave\n")
    expect(first.expect("again"))
    first.endInput()
    expectEqual(first.wait(), 1)
    let errors = folder.read("first.txt") ?? ""
    expect(
      errors.hasPrefix(
        "note: 'people.csv' is also open in another session (process \(second.process)), "))
    expect(errors.contains("error: 'people.csv' was changed by others"))
    // The first was a batch, which leaves nothing behind; the second is killed.
    second.end(with: SIGKILL)
    let next = try run("recover; save", in: folder)
    expect(next.output.contains("recovered 1 change of people.csv\n"))
    expectEqual(folder.read("people.csv"), "id,name\n1,a\n2,y\n3,z\n4,d\n5,e\n")
  }

  @Test("of a session that took its changes back, or wrote them elsewhere, no other one is told")
  func takenBack() throws {
    let folder = try folder()
    let harmless = [
      "edit @1 name=x; undo", "edit @1 name=x; save copy.csv", "section by name",
      "section by name; edit @1 name=x; undo", "section by name; section by id; undo",
    ]
    for (number, commands) in harmless.enumerated() {
      let first = try start([], in: folder)
      first.write("\(commands); echo done\n")
      expect(first.expect("done"))
      expectEqual(journals(folder).count, 1)
      let looking = try run("count", in: folder)
      expectEqual(looking.errors, "", "\(commands)")
      // As soon as it has some again, the other one hears of it.
      let second = try start([], in: folder, errorPath: "\(folder.path)/second\(number).txt")
      second.write("edit @2 name=y; echo done\n")
      expect(second.expect("done"))
      expectEqual(folder.read("second\(number).txt"), "", "\(commands)")
      first.write("edit @3 name=z; echo again\n")
      expect(first.expect("again"))
      second.write("edit @2 name=w; echo again\n")
      expect(second.expect("again"))
      let told = "note: 'people.csv' is also open in another session (process \(first.process))"
      expectEqual(folder.read("second\(number).txt")?.hasPrefix(told), true, "\(commands)")
      for session in [first, second] {
        session.write("quit!\n")
        expectEqual(session.wait(), 0)
      }
    }
  }

  @Test("an edit that the journal has no room for is refused, and the table stays as it was")
  func noRoom() throws {
    let folder = try folder()
    let long = String(repeating: "x", count: 5000)
    let child = try ChildProcess.run(
      home: folder, program: "/bin/sh",
      [
        "-c", "ulimit -f 2; exec \"$0\" --quiet --keep-going people.csv -c \"$1\"",
        product("tablesh"),
        "edit @1 name=ok; edit @2 name=\(long); show; set journal off; edit @2 name=new; save",
      ])
    expectEqual(child.status, 1)
    expectEqual(
      child.errors,
      """
      -c:1: error: the journal of unsaved work cannot be written: the file would grow beyond \
      the size limit; nothing has changed
      hint:  make room, then set journal on; or go on without a journal: set journal off
      note: unsaved changes of people.csv so far stay in its journal until it is saved; \
      those that follow would not survive a crash

      """)
    expect(child.output.contains("2  b"))
    expectEqual(folder.read("people.csv"), "id,name\n1,ok\n2,new\n3,c\n4,d\n5,e\n")
  }

  @Test("a crash after an edit that the journal had no room for loses nothing of the others")
  func roomAgain() throws {
    let folder = try folder()
    let session = try LiveProcess(
      home: folder, program: "/bin/sh",
      [
        "-c", "ulimit -f 2; exec \"$0\" --quiet --keep-going people.csv", product("tablesh"),
      ], errorPath: "/dev/null")
    let long = String(repeating: "x", count: 5000)
    session.write("edit @1 name=ok\nedit @2 name=\(long)\nedit @3 name=fine; echo done\n")
    expect(session.expect("done"))
    session.end(with: SIGKILL)
    let next = try run("recover; save", in: folder)
    expectEqual(next.status, 0)
    expect(next.output.contains("recovered 2 changes of people.csv\n"))
    expectEqual(folder.read("people.csv"), "id,name\n1,ok\n2,b\n3,fine\n4,d\n5,e\n")
  }

  @Test("where no journal can be kept at all, that is said once and work goes on")
  func nowhere() throws {
    let folder = try folder()
    try folder.write("", to: "state")
    let child = try run("delete @1; delete @2; save", in: folder)
    expectEqual(child.status, 0)
    expectEqual(
      child.errors,
      "note: no journal can be kept in '\(folder.path)/state/tablesh/journal': "
        + "a part of the path is not a folder: what is unsaved would not survive a crash\n")
    expectEqual(folder.read("people.csv"), "id,name\n3,c\n4,d\n5,e\n")
  }

  @Test("where nobody says where a journal could be kept, that is said with the first change")
  func homeless() throws {
    let folder = try folder()
    func run(_ commands: String) throws -> ChildProcess {
      try ChildProcess.run(
        "/usr/bin/env", ["-i", product("tablesh"), "--quiet", "people.csv", "-c", commands],
        directory: folder.path)
    }
    try expectEqual(run("count").errors, "")
    try expectEqual(
      run("delete @1; delete @2; save").errors,
      "note: no journal can be kept in '$XDG_STATE_HOME': neither it nor HOME names a folder: "
        + "what is unsaved would not survive a crash\n")
  }

  @Test("a journal that cannot be read, as another user's, is told and keeps nobody from working")
  func unreadable() throws {
    let folder = try folder()
    let session = try start([], in: folder)
    session.write("delete @2; echo done\n")
    expect(session.expect("done"))
    session.end(with: SIGKILL)
    let name = try require(journals(folder).first)
    let path = "\(folder.path)/state/tablesh/journal/\(name)"
    try FileManager.default.removeItem(atPath: path)
    // Even the administrator cannot open this.
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: name)
    let next = try run("edit @1 name=x; save", in: folder)
    expectEqual(next.status, 0)
    expect(
      next.errors.hasPrefix(
        "note: unsaved work is kept and cannot be recovered as it is: cannot read the journal"))
    try expect(run("recover", in: folder).errors.contains("error: cannot read the journal"))
  }

  @Test("a session that only looks makes no file and no folder")
  func looking() throws {
    let folder = try folder()
    for commands in ["show; info; select *; undo; redo", "edit --dry-run @1 name=x; count"] {
      _ = try run(commands, in: folder)
    }
    _ = try ChildProcess.run(home: folder, ["--dry-run", "people.csv", "-c", "delete *; save"])
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder.path), ["people.csv"])
  }

  @Test("standard input and new tables have no journal; a saved new table has one")
  func sourceless() throws {
    let folder = try folder()
    let session = try LiveProcess(home: folder, ["--quiet"])
    session.write("new notes.csv id,text; insert 0 id=1 text=a; echo one\n")
    expect(session.expect("one"))
    expect(journals(folder).isEmpty)
    session.write("save; insert 0 id=2 text=b; undo; undo; echo two\n")
    expect(session.expect("two"))
    session.end(with: SIGKILL)
    expectEqual(journals(folder).count, 1)
    let next = try ChildProcess.run(
      home: folder, ["--quiet", "notes.csv", "-c", "recover; redo; redo; save"])
    expectEqual(next.status, 0, "\(next.errors)")
    expectEqual(folder.read("notes.csv"), "id,text\n1,a\n2,b\n")
    expect(journals(folder).isEmpty)
  }

  @Test("what a Lua loader read comes back, even where it reads something else each time")
  func loader() throws {
    let folder = try folder()
    try folder.write(
      """
      tablesh.loader { name = "dice", extensions = {"dice"}, load = function(source, emit)
        for i = 1, 3 do emit("A", { id = tostring(i), n = tostring(math.random(1000000)) }) end
      end }
      """, to: "dice.lua")
    try folder.write("x", to: "t.dice")
    let arguments = ["--quiet", "--plugin", "dice.lua", "t.dice"]
    let session = try LiveProcess(home: folder, arguments)
    session.write("edit @2 n=7; export copy.csv; undo; export former.csv; redo; echo done\n")
    expect(session.expect("done"))
    session.end(with: SIGKILL)
    let next = try ChildProcess.run(
      home: folder,
      arguments + ["-c", "recover; export copy2.csv; undo; export former2.csv; quit!"])
    expect(next.output.contains("recovered 1 change of t.dice\n"), "\(next.errors)")
    expectEqual(folder.read("copy2.csv"), folder.read("copy.csv"))
    expectEqual(folder.read("former2.csv"), folder.read("former.csv"))
    expectEqual(folder.read("copy.csv")?.contains(",7"), true)
  }
}

extension JournalProgramTests {
  /// Runs the program, which knows itself as `$TABLESH`.
  private func tablesh(
    _ words: String..., in folder: TestSupport.TemporaryFolder
  ) throws -> ChildProcess {
    try ChildProcess.run(
      home: folder, ["--quiet"] + words, environment: ["TABLESH": product("tablesh")])
  }

  @Test("recovered work that a batch could not save is offered again")
  func failedBatch() throws {
    let folder = try TemporaryFolder()
    try folder.write("id,v\n1,a\n2,b\n", to: "s.csv")
    _ = try tablesh("-c", "edit @1 v=long", "-c", "echo | kill -9 $PPID", "s.csv", in: folder)
    try expectEqual(tablesh("-c", "recover; no-such-command", "s.csv", in: folder).status, 1)
    let again = try tablesh("-c", "recover; save", "s.csv", in: folder)
    expectEqual(again.status, 0, "\(again.errors)")
    expectEqual(folder.read("s.csv"), "id,v\n1,long\n2,b\n")
    try expectEqual(tablesh("-c", "recover", "s.csv", in: folder).status, 1)
  }

  @Test("a table of a database named behind # has a journal, too")
  func databaseTable() throws {
    let folder = try TemporaryFolder()
    try folder.write("id,v\n1,a\n2,b\n", to: "s.csv")
    _ = try tablesh("-c", "export one.db#t", "s.csv", in: folder)
    _ = try tablesh("-c", "edit @1 v=new", "-c", "echo | kill -9 $PPID", "one.db#t", in: folder)
    let again = try tablesh("-c", "recover; save; export --format csv -", "one.db#t", in: folder)
    expectEqual(again.status, 0, "\(again.errors)")
    expect(again.output.hasSuffix("id,v\n1,new\n2,b\n"))
  }

  @Test("what others write to a database before the first edit is no part of what was edited")
  func databaseOfOthers() throws {
    let folder = try TemporaryFolder()
    try folder.write("id,v\n1,a\n2,b\n3,c\n4,d\n5,e\n", to: "s.csv")
    try expectEqual(tablesh("--key", "id", "-c", "export one.db#t", "s.csv", in: folder).status, 0)
    let others =
      "count | \"$TABLESH\" --quiet -c 'delete @3; insert rows id=9 v=z; save' 'one.db#t'"
    _ = try tablesh(
      "-c", others, "-c", "edit @3 v=mine", "-c", "echo | kill -9 $PPID", "one.db#t", in: folder)
    let again = try tablesh("-c", "recover; save", "one.db#t", in: folder)
    let content = try tablesh("-c", "export --format csv -", "one.db#t", in: folder).output
    // Rows of one number are not the same rows.
    expectEqual(again.status, 1)
    expect(again.errors.contains("'one.db#t' was changed since"))
    expectEqual(content, "id,v\n1,a\n2,b\n4,d\n5,e\n9,z\n")
  }

  @Test("killed after edits that hooks have refused, failed at or made, the right table comes back")
  func hooks() throws {
    let folder = try folder()
    try folder.write(
      """
      tablesh.on("will_delete", function(event)
        if event.count > 1 then return nil, "too many" end
      end)
      tablesh.on("did_update", function(event)
        tablesh.edit(function(t) t:set("@5", "name", "seen") end)
        for row in event.rows() do if row.name == "bad" then error("bad name") end end
      end)
      """, to: "hooks.lua")
    let session = try start(["--plugin", "hooks.lua", "--keep-going"], in: folder)
    session.write("edit @1 name=x; delete @3\n")
    for line in ["delete @1,@2", "edit @2 name=bad", "lua tablesh.run('delete @1') error('no')"] {
      session.write("\(line)\n")
    }
    session.write("select @4; echo done\n")
    expect(session.expect("done"))
    session.end(with: SIGKILL)
    expectEqual(journals(folder).count, 1)
    let next = try run("recover; export --format csv -; save", in: folder)
    expect(
      next.output.contains("id,name\n1,x\n2,b\n4,d\n5,seen\n"), "\(next.output)\(next.errors)")
    expectEqual(folder.read("people.csv"), "id,name\n1,x\n2,b\n4,d\n5,seen\n")
    expect(journals(folder).isEmpty)
  }
}
