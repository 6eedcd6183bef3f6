import Expectations
import Glibc
import LiveSupport
import Synchronization
import TestSupport
import Testing

/// Programs that follow a tree of a server, whatever that does.
@Suite(.ends) struct FollowingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func terminal(in folder: TemporaryFolder) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      home: folder, [], columns: 100, rows: 40, environment: ["NO_COLOR": "1"])
    try terminal.expect("tablesh> ")
    return terminal
  }

  /// A server that answers nothing while it is silent, and sends what is pushed.
  private final class Server: Sendable {
    let isSilent = Atomic(true)
    let pushes = Atomic(0)
    let requests = Atomic(0)

    func answer(_ exchange: HostileServer.Exchange) {
      requests.add(1, ordering: .relaxed)
      if isSilent.load(ordering: .relaxed) || exchange.line.hasPrefix("PUT") {
        return exchange.wait()
      }
      guard exchange.isStream else { return exchange.reply(200, #"{"n":1}"#, "ETag: e") }
      exchange.stream(#"{"a":{"n":1},"b":{"n":1}}"#)
      for push in 1... {
        exchange.wait { pushes.load(ordering: .relaxed) >= push }
        guard pushes.load(ordering: .relaxed) >= push else { return }
        exchange.event("put", "/b/n", "\(push + 10)")
      }
    }
  }

  // That no wait goes on after ^C is counted in `HostileTests`.
  @Test("^C ends open, reload, save and watching at once; the table stays, and is followed further")
  func interrupted() throws {
    let server = Server()
    let hostile = try HostileServer { server.answer($0) }
    defer { hostile.stop() }
    let terminal = try terminal(in: folder)

    /// Types a line that waits for the server, and ^C as soon as that has heard of it.
    func interrupt(_ line: String, asks: Bool = true) throws {
      let asked = server.requests.load(ordering: .relaxed)
      // What is typed differs from what is printed.
      try terminal.enter("echo 'be'gan; \(line)", expecting: "began\r\n")
      if asks { expectEventually(server.requests.load(ordering: .relaxed) > asked, "\(line)") }
      // Whatever ended by itself would tell something else.
      try terminal.press(.controlC, expecting: "interrupted", "> ")
    }

    try interrupt("open firebase://127.0.0.1:\(hostile.port)/")
    server.isSilent.store(false, ordering: .relaxed)
    try terminal.enter("open firebase://127.0.0.1:\(hostile.port)/", expecting: "2 rows")
    try terminal.enter("watch on; edit @a n=7", expecting: "⇅*> ")
    server.isSilent.store(true, ordering: .relaxed)
    try interrupt("reload")
    server.isSilent.store(false, ordering: .relaxed)
    // Its PUT is not answered.
    try interrupt("save")
    try interrupt("watch --for 1000000", asks: false)
    server.pushes.add(1, ordering: .relaxed)
    try terminal.expect("+0 −0 ~1", "⇅*> ")
    try terminal.enter("changes; export -", expecting: "~ @a n: '1' → '7'", "b,11")
    try expectEqual(terminal.leave("quit!"), 0)
  }

  @Test(
    "a signal ends a batch that waits for a server", arguments: ["open", "reload", "save", "watch"])
  func batch(command: String) throws {
    let server = Server()
    server.isSilent.store(command == "open", ordering: .relaxed)
    let hostile = try HostileServer { server.answer($0) }
    defer { hostile.stop() }
    let process = try LiveProcess(home: folder, [])
    process.write("open firebase://127.0.0.1:\(hostile.port)/\n")
    if command != "open" {
      process.write("edit @a n=7; echo opened\n")
      expect(process.expect("opened\n"))
      let asked = server.requests.load(ordering: .relaxed)
      server.isSilent.store(command == "reload", ordering: .relaxed)
      process.write(command == "watch" ? "watch --for 1000000\n" : command + "\n")
      expectEventually(server.requests.load(ordering: .relaxed) > asked)
    } else {
      expectEventuallyEqual(server.requests.load(ordering: .relaxed), 1)
    }
    expectEqual(process.end(with: SIGINT), 130, "\(process.output)")
  }

  @Test("a batch whose source is cancelled fails at once, and says so, also as JSON")
  func cancelled() throws {
    let hostile = try HostileServer { exchange in
      exchange.stream(#"{"a":{"n":1}}"#)
      exchange.send("event: cancel\ndata: \"not you\"\n\n")
      exchange.wait()
    }
    defer { hostile.stop() }
    let commands =
      "open firebase://127.0.0.1:\(hostile.port)/; watch on; watch --count 1 --timeout 600"
    let child = try ChildProcess.run(home: folder, ["-c", commands])
    expectEqual(child.status, 1)
    expect(
      child.errors.contains("error: no more changes come: denied: not you"), "\(child.errors)")
    let json = try ChildProcess.run(home: folder, ["--format", "json", "-c", commands])
    expectEqual(json.status, 1)
    expect(json.output.contains(#""state":"denied","why":"not you""#), "\(json.output)")
    expect(json.output.contains(#""code":"denied""#), "\(json.output)")
  }

  @Test("a conflict is told though it changes nothing here, and counts as a push")
  func conflictAlone() throws {
    let served = try ServedProgram()
    let terminal = try terminal(in: served.folder)
    try terminal.enter("open firebase://127.0.0.1:\(served.port)/", expecting: "3 rows")
    try terminal.enter("edit @3 pay=7", expecting: "⇅*> ")
    try expectEqual(served.ask("PUT", "/3/pay", "8").status, 200)
    try terminal.expect(
      "+0 −0 ~0, 1 conflict\r\n", "conflict: row '3', pay: '7' here, '8' in the source")
    terminal.type("watch --count 1 --timeout 600\r")
    try expectEqual(served.ask("PUT", "/3/pay", "9").status, 200)
    try terminal.expect("'9' in the source")
    try expectEqual(terminal.leave("quit!"), 0)
    try expectEqual(served.quit(), 0)
  }

  @Test(
    "numbers of rows without a key are others when a table is served again: no edit meets another row"
  )
  func numbers() throws {
    let table = "name,pay\nAnn,30\nBob,30\nCy,30\nDan,30\n"
    let served = try ServedProgram(table, named: "people.csv")
    let terminal = try terminal(in: served.folder)
    try terminal.enter("open firebase://127.0.0.1:\(served.port)/", expecting: "4 rows")
    try terminal.enter("edit @2 pay=99", expecting: "⇅*> ")
    try served.run("delete 0:0; save")
    try terminal.expect("−1 ~0")
    try expectEqual(served.quit(), 0)
    try terminal.expect("reconnecting")
    let again = try ServedProgram(
      "name,pay\nBob,30\nCy,30\nDan,30\n", named: "people.csv",
      arguments: ["--port", "\(served.port)"], in: served.folder)
    try terminal.expect("1 conflict", "row '2' is changed here and was deleted in the source")
    try terminal.enter("save; echo 'do'ne.", expecting: "conflict")
    try expectEqual(again.ask().body.contains("99"), false)
    try expectEqual(terminal.leave("quit!"), 0)
    try expectEqual(again.quit(), 0)
  }

  @Test("after a kill the user's own edits come back on top of what the server has then")
  func killed() throws {
    let served = try ServedProgram()
    let terminal = try terminal(in: served.folder)
    try terminal.enter("open firebase://127.0.0.1:\(served.port)/", expecting: "3 rows")
    try terminal.enter("watch on", expecting: "⇅> ")
    try expectEqual(served.ask("PUT", "/2/pay", "25").status, 200)
    try terminal.expect("~1")
    try terminal.enter(
      "edit @1 pay=11; delete @3; insert 0 key=9 name=New; echo 'do'ne.", expecting: "done.")
    try expectEqual(served.ask("PUT", "/1/name", #""Anna""#).status, 200)
    try terminal.expect("~1")
    try terminal.enter("edit @2 pay=100; echo 'do'ne.", expecting: "done.")
    try expectEqual(served.ask("PUT", "/2/name", #""Bea""#).status, 200)
    try terminal.expect("~1")
    terminal.send(signal: SIGKILL)
    _ = try terminal.status()
    // Who recovers it is killed, too.
    let second = try self.terminal(in: served.folder)
    try second.enter(
      "open firebase://127.0.0.1:\(served.port)/", expecting: "4 changes, is kept: recover")
    try second.enter(
      "recover --list", expecting: "unsaved changes\r\n    - @3\r\n    + @9 name='New'\r\n",
      "    ~ @1 pay: '10' → '11'", "    ~ @2 pay: '25' → '100'")
    try second.enter("recover; echo 'do'ne.", expecting: "recovered 4 changes", "done.")
    second.send(signal: SIGKILL)
    _ = try second.status()
    try expectEqual(served.ask("PUT", "/1/name", #""Annabel""#).status, 200)
    let child = try ChildProcess.run(
      home: served.folder,
      [
        "-c",
        "open firebase://127.0.0.1:\(served.port)/; recover; changes; conflicts; export -; save",
      ])
    let changes = "- @3\n~ @1 pay: '10' → '11'\n~ @2 pay: '25' → '100'\n+ @9\nno conflicts\n"
    expect(child.errors.contains(changes), "\(child.errors)")
    expect(child.output.contains("1,Annabel,11\n2,Bea,100\n9,New,\n"), "\(child.output)")
    expectEqual(child.status, 0, "\(child.errors)")
    try expectEqual(served.quit(), 0)
  }
}
