import Expectations
import Glibc
import LiveSupport
import Synchronization
import TableKit
import TestSupport
import Testing

@testable import TableLive
@testable import TableShell

/// What servers do that are busy, broken or not ours.
@Suite(.ends) struct HostileTests {
  private let session = Session(nil)

  init() { session.shell.options.coalesces = false }

  private static let tree = #"{"a":{"n":1},"b":{"n":1}}"#

  private func open(_ port: Int) -> String {
    session.run("open firebase://127.0.0.1:\(port)/")
  }

  @Test(
    "a server that cannot be read is an error that says why, at once",
    arguments: [
      ("HTTP/1.1 500 X\r\nContent-Length: 0\r\n\r\n", "busy (500)"),
      ("HTTP/1.1 429 X\r\nContent-Length: 0\r\n\r\n", "busy (429)"),
      ("HTTP/1.1 401 X\r\nContent-Length: 0\r\n\r\n", "401"),
      ("HTTP/1.1 403 X\r\nContent-Length: 0\r\n\r\n", "403"),
      ("HTTP/1.1 404 X\r\nContent-Length: 0\r\n\r\n", "404"),
      ("HTTP/1.1 307 X\r\nLocation: /.json\r\nContent-Length: 0\r\n\r\n", "redirect"),
      ("HTTP/1.1 307 X\r\nLocation: http://127.0.0.2:1/\r\nContent-Length: 0\r\n\r\n", "redirect"),
      ("HTTP/1.1 307 X\r\nLocation: https://example.com/\r\nContent-Length: 0\r\n\r\n", "redirect"),
      ("\u{1}\u{2}garbage\n\n", "HTTP"),
      ("", "before its answer was complete"),
      ("HTTP/1.1 200 X\r\n\r\n", "the server ended the stream"),
      ("HTTP/1.1 200 X\r\n\r\nevent: put\ndata: {\"path\":\"/\",\"data\":{\"a\":", "ended"),
      ("HTTP/1.1 200 X\r\n\r\nevent: put\ndata: nonsense\n\n", "cannot be read"),
      (
        "HTTP/1.1 200 X\r\n\r\nevent: put\ndata: {\"path\":\"/a\",\"data\":1}\n\n", "the whole tree"
      ),
      ("HTTP/1.1 200 X\r\n\r\nevent: cancel\ndata: null\n\n", "no longer allowed"),
    ])
  func open(answer: String, why: String) throws {
    let server = try HostileServer { $0.send(answer) }
    defer { server.stop() }
    session.shell.options.environment = { $0 == "FIREBASE_TOKEN" ? "secret-token" : nil }
    let said = open(server.port)
    expect(said.hasPrefix("error: "), "\(said)")
    expect(said.contains(why), "\(said)")
    expect(!said.contains("secret-token"))
    expectNil(session.shell.current)
    // Redirections are followed, and another token may be tried, but nothing is asked over and over.
    expect(server.lines.count <= 6, "\(server.lines)")
  }

  @Test("^C ends the wait for a server that never answers")
  func silent() throws {
    let server = try HostileServer { $0.wait() }
    defer { server.stop() }
    interrupt { server.lines.count == 1 }
    expectInterrupted(open(server.port))
    expectNil(session.shell.current)
  }

  /// Has ^C pressed once something holds.
  private func interrupt(when holds: @escaping () -> Bool) {
    session.console.isInterrupted = false
    session.console.interrupts = holds
  }

  /// Expects that ^C has ended a command, and that the wait did not go on: while a program waits it
  /// looks for ^C ten times a second, and would for a minute.
  private func expectInterrupted(
    _ said: String, file: StaticString = #filePath, line: Int = #line
  ) {
    expect(said.hasPrefix("error: interrupted"), "\(said)", file: file, line: line)
    let looks = session.console.looksSinceInterrupt
    expect(looks < 20, "\(looks) looks since ^C", file: file, line: line)
    session.console.isInterrupted = false
  }

  /// What a server does with the streams that are asked of it, the last again and again.
  private final class Script: Sendable {
    typealias Step = @Sendable (HostileServer.Exchange) -> Void
    private let steps: Mutex<[Step]>
    init(_ steps: [Step]) { self.steps = Mutex(steps) }
    func answer(_ exchange: HostileServer.Exchange) {
      let step = steps.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
      step(exchange)
    }
  }

  private static let live: Script.Step = { exchange in
    exchange.stream(tree)
    exchange.wait()
  }

  /// A case of a connection that goes wrong: what the watch finds, and what is told of it.
  struct Trouble: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let state: String
    let body: @Sendable (HostileServer.Exchange) -> Void

    init(
      _ name: String, _ state: String, _ body: @escaping @Sendable (HostileServer.Exchange) -> Void
    ) {
      (testDescription, self.state, self.body) = (name, state, body)
    }
  }

  static let troubles = [
    Trouble("garbage", "reconnecting: the server sent what cannot be read") {
      $0.stream(tree)
      $0.send("event: put\ndata: nonsense\n\n")
      $0.wait()
    },
    Trouble("half an event", "reconnecting: the server ended the stream") {
      $0.stream(tree)
      $0.send("event: put\ndata: {\"path\":\"/a/n\",\"data\":9}")
    },
    Trouble("cancel", "denied: no more") {
      $0.stream(tree)
      $0.send("event: cancel\ndata: \"no more\"\n\n")
      $0.wait()
    },
    Trouble("auth_revoked", "reconnecting: it has expired") {
      $0.stream(tree)
      $0.send("event: auth_revoked\ndata: \"it has expired\"\n\n")
      $0.wait()
    },
  ]

  @Test("a connection that goes wrong leaves table and edits, and is told", arguments: troubles)
  func follow(trouble: Trouble) throws {
    let isBack = Atomic(false)
    let hold: Script.Step = { exchange in
      exchange.wait { isBack.load(ordering: .relaxed) }
      exchange.stream(#"{"a":{"n":1},"b":{"n":5},"c":{"n":6}}"#)
      exchange.wait()
    }
    let isReady = Atomic(false)
    let script = Script([
      Self.live,
      { exchange in
        exchange.wait { isReady.load(ordering: .relaxed) }
        trouble.body(exchange)
      }, hold,
    ])
    let server = try HostileServer { script.answer($0) }
    defer { server.stop() }
    session.shell.options.environment = { $0 == "FIREBASE_TOKEN" ? "token" : nil }
    expect(open(server.port).contains("2 rows"))
    session.run("edit @a n=7")
    session.run("watch on")
    isReady.store(true, ordering: .relaxed)
    let shell = session.shell
    let live = try require(shell.live.all.first)
    let told = session.takeIn(until: { live.state.summary.contains(trouble.state) })
    expectEqual(told.split(separator: "\n").count { $0.contains(trouble.state) }, 1, "\(told)")
    expect(shell.prompt.contains("!*"), "\(shell.prompt)")
    expect(session.run("watch").contains(live.state.reason ?? "nothing"))
    expect(session.run("info").contains(live.state.summary))
    expectEqual(session.run("changes"), "~ @a n: '1' → '7'\n")
    expect(session.run("export -").contains("a,7"))
    let waited = session.run("watch --count 1 --timeout 0.2")
    expect(waited.contains("error: "), "\(waited)")
    expect(waited.contains(live.state.reason ?? "nothing"), "\(waited)")

    isBack.store(true, ordering: .relaxed)
    if live.follower.hasEnded { expect(!session.run("reload").contains("error")) }
    session.takeIn(until: { live.state == .live && shell.current?.table.rowCount == 3 })
    expect(shell.prompt.contains("⇅*"), "\(shell.prompt)")
    expectEqual(session.run("changes"), "~ @a n: '1' → '7'\n")
    expect(session.run("export -").contains("b,5"))
  }

  @Test("^C and failures of reload leave the table, the edits and the watch")
  func reload() throws {
    let isSilent = Atomic(false)
    let isPushed = Atomic(false)
    let server = try HostileServer { exchange in
      if isSilent.load(ordering: .relaxed) { return exchange.wait() }
      exchange.stream(Self.tree)
      exchange.wait { isPushed.load(ordering: .relaxed) }
      exchange.event("put", "/b/n", "5")
      exchange.wait()
    }
    defer { server.stop() }
    expect(open(server.port).contains("2 rows"))
    session.run("watch on")
    session.awaitLive()
    session.run("edit @a n=7")
    isSilent.store(true, ordering: .relaxed)
    let requests = server.lines.count
    interrupt { server.lines.count > requests }
    expectInterrupted(session.run("reload"))
    expectEqual(session.shell.live.all.first?.state, .live)
    expectEqual(session.run("changes"), "~ @a n: '1' → '7'\n")
    isPushed.store(true, ordering: .relaxed)
    expect(session.awaitPush().contains("reconfigure row   0:1"))
  }

  @Test("after reload a push still wakes the session, and what is not watched stays so")
  func wake() throws {
    let isPushed = Atomic(false)
    let streams = Atomic(0)
    let server = try HostileServer { exchange in
      streams.add(1, ordering: .relaxed)
      exchange.stream(Self.tree)
      exchange.wait { isPushed.load(ordering: .relaxed) }
      exchange.event("put", "/b/n", "5")
      exchange.wait()
      streams.subtract(1, ordering: .relaxed)
    }
    defer { server.stop() }
    expect(open(server.port).contains("2 rows"))
    session.run("reload")
    expectEventuallyEqual(streams.load(ordering: .relaxed), 0)
    session.run("watch on")
    session.awaitLive()
    session.run("reload")
    expectEventuallyEqual(streams.load(ordering: .relaxed), 1)
    // That it is connected may be heard a moment after the tree.
    session.awaitLive()
    isPushed.store(true, ordering: .relaxed)
    let waiter = try require(session.shell.live.waiter)
    let isWoken = eventually {
      guard waiter.wait(atMost: .milliseconds(500)) else { return false }
      return !session.shell.takePushes().isEmpty
    }
    expect(isWoken)
  }

  @Test("^C while saving leaves what is not saved, and the watch")
  func save() throws {
    let server = try HostileServer { exchange in
      if exchange.isStream {
        exchange.stream(Self.tree)
        return exchange.wait()
      }
      if exchange.line.hasPrefix("PUT") { return exchange.wait() }
      exchange.reply(200, #"{"n":1}"#, "ETag: e")
    }
    defer { server.stop() }
    expect(open(server.port).contains("2 rows"))
    session.run("watch on")
    session.awaitLive()
    session.run("edit @a n=7")
    interrupt { server.lines.contains { $0.hasPrefix("PUT") } }
    expectInterrupted(session.run("save"))
    expectEqual(session.run("changes"), "~ @a n: '1' → '7'\n")
    expectEqual(session.shell.live.all.first?.state, .live)
  }
}
