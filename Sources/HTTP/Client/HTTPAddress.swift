/// The address of a resource: `https://HOST:PORT/PATH?QUERY`.
public struct HTTPAddress: Hashable, Sendable {
  /// Whether it is `https`.
  public var isSecure: Bool
  /// The name or number of the host in lower case; an IPv6 number in brackets.
  public var host: String
  /// The port.
  public var port: Int
  /// The path and the query, percent-encoded, with a leading `/`.
  public var target: String

  /// Creates an address.
  public init(isSecure: Bool, host: String, port: Int, target: String) {
    self.isSecure = isSecure
    self.host = host
    self.port = port
    self.target = target
  }

  /// Reads an address.
  ///
  /// User names and passwords are refused, because they would show up in messages; a fragment is left
  /// out.
  ///
  /// - Throws: `badAddress`; `unencrypted` if it is not `https` and not of this machine.
  public init(_ text: String) throws(HTTPError) {
    let bad = HTTPError.badAddress(Self.withoutQuery(text))
    guard let colon = text.firstRange(of: "://") else { throw bad }
    let scheme = text[..<colon.lowerBound].lowercased()
    guard scheme == "https" || scheme == "http" else { throw bad }
    isSecure = scheme == "https"
    let rest = text[colon.upperBound...].prefix { $0 != "#" }
    let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    guard
      let (host, port) = Self.authority(rest[..<end]),
      rest[end...].utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x5C })
    else { throw bad }
    self.host = host
    self.port = port ?? (isSecure ? 443 : 80)
    target = rest[end...].first == "/" ? String(rest[end...]) : "/" + rest[end...]
    guard isSecure || isLoopback else { throw .unencrypted(host: host) }
  }

  /// Reads the target of a redirection, which may be relative to another address.
  init(_ location: String, from address: HTTPAddress) throws(HTTPError) {
    if location.hasPrefix("//") {
      try self.init((address.isSecure ? "https:" : "http:") + location)
    } else if location.hasPrefix("/") {
      try self.init(address.text(target: location))
    } else {
      try self.init(location)
    }
  }

  /// The address as text, with path and query.
  public var text: String { text(target: target) }

  /// The address for messages: without the query, which may hold a token.
  public var shown: String { text(target: Self.withoutQuery(target)) }

  /// Whether it is on this machine.
  public var isLoopback: Bool {
    if host == "localhost" || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  private func text(target: String) -> String {
    let usual = isSecure ? 443 : 80
    return (isSecure ? "https://" : "http://") + host + (port == usual ? "" : ":\(port)") + target
  }

  private static func withoutQuery(_ text: String) -> String {
    String(text.prefix { $0 != "?" && $0 != "#" })
  }

  private static func authority(_ text: Substring) -> (host: String, port: Int?)? {
    let host: Substring
    if text.first == "[" {
      guard let close = text.firstIndex(of: "]") else { return nil }
      host = text[...close]
    } else {
      host = text.prefix { $0 != ":" }
    }
    let isName = host.utf8.allSatisfy {
      switch $0 {
      case 0x30...0x3A, 0x41...0x5B, 0x5D, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
      default: false
      }
    }
    guard !host.isEmpty, isName else { return nil }
    let rest = text[host.endIndex...]
    if rest.isEmpty { return (host.lowercased(), nil) }
    guard rest.first == ":", let port = UInt16(rest.dropFirst()), port > 0 else { return nil }
    return (host.lowercased(), Int(port))
  }
}

extension HTTPAddress {
  /// Domains whose hosts all belong to one operator, so that one may redirect to another together
  /// with the token: those of the Firebase Realtime Database.
  public static let commonDomains = ["firebaseio.com", "firebasedatabase.app"]

  /// Whether a redirection may be followed with the `Authorization` that was sent here.
  ///
  /// To the same host, to a host below it, or between hosts below one of `commonDomains`. What else
  /// belongs to one owner cannot be told from names: `a.co.uk` and `b.co.uk` do not.
  public func allowsRedirection(to other: HTTPAddress) -> Bool {
    if isLoopback || other.isLoopback {
      return host == other.host && port == other.port && isSecure == other.isSecure
    }
    guard other.isSecure, port == other.port else { return false }
    if other.host == host || other.host.hasSuffix("." + host) { return true }
    return Self.commonDomains.contains {
      host.hasSuffix("." + $0) && other.host.hasSuffix("." + $0)
    }
  }
}
