/// Where the answer to a request goes. It may be kept, and used once, from any thread.
public struct HTTPReply: Sendable {
  private let exchange: HTTPExchange

  init(_ exchange: HTTPExchange) { self.exchange = exchange }

  /// Answers with a response.
  public func send(_ response: HTTPResponse) { exchange.set(.response(response)) }

  /// Answers with an event stream.
  ///
  /// - Parameters:
  ///   - first: bytes of events that are sent first; they do not count as waiting.
  ///   - keepAlive: bytes that are sent when nothing was for long; nil: none.
  ///   - headers: further headers.
  /// - Returns: the stream to push events to.
  public func stream(
    first: [UInt8] = [], keepAlive: [UInt8]? = nil, headers: HTTPHeaders = [:]
  ) -> HTTPEventStream {
    var head = HTTPResponse(200, headers: headers)
    head.headers["Content-Type"] = "text/event-stream; charset=utf-8"
    head.headers["Cache-Control"] = "no-store"
    let stream = HTTPEventStream(exchange, first: first, keepAlive: keepAlive)
    if !exchange.set(.stream(head, stream)) { stream.end() }
    return stream
  }
}
