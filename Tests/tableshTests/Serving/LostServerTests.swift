import Expectations
import Glibc
import TestSupport
import Testing

/// Programs that follow `tablesh serve` while it stands still, and when another takes its place.
@Suite(.ends) struct LostServerTests {
  private let served: ServedProgram

  init() throws {
    served = try ServedProgram()
  }

  /// A program at the prompt, of the same user, that has opened what is served.
  private func follower(_ address: String? = nil) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      home: served.folder, [address ?? self.address], columns: 100, rows: 40,
      environment: ["NO_COLOR": "1"])
    try terminal.expect("⇅> ")
    return terminal
  }

  /// A program that runs lines from a pipe, and has opened what is served.
  private func batch(_ arguments: [String] = []) throws -> LiveProcess {
    let process = try LiveProcess(home: served.folder, arguments)
    process.write("open \(address)\nwatch on\n")
    return process
  }

  private var address: String { "firebase://127.0.0.1:\(served.port)/" }

  @Test("a server that stands still is lost after 45 s, and followed again when it goes on")
  func stopped() throws {
    let terminal = try follower()
    try terminal.enter("edit @1 pay=11", expecting: "⇅*> ")
    let batch = try batch(["--format", "json"])
    batch.write("edit @3 name=Cyd\nwatch --count 1 --timeout 600\nchanges\nexport -\nquit!\n")
    expect(batch.expect(#""command":"edit"#), "\(batch.output)")

    served.terminal.send(signal: SIGSTOP)
    try terminal.expect("live 127.0.0.1:\(served.port) reconnecting: no sign of life for ", "!*> ")
    expect(batch.expect(#""state":"reconnecting""#), "\(batch.output)")
    try terminal.enter(
      "info; changes", expecting: "no sign of life for ", "~ @1 pay: '10' → '11'\r\n")

    served.terminal.send(signal: SIGCONT)
    try expectEqual(served.ask("PUT", "/2/pay", "25").status, 200)
    try terminal.expect("+0 −0 ~1", "⇅*> ")
    try terminal.enter(
      "changes; export -", expecting: "~ @1 pay: '10' → '11'\r\n",
      "1,Ann,11\r\n2,Ben,25\r\n3,Cy,30\r\n")
    expectEqual(batch.wait(), 0)
    expect(batch.output.contains(#""state":"live","inserted":0,"deleted":0,"changed":1"#))
    expect(batch.output.contains(#"\n1,Ann,10\n2,Ben,25\n3,Cyd,30""#), "\(batch.output)")
    try terminal.enter("save", expecting: "saved 1 row")
    try expectEqual(served.ask("GET", "/1/pay").body, "11")
    try expectEqual(terminal.leave("quit"), 0)
    try expectEqual(served.quit(), 0)
  }

  @Test("^C ends what waits for a server that stands still, and what was there stays")
  func interrupted() throws {
    let terminal = try follower()
    try terminal.enter("edit @1 pay=11", expecting: "⇅*> ")
    served.terminal.send(signal: SIGSTOP)
    for command in ["open \(address)2", "reload", "save", "watch --for 1000000"] {
      // What is typed differs from what is printed. Whatever ended by itself would tell something else.
      try terminal.enter("echo 'be'gan; \(command)", expecting: "began\r\n")
      try terminal.press(.controlC, expecting: "interrupted", "*> ")
    }
    try terminal.enter("changes", expecting: "~ @1 pay: '10' → '11'\r\n")
    served.terminal.send(signal: SIGCONT)
    try expectEqual(served.ask("PUT", "/2/pay", "25").status, 200)
    try terminal.expect("+0 −0 ~1")
    try terminal.enter("save", expecting: "saved 1 row")
    try expectEqual(served.ask("GET", "/1/pay").body, "11")
    try expectEqual(served.quit(), 0)
    // Nothing is to be saved, and no server is needed for leaving.
    try expectEqual(terminal.leave("quit"), 0)
  }

  @Test(
    "a server that is killed and started again is found with its new token; what differs comes in")
  func restarted() throws {
    let terminal = try follower()
    try terminal.enter("edit @1 pay=11; edit @3 pay=31", expecting: "⇅*> ")
    let batch = try batch(["--format", "json"])
    batch.write("edit @3 name=Cyd\nwatch --count 1 --timeout 600\nchanges\nexport -\nquit!\n")
    expect(batch.expect(#""command":"edit"#), "\(batch.output)")

    served.terminal.send(signal: SIGKILL)
    _ = try served.terminal.status()
    try terminal.expect("reconnecting: ", "!*> ")
    expect(batch.expect(#""state":"reconnecting""#), "\(batch.output)")
    let again = try ServedProgram(
      "id,name,pay\n1,Ann,12\n2,Ben,20\n3,Cy,30\n4,Di,40\n",
      arguments: ["--port", "\(served.port)"],
      in: served.folder)
    expect(again.token != served.token)

    try terminal.expect(
      "+1 −0 ~0, 1 conflict", "conflict: row '1', pay: '11' here, '12' in the source",
      "⇅ 1 conflict*> ")
    expectEqual(batch.wait(), 0)
    expect(batch.output.contains(#"\n1,Ann,12\n2,Ben,20\n3,Cyd,30\n4,Di,40""#), "\(batch.output)")
    try terminal.enter("save", expecting: "error: 1 conflict with the source")
    try terminal.enter("conflicts keep mine; save", expecting: "saved 2 rows")
    try expectEqual(again.ask("GET", "/1/pay").body, "11")
    try expectEqual(again.ask("GET", "/3/pay").body, "31")
    // It is followed further.
    try expectEqual(again.ask("PUT", "/4/pay", "41").status, 200)
    try terminal.expect("+0 −0 ~1")
    try expectEqual(terminal.leave("quit"), 0)
    try expectEqual(again.quit(), 0)
  }

  @Test("a token of the address that a new server does not take is told, with what to do")
  func tokenOfAddress() throws {
    let terminal = try follower("\(address)?auth=\(served.token)")
    try terminal.enter("edit @1 pay=11", expecting: "⇅*> ")
    served.terminal.send(signal: SIGKILL)
    _ = try served.terminal.status()
    try terminal.expect("reconnecting: ")
    let again = try ServedProgram(
      arguments: ["--port", "\(served.port)"], in: served.folder)
    try terminal.expect("stale: ")
    let why = try terminal.expect("!*> ")
    expect(why.contains("401"), "\(why)")
    try terminal.enter("reload", expecting: "hint:")
    let hint = try terminal.expect("!*> ")
    expect(hint.contains("open 'firebase://…?auth=TOKEN', then reload"), "\(hint)")
    try terminal.enter("open \(address)?auth=\(again.token)", expecting: "!*> ")
    try terminal.enter("reload; changes", expecting: "~ @1 pay: '10' → '11'\r\n")
    try expectEqual(terminal.leave("quit!"), 0)
    try expectEqual(again.quit(), 0)
  }
}
