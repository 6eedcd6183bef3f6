/// A response: status, headers and body.
public struct HTTPResponse: Hashable, Sendable {
  /// The status code: 200.
  public var status: Int
  /// The headers.
  public var headers: HTTPHeaders
  /// The body.
  public var body: [UInt8]

  /// Creates a response.
  public init(_ status: Int, headers: HTTPHeaders = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Creates a response whose body is text.
  ///
  /// - Parameter type: the media type of the body.
  public init(_ status: Int, text: String, type: String) {
    self.init(status, headers: ["Content-Type": type], body: Array(text.utf8))
  }

  /// Whether the status says success: 200 to 299.
  public var isSuccess: Bool { status / 100 == 2 }

  /// The body as text; bytes that are no UTF-8 are replaced.
  public var text: String { String(decoding: body, as: UTF8.self) }
}
