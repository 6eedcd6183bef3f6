import PostgresSupport
import TestSupport
import Testing

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

  @Test(
    "a save that waits says who holds the lock, and is done when it is free")
  func told() throws {
    let database = try Self.server.database(
      "locked", "CREATE TABLE t (id int PRIMARY KEY, v int); INSERT INTO t VALUES (1, 1);")
    let folder = try TestSupport.TemporaryFolder()
    try hold(database, seconds: 4, in: folder)
    let child = try ChildProcess.run(
      product("tablesh"),
      [
        "--no-init", "--quiet", Self.server.address(database, part: "t"), "-c", "edit @1 v=2", "-c",
        "save",
      ], environment: ["HOME": folder.path], directory: folder.path)
    #expect(child.status == 0, "\(child.errors)")
    #expect(child.errors.contains("t waits for a lock that 'nightly' of tester (process "))
    #expect(try Self.server.psql("SELECT v FROM t", in: database).hasPrefix("2"))
  }

  @Test("a limit of the user ends the wait, and nothing is saved")
  func limited() throws {
    let database = try Self.server.database(
      "lock_limited", "CREATE TABLE t (id int PRIMARY KEY, v int); INSERT INTO t VALUES (1, 1);")
    let folder = try TestSupport.TemporaryFolder()
    try hold(database, seconds: 6, in: folder)
    let child = try ChildProcess.run(
      product("tablesh"),
      [
        "--no-init", "--quiet", Self.server.address(database, part: "t"), "-c", "edit @1 v=2", "-c",
        "save", "-c", "quit!",
      ], environment: ["HOME": folder.path, "PGOPTIONS": "-c lock_timeout=500ms"],
      directory: folder.path)
    #expect(child.status == 1 && child.errors.contains("lock_timeout=5min"), "\(child.errors)")
    #expect(try Self.server.psql("SELECT v FROM t", in: database).hasPrefix("1"))
  }

  @Test("opening a table that others alter waits, too, and says for whom")
  func opening() throws {
    let database = try Self.server.database(
      "lock_altered", "CREATE TABLE t (id int PRIMARY KEY, v int); INSERT INTO t VALUES (1, 1);")
    let folder = try TestSupport.TemporaryFolder()
    try hold(database, seconds: 4, "LOCK TABLE t", in: folder)
    let child = try ChildProcess.run(
      product("tablesh"),
      ["--no-init", "--quiet", Self.server.address(database, part: "t"), "-c", "count"],
      environment: ["HOME": folder.path], directory: folder.path)
    #expect(child.status == 0 && child.output == "1\n", "\(child.errors)")
    #expect(child.errors.contains(" waits for a lock that 'nightly' of tester (process "))
  }

  @Test("a save behind a pooler says who holds the lock")
  func pooled() throws {
    let database = try Self.server.database(
      "lock_pooled", "CREATE TABLE t (id int PRIMARY KEY, v int); INSERT INTO t VALUES (1, 1);")
    let pooler = try PostgresPooler(Self.server, .transaction)
    let folder = try TestSupport.TemporaryFolder()
    try hold(database, seconds: 4, in: folder)
    let child = try ChildProcess.run(
      product("tablesh"),
      [
        "--no-init", "--quiet", pooler.address(database, part: "t"), "-c", "edit @1 v=2", "-c",
        "save",
      ], environment: ["HOME": folder.path], directory: folder.path)
    #expect(child.status == 0, "\(child.errors)")
    #expect(child.errors.contains("t waits for a lock that 'nightly' of tester (process "))
  }
}
