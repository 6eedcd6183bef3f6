import Expectations
import TestSupport
import Testing

@testable import TableShell

/// What is asked of somebody who leaves a table that has no file.
struct LeavingTests {
  private let folder = TemporaryFolder()

  /// A session at a prompt with a table that a command has made.
  private func session(_ lines: String...) throws -> Session {
    let session = Session(nil)
    session.run("open \(try folder.write("id,city\n1,Bonn\n2,Rome\n3,Bonn\n", to: "t.csv"))")
    session.console.isInteractive = true
    for line in lines { session.run(line) }
    return session
  }

  @Test(
    "a made table that was edited by hand is asked about, one that was not is not",
    arguments: [
      (["group by city"], nil), (["group by city", "edit 0:0 city=X"], "t by city"),
      (["group by city", "edit 0:0 city=X", "undo"], nil),
      (["top 2 by id", "delete 0:0"], "t top 2 by id"), (["new notes a,b"], nil),
      (["new notes a,b", "insert 0 a=1"], "notes"),
      (["group by city", "edit 0:0 city=X", "save %.csv"], nil),
    ] as [([String], String?)])
  func asked(_ lines: [String], name: String?) throws {
    for byEnd in [false, true] {
      let session = try session()
      for line in lines { session.run(line.replacing("%", with: "\(folder.path)/\(byEnd)")) }
      session.console.replies = ["c"]
      let ended = byEnd ? session.shell.endOfInput() : session.shell.run("quit")
      expectEqual(ended, name == nil ? .leave(status: 0) : .failed, "\(lines)")
      expectEqual(
        session.console.questions,
        name.map {
          [
            "Unsaved changes in \($0), which has no file (save PATH keeps it): discard or cancel? [d/C] "
          ]
        } ?? [])
    }
  }

  @Test("who wants to save it is told how, and stays where they are")
  func saved() throws {
    let session = try session("group by city", "edit 0:0 city=X", "open t.csv")
    session.console.replies = ["s"]
    expect(session.run("quit").contains("nothing was done"))
    expectEqual(
      session.console.questions,
      [
        "Unsaved changes in t by city, which has no file (open \"t by city\"; save PATH keeps it): "
          + "discard or cancel? [d/C] "
      ])
    expectEqual(session.shell.current?.name.lastPathPart, "t.csv")
    session.run("open \"t by city\"")
    session.run("save \(folder.file("out.csv"))")
    expectEqual(session.shell.run("quit"), .leave(status: 0))
    try expectEqual(folder.read("out.csv"), "city,count\nX,2\nRome,1\n")
  }

  @Test("close asks as quit does, and --force does not")
  func closed() throws {
    let session = try session("group by city", "edit 0:0 city=X")
    expect(session.run("close").contains("nothing was done"))
    expectEqual(
      session.console.questions,
      [
        "Unsaved changes in t by city, which has no file (save PATH keeps it): discard or cancel? [d/C] "
      ]
    )
    expect(session.run("close --force").contains("closed t by city"))
    session.run("group by city")
    expect(session.run("close").contains("closed t by city"))
    expectEqual(session.console.questions.count, 1)
  }

  @Test(
    "a copy that nothing reads back leaves the changes unsaved at a prompt",
    arguments: [
      ("save %.txt", true), ("save %.html", true), ("save %.csv", false), ("save %.md", false),
      ("save -", true), ("save - | cat", true), ("save - > %.csv", false), ("export %.csv", true),
    ])
  func forReading(line: String, isUnsaved: Bool) throws {
    let session = try session("edit 0:0 city=X")
    let told = session.run(line.replacing("%", with: folder.file("copy")))
    expect(!told.contains("error"), "\(told)")
    expectEqual(session.shell.current?.hasUnsavedChanges, isUnsaved)
    session.console.replies = ["c"]
    expectEqual(session.shell.run("quit"), isUnsaved ? .failed : .leave(status: 0))
    expectEqual(session.console.questions.count, isUnsaved ? 1 : 0)
  }

  @Test("in a batch such a copy is the result, until the table changes again")
  func result() throws {
    let session = try session()
    session.console.isInteractive = false
    session.run("edit 0:0 city=X; save \(folder.file("copy.html"))")
    expectEqual(session.shell.endOfInput(), .leave(status: 0))
    session.run("edit 0:0 city=Y")
    expectEqual(session.shell.endOfInput(), .failed)
  }

  @Test("close goes back to the table from which one came")
  func back() throws {
    let session = try session("group by city", "open t.csv", "top 2 by id")
    expect(session.run("close").hasSuffix("the current table is \(folder.file("t.csv"))\n"))
    expect(session.run("close").hasSuffix("the current table is t by city\n"))
    expectEqual(session.run("close"), "closed t by city\n")
    // In one line, too; of tables that were never the current one, the one opened last.
    let other = try folder.write("id\n1\n", to: "u.csv")
    let path = folder.file("t.csv")
    session.run("open \(path); open \(other); open \(path); group by city; close")
    expectEqual(session.shell.current?.name, path)
  }

  @Test("tables with a file and those without are asked about one after the other")
  func both() throws {
    let session = try session("edit 0:0 city=Ulm", "group by city", "edit 0:0 city=X")
    session.run("group by city; edit 0:0 city=Y")
    session.console.replies = ["s", "d"]
    expectEqual(session.shell.run("quit"), .leave(status: 0))
    let names = "t by city, t by city by city"
    expectEqual(
      session.console.questions,
      [
        "Unsaved changes in \(folder.file("t.csv")): save, discard or cancel? [s/d/C] ",
        "Unsaved changes in \(names), which have no file (save PATH keeps t by city by city): "
          + "discard or cancel? [d/C] ",
      ])
    try expect(folder.read("t.csv").contains("Ulm"))
  }

  @Test("undo at the beginning of a made table names the way back")
  func undone() throws {
    let session = try session("top 2 by id")
    let reply = session.run("undo")
    let path = folder.file("t.csv")
    expectEqual(
      reply,
      "error: nothing to undo\nhint:  open \(path)  # goes back\n")
    expectEqual(session.run("undo 2"), reply)
    session.run("open \(path)  # goes back")
    expectEqual(session.shell.current?.name, path)
    expectEqual(session.run("undo"), "error: nothing to undo\n")
  }

  @Test("a batch makes such tables on its way, and so does a plugin")
  func batch() throws {
    let session = try session()
    session.console.isInteractive = false
    session.run("group by city; edit 0:0 city=X")
    expectEqual(session.shell.endOfInput(), .leave(status: 0))
    expect(session.run("close").contains("closed t by city"))
    session.console.isInteractive = true
    session.run("lua tablesh.run('group by city'); tablesh.run('edit 0:0 city=X')")
    expectEqual(session.shell.run("quit"), .leave(status: 0))
  }
}
