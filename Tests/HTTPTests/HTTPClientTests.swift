import Expectations
import Glibc
import TestSupport
import Testing

@testable import HTTP

@Suite("The client", .ends)
struct HTTPClientTests {
  @Test("follows redirections on the same server, five at most, with the method, body and headers")
  func redirections() throws {
    let server = try HTTPServer(gate: nil) { request, reply in
      let number = Int(request.path.dropFirst()) ?? 0
      if number > 0 {
        reply.send(HTTPResponse(307, headers: ["Location": "/\(number - 1)"]))
      } else {
        let token = request.bearerToken ?? ""
        reply.send(
          HTTPResponse(200, headers: ["X": request.method + token], body: request.body ?? []))
      }
    }
    let client = try HTTPClient()
    let request = HTTPRequest(
      "PUT", "/", headers: ["Authorization": "Bearer secret"], body: Array("1".utf8))
    let response = try client.send(request, to: server.address("/5"))
    expect(response.headers["X"] == "PUTsecret" && response.text == "1")
    expect(throws: HTTPError.self) { try client.send(request, to: server.address("/6")) }
  }

  @Test("never follows a redirection to another site")
  func otherSite() throws {
    let other = try HTTPServer(gate: nil) { _, reply in
      Issue.record("the other server was asked")
      reply.send(HTTPResponse(200))
    }
    let targets = [
      other.url, "https://evil.example/?auth=secret", "file:///etc/passwd", "//127.0.0.1:1/x",
      "x y",
    ]
    for target in targets {
      let server = try HTTPServer(gate: nil) { _, reply in
        reply.send(HTTPResponse(307, headers: ["Location": target]))
      }
      expect(
        throws: HTTPError.redirected(
          server.address().shown, to: String(target.prefix { $0 != "?" }))
      ) { try HTTPClient().send(HTTPRequest("GET", "/"), to: server.address()) }
    }
  }

  @Test("bodies and heads of responses have limits")
  func limits() throws {
    let server = try HTTPServer(gate: nil) { request, reply in
      let text = String(repeating: "x", count: 2000)
      if request.path == "/body" {
        reply.send(HTTPResponse(200, text: text, type: "text/plain"))
      } else {
        reply.send(HTTPResponse(200, headers: ["X": text]))
      }
    }
    var limits = HTTPClient.Limits()
    limits.bodyBytes = 1999
    limits.headBytes = 1999
    let client = try HTTPClient(limits: limits)
    expect(throws: HTTPError.tooLong(server.address("/body").shown, limit: 1999)) {
      try client.send(HTTPRequest("GET", "/"), to: server.address("/body"))
    }
    expect(throws: HTTPError.tooLong(server.address("/head").shown, limit: 1999)) {
      try client.send(HTTPRequest("GET", "/"), to: server.address("/head"))
    }
  }

  @Test("says why there is no answer")
  func failures() throws {
    let server = try HTTPServer(port: lastingPort(), gate: nil) { _, _ in }
    var limits = HTTPClient.Limits()
    limits.requestSeconds = 0.2
    let client = try HTTPClient(limits: limits)
    let address = server.address("/x?auth=secret")
    let shown = server.address("/x").text
    expect(throws: HTTPError.timedOut(shown)) {
      try client.send(HTTPRequest("GET", "/"), to: address)
    }
    server.stop()
    awaitNobody(at: server.port)
    expect(throws: HTTPError.noConnection(shown)) {
      try HTTPClient().send(HTTPRequest("GET", "/"), to: address)
    }
  }

  @Test("sends no credentials of ~/.netrc, and asks no proxy for this machine")
  func environment() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("machine 127.0.0.1 login a password b\n", to: ".netrc")
    let server = try HTTPServer(gate: nil) { request, reply in
      reply.send(
        HTTPResponse(200, text: request.headers["Authorization"] ?? "none", type: "text/plain"))
    }
    let child = try ChildProcess.run(
      product("HTTPProbe"), [server.url],
      environment: [
        "HOME": folder.path, "http_proxy": "http://127.0.0.1:1", "all_proxy": "http://127.0.0.1:1",
      ])
    expect(child.output.contains("got: none\n"))
  }

  @Test("a request that runs ends when it is cancelled")
  func cancel() throws {
    let replies = Mailbox<HTTPReply>()
    let server = try HTTPServer(gate: nil) { _, reply in replies.put(reply) }
    let client = try HTTPClient()
    let ends = Mailbox<HTTPError?>()
    let waiting = Background {
      do throws(HTTPError) {
        _ = try client.send(HTTPRequest("GET", "/"), to: server.address())
        ends.put(nil)
      } catch {
        ends.put(error)
      }
    }
    _ = replies.wait()
    client.cancel()
    waiting.join()
    expectEqual(ends.all, [.cancelled])
  }

  @Test("what must not be made twice is not sent again by itself", arguments: ["POST", "PATCH"])
  func once(method: String) throws {
    let requests = Mailbox<String>()
    let server = try HTTPServer(gate: nil) { request, reply in
      requests.put(request.method)
      if request.method == "GET" { reply.send(HTTPResponse(200)) } else { reply.stream().drop() }
    }
    let client = try HTTPClient()
    _ = try client.send(HTTPRequest("GET", "/"), to: server.address())
    expect(throws: HTTPError.cutOff(server.address().shown)) {
      try client.send(HTTPRequest(method, "/", body: [0x31]), to: server.address())
    }
    expectEqual(requests.all, ["GET", method])
  }

  @Test("the system's curl understands the server")
  func curl() throws {
    let server = try HTTPServer(gate: nil) { request, reply in
      if request.headers["Accept"] == "text/event-stream" {
        let stream = reply.stream(first: ServerSentEvent(name: "put", data: "1").bytes)
        stream.push(ServerSentEvent(name: "put", data: "2"))
        stream.finish()
      } else {
        reply.send(HTTPResponse(200, text: request.method + request.target, type: "text/plain"))
      }
    }
    func run(_ arguments: String...) throws -> String {
      try ChildProcess.run("/usr/bin/curl", ["-sS", "--noproxy", "*"] + arguments).output
    }
    try expectEqual(run("-X", "DELETE", server.url + "a?b=c"), "DELETE/a?b=c")
    try expect(run("-I", server.url).hasPrefix("HTTP/1.1 200 OK"))
    try expectEqual(
      run("-N", "-H", "Accept: text/event-stream", server.url),
      "event: put\ndata: 1\n\nevent: put\ndata: 2\n\n")
  }

  @Test("a server whose certificate nobody signed is not trusted, also on this machine")
  func certificates() throws {
    let server = try SecureServer()
    let address = try HTTPAddress("https://127.0.0.1:\(server.port)/?auth=secret")
    do throws(HTTPError) {
      _ = try HTTPClient().send(HTTPRequest("GET", "/"), to: address)
      Issue.record("it was trusted")
    } catch {
      expect(error.code == "untrusted" && !error.message.contains("secret"), "\(error)")
    }
    withExtendedLifetime(server) {}
  }
}
