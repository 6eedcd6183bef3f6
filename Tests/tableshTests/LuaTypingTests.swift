import Expectations
import TestSupport
import Testing

/// Lua at the prompt, on a real terminal.
struct LuaTypingTests {
  @Test("TAB completes globals, fields and methods that the session has, and nothing runs for it")
  func completion() throws {
    let session = try TerminalSession()
    try session.run("lua ship = {captain = 'Ann', crew = {cook = 1}} t = tablesh.table()")
    try session.run("lua trap = setmetatable({}, {__index = function() while true do end end})")
    for (typed, completed) in [
      ("= shi", "= ship"), ("= ship.cap", "ship.captain"), ("= ship.crew.co", "crew.cook"),
      ("= t:selec", "t:selected"), ("lua string.rev", "string.reverse"), ("lua whi", "lua while"),
      ("select where row.ag", "row.age"), ("select where name:upp", "name:upper"),
      ("plugin hea", "plugin health"), ("= tablesh.table():col", ":columns"),
      ("lua tablesh.on(\"will_sa", "on(\"will_save\""), ("lua tablesh.on('did_o", "on('did_open'"),
      ("help will_sa", "help will_save"),
    ] {
      try session.terminal.type(typed + "\t", expecting: completed)
      try session.dropLine()
    }
    session.terminal.type("= trap.x\t.y\t")
    try session.dropLine()
    let reply = try session.run("= 6 * 7")
    expectEqual(reply, "42\n", "\(session.terminal.transcript.suffix(400).debugDescription)")
  }

  @Test("an expression prints its value, statements do not, and unfinished Lua goes on")
  func values() throws {
    let session = try TerminalSession()
    try expectEqual(session.run("lua 1 + 1"), "2\n")
    try expectEqual(session.run("lua x = 3"), "")
    try expectEqual(session.run("= x, {1, a = 'b'}"), "3\n{1, a = \"b\"}\n")
    try session.terminal.enter("= (1 +", expecting: ".........> ")
    try session.terminal.enter("2) * 3", expecting: "9\r\n", "people.csv> ")
    try session.terminal.enter("lua for i = 1, 2 do", expecting: ".........> ")
    try session.terminal.enter("print(i * 10)", expecting: ".........> ")
    try session.terminal.enter("end", expecting: "10\r\n20\r\n", "people.csv> ")
  }

  @Test(
    "unfinished Lua goes on in -c, on standard input and in scripts",
    arguments: [["-c", "@"], [], ["run", "x.tsh"]])
  func batch(arguments: [String]) throws {
    let text =
      "lua for i = 1, 2 do\n  print(i * 10)\nend\n= {1,\n2}\nlua local a = {1,\n2} error('x')\n"
    let folder = try TemporaryFolder()
    try folder.write(text, to: "x.tsh")
    let child = try ChildProcess.run(
      home: folder, arguments.map { $0 == "@" ? text : $0 }, input: text,
      environment: ["XDG_CONFIG_HOME": ""])
    expectEqual(child.output, "10\n20\n{1, 2}\n")
    expect(child.errors.hasSuffix(":6: error: x\n"))
    expectEqual(child.status, 1)
  }

  @Test("an error in a file of Lua shows its way through files")
  func trace() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "local function mean() error('no rows') end\nfunction report()\n  mean()\nend\nreport()\n",
      to: "r.lua")
    let child = try ChildProcess.run(home: folder, ["run", "r.lua"])
    expectEqual(
      child.errors,
      """
      r.lua:1: error: no rows
      trace: r.lua:1: in upvalue 'mean'
             r.lua:3: in global 'report'
             r.lua:5: in main chunk

      """)
  }

  @Test("a person is asked before Lua leaves the table; ^C and anything but o and a is no")
  func questions() throws {
    let folder = try TemporaryFolder()
    try folder.write("secret", to: "s.txt")
    let session = try TerminalSession(in: folder)
    let read = "lua print(io.open('s.txt'):read('a'))\r"
    for answer in ["\r", "n\r", "y\r", "\u{03}"] {
      try session.terminal.type(
        read, expecting: "s.txt': once, always in this session, or no? [o/a/N] ")
      try session.terminal.type(answer, expecting: "error: ", "people.csv> ")
    }
    expect(!session.terminal.transcript.contains("secret"))
    for answer in ["o", "a"] {
      try session.terminal.type(read, expecting: "[o/a/N] ")
      try session.terminal.enter(answer, expecting: "secret\r\n", "people.csv> ")
    }
    try expectEqual(session.run(String(read.dropLast())), "secret\n")
  }

  @Test("^C stops a program that Lua has started, and Lua with it")
  func program() throws {
    let session = try TerminalSession(["--allow-run", "people.csv"])
    for line in [
      "lua while true do os.execute('echo go; exec sleep 1000') end",
      "lua print(io.popen('echo go >&2; exec sleep 1000'):read('a'))",
      "lua os.execute('trap : INT; echo go; while :; do sleep 1; done')",
    ] {
      try session.terminal.enter(line, expecting: "go\r\n")
      try session.terminal.press(
        .controlC, expecting: "error: interrupted; this command changed nothing\r\n", "people.csv> "
      )
    }
    try expectEqual(session.run("count"), "5\n")
    try expectEqual(session.run("lua print('a') os.execute('echo b') print('c')"), "a\nb\nc\n")
  }
}
