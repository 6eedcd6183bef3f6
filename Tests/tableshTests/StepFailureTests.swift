import Expectations
import TestSupport
import Testing

/// `run --step` and `source --step` where a command fails.
@Suite(.ends) struct StepFailureTests {
  private static let question = "Enter skips it, r runs it again, e edits it, q ends"

  /// Starts a batch that waits at each command, and goes on to the failure of its second one.
  private func terminal(
    in folder: TemporaryFolder, _ script: String = "count\nopen late.csv\ncount 0:0\n"
  ) throws -> PseudoTerminal {
    try folder.write(TerminalSession.people, to: "people.csv")
    try folder.write(script, to: "f.tsh")
    let terminal = try PseudoTerminal(
      home: folder, ["--no-init", "--step", "run", "f.tsh", "people.csv"],
      environment: ["NO_COLOR": "1"])
    try terminal.expect("> count\r\n", "Enter goes on")
    try terminal.press(.enter, expecting: "> open late.csv", "Enter goes on")
    try terminal.press(.enter, expecting: "error: no file 'late.csv'", Self.question)
    return terminal
  }

  @Test("Enter skips it: what follows runs, and the status says that something failed")
  func skipped() throws {
    let terminal = try terminal(in: TemporaryFolder())
    try terminal.press(.enter, expecting: "> count 0:0\r\n", "Enter goes on")
    try terminal.press(.enter, expecting: "1\r\n")
    try expectEqual(terminal.status(), 1)
  }

  @Test("r runs it again, and the batch has not failed if that works")
  func again() throws {
    let folder = try TemporaryFolder()
    let terminal = try terminal(in: folder)
    try terminal.type("r", expecting: "error: no file 'late.csv'", Self.question)
    try folder.write("id\n1\n2\n", to: "late.csv")
    try terminal.type("r", expecting: "opened late.csv", "> count 0:0\r\n", "Enter goes on")
    try terminal.press(.enter, expecting: "1\r\n")
    try expectEqual(terminal.status(), 0)
  }

  @Test("e has it edited, and what it is then runs; ^C there asks again")
  func edited() throws {
    let terminal = try terminal(in: TemporaryFolder())
    try terminal.type("e", expecting: "> open late.csv")
    try terminal.press(.controlC, expecting: Self.question)
    try terminal.type("e", expecting: "> open late.csv")
    // To the start, without the first word.
    terminal.type("\u{1}\u{B}count 0:0-1\r")
    try terminal.expect("2\r\n", "> count 0:0\r\n", "Enter goes on")
    try terminal.press(.enter, expecting: "1\r\n")
    try expectEqual(terminal.status(), 0)
  }

  @Test("q ends the batch with the status of a failure")
  func ended() throws {
    let terminal = try terminal(in: TemporaryFolder())
    terminal.type("q")
    try expectEqual(terminal.status(), 1)
  }

  @Test("of several commands on a line only the one that failed runs again")
  func oneOfALine() throws {
    let folder = try TemporaryFolder()
    let terminal = try terminal(in: folder, "count\nopen late.csv; count 0:1\n")
    try folder.write("id\n1\n2\n", to: "late.csv")
    try terminal.type("r", expecting: "opened late.csv", "1\r\n")
    try expectEqual(terminal.status(), 0)
  }

  @Test("source --step at the prompt does the same, in the prompt's editor")
  func sourced() throws {
    let session = try TerminalSession()
    try session.folder.write("cuont\ncount\n", to: "f.tsh")
    try session.terminal.enter("source --step f.tsh", expecting: "> cuont\r\n", "Enter goes on")
    try session.terminal.press(.enter, expecting: "error: ", Self.question)
    try session.terminal.type("e", expecting: "> cuont")
    session.terminal.type("\u{1}\u{B}count 0:0\r")
    try session.terminal.expect("1\r\n", "> count\r\n", "Enter goes on")
    try session.terminal.press(.enter, expecting: "5\r\n", "people.csv> ")
    try session.terminal.enter("source --step f.tsh", expecting: "Enter goes on")
    try session.terminal.press(.enter, expecting: Self.question)
    try session.terminal.press(.enter, expecting: "> count\r\n", "Enter goes on")
    try session.terminal.press(
      .enter, expecting: "5\r\n", "error: commands of 'f.tsh' failed and were skipped",
      "people.csv> ")
  }
}
