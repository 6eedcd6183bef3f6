import Expectations
import PostgresSupport
import TestSupport
import Testing

@testable import TablePostgres
@testable import TableShell

/// Saves that wait for a lock of others.
@Suite(.ends) struct PostgresLockTests {
  private static let server = PostgresServer.shared

  /// Holds a lock on the table for some seconds, by psql.
  private func hold(
    _ database: String, seconds: Double, _ lock: String = "SELECT * FROM t FOR UPDATE",
    in folder: TestSupport.TemporaryFolder
  ) throws {
    try folder.write(
      """
      SET application_name = 'nightly';
      BEGIN;
      \(lock);
      \\! touch '\(folder.path)/held'
      SELECT pg_sleep(\(seconds));
      COMMIT;

      """, to: "hold.sql")
    _ = try ChildProcess.run(
      "/bin/sh",
      [
        "-c",
        "(psql -XqAt -h \(Self.server.folder) -U tester -d \(database) -f hold.sql > psql.log 2>&1 &) ; "
          + "until [ -e held ]; do sleep 0.05; done",
      ], directory: folder.path)
  }

  /// Makes a table of one row in a database, on which another holds a lock for some seconds.
  private func locked(
    _ name: String, seconds: Double, _ lock: String = "SELECT * FROM t FOR UPDATE"
  ) throws -> (database: String, folder: TestSupport.TemporaryFolder) {
    let database = try Self.server.database(
      name, "CREATE TABLE t (id int PRIMARY KEY, v int); INSERT INTO t VALUES (1, 1);")
    let folder = try TestSupport.TemporaryFolder()
    try hold(database, seconds: seconds, lock, in: folder)
    return (database, folder)
  }

  /// Runs commands on a table.
  private func run(
    _ address: String, _ commands: String, in folder: TestSupport.TemporaryFolder,
    _ environment: [String: String] = [:]
  ) throws -> ChildProcess {
    try ChildProcess.run(
      home: folder, ["--no-init", "--quiet", address, "-c", commands], environment: environment)
  }

  @Test(
    "a save that waits says who holds the lock, and is done when it is free")
  func told() throws {
    let (database, folder) = try locked("locked", seconds: 4)
    let child = try run(Self.server.address(database, part: "t"), "edit @1 v=2; save", in: folder)
    expectEqual(child.status, 0, "\(child.errors)")
    expect(child.errors.contains("t waits for a lock that 'nightly' of tester (process "))
    try expect(Self.server.psql("SELECT v FROM t", in: database).hasPrefix("2"))
  }

  @Test("a limit of the user ends the wait, and nothing is saved")
  func limited() throws {
    let (database, folder) = try locked("lock_limited", seconds: 6)
    let child = try run(
      Self.server.address(database, part: "t"), "edit @1 v=2\nsave\nquit!", in: folder,
      ["PGOPTIONS": "-c lock_timeout=500ms"])
    expect(child.status == 1 && child.errors.contains("lock_timeout=5min"), "\(child.errors)")
    try expect(Self.server.psql("SELECT v FROM t", in: database).hasPrefix("1"))
  }

  @Test("opening a table that others alter waits, too, and says for whom")
  func opening() throws {
    let (database, folder) = try locked("lock_altered", seconds: 4, "LOCK TABLE t")
    let child = try run(Self.server.address(database, part: "t"), "count", in: folder)
    expect(child.status == 0 && child.output == "1\n", "\(child.errors)")
    expect(child.errors.contains(" waits for a lock that 'nightly' of tester (process "))
  }

  @Test("a save behind a pooler says who holds the lock")
  func pooled() throws {
    let pooler = try PostgresPooler(Self.server, .transaction)
    let (database, folder) = try locked("lock_pooled", seconds: 4)
    let child = try run(pooler.address(database, part: "t"), "edit @1 v=2; save", in: folder)
    expectEqual(child.status, 0, "\(child.errors)")
    expect(child.errors.contains("t waits for a lock that 'nightly' of tester (process "))
  }
}
