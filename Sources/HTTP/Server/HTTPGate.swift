/// Who may talk to a server on this machine: the checks before a request is looked at, in their order.
///
/// 1. `Host` stands at most once, else 400 (RFC 9112, section 3.2), and is a loopback name with the
///    server's port, else 421. This is the check that counts against a web page whose name was
///    rebound to 127.0.0.1: its requests carry no `Origin`.
/// 2. `Origin`, if there is one, is the server's own, else 403.
/// 3. `Sec-Fetch-Site`, if there is one, is `same-origin` or `none`, else 403.
/// 4. The token, compared in constant time, else 401.
public struct HTTPGate: Sendable {
  /// Where a token is looked for.
  public enum TokenPlace: Hashable, Sendable {
    /// `Authorization: Bearer TOKEN`.
    case header
    /// The query's value of a name.
    case query(String)
  }

  private let token: HTTPToken
  private let places: [TokenPlace]
  private let isOpen: @Sendable (HTTPRequest) -> Bool

  /// Creates a gate.
  ///
  /// - Parameters:
  ///   - token: the token.
  ///   - places: where requests may have it.
  ///   - isOpen: whether a request needs no token, such as one for a page without data; asked once a
  ///     request.
  public init(
    token: HTTPToken, in places: [TokenPlace] = [.header],
    isOpen: @escaping @Sendable (HTTPRequest) -> Bool = { _ in false }
  ) {
    self.token = token
    self.places = places
    self.isOpen = isOpen
  }

  /// Returns the status and the reason to refuse a request with; nil if it may pass.
  ///
  /// - Parameter port: the server's port.
  public func refusal(of request: HTTPRequest, port: Int) -> (status: Int, reason: String)? {
    let names = ["127.0.0.1", "localhost", "[::1]"].map { "\($0):\(port)" }
    let hosts = request.headers.fields.filter { $0.name.lowercased() == "host" }
    guard hosts.count < 2 else { return (400, "there is more than one Host") }
    guard let host = hosts.first?.value.lowercased(), names.contains(host) else {
      return (421, "this server answers to 127.0.0.1:\(port) only")
    }
    if let origin = request.headers["Origin"]?.lowercased(),
      !names.contains(where: { "http://\($0)" == origin })
    {
      return (403, "pages of other sites may not use this server")
    }
    if let site = request.headers["Sec-Fetch-Site"]?.lowercased(),
      site != "same-origin", site != "none"
    {
      return (403, "pages of other sites may not use this server")
    }
    if isOpen(request) || places.contains(where: { isToken(at: $0, of: request) }) { return nil }
    return (401, "the token is missing or wrong")
  }

  private func isToken(at place: TokenPlace, of request: HTTPRequest) -> Bool {
    switch place {
    case .header: token.matches(request.bearerToken)
    case .query(let name): token.matches(request[query: name])
    }
  }
}

/// A random secret of 128 bits, as 32 hexadecimal digits.
public struct HTTPToken: Hashable, Sendable {
  /// The digits.
  public let text: String

  /// Creates a token from the system's random numbers.
  public init() {
    var random = SystemRandomNumberGenerator()
    let digits = (0..<2).map { _ in
      let half = String(random.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - half.count) + half
    }
    text = digits.joined()
  }

  /// Creates a token from its text; nil if that is empty.
  public init?(text: String) {
    if text.isEmpty { return nil }
    self.text = text
  }

  /// Returns whether a text is the token, in a time that depends on lengths only.
  public func matches(_ text: String?) -> Bool {
    guard let text, text.utf8.count == self.text.utf8.count else { return false }
    return zip(text.utf8, self.text.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
