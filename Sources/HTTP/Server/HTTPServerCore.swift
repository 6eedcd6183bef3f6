import CNetwork
import LibC
import Synchronization

/// What the threads of a server share: its connections, with their deadlines, and the requests that
/// run.
///
/// A class because C refers to it.
final class HTTPServerCore: Sendable {
  let limits: HTTPServer.Limits
  let gate: HTTPGate?
  let refusal: @Sendable (Int, String) -> HTTPResponse
  let handler: HTTPServer.Handler

  fileprivate struct State {
    var port = 0
    var isStopping = false
    /// Whether requests are answered by the handler.
    var isOpen: Bool
    var connections: [HTTPConnection: Connection] = [:]
    var exchanges: [ObjectIdentifier: HTTPExchange] = [:]

    var clientCount: Int { connections.values.count { !$0.isEnding } }
  }

  fileprivate struct Connection {
    let descriptor: Int32
    /// When the next request must be complete; nil while one is being answered.
    var deadline: Double?
    /// Whether it was shut to make room, and counts no more.
    var isEnding = false
  }

  private let state: Mutex<State>
  private let stopping: StopSignal

  init(
    limits: HTTPServer.Limits, gate: HTTPGate?, isOpen: Bool,
    refusal: @escaping @Sendable (Int, String) -> HTTPResponse,
    handler: @escaping HTTPServer.Handler
  ) throws(HTTPError) {
    state = Mutex(State(isOpen: isOpen))
    self.limits = limits
    self.gate = gate
    self.refusal = refusal
    self.handler = handler
    guard let stopping = StopSignal() else {
      throw .cannotListen(problem: String(cString: strerror(errno)))
    }
    self.stopping = stopping
  }

  var port: Int { state.withLock { $0.port } }
  func setPort(_ port: Int) { state.withLock { $0.port = port } }
  var isOpen: Bool { state.withLock { $0.isOpen } }
  func open() { state.withLock { $0.isOpen = true } }
  var isStopping: Bool { state.withLock { $0.isStopping } }
  var clientCount: Int { state.withLock { $0.clientCount } }
  var isFull: Bool { clientCount > limits.clients }

  /// Waits until the responses that were given are sent, or some seconds are over: a client that was
  /// answered must not be cut off.
  func sendAnswers(within seconds: Double) {
    let end = HTTPClock.now + seconds
    while HTTPClock.now < end {
      // An exchange looks at the core within its own lock, so not the other way round.
      let exchanges = state.withLock { Array($0.exchanges.values) }
      guard exchanges.contains(where: \.isSending) else { return }
      usleep(500)
    }
  }

  /// Ends all requests and makes the ticker end.
  func release() {
    let exchanges = state.withLock { state in
      state.isStopping = true
      return Array(state.exchanges.values)
    }
    for exchange in exchanges { exchange.abort() }
    stopping.send()
  }
}

extension HTTPServerCore.State {
  /// Shuts the connection that asks for nothing for the longest time, if there is one: those that are
  /// only half open keep nobody out.
  fileprivate mutating func makeRoom(besides connection: HTTPConnection) {
    let idle = connections.filter { $0.key != connection && !$0.value.isEnding }
    let oldest = idle.filter { $0.value.deadline != nil }.min {
      ($0.value.deadline ?? 0) < ($1.value.deadline ?? 0)
    }
    guard let oldest else { return }
    connections[oldest.key]?.isEnding = true
    // Still open: it is taken out of the list before it is closed.
    shutdown(oldest.value.descriptor, Int32(SHUT_RDWR))
  }
}

/// A connection as the library names it.
struct HTTPConnection: Hashable, @unchecked Sendable {
  let pointer: UnsafeMutableRawPointer
}

extension HTTPServerCore {
  func opened(_ connection: HTTPConnection, _ descriptor: Int32) {
    let deadline = HTTPClock.now + limits.requestSeconds
    state.withLock { state in
      state.connections[connection] = Connection(descriptor: descriptor, deadline: deadline)
      if state.clientCount > limits.clients { state.makeRoom(besides: connection) }
    }
  }

  func closed(_ connection: HTTPConnection) {
    state.withLock { $0.connections[connection] = nil }
  }

  func begin(_ connection: HTTPConnection, _ target: String) -> HTTPExchange {
    state.withLock { state in
      let exchange = HTTPExchange(
        self, connection, state.connections[connection]?.descriptor ?? -1, target)
      state.exchanges[ObjectIdentifier(exchange)] = exchange
      return exchange
    }
  }

  /// A request has come as a whole: it may be answered as late as the owner likes.
  func received(_ connection: HTTPConnection) {
    state.withLock { $0.connections[connection]?.deadline = nil }
  }

  func completed(_ exchange: HTTPExchange, _ connection: HTTPConnection) {
    let deadline = HTTPClock.now + limits.requestSeconds
    state.withLock { state in
      state.exchanges[ObjectIdentifier(exchange)] = nil
      state.connections[connection]?.deadline = deadline
    }
  }

  /// Ends connections whose time is over, streams whose client has gone, and keeps the others alive,
  /// until the server stops.
  func tickUntilStopped() {
    let pause = min(limits.requestSeconds, limits.keepAliveSeconds, 2) / 2
    while stopping.pause(seconds: pause) {
      let now = HTTPClock.now
      let exchanges = state.withLock { state in
        for connection in state.connections.values {
          // Still open: it is taken out of the list before it is closed.
          if let deadline = connection.deadline, deadline <= now {
            shutdown(connection.descriptor, Int32(SHUT_RDWR))
          }
        }
        return Array(state.exchanges.values)
      }
      for exchange in exchanges { exchange.tick(now) }
    }
  }
}

extension HTTPServerCore {
  /// The core as C keeps it; the server keeps it alive.
  var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  private static func core(_ context: UnsafeMutableRawPointer?) -> HTTPServerCore? {
    context.map { Unmanaged<HTTPServerCore>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func exchange(_ request: UnsafeMutableRawPointer?) -> HTTPExchange? {
    request.map { Unmanaged<HTTPExchange>.fromOpaque($0).takeUnretainedValue() }
  }

  static func callbacks(_ core: HTTPServerCore) -> cnetwork_server_callbacks {
    cnetwork_server_callbacks(
      context: core.context,
      opened: { context, connection, descriptor in
        guard let connection else { return }
        HTTPServerCore.core(context)?.opened(HTTPConnection(pointer: connection), descriptor)
      },
      closed: { context, connection in
        guard let connection else { return }
        HTTPServerCore.core(context)?.closed(HTTPConnection(pointer: connection))
      },
      begin: { context, connection, target in
        guard let core = HTTPServerCore.core(context), let connection, let target else {
          return nil
        }
        let exchange = core.begin(HTTPConnection(pointer: connection), String(cString: target))
        return Unmanaged.passRetained(exchange).toOpaque()
      },
      receive: { _, request, _, method, bytes, count in
        guard let exchange = HTTPServerCore.exchange(request), let method, let count else {
          return 0
        }
        let piece = UnsafeRawBufferPointer(start: bytes, count: count.pointee)
        count.pointee = 0
        return exchange.receive(method, piece) ? 1 : 0
      },
      complete: { context, request, connection in
        guard let core = HTTPServerCore.core(context), let request, let connection
        else { return }
        let exchange = Unmanaged<HTTPExchange>.fromOpaque(request).takeRetainedValue()
        exchange.complete()
        core.completed(exchange, HTTPConnection(pointer: connection))
      })
  }
}
