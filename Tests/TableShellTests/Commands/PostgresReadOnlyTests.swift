import Expectations
import PostgresSupport
import TestSupport
import Testing

@testable import TablePostgres
@testable import TableShell

/// `default_transaction_read_only`, the usual guard of a production database: it is respected, and told.
struct PostgresReadOnlyTests {
  private static let server = PostgresServer.shared
  private static let table =
    "CREATE TABLE t (id int PRIMARY KEY, v int); INSERT INTO t VALUES (1, 1);"

  /// Ways to set the guard: SQL in the database, or options in the address.
  private static let ways: [(name: String, sql: String, options: String)] = [
    ("database", "ALTER DATABASE %s SET default_transaction_read_only = on;", ""),
    (
      "role", "ALTER ROLE tester IN DATABASE %s SET default_transaction_read_only = on;", ""
    ),
    ("address", "", "&options=-c%20default_transaction_read_only%3Don"),
  ]

  private func run(_ arguments: [String], _ environment: [String: String] = [:]) throws
    -> ChildProcess
  {
    let folder = try TestSupport.TemporaryFolder()
    return try ChildProcess.run(
      home: folder, ["--no-init", "--quiet"] + arguments, environment: environment)
  }

  @Test(
    "nothing is written past the guard, and the hint is the way round it", arguments: ways.indices)
  func guarded(way: Int) throws {
    let (name, sql, options) = Self.ways[way]
    let database = try Self.server.database("read_only_\(name)", Self.table)
    if !sql.isEmpty { try Self.server.psql(sql.replacing("%s", with: database), in: database) }
    let address = Self.server.address(database) + options
    let info = try run([address + "#t", "-c", "info"])
    expect(info.output.contains("access"), "\(info.output)\(info.errors)")
    expect(info.output.contains("read only: default_transaction_read_only is on"))
    for line in [
      "edit @1 v=2; save", "insert 0 id=2; save", "delete @1; save",
      "export --overwrite \"\(address)#copy\"",
    ] {
      let refused = try run([address + "#t", "-c", line, "-c", "quit!"])
      expectEqual(refused.status, 1, "\(line)")
      expect(
        refused.errors.contains("the server lets this session only read"), "\(refused.errors)")
      expect(refused.errors.contains("PGOPTIONS='-c default_transaction_read_only=off'"))
    }
    let rows = try Self.server.psql("SELECT v FROM t", in: database)
    expect(rows == "1\n" || rows == "1", "\(rows)")
    guard options.isEmpty else { return }
    let meant = try run(
      [address + "#t", "-c", "edit @1 v=2", "-c", "save"],
      ["PGOPTIONS": "-c default_transaction_read_only=off"])
    expectEqual(meant.status, 0, "\(meant.errors)")
    try expect(Self.server.psql("SELECT v FROM t", in: database).hasPrefix("2"))
  }

  @Test("a guard that is set after opening is the server's answer, and nothing is saved")
  func setLater() throws {
    let session = Session(nil)
    let database = try session.open(Self.table, "t")
    expect(!session.run("info").contains("read only"))
    try Self.server.psql(
      "ALTER DATABASE \(database) SET default_transaction_read_only = on;"
        + "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        + "WHERE datname = '\(database)' AND pid <> pg_backend_pid()", in: database)
    session.run("edit @1 v=2")
    expect(session.run("save").contains("the server lets this session only read"))
    try expectEqual(session.rows("SELECT v FROM t", database), ["1"])
  }
}
