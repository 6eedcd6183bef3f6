import Expectations
import HTTP
import TestSupport
import Testing

@testable import TablePages

/// The server of `present`, on real connections.
@Suite(.ends) struct PresentServerTests {
  private static let first = Array(#"{"tablesh":"recording","version":1}"#.utf8)

  private func server() throws -> PresentServer {
    try PresentServer(title: "A <table>", recording: Self.first)
  }

  private func ask(
    _ server: PresentServer, _ path: String, method: String = "GET",
    headers: [(String, String)] = []
  ) throws -> HTTPResponse {
    var fields = HTTPHeaders()
    for (name, value) in headers { fields.add(name, value) }
    return try HTTPClient().send(
      HTTPRequest(method, path, headers: fields), to: address(server, path))
  }

  private func address(_ server: PresentServer, _ path: String) -> HTTPAddress {
    HTTPAddress(isSecure: false, host: "127.0.0.1", port: server.port, target: path)
  }

  /// Reads the stream until so many events came.
  private func events(
    _ server: PresentServer, _ count: Int, after last: Int? = nil, of run: String? = nil,
    token: String? = nil
  ) throws -> [ServerSentEvent] {
    var headers: HTTPHeaders = ["Authorization": "Bearer \(token ?? server.token.text)"]
    if let last { headers["Last-Event-ID"] = "\(run ?? server.run).\(last)" }
    var parser = EventStreamParser()
    var events: [ServerSentEvent] = []
    _ = try? HTTPClient().stream(
      HTTPRequest("GET", "/events", headers: headers), from: address(server, "/events"),
      receive: { bytes in
        events += (try? parser.feed(bytes)) ?? []
        return events.count < count
      })
    return events.map { event in
      var event = event
      event.id = event.id.map { String($0.dropFirst(server.run.count + 1)) }
      return event
    }
  }

  @Test("the page holds no data, and the headers keep it to itself")
  func page() throws {
    let server = try server()
    let page = try ask(server, "/")
    expectEqual(page.status, 200)
    expect(page.text.contains("<title>A &lt;table&gt;</title>"))
    expect(!page.text.contains(server.token.text))
    let policy = try require(page.headers["Content-Security-Policy"])
    expect(policy.contains("default-src 'none'") && policy.contains("connect-src 'self'"))
    expect(policy.hasSuffix("frame-ancestors 'none'"))
    for (name, value) in [
      ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
      ("Cache-Control", "no-store"), ("Cross-Origin-Opener-Policy", "same-origin"),
      ("Cross-Origin-Resource-Policy", "same-origin"),
    ] { expectEqual(page.headers[name], value) }
    server.stop()
  }

  @Test("Host, Origin, Sec-Fetch-Site, token, method and path are looked at, in that order")
  func refusals() throws {
    let server = try server()
    let bearer = ("Authorization", "Bearer \(server.token.text)")
    for (method, path, headers, status) in [
      ("GET", "/", [("Host", "example.com")], 421),
      ("GET", "/events", [bearer, ("Host", "localhost:1")], 421),
      ("GET", "/", [("Origin", "http://example.com")], 403),
      ("GET", "/events", [bearer, ("Origin", "null")], 403),
      ("GET", "/", [("Sec-Fetch-Site", "cross-site")], 403),
      ("GET", "/events", [], 401),
      ("GET", "/events", [("Authorization", "Bearer \(String(repeating: "0", count: 32))")], 401),
      ("GET", "/events?token=\(server.token.text)", [], 401),
      ("POST", "/events", [bearer], 405), ("DELETE", "/", [bearer], 405), ("POST", "/", [], 401),
      ("GET", "/secret", [bearer], 404), ("GET", "/../etc/passwd", [bearer], 404),
      ("GET", "/", [("Sec-Fetch-Site", "none")], 200),
      ("GET", "/", [("Origin", "http://127.0.0.1:\(server.port)")], 200),
    ] as [(String, String, [(String, String)], Int)] {
      let answer = try ask(server, path, method: method, headers: headers)
      expectEqual(answer.status, status, "\(method) \(path) \(headers)")
      if status != 200 { expectEqual(answer.headers["X-Content-Type-Options"], "nosniff") }
    }
    server.stop()
  }

  @Test("event 0 is the recording, each step is one, and who comes back gets what was missed")
  func replay() throws {
    let server = try server()
    for number in 1...5 { server.publish(Array("{\"command\":\"c\(number)\"}".utf8)) }
    let all = try events(server, 6)
    expectEqual(all.map(\.id), ["0", "1", "2", "3", "4", "5"])
    expectEqual(all[0].data, String(decoding: Self.first, as: UTF8.self))
    expectEqual(all[5].data, #"{"command":"c5"}"#)
    try expectEqual(events(server, 2, after: 3).map(\.id), ["4", "5"])
    // One that is not known begins anew.
    try expectEqual(events(server, 1, after: 99).first?.id, "0")
    try expectEqual(events(server, 1, after: 3, of: "another").first?.id, "0")
    server.restart(Self.first, tells: false)
    server.publish(Array("{}".utf8))
    try expectEqual(events(server, 2).map(\.id), ["5", "6"])
    try expectEqual(events(server, 1, after: 5).map(\.id), ["6"])
    try expectEqual(events(server, 2, after: 3).map(\.id), ["5", "6"])
    server.restart(Self.first, tells: true)
    try expectEqual(events(server, 1, after: 6).map(\.id), ["7"])
    server.stop()
  }

  @Test("a ticket opens the events once, and brings the token")
  func ticket() throws {
    let server = try server()
    let address = server.makeTicketURL()
    let ticket = try require(address.split(separator: "#").last.map(String.init))
    expect(address != server.url && ticket.count == 32)
    let first = try events(server, 2, token: ticket)
    expectEqual(first.map(\.name), ["token", "message"])
    expectEqual(first[0].data, "\"\(server.token.text)\"")
    let headers = [("Authorization", "Bearer \(ticket)")]
    try expectEqual(ask(server, "/events", headers: headers).status, 401)
    _ = server.makeTicketURL()
    try expectEqual(ask(server, "/events", headers: headers).status, 401)
    try expectEqual(events(server, 1).first?.name, "message")
    server.stop()
  }

  @Test("whoever publishes is told when what was published is too much to keep")
  func tooMuch() throws {
    let server = try server()
    let step = [UInt8](repeating: 0x20, count: PresentServer.mostStepBytes / 4)
    for _ in 0..<3 { expect(server.publish(step)) }
    expect(server.publish([0x7B, 0x7D]))
    expect(!server.publish(step + Self.first + Self.first))
    server.restart(Self.first, tells: false)
    for _ in 1..<PresentServer.mostSteps { expect(server.publish([0x7B, 0x7D])) }
    expect(!server.publish([0x7B, 0x7D]))
    server.stop()
  }

  @Test("more clients than allowed are refused, one that never reads is dropped, and nobody waits")
  func slow() throws {
    let server = try server()
    var sleepers: [RawConnection] = []
    for _ in 0..<40 {
      let client = try RawConnection(port: server.port, receiveBuffer: 4096)
      client.write(
        "GET /events HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
          + "Authorization: Bearer \(server.token.text)\r\n\r\n")
      sleepers.append(client)
    }
    expectEventually(server.followerCount >= 20, "\(server.followerCount) follow")
    expect(server.followerCount <= 32)
    let step = [UInt8](repeating: 0x20, count: 400_000)
    var count = 0
    // Whoever published would wait for ever for those who never read.
    while server.followerCount > 0, count < 300 {
      server.publish(step)
      count += 1
    }
    expectEqual(server.followerCount, 0, "after \(count) steps")
    server.stop()
  }
}
