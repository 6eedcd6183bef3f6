import Expectations
import HTTP
import LiveSupport
import TestSupport
import Testing

@testable import TableFirebase

/// Queries and server values of the REST interface, over a real connection.
struct FirebaseQueryTests {
  private static let dinosaurs = #"""
    {"bruhathkayosaurus":{"height":25,"dimensions":{"length":44}},\#
    "lambeosaurus":{"height":2.1,"dimensions":{"length":12.5}},\#
    "linhenykus":{"height":0.6,"dimensions":{"length":1}},\#
    "pterodactyl":{"height":0.6,"dimensions":{"length":0.8}},\#
    "stegosaurus":{"height":4,"dimensions":{"length":9}},\#
    "triceratops":{"height":3,"dimensions":{"length":8}}}
    """#

  /// Asks by the system's curl, which encodes the parameters as clients do.
  private struct Session {
    let served: ServedTree

    init(_ json: String) throws { served = try ServedTree(json) }

    func url(_ path: String) -> String {
      "\(served.service.url)\(path).json?auth=\(served.token.text)"
    }

    func get(_ path: String, _ fields: String...) throws -> String {
      try get(path, fields)
    }

    func get(_ path: String, _ fields: [String]) throws -> String {
      let fields = fields.flatMap { ["--data-urlencode", $0] }
      return try ChildProcess.run(
        "/usr/bin/curl", ["-sS", "-G", "--noproxy", "*"] + fields + [url(path)]
      ).output
    }

    func send(_ method: String, _ path: String, _ body: String) throws -> String {
      try ChildProcess.run(
        "/usr/bin/curl", ["-sS", "--noproxy", "*", "-X", method, "-d", body, url(path)]
      ).output
    }

    /// The keys of what is answered.
    func keys(_ path: String, _ fields: String...) throws -> [String] {
      let text = try get(path, fields)
      return try FirebaseNode.read(text)?.children?.keys.map(\.text) ?? [text]
    }
  }

  @Test("children are filtered by a child, a path, a key or a value, as the documents have it")
  func documented() throws {
    let session = try Session("{\"d\":\(Self.dinosaurs),\"scores\":{\"a\":55,\"b\":80,\"c\":21}}")
    func keys(_ fields: String...) throws -> String {
      let text = try session.get("d", fields)
      let keys = try FirebaseNode.read(text)?.children?.keys.map { String($0.text.prefix(2)) }
      return keys?.joined(separator: " ") ?? text
    }
    try expectEqual(keys(#"orderBy="height""#, "startAt=3"), "br st tr")
    try expectEqual(keys(#"orderBy="height""#, "startAfter=3"), "br st")
    try expectEqual(keys(#"orderBy="height""#, "endBefore=0.60"), "null")
    try expectEqual(keys(#"orderBy="height""#, "equalTo=0.6"), "li pt")
    try expectEqual(keys(#"orderBy="height""#, "limitToLast=2"), "br st")
    try expectEqual(keys(#"orderBy="height""#, "startAt=0.6", "limitToFirst=1"), "li")
    try expectEqual(keys(#"orderBy="height""#, #"startAt=0.6,"m""#, "endAt=2.1"), "la pt")
    try expectEqual(keys(#"orderBy="height""#, #"startAfter=0.6,"linhenykus""#, "endAt=1"), "pt")
    try expectEqual(keys(#"orderBy="dimensions/length""#, "endAt=8"), "li pt tr")
    try expectEqual(keys(#"orderBy="$key""#, #"startAt="b""#, #"endAt="l\uf8ff""#), "br la li")
    try expectEqual(keys(#"orderBy="$key""#, #"equalTo="triceratops""#), "tr")
    try expectEqual(keys(#"orderBy="$priority""#, "limitToLast=1"), "tr")
    try expectEqual(keys(#"orderBy="$priority""#, "startAt=1"), "null")
    try expectEqual(keys(#"orderBy="height""#), "br la li pt st tr")
    try expectEqual(
      session.get("scores", #"orderBy="$value""#, "limitToLast=2"), #"{"a":55,"b":80}"#)
    try expectEqual(
      session.get("scores", #"orderBy="$value""#, "equalTo=21", "print=pretty"), "{\n  \"c\": 21\n}"
    )
    // A value has no children.
    try expectEqual(session.get("scores/a", #"orderBy="$value""#, "limitToLast=2"), "null")
    try expectEqual(session.get("scores/a", #"orderBy="$value""#), "55")
  }

  @Test("null, false, true, numbers, strings and objects stand in this order, equals by key")
  func types() throws {
    let session = try Session(
      #"{"r":{"o":{"v":{"x":1}},"s2":{"v":"b"},"s1":{"v":"10"},"n3":{"v":1e3},"n2":{"v":10},"#
        + #""n1":{"v":-1.5},"t":{"v":true},"f":{"v":false},"u2":{"w":1},"u1":7,"#
        + #""big1":{"v":9007199254740993},"big0":{"v":9007199254740992}}}"#)
    let order = ["u1", "u2", "f", "t", "n1", "n2", "n3", "big0", "big1", "s1", "s2", "o"]
    for count in 1...order.count {
      for (name, part) in [
        ("limitToFirst", order.prefix(count)), ("limitToLast", order.suffix(count)),
      ] {
        try expectEqual(
          session.keys("r", #"orderBy="v""#, "\(name)=\(count)"), part.sorted(), "\(name)")
      }
    }
    try expectEqual(session.keys("r", #"orderBy="v""#, "equalTo=null"), ["u1", "u2"])
    try expectEqual(session.keys("r", #"orderBy="v""#, "endAt=false"), ["f", "u1", "u2"])
    try expectEqual(session.keys("r", #"orderBy="v""#, #"startAt="b""#), ["o", "s2"])
    try expectEqual(session.keys("r", #"orderBy="v""#, "equalTo=9007199254740993"), ["big1"])
    try expectEqual(session.keys("r", #"orderBy="v""#, "equalTo=10.0"), ["n2"])
    // Keys that are numbers come first, by value.
    let list = try Session(#"{"2":1,"10":1,"a":1,"-3":1}"#)
    try expectEqual(list.keys("", #"orderBy="$key""#, "limitToFirst=2"), ["-3", "2"])
    try expectEqual(list.keys("", #"orderBy="$key""#, #"startAt="3""#), ["10", "a"])
  }

  @Test(
    "a query that is none is refused in the service's words",
    arguments: [
      (["limitToFirst=2"], "orderBy must be defined when other query parameters are defined"),
      (["equalTo=2"], "orderBy must be defined when other query parameters are defined"),
      (["orderBy=height"], "orderBy must be a valid JSON encoded path"),
      (["orderBy=3"], "orderBy must be a valid JSON encoded path"),
      ([#"orderBy="""#], "orderBy must be a valid JSON encoded path"),
      ([#"orderBy="$other""#], "orderBy must be a valid JSON encoded path"),
      ([#"orderBy="a""#, "equalTo=ann"], "Constraint index field must be a JSON primitive"),
      ([#"orderBy="a""#, "startAt={}"], "Constraint index field must be a JSON primitive"),
      ([#"orderBy="a""#, "startAt="], "Constraint index field must be a JSON primitive"),
      ([#"orderBy="$key""#, "startAt=0"], "Provided key index type is invalid, must be string"),
      ([#"orderBy="a""#, "limitToFirst=x"], "limitToFirst must be an integer"),
      ([#"orderBy="a""#, "limitToLast=0"], "limitToLast must be positive"),
      (
        [#"orderBy="a""#, "limitToLast=1", "limitToFirst=1"],
        "Only one of limitToFirst and limitToLast may be specified"
      ),
      (
        [#"orderBy="a""#, "equalTo=1", "endAt=1"],
        "equalTo cannot be specified in addition to startAfter, startAt, endAt, or endBefore"
      ),
      (
        [#"orderBy="$key""#, "shallow=true"],
        "Mixing 'shallow' and querying parameters is not supported"
      ),
    ])
  func refusals(fields: [String], reason: String) throws {
    let session = try Session(#"{"a":{"b":1}}"#)
    try expectEqual(session.get("", fields), "{\"error\":\"\(reason)\"}")
  }

  @Test("who watches a query gets what enters and leaves it, and nothing else")
  func watch() throws {
    let session = try Session(Self.dinosaurs)
    let address = session.url("") + "&orderBy=%22height%22&limitToLast=2"
    let watch = try LiveProcess(
      "/usr/bin/curl", ["-sSN", "--noproxy", "*", "-H", "Accept: text/event-stream", address])
    expect(
      watch.expect(
        #"data: {"path":"/","data":{"bruhathkayosaurus":{"height":25,"dimensions":{"length":44}},"#
          .replacing(
            #""height":25,"dimensions":{"length":44}"#,
            with: #""dimensions":{"length":44},"height":25"#)))
    _ = try session.send("PUT", "linhenykus/height", "1")
    _ = try session.send("PUT", "stegosaurus/height", "5")
    expect(
      watch.expect(
        "event: put\ndata: {\"path\":\"/stegosaurus\",\"data\":{\"dimensions\":{\"length\":9},\"height\":5}}\n\n"
      ))
    _ = try session.send("PATCH", "", #"{"new":{"height":30}}"#)
    expect(
      watch.expect(
        "event: patch\ndata: {\"path\":\"/\",\"data\":{\"stegosaurus\":null,\"new\":{\"height\":30}}}\n\n"
      ))
    _ = try session.send("PUT", "", "3")
    expect(watch.expect("event: put\ndata: {\"path\":\"/\",\"data\":null}\n\n"))
    _ = watch.end(with: 15)
    let refused = try ChildProcess.run(
      "/usr/bin/curl",
      ["-sS", "--noproxy", "*", "-H", "Accept: text/event-stream", session.url("") + "&startAt=1"]
    ).output
    expect(refused.contains("orderBy must be defined"))
  }

  @Test("a part that is watched is what it is asked for as, whatever happens to the tree")
  func watchedPart() throws {
    var random = SeededGenerator(seed: 7)
    for order in ["$key", "$value", "v"] {
      for range in ["limitToFirst=2", "limitToLast=1", "startAt=\"b\"", "endAt=\"c\""] {
        let parts = range.split(separator: "=").map(String.init)
        let request = HTTPRequest(
          "GET",
          "/.json?orderBy=%22\(order)%22&\(parts[0])=\(parts[1].replacing("\"", with: "%22"))")
        let query = try require(try FirebaseQuery(request))
        var tree = FirebaseTree()
        var part: FirebaseNode?
        for _ in 0..<60 {
          let key = ["a", "b", "c", "d"].randomElement(using: &random) ?? ""
          let json = ["null", "1", "2", "\"b\"", "{\"v\":1}", "{\"v\":\"c\"}", "true"]
          tree.put(
            try FirebaseNode.read(json.randomElement(using: &random) ?? ""),
            at: try FirebasePath(key))
          let new = query.part(of: tree.root)
          var seen = FirebaseTree(part)
          if let event = FirebaseChange.event(from: part, to: new) {
            seen.apply(try require(try FirebaseChange(event)))
          }
          expectEqual(seen.root, new)
          part = new
        }
      }
    }
  }

  @Test("a server writes its time and adds to what is there")
  func serverValues() throws {
    let session = try Session(#"{"n":5,"s":"x","d":0.5,"list":[1]}"#)
    let increment = #"{".sv":{"increment":5}}"#
    try expectEqual(session.send("PUT", "n", increment), "10")
    try expectEqual(session.send("PUT", "s", increment), "5")
    try expectEqual(session.send("PUT", "new/deep", increment), "5")
    try expectEqual(session.send("PUT", "d", #"{".sv":{"increment":2.5}}"#), "3")
    try expectEqual(
      session.send("PATCH", "", #"{"n":{".sv":{"increment":-1}},"list/0":\#(increment)}"#),
      #"{"n":9,"list/0":6}"#)
    try expectEqual(session.send("PUT", "list", "[\(increment),\(increment)]"), "[11,5]")
    try expectEqual(
      session.send("PUT", "big", "9223372036854775807"), "9223372036854775807")
    try expect(session.send("PUT", "big", increment).hasPrefix("9.22337203685477"))
    let time = try session.send("POST", "log", #"{"at":{".sv":"timestamp"}}"#)
    let name = try require(
      FirebaseNode.read(time)?.children?[FirebaseKey("name")]?.token?.dropFirst().dropLast())
    let at = try require(Double(try session.get("log/\(name)/at")))
    expect(at > 1_700_000_000_000 && at < 10_000_000_000_000)
    let before = session.served.text
    for body in [
      #"{".sv":"now"}"#, #"{".sv":null}"#, #"{".sv":{"increment":"5"}}"#,
      #"{".sv":"timestamp","a":1}"#, #"{"a":1,".sv":{"increment":1}}"#, #"{".sv":{}}"#,
    ] {
      try expect(session.send("PUT", "n", body).hasPrefix(#"{"error":"Invalid data; "#), "\(body)")
    }
    try expect(
      session.send("PATCH", "", "[1]").contains("Are you sending a JSON object with valid key"))
    expectEqual(session.served.text, before)
  }
}
