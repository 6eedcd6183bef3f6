import CTestSupport
import Glibc
import TestSupport

/// A server of PostgreSQL with a cluster of its own in a temporary folder, which listens on a socket
/// there and nowhere else.
///
/// A shell beside it holds it: once the test process is gone, in whatever way, that ends the server and
/// deletes the folder. Tests share one and use databases of their own. Its programs are the newest of
/// the system, or those in the folder that `TABLE_POSTGRES` names: of another version.
public final class PostgresServer: Sendable {
  /// The folder of its socket.
  public let folder: String
  private let lifeline: Int32

  /// The server that the tests of a process share.
  public static let shared: PostgresServer = {
    do { return try PostgresServer() } catch { fatalError("no PostgreSQL: \(error)") }
  }()

  /// Makes a cluster, and starts the server.
  ///
  /// - Throws: `PostgresServerError` where `Scripts/setup --test` has not installed it.
  public init() throws {
    folder = try LocalSocket.folder("/tmp/tablepg.XXXXXX")
    var ends: [Int32] = [-1, -1]
    guard ct_pipe(&ends) == 0 else { throw PostgresServerError("pipe: \(errno)") }
    defer { close(ends[0]) }
    lifeline = ends[1]
    try Self.start(folder, holding: ends[0])
    let folder = folder
    _ = eventually {
      access(folder + "/ready", F_OK) == 0 || access(folder + "/failed", F_OK) == 0
    }
    if access(folder + "/ready", F_OK) == 0 { return }
    let log = TextOfFile.read(folder + "/log") ?? ""
    throw PostgresServerError("Scripts/setup --test installs it; \(log)")
  }

  deinit { close(lifeline) }

  private static func start(_ folder: String, holding lifeline: Int32) throws {
    let script = """
      cd "$1"
      bin=${TABLE_POSTGRES:-$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)}
      PATH="${bin:+$bin:}$PATH"
      # Debian's own psql is a script that looks for this one, which takes five times as long.
      ln -s "$(command -v psql)" psql
      run=
      if [ "$(id -u)" = 0 ]; then
        chown postgres "$1" && run='setpriv --reuid postgres --regid postgres --clear-groups'
      fi
      if ! $run initdb -D "$1/data" -U tester -A trust -E UTF8 --locale C.UTF-8 --no-sync; then
        touch failed
        cat >/dev/null <&3
        rm -rf "$1"
        exit 1
      fi
      # Whom a test has made the role "secret" needs its password.
      { echo 'local all secret scram-sha-256'; cat "$1/data/pg_hba.conf"; } >"$1/hba"
      cat "$1/hba" >"$1/data/pg_hba.conf"
      $run postgres -D "$1/data" -k "$1" -c listen_addresses= -c fsync=off -c wal_level=logical \\
        -c max_prepared_transactions=4 3<&- &
      server=$!
      while kill -0 $server && ! pg_isready -q -h "$1"; do sleep 0.05; done
      if kill -0 $server; then touch ready; else touch failed; fi
      cat >/dev/null <&3
      kill -INT $server
      wait $server
      rm -rf "$1"
      """
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, lifeline, 3)
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(
      &actions, 1, folder + "/log", O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A session of its own: ^C at the tests ends them first.
    ct_set_attributes(&attributes, 1)
    let arguments = ["/bin/sh", "-c", script, "sh", folder]
    var pointers = arguments.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var process: pid_t = 0
    let number = posix_spawn(&process, "/bin/sh", &actions, &attributes, &pointers, environ)
    guard number == 0 else { throw PostgresServerError("posix_spawn: \(number)") }
  }

  /// Returns the address of a database: `postgres:///NAME?host=FOLDER&user=tester`.
  public func address(_ database: String = "postgres", part: String? = nil) -> String {
    "postgres:///\(database)?host=\(folder)&user=tester" + (part.map { "#" + $0 } ?? "")
  }

  /// Runs SQL by psql, by code that the program has no part in.
  ///
  /// - Returns: what it prints: values with `|` between them, a row a line.
  @discardableResult
  public func psql(_ sql: String, in database: String = "postgres") throws -> String {
    let run = try ChildProcess.run(
      folder + "/psql",
      ["-XqAt", "-v", "ON_ERROR_STOP=1", "-h", folder, "-U", "tester", "-d", database],
      input: Array(sql.utf8))
    if run.status != 0 { throw PostgresServerError(run.errors) }
    return run.output
  }

  /// Makes a database with what SQL makes in it, and returns its name.
  public func database(_ name: String, _ sql: String = "") throws -> String {
    try psql("CREATE DATABASE \(name)")
    if !sql.isEmpty { try psql(sql, in: name) }
    return name
  }
}

/// Why there is no server, or what it does not do.
public struct PostgresServerError: Error, CustomStringConvertible {
  /// The reason.
  public let description: String

  init(_ text: String) { description = text }
}

/// Reads a file.
private enum TextOfFile {
  static func read(_ path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
