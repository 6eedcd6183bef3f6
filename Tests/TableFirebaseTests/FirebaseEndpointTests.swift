import Expectations
import HTTP
import LiveSupport
import TestSupport
import Testing

@testable import TableFirebase

/// The REST interface, over a real connection.
struct FirebaseEndpointTests {
  /// Sends requests with our client.
  private struct Session {
    let served: ServedTree
    let client: HTTPClient

    init(_ json: String) throws {
      served = try ServedTree(json)
      client = try HTTPClient()
    }

    func send(
      _ method: String, _ target: String, _ body: String? = nil, headers: HTTPHeaders = [:]
    ) throws -> HTTPResponse {
      var headers = headers
      headers["Authorization"] = "Bearer " + served.token.text
      let request = HTTPRequest(method, "/", headers: headers, body: body.map { Array($0.utf8) })
      return try client.send(request, to: served.address(target))
    }
  }

  @Test("GET gives a value, compact, pretty, shallow or silent")
  func get() throws {
    let session = try Session("{\"a\":[1,{\"b\":2.50}],\"c\":\"x\"}")
    func text(_ target: String) throws -> String { try session.send("GET", target).text }
    try expectEqual(text("/.json"), "{\"a\":[1,{\"b\":2.50}],\"c\":\"x\"}")
    try expectEqual(text("/a/1/b.json"), "2.50")
    try expectEqual(text("/none/at/all.json"), "null")
    try expectEqual(text("/c.json?shallow=true"), "\"x\"")
    try expectEqual(text("/.json?shallow=true"), "{\"a\":true,\"c\":true}")
    try expectEqual(
      text("/a.json?print=pretty"), "[\n  1,\n  {\n    \"b\": 2.50\n  }\n]")
    try expectEqual(text("/a.json?format=export"), "{\"0\":1,\"1\":{\"b\":2.50}}")
    let silent = try session.send("GET", "/.json?print=silent")
    expect(silent.status == 204 && silent.body.isEmpty)
  }

  @Test("PUT, PATCH, POST and DELETE change the tree and answer as the service does")
  func writes() throws {
    let session = try Session("{\"a\":1}")
    try expectEqual(session.send("PUT", "/b/c.json", "{\"x\":1.0,\"e\":{}}").text, "{\"x\":1.0}")
    expectEqual(session.served.text, "{\"a\":1,\"b\":{\"c\":{\"x\":1.0}}}")
    let patch = "{\"a\":null,\"b/c/y\":2,\"d\":{\"z\":3}}"
    try expectEqual(session.send("PATCH", "/.json", patch).text, patch)
    expectEqual(session.served.text, "{\"b\":{\"c\":{\"x\":1.0,\"y\":2}},\"d\":{\"z\":3}}")
    try expectEqual(session.send("DELETE", "/d/z.json").text, "null")
    expectEqual(session.served.text, "{\"b\":{\"c\":{\"x\":1.0,\"y\":2}}}")
    try expectEqual(session.send("PUT", "/b.json?print=silent", "7").status, 204)
    let names = try (0..<3).map { number in
      let text = try session.send("POST", "/list.json", "\(number)").text
      return try require(
        FirebaseNode.read(text)?.children?[FirebaseKey("name")]?.token?.dropFirst().dropLast())
    }
    expect(names == names.sorted() && Set(names).count == 3 && names.allSatisfy { $0.count == 20 })
    let list = try require(session.served.tree[try FirebasePath("list")]?.children)
    expectEqual(list.keys.map(\.text), names.map(String.init))
    expectEqual(list.nodes, [.value("0"), .value("1"), .value("2")])
  }

  @Test(
    "a write with if-match is made only if nobody else wrote; else the answer has value and ETag")
  func conditions() throws {
    let session = try Session("{\"a\":{\"x\":1}}")
    let read = try session.send("GET", "/a.json", headers: ["X-Firebase-ETag": "true"])
    let etag = try require(read.headers["ETag"])
    try expectNil(session.send("GET", "/a.json").headers["ETag"])
    let put = try session.send(
      "PUT", "/a.json", "{\"x\":2}", headers: ["if-match": etag, "X-Firebase-ETag": "true"])
    expectEqual(put.status, 200)
    let late = try session.send("PUT", "/a.json", "{\"x\":3}", headers: ["if-match": etag])
    expect(late.status == 412 && late.text == "{\"x\":2}")
    expect(late.headers["ETag"] == put.headers["ETag"] && put.headers["ETag"] != etag)
    try expectEqual(session.send("DELETE", "/a.json", headers: ["if-match": etag]).status, 412)
    let new = try session.send("PUT", "/b.json", "1", headers: ["if-match": "null_etag"])
    expectEqual(new.status, 200)
    let again = try session.send("PUT", "/b.json", "2", headers: ["if-match": "null_etag"])
    expect(again.status == 412 && again.text == "1")
    expectEqual(session.served.text, "{\"a\":{\"x\":2},\"b\":1}")
    let gone = try session.send(
      "DELETE", "/b.json",
      headers: ["if-match": try require(again.headers["ETag"]), "X-Firebase-ETag": "true"])
    expect(gone.status == 200 && gone.headers["ETag"] == "null_etag")
    try expectEqual(session.send("PATCH", "/a.json", "{}", headers: ["if-match": etag]).status, 400)
  }

  @Test("what cannot be is refused with {\"error\": …}, and changes nothing")
  func refusals() throws {
    let session = try Session("{\"a\":1}")
    let cases: [(String, String, String?, Int)] = [
      ("GET", "/a", nil, 404), ("GET", "/a.b/c.json", nil, 400), ("GET", "/a%2fb.json", nil, 400),
      ("GET", "/a%zz.json", nil, 400), ("PUT", "/.json?orderBy=%22a%22", "1", 400),
      ("DELETE", "/.json?limitToFirst=1", nil, 400), ("GET", "/.json?callback=f", nil, 400),
      ("GET", "/.json?print=loud", nil, 400), ("PUT", "/a.json", "{", 400),
      ("PUT", "/a.json", "{\"$x\":1}", 400), ("PUT", "/a.json", nil, 400),
      ("PUT", "/a.json", "", 400), ("PATCH", "/.json", "[1]", 400),
      ("PATCH", "/.json", "{\"b\":1,\"b/c\":2}", 400), ("PATCH", "/.json", "{\"\":2}", 400),
      ("OPTIONS", "/.json", nil, 405), ("PUT", "/locked/a.json", "1", 400),
      ("POST", "/a.json", "1 2", 400),
    ]
    for (method, target, body, status) in cases {
      let response = try session.send(method, target, body)
      expectEqual(response.status, status, "\(method) \(target) \(body ?? "")")
      let error = try FirebaseNode.read(response.text)?.children?[FirebaseKey("error")]
      expectEqual(error?.token?.first, "\"", "\(method) \(target): \(response.text)")
    }
    try expectEqual(
      session.send("PUT", "/a.json", "{").text,
      "{\"error\":\"Invalid data; couldn't parse JSON object, array, or value.\"}")
    expectEqual(session.served.text, "{\"a\":1}")
    let stranger = try session.client.send(HTTPRequest("GET", "/"), to: session.served.address())
    expect(stranger.status == 401 && stranger.text == "{\"error\":\"Unauthorized request.\"}")
  }

  @Test("the system's curl reads, writes and watches")
  func curl() throws {
    let served = try ServedTree("{\"a\":{\"x\":1}}")
    let address = "\(served.service.url).json?auth=\(served.token.text)"
    func run(_ arguments: String...) throws -> String {
      try ChildProcess.run("/usr/bin/curl", ["-sS", "--noproxy", "*"] + arguments).output
    }
    try expectEqual(run(address), "{\"a\":{\"x\":1}}")
    try expectEqual(run("-X", "PUT", "-d", "[1,null]", address), "[1]")
    try expectEqual(run("-X", "PATCH", "-d", "{\"b\":2}", address), "{\"b\":2}")
    try expect(run("-i", "-H", "X-Firebase-ETag: true", address).contains("ETag: "))
    expectEqual(served.text, "{\"0\":1,\"b\":2}")
    let watch = try LiveProcess(
      "/usr/bin/curl", ["-sSN", "--noproxy", "*", "-H", "Accept: text/event-stream", address])
    expect(watch.expect("data: {\"path\":\"/\",\"data\":{\"0\":1,\"b\":2}}\n\n"))
    _ = try run("-X", "DELETE", address.replacing("/.json", with: "/b.json"))
    expect(watch.expect("event: put\ndata: {\"path\":\"/b\",\"data\":null}\n\n"))
    served.change(.patch(.root, [.init(try FirebasePath("c/d"), .value("3"))]))
    expect(watch.expect("event: patch\ndata: {\"path\":\"/\",\"data\":{\"c/d\":3}}\n\n"))
    _ = watch.end(with: 15)
    expectEventuallyEqual(served.service.watcherCount, 0)
  }

  @Test("keys of POST ascend, also within a millisecond and when the clock goes back")
  func pushIDs() {
    var random = SeededGenerator(seed: 1)
    var ids = FirebasePushID()
    var keys: [String] = []
    for time in [1_700_000_000_000, 1_700_000_000_000, 1_699_999_999_999, 1_700_000_000_001] {
      for _ in 0..<200 { keys.append(ids.next(time: time, using: &random)) }
    }
    expect(zip(keys, keys.dropFirst()).allSatisfy { FirebaseKey($0) < FirebaseKey($1) })
    expect(keys.allSatisfy { $0.utf8.count == 20 && FirebaseKey($0).isValid })
  }
}
