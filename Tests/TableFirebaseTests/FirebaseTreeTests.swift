import Expectations
import HTTP
import TestSupport
import Testing

@testable import TableFirebase

struct FirebaseTreeTests {
  private func tree(_ text: String) throws -> FirebaseTree {
    FirebaseTree(try FirebaseNode.read(text))
  }

  private func written(_ text: String) throws -> String {
    FirebaseWriter.text(try FirebaseNode.read(text))
  }

  @Test(
    "values come back as they were written, numbers digit by digit",
    arguments: [
      "1.10", "-0", "123456789012345678901234567890", "1e400", "true", "\"é 🌱\"",
      "\"a\\\"b\\\\\\n\"",
      "{\"a\":[1,2,{\"b\":false}]}", "\"\\ud800\"", "null",
    ])
  func values(text: String) throws {
    try expectEqual(written(text), text)
  }

  @Test("strings are the same however they were escaped")
  func escapes() throws {
    try expectEqual(FirebaseNode.read("\"\\u0041\\/\""), FirebaseNode.read("\"A/\""))
    try expect(FirebaseNode.read("1.0") != FirebaseNode.read("1"))
  }

  @Test(
    "empty objects and arrays do not exist, nor what holds only them",
    arguments: ["{}", "[]", "{\"a\":{}}", "[[],{\"b\":null}]", "[null,null]", " null "])
  func empty(text: String) throws {
    try expectNil(FirebaseNode.read(text))
  }

  @Test(
    "an object is an array if more than half of its indexes are there, with nulls for the others",
    arguments: [
      ("{\"0\":1,\"1\":2}", "[1,2]"), ("{\"1\":1}", "{\"1\":1}"), ("{\"0\":1}", "[1]"),
      ("{\"1\":1,\"2\":2}", "[null,1,2]"), ("{\"0\":1,\"3\":2}", "{\"0\":1,\"3\":2}"),
      ("{\"0\":1,\"01\":2}", "{\"0\":1,\"01\":2}"), ("{\"0\":1,\"a\":2}", "{\"0\":1,\"a\":2}"),
      ("[1,null,3]", "[1,null,3]"), ("[null,null,3]", "{\"2\":3}"), ("{\"-1\":0}", "{\"-1\":0}"),
    ])
  func arrays(text: String, expected: String) throws {
    try expectEqual(written(text), expected)
  }

  @Test("keys are in order: whole numbers of 32 bits by value, then texts by bytes")
  func order() throws {
    let sorted = [
      "-2147483648", "-5", "0", "00", "7", "10", "2147483647", "-", "-2147483649", "2147483648",
      "A",
      "B", "a", "a1", "é", "日", "🌱",
    ]
    expectEqual(sorted.shuffled().map { FirebaseKey($0) }.sorted().map(\.text), sorted)
    try expectEqual(written("{\"b\":1,\"10\":2,\"9\":3}"), "{\"9\":3,\"10\":2,\"b\":1}")
    expect(FirebaseKey("e\u{301}") != FirebaseKey("é"))
  }

  @Test(
    "what cannot be a key is refused by name",
    arguments: ["", "a.b", "a$", "#", "[", "]", "a\u{7}", String(repeating: "x", count: 769)])
  func badKeys(key: String) throws {
    expect(throws: FirebaseError.badKey(key)) {
      try FirebaseNode.read(#"{\#(key == "a\u{7}" ? "\"a\\u0007\"" : "\"\(key)\""):1}"#)
    }
    expectEqual(FirebaseKey(escaping: key).isValid, key.utf8.count <= 768)
    expectEqual(FirebaseKey(escaping: key).unescaped, key)
  }

  @Test("escaping is undone, also of what looks escaped", arguments: 0..<100 as Range<UInt64>)
  func escaping(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let letters = ["%", "2", "E", "e", ".", "/", "é", "a", "+", "\u{1}", "%2E"]
    let text = (0..<random.below(8)).map { _ in letters[random.below(letters.count)] }.joined()
    let key = FirebaseKey(escaping: text)
    expect(key.isValid && key.unescaped == text, "seed \(seed)")
  }

  @Test(
    "what is not JSON is refused",
    arguments: ["", "{", "[1,]", "{\"a\":1}x", "01", "{\"a\":1,\"a\":2}", "nul", "{a:1}"])
  func badJSON(text: String) {
    expect(throws: FirebaseError.self) { try FirebaseNode.read(text) }
  }

  @Test("put replaces, null removes, and parents without children go with their last child")
  func put() throws {
    // The examples of rules I2 to I4.
    var tree = try tree("{\"a\":1,\"b\":2}")
    tree.put(try FirebaseNode.read("{\"foo\":true,\"bar\":false}"), at: try FirebasePath("/c"))
    expectEqual(
      FirebaseWriter.text(tree.root), "{\"a\":1,\"b\":2,\"c\":{\"bar\":false,\"foo\":true}}")
    tree.apply(try .patch("{\"foo\":3,\"baz\":4}", at: try FirebasePath("/c")))
    tree.apply(try .patch("{\"a\":null,\"d/e\":5}", at: .root))
    expectEqual(
      FirebaseWriter.text(tree.root),
      "{\"b\":2,\"c\":{\"bar\":false,\"baz\":4,\"foo\":3},\"d\":{\"e\":5}}")
    tree.put(nil, at: try FirebasePath("/d/e"))
    expectNil(tree[try FirebasePath("/d")])
    tree.put(nil, at: try FirebasePath("/b/x/y"))
    expectEqual(tree[try FirebasePath("/b")], .value("2"))
    tree.put(.value("1"), at: try FirebasePath("/b/x/y"))
    expectEqual(FirebaseWriter.text(tree[try FirebasePath("/b")]), "{\"x\":{\"y\":1}}")
    tree.put(nil, at: .root)
    expectEqual(tree, FirebaseTree())
  }

  @Test("deleting a friend leaves a hole or an object, as the server does")
  func friends() throws {
    var three = try tree("[\"h\",\"x\",\"y\"]")
    three.put(nil, at: try FirebasePath("0"))
    expectEqual(FirebaseWriter.text(three.root), "[null,\"x\",\"y\"]")
    var two = try tree("[\"h\",\"x\"]")
    two.put(nil, at: try FirebasePath("0"))
    expectEqual(FirebaseWriter.text(two.root), "{\"1\":\"x\"}")
  }

  @Test(
    "puts and patches do what they do to nested dictionaries", arguments: 0..<200 as Range<UInt64>)
  func model(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var tree = FirebaseTree()
    var model: [[String]: String] = [:]
    func path() -> [String] {
      (0...random.below(3)).map { _ in ["a", "b", "0", "1", "2"][random.below(5)] }
    }
    func put(_ path: [String], _ token: String?) {
      model = model.filter {
        !$0.key.starts(with: path) && (token == nil || !path.starts(with: $0.key))
      }
      if let token { model[path] = token }
    }
    for step in 0..<30 {
      let (place, token) = (path(), random.oneIn(3) ? nil : String(step))
      put(place, token)
      tree.put(token.map(FirebaseNode.value), at: FirebasePath(place.map { FirebaseKey($0) }))
      let leaves = Dictionary(uniqueKeysWithValues: Self.leaves(tree.root, []))
      try require(leaves == model, "seed \(seed), step \(step)")
      let again = try FirebaseNode.read(FirebaseWriter.text(tree.root, layout: .pretty))
      try require(again == tree.root, "seed \(seed), step \(step)")
    }
  }

  static func leaves(_ node: FirebaseNode?, _ path: [String]) -> [([String], String)] {
    switch node {
    case nil: []
    case .value(let token): [(path, token)]
    case .object(let children):
      zip(children.keys, children.nodes).flatMap { leaves($1, path + [$0.text]) }
    }
  }

  @Test("events are read, others are not changes, and broken ones are errors")
  func events() throws {
    func change(_ name: String, _ data: String) throws -> FirebaseChange? {
      try FirebaseChange(ServerSentEvent(name: name, data: data))
    }
    try expectEqual(
      change("put", "{\"path\":\"/a/b\",\"data\":1}"), .put(try FirebasePath("a/b"), .value("1")))
    try expectEqual(
      change("patch", "{\"data\":{\"c/d\":null,\"e\":2},\"path\":\"/\"}"),
      .patch(
        .root, [.init(try FirebasePath("c/d"), nil), .init(try FirebasePath("e"), .value("2"))]))
    try expectNil(change("keep-alive", "null"))
    try expectNil(change("cancel", "{"))
    for bad in ["null", "{}", "{\"path\":1,\"data\":1}", "{\"path\":\"/a.b\",\"data\":1}", "{\"pa"]
    {
      expect(throws: FirebaseError.self) { try change("put", bad) }
    }
    expect(throws: FirebaseError.overlap("/a", "/a/b")) {
      try change("patch", "{\"path\":\"/\",\"data\":{\"a/b\":1,\"a\":2}}")
    }
  }

  @Test(
    "whoever watches a part of a tree keeps it the same by the events sent there",
    arguments: 0..<200 as Range<UInt64>)
  func watching(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var server = FirebaseTree()
    func path(_ least: Int) -> FirebasePath {
      FirebasePath(
        (0..<least + random.below(3)).map { _ in FirebaseKey(["a", "b", "1"][random.below(3)]) })
    }
    let watched = path(0)
    var client = FirebaseTree()
    for step in 0..<30 {
      func node() -> FirebaseNode? { random.oneIn(3) ? nil : .value(String(step)) }
      var change = FirebaseChange.put(path(0), node())
      if random.oneIn(2) {
        let parts = ["a", "b"].map {
          FirebaseChange.Child(FirebasePath([FirebaseKey($0)]).appending(path(0)), node())
        }
        change = .patch(path(0), parts)
      }
      server.apply(change)
      if let event = change.event(watching: watched, in: server) {
        var parser = EventStreamParser()
        let received = try require(try parser.feed(event.bytes).first)
        client.apply(try require(try FirebaseChange(received)))
      }
      try require(client.root == server[watched], "seed \(seed), step \(step)")
    }
  }
}
