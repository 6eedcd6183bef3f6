import Postgres
import Wording

/// Tells who is in the way of a transaction that waits for a lock.
///
/// A class, because it is asked while the connection waits.
final class LockWait {
  /// How long nothing is asked.
  private static let patience = Duration.seconds(2)

  private let process: Int
  private let connect: () -> PostgresConnection?
  private let tell: (String) -> Void
  private var asked = ContinuousClock.now
  private var other: PostgresConnection?
  private var told = ""

  /// - Parameters:
  ///   - process: that of the transaction.
  ///   - connect: makes another connection.
  init(
    of process: Int, connect: @escaping () -> PostgresConnection?, tell: @escaping (String) -> Void
  ) {
    (self.process, self.connect, self.tell) = (process, connect, tell)
  }

  /// Asks every two seconds, and tells of others than before.
  func look() {
    guard ContinuousClock.now - asked > Self.patience else { return }
    defer { asked = .now }
    if other?.isOpen != true { other = connect() }
    guard let rows = try? other?.run(Self.blocking, [String(process)]), rows.rowCount > 0 else {
      return
    }
    let holders = (0..<rows.rowCount).map { i in
      let (name, user) = (rows.text(i, 1) ?? "", rows.text(i, 2) ?? "")
      let who = [name.isEmpty ? "a program" : "'\(shown: name)'", "of \(user)"]
      return who.joined(separator: " ") + " (process \(rows.text(i, 0) ?? "?"))"
        + (rows.text(i, 3).map { " since \($0) UTC" } ?? "")
    }
    let text = "waits for a lock that \(holders.joined(separator: ", ")) holds; ^C ends the wait"
    if text != told { tell(text) }
    told = text
  }

  private static let blocking = """
    SELECT a.pid, a.application_name, a.usename,
      pg_catalog.to_char(a.xact_start AT TIME ZONE 'UTC', 'HH24:MI:SS')
    FROM pg_catalog.unnest(pg_catalog.pg_blocking_pids($1::pg_catalog.int4)) AS b(pid)
      JOIN pg_catalog.pg_stat_activity AS a ON a.pid = b.pid
    ORDER BY a.xact_start, a.pid
    """
}
