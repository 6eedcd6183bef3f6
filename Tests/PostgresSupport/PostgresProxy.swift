import Foundation
import Synchronization

/// Stands between a program and a server of PostgreSQL, and cuts the connection when it is told to.
public final class PostgresProxy: Sendable {
  /// When a connection is cut.
  public enum Cut: Hashable, Sendable {
    /// Never.
    case never
    /// In place of a COMMIT, which does not reach the server.
    case beforeCommit
    /// After a COMMIT, of which the server's answer does not reach the program.
    case afterCommit
    /// After so many more bytes of the program.
    case afterSending(Int)
    /// After so many more bytes of the server.
    case afterReceiving(Int)
    /// Never, but nothing of the server reaches the program any more.
    case stalled
  }

  fileprivate struct State {
    var cut = Cut.never
    /// Whether nobody is let in.
    var isShut = false
    /// The bytes that went either way since `cut` was set.
    var (sent, received) = (0, 0)
    var cutCount = 0
  }

  /// The folder of its socket, within that of the server, which goes with it.
  public let folder: String
  private let target: String
  private let listener: Int32
  private let state = Mutex(State())
  private static let socketName = "/.s.PGSQL.5432"

  /// Begins to listen.
  public init(_ server: PostgresServer) throws {
    target = server.folder + Self.socketName
    var template = Array("\(server.folder)/proxy.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw PostgresServerError("mkdtemp: \(errno)") }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let isBound = Self.with(folder + Self.socketName) { bind(listener, $0, $1) }
    guard isBound == 0, listen(listener, 8) == 0 else {
      throw PostgresServerError("listen: \(errno)")
    }
    Thread.detachNewThread { [listener, weak self] in
      while true {
        let client = accept(listener, nil, nil)
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        guard client >= 0, let self else {
          if client >= 0 { close(client) }
          // Only who uses a descriptor may close it: its number is given away at once.
          close(listener)
          return
        }
        self.serve(client)
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
  }

  /// Returns the address of a database, by way of it.
  public func address(_ database: String, part: String) -> String {
    "postgres:///\(database)?host=\(folder)&user=tester#\(part)"
  }

  /// Sets when connections are cut from now on, once.
  public func set(_ cut: Cut) {
    state.withLock { ($0.cut, $0.sent, $0.received) = (cut, 0, 0) }
  }

  /// Lets nobody in, or again everybody.
  public func shut(_ isShut: Bool) { state.withLock { $0.isShut = isShut } }

  /// The bytes of the program and of the server since `set`.
  public var counts: (sent: Int, received: Int) { state.withLock { ($0.sent, $0.received) } }

  /// How many connections were cut.
  public var cutCount: Int { state.withLock { $0.cutCount } }

  private static func with(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  private func serve(_ client: Int32) {
    let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let isShut = state.withLock { $0.isShut }
    guard !isShut, Self.with(target, { connect(server, $0, $1) }) == 0 else {
      close(server)
      close(client)
      return
    }
    Thread.detachNewThread {
      self.pump(client, server)
      close(client)
      close(server)
    }
  }

  /// Carries bytes both ways until either side ends or it is time to cut.
  private func pump(_ client: Int32, _ server: Int32) {
    var holdsAnswer = false
    while true {
      var places = [
        pollfd(fd: client, events: Int16(POLLIN), revents: 0),
        pollfd(fd: server, events: Int16(POLLIN), revents: 0),
      ]
      poll(&places, 2, -1)
      if places[0].revents != 0 {
        guard let bytes = Self.read(client) else { return }
        let end = bytes.range(of: Data("COMMIT\0".utf8)) != nil
        let (count, isCut) = state.withLock { state -> (Int, Bool) in
          defer { state.sent += bytes.count }
          switch state.cut {
          case .beforeCommit where end: return state.count(0)
          case .afterCommit where end:
            holdsAnswer = true
            return (bytes.count, false)
          case .afterSending(let most) where state.sent + bytes.count > most:
            return state.count(most - state.sent)
          default: return (bytes.count, false)
          }
        }
        guard Self.write(bytes.prefix(count), to: server), !isCut else { return }
      }
      if places[1].revents != 0 {
        guard let bytes = Self.read(server) else { return }
        let (count, isCut) = state.withLock { state -> (Int, Bool) in
          defer { state.received += bytes.count }
          switch state.cut {
          case .afterCommit where holdsAnswer: return state.count(0)
          case .stalled: return (0, false)
          case .afterReceiving(let most) where state.received + bytes.count > most:
            return state.count(most - state.received)
          default: return (bytes.count, false)
          }
        }
        guard Self.write(bytes.prefix(count), to: client), !isCut else { return }
      }
    }
  }

  private static func read(_ socket: Int32) -> Data? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = Foundation.read(socket, &buffer, buffer.count)
    return count > 0 ? Data(buffer[..<count]) : nil
  }

  private static func write(_ bytes: Data, to socket: Int32) -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

extension PostgresProxy.State {
  /// Notes a cut, after so many bytes of those that came.
  fileprivate mutating func count(_ bytes: Int) -> (Int, Bool) {
    (cut, cutCount) = (.never, cutCount + 1)
    return (max(bytes, 0), true)
  }
}
