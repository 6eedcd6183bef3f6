import Expectations
import Glibc
import TestSupport
import Testing

@testable import HTTP

@Suite("The server", .ends)
struct HTTPServerTests {
  /// Answers with the request.
  private func echo(_ request: HTTPRequest, _ reply: HTTPReply) {
    reply.send(
      HTTPResponse(
        200, headers: ["X-Method": request.method, "X-Target": request.target],
        body: request.body ?? []))
  }

  @Test("a request reaches the handler as it was sent, and the answer its client")
  func requests() throws {
    let server = try HTTPServer(gate: nil, handler: echo)
    let client = try HTTPClient()
    for method in ["GET", "PUT", "POST", "PATCH", "DELETE"] {
      let body = method == "GET" ? nil : Array("{\"a\":\(method.utf8.count)}".utf8)
      let request = HTTPRequest(method, "", body: body)
      let response = try client.send(request, to: server.address("/a%2Fb.json?x=1%262"))
      expectEqual(response.status, 200)
      expectEqual(response.headers["x-method"], method)
      expectEqual(response.headers["X-Target"], "/a%2Fb.json?x=1%262")
      expectEqual(response.body, body ?? [])
    }
    // One for POST and one for PATCH, which must not be made twice; the others share one.
    expectEqual(server.clientCount, 3)
  }

  @Test("an answer may come later from another thread, while others are answered")
  func later() throws {
    let replies = Mailbox<HTTPReply>()
    let server = try HTTPServer(gate: nil) { request, reply in
      if request.path == "/late" { replies.put(reply) } else { reply.send(HTTPResponse(204)) }
    }
    let answers = Mailbox<HTTPResponse?>()
    let waiting = (0..<5).map { _ in
      Background {
        answers.put(try? HTTPClient().send(HTTPRequest("GET", "/"), to: server.address("/late")))
      }
    }
    let waitingReplies = replies.wait(for: 5)
    try expectEqual(HTTPClient().send(HTTPRequest("GET", "/"), to: server.address()).status, 204)
    expect(answers.all.isEmpty)
    for reply in waitingReplies {
      reply.send(HTTPResponse(200, text: "late", type: "text/plain"))
      reply.send(HTTPResponse(500))
    }
    for thread in waiting { thread.join() }
    expectEqual(answers.all.map { $0?.text }, Array(repeating: "late", count: 5))
  }

  @Test("listens on 127.0.0.1 only, and says when a port is taken")
  func ports() throws {
    let server = try HTTPServer(port: lastingPort(), gate: nil, handler: echo)
    expect(throws: HTTPError.portTaken(server.port)) {
      try HTTPServer(port: server.port, gate: nil, handler: echo)
    }
    let hexPort = String(server.port, radix: 16, uppercase: true)
    let open = try ChildProcess.run("/bin/cat", ["/proc/net/tcp"]).output
    expect(open.contains("0100007F:" + String(repeating: "0", count: 4 - hexPort.count) + hexPort))
    let open6 = try ChildProcess.run("/bin/cat", ["/proc/net/tcp6"]).output
    expect(!open6.contains(":\(hexPort) 0000"))
    server.stop()
    awaitNobody(at: server.port)
    let again = try HTTPServer(port: server.port, gate: nil, handler: echo)
    expectEqual(again.port, server.port)
  }

  @Test("the gate refuses before the body is read, in the form that the owner wants")
  func gate() throws {
    let token = HTTPToken()
    let server = try HTTPServer(
      gate: HTTPGate(token: token),
      refusal: { HTTPResponse($0, text: "{\"error\":\"\($1)\"}", type: "application/json") },
      handler: echo)
    let client = try HTTPClient()
    let refused = try client.send(HTTPRequest("GET", "/"), to: server.address())
    expectEqual(refused.status, 401)
    expectEqual(refused.text, "{\"error\":\"the token is missing or wrong\"}")
    let passed = try client.send(
      HTTPRequest("GET", "/", headers: ["Authorization": "Bearer " + token.text]),
      to: server.address())
    expectEqual(passed.status, 200)
    let rebound = try RawConnection(port: server.port)
    rebound.write("PUT / HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 1000000\r\n\r\n{")
    expect(rebound.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 421 "))
  }

  @Test("until it is opened a server is busy, also to those that it would refuse")
  func opening() throws {
    let server = try HTTPServer(gate: HTTPGate(token: HTTPToken()), isOpen: false, handler: echo)
    let client = try HTTPClient()
    let early = try client.send(HTTPRequest("GET", "/"), to: server.address())
    expectEqual(early.status, 503)
    server.open()
    let late = try client.send(HTTPRequest("GET", "/"), to: server.address())
    expectEqual(late.status, 401)
  }

  @Test("headers and bodies have limits")
  func limits() throws {
    var limits = HTTPServer.Limits()
    limits.bodyBytes = 1000
    let server = try HTTPServer(gate: nil, limits: limits, handler: echo)
    let client = try HTTPClient()
    func status(_ method: String, headers: HTTPHeaders = [:], body: [UInt8]?) throws -> Int {
      try client.send(HTTPRequest(method, "/", headers: headers, body: body), to: server.address())
        .status
    }
    let bytes = [UInt8](repeating: 0x61, count: 1001)
    try expectEqual(status("PUT", body: Array(bytes.dropLast())), 200)
    try expectEqual(status("PUT", body: bytes), 413)
    try expectEqual(status("PUT", headers: ["Transfer-Encoding": "chunked"], body: bytes), 413)
    let long = String(repeating: "x", count: 16 << 10)
    try expectEqual(status("GET", headers: ["X": String(long.dropLast(1000))], body: nil), 200)
    try expectEqual(status("GET", headers: ["X": long], body: nil), 431)
    try expect(status("GET", headers: ["X": long + long + long], body: nil) >= 400)
  }

  @Test("connections that ask for nothing keep nobody out, and those that wait for an answer stay")
  func halfOpen() throws {
    var limits = HTTPServer.Limits()
    limits.clients = 8
    limits.requestSeconds = 3600
    let replies = Mailbox<HTTPReply>()
    let server = try HTTPServer(gate: nil, limits: limits) { request, reply in
      if request.path == "/late" { replies.put(reply) } else { reply.send(HTTPResponse(204)) }
    }
    let waiting = try RawConnection(port: server.port)
    waiting.write("GET /late HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n")
    let reply = replies.wait(for: 1)[0]
    // More than the server has room for, and than the system lets wait for it.
    let silent = try (0..<120).map { _ in try RawConnection(port: server.port) }
    try expectEqual(HTTPClient().send(HTTPRequest("GET", "/"), to: server.address()).status, 204)
    expect(server.clientCount <= limits.clients)
    reply.send(HTTPResponse(200, text: "late", type: "text/plain"))
    expect(waiting.read(until: "late").hasPrefix("HTTP/1.1 200 "))
    expectEqual(silent.count, 120)
  }

  @Test("a large body comes whole")
  func largeBody() throws {
    let server = try HTTPServer(gate: nil, handler: echo)
    let bytes = (0..<(16 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let response = try HTTPClient().send(
      HTTPRequest("PUT", "/", body: bytes), to: server.address())
    expectEqual(response.body, bytes)
  }

  @Test("a client that does not finish its request is cut off, also one that sends byte by byte")
  func slowRequest() throws {
    var limits = HTTPServer.Limits()
    limits.requestSeconds = 0.5
    let server = try HTTPServer(gate: nil, limits: limits, handler: echo)
    let silent = try RawConnection(port: server.port)
    silent.write("GET / HTTP/1.1\r\n")
    expectEqual(silent.read(), "")
    let dripping = try RawConnection(port: server.port)
    let isOver = Mailbox<Bool>()
    dripping.write("GET / HTTP/1.1\r\nHost: x\r\nX: ")
    let reader = Background { [dripping = Unchecked(dripping)] in
      isOver.put(dripping.value.read().isEmpty)
    }
    let isCut = eventually {
      dripping.write("a")
      return !isOver.all.isEmpty
    }
    expect(isCut)
    reader.join()
    expectEventuallyEqual(server.clientCount, 0)
  }

  @Test("a connection that is kept open gets its time anew, and is cut off when nothing comes")
  func keptConnection() throws {
    var answers: [String] = []
    // A busy machine may take longer than the server waits: then that waits longer.
    for seconds in [1.0, 4, 16] {
      var limits = HTTPServer.Limits()
      limits.requestSeconds = seconds
      let server = try HTTPServer(gate: nil, limits: limits, handler: echo)
      let kept = try RawConnection(port: server.port)
      answers = ["/1", "/2"].map { target in
        kept.write("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
        return kept.read(until: "\r\n\r\n")
      }
      guard answers[0].contains("/1"), answers[1].contains("/2") else { continue }
      expectEqual(kept.read(), "")
      return
    }
    fail("not both were answered: \(answers)")
  }

  @Test("requests that come at once are answered in their order, also late ones")
  func pipeline() throws {
    let replies = Mailbox<HTTPReply>()
    let server = try HTTPServer(gate: nil) { request, reply in
      if request.path == "/late" { return replies.put(reply) }
      reply.send(HTTPResponse(200, text: request.path, type: "text/plain"))
    }
    let connection = try RawConnection(port: server.port)
    connection.write(
      ["/1", "/late", "/3"].map { "GET \($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined())
    let reply = replies.wait()[0]
    reply.send(HTTPResponse(200, text: "/2", type: "text/plain"))
    let text = connection.read(until: "/3")
    let bodies = text.split(separator: "\r\n\r\n").dropFirst().map { $0.prefix(2) }
    expectEqual(bodies, ["/1", "/2", "/3"])
  }

  @Test("what is no HTTP does no harm", arguments: 0..<30 as Range<UInt64>)
  func garbage(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let server = try HTTPServer(gate: HTTPGate(token: HTTPToken()), handler: echo)
    let parts = [
      "GET ", "/ ", "HTTP/1.1", "\r\n", "\n", "Host: x", "Host: 127.0.0.1:\(server.port)",
      "Content-Length: 5", "Content-Length: -1", "Transfer-Encoding: chunked", "\u{0}", "é",
      "zz\r\n", "5\r\nabcde\r\n", "0\r\n\r\n", "PUT /%zz?%&= ", ": ", "Authorization: Bearer",
    ]
    for _ in 0..<20 {
      let connection = try RawConnection(port: server.port)
      for _ in 0..<random.below(20) { connection.write(parts[random.below(parts.count)]) }
    }
    let answer = try HTTPClient().send(HTTPRequest("GET", "/"), to: server.address())
    expectEqual(answer.status, 401, "seed \(seed)")
    expectEventually(server.clientCount <= 1, "\(server.clientCount) clients, seed \(seed)")
  }

  @Test("so many clients and no more")
  func clients() throws {
    var limits = HTTPServer.Limits()
    limits.clients = 3
    let replies = Mailbox<HTTPReply>()
    let server = try HTTPServer(gate: nil, limits: limits) { _, reply in replies.put(reply) }
    let waiting = try (0..<3).map { _ in
      let connection = try RawConnection(port: server.port)
      connection.write("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n")
      return connection
    }
    _ = replies.wait(for: 3)
    let client = try HTTPClient()
    try expectEqual(client.send(HTTPRequest("GET", "/"), to: server.address()).status, 503)
    withExtendedLifetime(waiting) {}
  }

  @Test("what its owner keeps of a server that is gone does nothing, and keeps nothing")
  func gone() throws {
    final class Owner: Sendable {
      let replies = Mailbox<HTTPReply>()
      let streams = Mailbox<HTTPEventStream>()
    }
    var owner: Owner? = Owner()
    weak let weakOwner = owner
    var server: HTTPServer? = try HTTPServer(gate: nil) { [owner] request, reply in
      if request.path == "/" {
        owner?.replies.put(reply)
      } else {
        owner?.streams.put(reply.stream())
      }
    }
    let port = try require(server).port
    let connections = try ["/", "/stream"].map { target in
      let connection = try RawConnection(port: port)
      connection.write("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
      return connection
    }
    let reply = try require(owner).replies.wait()[0]
    let stream = try require(owner).streams.wait()[0]
    server = nil
    owner = nil
    expectNil(weakOwner)
    reply.send(HTTPResponse(200))
    expect(!reply.stream().isOpen && !stream.push([1]) && !stream.isOpen)
    stream.finish()
    stream.drop()
    for connection in connections { expect(!connection.read().contains("200 OK\r\n\r\n1")) }
  }

  @Test("stops while clients wait, and answers that come later are dropped")
  func stop() throws {
    let replies = Mailbox<HTTPReply>()
    let server = try HTTPServer(gate: nil) { _, reply in replies.put(reply) }
    let failures = Mailbox<HTTPError?>()
    let waiting = Background {
      do throws(HTTPError) {
        _ = try HTTPClient().send(HTTPRequest("GET", "/"), to: server.address())
        failures.put(nil)
      } catch {
        failures.put(error)
      }
    }
    let reply = replies.wait()[0]
    let silent = try RawConnection(port: server.port)
    server.stop()
    server.stop()
    reply.send(HTTPResponse(200))
    expect(!reply.stream().isOpen)
    waiting.join()
    expectEqual(failures.all, [.cutOff(server.address().shown)])
    expectEqual(silent.read(), "")
  }
}

/// A value that a test hands to another thread on its own responsibility.
struct Unchecked<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
