import Expectations
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
      home: served.folder,
      ["--allow-read=\(served.folder.path)", "firebase://127.0.0.1:\(served.port)/"], columns: 100,
      rows: 40, environment: ["NO_COLOR": "1"])
    prompt = "127.0.0.1:\(served.port)⇅"
    try terminal.expect("\(prompt)> ")
  }

  /// Ann has gone, and Ben has 25: the rows of all index paths are others.
  private func push() throws {
    try expectEqual(
      served.ask("PATCH", "/", #"{"1":null,"2/pay":25}"#).status, 200)
  }

  private func expectPush(_ prompt: String) throws {
    try terminal.expect("+0 −1 ~1\r\n", prompt)
  }

  private func end() throws {
    try expectEqual(terminal.leave("quit!"), 0)
    expect(terminal.isInOrdinaryModes)
    try expectEqual(served.quit(), 0)
  }

  @Test(
    "a question that is half answered is about the rows that were there", arguments: [true, false])
  func question(isAnswered: Bool) throws {
    try terminal.enter("delete 0:1, 0:2", expecting: "Delete 2 of 3 rows? [y/N] ")
    terminal.type("ye")
    try push()
    try terminal.expect("1 push waits\r\n", "Delete 2 of 3 rows? [y/N] ")
    if isAnswered {
      try terminal.enter("s", expecting: "deleted 2 rows", "1 conflict", "\(prompt) 1 conflict*> ")
      try terminal.enter("changes", expecting: "- @2\r\n- @3\r\n")
    } else {
      terminal.press(.controlC)
      try expectPush("\(prompt)> ")
      try terminal.enter("changes", expecting: "no unsaved changes")
    }
    try end()
  }

  @Test("the question of quit is answered first", arguments: ["c", "d", "s", "^C"])
  func quit(answer: String) throws {
    try terminal.enter("edit @3 pay=31", expecting: "\(prompt)*> ")
    try terminal.enter("quit", expecting: "save, discard or cancel? [s/d/C] ")
    try push()
    if answer == "^C" { terminal.press(.controlC) } else { terminal.type("\(answer)\r") }
    if answer == "c" || answer == "^C" {
      try expectPush("\(prompt)*> ")
      try terminal.enter("changes", expecting: "~ @3 pay: '30' → '31'\r\n")
      return try end()
    }
    try expectEqual(terminal.status(), 0)
    let saved = answer == "s" ? "31" : "30"
    try expectEqual(
      served.ask("GET", "/").body,
      #"{"2":{"name":"Ben","pay":25},"3":{"name":"Cy","pay":\#(saved)}}"#)
    try expectEqual(served.quit(), 0)
  }

  @Test(
    "a command of Lua sees one table, and what is typed meanwhile means that",
    arguments: [true, false])
  func lua(isInterrupted: Bool) throws {
    try terminal.enter("lua dofile(\"busy.lua\")", expecting: "\(prompt)> ")
    try terminal.enter("busy", expecting: "began\r\n")
    try push()
    if isInterrupted {
      try terminal.press(.controlC, expecting: "interrupted")
    } else {
      // Typed before the change is seen.
      terminal.type("edit 0:0 pay=11\r")
      try served.folder.write("", to: "go")
      try terminal.expect("2,Ben,20\r\n", "changed 1 cell", "1 conflict")
    }
    try end()
  }

  @Test("a pan passes the rows that were there when it began", arguments: [true, false])
  func pan(isInterrupted: Bool) throws {
    try terminal.enter(
      "set pan.enabled on; edit on; lua dofile(\"busy.lua\")", expecting: "\(prompt) [Delete]> ")
    try terminal.enter("pan 0:1 0:2 end", expecting: "began\r\n")
    try push()
    if isInterrupted {
      try terminal.press(.controlC, expecting: "interrupted")
      try expectPush("\(prompt) [Delete]> ")
      try terminal.enter("selection", expecting: "selected              0 rows")
    } else {
      try served.folder.write("", to: "go")
      try terminal.expect("2 rows selected")
      try expectPush("\(prompt) [Delete (2)]> ")
      try terminal.enter("selection", expecting: "selected              2 rows")
    }
    try end()
  }

  @Test(
    "a list of completions stands, and the line that is typed goes on", arguments: [true, false])
  func completion(isInterrupted: Bool) throws {
    try terminal.type("edit 0:1 \t\t", expecting: "pay=", "edit 0:1 ")
    try push()
    try expectPush("\(prompt)> edit 0:1 ")
    if isInterrupted {
      try terminal.dropLine(prompt: "\(prompt)> ")
      // What is typed next means what is there now.
      try terminal.enter("edit 0:1 name=Cyd", expecting: "changed 1 cell")
      try terminal.enter("changes", expecting: "~ @3 name: 'Cy' → 'Cyd'\r\n")
    } else {
      try terminal.enter("name=Bea", expecting: "changed 1 cell")
      try terminal.enter("changes", expecting: "~ @2 name: 'Ben' → 'Bea'\r\n")
    }
    try end()
  }
}
