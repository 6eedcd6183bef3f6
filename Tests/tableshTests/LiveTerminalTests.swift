import Expectations
import TestSupport
import Testing

/// Tables that follow their files on a terminal: what others change appears above the prompt.
struct LiveTerminalTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A session with the table open.
  private func terminal() throws -> PseudoTerminal {
    try TerminalSession(table: "id,name,pay\n1,Ann,10\n2,Ben,20\n3,Cy,30\n", in: folder).terminal
  }

  private func script(_ text: String) throws {
    let child = try ChildProcess.run(
      "/bin/sh", ["-c", text], environment: ["PATH": "/usr/bin:/bin"], directory: folder.path)
    try require(child.status == 0, "\(child.errors)")
  }

  @Test("changes stand above the prompt, the half-typed line stays, and means what was seen")
  func typing() throws {
    let terminal = try terminal()
    try terminal.enter("watch on", expecting: "people.csv⇅> ")
    try terminal.type("edit 0:1 na", expecting: "edit 0:1 na")
    try script("sed -i 's/^2/0,Zed,5\\n2/' people.csv")
    try terminal.expect(
      "live people +1 −0 ~0\r\n", "insert row   0:1", "people.csv⇅> ", "edit 0:1 na")
    try terminal.enter("me=Bea", expecting: "changed 1 cell in 1 section")
    try terminal.enter("changes", expecting: "~ @2 name: 'Ben' → 'Bea'")
    // The next line means what is there now.
    try terminal.enter("edit 0:1 pay=6", expecting: "changed 1 cell in 1 section")
    try terminal.enter("changes", expecting: "~ @0 pay: '5' → '6'")
    try expectEqual(terminal.leave("quit!"), 0)
    expect(terminal.isInOrdinaryModes)
  }

  @Test("what was scheduled by a tap is done while nothing is typed, above the prompt")
  func scheduled() throws {
    let terminal = try terminal()
    try terminal.enter(
      "section by name; reorder sections --after-tap 0.2 Cy Ben", expecting: "0.2 s later")
    try terminal.enter("tap 0:0", expecting: "scheduled: in 0.2 s: reorder sections Cy Ben")
    try terminal.expect(" s: reordered the sections", "0 Cy (1 row)", "people.csv")
    try expectEqual(terminal.leave("quit!"), 0)
  }

  @Test("a row that was deleted while a line about it was typed is an error, and nothing is done")
  func gone() throws {
    let terminal = try terminal()
    try terminal.enter("watch on", expecting: "people.csv⇅> ")
    try terminal.type("delete 0:1", expecting: "delete 0:1")
    try script("sed -i /^2/d people.csv")
    try terminal.expect("live people +0 −1 ~0", "delete 0:1")
    try terminal.press(
      .enter, expecting: "the row '2' was deleted by others while the line was typed")
    // A line that is dropped takes what it meant along.
    try terminal.type("delete 0:1", expecting: "delete 0:1")
    try script("sed -i '1a 9,Ida,1' people.csv")
    try terminal.expect("live people +1 −0 ~0")
    try terminal.dropLine(prompt: "people.csv⇅> ")
    try terminal.enter("delete 0:0", expecting: "deleted 1 row")
    try terminal.enter("changes", expecting: "- @9")
    try expectEqual(terminal.leave("quit!"), 0)
  }

  @Test("two programs edit one file, each seeing what the other saves, and resolve a conflict")
  func two() throws {
    let (first, second) = (try terminal(), try terminal())
    for terminal in [first, second] {
      try terminal.enter("watch on", expecting: "people.csv⇅> ")
    }
    try first.enter("edit @1 pay=11; save", expecting: "saved 3 rows")
    try second.expect("live people +0 −0 ~1")
    try second.enter("edit @1 pay=12", expecting: "people.csv⇅*> ")
    try first.enter("edit @1 pay=13; save", expecting: "saved 3 rows")
    try second.expect("1 conflict", "conflict: row '1', pay: '12' here, '13' in the source")
    try second.enter("save", expecting: "error: 1 conflict with the source")
    try second.enter("conflicts keep mine; save", expecting: "saved 3 rows")
    try first.expect("live people +0 −0 ~1")
    for terminal in [first, second] {
      try expectEqual(terminal.leave("quit"), 0)
    }
    expectEqual(folder.read("people.csv"), "id,name,pay\n1,Ann,12\n2,Ben,20\n3,Cy,30\n")
  }

  @Test("where no line can be edited it is told that changes wait, and Enter lets them in")
  func dumb() throws {
    let session = try TerminalSession(
      table: "id,name,pay\n1,Ann,10\n2,Ben,20\n3,Cy,30\n", in: folder,
      environment: ["TERM": "dumb"], prompt: "")
    let terminal = session.terminal
    try terminal.enter("watch on", expecting: "is watched")
    // What is typed by then means what was seen.
    terminal.type("delete 0:1")
    // Nothing tells when it waits for a line.
    terminal.awaitIdle()
    try script("sed -i 's/^2/0,Zed,5\\n2/' people.csv")
    try terminal.expect("1 push waits")
    try terminal.press(.enter, expecting: "deleted 1 row", "live people +1 −0 ~0")
    try terminal.enter("changes", expecting: "- @2")
    terminal.awaitIdle()
    try script("sed -i 's/^3,Cy/3,Cyd/' people.csv")
    try terminal.expect("1 push waits")
    try terminal.press(.enter, expecting: "live people +0 −0 ~1")
    try expectEqual(terminal.leave("quit!"), 0)
    expect(!terminal.transcript.contains("\u{1B}"))
  }
}
