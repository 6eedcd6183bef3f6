import Expectations
import TestSupport
import Testing

@testable import HTTP

@Suite("Who may talk to a server", .ends)
struct HTTPGateTests {
  static let token = HTTPToken()

  private func status(
    _ headers: HTTPHeaders, target: String = "/", isOpen: Bool = false
  ) -> Int? {
    let gate = HTTPGate(token: Self.token, in: [.header, .query("auth")]) { _ in isOpen }
    return gate.refusal(of: HTTPRequest("GET", target, headers: headers), port: 80)?.status
  }

  private static let bearer = "Bearer " + token.text

  @Test("a request with the right host and token passes, the token in a header or the query")
  func passes() {
    expectNil(status(["Host": "127.0.0.1:80", "Authorization": Self.bearer]))
    expectNil(status(["Host": "localhost:80"], target: "/?auth=" + Self.token.text))
    expectNil(
      status([
        "Host": "[::1]:80", "Origin": "http://127.0.0.1:80", "Sec-Fetch-Site": "same-origin",
        "Authorization": Self.bearer,
      ]))
    expectNil(status(["Host": "127.0.0.1:80", "Sec-Fetch-Site": "none"], isOpen: true))
  }

  @Test("the checks are made in their order: host, origin, site, token")
  func order() {
    expectEqual(status([:]), 421)
    for host in ["evil.example:80", "127.0.0.1", "127.0.0.1:81", "127.0.0.1:80.evil.example"] {
      expectEqual(status(["Host": host, "Origin": "http://evil.example"], isOpen: true), 421)
    }
    for origin in ["http://evil.example", "null", "https://127.0.0.1:80", "http://127.0.0.1:81"] {
      expectEqual(status(["Host": "127.0.0.1:80", "Origin": origin]), 403)
    }
    for site in ["cross-site", "same-site"] {
      expectEqual(status(["Host": "127.0.0.1:80", "Sec-Fetch-Site": site], isOpen: true), 403)
    }
    expectEqual(status(["Host": "127.0.0.1:80"]), 401)
    expectEqual(status(["Host": "127.0.0.1:80", "host": "127.0.0.1:80"], isOpen: true), 400)
  }

  private func isRefused(_ token: String) -> Bool {
    status(["Host": "127.0.0.1:80", "Authorization": "Bearer " + token]) == 401
  }

  @Test("no other token passes")
  func tokens() {
    let text = Self.token.text
    for other in ["", text.dropLast() + "", text + "0", text.uppercased() + "x", HTTPToken().text] {
      expectEqual(status(["Host": "127.0.0.1:80", "Authorization": "Bearer " + other]), 401)
      expectEqual(status(["Host": "127.0.0.1:80"], target: "/?auth=" + other), 401)
    }
    expectEqual(status(["Host": "127.0.0.1:80", "Authorization": "Basic " + text]), 401)
    // Each digit counts, and no two differences cancel each other out.
    for digit in "0123456789abcdef" {
      for place in 0..<32 where Array(text)[place] != digit {
        var other = Array(text)
        other[place] = digit
        expect(isRefused(String(other)), "digit \(place)")
      }
      for length in 0...32 {
        let other = text.dropLast(length) + String(repeating: digit, count: length)
        expectEqual(isRefused(String(other)), other != text, "the last \(length)")
      }
    }
    expect(text.count == 32 && text != HTTPToken().text)
  }
}
