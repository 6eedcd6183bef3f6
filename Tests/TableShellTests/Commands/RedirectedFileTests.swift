import Expectations
import Testing

@testable import TableShell

/// `COMMAND > FILE` where FILE is there already, and where its name promises another format.
struct RedirectedFileTests {
  private let folder = TemporaryFolder()

  private func session(isAtPrompt: Bool = false) throws -> Session {
    let session = Session(nil)
    session.run("open \(try folder.write("id,City,Qty\n1,Ulm,2\n2,Bonn,30\n", to: "t.csv"))")
    session.console.isInteractive = isAtPrompt
    session.console.size = isAtPrompt ? (columns: 200, rows: 40) : nil
    return session
  }

  @Test("what prints nothing leaves a file as it was, and makes one that is new")
  func nothing() throws {
    for isAtPrompt in [false, true] {
      let session = try session(isAtPrompt: isAtPrompt)
      let file = try folder.write("keep\n", to: "f.tsh")
      session.console.answers = [true]
      let outcome = session.shell.run("history --script > \(file)")
      expectEqual(outcome, .failed)
      expect(
        session.console.take().hasSuffix(
          "error: the command printed nothing, and '\(file)' stays as it was\n"))
      try expectEqual(folder.read("f.tsh"), "keep\n")
      expect(!session.run("history --script >> \(file)").contains("error"))
      let new = folder.file("new-\(isAtPrompt).tsh")
      expect(!session.run("history --script > \(new)").contains("error"))
      try expectEqual(folder.read("new-\(isAtPrompt).tsh"), "")
    }
  }

  @Test("at a prompt, a file that the session has not written is replaced after a question")
  func question() throws {
    let session = try session(isAtPrompt: true)
    let file = try folder.write("keep\n", to: "f.txt")
    expectEqual(session.run("count > \(file)"), "nothing was done\n")
    expectEqual(session.console.questions, ["Overwrite \(file)?"])
    try expectEqual(folder.read("f.txt"), "keep\n")
    expectEqual(session.run("edit 0:0 Qty=9 > \(file)"), "nothing was done\n")
    expectEqual(session.run("count where Qty == 9"), "0\n")
    session.console.answers = [true]
    expectEqual(session.run("count > \(file)"), "wrote \(file) (1 line, replaced)\n")
    try expectEqual(folder.read("f.txt"), "2\n")
    // Its own file, one that is new, one that is empty, and what is added, are no question.
    let count = session.console.questions.count
    expectEqual(session.run("count > \(file)"), "wrote \(file) (1 line, replaced)\n")
    expectEqual(session.run("count >> \(file)"), "added to \(file) (1 line)\n")
    let (new, empty) = (folder.file("new.txt"), try folder.write("", to: "empty.txt"))
    expectEqual(session.run("columns > \(new)"), "wrote \(new) (3 lines)\n")
    expectEqual(session.run("count > \(empty)"), "wrote \(empty) (1 line)\n")
    expectEqual(session.console.questions.count, count)
  }

  @Test("in a batch, a file is replaced without a word")
  func batch() throws {
    let session = try session()
    let file = try folder.write("old\n", to: "f.txt")
    expectEqual(session.run("count > \(file)"), "")
    try expectEqual(folder.read("f.txt"), "2\n")
  }

  @Test(
    "a table as shown in a file of tables is noted, with the line that writes the format",
    arguments: [
      ("show * > %.csv", "csv", "export %.csv", "id,City,Qty\n1,Ulm,2\n2,Bonn,30\n"),
      ("show > %.csv", "csv", "export %.csv", "id,City,Qty\n1,Ulm,2\n2,Bonn,30\n"),
      ("show City,Qty 0:1 > %.csv", "csv", "export %.csv City,Qty 0:1", "City,Qty\nBonn,30\n"),
      (
        "(show City where Qty > 3) > %.csv", "csv", "export %.csv City where Qty > 3",
        "City\nBonn\n"
      ),
      ("show --record City 0:0 > %.csv", "csv", "export %.csv City 0:0", "City\nUlm\n"),
      (
        "tally Qty > %.csv", "csv", "tally --open Qty; export %.csv",
        "Qty,count,percent\n2,1,50.0\n30,1,50.0\n"
      ),
      (
        "show City > %.md", "markdown", "export %.md City",
        "| City |\n| ---- |\n| Ulm  |\n| Bonn |\n"
      ),
    ])
  func formats(typed: String, format: String, line: String, content: String) throws {
    let session = try session()
    let file = folder.file("f")
    let own = file + (typed.contains(".md") ? ".md" : ".csv")
    let meant = line.replacing("%", with: file)
    expectEqual(
      session.run(typed.replacing("%", with: file)),
      "note: \(own) holds text as shown; as \(format): \(meant)\n")
    expect(!session.run(meant).contains("error"))
    try expectEqual(folder.read(own == file + ".md" ? "f.md" : "f.csv"), content)
  }

  @Test(
    "text in a file of text, tables in their format, and other text are not noted",
    arguments: [
      "show * > %.txt", "show * > %", "export - > %.csv", "echo a,b > %.csv", "count > %.csv",
      "show * >> %.csv", "show * | cat",
    ])
  func others(typed: String) throws {
    expect(try !session().run(typed.replacing("%", with: folder.file("f"))).contains("note: "))
  }
}
