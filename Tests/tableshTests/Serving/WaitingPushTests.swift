import LiveSupport
import TestSupport
import Testing

/// Changes of others that come while the user is in the middle of something: they wait, and come in
/// when that is over.
@Suite(.ends) struct WaitingPushTests {
  private let served: ServedProgram
  private let terminal: PseudoTerminal
  private let prompt: String

  init() throws {
    served = try ServedProgram()
    try served.folder.write(
      """
      local function wait()
        print("be" .. "gan")
        while not io.open("go") do end
      end
      tablesh.command { name = "busy", run = function()
        wait()
        print(tablesh.run("export -").output)
      end }
      tablesh.policy { name = "slow", will_select = function() wait() return true end }
      """, to: "busy.lua")
    terminal = try PseudoTerminal(
      product("tablesh"),
      ["--allow-read=\(served.folder.path)", "firebase://127.0.0.1:\(served.port)/"], columns: 100,
      rows: 40, environment: ServedProgram.environment(served.folder),
      directory: served.folder.path)
    prompt = "127.0.0.1:\(served.port)⇅"
    try terminal.expect("\(prompt)> ")
  }

  /// Ann has gone, and Ben has 25: the rows of all index paths are others.
  private func push() throws {
    #expect(
      try served.ask("PATCH", "/", #"{"1":null,"2/pay":25}"#).status == 200)
  }

  private func expectPush(_ prompt: String) throws {
    try terminal.expect("+0 −1 ~1\r\n")
    try terminal.expect(prompt)
  }

  private func end() throws {
    terminal.type("quit!\r")
    #expect(try terminal.status() == 0)
    #expect(terminal.isInOrdinaryModes)
    #expect(try served.quit() == 0)
  }

  @Test(
    "a question that is half answered is about the rows that were there", arguments: [true, false])
  func question(isAnswered: Bool) throws {
    terminal.type("delete 0:1, 0:2\r")
    try terminal.expect("Delete 2 of 3 rows? [y/N] ")
    terminal.type("ye")
    try push()
    try terminal.expect("1 push waits\r\n")
    try terminal.expect("Delete 2 of 3 rows? [y/N] ")
    if isAnswered {
      terminal.type("s\r")
      try terminal.expect("deleted 2 rows")
      try terminal.expect("1 conflict")
      try terminal.expect("\(prompt) 1 conflict*> ")
      terminal.type("changes\r")
      try terminal.expect("- @2\r\n- @3\r\n")
    } else {
      terminal.press(.controlC)
      try expectPush("\(prompt)> ")
      terminal.type("changes\r")
      try terminal.expect("no unsaved changes")
    }
    try end()
  }

  @Test("the question of quit is answered first", arguments: ["c", "d", "s", "^C"])
  func quit(answer: String) throws {
    terminal.type("edit @3 pay=31\r")
    try terminal.expect("\(prompt)*> ")
    terminal.type("quit\r")
    try terminal.expect("save, discard or cancel? [s/d/C] ")
    try push()
    if answer == "^C" { terminal.press(.controlC) } else { terminal.type("\(answer)\r") }
    if answer == "c" || answer == "^C" {
      try expectPush("\(prompt)*> ")
      terminal.type("changes\r")
      try terminal.expect("~ @3 pay: '30' → '31'\r\n")
      return try end()
    }
    #expect(try terminal.status() == 0)
    let saved = answer == "s" ? "31" : "30"
    #expect(
      try served.ask("GET", "/").body
        == #"{"2":{"name":"Ben","pay":25},"3":{"name":"Cy","pay":\#(saved)}}"#)
    #expect(try served.quit() == 0)
  }

  @Test(
    "a command of Lua sees one table, and what is typed meanwhile means that",
    arguments: [true, false])
  func lua(isInterrupted: Bool) throws {
    terminal.type("lua dofile(\"busy.lua\")\r")
    try terminal.expect("\(prompt)> ")
    terminal.type("busy\r")
    try terminal.expect("began\r\n")
    try push()
    if isInterrupted {
      terminal.press(.controlC)
      try terminal.expect("interrupted")
    } else {
      // Typed before the change is seen.
      terminal.type("edit 0:0 pay=11\r")
      try served.folder.write("", to: "go")
      try terminal.expect("2,Ben,20\r\n")
      try terminal.expect("changed 1 cell")
      try terminal.expect("1 conflict")
    }
    try end()
  }

  @Test("a pan passes the rows that were there when it began", arguments: [true, false])
  func pan(isInterrupted: Bool) throws {
    terminal.type("edit on; lua dofile(\"busy.lua\")\r")
    try terminal.expect("\(prompt) [Delete]> ")
    terminal.type("pan 0:1 0:2 end\r")
    try terminal.expect("began\r\n")
    try push()
    if isInterrupted {
      terminal.press(.controlC)
      try terminal.expect("interrupted")
      try expectPush("\(prompt) [Delete]> ")
      terminal.type("selection\r")
      try terminal.expect("selected              0 rows")
    } else {
      try served.folder.write("", to: "go")
      try terminal.expect("2 rows selected")
      try expectPush("\(prompt) [Delete (2)]> ")
      terminal.type("selection\r")
      try terminal.expect("selected              2 rows")
    }
    try end()
  }

  @Test(
    "a list of completions stands, and the line that is typed goes on", arguments: [true, false])
  func completion(isInterrupted: Bool) throws {
    terminal.type("edit 0:1 \t\t")
    try terminal.expect("pay=")
    try terminal.expect("edit 0:1 ")
    try push()
    try expectPush("\(prompt)> edit 0:1 ")
    if isInterrupted {
      terminal.press(.controlC)
      try terminal.expect("^C")
      try terminal.expect("\(prompt)> ")
      // What is typed next means what is there now.
      terminal.type("edit 0:1 name=Cyd\r")
      try terminal.expect("changed 1 cell")
      terminal.type("changes\r")
      try terminal.expect("~ @3 name: 'Cy' → 'Cyd'\r\n")
    } else {
      terminal.type("name=Bea\r")
      try terminal.expect("changed 1 cell")
      terminal.type("changes\r")
      try terminal.expect("~ @2 name: 'Ben' → 'Bea'\r\n")
    }
    try end()
  }
}
