import Expectations
import Postgres
import PostgresSupport
import TestSupport
import Testing

@testable import TablePostgres
@testable import TableShell

/// Saves that wait for a lock of others.
@Suite(.ends) struct PostgresLockTests {
  private static let server = PostgresServer.shared

  /// A table of one row in a database, of which another one holds a lock.
  private struct Locked {
    let database: String
    let folder: TestSupport.TemporaryFolder
    private let other: PostgresConnection

    init(_ name: String, _ lock: String = "SELECT * FROM t FOR UPDATE") throws {
      database = try PostgresServer.shared.database(
        name, "CREATE TABLE t (id int PRIMARY KEY, v int); INSERT INTO t VALUES (1, 1);")
      folder = try TestSupport.TemporaryFolder()
      let address = PostgresServer.shared.address(database) + "&application_name=nightly"
      other = try PostgresConnection(try require(PostgresAddress(address)))
      try other.runAll("BEGIN; \(lock)")
    }

    /// Lets others have the table.
    func release() throws { try other.runAll("COMMIT") }

    /// What a program has told so far.
    var errors: String { folder.read("errors") ?? "" }

    /// Starts a program that runs a command on the table.
    ///
    /// - Parameter pooler: what it reaches the server through; nil: nothing.
    func start(_ command: String, through pooler: PostgresPooler? = nil) throws -> LiveProcess {
      let address =
        pooler?.address(database, part: "t") ?? PostgresServer.shared.address(database, part: "t")
      return try LiveProcess(
        home: folder, ["--no-init", "--quiet", address, "-c", command],
        errorPath: folder.path + "/errors")
    }

    /// Waits until the program says for whom it waits, releases the lock, and expects that the program is
    /// done.
    func expectTold(
      _ text: String, by program: LiveProcess, file: StaticString = #filePath, line: Int = #line
    ) throws {
      let told = "\(text) waits for a lock that 'nightly' of tester (process "
      expectEventually(errors.contains(told), "\(errors)", file: file, line: line)
      try release()
      expectEqual(program.wait(), 0, "\(errors)", file: file, line: line)
    }
  }

  @Test(
    "a save that waits says who holds the lock, and is done when it is free")
  func told() throws {
    let locked = try Locked("locked")
    try locked.expectTold("t", by: locked.start("edit @1 v=2; save"))
    try expectEqual(Self.server.psql("SELECT v FROM t", in: locked.database), "2\n")
  }

  @Test("a limit of the user ends the wait, and nothing is saved")
  func limited() throws {
    let locked = try Locked("lock_limited")
    let child = try ChildProcess.run(
      home: locked.folder,
      [
        "--no-init", "--quiet", Self.server.address(locked.database, part: "t"), "-c",
        "edit @1 v=2\nsave\nquit!",
      ], environment: ["PGOPTIONS": "-c lock_timeout=500ms"])
    expect(child.status == 1 && child.errors.contains("lock_timeout=5min"), "\(child.errors)")
    try locked.release()
    try expectEqual(Self.server.psql("SELECT v FROM t", in: locked.database), "1\n")
  }

  @Test("opening a table that others alter waits, too, and says for whom")
  func opening() throws {
    let locked = try Locked("lock_altered", "LOCK TABLE t")
    let program = try locked.start("count")
    try locked.expectTold("", by: program)
    expectEqual(program.output, "1\n")
  }

  @Test("a save behind a pooler says who holds the lock")
  func pooled() throws {
    let pooler = try PostgresPooler(Self.server, .transaction)
    let locked = try Locked("lock_pooled")
    try locked.expectTold("t", by: locked.start("edit @1 v=2; save", through: pooler))
  }
}
