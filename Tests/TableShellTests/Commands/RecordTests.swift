import Expectations
import TableKit
@testable import TablePages
import TableSources
import TestSupport
import Testing

@testable import TableShell

/// `record`: a session as a recording.
struct RecordTests {
  /// Runs lines while they are recorded, and returns the recording and what was printed last.
  private func recording(
    _ lines: [String], of session: Session = Session(), folder: TemporaryFolder? = nil,
    options: String = ""
  ) throws -> (recording: Recording, said: String) {
    let folder = folder ?? TemporaryFolder()
    let path = folder.path + "/r.json"
    session.run("record start \(options) \(path)")
    for line in lines { session.run(line) }
    let said = session.run("record stop")
    let recording = try RecordingFile.read(Array(folder.read("r.json").utf8), name: "r.json")
    _ = try RecordingCheck(recording)
    return (recording, said)
  }

  @Test("a comment where nothing is recorded belongs to no step")
  func commentsBetween() throws {
    let folder = TemporaryFolder()
    let script = """
      delete 0:0
      record stop
      # between
      count
      # before the next one
      record start \(folder.path)/q.json
      # two
      delete 0:0
      record stop

      """
    try folder.write(script, to: "s.tsh")
    let session = Session()
    session.run("record start \(folder.path)/p.json")
    session.run("source \(folder.path)/s.tsh")
    let recording = try RecordingFile.read(Array(folder.read("q.json").utf8), name: "q.json")
    expectEqual(recording.steps.map(\.comment), ["two"])
  }

  @Test("says what is recorded, and refuses what makes no sense")
  func says() throws {
    let folder = TemporaryFolder()
    let session = Session()
    expectEqual(session.run("record"), "nothing is recorded\n")
    expect(
      session.run("record stop").hasPrefix(
        "error: nothing is recorded\nhint:  record start PAGE.html\n"))
    expect(
      session.run("record start crew.txt").contains(
        "PAGE.html, PICTURE.svg or RECORDING.json, not 'crew.txt'"))
    expect(
      session.run("record start /no/such/folder/p.html").contains(
        "no such folder '/no/such/folder/'"))
    let page = folder.path + "/p.html"
    expectEqual(
      session.run("record start \(page)"), "recording crew to \(page); record stop writes it\n")
    expect(
      session.run("record start \(page)").contains("error: crew is recorded to \(page) already"))
    session.run("delete 0:0")
    session.run("delete 9:0")
    expectEqual(session.run("record"), "crew is recorded to \(page): 2 steps\n")
    expect(
      session.run("record stop").hasPrefix("recorded 2 steps, 1 stage and 5 rows to \(page) ("))
    expectEqual(session.run("record"), "nothing is recorded\n")
    // A recording is not lost, be it the session's own or a stranger's.
    expect(session.run("record start \(page)").contains("'\(page)' exists already"))
    session.console.isInteractive = true
    expectEqual(session.run("record start \(page)"), "nothing was done\n")
    session.console.answers = [true]
    expect(session.run("record start \(page)").hasPrefix("recording"))
    expectEqual(session.console.questions, Array(repeating: "Overwrite \(page)?", count: 2))
    session.console.isInteractive = false
    try folder.write("mine", to: "other.html")
    session.run("record stop")
    expect(session.run("record start \(folder.path)/other.html").contains("exists already"))
    expect(
      session.run("record start --overwrite \(folder.path)/other.html").hasPrefix("recording"))
    expect(Session(nil).run("record start \(page)").hasPrefix("error: no table is open"))
  }

  @Test(
    "a step holds command, comment, wait, output, error, plan, calls and the batch that was tried")
  func steps() throws {
    let session = Session()
    let (recording, _) = try recording(
      [
        "# Two of three\n# go.\ndelete 0:0,0:2", "wait 0.01", "tap 1:0",
        "batch delete 0:0 delete 0:7",
        "undo", "undo", "count", "record",
      ], of: session, options: "--title 'A title'")
    expectEqual(recording.title, "A title")
    let steps = recording.steps
    expectEqual(
      steps.map(\.command),
      [
        "delete 0:0,0:2", "tap 1:0", "batch delete 0:0 delete 0:7", "undo", "undo", "count",
      ])
    expect(
      steps[0].comment == "Two of three\ngo." && steps[0].output == "deleted 2 rows in 1 section")
    expectEqual(
      steps[0].plan, "plan  1 stage, 2 operations, the least possible\n  delete rows   0:0  0:2")
    expect(steps[1].wait == 0.01 && steps[1].events?.contains("\"event\":\"didSelect\"") == true)
    expect(steps[2].attempted?.rows.deletes.count == 2 && steps[2].stages.isEmpty)
    expectEqual(steps[2].error?.message.contains("attempt to delete row 7 from section 0"), true)
    expect(
      steps[3].selection == .whole([]) && steps[4].stages.count == 1 && steps[5].output == "5")
  }

  @Test("commands of a sourced file are steps, and those of a script in Lua, each its own")
  func scripts() throws {
    let folder = TemporaryFolder()
    try folder.write("# first\ndelete 0:0\nselect 0:0\n", to: "a.tsh")
    try folder.write(
      """
      print("hello")
      tablesh.run("delete 0:0")
      tablesh.edit(function(t) t:delete("0:0") end)
      tablesh.run("nonsense")
      """, to: "a.lua")
    let session = Session()
    let (first, _) = try recording(["source \(folder.path)/a.tsh"], of: session)
    expectEqual(first.steps.map(\.command), ["delete 0:0", "select 0:0"])
    expectEqual(first.steps[0].comment, "first")
    let other = Session()
    let path = folder.path + "/r.json"
    other.run("record start \(path)")
    expectEqual(other.shell.luaLayer.run(script: folder.path + "/a.lua", arguments: []), .failed)
    other.run("record stop")
    let second = try RecordingFile.read(Array(folder.read("r.json").utf8), name: "")
    expectEqual(second.steps.map(\.stages.count), [1, 1, 0, 0])
    expectEqual(second.steps[2].error?.code, "unknown-command")
    // In one command they are one step, with what it printed.
    let (third, _) = try recording([
      "lua print('hi') tablesh.run('delete 0:0') tablesh.run('delete 0:0')"
    ])
    expect(third.steps.count == 1 && third.steps[0].stages.count == 1)
    expect(third.steps[0].output.hasPrefix("hi"))
  }

  @Test("a column of heights that is set, or goes, while a table is recorded is told with its step")
  func heights() throws {
    let folder = TemporaryFolder()
    let session = Session(nil)
    session.run("open " + (try folder.write("id,h\na,50\nb,\n", to: "t.csv")))
    let (recording, _) = try recording(
      [
        "set row.height column:h", "edit 0:1 h=60", "column delete h", "undo", "set row.height 30",
      ], of: session, folder: folder)
    expectEqual(recording.heights, [2: 60])
    expectEqual(
      recording.steps.map(\.heights),
      [
        [0: 50], [:], [0: nil, 2: nil], [0: 50, 2: 60], [0: nil, 2: nil],
      ])
    expectEqual(recording.steps.map { $0.geometry?.row }, [nil, nil, nil, nil, 30])
  }

  @Test("nothing secret is in a recording")
  func secrets() throws {
    let (recording, _) = try recording(
      [
        "echo open https://x.firebaseio.com/a.json?auth=hush",
        "open https://127.0.0.1:1/a.json?auth=hush", "source https://u:hush@h/x",
      ], options: "--title https://u:hush@h/")
    let json = String(decoding: try require(RecordingWriter.json(of: recording)), as: UTF8.self)
    expect(recording.steps.count == 3 && !json.contains("hush") && json.contains("auth=***"))
  }

  @Test("commands on other tables are left out, which is said; a table that is closed ends it")
  func tables() throws {
    let folder = TemporaryFolder()
    let session = Session()
    let path = folder.path + "/r.json"
    session.run("record start \(path)")
    session.run("new other id")
    session.run("insert 0:0 id=1")
    session.run("open crew")
    session.run("delete 0:0")
    let said = session.run("close --force")
    expect(said.contains("note: the recording ends, as its table is closed\n"))
    expect(
      said.contains(
        "note: 2 commands on other tables left out, as a recording is of one table: "
          + "new other id; insert 0:0 id=1\n"))
    expect(said.contains("recorded 3 steps, 1 stage and 5 rows to \(path)"))
    let read = try RecordingFile.read(Array(folder.read("r.json").utf8), name: "")
    expectEqual(read.steps.map(\.command), ["open crew", "delete 0:0", "close --force"])
    expectNil(session.recording)
  }

  @Test("a recording that is left running is written by quit and at the end of a batch")
  func quit() throws {
    for end in ["quit", "quit!"] {
      let folder = TemporaryFolder()
      let session = Session()
      session.run("record start \(folder.path)/r.json; delete 0:0")
      expect(session.run(end).contains("recorded 1 step"))
      expect((try? folder.read("r.json")) != nil)
    }
    let folder = TemporaryFolder()
    let session = Session()
    session.run("record start \(folder.path)/r.json; delete 0:0")
    expectEqual(session.shell.endOfInput(), .leave(status: 0))
    expect((try? folder.read("r.json")) != nil)
  }

  @Test(
    "where it cannot be written that is an error, the recording goes on, and quit! still leaves")
  func unwritable() throws {
    let folder = TemporaryFolder()
    let session = Session()
    _ = try ChildProcess.run("/bin/mkdir", [folder.path + "/sub"])
    session.run("record start \(folder.path)/sub/r.json; delete 0:0")
    _ = try ChildProcess.run("/bin/rmdir", [folder.path + "/sub"])
    expect(session.run("record stop").hasPrefix("error: cannot save "))
    expect(session.run("quit").hasPrefix("error: cannot save "))
    expect(session.recording != nil)
    expectEqual(session.shell.run("quit!"), .leave(status: 1))
  }

  @Test("a dry run records and writes nothing; a rehearsed command is a step without stages")
  func dryRun() throws {
    let folder = TemporaryFolder()
    let session = Session { $0.isDryRun = true }
    session.run("record start \(folder.path)/r.json; delete 0:0")
    expectEqual(
      session.run("record stop"), "dry run: nothing is written to \(folder.path)/r.json\n")
    expect((try? folder.read("r.json")) == nil && session.recording == nil)
    let (recording, _) = try recording(["delete --dry-run 0:0"])
    expect(recording.steps[0].stages.isEmpty && recording.steps[0].plan.contains("delete row"))
  }

  @Test("Lua may record where it may write")
  func permissions() throws {
    let folder = TemporaryFolder()
    let line = "lua tablesh.run('record start \(folder.path)/r.json') tablesh.run('record stop')"
    expect(Session().run(line).contains("is not allowed without --allow-write"))
    expectNil((try? folder.read("r.json")))
    let session = Session { $0.permissions.write = .all }
    session.run(line)
    expect((try? folder.read("r.json")) != nil)
  }

  @Test("what others change is a step of its own")
  func pushes() throws {
    let folder = TemporaryFolder()
    let path = try folder.write("id,n\na,1\nb,2\n", to: "t.csv")
    let session = Session(nil)
    session.run("open \(path)")
    session.run("watch on")
    session.run("record start \(folder.path)/r.json")
    try folder.write("id,n\na,1\nb,7\nc,3\n", to: "t.csv")
    _ = session.awaitPush()
    session.run("record stop")
    let read = try RecordingFile.read(Array(folder.read("r.json").utf8), name: "")
    let push = try require(read.steps.first { $0.push != nil })
    expectEqual(push.push, .init(source: "t.csv", inserted: 1, deleted: 0, changed: 1))
    expect(push.sourceState == "live" && push.command.isEmpty && push.stages.count == 1)
    try expectEqual(RecordingCheck(read).end.rowCount, 3)
  }
}
