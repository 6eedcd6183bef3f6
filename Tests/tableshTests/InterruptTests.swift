import Expectations
import Glibc
import TestSupport
import Testing

/// Each command says "go" when it is under way: a ^C before that would be for the prompt.
@Suite(.ends) struct InterruptTests {
  /// With programs to read what a command prints: one that takes long, and one that ^C does not end.
  /// They read it all first: from then on ^C is theirs.
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("cat >/dev/null\necho go\nexec sleep 1000\n", to: "slow.sh")
    try folder.write(
      "trap 'echo caught; exit 0' INT\ncat >/dev/null\necho go\nwhile :; do sleep 1; done\n",
      to: "pager.sh")
    return folder
  }

  @Test(
    "^C stops a command, which has changed nothing, and the session goes on",
    arguments: [
      "select where (function() print('go') while true do end end)()",
      "lua print('go') while true do end",
      "lua print('go') while true do pcall(function() while true do end end) end",
      "lua print('go') while true do tablesh.run('count') end",
      "lua print('go') local s = ('x'):rep(3000) s:find('.-.-.-b')",
      "edit * name := (function() print('go') while true do end end)()",
      "delete 0:0; delete where (function() print('go') while true do end end)()",
      "echo go; wait 1000",
      "show | sh slow.sh",
      "lua print('go') tablesh.edit(function(t) t:delete('0:0') while true do end end)",
    ])
  func command(line: String) throws {
    let session = try TerminalSession(in: try Self.folder())
    let hasChanged = line.hasPrefix("delete")
    try session.terminal.enter(line, expecting: "go\r\n")
    try session.terminal.press(
      .controlC, expecting: "error: interrupted; this command changed nothing\r\n")
    let prompt = hasChanged ? "people.csv*> " : "people.csv> "
    try session.terminal.expect(prompt)
    try expectEqual(session.run("count", prompt: prompt), hasChanged ? "4\n" : "5\n")
    // The request is forgotten: Lua works again.
    try expectEqual(session.run("= 6 * 7", prompt: prompt), "42\n")
  }

  @Test("a program that a script runs can read the terminal where no stream is one")
  func terminalOfProgram() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "os.execute('echo go >/dev/tty; read x </dev/tty; echo got $x')\n", to: "t.lua")
    let terminal = try PseudoTerminal(
      home: folder, program: "/bin/sh",
      ["-c", "\(product("tablesh")) --allow-run run t.lua </dev/null >o 2>e; exit $?"])
    try terminal.expect("go\r\n")
    try expectEqual(terminal.leave("here"), 0)
    expectEqual(folder.read("o"), "got here\n")
  }

  @Test("^C stops the reading of a source that does not end")
  func open() throws {
    let folder = try TemporaryFolder()
    let pipe = try NamedPipe("slow.csv", in: folder)
    let session = try TerminalSession(in: folder)
    try session.terminal.enter("echo go; open slow.csv", expecting: "go\r\n")
    try session.terminal.press(
      .controlC, expecting: "error: interrupted; this command changed nothing\r\n", "people.csv> ")
    withExtendedLifetime(pipe) {}
  }

  @Test(
    "^C while the tables of the command line are read ends the program with status 130",
    arguments: [
      ["slow.csv"], ["diff", "people.csv", "slow.csv"], ["diff", "slow.csv", "people.csv"],
    ])
  func start(arguments: [String]) throws {
    let folder = try TemporaryFolder()
    let pipe = try NamedPipe("slow.csv", in: folder)
    try folder.write("print('go')\n", to: "go.lua")
    let session = try TerminalSession(
      ["--plugin", "go.lua"] + arguments, in: folder, prompt: "go\r\n")
    try expectEqual(session.terminal.leave(.controlC), 130)
    withExtendedLifetime(pipe) {}
  }

  @Test("a signal that comes with another one does not end the program in the midst of a command")
  func twoSignals() throws {
    let session = try TerminalSession()
    try session.terminal.enter("lua print('go') while true do end", expecting: "go\r\n")
    session.terminal.send(signal: SIGINT)
    session.terminal.send(signal: SIGTERM)
    try session.terminal.expect("error: interrupted; this command changed nothing\r\n")
    try expectEqual(session.terminal.status(), 128 + SIGTERM)
  }

  @Test("what follows a stopped command on its line is not run")
  func rest() throws {
    let session = try TerminalSession()
    try session.terminal.enter("echo go; wait 1000; delete *", expecting: "go\r\n")
    try session.terminal.press(.controlC, expecting: "people.csv> ")
    try expectEqual(session.run("count"), "5\n")
  }

  @Test("^C is for the program that reads from a command, until it ends")
  func program() throws {
    let session = try TerminalSession(in: try Self.folder())
    try session.terminal.enter("show | sh pager.sh", expecting: "go\r\n")
    try session.terminal.press(.controlC, expecting: "caught\r\n", "people.csv> ")
    try expectEqual(session.run("count"), "5\n")
  }

  @Test("a change whose program was stopped stays, and no one says it did not happen")
  func changeIntoProgram() throws {
    let session = try TerminalSession(in: try Self.folder())
    try session.terminal.enter("delete 0:0 | sh slow.sh", expecting: "go\r\n")
    try session.terminal.press(.controlC, expecting: "ended with status 130\r\n", "people.csv*> ")
    expect(!session.terminal.transcript.contains("changed nothing"))
  }

  @Test(
    "^C ends a batch with status 130",
    arguments: [
      ["-c", "lua print('go') while true do end", "-c", "echo never", "people.csv"],
      ["-c", "echo go; wait 1000", "people.csv"],
      ["--keep-going", "-c", "echo go; wait 1000; echo never", "-c", "echo never"],
      ["run", "loop.lua"], ["run", "loop.tsh"],
    ])
  func batch(arguments: [String]) throws {
    let folder = try TemporaryFolder()
    try folder.write("print('go') while true do end\n", to: "loop.lua")
    try folder.write("lua print('go') while true do end\necho never\n", to: "loop.tsh")
    let session = try TerminalSession(arguments, in: folder, prompt: "go\r\n")
    try expectEqual(session.terminal.leave(.controlC), 130)
    expect(
      session.terminal.transcript.contains("error: interrupted; this command changed nothing\r\n"))
    expect(!session.terminal.transcript.contains("never\r\n"))
  }

  @Test(
    "^C in a batch says what stands of the commands before: what is saved is saved, the rest is not",
    arguments: [
      ("delete 0:0", "changed nothing; earlier changes are not saved: people.csv"),
      ("delete 0:0; save", "changed nothing"), ("count", "changed nothing"),
    ])
  func batchAfterChanges(before: String, told: String) throws {
    let session = try TerminalSession(
      ["-c", "\(before); echo go; wait 1000", "people.csv"], prompt: "go\r\n")
    try expectEqual(session.terminal.leave(.controlC), 130)
    expect(
      session.terminal.transcript.hasSuffix("-c:1: error: interrupted; this command \(told)\r\n"))
    let isSaved = before.hasSuffix("save")
    expectEqual(session.folder.read("people.csv") == TerminalSession.people, !isSaved)
  }

  @Test("^C in a file says which command it stopped, and not that the file changed nothing")
  func sourced() throws {
    let folder = try TemporaryFolder()
    try folder.write("delete 0:0\necho go\nwait 1000\n", to: "s.tsh")
    let session = try TerminalSession(in: folder)
    try session.terminal.enter("source s.tsh", expecting: "go\r\n")
    try session.terminal.press(
      .controlC, expecting: "s.tsh:3: error: interrupted; this command changed nothing; ",
      "error: interrupted in 's.tsh'\r\n", "people.csv*> ")
  }

  @Test(
    "a signal stops a command that is at one cell or one function of SQL for long",
    arguments: [
      "replace --regex name 'a(?=a*$)' bc", "replace name a \(String(repeating: "b", count: 9999))",
      // It would take years, and asks nobody.
      "query \"select length(replace(printf('%.*c', 20000000, 'x'), "
        + "printf('%.*c', 10000000, 'x') || 'y', 'z'))\"",
    ], [SIGINT, SIGTERM])
  func oneCell(command: String, signal: Int32) throws {
    let folder = try TemporaryFolder()
    let cell = String(repeating: "a", count: 2_000_000)
    try folder.write("id,name\n1,\(cell)\n", to: "cell.csv")
    let session = try TerminalSession(
      ["-c", "echo go; \(command)", "cell.csv"], in: folder, prompt: "go\r\n")
    session.terminal.send(signal: signal)
    try expectEqual(session.terminal.status(), 128 + signal)
  }

  @Test("a query makes no text so long that it could not be stopped")
  func longText() throws {
    let folder = try TemporaryFolder()
    try folder.write("id,name\n1,a\n", to: "cell.csv")
    let child = try ChildProcess.run(
      product("tablesh"),
      ["--no-init", "cell.csv", "-c", "query 'select randomblob(900000000)'"],
      directory: folder.path)
    expectEqual(child.status, 1)
    expect(child.errors.contains("too big"), "\(child.errors)")
  }

  @Test("a table with more columns than a database takes is refused before it is looked at")
  func wide() throws {
    let folder = try TemporaryFolder()
    let names = (0..<20_000).map { "c\($0)" }.joined(separator: ",")
    try folder.write("\(names)\n\(names)\n", to: "wide.csv")
    for command in ["export x.db", "save x.db", "export x.db#t"] {
      let child = try ChildProcess.run(
        product("tablesh"), ["--no-init", "wide.csv", "-c", command], directory: folder.path)
      expectEqual(child.status, 1)
      expect(
        child.errors.contains("it has 20,000 columns, and a database takes "), "\(child.errors)")
      expectEqual(folder.names(in: "."), ["wide.csv"])
    }
  }

  @Test("SIGTERM stops a script", arguments: [["run", "loop.lua"], ["-c", "echo go; wait 1000"]])
  func terminate(arguments: [String]) throws {
    let folder = try TemporaryFolder()
    try folder.write("print('go') while true do end\n", to: "loop.lua")
    let session = try TerminalSession(arguments, in: folder, prompt: "go\r\n")
    session.terminal.send(signal: SIGTERM)
    try expectEqual(session.terminal.status(), 128 + SIGTERM)
  }
}
