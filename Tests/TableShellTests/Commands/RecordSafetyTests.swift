@testable import TablePages
import Expectations
import TableSources
import TestSupport
import Testing

@testable import TableShell

/// What a recording must not hold, and must not replace.
struct RecordSafetyTests {
  private let folder = TemporaryFolder()

  /// A session on a file of so many rows, whose keys are `r0`, `r1` …
  private func session(rows: Int) throws -> Session {
    let lines = (0..<rows).map { "r\($0),name \($0)\n" }.joined()
    let path = try folder.write("id,name\n" + lines, to: "crew.csv")
    let session = Session(nil)
    session.run("open \(path)")
    return session
  }

  private func text(_ name: String) -> String { (try? folder.read(name)) ?? "" }

  @Test("the source of an open table is not replaced by a recording")
  func source() throws {
    try folder.write("[{\"id\":1}]", to: "data.json")
    let session = Session(nil)
    session.run("open \(folder.path)/data.json")
    let refused = session.run("record start --overwrite \(folder.path)/./data.json")
    expect(refused.contains("which a recording would replace"), "\(refused)")
    session.run("close")
    session.run("new t id; record start \(folder.path)/x.json; insert 0:end id=1")
    expectEqual(text("data.json"), "[{\"id\":1}]")
    expect(session.run("record stop").hasPrefix("recorded 1 step"))
  }

  @Test("the token of a served table is in no recording")
  func token() throws {
    let session = Session()
    session.run("record start \(folder.path)/t.json")
    let served = session.run("serve")
    let token = try require(served.split(separator: "token ").last?.prefix { $0 != "\n" })
    expect(token.count > 10, "\(served)")
    session.run("serve stop; record stop")
    expect(!text("t.json").contains(token))
    expect(text("t.json").contains("\"command\":\"serve\""))
  }

  @Test("a recording that begins while a table is presented holds nothing of before")
  func before() throws {
    let session = try session(rows: 4)
    session.run("present; edit 0:0 name=SECRET; edit 0:0 name=public")
    session.run("record start \(folder.path)/x.json; delete 0:1; undo; record stop")
    expect(!text("x.json").contains("SECRET") && text("x.json").contains("public"))
    let read = try RecordingFile.read(Array(text("x.json").utf8), name: "x.json")
    expectEqual(read.steps.map(\.command), ["delete 0:1", "undo"])
    try expectEqual(RecordingCheck(read).end.rowCount, session.shell.current?.table.rowCount)
    // What a step leads back to is in it.
    session.run("record start \(folder.path)/y.json; undo; record stop; present stop")
    expect(text("y.json").contains("SECRET"))
  }

  @Test("what goes, and what a row held before, is kept where only rows on the screen are")
  func seen() throws {
    let session = try session(rows: 60_000)
    session.run(
      "record start --rows seen \(folder.path)/s.json; delete 0:50000; edit 0:55000 name=new")
    session.run("record stop")
    let read = try RecordingFile.read(Array(text("s.json").utf8), name: "s.json")
    let cells = (0..<read.rows.count).compactMap { read.rows.cells(of: $0) }
    let keys = cells.flatMap { $0 }.map(\.text)
    for key in ["r50000", "r55001", "new"] { expect(keys.contains(key), "\(key)") }
    expect(!keys.contains("r40000") && cells.count < 30_000)
    // The old cells of the edited row, and the new ones.
    expectEqual(keys.count { $0 == "r55001" }, 2)
  }

  @Test("what is said of a command that is left out belongs to no other")
  func comments() throws {
    try folder.write("id\n1\n", to: "other.csv")
    let session = Session()
    session.run("record start \(folder.path)/c.json; open \(folder.path)/other.csv")
    session.run("# About the other.\ninsert 0:end id=2")
    session.run("open crew\ndelete 0:0\nrecord stop")
    let read = try RecordingFile.read(Array(text("c.json").utf8), name: "c.json")
    expect(read.steps.map(\.comment).allSatisfy { !$0.contains("About the other") })
  }

  @Test("steps are kept for a file only")
  func growth() throws {
    let session = Session()
    session.run("present; delete 0:0; undo")
    let recorder = try require(session.recording?.recorder)
    expect(recorder.steps.isEmpty && recorder.stepCount == 2)
    session.run("record start \(folder.path)/g.json; delete 0:0")
    expect(recorder.steps.count == 1 && recorder.stepCount == 3)
    expect(session.run("record").contains(": 1 step\n"))
    session.run("record stop; delete 0:0; present stop")
    expect(recorder.steps.isEmpty)
  }
}
