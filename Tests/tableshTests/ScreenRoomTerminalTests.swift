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
    try session.terminal.enter("show *", expecting: "column_3", "q leaves, ")
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

  /// The lines of a text that are wider than a screen, and would be broken within words.
  private func wide(_ text: String, columns: Int) -> [Substring] {
    text.split(whereSeparator: \.isNewline).filter { $0.count > columns }
  }

  @Test("the first screen has notes, table and prompt, and no word of it is broken")
  func start() throws {
    let rows = (1...60).map { "\($0),name \($0),x,y\n" }.joined()
    let table = "id,name,name,\n" + rows
    for height in [12, 14, 20] {
      let session = try TerminalSession(table: table, columns: 46, rows: height)
      let shown = session.terminal.transcript.replacing("\u{1B}[?2004h", with: "")
      let lines = shown.split(separator: "\r\n", omittingEmptySubsequences: false)
      expect(lines.count <= height, "\(height): \(shown)")
      expect(shown.contains("note: ") && shown.contains("60 rows ("), "\(shown)")
      expectEqual(wide(shown, columns: 46), [])
    }
  }

  @Test("long names take a third of the prompt's line at most")
  func longNames() throws {
    let session = try TerminalSession(columns: 60)
    try session.run("top 3 by age", prompt: "people top 3 by age> ")
    try session.run("top 3 by age", prompt: "people top 3 by age…> ")
    try session.run("edit 0:0 age=1", prompt: "people top 3 by age…*> ")
  }

  @Test("what a list says is broken between words")
  func broken() throws {
    let session = try TerminalSession(columns: 50)
    let prompt = "people.csv*> "
    let long = "edit 0:0 name=\"" + (1...12).map { "word\($0)" }.joined(separator: " ") + "\""
    try session.run(long, prompt: prompt)
    try session.folder.write("id,name,age\n7,Ann,41\n8,Bob,17\n", to: "old.csv")
    for line in ["history", "history --script", "changes", "changes old.csv"] {
      let reply = try session.run(line, prompt: prompt)
      expectEqual(wide(reply, columns: 50), [], "\(line)")
      expect(reply.contains("word12"), "\(line): \(reply)")
    }
    let piped = try session.run("history --script | cat", prompt: prompt)
    expect(piped.contains(long), "\(piped)")
    try session.folder.write(Self.wide, to: "a table with quite a long name of its own.csv")
    let opened = try session.run(
      "open 'a table with quite a long name of its own.csv'", prompt: "> ")
    expectEqual(
      wide(opened.split(separator: "\n").prefix(2).joined(separator: "\n"), columns: 50), [])
    let made = try session.run("pivot id column_1 column_2 count", prompt: "> ")
    expectEqual(wide(made, columns: 50), [])
  }

  @Test("a sort shows what comes first, wherever the table was scrolled to")
  func sorted() throws {
    let session = try TerminalSession(table: Self.wide, columns: 80, rows: 24)
    let scrolled = try session.run("scroll end")
    expect(
      scrolled.contains("are visible: rows") && scrolled.contains("to 60 of 60"), "\(scrolled)")
    let reply = try session.run("sort by column_1 desc", prompt: "people.csv*> ")
    expect(reply.contains("\n   0:0 ") || reply.contains("\n  0:0 "), "\(reply)")
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
