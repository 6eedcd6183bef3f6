import Foundation
import Glibc

/// A socket of the system in a folder of its own, where programs look for a server of PostgreSQL.
enum LocalSocket {
  /// The name that programs look for.
  static let name = "/.s.PGSQL.5432"

  /// Makes a folder; `XXXXXX` at the end of the path becomes what no other has.
  static func folder(_ path: String) throws -> String {
    var template = Array(path.utf8CString)
    guard mkdtemp(&template) != nil else { throw PostgresServerError("mkdtemp: \(errno)") }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Listens in a folder.
  static func listener(in folder: String) throws -> Int32 {
    let listener = new()
    let isBound = with(folder + name) { bind(listener, $0, $1) } == 0
    guard isBound, listen(listener, 16) == 0 else { throw PostgresServerError("listen: \(errno)") }
    return listener
  }

  /// Hands over each client, on a thread of its own, until `shutdown` ends the listening or who
  /// serves is gone.
  static func accept<Server: AnyObject & Sendable>(
    _ listener: Int32, for server: Server, _ serve: @escaping @Sendable (Server, Int32) -> Void
  ) {
    Thread.detachNewThread { [weak server] in
      while true {
        let client = Glibc.accept(listener, nil, nil)
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        guard client >= 0, let server else {
          if client >= 0 { close(client) }
          // Only who uses a descriptor may close it: its number is given away at once.
          close(listener)
          return
        }
        serve(server, client)
      }
    }
  }

  /// Connects to the server in a folder.
  ///
  /// - Returns: the connection; nil: nobody listens there.
  static func connection(to folder: String) -> Int32? {
    let server = new()
    if with(folder + name, { connect(server, $0, $1) }) == 0 { return server }
    close(server)
    return nil
  }

  private static func new() -> Int32 {
    socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  }

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
}
