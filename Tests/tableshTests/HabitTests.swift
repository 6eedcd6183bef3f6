import Expectations
import Glibc
import TestSupport
import Testing

/// What people bring along from shells: `!`, `cd`, `history`, colours of the prompt.
@Suite(.ends) struct HabitTests {
  @Test("! and a number repeats a line of the history, !! the last one, as they were typed")
  func repeated() throws {
    let session = try TerminalSession()
    try session.run("count 0:0; count")
    try session.run("count 0:1")
    expectEqual(try session.run("!1"), "count 0:0; count\n1\n5\n")
    expectEqual(try session.run("!!"), "count 0:0; count\n1\n5\n")
    expectEqual(
      try session.run("!9"),
      "error: the history has no command 9\n"
        + "hint:  history lists them with their numbers\n")
    // What was repeated is in the history, and not how.
    expectEqual(
      try session.run("history"),
      "1  count 0:0; count\n2  count 0:1\n3  count 0:0; count\n4  history\n")
    expectEqual(try session.run("history 0:1"), "2  count 0:1\n")
    expectEqual(try session.run(" history COUNT 1").contains("history"), false)
    expectEqual(try session.run(" history xyzzy"), "no command contains 'xyzzy'\n")
  }

  @Test("! and anything else runs a program on the terminal, which ^C ends alone")
  func programs() throws {
    let session = try TerminalSession()
    expectEqual(try session.run("!echo a | tr a 'b;c'"), "b\n")
    expectEqual(try session.run("!exit 3"), "note: it ended with status 3\n")
    expectEqual(try session.run("!"), "error: a program is missing after '!'\nhint:  !ls\n")
    // It has the terminal.
    try session.terminal.enter("!echo a 'wo'rd; read x; echo got $x", expecting: "a word\r\n")
    try session.terminal.enter("word", expecting: "got word\r\n", "people.csv> ")
    try session.terminal.enter("!echo go; sleep 60", expecting: "go\r\n")
    try session.terminal.press(.controlC, expecting: "people.csv> ")
    expectEqual(try session.run("count"), "5\n")
  }

  @Test("! is of the prompt: a batch, a file, Lua and a lesson read it as a command")
  func promptOnly() throws {
    let folder = try TemporaryFolder()
    try folder.write(TerminalSession.people, to: "people.csv")
    try folder.write("!touch made\n", to: "f.tsh")
    for line in ["!touch made", "source f.tsh", "lua tablesh.run('!touch made')"] {
      let child = try ChildProcess.run(
        product("tablesh"), ["--no-init", "-c", line, "people.csv"], directory: folder.path)
      expect(child.errors.contains("error: "), "\(child.errors)")
      expectEqual(child.status, 1)
    }
    let session = try TerminalSession(in: folder)
    expect(try session.run("source f.tsh").contains("error: "))
    expect(!folder.names().contains("made"))
  }

  @Test("cd leaves open tables with their files, and names of files are those of the new folder")
  func folders() throws {
    let folder = try TemporaryFolder()
    expectEqual(mkdir(folder.path + "/sub", 0o700), 0)
    try folder.write("count\n", to: "sub/f.tsh")
    try folder.write("id,name\n7,Zoe\n", to: "sub/people.csv")
    let session = try TerminalSession(in: folder)
    expect(try session.run("pwd").hasSuffix("\(folder.path)\n"))
    try session.run("edit 0:0 name=Xan", prompt: "people.csv*> ")
    expect(try session.run("cd sub", prompt: "people.csv*> ").hasSuffix("/sub\n"))
    expectEqual(try session.run("source f.tsh", prompt: "people.csv*> "), "5\n")
    expect(try session.run("save").contains("saved"))
    expect(folder.read("people.csv")?.contains("Xan") == true)
    expectEqual(folder.read("sub/people.csv"), "id,name\n7,Zoe\n")
    expect(try session.run("open ./people.csv").contains("Zoe"))
    expect(try session.run("cd -").contains("error: 'people.csv'") == false)
    expect(try session.run("cd nowhere").contains("error: "))
    expectEqual(try session.run("clear"), "\u{1B}[H\u{1B}[2J\u{1B}[3J")
  }

  @Test(
    "cd is refused where a database is open by its name there; in a batch the hint says what serves"
  )
  func refused() throws {
    let folder = try TemporaryFolder()
    try folder.write(TerminalSession.people, to: "people.csv")
    let child = try ChildProcess.run(
      product("tablesh"), ["--no-init", "-c", "cd /", "people.csv"], directory: folder.path)
    expectEqual(
      child.errors,
      """
      -c:1: error: 'cd' works at the prompt only
      hint:  cd before you start tablesh, or name files by their whole paths

      """)
    expectEqual(child.status, 1)
    let session = try TerminalSession(in: folder)
    try session.run("export people.db")
    try session.terminal.enter("open people.db", expecting: "people.db> ")
    let reply = try session.run("cd /", prompt: "people.db> ")
    expect(reply.contains("is open by its name in this folder"), "\(reply)")
  }

  @Test("history forgets a command here, in its file and for the arrow keys, and all after a yes")
  func forgotten() throws {
    let folder = try TemporaryFolder()
    let state = ["NO_COLOR": "1", "XDG_STATE_HOME": folder.path]
    let first = try TerminalSession(in: folder, environment: state)
    for line in ["count", "find secret", "count 0:0", "find secret"] { try first.run(line) }
    expectEqual(try first.run("history --delete 2"), "forgot 2 commands\n")
    let file = "tablesh/history"
    expectEqual(folder.read(file), "count\ncount 0:0\nhistory --delete 2\n")
    first.terminal.press(.up)
    first.terminal.press(.up)
    try first.terminal.press(.enter, expecting: "1\r\n", "people.csv> ")
    try expectEqual(first.terminal.leave(), 0)
    // The next session knows it.
    let second = try TerminalSession(in: folder, environment: state)
    expectEqual(try second.run("!1"), "count\n5\n")
    try second.terminal.enter("history --clear", expecting: "Forget all 6 commands", "[y/N] ")
    try second.terminal.enter("n", expecting: "people.csv> ")
    expect(folder.read(file)?.isEmpty == false)
    try second.terminal.enter("history --clear", expecting: "[y/N] ")
    try second.terminal.enter("y", expecting: "forgot the history", "people.csv> ")
    expectEqual(folder.read(file), "")
    expectEqual(try second.run("history"), "1  history\n")
  }

  @Test("the prompt is coloured where colours are on, and long lines are edited all the same")
  func colours() throws {
    let session = try TerminalSession(
      columns: 40, environment: ["TERM": "xterm-256color"], prompt: "people.csv> \u{1B}[0m")
    let long = "echo " + String(repeating: "abcdefghij", count: 6)
    session.terminal.type(long)
    // To the start of the line, which is a line up.
    session.terminal.type("\u{1}#\r")
    try session.terminal.expect("people.csv> \u{1B}[0m")
    session.terminal.press(.up)
    session.terminal.type("\u{1}\u{4}\r")
    try session.terminal.expect(String(repeating: "abcdefghij", count: 6) + "\r\n")
    let plain = try TerminalSession(environment: ["TERM": "xterm-256color", "NO_COLOR": "1"])
    expectEqual(try plain.run("count"), "5\n")
  }
}
