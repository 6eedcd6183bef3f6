import Expectations
import LiveSupport
import TableKit
import TestSupport
import Testing

@testable import TableLive
@testable import TableShell

/// Servers that are not who they should be, and what they must not get.
struct TrustTests {
  private let session = Session(nil)

  init() {
    session.shell.options.environment = { $0 == "FIREBASE_TOKEN" ? "secret-token" : nil }
  }

  @Test(
    "a certificate that nobody signed is an error that says so, with and without a token",
    arguments: ["IP:127.0.0.1", "DNS:example.com"], [true, false])
  func certificate(name: String, hasToken: Bool) throws {
    if !hasToken { session.shell.options.environment = { _ in nil } }
    let server = try SecureServer(for: name)
    let said = session.run("open https://127.0.0.1:\(server.port)/a.json")
    expect(said.contains("error: 'https://127.0.0.1:\(server.port)/a.json' is not trusted: "))
    expect(said.contains("hint:  its certificate must be signed by an authority"), "\(said)")
    expect(!said.contains("secret-token"))
    expectNil(session.shell.current)
    session.shell.options.format = .json
    let json = session.run("open https://127.0.0.1:\(server.port)/a.json")
    expect(json.contains(#""code":"untrusted""#), "\(json)")
  }

  /// A request with a token, that a server of another port must not get.
  private func expectKept(_ asked: HostileServer, _ other: HostileServer, _ said: String) {
    expect(asked.texts.contains { $0.contains("Authorization: Bearer secret-token") })
    expect(other.texts.isEmpty)
    expect(
      said.contains("redirects to 'http://127.0.0.1:\(other.port)/.json'")
        || said.contains("redirects to 'http://127.0.0.1:\(other.port)/a.json'"), "\(said)")
    expect(said.contains("hint:  open that address instead, if you trust it"), "\(said)")
  }

  @Test(
    "a redirection to another server is an error, and the token stays", arguments: [307, 308, 301])
  func redirection(status: Int) throws {
    let other = try HostileServer { $0.stream(#"{"a":{"n":1}}"#) }
    defer { other.stop() }
    let server = try HostileServer {
      $0.reply(status, "", "Location: http://127.0.0.1:\(other.port)/.json")
    }
    defer { server.stop() }
    expectKept(server, other, session.run("open firebase://127.0.0.1:\(server.port)/"))
    expectNil(session.shell.current)
  }

  @Test("a save that is redirected to another server writes nothing, and the token stays")
  func save() throws {
    let other = try HostileServer { $0.reply(200, #"{"n":1}"#, "ETag: e") }
    defer { other.stop() }
    let server = try HostileServer { exchange in
      if exchange.isStream {
        exchange.stream(#"{"a":{"n":1}}"#)
        return exchange.wait()
      }
      exchange.reply(307, "", "Location: http://127.0.0.1:\(other.port)/a.json")
    }
    defer { server.stop() }
    expect(session.run("open firebase://127.0.0.1:\(server.port)/").contains("1 row"))
    session.run("edit @a n=7")
    expectKept(server, other, session.run("save"))
    expectEqual(session.run("changes"), "~ @a n: '1' → '7'\n")
  }

  @Test("a redirection on the same server is followed with the token, one that repeats is an error")
  func loop() throws {
    let server = try HostileServer { exchange in
      switch exchange.line {
      case "GET /a.json": exchange.reply(307, "", "Location: /b.json")
      case "GET /b.json":
        exchange.stream(#"{"a":{"n":1}}"#)
        exchange.wait()
      default: exchange.reply(307, "", "Location: \(exchange.line.dropFirst(4))?again")
      }
    }
    defer { server.stop() }
    expect(session.run("open firebase://127.0.0.1:\(server.port)/a").contains("1 row"))
    expectEqual(server.texts.count, 2)
    expect(server.texts.allSatisfy { $0.contains("Authorization: Bearer secret-token") })
    let said = session.run("open firebase://127.0.0.1:\(server.port)/round")
    expect(said.contains("/round.json' redirects more than 5 times"), "\(said)")
    expect(said.contains("hint:  check the address"), "\(said)")
    // The first, and five redirections.
    expectEqual(server.texts.count, 8)
  }
}
