import Expectations
import PostgresSupport
import TestSupport
import Testing

/// Windows over large tables on the command line.
struct PostgresWindowProgramTests {
  private static let server = PostgresServer.shared

  private func run(_ arguments: [String]) throws -> ChildProcess {
    let folder = try TestSupport.TemporaryFolder()
    return try ChildProcess.run(
      home: folder, arguments + (arguments[0] == "diff" ? [] : ["--no-init", "--quiet"]))
  }

  @Test("--window opens a page, --whole all, and comparing reads all of a large table")
  func options() throws {
    let database = try Self.server.database(
      "windowprogram",
      """
      CREATE TABLE t (id int PRIMARY KEY); INSERT INTO t SELECT generate_series(1, 3000);
      ANALYZE t;
      UPDATE pg_class SET reltuples = 7e6 WHERE relname = 't';
      """)
    let address = Self.server.address(database, part: "t")
    let window = try run(["--window", address, "-c", "scroll end; count; show 0:-1"])
    expectEqual(window.status, 0, "\(window.errors)")
    expect(window.errors.contains("note: a window: @1 to @1000 of about 7,000,000 rows"))
    expect(window.output.contains("@2001 to @3000") && window.output.contains("\n3000\n"))
    try expect(
      run([address, "-c", "count 0:*"]).errors.contains("on the 1,000 rows of this window"))
    let whole = try run(["--whole", address, "-c", "count 0:*"])
    expect(whole.output == "3000\n" && whole.errors.isEmpty, "\(whole.errors)")
    try Self.server.psql("CREATE TABLE u AS TABLE t; DELETE FROM u WHERE id = 2500", in: database)
    let difference = try run([
      "diff", "--key", "id", "--format", "changes", address,
      Self.server.address(database, part: "u"),
    ])
    expectEqual(
      difference.output, "- @2500  id='2500'\n", "\(difference.output)\(difference.errors)")
    let served = try run(["serve", address])
    expect(served.status == 1 && served.errors.contains("hint:  only a whole table can be served"))
    try expect(run(["--section-by", "id", address, "-c", "info"]).errors.contains("--whole"))
  }
}
