import Expectations
import HTTP
import Synchronization
import LiveSupport
import TestSupport
import Testing

@testable import TableFirebase

struct FirebaseSaverTests {
  private func node(_ text: String) throws -> FirebaseNode? { try FirebaseNode.read(text) }

  private func saver(_ served: ServedTree, token: String? = nil) throws -> FirebaseSaver {
    let address = try require(
      try FirebaseAddress("firebase://127.0.0.1:\(served.service.port)/"))
    return FirebaseSaver(
      address, client: try HTTPClient(), token: token ?? served.token.text)
  }

  private func row(
    _ path: String, base: String, mine: String
  ) throws -> FirebaseSaver.Row {
    FirebaseSaver.Row(path: try FirebasePath(path), base: try node(base), mine: try node(mine))
  }

  @Test(
    "changes of different members fit together, others are conflicts",
    arguments: [
      ("{\"a\":1,\"b\":1}", "{\"a\":2,\"b\":1}", "{\"a\":1,\"b\":3}", "{\"a\":2,\"b\":3}"),
      ("{\"a\":1,\"b\":1}", "{\"b\":1}", "{\"a\":1,\"b\":1,\"c\":1}", "{\"b\":1,\"c\":1}"),
      ("{\"a\":1}", "{\"a\":1}", "null", "null"), ("{\"a\":1}", "null", "{\"a\":1}", "null"),
      ("{\"a\":1}", "{\"a\":2}", "{\"a\":2}", "{\"a\":2}"), ("null", "1", "null", "1"),
      ("null", "{\"a\":1}", "{\"b\":1}", "{\"a\":1,\"b\":1}"), ("1", "2", "1", "2"),
    ])
  func merges(base: String, mine: String, theirs: String, merged: String) throws {
    let merge = FirebaseMerge(base: try node(base), mine: try node(mine), theirs: try node(theirs))
    expectEqual(merge, .merged(try node(merged)))
  }

  @Test(
    "what both changed is a conflict",
    arguments: [
      ("{\"a\":1,\"b\":1}", "{\"a\":2,\"b\":1}", "{\"a\":3,\"b\":1}", ["a"]),
      ("{\"a\":1,\"b\":1}", "{\"b\":1}", "{\"a\":3,\"b\":1}", ["a"]),
      ("{\"a\":1}", "{\"a\":2}", "null", []), ("{\"a\":1}", "null", "{\"a\":2}", []),
      ("1", "2", "3", []), ("null", "1", "2", []),
    ])
  func conflicts(base: String, mine: String, theirs: String, keys: [String]) throws {
    let merge = FirebaseMerge(base: try node(base), mine: try node(mine), theirs: try node(theirs))
    expectEqual(merge, .conflict(keys.map { FirebaseKey($0) }))
  }

  @Test(
    "rows are changed, added and deleted, others' changes kept, conflicts left alone",
    arguments: [false, true])
  func saves(atOnce: Bool) throws {
    let served = try ServedTree(
      "{\"a\":{\"x\":1,\"y\":9},\"b\":{\"x\":1},\"c\":{\"x\":7},\"d\":{\"x\":1}}")
    let outcomes = try saver(served).save(
      [
        try row("a", base: "{\"x\":1,\"y\":1}", mine: "{\"x\":2,\"y\":1}"),
        try row("b", base: "{\"x\":1}", mine: "null"),
        try row("c", base: "{\"x\":1}", mine: "{\"x\":2}"),
        try row("e", base: "null", mine: "{\"x\":5}"),
        try row("d", base: "null", mine: "{\"x\":5}"),
      ], atOnce: atOnce)
    expectEqual(
      outcomes,
      [
        .saved(try node("{\"x\":2,\"y\":9}")), .saved(nil),
        .conflict([FirebaseKey("x")], theirs: try node("{\"x\":7}")),
        .saved(try node("{\"x\":5}")),
        .conflict([FirebaseKey("x")], theirs: try node("{\"x\":1}")),
      ])
    expectEqual(
      served.text, "{\"a\":{\"x\":2,\"y\":9},\"c\":{\"x\":7},\"d\":{\"x\":1},\"e\":{\"x\":5}}")
    try expectNil(
      saver(served).force([
        try row("c", base: "1", mine: "2"), try row("d/x", base: "1", mine: "null"),
      ]))
    expectEqual(served.text, "{\"a\":{\"x\":2,\"y\":9},\"c\":2,\"e\":{\"x\":5}}")
  }

  @Test("several rows of a small tree are written at once: who watches sees all or nothing")
  func atOnce() throws {
    let served = try ServedTree("{\"a\":{\"x\":1},\"b\":{\"x\":1}}")
    expect(FirebaseSaver.isSmall(served.tree))
    let states = Mutex<[String]>([])
    let token = served.token.text
    let address = try require(
      try FirebaseAddress("firebase://127.0.0.1:\(served.service.port)/"))
    let watch = try FirebaseWatch(address, tokens: { _ in token }) { news in
      guard case .reset(let node)? = news.first else { return }
      states.withLock { $0.append(FirebaseWriter.text(node)) }
    }
    expectEventuallyEqual(states.withLock { $0.count }, 1)
    let outcomes = try saver(served).save(
      [
        try row("a", base: "{\"x\":1}", mine: "{\"x\":2}"),
        try row("b", base: "{\"x\":1}", mine: "null"),
      ], atOnce: true)
    expectEqual(outcomes, [.saved(try node("{\"x\":2}")), .saved(nil)])
    expectEventuallyEqual(states.withLock { $0.count }, 2)
    watch.stop()
    expectEqual(states.withLock { $0.last }, "{\"a\":{\"x\":2}}")
    let large = FirebaseNode.value("\"" + String(repeating: "x", count: 256 << 10) + "\"")
    expect(!FirebaseSaver.isSmall(FirebaseTree(large)))
  }

  @Test("writers at the same time lose nothing of each other")
  func race() throws {
    let served = try ServedTree("{\"r\":{\"start\":0}}")
    let refused = Mutex(0)
    let threads = (0..<4).compactMap { writer in
      NetworkThread {
        for number in 0..<25 {
          let base = try? FirebaseNode.read("{\"start\":0}")
          let mine = try? FirebaseNode.read("{\"start\":0,\"w\(writer)-\(number)\":1}")
          guard let saver = try? saver(served), let base, let mine else { return }
          let path = FirebasePath([FirebaseKey("r")])
          let row = FirebaseSaver.Row(path: path, base: base, mine: mine)
          // Five tries may not be enough against three others.
          while true {
            if case .saved = saver.save([row], atOnce: false)[0] { break }
            refused.withLock { $0 += 1 }
          }
        }
      }
    }
    for thread in threads { thread.join() }
    expectEqual(served.tree[try FirebasePath("r")]?.children?.count, 101)
  }

  @Test(
    "after an answer that did not come, it is looked what is there, and nothing sent again blindly")
  func lost() throws {
    // The first write is made, but its answer is lost; a second one would be counted.
    let tree = Mutex(FirebaseTree(try node("{\"a\":{\"x\":1}}")))
    let writes = Mutex(0)
    let server = try HTTPServer(gate: nil) { request, reply in
      let answer = tree.withLock {
        FirebaseEndpoint.answer(request, tree: $0, time: 0, pushID: { "" })
      }
      switch answer {
      case .respond(let response): reply.send(response)
      case .watch: reply.send(HTTPResponse(500))
      case .change(let change, _):
        tree.withLock { $0.apply(change) }
        writes.withLock { $0 += 1 }
        reply.stream().drop()
      }
    }
    let address = try require(try FirebaseAddress("firebase://127.0.0.1:\(server.port)/"))
    let saver = FirebaseSaver(address, client: try HTTPClient(), token: nil)
    let outcome = saver.save(
      [try row("a", base: "{\"x\":1}", mine: "{\"x\":2}")], atOnce: false)
    expectEqual(outcome, [.saved(try node("{\"x\":2}"))])
    expectEqual(writes.withLock { $0 }, 1)
  }

  @Test("a refusal says why, and without a server nothing more is tried", arguments: [false, true])
  func refusals(atOnce: Bool) throws {
    let served = try ServedTree("{\"a\":1}")
    let one = try row("a", base: "1", mine: "2")
    try expectEqual(
      saver(served, token: "wrong").save([one, one], atOnce: atOnce),
      Array(repeating: .refused(401, reason: "Unauthorized request."), count: 2))
    let saver = try saver(served)
    served.service.stop()
    awaitNobody(at: served.service.port)
    let shown = served.address(atOnce ? "/.json" : "/a.json").text
    expectEqual(
      saver.save([one, one], atOnce: atOnce),
      Array(repeating: .failed(.noConnection(shown)), count: 2))
  }
}
