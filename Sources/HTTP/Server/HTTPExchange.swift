import CNetwork
import LibC
import Synchronization

/// One request and its answer: the steps from the first line to the end of the response.
///
/// A class because C, the server and the reply refer to it. All state is behind one lock, which is
/// also held while a connection is suspended or resumed: else it could be resumed before it is
/// suspended, and would sleep for ever.
final class HTTPExchange: Sendable {
  private enum Step {
    case headers
    case body
    /// The handler has the request.
    case asked
    case answered
  }

  enum Answer {
    case response(HTTPResponse)
    case stream(HTTPResponse, HTTPEventStream)
  }

  private struct State {
    /// nil when the request is over.
    var connection: Connection?
    var step = Step.headers
    var request: HTTPRequest
    var bodyBytes = 0
    var answer: Answer?
    var isSuspended = false
    var isAborted = false

    /// The stream that is the answer; nil if it is none.
    var stream: HTTPEventStream? {
      if case .stream(_, let stream)? = answer { stream } else { nil }
    }

    /// Lets a connection that waits go on.
    mutating func resume() {
      guard isSuspended, let connection else { return }
      isSuspended = false
      cnetwork_resume(connection.pointer)
    }

    /// Keeps a piece of the body, unless that is longer than allowed: then nothing of it.
    mutating func keep(_ bytes: UnsafeRawBufferPointer, limit: Int) {
      bodyBytes += bytes.count
      guard bodyBytes <= limit else { return request.body = nil }
      if request.body == nil { request.body = [] }
      request.body?.append(contentsOf: bytes)
    }
  }

  private struct Connection {
    let id: HTTPConnection
    let descriptor: Int32

    var pointer: UnsafeMutableRawPointer { id.pointer }
  }

  // Not kept alive: replies and streams that the server's owner keeps would keep the handler, and so
  // the owner. While a request runs, the server is there.
  private unowned let core: HTTPServerCore
  let limits: HTTPServer.Limits
  private let state: Mutex<State>

  init(
    _ core: HTTPServerCore, _ connection: HTTPConnection, _ descriptor: Int32,
    _ target: String
  ) {
    self.core = core
    limits = core.limits
    let connection = Connection(id: connection, descriptor: descriptor)
    state = Mutex(State(connection: connection, request: HTTPRequest("", target)))
  }

  /// Takes what came of the request; returns false to close the connection.
  func receive(_ method: UnsafePointer<CChar>, _ bytes: UnsafeRawBufferPointer) -> Bool {
    let step = state.withLock { $0.step }
    switch step {
    case .headers: return receiveHeaders(String(cString: method))
    case .body where !bytes.isEmpty:
      state.withLock { $0.keep(bytes, limit: limits.bodyBytes) }
      return true
    case .body: return receiveEnd()
    case .asked, .answered: return answerOrSuspend()
    }
  }

  private func receiveHeaders(_ method: String) -> Bool {
    let (request, headerBytes) = state.withLock { state in
      state.step = .body
      state.request.method = method
      guard let connection = state.connection?.pointer else { return (state.request, 0) }
      withUnsafeMutablePointer(to: &state.request.headers) { headers in
        cnetwork_each_header(connection, headers) { context, name, value in
          guard let headers = context?.assumingMemoryBound(to: HTTPHeaders.self), let name,
            let value
          else { return }
          headers.pointee.add(String(cString: name), String(cString: value))
        }
      }
      return (state.request, cnetwork_header_bytes(connection))
    }
    guard let (status, reason) = refusal(of: request, headerBytes) else { return true }
    // Answered before the body has come: the connection is closed then, and the body not read.
    return answer(core.refusal(status, reason))
  }

  private func refusal(of request: HTTPRequest, _ headerBytes: Int) -> (Int, String)? {
    if headerBytes > limits.headerBytes {
      return (431, "headers of more than \(limits.headerBytes) bytes")
    }
    if core.isFull { return (503, "there are \(limits.clients) clients already") }
    if !core.isOpen { return (503, "the server is about to start") }
    if let refusal = core.gate?.refusal(of: request, port: core.port) { return refusal }
    if let length = request.headers["Content-Length"].flatMap({ Int($0) }),
      length > limits.bodyBytes
    {
      return (413, "a body of more than \(limits.bodyBytes) bytes")
    }
    return nil
  }

  private func receiveEnd() -> Bool {
    let (request, bodyBytes, connection) = state.withLock { state in
      state.step = .asked
      return (state.request, state.bodyBytes, state.connection?.id)
    }
    if let connection { core.received(connection) }
    let limit = limits.bodyBytes
    if bodyBytes > limit {
      return answer(core.refusal(413, "a body of more than \(limit) bytes"))
    }
    core.handler(request, HTTPReply(self))
    return answerOrSuspend()
  }
}

extension HTTPExchange {
  /// Sets the answer, from any thread; returns whether it was the first and somebody waits for it.
  @discardableResult
  func set(_ answer: Answer) -> Bool {
    state.withLock { state in
      guard state.connection != nil, state.answer == nil, !state.isAborted else { return false }
      state.answer = answer
      state.resume()
      return true
    }
  }

  private func answer(_ response: HTTPResponse) -> Bool {
    set(.response(response))
    return answerOrSuspend()
  }

  /// Sends the answer, or makes the connection wait for it.
  private func answerOrSuspend() -> Bool {
    state.withLock { state in
      guard let connection = state.connection?.pointer, !state.isAborted, !core.isStopping else {
        return false
      }
      guard let answer = state.answer else {
        state.isSuspended = true
        cnetwork_suspend(connection)
        return true
      }
      // Only a stream needs the answer later.
      if state.step == .answered { return true }
      state.step = .answered
      switch answer {
      case .response(let response):
        return response.withHeaders { headers in
          response.body.withUnsafeBytes {
            cnetwork_respond(connection, UInt32(response.status), headers, $0.baseAddress, $0.count)
          }
        } != 0
      case .stream(let head, _):
        return head.withHeaders { headers in
          cnetwork_respond_stream(
            connection, UInt32(head.status), headers, Unmanaged.passRetained(self).toOpaque(),
            { context, room, count in
              guard let context, let room else { return -1 }
              return Unmanaged<HTTPExchange>.fromOpaque(context).takeUnretainedValue()
                .read(into: UnsafeMutableRawBufferPointer(start: room, count: count))
            },
            { context in
              if let context { Unmanaged<HTTPExchange>.fromOpaque(context).release() }
            })
        } != 0
      }
    }
  }

  /// Moves bytes that wait for the client into `room`; suspends the connection if there are none.
  ///
  /// - Returns: the number of bytes; -1 at the end.
  private func read(into room: UnsafeMutableRawBufferPointer) -> Int {
    state.withLock { state in
      guard let connection = state.connection?.pointer, !state.isAborted,
        let stream = state.stream
      else { return -1 }
      guard let count = stream.take(into: room) else { return -1 }
      if count == 0 {
        if core.isStopping { return -1 }
        state.isSuspended = true
        cnetwork_suspend(connection)
      }
      return count
    }
  }

  /// Whether a response was given, or the end of a stream, and is not sent yet.
  var isSending: Bool {
    state.withLock { state in
      guard state.connection != nil else { return false }
      return switch state.answer {
      case .response: true
      case .stream(_, let stream): stream.isFinishing
      case nil: false
      }
    }
  }

  /// Something was pushed to the stream.
  func wake() { state.withLock { $0.resume() } }

  /// Cuts the connection off.
  func abort() {
    let stream = state.withLock { state -> HTTPEventStream? in
      guard let connection = state.connection, !state.isAborted else { return nil }
      state.isAborted = true
      shutdown(connection.descriptor, Int32(SHUT_RDWR))
      state.resume()
      return state.stream
    }
    stream?.end()
  }

  /// The request is over: the connection is not to be touched any more.
  func complete() {
    let stream = state.withLock { state -> HTTPEventStream? in
      state.connection = nil
      state.isSuspended = false
      // The stream refers to the exchange, too.
      defer { state.answer = nil }
      return state.stream
    }
    stream?.end()
  }

  /// Keeps a stream alive, or ends it if its client has gone: while a connection is suspended, nobody
  /// else would notice.
  func tick(_ now: Double) {
    let found = state.withLock { state -> (stream: HTTPEventStream, isGone: Bool)? in
      guard let stream = state.stream, let connection = state.connection else { return nil }
      var polled = pollfd(fd: connection.descriptor, events: Self.peerClosed, revents: 0)
      return (stream, poll(&polled, 1, 0) > 0 && polled.revents != 0)
    }
    guard let found else { return }
    if found.isGone { return abort() }
    found.stream.keepAlive(now)
  }

  #if os(Linux)
    /// `POLLRDHUP`, which the C library declares to GNU programs only.
    private static let peerClosed: Int16 = 0x2000
  #else
    private static let peerClosed = Int16(POLLHUP)
  #endif
}

extension HTTPResponse {
  /// Calls `body` with names and values of the headers in turn, and NULL behind them.
  fileprivate func withHeaders<Result>(
    _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
  ) -> Result {
    let copies = headers.fields.flatMap { [strdup($0.name), strdup($0.value)] }
    defer { for copy in copies { free(copy) } }
    let pointers = copies.map { $0.map { UnsafePointer($0) } } + [nil]
    return pointers.withUnsafeBufferPointer { pointers in
      guard let base = pointers.baseAddress else { preconditionFailure("an array of one") }
      return body(base)
    }
  }
}
