import Foundation
import TestSupport

/// PgBouncer before a server of the tests, on a socket in a folder of its own.
public final class PostgresPooler {
  /// When a program's connection gets another one of the server.
  public enum Mode: String, CaseIterable, Sendable {
    case session, transaction
  }

  /// The folder of its socket, within that of the server, which goes with it.
  public let folder: String
  private let program: LiveProcess

  /// Starts one, and waits until it answers.
  public init(_ server: PostgresServer, _ mode: Mode) throws {
    folder = try LocalSocket.folder("\(server.folder)/pooler.XXXXXX")
    let settings = """
      [databases]
      * = host=\(server.folder) user=tester
      [pgbouncer]
      unix_socket_dir = \(folder)
      listen_port = 5432
      auth_type = any
      pool_mode = \(mode.rawValue)
      default_pool_size = 2
      ignore_startup_parameters = extra_float_digits
      """
    try settings.write(toFile: folder + "/settings", atomically: false, encoding: .utf8)
    // It does not run as root, and ends when its input does: with the tests, in whatever way.
    program = try LiveProcess(
      "/bin/sh",
      [
        "-c",
        """
        [ "$(id -u)" != 0 ] || { chown -R postgres "$1"; \
        run='setpriv --reuid postgres --regid postgres --clear-groups'; }
        $run $(command -v pgbouncer || echo /usr/sbin/pgbouncer) "$1/settings" </dev/null &
        cat >/dev/null
        kill -KILL $!
        rm -rf "$1"
        """, "sh", folder,
      ], errorPath: folder + "/log")
    // Its socket is there a moment before it listens.
    if !eventually({ LocalSocket.connection(to: folder).map { close($0) } == 0 }) {
      throw PostgresServerError(
        (try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? "no pgbouncer")
    }
  }

  deinit {
    program.endInput()
    program.wait()
  }

  /// Returns the address of a database, by way of it.
  public func address(_ database: String, part: String) -> String {
    "postgres:///\(database)?host=\(folder)&user=tester#\(part)"
  }
}
