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
      session.terminal.type(typed + "\t")
      try session.terminal.expect(completed)
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
      session.terminal.type(typed + "\t")
      try session.terminal.expect(completed)
      session.terminal.press(.enter)
      try session.terminal.expect("opened ")
      try session.terminal.expect("\(name)> ")
    }
    // In quotes it is a name.
    session.terminal.type("open '~/zebra.csv'\r")
    try session.terminal.expect("error: no file '~/zebra.csv'")
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
      session.terminal.type(typed + "\t" + more + "K\r")
      try session.terminal.expect("error: no file '\(name)'")
    }
  }

  @Test("TAB where several things fit lists them with what they are")
  func choices() throws {
    let session = try TerminalSession()
    session.terminal.type("dese\t")
    try session.terminal.expect("deselect ")
    try session.dropLine()
    session.terminal.type("delete\t\t")
    let before = try session.terminal.expect("delete-selected ")
    #expect(before.contains("delete rows"))
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
      session.terminal.type(typed + "\t")
      try session.terminal.expect(completed)
      try session.dropLine()
    }
    session.terminal.type("edit 0:0 role=\t\t")
    try session.terminal.expect("\r\nCrew ")
    let between = try session.terminal.expect("people.csv> edit 0:0 role=")
    #expect(between.contains("Cargo") && between.contains("Pilots"))
    try session.dropLine()
    session.terminal.type("show where role == \"C\t\t")
    try session.terminal.expect("\r\nCrew   Cargo\r\n")
  }

  @Test(
    "a bracket shows its partner, what is typed of a completion is bold, M-. takes the last word")
  func signs() throws {
    let session = try TerminalSession(environment: [:])
    session.terminal.type("= (1 + 2")
    try session.terminal.expect("= (1 + 2")
    session.terminal.type(")")
    // To the opening bracket and back.
    let back = String(repeating: "\u{08}", count: 7)
    try session.terminal.expect(")\(back)\(String(repeating: "\u{1B}[C", count: 7))")
    try session.dropLine()
    session.terminal.type("delete\t\t")
    try session.terminal.expect("\u{1B}[1mdelete\u{1B}[0m-selected")
    try session.dropLine()
    try session.run("show name")
    session.terminal.type("describe \u{1B}.")
    try session.terminal.expect("describe name")
  }

  @Test("an open quote and a trailing backslash go on in the next line")
  func continuation() throws {
    let session = try TerminalSession()
    session.terminal.type("edit @2 name=\"B\r")
    try session.terminal.expect("note: the quote \" is open")
    try session.terminal.expect(".........\"> ")
    session.terminal.type("ob\"\r")
    try session.terminal.expect("people.csv*> ")
    session.terminal.type("save \\\r")
    try session.terminal.expect("> ")
    session.terminal.type("copy.csv\r")
    try session.terminal.expect("saved 5 rows to copy.csv")
    #expect(session.folder.read("copy.csv")?.contains("\n2,\"B\nob\",17\n") == true)
  }

  @Test("a pasted block is run command by command")
  func paste() throws {
    let session = try TerminalSession()
    session.terminal.paste("select where age > 40\nedit on\necho 'one\ntwo'\ncount selected")
    session.terminal.press(.enter)
    try session.terminal.expect("selected 2 rows\r\n")
    try session.terminal.expect("editing is on; the button says Delete (2)\r\n")
    try session.terminal.expect("one\r\ntwo\r\n2\r\n")
    try session.terminal.expect("people.csv [Delete (2)]> ")
  }

  @Test("the history is kept from one session to the next, a statement a line")
  func history() throws {
    let folder = try TemporaryFolder()
    let first = try TerminalSession(in: folder)
    try first.run("count")
    try first.run(" count selected")
    first.terminal.paste("echo 'a\\b\nc'")
    first.terminal.press(.enter)
    try first.terminal.expect("a\\b\r\nc\r\n")
    try first.terminal.expect("people.csv> ")
    try first.run("selekt")
    first.terminal.press(.controlD)
    #expect(try first.terminal.status() == 0)
    #expect(folder.read("state/tablesh/history") == "count\necho 'a\\\\b\\nc'\nselekt\n")

    let second = try TerminalSession(in: folder)
    for _ in 0..<3 { second.terminal.press(.up) }
    second.terminal.press(.enter)
    try second.terminal.expect("\r\n\u{1B}[?2004l\r5\r\n")
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
    session.terminal.type("\u{14}")
    try session.terminal.expect("count")
    try session.terminal.expect("5\r\n")
  }

  @Test("^C at the prompt drops the line")
  func interruptAtPrompt() throws {
    let session = try TerminalSession()
    session.terminal.type("delete 0:0")
    try session.terminal.expect("delete 0:0")
    session.terminal.press(.controlC)
    try session.terminal.expect("^C")
    try session.terminal.expect("people.csv> ")
    #expect(try session.run("count") == "5\n")
  }

  @Test("commands are typed at the terminal when the table comes from standard input")
  func tableFromInput() throws {
    let folder = try TemporaryFolder()
    try folder.write(TerminalSession.people, to: "in.csv")
    let terminal = try PseudoTerminal(
      "/bin/sh", ["-c", "'\(product("tablesh"))' - < in.csv"],
      environment: ["HOME": folder.path, "NO_COLOR": "1"], directory: folder.path)
    try terminal.expect("stdin> ")
    terminal.type("count\r")
    try terminal.expect("5\r\n")
    try terminal.expect("stdin> ")
    terminal.press(.controlD)
    #expect(try terminal.status() == 0)
  }

  @Test("on a dumb terminal there is no escape code, and questions are still asked")
  func dumbTerminal() throws {
    let session = try TerminalSession(environment: ["TERM": "dumb"], prompt: "")
    session.terminal.type("delete *\r")
    try session.terminal.expect("Delete 5 of 5 rows? [y/N] ")
    session.terminal.type("n\r")
    try session.terminal.expect("nothing was done")
    session.terminal.press(.controlD)
    #expect(try session.terminal.status() == 0)
    #expect(!session.terminal.transcript.contains("\u{1B}"))
    #expect(session.folder.read("state/tablesh/history") == nil)
  }
}
