import DatabaseSupport
import Expectations
import Glibc
import PostgresSupport
import TestSupport
import Testing

/// Databases opened whole, by the program: what is too large for the memory, and a shell that is
/// killed.
///
/// One after the other: what is refused depends on how much memory the others leave.
@Suite("databases as a whole", .serialized) struct WholeDatabaseProgramTests {
  private static let server = PostgresServer.shared
  /// Kilobytes of address space.
  private static let limit = 400_000

  /// Runs the program with little memory.
  private func runShort(
    _ arguments: [String], _ folder: TestSupport.TemporaryFolder
  ) throws -> ChildProcess {
    try ChildProcess.run(
      home: folder, program: "/bin/sh",
      [
        "-c", "ulimit -v \(Self.limit); exec \"$@\"", "sh", product("tablesh"), "--no-init",
        "--quiet",
      ] + arguments)
  }

  @Test(
    "all tables of a server that take over half of what is free are refused, with choices that work"
  )
  func refused() throws {
    let columns = (0..<8).map { "c\($0) int" }.joined(separator: ", ")
    let database = try Self.server.database(
      "whole_refused",
      """
      CREATE TABLE few (id int PRIMARY KEY); INSERT INTO few VALUES (1);
      CREATE TABLE "O'dd, \\"" (id int PRIMARY KEY);
      CREATE SCHEMA shop; CREATE TABLE shop.z (id int PRIMARY KEY); INSERT INTO shop.z VALUES (1);
      CREATE TABLE many (id int PRIMARY KEY, \(columns)); INSERT INTO many VALUES (1);
      ANALYZE; UPDATE pg_class SET reltuples = 4.9e6 WHERE relname = 'many';
      """.replacing("\\\"", with: ""))
    let folder = try TestSupport.TemporaryFolder()
    let address = Self.server.address(database)
    let all = try runShort(["-c", "open --section-by table \"\(address)\""], folder)
    expectEqual(all.status, 1)
    expect(all.errors.contains("is too large: the 4 tables take about "), "\(all.errors)")
    expect(all.errors.contains(", more than half of the "), "\(all.errors)")
    // What is offered, as it stands.
    let hint = try require(
      all.errors.split(separator: "\n").first { $0.contains("hint:") }?.dropFirst("hint:  ".count))
    let parts = hint.split(separator: ", a schema after the #, or all with --whole")
    expectEqual(parts.count, 1, "\(hint)")
    let few = try runShort(["-c", "\(parts[0])\nsections"], folder)
    expect(few.status == 0 && few.output.contains("few"), "\(parts[0]): \(few.errors)")
    for (command, rows) in [
      ("open --section-by table \"\(address)#few,shop.z\"", "2"),
      ("open --section-by table \"\(address)#shop\"", "1"),
      ("open --whole --section-by table \"\(address)\"", "3"),
      ("open --window \"\(address)#many\"", "1"),
    ] {
      let choice = try runShort(["-c", "\(command)\ncount"], folder)
      expectEqual(choice.status, 0, "\(command): \(choice.errors)")
      expect(choice.output.hasSuffix("\(rows)\n"), "\(command): \(choice.output)")
    }
    let one = try runShort(["-c", "open --section-by table \"\(address)#many\""], folder)
    expect(one.errors.contains("hint:  open --window \"\(address)#many\""), "\(one.errors)")
  }

  @Test("long values that a server keeps beside the rows count for what is too large")
  func longValues() throws {
    let database = try Self.server.database(
      "whole_long",
      """
      CREATE TABLE few (id int PRIMARY KEY); INSERT INTO few VALUES (1);
      CREATE TABLE long (id int PRIMARY KEY, text text);
      ALTER TABLE long ALTER text SET STORAGE EXTERNAL;
      INSERT INTO long SELECT i, repeat('x', 64000) FROM generate_series(1, 4000) i;
      ANALYZE;
      """)
    defer { _ = try? Self.server.psql("DROP TABLE long", in: database) }
    let folder = try TestSupport.TemporaryFolder()
    let address = Self.server.address(database)
    let all = try runShort(["-c", "open --section-by table \"\(address)\""], folder)
    expectEqual(all.status, 1)
    expect(all.errors.contains("is too large: the 2 tables take about 2"), "\(all.errors)")
    expect(all.errors.contains("hint:  open --section-by table \"\(address)#few\""))
  }

  private static let sql = """
    CREATE TABLE a (id int PRIMARY KEY, name text);
    INSERT INTO a VALUES (1, 'x'), (2, NULL), (3, 'z');
    CREATE TABLE b (id int PRIMARY KEY, n int, m int);
    INSERT INTO b VALUES (1, 5, NULL), (2, 6, 7);
    CREATE TABLE c (id int PRIMARY KEY, note text);
    """
  private static let edits = [
    "edit @a/1 name=y", "edit @b/2 n=60", "insert c:end id=4 note=new", "delete @a/3",
    "edit b:* m=1", "edit --null n @b/1", "insert a:end id=9",
  ]

  /// Edits several tables in a shell that is killed, recovers and saves, takes all back and saves.
  ///
  /// - Parameter content: what the database holds.
  private func checkKilled(
    _ address: String, _ folder: TestSupport.TemporaryFolder, _ content: () throws -> String
  ) throws {
    let before = try content()
    let arguments = ["--no-init", "--quiet", "--section-by", "table", address]
    let session = try LiveProcess(home: folder, arguments)
    session.write(Self.edits.map { $0 + "\n" }.joined() + "echo all done.\n")
    expect(session.expect("all done."))
    session.end(with: SIGKILL)
    try expectEqual(content(), before)
    let next = try ChildProcess.run(
      home: folder, arguments + ["-c", "recover\nsave\necho saved.\nundo to 0\nsave --force"])
    expectEqual(next.status, 0, "\(next.errors)")
    expect(next.output.contains("recovered \(Self.edits.count) changes"), "\(next.output)")
    try expectEqual(content(), before, "\(next.output)\(next.errors)")
    // What was recovered is what had been done.
    let third = try LiveProcess(home: folder, arguments)
    third.write(Self.edits.map { $0 + "\n" }.joined() + "echo all done.\n")
    expect(third.expect("all done."))
    third.end(with: SIGKILL)
    let last = try ChildProcess.run(home: folder, arguments + ["-c", "recover\nsave"])
    expectEqual(last.status, 0, "\(last.errors)")
    try expectEqual(
      content(), "1|y 2| 9| / 1||1 2|60|1 / 4|new", "\(last.output)\(last.errors)")
  }

  @Test("changes of several tables of a SQLite database come back after the shell was killed")
  func killedSQLite() throws {
    let folder = try TestSupport.TemporaryFolder()
    let database = try PlainDatabase(path: "\(folder.path)/s.db")
    try database.run(Self.sql)
    try checkKilled("s.db", folder) {
      try [
        "SELECT id||'|'||coalesce(name,'') FROM a ORDER BY id",
        "SELECT id||'|'||coalesce(n,'')||'|'||coalesce(m,'') FROM b ORDER BY id",
        "SELECT id||'|'||coalesce(note,'') FROM c ORDER BY id",
      ].map { try database.texts($0).joined(separator: " ") }.joined(separator: " / ")
        .trimmingSuffix(" / ")
    }
  }

  @Test("changes of several tables of a PostgreSQL database come back after the shell was killed")
  func killedPostgres() throws {
    let folder = try TestSupport.TemporaryFolder()
    let database = try Self.server.database("whole_killed", Self.sql)
    try checkKilled(Self.server.address(database), folder) {
      try ["a", "b", "c"].map { table in
        try Self.server.psql("SELECT * FROM \(table) ORDER BY id", in: database)
          .split(separator: "\n").joined(separator: " ")
      }.joined(separator: " / ").trimmingSuffix(" / ")
    }
  }
}

extension String {
  /// Without a text at its end.
  fileprivate func trimmingSuffix(_ end: String) -> String {
    hasSuffix(end) ? String(dropLast(end.count)) : self
  }
}
