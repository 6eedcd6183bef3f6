import Expectations
import Foundation
import TestSupport
import Testing

@testable import TableShell

@Suite("Names of tables and columns in queries", .ends)
struct QueryNameTests {
  private let folder = TemporaryFolder()

  @Test(
    "columns whose names differ only in case are numbered, in the tables that a query names alone")
  func namesInOtherCase() throws {
    let session = Session(nil)
    session.run("open \(try folder.write("a\n1\n2\n", to: "plain.csv"))")
    session.run(
      "open \(try folder.write("id,tools,Tools,Tools_2,TOOLS\n1,2,3,4,5\n", to: "odd.csv"))")
    // Another open table does not matter.
    let other = session.run("query SELECT sum(a) AS n FROM plain")
    expect(!other.contains("error") && !other.contains("differ only in case"), "\(other)")
    expectEqual(session.run("export --format ndjson -"), "{\"n\":3}\n")
    session.run("open odd.csv")
    let reply = session.run("query SELECT tools, Tools_3, Tools_2, TOOLS_4 FROM odd")
    expect(
      reply.contains(
        "note: SQL takes names that differ only in case for one: column Tools is Tools_3 here, and 1 other likewise"
      ), "\(reply)")
    expect(session.run("export --format csv -").contains("\n2,3,4,5\n"))
  }

  @Test("the hint names the open tables so that names with blanks and commas are seen as one")
  func tables() throws {
    let session = Session(nil)
    session.run("open \(try folder.write("a,b,n\nx,y,1\n", to: "o.csv")); pivot a b n sum")
    let reply = session.run("query SELECT zzz FROM o")
    expect(reply.contains("tables: \"o by a, b\", o"), "\(reply)")
  }
}
