import TestSupport
import Testing

/// Tables that follow their files on a terminal: what others change appears above the prompt.
@Suite struct LiveTerminalTests {
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
    try #require(child.status == 0, "\(child.errors)")
  }

  @Test("changes stand above the prompt, the half-typed line stays, and means what was seen")
  func typing() throws {
    let terminal = try terminal()
    terminal.type("watch on\r")
    try terminal.expect("people.csv⇅> ")
    terminal.type("edit 0:1 na")
    try terminal.expect("edit 0:1 na")
    try script("sed -i 's/^2/0,Zed,5\\n2/' people.csv")
    try terminal.expect("live people +1 −0 ~0\r\n")
    try terminal.expect("insert row   0:1")
    try terminal.expect("people.csv⇅> ")
    try terminal.expect("edit 0:1 na")
    terminal.type("me=Bea\r")
    try terminal.expect("changed 1 cell in 1 section")
    terminal.type("changes\r")
    try terminal.expect("~ @2 name: 'Ben' → 'Bea'")
    // The next line means what is there now.
    terminal.type("edit 0:1 pay=6\r")
    try terminal.expect("changed 1 cell in 1 section")
    terminal.type("changes\r")
    try terminal.expect("~ @0 pay: '5' → '6'")
    terminal.type("quit!\r")
    #expect(try terminal.status() == 0)
    #expect(terminal.isInOrdinaryModes)
  }

  @Test("a row that was deleted while a line about it was typed is an error, and nothing is done")
  func gone() throws {
    let terminal = try terminal()
    terminal.type("watch on\r")
    try terminal.expect("people.csv⇅> ")
    terminal.type("delete 0:1")
    try terminal.expect("delete 0:1")
    try script("sed -i /^2/d people.csv")
    try terminal.expect("live people +0 −1 ~0")
    try terminal.expect("delete 0:1")
    terminal.type("\r")
    try terminal.expect("the row '2' was deleted by others while the line was typed")
    // A line that is dropped takes what it meant along.
    terminal.type("delete 0:1")
    try terminal.expect("delete 0:1")
    try script("sed -i '1a 9,Ida,1' people.csv")
    try terminal.expect("live people +1 −0 ~0")
    terminal.press(.controlC)
    try terminal.expect("^C")
    try terminal.expect("people.csv⇅> ")
    terminal.type("delete 0:0\r")
    try terminal.expect("deleted 1 row")
    terminal.type("changes\r")
    try terminal.expect("- @9")
    terminal.type("quit!\r")
    #expect(try terminal.status() == 0)
  }

  @Test("two programs edit one file, each seeing what the other saves, and resolve a conflict")
  func two() throws {
    let (first, second) = (try terminal(), try terminal())
    for terminal in [first, second] {
      terminal.type("watch on\r")
      try terminal.expect("people.csv⇅> ")
    }
    first.type("edit @1 pay=11; save\r")
    try first.expect("saved 3 rows")
    try second.expect("live people +0 −0 ~1")
    second.type("edit @1 pay=12\r")
    try second.expect("people.csv⇅*> ")
    first.type("edit @1 pay=13; save\r")
    try first.expect("saved 3 rows")
    try second.expect("1 conflict")
    try second.expect("conflict: row '1', pay: '12' here, '13' in the source")
    second.type("save\r")
    try second.expect("error: 1 conflict with the source")
    second.type("conflicts keep mine; save\r")
    try second.expect("saved 3 rows")
    try first.expect("live people +0 −0 ~1")
    for terminal in [first, second] {
      terminal.type("quit\r")
      #expect(try terminal.status() == 0)
    }
    #expect(folder.read("people.csv") == "id,name,pay\n1,Ann,12\n2,Ben,20\n3,Cy,30\n")
  }

  @Test("where no line can be edited it is told that changes wait, and Enter lets them in")
  func dumb() throws {
    let session = try TerminalSession(
      table: "id,name,pay\n1,Ann,10\n2,Ben,20\n3,Cy,30\n", in: folder,
      environment: ["TERM": "dumb"], prompt: "")
    let terminal = session.terminal
    terminal.type("watch on\r")
    try terminal.expect("is watched")
    // What is typed by then means what was seen.
    terminal.type("delete 0:1")
    // Nothing tells when it waits for a line.
    try script("sleep 0.5; sed -i 's/^2/0,Zed,5\\n2/' people.csv")
    try terminal.expect("1 push waits")
    terminal.type("\r")
    try terminal.expect("deleted 1 row")
    try terminal.expect("live people +1 −0 ~0")
    terminal.type("changes\r")
    try terminal.expect("- @2")
    try script("sleep 0.5; sed -i 's/^3,Cy/3,Cyd/' people.csv")
    try terminal.expect("1 push waits")
    terminal.type("\r")
    try terminal.expect("live people +0 −0 ~1")
    terminal.type("quit!\r")
    #expect(try terminal.status() == 0)
    #expect(!terminal.transcript.contains("\u{1B}"))
  }
}
