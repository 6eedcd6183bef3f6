import Glibc
import HTTP
import Synchronization
import TestSupport

/// A server on this machine that answers with the bytes that a test gives it, decent or not.
package final class HostileServer: Sendable {
  /// A request as it came, and where to answer it. The connection ends with the answer.
  package struct Exchange: Sendable {
    /// The head and the body.
    package let text: String
    fileprivate let descriptor: Int32
    fileprivate let isOver: @Sendable () -> Bool

    /// `PUT /a.json`.
    package var line: String { text.split(separator: " ").prefix(2).joined(separator: " ") }
    package var isStream: Bool { text.contains("text/event-stream") }

    /// Sends bytes; false if the other side is gone.
    @discardableResult
    package func send(_ text: String) -> Bool {
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        if count <= 0 { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }

    /// Sends a whole response.
    package func reply(_ status: Int, _ body: String = "null", _ headers: String...) {
      let lines = headers.map { $0 + "\r\n" }.joined()
      send(
        "HTTP/1.1 \(status) X\r\n\(lines)Content-Length: \(body.utf8.count)\r\n"
          + "Connection: close\r\n\r\n\(body)")
    }

    /// Begins an event stream with a whole tree.
    package func stream(_ tree: String? = nil) {
      send("HTTP/1.1 200 X\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")
      if let tree { event("put", "/", tree) }
    }

    package func event(_ name: String, _ path: String, _ data: String) {
      send("event: \(name)\ndata: {\"path\":\"\(path)\",\"data\":\(data)}\n\n")
    }

    /// Waits until something holds, the server ends, or the other side is gone. A stream shows signs of
    /// life meanwhile, as Google's servers do, since on a busy machine a test may take long.
    package func wait(until holds: () -> Bool = { false }) {
      var last = ContinuousClock.now
      while !isOver(), !holds() {
        if isStream, ContinuousClock.now > last + .seconds(20) {
          last = .now
          send("event: keep-alive\ndata: null\n\n")
        }
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        var byte: UInt8 = 0
        if poll(&polled, 1, 5) > 0, recv(descriptor, &byte, 1, Int32(MSG_PEEK)) <= 0 { return }
      }
    }
  }

  package let port: Int
  private let listener: Int32
  private let state: State

  private final class State: Sendable {
    let isOver = Atomic(false)
    let requests = Mutex<[Exchange]>([])
    let threads = Mutex<[NetworkThread]>([])
  }

  /// Starts it.
  ///
  /// - Parameter answer: called for each request on a thread of its own.
  package init(port: Int? = nil, _ answer: @escaping @Sendable (Exchange) -> Void) throws {
    let port = try port ?? lastingPort()
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var yes: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, 4)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port).bigEndian)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = listener
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) == 0 && listen(descriptor, 16) == 0
          && getsockname(descriptor, address, &length) == 0
      }
    }
    guard isBound else { throw TestFailure("no port: \(errno)") }
    self.port = Int(UInt16(bigEndian: address.sin_port))
    let state = State()
    self.state = state
    let thread = NetworkThread {
      while !state.isOver.load(ordering: .relaxed) {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&polled, 1, 10) > 0 else { continue }
        let client = accept(descriptor, nil, nil)
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        guard client >= 0 else { continue }
        let thread = NetworkThread {
          Self.serve(client, state, answer)
          shutdown(client, Int32(SHUT_WR))
          close(client)
        }
        if let thread { state.threads.withLock { $0.append(thread) } }
      }
      close(descriptor)
    }
    if let thread { state.threads.withLock { $0.append(thread) } }
  }

  /// The requests so far: `GET /.json`.
  package var lines: [String] { state.requests.withLock { $0.map(\.line) } }

  /// The heads and bodies of the requests so far.
  package var texts: [String] { state.requests.withLock { $0.map(\.text) } }

  /// Ends it and its connections.
  package func stop() {
    state.isOver.store(true, ordering: .relaxed)
    while let thread = state.threads.withLock({ $0.popLast() }) { thread.join() }
  }

  deinit { stop() }

  private static func serve(_ client: Int32, _ state: State, _ answer: (Exchange) -> Void) {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65536)
    while !state.isOver.load(ordering: .relaxed) {
      let text = String(decoding: bytes, as: UTF8.self)
      if let end = text.firstRange(of: "\r\n\r\n") {
        let length = text.lowercased().split(separator: "\r\n")
          .first { $0.hasPrefix("content-length:") }
          .flatMap { Int($0.dropFirst(15).filter(\.isNumber)) }
        if text[end.upperBound...].utf8.count >= length ?? 0 {
          let exchange = Exchange(
            text: text, descriptor: client,
            isOver: { state.isOver.load(ordering: .relaxed) })
          state.requests.withLock { $0.append(exchange) }
          return answer(exchange)
        }
      }
      var polled = pollfd(fd: client, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, 10) > 0 else { continue }
      let count = recv(client, &piece, piece.count, 0)
      if count <= 0 { return }
      bytes += piece[..<count]
    }
  }
}

/// Why a test cannot be made.
package struct TestFailure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
