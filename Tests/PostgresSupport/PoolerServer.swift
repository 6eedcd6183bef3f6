import CTestSupport
import Glibc
import TestSupport

/// A pooler, PgBouncer, before a server of PostgreSQL, which lends connections for a transaction.
///
/// A shell beside it holds it, as that of `PostgresServer` does.
public final class PoolerServer: Sendable {
  /// The folder of its socket.
  public let folder: String
  private let lifeline: Int32

  /// Starts it.
  ///
  /// - Throws: `PostgresServerError` where `Scripts/setup` has not installed it.
  public init(before server: PostgresServer) throws {
    folder = server.folder + "/pool"
    var ends: [Int32] = [-1, -1]
    guard ct_pipe(&ends) == 0 else { throw PostgresServerError("pipe: \(errno)") }
    defer { close(ends[0]) }
    lifeline = ends[1]
    let script = """
      mkdir "$1/pool" && cd "$1/pool" || exit 1
      cat >pool.ini <<END
      [databases]
      * = host=$1
      [pgbouncer]
      listen_addr =
      listen_port = 5432
      unix_socket_dir = $1/pool
      auth_type = trust
      auth_file = $1/pool/users
      pool_mode = transaction
      default_pool_size = 2
      logfile = $1/pool/log
      pidfile = $1/pool/pid
      END
      echo '"tester" ""' >users
      run=
      if [ "$(id -u)" = 0 ]; then
        chown -R postgres "$1/pool" && run='setpriv --reuid postgres --regid postgres --clear-groups'
      fi
      PATH="$PATH:/usr/sbin"
      $run pgbouncer -q pool.ini 3<&- &
      pooler=$!
      cat >/dev/null <&3
      kill -INT $pooler
      wait $pooler
      """
    try HeldShell.start(script, [server.folder], log: "/dev/null", holding: ends[0])
    for _ in 0..<500 {
      if access(folder + "/.s.PGSQL.5432", F_OK) == 0 { return }
      usleep(20_000)
    }
    throw PostgresServerError("pgbouncer does not start; Scripts/setup installs it")
  }

  deinit { close(lifeline) }

  /// Returns the address of a database through it.
  public func address(_ database: String, part: String? = nil) -> String {
    "postgres:///\(database)?host=\(folder)&user=tester" + (part.map { "#" + $0 } ?? "")
  }
}

/// A shell that ends when who started it is gone: it waits until descriptor 3 has no other end.
enum HeldShell {
  static func start(
    _ script: String, _ arguments: [String], log: String, holding lifeline: Int32
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, lifeline, 3)
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A session of its own: ^C at the tests ends them first.
    ct_set_attributes(&attributes, 1)
    var pointers = (["/bin/sh", "-c", script, "sh"] + arguments).map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var process: pid_t = 0
    let number = posix_spawn(&process, "/bin/sh", &actions, &attributes, &pointers, environ)
    guard number == 0 else { throw PostgresServerError("posix_spawn: \(number)") }
  }
}
