import Expectations
import PostgresSupport
import TestSupport
import Testing

@testable import TablePostgres
@testable import TableShell

/// What others do to a table of a real server while it is changed here.
struct PostgresMeanwhileTests {
  private static let server = PostgresServer.shared
  private let session = Session(nil)

  @Test("a table that is gone is told as gone")
  func gone() throws {
    let database = try session.open(PostgresServer.people, "people")
    try Self.server.psql("DROP TABLE people", in: database)
    let refused = session.run("edit @1 name=x; save")
    expect(refused.contains("error: 'public.people' is no longer there"), "\(refused)")
    try Self.server.psql("CREATE TABLE people (id int PRIMARY KEY, name text)", in: database)
    expect(session.run("save").contains("has different columns than when it was read"))
  }

  @Test(
    "columns that the server has gained or lost come in by reload; what is lost can be taken out")
  func otherColumns() throws {
    let database = try session.open(PostgresServer.people, "people")
    try Self.server.psql("ALTER TABLE people ADD town text DEFAULT 'Ulm'", in: database)
    let gained = session.run("edit @1 name=Anna; save")
    expect(gained.contains("hint:  reload, then save; nothing is saved"), "\(gained)")
    expect(session.run("reload; save").contains("changed 1 row"))
    try Self.server.psql("ALTER TABLE people DROP age", in: database)
    expect(session.run("edit @1 age=42; edit @2 name=Rob; save").contains("hint:  reload"))
    let lost = session.run("reload")
    expect(lost.contains("column 'age' is edited here and no longer in the source"), "\(lost)")
    let kept = session.run("conflicts keep mine; save")
    expect(kept.contains("error: column 'age' is here only"), "\(kept)")
    expect(kept.contains("hint:  column delete age takes it out with its values, then save"))
    let saved = session.run("column delete age; save")
    expect(saved.contains("changed 1 row"), "\(saved)")
    try expectEqual(
      session.rows("SELECT * FROM people ORDER BY id", database)[0...1],
      [
        "1|Anna|Ulm", "2|Rob|Ulm",
      ])
  }

  @Test("a conflict names a row by the key that the server has, and by that here")
  func conflictsOfKeys() throws {
    let database = try session.open(PostgresServer.people, "people")
    session.run("edit @1 id=9 name=Anna; edit @2 id=8 name=Rob")
    try Self.server.psql(
      "UPDATE people SET name = 'Anne' WHERE id = 1; DELETE FROM people WHERE id = 2", in: database)
    session.run("save")
    let list = session.run("conflicts")
    expect(list.contains("row '1' ('9' here), name: 'Anna' here, 'Anne' in the source"), "\(list)")
    expect(
      list.contains("row '2' ('8' here) is changed here and was deleted in the source"), "\(list)")
    expect(session.run("conflicts keep mine @9").contains("1 left"))
    expect(session.run("conflicts keep mine; save").contains("inserted 1 row, changed 1 row"))
    try expectEqual(
      session.rows("SELECT * FROM people ORDER BY id", database),
      [
        "3||3", "8|Rob|", "9|Anna|41",
      ])
  }
}
