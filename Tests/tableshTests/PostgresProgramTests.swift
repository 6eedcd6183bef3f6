import Expectations
import Glibc
import PostgresSupport
import TestSupport
import Testing

/// Tables of PostgreSQL on the command line.
struct PostgresProgramTests {
  private static let server = PostgresServer.shared

  private func run(_ arguments: [String]) throws -> ChildProcess {
    let folder = try TestSupport.TemporaryFolder()
    return try ChildProcess.run(home: folder, ["--no-init", "--quiet"] + arguments)
  }

  @Test("a table opens by an address or a service, and is written to standard output")
  func opens() throws {
    let database = try Self.server.database(
      "program", "CREATE TABLE t (id int PRIMARY KEY, ok bool); INSERT INTO t VALUES (7, true);")
    let address = Self.server.address(database, part: "t")
    let json = try run([address, "-c", "export --format ndjson -"])
    expect(json.output.contains(#""id":7,"ok":true"#), "\(json.output)\(json.errors)")
    let folder = try TestSupport.TemporaryFolder()
    try folder.write(
      "[mine]\nhost=\(Self.server.folder)\nuser=tester\ndbname=\(database)\n", to: "service.conf")
    let service = try ChildProcess.run(
      home: folder,
      [
        "--no-init", "--quiet", "postgresql://?service=mine#SELECT id + 1 AS n FROM t", "-c",
        "show",
      ], environment: ["PGSERVICEFILE": folder.path + "/service.conf"])
    expect(service.status == 0 && service.output.contains("8"), "\(service.errors)")
    let same = try ChildProcess.run(
      home: folder, ["diff", address, address])
    expectEqual(same.status, 0, "\(same.errors)")
  }

  @Test("what is not there fails with what to type, and without the password")
  func fails() throws {
    let none = try run([Self.server.address(part: "nothing"), "-c", "info"])
    expect(none.status == 1 && none.errors.contains("error: no table 'nothing' in 'postgres:"))
    let gone = try run([
      "--format", "json", "postgres://ann:hush;hush@127.0.0.1:1/x#t", "-c", "info",
    ])
    expect(gone.status == 1 && (gone.output + gone.errors).contains("cannot reach"))
    expect(!(gone.output + gone.errors).contains("hush"), "\(gone.output)\(gone.errors)")
  }

  /// The number of connections that programs have to a database.
  private func connections(_ database: String) throws -> String {
    try Self.server.psql(
      "SELECT count(*) FROM pg_stat_activity WHERE datname = '\(database)' "
        + "AND application_name = 'tablesh'")
  }

  @Test("what others change stands above the prompt, and quitting leaves no connection")
  func terminal() throws {
    let database = try Self.server.database(
      "typed", "CREATE TABLE t (id int PRIMARY KEY, x text); INSERT INTO t VALUES (7, 'a');")
    let folder = try TestSupport.TemporaryFolder()
    let terminal = try TerminalSession(table: "id\n1\n", in: folder).terminal
    try terminal.enter("open \"\(Self.server.address(database, part: "t"))\"", expecting: "t> ")
    try terminal.enter("watch --sql > t.sql", expecting: "t> ")
    try Self.server.psql(try require(folder.read("t.sql")), in: database)
    try terminal.enter("watch on", expecting: "t⇅> ")
    try terminal.type("edit @7 x", expecting: "edit @7 x")
    try Self.server.psql("INSERT INTO t VALUES (3, 'b')", in: database)
    try terminal.expect("live t +1 −0 ~0\r\n", "edit @7 x")
    try terminal.enter("=c", expecting: "t⇅")
    // The server ends the connections, and takes no others until that is told; then another one is made.
    try Self.server.psql("ALTER DATABASE typed ALLOW_CONNECTIONS false")
    try Self.server.psql(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'typed'")
    try terminal.expect("live t reconnecting: ")
    try Self.server.psql("ALTER DATABASE typed ALLOW_CONNECTIONS true")
    try terminal.expect("live t live\r\n")
    try Self.server.psql("DELETE FROM t WHERE id = 3", in: database)
    try terminal.expect("live t +0 −1 ~0\r\n")
    try expectEqual(terminal.leave("quit!"), 0)
    try expectEventuallyEqual(connections(database), "0\n")
  }

  @Test("^C ends waiting, and a batch ends while it follows")
  func batch() throws {
    let database = try Self.server.database(
      "batched", "CREATE TABLE t (id int PRIMARY KEY, x text); INSERT INTO t VALUES (7, 'a');")
    let address = Self.server.address(database, part: "t")
    let process = try LiveProcess(
      product("tablesh"),
      ["--no-init", "--format", "json", address, "-c", "watch on", "-c", "watch --count 2"])
    expect(process.expect("is watched, asked every 2 s"))
    try Self.server.psql("UPDATE t SET x = 'b'", in: database)
    expect(
      process.expect(
        #"{"push":{"source":"t","state":"polling","inserted":0,"deleted":0,"changed":1},"ok":true"#)
    )
    expectEqual(process.end(with: SIGINT), 130)
    let followed = try run([address, "-c", "watch on", "-c", "watch --for 0.1"])
    expectEqual(followed.status, 0, "\(followed.errors)")
    try expectEventuallyEqual(connections(database), "0\n")
  }
}
