import CNetwork
import LibC
import Synchronization

/// A client, by libcurl: `https` anywhere, `http` on this machine.
///
/// No file or variable of the user's adds credentials. Proxies of the environment are used, but never
/// for this machine. Connections are kept open and used again. It runs one request at a time; others
/// wait. A class because it owns connections.
public final class HTTPClient: Sendable {
  /// Limits of time, in seconds, and of size.
  public struct Limits: Hashable, Sendable {
    /// Until the connection stands.
    public var connectSeconds = 10.0
    /// For a request as a whole; streams have none.
    public var requestSeconds = 60.0
    /// Bytes of a response's body; streams have none.
    public var bodyBytes = 1 << 30
    /// Bytes of a response's headers.
    public var headBytes = 64 << 10
    /// Redirections that are followed.
    public var redirections = 5

    /// Creates the usual limits.
    public init() {}
  }

  private struct Handle: @unchecked Sendable {
    let pointer: OpaquePointer
  }

  private let handle: Handle
  private let limits: Limits
  private let isWanted: @Sendable () -> Bool
  private let isCancelled = Atomic<Bool>(false)
  /// Held while a request runs.
  private let turn = Mutex<Void>(())

  /// Creates a client.
  ///
  /// - Parameter isWanted: asked by the thread of a request ten times a second whether to go on.
  /// - Throws: `noLibrary`.
  public init(
    limits: Limits = Limits(), isWanted: @escaping @Sendable () -> Bool = { true }
  ) throws(HTTPError) {
    try NetworkLibrary.loadClient()
    guard let pointer = cnetwork_client_create() else {
      throw .failed("libcurl", problem: "not enough memory")
    }
    handle = Handle(pointer: pointer)
    self.limits = limits
    self.isWanted = isWanted
  }

  deinit { cnetwork_client_free(handle.pointer) }

  /// Ends the request that runs, and refuses later ones. Any thread.
  public func cancel() {
    isCancelled.store(true, ordering: .sequentiallyConsistent)
    cnetwork_client_wake(handle.pointer)
  }

  /// Sends a request and returns the response, also one that is no success.
  ///
  /// - Parameters:
  ///   - request: its target is replaced by that of the address.
  /// - Throws: `HTTPError`.
  public func send(
    _ request: HTTPRequest, to address: HTTPAddress
  ) throws(HTTPError) -> HTTPResponse {
    let limit = limits.bodyBytes
    return try follow(request, address) { (address) throws(HTTPError) in
      let transfer = HTTPTransfer(headLimit: limits.headBytes) { bytes, response in
        guard response.body.count + bytes.count <= limit else { return false }
        response.body += bytes
        return true
      }
      return try run(
        request, address, transfer, seconds: limits.requestSeconds, limit: limit
      ) { _ in true }
    }
  }

  /// Sends a request whose response has no end, such as an event stream.
  ///
  /// - Parameters:
  ///   - receive: called with pieces of a body of success; false ends the request.
  ///   - tick: called about once a second with the seconds since something came; false ends the
  ///     request.
  /// - Returns: the response. Its body is empty after success, and else up to 64 KB of it.
  /// - Throws: `HTTPError`; not if a closure ended the request.
  public func stream(
    _ request: HTTPRequest, from address: HTTPAddress,
    receive: (UnsafeRawBufferPointer) -> Bool,
    tick: (Double) -> Bool = { _ in true }
  ) throws(HTTPError) -> HTTPResponse {
    try withoutActuallyEscaping(receive) { receive throws(HTTPError) in
      try follow(request, address) { (address) throws(HTTPError) in
        let transfer = HTTPTransfer(headLimit: limits.headBytes) { bytes, response in
          if response.isSuccess { return receive(bytes) }
          response.body += bytes.prefix(1 << 16 - response.body.count)
          return true
        }
        transfer.mayEnd = true
        return try run(request, address, transfer, seconds: 0, limit: .max, tick: tick)
      }
    }
  }

  /// Follows redirections by hand: `Authorization` goes only where it may.
  private func follow(
    _ request: HTTPRequest, _ first: HTTPAddress,
    _ send: (HTTPAddress) throws(HTTPError) -> HTTPResponse
  ) throws(HTTPError) -> HTTPResponse {
    var address = first
    for _ in 0...limits.redirections {
      let response = try send(address)
      guard [301, 302, 307, 308].contains(response.status),
        let location = response.headers["Location"]
      else { return response }
      let shown = String(location.prefix { $0 != "?" && $0 != "#" })
      // Others would be sent again as they are; a changed one, as with 303, is nobody's wish here.
      let next = try? HTTPAddress(location, from: address)
      guard let next, first.allowsRedirection(to: next), address.allowsRedirection(to: next) else {
        throw .redirected(address.shown, to: shown)
      }
      address = next
    }
    throw .redirectedAgain(first.shown, count: limits.redirections)
  }

  private func run(
    _ request: HTTPRequest, _ address: HTTPAddress, _ transfer: HTTPTransfer, seconds: Double,
    limit: Int, tick: (Double) -> Bool
  ) throws(HTTPError) -> HTTPResponse {
    try turn.withLock { _ throws(HTTPError) in
      try begin(request, address, transfer, seconds: seconds)
      defer { cnetwork_client_end(handle.pointer) }
      try wait(address, transfer, limit: limit, tick: tick)
      return transfer.response
    }
  }

  private func begin(
    _ request: HTTPRequest, _ address: HTTPAddress, _ transfer: HTTPTransfer, seconds: Double
  ) throws(HTTPError) {
    var wanted = cnetwork_request()
    // The strings must stay as long as the request.
    transfer.keep(request, address, in: &wanted)
    wanted.is_loopback = address.isLoopback ? 1 : 0
    // On a connection that was kept open, libcurl sends a request again by itself if that turns out
    // to be closed: these must not be made twice.
    wanted.is_fresh = ["POST", "PATCH"].contains(request.method) ? 1 : 0
    wanted.connect_timeout = Int(limits.connectSeconds * 1000)
    wanted.timeout = Int(seconds * 1000)
    wanted.context = Unmanaged.passUnretained(transfer).toOpaque()
    wanted.line = HTTPTransfer.line
    wanted.receive = HTTPTransfer.receive
    guard cnetwork_client_begin(handle.pointer, &wanted) != 0 else {
      throw .failed(address.shown, problem: "libcurl refuses the request")
    }
  }

  private func wait(
    _ address: HTTPAddress, _ transfer: HTTPTransfer, limit: Int, tick: (Double) -> Bool
  ) throws(HTTPError) {
    var lastTick = HTTPClock.now
    while true {
      if isCancelled.load(ordering: .sequentiallyConsistent) || !isWanted() { throw .cancelled }
      let pause = min(0.1, max(0, 1 - (HTTPClock.now - lastTick)))
      let outcome = cnetwork_client_run(handle.pointer, Int32((pause * 1000).rounded(.up)))
      let now = HTTPClock.now
      guard outcome == CNETWORK_RUNNING else {
        return try end(outcome, address, transfer, limit: limit)
      }
      guard now - lastTick >= 1 else { continue }
      lastTick = now
      if !tick(now - transfer.lastByte) { return }
    }
  }

  private func end(
    _ outcome: cnetwork_outcome, _ address: HTTPAddress, _ transfer: HTTPTransfer, limit: Int
  ) throws(HTTPError) {
    let problem = String(cString: cnetwork_client_message(handle.pointer))
    let shown = address.shown
    switch outcome {
    case CNETWORK_DONE: return
    case CNETWORK_GIVEN_UP:
      if transfer.headIsTooLong { throw .tooLong(shown, limit: limits.headBytes) }
      if !transfer.mayEnd { throw .tooLong(shown, limit: limit) }
    case CNETWORK_NO_HOST: throw .noHost(shown)
    case CNETWORK_NO_CONNECTION: throw .noConnection(shown)
    case CNETWORK_TIMED_OUT: throw .timedOut(shown)
    case CNETWORK_UNTRUSTED: throw .untrusted(shown, problem: problem)
    case CNETWORK_CUT_OFF: throw .cutOff(shown)
    default: throw .failed(shown, problem: problem)
    }
  }
}
