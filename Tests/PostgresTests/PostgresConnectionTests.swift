import Expectations
import Postgres
import PostgresSupport
import TestSupport
import Testing

@Suite("A connection to PostgreSQL", .ends)
struct PostgresConnectionTests {
  private func connect(_ address: String? = nil) throws -> PostgresConnection {
    let text = address ?? PostgresServer.shared.address()
    return try PostgresConnection(require(PostgresAddress(text)))
  }

  @Test("a password in an address is in no name of it")
  func passwordIsHidden() throws {
    let text = "postgres://ann:secret@h:5433/shop?password=secret&sslmode=require#SELECT 1"
    let address = try require(PostgresAddress(text))
    expectEqual(address.name, "postgres://ann@h:5433/shop?sslmode=require#SELECT 1")
    expectEqual(address.part, "SELECT 1")
    try expectEqual(address.hosts(), ["h:5433"])
    expectNil(PostgresAddress("crew.csv#SELECT 1"))
  }

  @Test("values go out and come back as texts, null apart from empty")
  func values() throws {
    let connection = try connect()
    let rows = try connection.run(
      "SELECT $1::text, $2::text, $3::int + 1", ["it's \"so\"", nil, "41"])
    expectEqual(rows.rowCount, 1)
    expectEqual(rows.text(0, 0), "it's \"so\"")
    expectNil(rows.text(0, 1))
    expectEqual(rows.text(0, 2), "42")
    let array = PostgresText.array(["a\"b", "\\", nil, "", "{,}"])
    let list = try connection.run("SELECT v FROM unnest($1::text[]) AS v", [array])
    expectEqual((0..<5).map { list.text($0, 0) }, ["a\"b", "\\", nil, "", "{,}"])
  }

  @Test("a refusal has its code, and the connection stays usable")
  func refusal() throws {
    let connection = try connect()
    do {
      try connection.run("SELECT 1/0")
      Issue.record("it was not refused")
    } catch .refused(let refusal) {
      expectEqual(refusal.code, "22012")
    }
    try expectEqual(connection.run("SELECT 1").text(0, 0), "1")
  }

  @Test("what is described is one statement")
  func describe() throws {
    let connection = try connect()
    let columns = try connection.describe("SELECT 1 AS a, 'x'::text AS b").columns
    expectEqual(columns.map(\.name), ["a", "b"])
    expectEqual(columns.map(\.type), [23, 25])
    for sql in ["SELECT 1; SELECT 2", "SELECT 1) TO PROGRAM 'true' --"] {
      expect(throws: PostgresError.self) { try connection.describe(sql) }
    }
  }

  @Test("COPY carries rows out and in")
  func copy() throws {
    let connection = try connect()
    try connection.run("CREATE TEMPORARY TABLE t (a int, b text)")
    let count = try connection.copyIn("COPY t FROM STDIN (FORMAT csv)") { send in
      for line in ["1,\n", "2,\"\"\n"] {
        _ = Array(line.utf8).withUnsafeBytes { send($0) }
      }
    }
    expectEqual(count.get(), 2)
    var text: [UInt8] = []
    try connection.copyOut("COPY (SELECT * FROM t ORDER BY a) TO STDOUT (FORMAT csv)") {
      text += $0
      return true
    }
    expectEqual(String(decoding: text, as: UTF8.self), "1,\n2,\"\"\n")
    var rows = 0
    try connection.copyOut("COPY (SELECT generate_series(1, 100000)) TO STDOUT") { _ in
      rows += 1
      return rows < 10
    }
    expectEqual(rows, 10)
    rows = 0
    try connection.forEachRow("SELECT generate_series(1, 5)") { _ in
      rows += 1
      return true
    }
    expectEqual(rows, 5)
  }

  @Test("a statement that is not wanted any more is cancelled on the server")
  func cancel() throws {
    let connection = try connect()
    var looks = 0
    connection.isWanted = {
      looks += 1
      return looks < 4
    }
    do {
      try connection.run("SELECT pg_sleep(2000)")
      Issue.record("it was not cancelled")
    } catch {
      expectEqual(error, .cancelled)
    }
    connection.isWanted = { true }
    try expectEqual(connection.run("SELECT 1").text(0, 0), "1")
  }

  @Test("the end of a transaction is not cancelled, whatever it ends with")
  func ends() throws {
    let database = try PostgresServer.shared.database(
      "ends_of_transactions", "CREATE TABLE t (n int)")
    let connection = try connect(PostgresServer.shared.address(database))
    for (n, isKept) in [(1, true), (2, false), (3, true)] {
      try connection.beginTransaction(.writing)
      try connection.run("INSERT INTO t VALUES (\(n))")
      connection.isWanted = { false }
      if isKept { try connection.commit() } else { connection.rollBack() }
      connection.isWanted = { true }
      expect(connection.isIdle && connection.isOpen)
    }
    let rows = try PostgresServer.shared.psql("SELECT n FROM t ORDER BY n", in: database)
    expectEqual(rows, "1\n3\n")
  }

  @Test("a transaction writes values in one way, and is rolled back when it fails")
  func transactions() throws {
    let connection = try connect()
    try connection.run("CREATE TEMPORARY TABLE t (a int)")
    try connection.run("SET TimeZone = 'Asia/Tokyo'")
    let text = try connection.transaction(.writing) { () throws(PostgresError) in
      try connection.run("SELECT '2026-01-01 00:00+00'::timestamptz, '\\x00ff'::bytea")
    }
    expectEqual(text.text(0, 0), "2026-01-01 00:00:00+00")
    expectEqual(text.text(0, 1), "\\x00ff")
    expect(throws: PostgresError.self) {
      try connection.transaction(.writing) { () throws(PostgresError) in
        try connection.run("INSERT INTO t VALUES (1)")
        try connection.run("SELECT 1/0")
      }
    }
    try expectEqual(connection.run("SELECT count(*) FROM t").text(0, 0), "0")
    try expectEqual(connection.run("SHOW TimeZone").text(0, 0), "Asia/Tokyo")
    expect(throws: PostgresError.self) {
      try connection.transaction(.reading) { () throws(PostgresError) in
        try connection.run("CREATE TABLE never (a int)")
      }
    }
  }

  @Test("notifications come with channel and payload")
  func notifications() throws {
    let connection = try connect()
    try connection.run("LISTEN crew")
    try connection.run("NOTIFY crew, 'hello'")
    let all = try connection.takeNotifications()
    expectEqual(all.map(\.channel), ["crew"])
    expectEqual(all.map(\.payload), ["hello"])
    expectEqual(all.map(\.sender), [connection.processID])
  }

  @Test("a server that ends a connection is told from one that refuses")
  func cutOff() throws {
    let connection = try connect()
    try PostgresServer.shared.psql("SELECT pg_terminate_backend(\(connection.processID))")
    do {
      try connection.run("SELECT 1")
      Issue.record("it was not cut off")
    } catch {
      guard case .cutOff = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test("no server, no database and no service are errors that name the address")
  func unreachable() throws {
    let folder = PostgresServer.shared.folder
    for text in [
      "postgres:///x?host=\(folder)/none", "postgres:///none?host=\(folder)&user=tester",
    ] {
      do {
        _ = try PostgresConnection(require(PostgresAddress(text)))
        Issue.record("\(text) was reached")
      } catch let error as PostgresError {
        expectEqual(error.code, "no-connection")
        expect(error.message.contains(text))
      }
    }
  }
}
