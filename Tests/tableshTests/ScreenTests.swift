import Expectations
import TestSupport
import Testing

/// What a terminal adds to replies: a pager, colours, a width, and what a user keeps for all sessions.
@Suite(.ends) struct ScreenTests {
  private static let tall =
    "id,name\n" + (1...200).map { "\($0),name \($0)\n" }.joined()

  @Test("what is taller than the screen goes through the pager, and nothing else does")
  func pager() throws {
    let session = try TerminalSession(
      table: Self.tall, rows: 20,
      environment: ["NO_COLOR": "1", "PAGER": "sed 's/^/paged /'"])
    try expect(!session.run("show 0:0-3").contains("paged"))
    let all = try session.run("show *")
    expect(all.contains("paged   0:199  200  name 200\n"))
    try expect(session.run("help reference").contains("paged "))
    try expect(!session.run("columns").contains("paged "))
    try expect(!session.run("lua local reply = tablesh.run('show *')").contains("paged"))
    try session.folder.write("show *\n", to: "more.tsh")
    try expect(!session.run("source more.tsh").contains("paged"))
    try expect(!session.run("show * | head -n 3").contains("paged"))
    try session.run("set pager off")
    try expect(!session.run("show *").contains("paged"))
    try session.run("set pager \"sed 's/^/other /'\"")
    try expect(session.run("show *").contains("other   0:199"))
    try session.run("set pager no-such-program")
    let without = try session.run("show *")
    expect(without.contains("\n  0:199  200  name 200\n"))
    expect(without.contains("note: the pager 'no-such-program' cannot be run"))
  }

  @Test("less is left by q and by ^C, and the prompt comes back with the terminal as it was")
  func less() throws {
    let session = try TerminalSession(table: Self.tall, rows: 20)
    for isStopped in [false, true] {
      try session.terminal.enter("show *", expecting: "q leaves, space shows more, arrow keys move")
      if isStopped {
        session.terminal.press(.controlC)
        // It rings and goes on; a key that is typed meanwhile may be lost, so that a user would type
        // it again.
        try session.terminal.expect("\u{07}")
      }
      let isLeft = eventually {
        session.terminal.type("q")
        return (try? session.terminal.expect("people.csv> ", within: .seconds(1))) != nil
      }
      expect(isLeft, "\(session.terminal.transcript.suffix(2000).debugDescription)")
      session.terminal.press(.controlU)
      try expectEqual(session.run("count"), "200\n")
    }
  }

  @Test("a program that Lua may not run is no pager for Lua")
  func pagerOfLua() throws {
    let folder = try TemporaryFolder()
    try folder.write("tablesh.run('set pager touch')\n", to: "pager.lua")
    let child = try ChildProcess.run(
      product("tablesh"), ["--no-init", "run", "pager.lua"], directory: folder.path)
    expect(child.status != 0)
    expect(child.errors.contains("--allow-run"))
  }

  @Test("the clipboard is the terminal's without a display, else a program's, and not Lua's")
  func clipboard() throws {
    let session = try TerminalSession(
      environment: ["DISPLAY": "", "WAYLAND_DISPLAY": "", "TMUX": "", "TERM": "xterm"])
    try session.terminal.enter(
      "clip name 0:0", expecting: "\u{1B}]52;c;QW5u\u{07}copied 1 row of 1 column\r\n")
    try session.terminal.enter(
      "lua tablesh.run('clip 0:0')",
      expecting: "Lua wants to run 'clip': once, always in this session with any arguments, or no?")
    try session.terminal.enter(
      "n", expecting: "running 'clip' from Lua is not allowed", "people.csv> ")
    // Programs are asked where there is a display.
    let folder = session.folder
    try folder.write("#!/bin/sh\nexec cat > copied.txt\n", to: "wl-copy")
    try expectEqual(ChildProcess.run("/bin/chmod", ["+x", "\(folder.path)/wl-copy"]).status, 0)
    for (commands, told, copied) in [
      ("clip id,name 0:0-1", "2 rows of 2 columns", "id\tname\n1\tAnn\n2\tBob\n"),
      ("clip --format csv name 0:1", "1 row of 1 column", "name\nBob\n"),
      ("delete 0:0; clip plan json", "the plan", #"{"stages":[{"rows":{"delete":[[0,0]]}}]}"#),
    ] {
      let child = try ChildProcess.run(
        product("tablesh"), ["--no-init", "--quiet", "people.csv", "-c", commands, "-c", "quit!"],
        environment: ["PATH": "\(folder.path):/usr/bin:/bin", "WAYLAND_DISPLAY": "w"],
        directory: folder.path)
      expect(child.output.hasSuffix("copied \(told)\n"), "\(child.errors)")
      expectEqual(folder.read("copied.txt"), copied)
    }
    // In tmux it is tmux that has the clipboard, however much that is.
    try folder.write("#!/bin/sh\necho \"$@\" > how.txt; exec cat > tmux.txt\n", to: "tmux")
    try expectEqual(ChildProcess.run("/bin/chmod", ["+x", "\(folder.path)/tmux"]).status, 0)
    let long = "id,name\n" + (0..<9000).map { "\($0),name \($0)\n" }.joined()
    let multiplexed = try TerminalSession(
      table: long, in: folder,
      environment: [
        "NO_COLOR": "1", "PATH": "\(folder.path):/usr/bin:/bin", "TMUX": "/tmp/tmux-0/default,1,0",
      ])
    try expectEqual(multiplexed.run("clip *"), "copied 9,000 rows of 2 columns\n")
    expectEqual(folder.read("how.txt"), "load-buffer -w -\n")
    expectEqual(folder.read("tmux.txt")?.hasSuffix("8999\tname 8999\n"), true)
    expect(!multiplexed.terminal.transcript.contains("\u{1B}]52"))
    let tooLong = try TerminalSession(table: long)
    try expect(tooLong.run("clip *").contains("bytes are too many for the clipboard of a terminal"))
    let none = try ChildProcess.run(
      product("tablesh"), ["--no-init", "people.csv", "-c", "clip 0:0"],
      environment: ["PATH": "/usr/bin:/bin"], directory: folder.path)
    expect(none.status == 1 && none.errors.contains("error: there is no clipboard"))
  }

  @Test("changed cells, numbers, errors, hints and kinds of operations have colours of the theme")
  func colors() throws {
    let session = try TerminalSession(environment: [:])
    try expect(session.run("edit @2 name=Rob", prompt: "*> ").contains("\u{1B}[33mRob\u{1B}[0m"))
    try expect(session.run("show 0:0", prompt: "*> ").contains("\u{1B}[36m41\u{1B}[0m"))
    let deleted = try session.run("delete @1", prompt: "*> ")
    expect(deleted.contains("\u{1B}[31mdelete row\u{1B}[0m"))
    expect(!deleted.contains("\u{1B}[33m"))
    let wrong = try session.run("shwo", prompt: "*> ")
    expect(wrong.contains("\u{1B}[31merror:\u{1B}[0m no command 'shwo'"))
    expect(wrong.contains("\u{1B}[2mhint:  show\u{1B}[0m"))
    try session.run("set theme light", prompt: "*> ")
    try expect(session.run("undo", prompt: "*> ").contains("\u{1B}[32minsert row\u{1B}[0m"))
    try expect(session.run("show 0:0", prompt: "*> ").contains("\u{1B}[34m41\u{1B}[0m"))
    try session.run("set theme none", prompt: "*> ")
    try expect(!session.run("shwo", prompt: "*> ").contains("\u{1B}[31m"))
  }

  @Test("changes are coloured by kind on a terminal, and plain in a pipe")
  func colorsOfChanges() throws {
    let session = try TerminalSession(environment: [:])
    try session.run("edit @2 name=Rob; delete @1; insert 0 id=9", prompt: "*> ")
    let shown = try session.run("changes", prompt: "*> ")
    expectEqual(
      shown,
      """
      \u{1B}[1;36m1 cell in 1 row changed, 1 row deleted, 1 row added\u{1B}[0m
      \u{1B}[31m- @1\u{1B}[0m
      \u{1B}[33m~ @2 name: 'Bob' → 'Rob'\u{1B}[0m
      \u{1B}[32m+ @9\u{1B}[0m

      """)
    try expect(!session.run("changes | cat", prompt: "*> ").contains("\u{1B}[3"))
    try session.folder.write(TerminalSession.people, to: "old.csv")
    try expect(session.run("changes old.csv", prompt: "*> ").contains("\u{1B}[31m- @1  id="))
    try session.folder.write("show 0:0\nchanges\n", to: "look.tsh")
    try session.run("source look.tsh > seen.txt", prompt: "*> ")
    let seen = try require(session.folder.read("seen.txt"))
    expect(seen.contains("- @1\n") && !seen.contains("\u{1B}"))
  }

  @Test("a terminal says of how many colours it knows, and what its background is")
  func terminalColors() throws {
    let many = try TerminalSession(environment: ["TERM": "xterm-256color"])
    try expect(many.run("show 0:0").contains("\u{1B}[38;5;110m41"))
    let light = try TerminalSession(environment: ["COLORFGBG": "0;15"])
    try expect(light.run("set theme").hasSuffix("light\n"))
    let none = try TerminalSession()
    try expect(!none.run("shwo").contains("\u{1B}[3"))
  }

  @Test("the prompt tells of file, selection, editing and changes, or what a user wants")
  func prompt() throws {
    let session = try TerminalSession()
    try session.run("select 0:0-1", prompt: "people.csv (2)> ")
    try session.run("edit on", prompt: "people.csv [Delete (2)]> ")
    try session.run("edit off; deselect *")
    try session.run(
      "set prompt '{rows} rows{changed}{{}% '", prompt: "5 rows{}% ")
    let wrong = try session.run("set prompt '{fiel}'", prompt: "5 rows{}% ")
    expect(wrong.contains("the fields are {file} {path} {live}"))
    try session.run("set prompt default")
  }

  @Test("what --save keeps is there in the next session at a prompt, and in no batch")
  func kept() throws {
    let folder = try TemporaryFolder()
    do {
      let session = try TerminalSession(in: folder)
      try expectEqual(
        session.run("set --save prompt 'mine> '", prompt: "mine> "),
        "prompt is 'mine> ', in later sessions too\n".replacing("'", with: ""))
      try session.run("set --save timing on", prompt: "mine> ")
      try session.run("set --save timing off", prompt: "mine> ")
      try session.run("alias --save first 'select only 0:0; count'", prompt: "mine> ")
    }
    let path = ".config/tablesh/init.tsh"
    expectEqual(
      folder.read(path),
      """
      set prompt "mine> "
      set timing off
      alias first "select only 0:0; count"

      """)
    let again = try TerminalSession(in: folder, prompt: "mine> ")
    try expect(again.run("first", prompt: "mine> ").hasSuffix("5\n"))
    let plain = try TerminalSession(["--no-init", "people.csv"], in: folder)
    try expect(plain.run("set prompt").hasSuffix("default\n"))
    let batch = try ChildProcess.run(home: folder, ["-c", "set prompt", "people.csv"])
    expectEqual(batch.output, "default\n")
    // A line that fails is told, and the others run.
    try folder.write("set nothing on\nset timing on\n", to: path)
    let faulty = try TerminalSession(in: folder)
    expect(faulty.terminal.transcript.contains("init.tsh:1: error: no setting 'nothing'"))
    try expect(faulty.run("set timing").contains("\non\n"))
  }

  @Test("columns that have no room are scrolled to, those of the key stay")
  func sideways() throws {
    let table =
      "id," + (1...9).map { "column\($0)" }.joined(separator: ",") + "\n1,"
      + (1...9).map { "a text \($0)" }.joined(separator: ",") + "\n"
    let session = try TerminalSession(table: table, columns: 50)
    try expect(session.run("show").contains("… 5 more columns"))
    let right = try session.run("scroll right")
    expect(right.hasPrefix("columns 5 to 8 of 9 besides the key are seen\n"))
    expect(right.contains("id  column5   column6   column7   column8\n"))
    expect(right.contains("… 4 columns to the left: column1, column2, …\n… 1 more column"))
    try expect(session.run("scroll right 2").hasPrefix("columns 7 to 9 of 9"))
    try expect(session.run("scroll right").hasPrefix("columns 7 to 9 of 9"))
    try expect(session.run("scroll left 1").hasPrefix("columns 6 to 9 of 9"))
    try expect(session.run("scroll left 8").hasPrefix("columns 1 to 4 of 9"))
    // By as many as are seen, there and back.
    try expect(session.run("scroll right").hasPrefix("columns 5 to 8 of 9"))
    try expect(session.run("scroll left").hasPrefix("columns 1 to 4 of 9"))
    try expect(session.run("set width off; show 0:0").contains("column9"))
    try expect(session.run("set width 30; show 0:0").contains("… 7 more columns"))
  }

  @Test("a record has a cell a line, whole; a long cell takes the room that is left, and no more")
  func wideCells() throws {
    let text = String(repeating: "long ", count: 30)
    let session = try TerminalSession(table: "id,note,age\n1,\(text),41\n", columns: 100)
    let line = try require(try session.run("show 0:0").split(separator: "\n").dropFirst().first)
    expect(line.count == 100 && line.contains("lon…  ") && line.hasSuffix(" 41"))
    try expect(session.run("show --record 0:0").contains("    note  \(text)\n"))
    session.terminal.resize(columns: 60, rows: 30)
    let narrow = try require(try session.run("show 0:0").split(separator: "\n").dropFirst().first)
    expect(narrow.count == 60 && narrow.hasSuffix(" 41"))
  }

  @Test("M-h tells of the command that is being typed, and the line stays")
  func hint() throws {
    let session = try TerminalSession()
    try session.terminal.type(
      "sort by na\u{1B}h", expecting: "sort the rows of each section", "  sort [--natural]",
      "people.csv> sort by na")
    try session.terminal.enter("me desc", expecting: "people.csv*> ")
    try session.terminal.type("\u{1B}h", expecting: "help commands lists all commands")
    try session.terminal.type("se\u{1B}h", expecting: "select  ")
  }
}
