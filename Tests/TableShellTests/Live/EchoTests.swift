import Expectations
import Glibc
import LiveSupport
import Synchronization
import TableKit
import TestSupport
import Testing

@testable import TableLive
@testable import TableFirebase
@testable import TableShell

/// What a session that saves hears of its own writes.
struct EchoTests {
  private let session = Session(nil)

  init() { session.shell.options.coalesces = false }

  /// The events that a server is to send.
  private final class Events: Sendable {
    let queue = Mutex<[(path: String, data: String)]>([])
    func add(_ path: String, _ data: String) { queue.withLock { $0.append((path, data)) } }
    func pop() -> (path: String, data: String)? {
      queue.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
  }

  /// A server that takes every write, and sends the events that a test lets it.
  private func server(
    _ tree: String, _ events: Events, etag: String? = "ETag: e"
  ) throws -> HostileServer {
    let tree = Mutex(try FirebaseTree(FirebaseNode.read(tree)))
    return try HostileServer { exchange in
      let target = exchange.line.split(separator: " ")[1].dropLast(".json".count)
      guard let path = try? FirebasePath(String(target)) else { return exchange.reply(400) }
      if exchange.isStream {
        exchange.stream(tree.withLock { FirebaseWriter.text($0.root) })
        while true {
          var event: (path: String, data: String)?
          exchange.wait {
            event = events.pop(); return event != nil
          }
          guard let event else { return }
          exchange.event("put", event.path, event.data)
        }
      }
      let body = exchange.text.split(separator: "\r\n\r\n").dropFirst().joined()
      if exchange.line.hasPrefix("PUT"), let node = try? FirebaseNode.read(body) {
        tree.withLock { $0.put(node, at: path) }
      }
      let text = tree.withLock { FirebaseWriter.text($0[path]) }
      if let etag { exchange.reply(200, text, etag) } else { exchange.reply(200, text) }
    }
  }

  private func open(_ server: HostileServer) {
    session.run("open firebase://127.0.0.1:\(server.port)/")
    session.run("watch on")
    session.awaitLive()
  }

  /// What the table follows.
  private func tree() throws -> FirebaseSource {
    try require(FirebaseTable.of(try require(session.shell.current))).tree
  }

  private func cell(_ key: String, _ name: String) throws -> String {
    let table = try require(session.shell.current?.table)
    let row = try require(table.row(withKey: [key]))
    return table.cell(row, try require(table.column(named: name)).id).text
  }

  @Test(
    "while echoes come late, what was saved since never flips back",
    arguments: [["2", "3"], ["2", "3", "2"], ["2", "1", "2", "4"]], [false, true])
  func late(values: [String], atOnce: Bool) throws {
    let events = Events()
    let server = try server(#"{"a":{"n":1},"b":{"n":1},"m":{"n":0}}"#, events)
    defer { server.stop() }
    open(server)
    // So that a busy machine is not taken for one that lost them.
    try tree().echoSeconds = 1000
    var echoes: [(String, String)] = []
    for (i, value) in values.enumerated() {
      // Two rows of a small tree are written with the whole tree.
      session.run("edit @a n=\(value)" + (atOnce ? "; edit @b n=\(10 + i)" : ""))
      expect(session.run("save").contains("saved \(atOnce ? 2 : 1) row"))
      echoes.append(
        atOnce
          ? ("/", #"{"a":{"n":\#(value)},"b":{"n":\#(10 + i)},"m":{"n":0}}"#)
          : ("/a", #"{"n":\#(value)}"#))
    }
    for (i, echo) in echoes.enumerated() {
      events.add(echo.0, echo.1)
      // A change of another row shows that the echo has come.
      events.add("/m/n", "\(i + 100)")
      let told = session.takeIn(until: { (try? cell("m", "n")) == "\(i + 100)" })
      try expectEqual(cell("a", "n"), values.last)
      expect(!told.contains("~2") && !told.contains("row   0:0"), "\(told)")
    }
    expectEqual(session.run("changes"), "no unsaved changes\n")
    events.add("/a/n", "77")
    session.takeIn(until: { (try? cell("a", "n")) == "77" })
  }

  @Test("where no echo comes, everything is read again")
  func never() throws {
    let server = try server(#"{"a":{"n":1},"b":{"n":1}}"#, Events())
    defer { server.stop() }
    open(server)
    try tree().echoSeconds = 0.1
    session.run("edit @a n=2")
    expect(session.run("save").contains("saved 1 row"))
    let streams = server.lines.count { $0 == "GET /.json" }
    let told = session.takeIn(until: { server.lines.count { $0 == "GET /.json" } > streams })
    session.awaitLive()
    expectEqual(server.lines.count { $0 == "GET /.json" }, streams + 1, "\(server.lines) \(told)")
    try expectEqual(cell("a", "n"), "2")
    expectEqual(session.run("changes"), "no unsaved changes\n")
  }

  @Test("without an ETag nothing is written")
  func noTag() throws {
    let server = try server(#"{"a":{"n":1},"b":{"n":1}}"#, Events(), etag: nil)
    defer { server.stop() }
    open(server)
    session.run("edit @a n=2")
    let refused = session.run("save")
    expect(refused.contains("it gives no ETag"), "\(refused)")
    expect(!server.lines.contains { $0.hasPrefix("PUT") })
    expectEqual(session.run("changes"), "~ @a n: '1' → '2'\n")
  }
}
