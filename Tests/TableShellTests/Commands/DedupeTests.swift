import Expectations
import Testing

@testable import TableShell

/// Deleting rows that repeat others.
struct DedupeTests {
  private let folder = TemporaryFolder()

  private func session(_ text: String, _ name: String) throws -> Session {
    let session = Session(nil)
    session.run("open \(try folder.write(text, to: name))")
    return session
  }

  @Test("the first of equal rows stays, or the last, and it is one step")
  func keep() throws {
    let session = try session(
      "id,name,city\n1,Ann,Oslo\n2,Bob,Rome\n3,\"Ann\",Oslo\n4,Ann,Oslo\n5,Ann,Rome\n", "a.csv")
    let reply = session.run("dedupe by name,city")
    expect(reply.hasPrefix("deleted 2 rows in 1 section\nthe deleted ones: 0:2 @3, 0:3 @4\n"))
    expectEqual(session.drawing, "rows(1 2 5)")
    session.run("undo")
    expectEqual(session.drawing, "rows(1 2 3 4 5)")
    session.run("dedupe by name keep last")
    expectEqual(session.drawing, "rows(2 5)")
    session.run("undo")
    expect(session.run("dedupe --dry-run by name").contains("dry run: deleted 3 rows"))
    expectEqual(session.drawing, "rows(1 2 3 4 5)")
  }

  @Test("null is no empty text, and kinds differ")
  func kinds() throws {
    let csv = try session("a,b\n,1\n\"\",1\n,2\n", "b.csv")
    csv.run("dedupe by a")
    expectEqual(csv.shell.current?.table.rowCount, 2)
    let json = try session(
      #"[{"a":1},{"a":"1"},{"a":1.0},{"a":null},{"a":1},{"a":null},{"a":true},{"a":"true"}]"#,
      "c.json")
    json.run("dedupe")
    expectEqual(json.drawing, "rows(1 2 3 4 7 8)")
  }

  @Test("rows of different sections repeat each other")
  func sections() throws {
    let session = try session("id,s,n\n1,A,x\n2,B,x\n3,A,y\n", "d.csv")
    session.run("section by s")
    session.run("dedupe by n")
    expectEqual(session.drawing, "A(1 3) B()")
  }

  @Test("where nothing repeats, or only the key tells rows apart, it says so")
  func nothing() throws {
    let session = try session("id,n\n1,x\n2,x\n", "e.csv")
    expectEqual(
      session.run("dedupe"),
      "no row repeats another, as the key 'id' is compared, too: dedupe by n\n")
    session.run("edit @2 n=y")
    expectEqual(session.run("dedupe by n"), "no row repeats another\n")
    expect(session.run("dedupe by x").contains("no column 'x'"))
    expect(!session.run("dedupe by n,n").contains("error"))
    session.run("delete *")
    expectEqual(session.run("dedupe by n"), "no row repeats another\n")
  }

  @Test("Lua runs it")
  func lua() {
    let session = Session("A(a b) B(c)")
    session.run("edit * name=x")
    session.run("lua tablesh.run(\"dedupe by name\")")
    expectEqual(session.drawing, "A(a) B()")
  }

  @Test("rows that repeat an identifier, but not all cells, are told; few values are none")
  func nearRepeats() throws {
    let lines = (1...20).map { "A\($0),Bonn,\($0)" }
    let text = (["Order Id,City,Qty"] + lines + ["A3,Bonn,3", "A5,Ulm,5"]).joined(separator: "\n")
    let folder = TemporaryFolder()
    let session = Session(nil)
    session.run("open '\(try folder.write(text + "\n", to: "o.csv"))'")
    let reply = session.run("dedupe")
    expect(reply.contains("deleted 1 row"), "\(reply)")
    expect(
      reply.contains("1 row still repeats \"Order Id\", but not City: dedupe by \"Order Id\"\n"),
      "\(reply)")
    expect(session.run("dedupe").contains("1 row still repeats"))
    expect(!session.run("dedupe by \"Order Id\"").contains("still"))
    expect(!session.run("dedupe").contains("still"))
    session.run("rename City CityId; fill down CityId; column move CityId before \"Order Id\"")
    expect(!session.run("dedupe").contains("still"))
  }
}
