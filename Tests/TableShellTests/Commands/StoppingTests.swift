import Expectations
import Glibc
import TableKit
import TestSupport
import Testing

@testable import TableShell

@Suite("Commands that are stopped", .ends)
struct StoppingTests {
  private let folder = TemporaryFolder()
  private static let count = 5000

  private func session() throws -> Session {
    let rows = (0..<Self.count).map { "\($0),g\($0 % 3),n\($0 % 7)\n" }
    let path = try folder.write("id,group,note\n" + rows.joined(), to: "long.csv")
    let session = Session(nil)
    session.run("open \(path)")
    session.run("edit @5 note=x; select @7")
    return session
  }

  @Test("^C that comes too late for one command of a line stops the next")
  func next() throws {
    let session = try session()
    session.console.onWrite = { [session] in session.console.isInterrupted = true }
    let told = session.run("columns; delete 0:0; delete 0:1")
    session.console.onWrite = {}
    session.console.isInterrupted = false
    expect(told.hasSuffix("error: interrupted; this command changed nothing\n"), "\(told)")
    expectEqual(session.shell.current?.table.rowCount, Self.count)
  }

  @Test("wait ends when the user interrupts it")
  func wait() {
    let session = Session()
    expectEqual(session.shell.run("wait 0"), .done)
    session.console.isInterrupted = true
    expectEqual(session.shell.run("wait 1e9"), .interrupted)
    session.console.isInterrupted = false
    expect(session.run("wait x").contains("'x' is no number of seconds"))
  }

  @Test(
    "^C in work on many rows leaves table, selection and file, and says so",
    arguments: [
      "select *", "select only 0:0-4500", "delete 0:0-4500", "move 0:0-4500 to 0:end",
      "sort by note", "section by group", "edit * note=y", "duplicate *", "replace note n m",
      "changes", "find nothing", "save -", "export -", "save", "save OTHER",
    ])
  func stop(_ line: String) throws {
    let session = try session()
    let editor = try require(session.shell.current?.editor)
    let path = try require(session.shell.current?.origin?.path)
    let other = "\(path).other.csv"
    session.console.isInterrupted = true
    let reply = session.run(line.replacing("OTHER", with: other))
    expectEqual(reply, "error: interrupted; this command changed nothing\n")
    session.console.isInterrupted = false
    let after = try require(session.shell.current?.editor)
    expectEqual(Array(after.table.allRows), Array(editor.table.allRows))
    expectEqual(after.selection, editor.selection)
    expectEqual(after.undoTitles, editor.undoTitles)
    expect(after.hasUnsavedChanges)
    expectEqual(session.run("changes"), "~ @5 note: 'n5' → 'x'\n")
    expect(!session.run("save").contains("error"))
    expect(access(other, F_OK) != 0)
  }

  @Test("^C while the plan of a change is made leaves the change, and says so")
  func plan() throws {
    let session = try session()
    session.run("set content reload")
    // The edit is below the number of rows at which anybody asks; its plan always does.
    session.console.isInterrupted = true
    let reply = session.run("delete @9")
    expect(reply.contains("deleted 1 row in 1 section"))
    expect(
      reply.contains("note: the change is made; its plan was stopped: plan prints it\n"))
    session.console.isInterrupted = false
    expect(session.run("plan").contains("delete row   0:9"))
    expectEqual(session.run("count"), "4999\n")
  }
}
