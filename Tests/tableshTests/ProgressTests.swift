import Expectations
import Glibc
import TestSupport
import Testing

/// Sources are pipes that the test feeds, so that nothing depends on how fast the machine is.
@Suite(.ends) struct ProgressTests {
  private static let cleared = "\r\u{1B}[K"

  /// A session that reads a source, of which it has 12 bytes.
  private func slowReading(columns: Int = 100) throws -> (session: TerminalSession, feed: NamedPipe)
  {
    let folder = try TemporaryFolder()
    let feed = try NamedPipe("slow.csv", in: folder)
    let session = try TerminalSession(in: folder, columns: columns)
    try session.terminal.enter("open slow.csv")
    feed.write("id,name\n1,a\n")
    try session.terminal.expect("\rreading slow.csv  12 B  ")
    return (session, feed)
  }

  @Test("reading a slow source shows what is read, and the line vanishes when it is done")
  func reading() throws {
    let (session, feed) = try slowReading()
    feed.write("2,b\n")
    try session.terminal.expect("\rreading slow.csv  16 B  ")
    feed.close()
    try session.terminal.expect("\(Self.cleared)opened slow.csv: 2 rows in 1 section", "slow.csv> ")
  }

  @Test("the line is as narrow as the terminal, and follows when that is resized")
  func width() throws {
    let (session, feed) = try slowReading(columns: 80)
    defer { withExtendedLifetime(feed) {} }
    session.terminal.resize(columns: 15, rows: 10)
    try session.terminal.expect("\rreadi…  12 B\u{1B}[K")
    try session.terminal.press(
      .controlC, expecting: "error: interrupted; this command changed nothing\r\n")
  }

  @Test("a rule over rows shows its share, and ^C stops it")
  func rule() throws {
    let table = "id\n" + (0..<2000).map { "\($0)\n" }.joined()
    let session = try TerminalSession(table: table)
    // Ten milliseconds a row, however fast the machine is.
    let slow = "(function() local t = os.clock() repeat until os.clock() > t + 0.01 end)()"
    try session.terminal.enter("delete where \(slow)", expecting: "\rwhere (function()")
    // What tells how far it is comes before the end of a long title.
    try session.terminal.expect("…  ░░░░░░░░░░░░  ", " 3 %  ")
    try session.terminal.press(
      .controlC, expecting: "\(Self.cleared)error: interrupted; this command changed nothing\r\n",
      "people.csv> ")
    try expectEqual(session.run("count"), "2000\n")
  }

  @Test("^C while a source is read leaves the tables that are open")
  func stopReading() throws {
    let (session, feed) = try slowReading()
    defer { withExtendedLifetime(feed) {} }
    try session.terminal.press(
      .controlC, expecting: "\(Self.cleared)error: interrupted; this command changed nothing\r\n",
      "people.csv> ")
    try expectEqual(session.run("count"), "5\n")
  }

  @Test("^C while a table is saved leaves the file, and what is unsaved")
  func stopSaving() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/out.csv"
    expectEqual(mkfifo(path, 0o600), 0)
    let session = try TerminalSession(in: folder)
    try session.run("delete 0:0", prompt: "people.csv*> ")
    session.terminal.type("save out.csv\r")
    // Nobody reads the pipe.
    try session.terminal.expect("\rsaving out.csv  ")
    try session.terminal.press(
      .controlC, expecting: "\(Self.cleared)error: interrupted; this command changed nothing\r\n",
      "people.csv*> ")
    expectEqual(session.folder.read("people.csv"), TerminalSession.people)
    try expectEqual(session.run("count", prompt: "people.csv*> "), "4\n")
  }

  @Test("^C while a table is sorted leaves its order")
  func stopSorting() throws {
    // As many rows as it takes for the sort to be seen at work.
    var count = 60_000
    while count < 8_000_000 {
      let folder = try TemporaryFolder()
      let text = "n\n" + (0..<count).map { "row \(($0 &* 7919) % count) of \(count)\n" }.joined()
      let session = try TerminalSession(
        table: text, in: folder, environment: ["NO_COLOR": "1", "PAGER": "cat"])
      session.terminal.type("sort --natural by n\r")
      if try session.terminal.expectEither("\rsorting  ", "people.csv*> ") == 0 {
        session.terminal.press(.controlC)
        if try session.terminal.expectEither("error: interrupted; this command", "people.csv*> ")
          == 0
        {
          try session.terminal.expect("people.csv> ")
          try expect(session.run("show 0:0-1").contains("row 7919 of"))
          return
        }
      }
      count *= 4
    }
    Issue.record("no table was large enough")
  }

  /// Waits until a program has read all of a pipe, and until another one that reads later has shown how
  /// much: the first would have, too.
  private func awaitLine(of feed: NamedPipe) throws {
    expectEventuallyEqual(feed.unreadCount, 0)
    _ = try slowReading()
  }

  @Test(
    "there is no such line where nobody looks or nobody wants it",
    arguments: [["TERM": "dumb"], ["TERM": "xterm", "QUIET": "--quiet"], [:]])
  func none(_ environment: [String: String]) throws {
    let folder = try TemporaryFolder()
    let feed = try NamedPipe("slow.csv", in: folder)
    feed.write("id\n1\n")
    let arguments = ["-c", "exec \"$0\" $QUIET slow.csv -c count", product("tablesh")]
    if environment.isEmpty {
      let program = try LiveProcess(
        "/bin/sh", arguments, directory: folder.path, errorPath: "\(folder.path)/errors")
      try awaitLine(of: feed)
      feed.write("2\n")
      feed.close()
      expectEqual(program.wait(), 0)
      expectEqual(program.output, "2\n")
      expectEqual(folder.read("errors"), "")
    } else {
      let terminal = try PseudoTerminal(
        "/bin/sh", arguments, environment: environment, directory: folder.path)
      try awaitLine(of: feed)
      feed.write("2\n")
      feed.close()
      try expectEqual(terminal.status(), 0)
      expectEqual(terminal.transcript, "2\r\n")
    }
  }

  @Test("a batch in the background draws nothing over what runs in front")
  func background() throws {
    let folder = try TemporaryFolder()
    let feed = try NamedPipe("slow.csv", in: folder)
    feed.write("id\n1\n")
    let terminal = try PseudoTerminal(
      "/bin/bash", ["-c", "set -m; \"$0\" slow.csv -c count & wait $!", product("tablesh")],
      directory: folder.path)
    try awaitLine(of: feed)
    feed.write("2\n")
    feed.close()
    try expectEqual(terminal.status(), 0)
    // The shell tells that its jobs are done.
    expect(terminal.transcript.hasPrefix("2\r\n"), "\(terminal.transcript)")
  }

  @Test("an error takes the place of the line")
  func error() throws {
    let folder = try TemporaryFolder()
    let feed = try NamedPipe("slow.csv", in: folder)
    feed.write("id\n1\n")
    let terminal = try PseudoTerminal(
      product("tablesh"), ["slow.csv", "-c", "count"], directory: folder.path)
    try terminal.expect("\rreading slow.csv  5 B  ")
    feed.write("\"2\n")
    feed.close()
    try terminal.expect("\(Self.cleared)\u{1B}[31merror:\u{1B}[0m slow.csv:3:1: ")
    try expectEqual(terminal.status(), 1)
  }

  @Test("a batch on a terminal shows it too, on standard error alone")
  func batch() throws {
    let folder = try TemporaryFolder()
    let feed = try NamedPipe("slow.csv", in: folder)
    feed.write("id\n1\n")
    let terminal = try PseudoTerminal(
      "/bin/sh", ["-c", "exec \"$0\" slow.csv -c 'save -' >out.csv", product("tablesh")],
      directory: folder.path)
    try terminal.expect("\rreading slow.csv  5 B  ")
    feed.write("2\n")
    feed.close()
    try expectEqual(terminal.status(), 0)
    expect(terminal.transcript.hasPrefix("\rreading slow.csv  5 B  "))
    expect(terminal.transcript.hasSuffix(Self.cleared))
    expectEqual(folder.read("out.csv"), "id\n1\n2\n")
  }
}
