import Expectations
import TableLive
import HTTP
import Synchronization
import LiveSupport
import TestSupport
import Testing

@testable import TableFirebase

@Suite("Watching over a real connection", .ends)
struct FirebaseWatchTests {
  /// What a watch has told so far, and the tree that this makes.
  private final class Log: Sendable {
    private struct Content {
      var tree = FirebaseTree()
      var states: [FirebaseStream.State] = []
      var resets = 0
      var reasons: [String] = []
      var isWholeBeforeLive = false
    }

    private let content = Mutex(Content())

    func take(_ news: [FirebaseWatch.News]) {
      content.withLock { content in
        for item in news {
          switch item {
          case .reset(let node):
            content.tree = FirebaseTree(node)
            content.resets += 1
          case .change(let change): content.tree.apply(change)
          case .state(let state, let reason):
            content.states.append(state)
            if let reason { content.reasons.append(reason.message) }
          }
        }
        if content.resets > 0, !content.states.contains(.live) { content.isWholeBeforeLive = true }
      }
    }

    /// Whether somebody who looked at each of the news would have seen the tree of a connection that
    /// was not live.
    var isWholeBeforeLive: Bool { content.withLock { $0.isWholeBeforeLive } }

    var text: String { content.withLock { FirebaseWriter.text($0.tree.root) } }
    var states: [FirebaseStream.State] { content.withLock { $0.states } }
    var reasons: [String] { content.withLock { $0.reasons } }
    var resets: Int { content.withLock { $0.resets } }
  }

  private func address(_ port: Int, _ path: String = "") throws -> FirebaseAddress {
    try require(try FirebaseAddress("firebase://127.0.0.1:\(port)/\(path)"))
  }

  @Test("a watched tree follows the served one")
  func follows() throws {
    let served = try ServedTree("{\"people\":{\"ann\":{\"age\":41}}}")
    let (log, part) = (Log(), Log())
    let token = served.token.text
    let watch = try FirebaseWatch(
      try address(served.service.port), tokens: { _ in token }, onNews: log.take)
    let partWatch = try FirebaseWatch(
      try address(served.service.port, "people/ann"), tokens: { _ in token }, onNews: part.take)
    expectEventuallyEqual(log.states, [.connecting, .live])
    expectEventuallyEqual(part.text, "{\"age\":41}")
    var random = SeededGenerator(seed: 7)
    for step in 0..<300 {
      let keys = (0..<1 + random.below(3)).map { _ in
        FirebaseKey(["people", "ann", "age", "x"][random.below(4)])
      }
      served.change(.put(FirebasePath(keys), random.oneIn(4) ? nil : .value(String(step))))
    }
    served.change(.put(try FirebasePath("people/ann/é"), .value("\"🌱\"")))
    served.change(.put(try FirebasePath("end"), .value("true")))
    expectEventuallyEqual(log.text, served.text)
    let expected = FirebaseWriter.text(served.tree[try FirebasePath("people/ann")])
    expectEventuallyEqual(part.text, expected)
    expectEqual(log.resets, 1)
    expect(!log.isWholeBeforeLive && !part.isWholeBeforeLive)
    watch.stop()
    watch.stop()
    partWatch.stop()
    expectEventuallyEqual(served.service.watcherCount, 0)
  }

  @Test("when the server comes back, everything is read again")
  func reconnects() throws {
    let log = Log()
    let tokens = Mutex("")
    let port = try lastingPort()
    var served: ServedTree? = try ServedTree("{\"a\":1}", port: port)
    tokens.withLock { $0 = served?.token.text ?? "" }
    let watch = try FirebaseWatch(
      try address(port), tokens: { _ in tokens.withLock { $0 } }, onNews: log.take)
    expectEventuallyEqual(log.text, "{\"a\":1}")
    served = nil
    expectEventuallyEqual(log.states.last, .reconnecting)
    expectEqual(log.text, "{\"a\":1}")
    awaitNobody(at: port)
    let again = try ServedTree("{\"a\":2}", port: port)
    tokens.withLock { $0 = again.token.text }
    expectEventuallyEqual(log.text, "{\"a\":2}")
    expectEventuallyEqual(log.states.last, .live)
    watch.stop()
  }

  @Test("a wrong token is replaced once by a new one")
  func newToken() throws {
    let served = try ServedTree("{\"a\":1}")
    let token = served.token.text
    let log = Log()
    let watch = try FirebaseWatch(
      try address(served.service.port), tokens: { $0 ? token : "old" }, onNews: log.take)
    expectEventuallyEqual(log.states, [.connecting, .reconnecting, .live])
    watch.stop()
    let other = Log()
    let hopeless = try FirebaseWatch(
      try address(served.service.port), tokens: { _ in "old" }, onNews: other.take)
    expectEventuallyEqual(other.states, [.connecting, .reconnecting, .stale])
    hopeless.stop()
    let none = Log()
    let without = try FirebaseWatch(
      try address(served.service.port), tokens: { _ in nil }, onNews: none.take)
    expectEventuallyEqual(none.states, [.connecting, .reconnecting, .stale])
    without.stop()
  }

  @Test("cancel and broken events of a server that is not ours")
  func otherServer() throws {
    let pieces = Mutex([
      "event: put\ndata: {\"path\":\"/\",\"data\":{\"a\":1}}\n\nevent: put\ndata: {"
    ])
    pieces.withLock {
      $0 += [
        "event: put\ndata: {\"path\":\"/\",\"data\":{\"a\":2}}\n\nevent: put\ndata: nonsense\n\n",
        "event: put\ndata: {\"path\":\"/\",\"data\":{\"a\":3}}\n\nevent: cancel\ndata: \"no\"\n\n",
      ]
    }
    let server = try HTTPServer(gate: nil) { _, reply in
      let piece = pieces.withLock { $0.isEmpty ? "" : $0.removeFirst() }
      reply.stream(first: Array(piece.utf8)).finish()
    }
    let log = Log()
    let watch = try FirebaseWatch(
      try address(server.port), tokens: { _ in nil }, onNews: log.take)
    expectEventuallyEqual(log.states.last, .denied)
    expect(log.text == "{\"a\":3}" && log.resets == 3 && log.reasons.last == "no")
    watch.stop()
  }

  @Test("stops at once, also while it pauses or waits for an answer")
  func stops() throws {
    let closed = try HTTPServer(port: lastingPort(), gate: nil) { _, _ in }
    let port = closed.port
    let log = Log()
    let waiting = try FirebaseWatch(try address(port), tokens: { _ in nil }, onNews: log.take)
    expectEventuallyEqual(closed.clientCount, 1)
    waiting.stop()
    // It did not wait until the server was silent for too long.
    expectEqual(log.states, [.connecting])
    closed.stop()
    let pausing = try FirebaseWatch(try address(port), tokens: { _ in nil }, onNews: log.take)
    expectEventuallyEqual(log.states.last, .reconnecting)
    pausing.stop()
  }

  @Test("tokens go to Firebase, to this machine and to a host that was named with them only")
  func tokenHosts() throws {
    func mayGet(_ text: String, _ named: String? = nil) throws -> Bool? {
      try FirebaseAddress(text)?.mayGetToken(namedHost: named)
    }
    try expectEqual(mayGet("firebase://a.firebaseio.com/x"), true)
    try expectEqual(mayGet("https://a.europe-west1.firebasedatabase.app/x.json"), true)
    try expectEqual(mayGet("firebase://127.0.0.1:80"), true)
    try expectEqual(mayGet("https://firebaseio.com.example/x.json"), false)
    try expectEqual(mayGet("https://a.example/x.json", "A.example"), true)
    try expectNil(mayGet("https://a.example/x.csv"))
    try expectEqual(mayGet("http://127.0.0.1:80/x.json?auth=1"), true)
    let address = try require(try FirebaseAddress("firebase://a.firebaseio.com/b c%2C/ü?auth=1"))
    expectEqual(address.path.text, "/b c,/ü")
    expectEqual(address.address().shown, "https://a.firebaseio.com/b%20c%2C/%C3%BC.json")
  }
}
