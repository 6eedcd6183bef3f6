import Expectations
import TestSupport
import Testing

/// Changes in motion on a terminal: `play`, `step`, `set motion`, and batches that are echoed.
struct MotionTerminalTests {
  private static let hidden = "\u{1B}[?25l"
  private static let shown = "\u{1B}[?25h"

  @Test("play draws picture over picture, each in one write, and leaves the table and the prompt")
  func play() throws {
    let session = try TerminalSession()
    try session.terminal.enter(
      "play move @5 to 0:0", expecting: "move row   0:4 → 0:0\r\n", "↕   0:4   5")
    let pictures = try session.terminal.expect(Self.shown)
    // Seven lines, over which the next picture is drawn; no whole screen is cleared.
    expect(pictures.contains("\r\u{1B}[7A"))
    expect(!pictures.contains("\u{1B}[2J") && !pictures.contains("\u{1B}[?1049h"))
    expect(pictures.contains("↕   0:0   5"))
    let end = try session.terminal.expect("people.csv*> ")
    expect(end.contains("  0:0   5  Eve    29\r\n"))
    try expectEqual(session.run("count", prompt: "people.csv*> "), "5\n")
  }

  @Test("a key skips, and what is typed meanwhile is on the next line")
  func keys() throws {
    let session = try TerminalSession()
    try session.terminal.enter("play delete 0:0", expecting: "−   0:0")
    try session.terminal.type(" ", expecting: "people.csv*> ")
    try expectEqual(session.run("count", prompt: "people.csv*> "), "4\n")
    try session.terminal.enter("play undo", expecting: Self.hidden, "4 rows")
    try session.terminal.type("count", expecting: Self.shown, "people.csv> ", "count")
    try session.terminal.press(.enter, expecting: "\r5\r\n")
  }

  @Test("^C ends pictures: the change is made, the cursor is back, the session goes on")
  func interrupted() throws {
    let session = try TerminalSession()
    try session.terminal.enter(
      "step delete 0:0", expecting: "stage 1 of 1: Enter goes on, q leaves")
    try session.terminal.press(.controlC, expecting: Self.shown, "people.csv*> ")
    try expectEqual(session.run("count", prompt: "people.csv*> "), "4\n")
  }

  @Test("step waits at each stage, goes back, and leaves")
  func step() throws {
    let session = try TerminalSession(["--section-by", "age", "people.csv"])
    try session.terminal.enter("step move @1 to 1:0", expecting: "stage 1 of 2")
    try session.terminal.press(.enter, expecting: "stage 2 of 2: Enter goes on, b back, q leaves")
    try session.terminal.type("b", expecting: "stage 1 of 2")
    try session.terminal.press(.enter, expecting: "stage 2 of 2")
    try session.terminal.type("q", expecting: Self.shown, "people.csv*> ")
  }

  @Test("set motion shows every change, TABLESH_MOTION=off none, and marks do not glide")
  func setting() throws {
    let session = try TerminalSession()
    try session.run("set motion marks")
    let marked = try session.run("delete 0:0", prompt: "people.csv*> ")
    expect(marked.contains("−   0:0") && marked.contains(Self.hidden))
    expectEqual(marked.components(separatedBy: "\u{1B}[7A").count, 3)
    try session.run("set motion full", prompt: "people.csv*> ")
    let full = try session.run("undo")
    expect(full.components(separatedBy: "\u{1B}[7A").count > 8)
    try expect(!session.run("select 0:0", prompt: "people.csv (1)> ").contains(Self.hidden))
    let off = try TerminalSession(environment: ["TABLESH_MOTION": "off", "NO_COLOR": "1"])
    try off.run("set motion full")
    try expect(!off.run("delete 0:0", prompt: "people.csv*> ").contains(Self.hidden))
  }

  @Test("a terminal that is low or dumb gets the stages as text, and a pipe no escape byte")
  func text() throws {
    let low = try TerminalSession(rows: 9, environment: ["PAGER": "cat", "NO_COLOR": "1"])
    let stages = try low.run("play delete 0:0", prompt: "people.csv*> ")
    expect(stages.contains("stage 1 of 1\n") && !stages.contains(Self.hidden))
    let folder = try TemporaryFolder()
    try folder.write(TerminalSession.people, to: "people.csv")
    for arguments in [
      ["-c", "play delete 0:0; quit!"], ["--format", "json", "-c", "play sort by age; quit!"],
    ] {
      let child = try ChildProcess.run(
        product("tablesh"), ["--no-init", "people.csv"] + arguments, directory: folder.path)
      expect(child.output.contains("stage 1 of 1") && !child.output.contains("\u{1B}"))
    }
  }

  @Test("a resize ends the pictures")
  func resize() throws {
    let session = try TerminalSession()
    try session.terminal.enter("step delete 0:0", expecting: "q leaves")
    session.terminal.resize(columns: 60, rows: 20)
    try session.terminal.expect(Self.shown, "people.csv*> ")
  }

  @Test("run --echo prints a script as its transcript, and --step waits for Enter at each command")
  func echo() throws {
    let folder = try TemporaryFolder()
    try folder.write(TerminalSession.people, to: "people.csv")
    try folder.write("# How many?\ncount\ncount 0:0\n", to: "more.tsh")
    let child = try ChildProcess.run(
      product("tablesh"), ["--no-init", "--echo", "run", "more.tsh"], directory: folder.path)
    expectEqual(child.output, "> # How many?\n> count\n")
    expect(child.errors.hasPrefix("more.tsh:2: error: no table is open"))
    try folder.write("open people.csv\n# How many?\ncount\ncount 0:0\n", to: "more.tsh")
    let terminal = try PseudoTerminal(
      home: folder, ["--no-init", "run", "--step", "more.tsh"], environment: ["NO_COLOR": "1"])
    try terminal.expect("> open people.csv\r\n", "Enter goes on, q ends it")
    try terminal.press(
      .enter, expecting: "> # How many?\r\n> count\r\n", "Enter goes on, q ends it")
    try terminal.press(.enter, expecting: "5\r\n", "> count 0:0\r\n", "Enter goes on, q ends it")
    terminal.type("q")
    try expectEqual(terminal.status(), 130)
  }
}
