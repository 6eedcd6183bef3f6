import CNetwork
import LibC
import Synchronization

/// A server on 127.0.0.1, by GNU libmicrohttpd.
///
/// A thread of its own reads requests and calls the handler, which must answer soon, or later from
/// another thread: `HTTPReply` may be kept. Another thread ends what takes too long and keeps streams
/// alive. A class because it owns threads and connections; `stop()` ends both.
public final class HTTPServer: Sendable {
  /// What a server allows.
  public struct Limits: Hashable, Sendable {
    /// Bytes of a request's headers.
    public var headerBytes = 16 << 10
    /// Bytes of a request's body.
    public var bodyBytes = 16 << 20
    /// Seconds from the opening of a connection, or from the answer before, to the end of a request.
    public var requestSeconds = 10.0
    /// Connections at a time; those beyond are answered 503.
    public var clients = 64
    /// Bytes that wait for the client of a stream, besides the first piece.
    public var queuedBytes = 1 << 20
    /// Seconds between events that keep a stream alive.
    public var keepAliveSeconds = 30.0

    /// Creates the usual limits.
    public init() {}
  }

  /// Answers a request, at once or later.
  public typealias Handler = @Sendable (HTTPRequest, HTTPReply) -> Void

  /// The port.
  public let port: Int
  /// The address: `http://127.0.0.1:PORT/`.
  public var url: String { "http://127.0.0.1:\(port)/" }

  private let core: HTTPServerCore
  private let running = Mutex<Running?>(nil)

  /// The threads, until the server is stopped.
  private struct Running: @unchecked Sendable {
    let server: OpaquePointer
    let ticker: NetworkThread
  }

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - port: the port; 0: any that is free.
  ///   - gate: decides who may ask; nil: everyone on this machine.
  ///   - isOpen: false to answer 503 until `open()`: the port is known, and what tells clients of the
  ///     server can be written.
  ///   - refusal: makes the response to a refused request from a status and a reason.
  ///   - handler: answers requests; called on the server's thread.
  /// - Throws: `noLibrary`, `portTaken`, `cannotListen`.
  public init(
    port: Int = 0, gate: HTTPGate?, limits: Limits = Limits(), isOpen: Bool = true,
    refusal: @escaping @Sendable (Int, String) -> HTTPResponse = {
      HTTPResponse($0, text: $1 + "\n", type: "text/plain; charset=utf-8")
    },
    handler: @escaping Handler
  ) throws(HTTPError) {
    try NetworkLibrary.loadServer()
    let core = try HTTPServerCore(
      limits: limits, gate: gate, isOpen: isOpen, refusal: refusal, handler: handler)
    self.core = core
    var number = Int32(truncatingIfNeeded: port)
    var callbacks = HTTPServerCore.callbacks(core)
    guard
      let server = cnetwork_server_start(
        &callbacks, &number, limits.headerBytes + 1 << 15, UInt32(limits.clients + 8),
        UInt32(max(1, limits.requestSeconds.rounded(.up))))
    else {
      let failure = errno
      if failure == EADDRINUSE { throw .portTaken(port) }
      throw .cannotListen(problem: String(cString: strerror(failure)))
    }
    self.port = Int(number)
    core.setPort(self.port)
    guard let ticker = NetworkThread({ core.tickUntilStopped() }) else {
      cnetwork_server_stop(server)
      throw .cannotListen(problem: "no thread can be started")
    }
    running.withLock { $0 = Running(server: server, ticker: ticker) }
  }

  deinit { stop() }

  /// Begins to answer.
  public func open() { core.open() }

  /// Sends the answers that were given and what waits in finished streams, for half a second at most,
  /// closes all connections and ends the threads; returns when that is done. Answers that come later
  /// are dropped. Not to be called by the handler.
  public func stop() {
    let running = running.withLock { running in
      defer { running = nil }
      return running
    }
    guard let running else { return }
    core.sendAnswers(within: 0.5)
    core.release()
    running.ticker.join()
    cnetwork_server_stop(running.server)
  }

  /// The number of open connections.
  public var clientCount: Int { core.clientCount }
}
