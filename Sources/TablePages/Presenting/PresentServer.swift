import HTTP
import Synchronization
import TableSources

/// Shows a recording as it grows to browsers of this machine: the page at `/`, and its events at
/// `/events`.
///
/// The page holds no data, and asks for the events with the token that stands behind `#` in its address.
/// Event 0 is the recording without steps, then each step is one. A client that comes back says which
/// event it saw last and gets those after it; one that reads too slowly is dropped, and comes back so.
/// Nobody waits for a client. A class because the server's thread and the shell share it.
public final class PresentServer: Sendable {
  fileprivate struct Event {
    let id: Int
    let bytes: [UInt8]
  }

  fileprivate struct State {
    let page: [UInt8]
    /// What the identifiers of this server's events begin with: another on its port has other events.
    let run: String
    /// What opens the events once, in place of the token; nil: nothing does.
    var ticket: HTTPToken?
    /// The recording from which the kept steps go on.
    var first: Event
    /// The steps after it, without a gap.
    var steps: [Event] = []
    /// The bytes of the steps.
    var stepBytes = 0
    var streams: [HTTPEventStream] = []
  }

  /// What clients need.
  public let token: HTTPToken
  private let server: HTTPServer
  private let state: Shared

  /// A class, because the handler has it before the server is there.
  private final class Shared: Sendable {
    let state: Mutex<State>
    init(_ state: State) { self.state = Mutex(state) }

    /// Whether a request has the ticket, which it then has used.
    func takeTicket(of request: HTTPRequest) -> Bool {
      state.withLock { state in
        guard let ticket = state.ticket, ticket.matches(request.bearerToken) else { return false }
        state.ticket = nil
        return true
      }
    }
  }

  /// The number of events that are kept for clients that come back: more are dropped when a recording of
  /// the table as it is takes their place.
  static let mostSteps = 10_000
  /// The bytes of events that are kept, besides those of a recording.
  static let mostStepBytes = 16 << 20

  private static let keepAlive = Array(": keep-alive\n\n".utf8)
  private static let end = ServerSentEvent(name: "end", data: "{}").bytes

  /// Starts a server on 127.0.0.1.
  ///
  /// - Parameters:
  ///   - port: the port; 0: any that is free.
  ///   - token: what clients need, such as that of the server before on this port.
  ///   - title: the title of the page.
  ///   - recording: the recording as JSON in one line, without steps.
  /// - Throws: `noLibrary`, `portTaken`, `cannotListen`.
  public init(
    port: Int = 0, token: HTTPToken = HTTPToken(), title: String, recording: [UInt8]
  ) throws(HTTPError) {
    self.token = token
    let page: [UInt8]
    do throws(SourceError) {
      page = try RecordingPage.live(title: title)
    } catch { throw .cannotListen(problem: error.message) }
    let run = String(HTTPToken().text.prefix(8))
    let first = Event(id: 0, bytes: Self.event("\(run).0", recording))
    let shared = Shared(State(page: page, run: run, first: first))
    state = shared
    var limits = HTTPServer.Limits()
    limits.clients = 32
    limits.bodyBytes = 0
    limits.keepAliveSeconds = 15
    let gate = HTTPGate(token: token) { request in
      guard request.method == "GET" else { return false }
      return request.path == "/" || request.path == "/events" && shared.takeTicket(of: request)
    }
    server = try HTTPServer(
      port: port, gate: gate, limits: limits,
      refusal: { status, reason in
        Self.guarded(HTTPResponse(status, text: reason + "\n", type: Self.plainText))
      }
    ) { request, reply in Self.answer(request, reply, token, shared) }
  }

  /// What the identifiers of events begin with.
  var run: String { state.state.withLock { $0.run } }
  /// The port.
  public var port: Int { server.port }
  /// The address, with the token: `http://127.0.0.1:PORT/#TOKEN`.
  public var url: String { server.url + "#" + token.text }
  /// Makes an address that opens the page once, and no other that was made before: the arguments of a
  /// program, such as one that opens a browser, can be read by everyone on this machine.
  public func makeTicketURL() -> String {
    let ticket = HTTPToken()
    state.state.withLock { $0.ticket = ticket }
    return server.url + "#" + ticket.text
  }
  /// The number of pages that follow.
  public var followerCount: Int { state.state.withLock { $0.streams.count(where: \.isOpen) } }

  /// Pushes a step to all who follow.
  ///
  /// - Parameter step: the step as JSON in one line, with the versions it is the first to use.
  /// - Returns: false if so much is kept that `restart` should be called.
  @discardableResult
  public func publish(_ step: [UInt8]) -> Bool {
    state.state.withLock { state in
      let id = (state.steps.last ?? state.first).id + 1
      let event = Event(id: id, bytes: Self.event(state.name(of: id), step))
      state.steps.append(event)
      state.stepBytes += event.bytes.count
      state.streams.removeAll { !$0.push(event.bytes) }
      return state.steps.count < Self.mostSteps
        && state.stepBytes < Self.mostStepBytes + state.first.bytes.count
    }
  }

  /// Goes on from the table as it is: clients that come from now on begin with it.
  ///
  /// - Parameters:
  ///   - recording: the recording as JSON in one line, without steps.
  ///   - tells: whether those who follow begin with it as well, as with another table.
  public func restart(_ recording: [UInt8], tells: Bool) {
    state.state.withLock { state in
      let last = (state.steps.last ?? state.first).id
      let id = tells ? last + 1 : last
      state.first = Event(id: id, bytes: Self.event(state.name(of: id), recording))
      state.steps = []
      state.stepBytes = 0
      guard tells else { return }
      let bytes = state.first.bytes
      state.streams.removeAll { !$0.push(bytes) }
    }
  }

  /// Tells all who follow that it is over, and ends all connections.
  public func stop() {
    state.state.withLock { state in
      for stream in state.streams where stream.push(Self.end) { stream.finish() }
      state.streams = []
    }
    server.stop()
  }
}

// MARK: - Requests

extension PresentServer {
  private static let plainText = "text/plain; charset=utf-8"

  private static func answer(
    _ request: HTTPRequest, _ reply: HTTPReply, _ token: HTTPToken, _ shared: Shared
  ) {
    guard request.method == "GET" else {
      var response = HTTPResponse(405, text: "only GET is answered\n", type: plainText)
      response.headers["Allow"] = "GET"
      return reply.send(guarded(response))
    }
    switch request.path {
    case "/":
      let page = shared.state.withLock { $0.page }
      reply.send(
        guarded(
          HTTPResponse(200, headers: ["Content-Type": "text/html; charset=utf-8"], body: page)))
    case "/events":
      // Who came with a ticket needs the token to come back.
      let hasToken = token.matches(request.bearerToken)
      let first = hasToken ? [] : ServerSentEvent(name: "token", data: "\"\(token.text)\"").bytes
      shared.state.withLock { state in
        let stream = reply.stream(
          first: first + state.events(after: request.headers["Last-Event-ID"]),
          keepAlive: keepAlive, headers: guards)
        state.streams.removeAll { !$0.isOpen }
        state.streams.append(stream)
      }
    default:
      reply.send(guarded(HTTPResponse(404, text: "there is / and /events\n", type: plainText)))
    }
  }

  /// What keeps the page to itself: no other site frames it, reads it or is asked from it.
  private static let guards: HTTPHeaders = [
    "Content-Security-Policy": RecordingPage.policy(for: .live) + "; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store", "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
  ]

  private static func guarded(_ response: HTTPResponse) -> HTTPResponse {
    var response = response
    for field in guards.fields { response.headers[field.name] = field.value }
    return response
  }

  private static func event(_ id: String, _ json: [UInt8]) -> [UInt8] {
    var bytes = Array("id: \(id)\ndata: ".utf8)
    bytes.reserveCapacity(bytes.count + json.count + 2)
    bytes += json
    bytes += [0x0A, 0x0A]
    return bytes
  }
}

extension PresentServer.State {
  /// Returns the identifier of an event: `9f3c0a1b.12`.
  fileprivate func name(of id: Int) -> String { "\(run).\(id)" }

  /// Returns the events after one that a client has; all if it has none that is known.
  fileprivate func events(after name: String?) -> [UInt8] {
    let known = first.id...(steps.last ?? first).id
    let last = name.flatMap { $0.hasPrefix(run + ".") ? Int($0.dropFirst(run.count + 1)) : nil }
    guard let last, known.contains(last) else {
      return steps.reduce(into: first.bytes) { $0 += $1.bytes }
    }
    return steps[(last - first.id)...].reduce(into: []) { $0 += $1.bytes }
  }
}
