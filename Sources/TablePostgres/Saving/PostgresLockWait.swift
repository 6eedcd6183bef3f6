import Postgres
import TableKit
import Wording

/// Tells who is in the way of a transaction that waits for a lock.
///
/// A class, because it is asked while the connection waits.
final class PostgresLockWait {
  private let process: String
  private let name: String
  private let wait: Progress.LockWait
  private let connect: () -> PostgresConnection?
  private var asked = ContinuousClock.now
  private var other: PostgresConnection?
  private var lastText = ""

  /// - Parameters:
  ///   - process: that of the transaction.
  ///   - name: that of the table.
  ///   - connect: makes another connection.
  init(
    of process: String, saving name: String, _ wait: Progress.LockWait,
    connect: @escaping () -> PostgresConnection?
  ) {
    (self.process, self.name, self.wait, self.connect) = (process, name, wait, connect)
  }

  /// Asks every two seconds, and tells of others than before.
  func look() {
    guard ContinuousClock.now - asked > Progress.LockWait.patience else { return }
    defer { asked = .now }
    if other?.isOpen != true { other = connect() }
    guard let rows = try? other?.run(Self.blocking, [process]), rows.rowCount > 0 else { return }
    let holders = (0..<rows.rowCount).map { i in
      guard let process = rows.text(i, 0) else {
        return "a program on a server behind a foreign table"
      }
      let program = rows.text(i, 1).map { $0.isEmpty ? "a program" : "'\(shown: $0)'" }
      return (program ?? "a prepared transaction")
        + (rows.text(i, 2).map { " of \(shown: $0)" } ?? "")
        + (process == "0" ? "" : " (process \(process))")
        + (rows.text(i, 3).map { " since \($0) UTC" } ?? "")
    }
    let text =
      "\(name) waits for a lock that \(holders.joined(separator: ", ")) holds; ^C ends the wait"
    if text != lastText { wait.tell(text) }
    lastText = text
  }

  /// Who blocks a process; a row of nulls where another server does. A prepared transaction is the
  /// process 0.
  private static let blocking = """
    SELECT b.pid, a.application_name, a.usename,
      pg_catalog.to_char(a.xact_start AT TIME ZONE 'UTC', 'HH24:MI:SS')
    FROM (SELECT DISTINCT pid
      FROM pg_catalog.unnest(pg_catalog.pg_blocking_pids($1::pg_catalog.int4)) AS u(pid)) AS b
      LEFT JOIN pg_catalog.pg_stat_activity AS a ON a.pid = b.pid
    UNION ALL
    SELECT NULL, NULL, NULL, NULL FROM pg_catalog.pg_stat_activity
    WHERE pid = $1::pg_catalog.int4 AND wait_event_type = 'Extension'
    ORDER BY 4, 1
    """
}

extension PostgresSource {
  /// Has a transaction that is begun tell who holds the lock for which it waits, and wait no longer than
  /// it should. Behind a pooler the connection's own process is another.
  func watchLocks(_ connection: PostgresConnection) {
    guard let lockWait,
      let found = connection.asked(Self.limiting, [lockWait.seconds.map { "\($0)s" }]),
      let process = found.text(0, 0)
    else { return }
    let isWanted = connection.isWanted
    let wait = PostgresLockWait(
      of: process, saving: shortName, lockWait,
      connect: { [address, usesSecrets] in
        try? PostgresConnection(address, usesSecrets: usesSecrets, isWanted: isWanted)
      })
    connection.isWanted = {
      wait.look()
      return isWanted()
    }
  }

  /// A limit that the user has set, 0 too, stays.
  private static let limiting = """
    SELECT pg_catalog.pg_backend_pid(),
      (SELECT pg_catalog.set_config('lock_timeout', $1::pg_catalog.text, true)
      FROM pg_catalog.pg_settings
      WHERE name = 'lock_timeout' AND source = 'default' AND $1::pg_catalog.text IS NOT NULL)
    """
}
