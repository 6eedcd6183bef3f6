import HTTP
import Wording

/// Where a tree is: `firebase://HOST/PATH`, or the address of its REST interface.
struct FirebaseAddress: Hashable, Sendable {
  /// The server; its target is `/`.
  private let server: HTTPAddress
  /// The path of the tree that is opened.
  let path: FirebasePath
  /// The token that was written in the address, as `?auth=TOKEN`; nil: none.
  let token: String?

  /// Reads an address.
  ///
  ///     firebase://127.0.0.1:8000/people            http on this machine
  ///     firebase://example.firebaseio.com/people    https elsewhere
  ///     https://example.firebaseio.com/people.json
  ///
  /// - Returns: nil if the text is none: another scheme, or `https` without `.json`.
  /// - Throws: `badAddress`, `unencrypted`.
  init?(_ text: String) throws(HTTPError) {
    let scheme = "firebase://"
    if text.lowercased().hasPrefix(scheme) {
      // A path may be typed as it is read, with blanks and letters of any script.
      let rest = PercentCoding.encode(String(text.dropFirst(scheme.count)), keeping: "/%?&=+:[]@#")
      let secure = try HTTPAddress("https://" + rest)
      let isPlain = secure.isLoopback
      self = try Self(try HTTPAddress((isPlain ? "http://" : "https://") + rest), suffix: "")
    } else {
      guard text.hasPrefix("https://") || text.hasPrefix("http://") else { return nil }
      guard text.prefix(while: { $0 != "?" && $0 != "#" }).hasSuffix(".json") else { return nil }
      self = try Self(try HTTPAddress(text), suffix: ".json")
    }
  }

  private init(_ address: HTTPAddress, suffix: String) throws(HTTPError) {
    let target = address.target.prefix { $0 != "?" }.dropLast(suffix.count)
    guard let path = FirebasePath(encoded: target) else { throw .badAddress(address.shown) }
    self.path = path
    token =
      address.target.split(separator: "?").dropFirst().first?
      .split(separator: "&").lazy.compactMap { field in
        let parts = field.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, parts[0] == "auth" || parts[0] == "access_token" else { return nil }
        return PercentCoding.decode(parts[1])
      }.first
    server = HTTPAddress(
      isSecure: address.isSecure, host: address.host, port: address.port, target: "/")
  }

  /// The address for messages, without token: `firebase://HOST:PORT/PATH`.
  var shown: String {
    let usual = server.isSecure ? 443 : 80
    return "firebase://" + host + (port == usual ? "" : ":\(port)") + path.text
  }

  /// Whether the server is on this machine.
  var isLoopback: Bool { server.isLoopback }
  /// The host.
  var host: String { server.host }
  /// The port.
  var port: Int { server.port }

  /// Whether a token for Firebase may be sent there: hosts of Firebase, this machine, and a host
  /// that the user named with the token.
  func mayGetToken(namedHost: String? = nil) -> Bool {
    if isLoopback || host == namedHost?.lowercased() { return true }
    return HTTPAddress.commonDomains.contains { host.hasSuffix("." + $0) }
  }

  /// Returns the address of something at or below the path.
  func address(
    below path: FirebasePath = .root, query: [(name: String, value: String)] = []
  ) -> HTTPAddress {
    var address = server
    let keys = (self.path.keys + path.keys).map { PercentCoding.encode($0.text) }
    address.target = "/" + keys.joined(separator: "/") + ".json"
    let pairs = query.map {
      PercentCoding.encode($0.name) + "=" + PercentCoding.encode($0.value)
    }
    if !pairs.isEmpty { address.target += "?" + pairs.joined(separator: "&") }
    return address
  }

  /// Returns where and how to send a token: as a header where the server takes it, which keeps it out
  /// of logs. Google takes OAuth tokens so, but ID tokens and secrets only in the query.
  func authorized(
    _ request: HTTPRequest, token: String?, below path: FirebasePath = .root
  ) -> (request: HTTPRequest, address: HTTPAddress) {
    guard let token else { return (request, address(below: path)) }
    guard isLoopback || token.hasPrefix("ya29.") else {
      return (request, address(below: path, query: [("auth", token)]))
    }
    var request = request
    request.headers["Authorization"] = "Bearer " + token
    return (request, address(below: path))
  }
}
