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

  /// Begins to listen.
  public init(_ server: PostgresServer) throws {
    target = server.folder
    folder = try LocalSocket.folder("\(server.folder)/proxy.XXXXXX")
    listener = try LocalSocket.listener(in: folder)
    LocalSocket.accept(listener, for: self) { $0.serve($1) }
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

  private func serve(_ client: Int32) {
    let isShut = state.withLock { $0.isShut }
    guard !isShut, let server = LocalSocket.connection(to: target) else {
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
