import Expectations
import TestSupport
import Testing

@Suite(.ends) struct TypingTests {
  @Test("TAB completes commands, columns, sections, keys and files")
  func completion() throws {
    let folder = try TemporaryFolder()
    try folder.write("x\n1\n", to: "zebra.csv")
    let table = "id,name,role\nA7,Ann,Pilots\nB8,Bob,Crew\n"
    let session = try TerminalSession(
      ["--section-by", "role", "people.csv"], table: table, in: folder)
    for (typed, completed) in [
      ("rel", "reload "), ("sort by na", "sort by name "), ("section rename Cr", "Crew"),
      ("show @B", "@B8 "), ("open zeb", "zebra.csv "), ("select where rol", "where role"),
    ] {
      try session.terminal.type(typed + "\t", expecting: completed)
      try session.dropLine()
    }
  }

  @Test("TAB completes files of the home folder, and what it completes can be opened")
  func homeFolder() throws {
    let folder = try TemporaryFolder()
    try folder.write("x\n1\n", to: "zebra.csv")
    try folder.write("y\n1\n", to: "two words.csv")
    let session = try TerminalSession(in: folder)
    for (typed, completed, name) in [
      ("open ~/zeb", "~/zebra.csv ", "zebra.csv"),
      ("open ~/tw", "'two words.csv' ", "two words.csv"),
    ] {
      try session.terminal.type(typed + "\t", expecting: completed)
      try session.terminal.press(.enter, expecting: "opened ", "\(name)> ")
    }
    // In quotes it is a name.
    try session.terminal.enter("open '~/zebra.csv'", expecting: "error: no file '~/zebra.csv'")
  }

  @Test("what TAB completes of several names ends with a whole letter")
  func letters() throws {
    let folder = try TemporaryFolder()
    // The two differ in the last byte of é and è, the others in a letter behind them.
    for name in ["caté.csv", "catè.csv", "doréa.csv", "doréb.csv"] {
      try folder.write("x\n1\n", to: name)
    }
    let session = try TerminalSession(in: folder)
    for (typed, more, name) in [("open ca", "é", "catéK"), ("open do", "a", "doréaK")] {
      try session.terminal.type(typed + "\t" + more + "K\r", expecting: "error: no file '\(name)'")
    }
  }

  @Test("TAB where several things fit lists them with what they are")
  func choices() throws {
    let session = try TerminalSession()
    try session.terminal.type("dese\t", expecting: "deselect ")
    try session.dropLine()
    session.terminal.type("delete\t\t")
    let before = try session.terminal.expect("delete-selected ")
    expect(before.contains("delete rows"))
    try session.terminal.expect("people.csv> delete")
  }

  @Test("TAB completes values, the commonest first, in assignments and comparisons")
  func values() throws {
    let table = "id,name,role\n1,Ann,Pilots\n2,Bob,Crew\n3,Cid,Crew\n4,Dee,Cargo\n5,Eve,Crew\n"
    let session = try TerminalSession(table: table)
    for (typed, completed) in [
      ("edit 0:0 role=P", "role=Pilots "), ("show where name == \"A", "name == \"Ann\""),
      ("show where name == 'A", "name == 'Ann'"),
      ("edit where id == 1 set role=Pi", "role=Pilots "),
      ("trim name,ro", "trim name,role"), ("show id..na", "show id..name "),
      ("replace --regex ro", "replace --regex role "),
    ] {
      try session.terminal.type(typed + "\t", expecting: completed)
      try session.dropLine()
    }
    try session.terminal.type("edit 0:0 role=\t\t", expecting: "\r\nCrew ")
    let between = try session.terminal.expect("people.csv> edit 0:0 role=")
    expect(between.contains("Cargo") && between.contains("Pilots"))
    try session.dropLine()
    try session.terminal.type("show where role == \"C\t\t", expecting: "\r\nCrew   Cargo\r\n")
  }

  @Test(
    "a bracket shows its partner, what is typed of a completion is bold, M-. takes the last word")
  func signs() throws {
    let session = try TerminalSession(environment: [:])
    try session.terminal.type("= (1 + 2", expecting: "= (1 + 2")
    session.terminal.type(")")
    // To the opening bracket and back.
    let back = String(repeating: "\u{08}", count: 7)
    try session.terminal.expect(")\(back)\(String(repeating: "\u{1B}[C", count: 7))")
    try session.dropLine()
    try session.terminal.type("delete\t\t", expecting: "\u{1B}[1mdelete\u{1B}[0m-selected")
    try session.dropLine()
    try session.run("show name")
    try session.terminal.type("describe \u{1B}.", expecting: "describe name")
  }

  @Test("an open quote and a trailing backslash go on in the next line")
  func continuation() throws {
    let session = try TerminalSession()
    try session.terminal.enter(
      "edit @2 name=\"B", expecting: "note: the quote \" is open", ".........\"> ")
    try session.terminal.enter("ob\"", expecting: "people.csv*> ")
    try session.terminal.enter("save \\", expecting: "> ")
    try session.terminal.enter("copy.csv", expecting: "saved 5 rows to copy.csv")
    expectEqual(session.folder.read("copy.csv")?.contains("\n2,\"B\nob\",17\n"), true)
  }

  @Test("a pasted block is run command by command")
  func paste() throws {
    let session = try TerminalSession()
    session.terminal.paste("select where age > 40\nedit on\necho 'one\ntwo'\ncount selected")
    try session.terminal.press(
      .enter, expecting: "selected 2 rows\r\n",
      "editing is on; the buttons say Done, Delete (2)\r\n",
      "one\r\ntwo\r\n2\r\n", "people.csv [Delete (2)]> ")
  }

  @Test("the history is kept from one session to the next, a statement a line")
  func history() throws {
    let folder = try TemporaryFolder()
    let first = try TerminalSession(in: folder)
    try first.run("count")
    try first.run(" count selected")
    first.terminal.paste("echo 'a\\b\nc'")
    try first.terminal.press(.enter, expecting: "a\\b\r\nc\r\n", "people.csv> ")
    try first.run("selekt")
    try expectEqual(first.terminal.leave(), 0)
    expectEqual(folder.read("state/tablesh/history"), "count\necho 'a\\\\b\\nc'\nselekt\n")

    let second = try TerminalSession(in: folder)
    for _ in 0..<3 { second.terminal.press(.up) }
    try second.terminal.press(.enter, expecting: "\r\n\u{1B}[?2004l\r5\r\n")
  }

  @Test("~/.inputrc may say what is for tablesh only")
  func inputrc() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      """
      $if tablesh
      "\\C-t": "count\\n"
      $else
      "\\C-t": "columns\\n"
      $endif

      """, to: "inputrc")
    let session = try TerminalSession(
      in: folder, environment: ["INPUTRC": path, "NO_COLOR": "1"])
    try session.terminal.type("\u{14}", expecting: "count", "5\r\n")
  }

  @Test("^C at the prompt drops the line")
  func interruptAtPrompt() throws {
    let session = try TerminalSession()
    try session.terminal.type("delete 0:0", expecting: "delete 0:0")
    try session.dropLine()
    try expectEqual(session.run("count"), "5\n")
  }

  @Test("commands are typed at the terminal when the table comes from standard input")
  func tableFromInput() throws {
    let folder = try TemporaryFolder()
    try folder.write(TerminalSession.people, to: "in.csv")
    let terminal = try PseudoTerminal(
      home: folder, program: "/bin/sh", ["-c", "'\(product("tablesh"))' - < in.csv"],
      environment: ["NO_COLOR": "1"])
    try terminal.expect("stdin> ")
    try terminal.enter("count", expecting: "5\r\n", "stdin> ")
    try expectEqual(terminal.leave(), 0)
  }

  @Test("on a dumb terminal there is no escape code, and questions are still asked")
  func dumbTerminal() throws {
    let session = try TerminalSession(environment: ["TERM": "dumb"], prompt: "")
    try session.terminal.enter("delete *", expecting: "Delete 5 of 5 rows? [y/N] ")
    try session.terminal.enter("n", expecting: "nothing was done")
    try expectEqual(session.terminal.leave(), 0)
    expect(!session.terminal.transcript.contains("\u{1B}"))
    expectNil(session.folder.read("state/tablesh/history"))
  }
}
