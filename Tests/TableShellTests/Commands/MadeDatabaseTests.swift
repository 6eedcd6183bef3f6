import DatabaseSupport
import Expectations
import TestSupport
import Testing

@testable import TableShell

/// Databases that a session has made.
struct MadeDatabaseTests {
  private let folder = TemporaryFolder()

  private func made(_ way: String) throws -> Session {
    let session = Session(nil)
    let path = folder.file("x.db")
    if way == "new" {
      session.run("new \(path) id,n; insert 0 id=1 n=a; insert 0 id=2 n=b; save")
    } else {
      let key = way == "keyless" ? "key" : "id"
      session.run("open \(try folder.write("\(key),n\n1,a\n2,b\n", to: "a.csv"))")
      session.run("save --as \(path)")
    }
    return session
  }

  @Test("rows of a database that is not made yet are numbered as it would number them")
  func numbered() throws {
    let session = Session(nil)
    session.run("new \(folder.file("x.db")) id,n; insert 0:end n=a; insert 0:end n=b")
    session.run("insert 0:end id=9 n=c; insert 0:end n=d; insert 0:0 n=e")
    expectEqual(
      session.run("export --format csv -"), "id,n\n11,e\n1,a\n2,b\n9,c\n10,d\n")
    session.run("delete 0:0; save; insert 0:end n=f; save")
    expectEqual(rows("SELECT id, n FROM x"), "id,n\n1,a\n2,b\n9,c\n10,d\n11,f\n")
    // Other files have keys of their own kind.
    session.run("new \(folder.file("x.csv")) id,n; insert 0:end n=a")
    expect(session.run("export --format csv -").hasPrefix("id,n\n,a\n"))
  }

  private func rows(_ sql: String = "SELECT n FROM x") -> String {
    let other = Session(nil)
    other.run("open \"\(folder.file("x.db"))#\(sql)\"")
    return other.run("export --format csv -").split(separator: "\n")
      .filter { !$0.hasPrefix("note:") }.map { $0 + "\n" }.joined()
  }

  @Test(
    "each later save writes what was changed, and nothing of others is lost",
    arguments: ["new", "as", "keyless"], [false, true])
  func rowByRow(way: String, force: Bool) throws {
    let session = try made(way)
    let database = try PlainDatabase(path: folder.file("x.db"))
    try database.run("UPDATE x SET n = 'theirs' WHERE n = 'b'")
    try database.run("CREATE TABLE other (a); INSERT INTO other VALUES (1)")
    let reply = session.run("edit 0:0 n=mine; save\(force ? " --force" : "")")
    expect(reply.contains("saved"), "\(reply)")
    expectEqual(rows(), "n\nmine\ntheirs\n")
    expectEqual(rows("SELECT a FROM other"), "a\n1\n")
    expect(session.run("undo; save").contains("saved"))
    expectEqual(rows(), "n\na\ntheirs\n")
    expect(session.run("delete 0:0; save").contains("saved"))
    expectEqual(rows(), "n\ntheirs\n")
    let inserted = session.run(
      way == "keyless" ? "insert 0 key=3 n=c; save" : "insert 0 id=3 n=c; save")
    expect(inserted.contains("saved"), "\(inserted)")
    expectEqual(rows(), "n\ntheirs\nc\n")
    expect(session.run("edit 0:1 n=d; save").contains("saved"))
    expectEqual(rows(), "n\ntheirs\nd\n")
    expect(session.run("undo 3; save").contains("saved"))
    let text = rows()
    expect(text.contains("theirs") && !text.contains("c\n"), "\(text)")
  }
}
