import PostgresSupport
import TestSupport
import Testing

/// Tables of PostgreSQL on the command line.
@Suite struct PostgresProgramTests {
  private static let server = PostgresServer.shared

  private func run(_ arguments: [String]) throws -> ChildProcess {
    let folder = try TestSupport.TemporaryFolder()
    return try ChildProcess.run(
      product("tablesh"), ["--no-init", "--quiet"] + arguments,
      environment: ["HOME": folder.path], directory: folder.path)
  }

  @Test("a table opens by an address or a service, and is written to standard output")
  func opens() throws {
    let database = try Self.server.database(
      "program", "CREATE TABLE t (id int PRIMARY KEY, ok bool); INSERT INTO t VALUES (7, true);")
    let address = Self.server.address(database, part: "t")
    let json = try run([address, "-c", "export --format ndjson -"])
    #expect(json.output.contains(#""id":7,"ok":true"#), "\(json.output)\(json.errors)")
    let folder = try TestSupport.TemporaryFolder()
    try folder.write(
      "[mine]\nhost=\(Self.server.folder)\nuser=tester\ndbname=\(database)\n", to: "service.conf")
    let service = try ChildProcess.run(
      product("tablesh"),
      [
        "--no-init", "--quiet", "postgresql://?service=mine#SELECT id + 1 AS n FROM t", "-c",
        "show",
      ],
      environment: ["HOME": folder.path, "PGSERVICEFILE": folder.path + "/service.conf"])
    #expect(service.status == 0 && service.output.contains("8"), "\(service.errors)")
    let same = try ChildProcess.run(
      product("tablesh"), ["diff", address, address], environment: ["HOME": folder.path])
    #expect(same.status == 0, "\(same.errors)")
  }

  @Test("what is not there fails with what to type, and without the password")
  func fails() throws {
    let none = try run([Self.server.address(part: "nothing"), "-c", "info"])
    #expect(none.status == 1 && none.errors.contains("error: no table 'nothing' in 'postgres:"))
    let gone = try run([
      "--format", "json", "postgres://ann:hush;hush@127.0.0.1:1/x#t", "-c", "info",
    ])
    #expect(gone.status == 1 && (gone.output + gone.errors).contains("cannot reach"))
    #expect(!(gone.output + gone.errors).contains("hush"), "\(gone.output)\(gone.errors)")
  }
}
