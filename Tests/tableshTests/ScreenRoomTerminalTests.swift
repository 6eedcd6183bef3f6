import Expectations
import TestSupport
import Testing

/// Answers, questions and pagers on terminals.
@Suite(.ends) struct ScreenRoomTerminalTests {
  /// A table of 60 rows with 31 columns, of which few have room.
  private static let wide: String = {
    let head = (0..<31).map { "column_\($0)" }.joined(separator: ",")
    let rows = (0..<60).map { row in
      (0..<31).map { "cell \($0) of \(row)" }.joined(separator: ",")
    }
    return "id,\(head)\n" + rows.enumerated().map { "\($0),\($1)\n" }.joined()
  }()

  @Test("no edit opens the pager; what was asked for does")
  func unpaged() throws {
    let session = try TerminalSession(
      table: Self.wide, columns: 80, rows: 24,
      environment: ["NO_COLOR": "1", "PAGER": "sed 's/^/paged /'"])
    for line in [
      "split column_1 by \" \" into a,b,c,d", "undo", "redo", "sort by column_3 desc",
      "trim column_1", "group column_1 --count", "use people.csv",
    ] {
      let reply = try session.run(line, prompt: "> ")
      expect(!reply.contains("paged"), "\(line): \(reply)")
      expect(reply.split(separator: "\n").count <= 22, "\(line): \(reply)")
    }
    try expect(session.run("show *", prompt: "> ").contains("paged"))
  }

  @Test("less gets a table whole, so that it scrolls sideways; one that wraps gets what fits")
  func less() throws {
    let session = try TerminalSession(table: Self.wide, columns: 100, rows: 24)
    try session.terminal.enter("show *", expecting: "column_3", ":\u{1B}[K")
    // As often as it takes to see the last column.
    for _ in 0..<20 { session.terminal.type("\u{1B})") }
    try session.terminal.expect("column_30")
    session.terminal.type("q")
    try session.terminal.expect("people.csv> ")
    let cut = try TerminalSession(
      table: Self.wide, columns: 100, rows: 24,
      environment: ["NO_COLOR": "1", "PAGER": "cat"])
    try expect(cut.run("show *").contains("more columns: "))
  }

  @Test("a question drops what was typed ahead")
  func typedAhead() throws {
    let session = try TerminalSession()
    session.terminal.type("delete *\ry\r")
    try session.terminal.expect("Delete 5 of 5 rows? [y/N] ")
    session.terminal.awaitIdle()
    try session.terminal.enter("n", expecting: "nothing was done", "people.csv> ")
    try expectEqual(session.run("count"), "5\n")
    try session.run("edit @1 name=x", prompt: "people.csv*> ")
    session.terminal.type("quit\rd\r")
    try session.terminal.expect("save, discard or cancel? [s/d/C] ")
    session.terminal.awaitIdle()
    try session.terminal.enter("c", expecting: "nothing was done", "people.csv*> ")
  }

  @Test("lines that were pasted behind one that asks stand at the next prompt")
  func pasted() throws {
    let session = try TerminalSession()
    session.terminal.paste("delete *\nedit @1 name=y\n")
    try session.terminal.press(.enter, expecting: "Delete 5 of 5 rows? [y/N] ")
    try session.terminal.enter("n", expecting: "nothing was done", "people.csv> edit @1 name=y")
    try session.dropLine()
    try expect(session.run("show name 0:0").contains("Ann"))
  }

  @Test(
    "on a dumb terminal there is a plain prompt, a question drops what was typed ahead, and nothing is paged",
    arguments: ["dumb", ""])
  func dumb(name: String) throws {
    let session = try TerminalSession(
      table: Self.wide, columns: 80, rows: 24,
      environment: ["TERM": name, "PAGER": "sed 's/^/paged /'"])
    try session.terminal.enter("show *", expecting: "60 rows\r\n", "people.csv> ")
    session.terminal.type("delete *\ny\n")
    try session.terminal.expect("Delete 60 of 60 rows? [y/N] ")
    session.terminal.awaitIdle()
    try session.terminal.enter("n", expecting: "nothing was done", "people.csv> ")
    try expectEqual(session.terminal.leave(), 0)
    let transcript = session.terminal.transcript
    expect(!transcript.contains("\u{1B}") && !transcript.contains("paged"))
  }
}
