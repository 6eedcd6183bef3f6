import CPostgres
import LibC

/// An address of a database, and what of it is meant: `postgres://ann@db.example.org/shop#orders`.
///
/// What stands before the `#` is libpq's; a password in it is used and never shown.
public struct PostgresAddress: Hashable, Sendable {
  /// The address as libpq reads it, with its password.
  private let text: String
  /// The address without a password and without the part behind `#`.
  public let server: String
  /// What stands behind `#`; nil: nothing.
  public private(set) var part: String?
  /// The password that the user was asked for; nil: none, or that of the address.
  public var password: String?

  private static let schemes = ["postgres://", "postgresql://"]

  /// Creates an address; nil if a text is another path.
  public init?(_ text: String) {
    guard Self.schemes.contains(where: { text.hasPrefix($0) }) else { return nil }
    let mark = text.firstIndex(of: "#")
    self.text = String(text[..<(mark ?? text.endIndex)])
    part = mark.map { String(text[text.index(after: $0)...]) }
    server = Self.withoutPassword(self.text)
  }

  /// The whole address without a password: the name of a table that is read from there.
  public var name: String { server + (part.map { "#" + $0 } ?? "") }

  /// Whether it says a password.
  public var hasPassword: Bool { server != text || password != nil }

  /// The address of another table of the same database.
  public func naming(_ part: String?) -> PostgresAddress {
    var address = self
    address.part = part
    return address
  }

  private static func withoutPassword(_ text: String) -> String {
    guard let start = text.firstRange(of: "://")?.upperBound else { return text }
    var rest = text[start...]
    let host = rest.prefix { !"/?".contains($0) }
    var result = String(text[..<start])
    if let at = host.lastIndex(of: "@"), let colon = host[..<at].firstIndex(of: ":") {
      result += host[..<colon] + host[at...]
    } else {
      result += host
    }
    rest = rest[host.endIndex...]
    guard let mark = rest.firstIndex(of: "?") else { return result + rest }
    result += rest[..<mark]
    let fields = rest[rest.index(after: mark)...].split(separator: "&").filter { field in
      !["password", "sslpassword"].contains(field.prefix { $0 != "=" }.lowercased())
    }
    return result + (fields.isEmpty ? "" : "?" + fields.joined(separator: "&"))
  }

  /// The options that the address sets, as libpq reads them.
  ///
  /// - Throws: `noLibrary`, `badAddress`.
  func options() throws(PostgresError) -> [String: String] {
    try PostgresLibrary.load()
    let options = OptionList()
    let problem = cpostgres_parse(text, options.context, OptionList.take)
    guard let problem else {
      guard let password else { return options.values }
      return options.values.merging(["password": password]) { $1 }
    }
    defer { cpostgres_freemem(problem) }
    // libpq quotes the part that it does not understand, which may be the password.
    let reason = PostgresText.line(String(cString: problem))
    throw .badAddress(server, problem: server == text ? reason : "libpq does not understand it")
  }

  /// The options with those of a service, the environment and libpq itself.
  ///
  /// - Throws: `noLibrary`, `badAddress`.
  func allOptions() throws(PostgresError) -> [String: String] {
    let all = OptionList()
    let connection = PostgresText.withCStrings(of: try options()) { cpostgres_resolve($0, $1) }
    defer { cpostgres_finish(connection) }
    cpostgres_options(connection, all.context, OptionList.take)
    if all.values.isEmpty { throw .badAddress(server, problem: "there is no such service") }
    return all.values
  }

  /// The servers that a connection may go to, as `HOST:PORT`, or `FOLDER:PORT` for sockets.
  ///
  /// - Throws: `noLibrary`, `badAddress`.
  public func hosts() throws(PostgresError) -> [String] {
    let options = try allOptions()
    let ports = (options["port"] ?? "5432").split(separator: ",", omittingEmptySubsequences: false)
    return Self.hosts(of: options).enumerated().map { i, host in
      let port = i < ports.count ? ports[i] : ports.last ?? "5432"
      return "\(host.isEmpty ? "localhost" : host):\(port)"
    }
  }

  /// The hosts of options; an empty one is a socket of this machine.
  static func hosts(of options: [String: String]) -> [String] {
    let names = options["host"] ?? options["hostaddr"] ?? ""
    return names.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  /// Whether a host is this machine.
  static func isLoopback(_ host: String) -> Bool {
    host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") || host == "localhost"
      || host == "::1" || host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." }
  }
}

/// Options of a connection that C hands over one by one; a class, so that C can refer to it.
final class OptionList {
  private(set) var values: [String: String] = [:]

  var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  static let take:
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?
    ) -> Void = { context, name, value in
      guard let context, let name, let value else { return }
      let list = Unmanaged<OptionList>.fromOpaque(context).takeUnretainedValue()
      list.values[String(cString: name)] = String(cString: value)
    }
}

/// The library that reaches servers, which is opened when it is first needed.
enum PostgresLibrary {
  /// Opens it.
  ///
  /// - Throws: `noLibrary`.
  static func load() throws(PostgresError) {
    guard let problem = cpostgres_load() else { return }
    throw .noLibrary(String(cString: cpostgres_library), problem: String(cString: problem))
  }
}
