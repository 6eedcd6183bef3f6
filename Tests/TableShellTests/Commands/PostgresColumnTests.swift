import Expectations
import PostgresSupport
import TestSupport
import Testing

@testable import TablePostgres
@testable import TableShell

/// Columns of a real server's table that are moved, left out and hidden here.
struct PostgresColumnTests {
  @Test("the order of columns is not saved, which save says once; deleted ones are refused")
  func order() throws {
    let session = Session(nil)
    let database = try session.open(PostgresServer.people, "people", name: "columnorder")
    session.run("column move age before id; edit @1 name=Eve")
    let said = session.run("save")
    expect(said.contains("changed 1 row") || said.contains("updated 1 row"), "\(said)")
    expect(said.contains("the order of columns is not saved"), "\(said)")
    expectEqual(try session.rows("SELECT * FROM people WHERE id = 1", database), ["1|Eve|41"])
    session.run("edit @1 name=Ann")
    expect(!session.run("save").contains("the order of columns"))
    session.run("column move name 0")
    expect(session.run("save").contains("the order of columns is not saved"))
    session.run("column keep id,age")
    expect(session.run("save").contains("error: column 'name' is deleted here only"))
    session.run("undo")
    expect(session.run("export - age,id 0:0").contains("age,id\n41,1\n"))
  }

  @Test("of a window, the whole table is exported with all columns or not at all")
  func window() throws {
    let session = Session(nil) { $0.reading.windowRows = 2 }
    _ = try session.open(
      PostgresServer.people, "people", options: "--window", name: "columnwindow")
    let folder = TemporaryFolder()
    let refused = session.run("export \(folder.file("p.csv")) id,name")
    expect(refused.hasPrefix("error: of the whole table, all columns are written"), "\(refused)")
    expect(session.run("export - id,name 0:0-1").contains("id,name\n1,Ann\n2,Bob\n"))
    session.run("column hide age")
    expect(session.run("export -").contains("hidden columns are in it, too: age"))
    expect(!session.run("show").contains("41"))
  }
}
