import Wording

/// A request, as a server gets it or a client sends it.
public struct HTTPRequest: Hashable, Sendable {
  /// The method, in upper case: `GET`.
  public var method: String
  /// The path as sent, percent-encoded, with its leading `/`.
  public var path: String
  /// The names and values of the query, decoded, in order.
  public var query: [HTTPHeaders.Field]
  /// The headers.
  public var headers: HTTPHeaders
  /// The body; nil: none.
  public var body: [UInt8]?

  /// Creates a request.
  ///
  /// - Parameter target: the path, percent-encoded, and the query behind `?`.
  public init(
    _ method: String, _ target: String, headers: HTTPHeaders = [:], body: [UInt8]? = nil
  ) {
    self.method = method
    self.headers = headers
    self.body = body
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(parts[0])
    query = parts.count > 1 ? Self.query(parts[1]) : []
  }

  /// The value of a name of the query; nil if there is none.
  public subscript(query name: String) -> String? { query.first { $0.name == name }?.value }

  /// The path and the query, percent-encoded.
  public var target: String {
    if query.isEmpty { return path }
    let pairs = query.map {
      PercentCoding.encode($0.name) + "=" + PercentCoding.encode($0.value)
    }
    return path + "?" + pairs.joined(separator: "&")
  }

  /// The token of an `Authorization: Bearer` header.
  public var bearerToken: String? {
    guard let value = headers["Authorization"] else { return nil }
    let parts = value.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    return ASCII.trimmed(parts[1])
  }

  private static func query(_ text: Substring) -> [HTTPHeaders.Field] {
    text.split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      func decoded(_ part: Substring) -> String {
        PercentCoding.decode(part, plusIsBlank: true) ?? String(part)
      }
      return HTTPHeaders.Field(
        name: decoded(parts[0]), value: parts.count > 1 ? decoded(parts[1]) : "")
    }
  }
}
