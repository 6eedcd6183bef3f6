import Expectations
import Testing

@testable import TableShell

/// Joining other files, and rows that they have, too.
struct JoinTests {
  private let folder = TemporaryFolder()

  private func session(_ text: String, _ name: String = "orders.csv") throws -> Session {
    let session = Session(nil)
    try folder.write("nr,name,amount\nA,Ann,x\nB,\"Bo, b\",y\nC,Cy,z\n,Nil,n\n", to: "cust.csv")
    session.run("open \(try folder.write(text, to: name))")
    return session
  }

  private static let orders = "id,cust,amount\n1,A,10\n2,B,5.5\n3,,7\n4,Z,1\n5,A,2\n"

  private func csv(_ session: Session) -> String { session.run("export --format csv -") }

  @Test("columns are added as one step, and names that are taken get a number")
  func left() throws {
    let session = try session(Self.orders)
    let reply = session.run("join \(folder.file("cust.csv")) on cust=nr")
    expect(reply.contains("added columns 'name', 'amount_2'"))
    expect(reply.contains("3 of 5 rows have a partner"))
    expect(
      reply.contains(
        "note: the table has a column of that name: the new 'amount' is 'amount_2'; undo takes it back\n"
      ))
    let joined =
      "id,cust,amount,name,amount_2\n1,A,10,Ann,x\n2,B,5.5,\"Bo, b\",y\n3,,7,,\n4,Z,1,,\n5,A,2,Ann,x\n"
    expectEqual(csv(session), joined)
    session.run("undo")
    expectEqual(csv(session), Self.orders)
    session.run("redo")
    expectEqual(csv(session), joined)
    session.run("undo")
    expect(
      session.run("join --dry-run \(folder.file("cust.csv")) on cust=nr").contains("dry run: "))
    expectEqual(csv(session), Self.orders)
  }

  @Test("inner deletes rows without partner in the same step, and columns can be chosen")
  func inner() throws {
    let session = try session(Self.orders)
    session.run("join \(folder.file("cust.csv")) on cust=nr inner columns name")
    expectEqual(csv(session), "id,cust,amount,name\n1,A,10,Ann\n2,B,5.5,\"Bo, b\"\n5,A,2,Ann\n")
    session.run("undo")
    expectEqual(csv(session), Self.orders)
  }

  @Test("several columns are compared, and an open table is joined as it stands")
  func several() throws {
    let session = try session("a,b,v\n1,x,p\n1,y,q\n2,x,r\n")
    session.run("new other a,c,w")
    session.run("insert 0 a=1 c=y w=one")
    session.run("insert 0 a=2 c=x w=two")
    session.run("open orders.csv")
    session.run("join other on a,b=c")
    expectEqual(csv(session), "a,b,v,w\n1,x,p,\n1,y,q,one\n2,x,r,two\n")
  }

  @Test("where a row has several partners, a new table is made and the old one stays")
  func ambiguous() throws {
    let session = try session(Self.orders)
    let calls = try folder.write("nr,day\nA,mon\nA,tue\nB,wed\n", to: "calls.csv")
    let reply = session.run("join \(calls) on cust=nr")
    expect(reply.contains("2 rows have several partners"))
    expect(reply.contains("the current table is 'orders with calls' now"))
    expectEqual(
      csv(session),
      "id,cust,amount,day\n1,A,10,mon\n1,A,10,tue\n2,B,5.5,wed\n3,,7,\n4,Z,1,\n5,A,2,mon\n5,A,2,tue\n"
    )
    expect(session.run("info").contains("row numbers"))
    session.run("open orders.csv")
    expectEqual(csv(session), Self.orders)
    session.run("join \(calls) on cust=nr inner")
    expectEqual(session.shell.current?.name, "orders with calls 2")
    expectEqual(session.run("count"), "5\n")
  }

  @Test("the new table has the sections of the old one")
  func sections() throws {
    let session = try session(Self.orders)
    let calls = try folder.write("nr,day\nA,mon\nA,tue\n", to: "calls.csv")
    session.run("section by cust")
    session.run("join \(calls) on cust=nr")
    expect(session.run("sections").contains("A") && session.run("count A") == "4\n")
  }

  @Test("texts of one file meet numbers of another, and keep their kinds")
  func kinds() throws {
    let session = try session(#"[{"k":1,"a":"b"},{"k":"2","a":null},{"k":3,"a":"c"}]"#, "t.json")
    let other = try folder.write("k,v,n\n1,x,5\n2,007,6\n", to: "num.csv")
    session.run("join \(other) on k")
    expectEqual(
      session.run("export --format ndjson -"),
      """
      {"k":1,"a":"b","v":"x","n":5}
      {"k":"2","a":null,"v":"007","n":6}
      {"k":3,"a":"c"}

      """)
  }

  @Test("matching names rows that a file has, too; null never matches")
  func matching() throws {
    let session = try session(Self.orders)
    let file = folder.file("cust.csv")
    expectEqual(session.run("count matching \(file) on cust=nr"), "3\n")
    expectEqual(session.run("count 0:3,matching \(file) on cust=nr"), "4\n")
    expectEqual(session.run("count matching \(file) on cust=nr,0:3"), "4\n")
    expectEqual(session.run("count in 0 matching \(file) on cust=nr"), "3\n")
    session.run("select only matching \(file) on cust=nr")
    expectEqual(session.selected, ["0:0", "0:1", "0:4"])
    session.run("edit matching \(file) on cust=nr amount=0")
    expect(csv(session).hasPrefix("id,cust,amount\n1,A,0\n2,B,0\n3,,7\n"))
    session.run("delete matching \(file) on cust=nr")
    expectEqual(csv(session), "id,cust,amount\n3,,7\n4,Z,1\n")
    session.run("delete *")
    expectEqual(session.run("count matching \(file) on cust=nr"), "0\n")
  }

  @Test("what is missing or wrong is told, and nothing changes")
  func errors() throws {
    let session = try session(Self.orders)
    let file = folder.file("cust.csv")
    expect(session.run("count matching").contains("a file is missing after 'matching'"))
    expect(session.run("count matching \(file) cust").contains("'on' is missing after"))
    expect(session.run("count matching \(file) on").contains("a column is missing after 'on'"))
    expect(session.run("count matching \(file) on cust").contains("cust.csv: no column 'cust'"))
    expect(session.run("join \(file) on nr").contains("no column 'nr'"))
    expect(session.run("join \(file) on cust=nr columns x").contains("cust.csv: no column 'x'"))
    expect(session.run("join none.csv on id").contains("no file 'none.csv'"))
    expectEqual(csv(session), Self.orders)
  }

  @Test("Lua reads no file that it may not read")
  func permission() throws {
    let session = try session(Self.orders)
    let file = folder.file("cust.csv")
    for line in ["count matching \(file) on cust=nr", "join \(file) on cust=nr"] {
      expect(session.run("lua tablesh.run('\(line)')").contains("--allow-read"))
    }
    expectEqual(csv(session), Self.orders)
  }

  @Test("files, on and columns are completed")
  func completion() throws {
    let session = try session(Self.orders)
    session.run("new other nr,w")
    session.run("open orders.csv")
    func complete(_ line: String) -> [String] {
      guard
        case .candidates(let all) = session.shell.complete(line, cursor: line.utf8.count).choices
      else { return ["FILE"] }
      return all.map(\.text)
    }
    expectEqual(complete("delete matc"), ["matching"])
    expectEqual(complete("delete matching "), ["FILE"])
    expectEqual(complete("delete matching other "), ["on"])
    expectEqual(complete("delete matching other on cu"), ["cust"])
    expectEqual(complete("delete matching other on cust="), ["nr", "w"])
    expectEqual(complete("join "), ["FILE"])
    expectEqual(complete("join other on cust=n"), ["nr"])
    expectEqual(complete("join other on cust=nr "), ["left", "inner", "columns"])
    expectEqual(complete("join other on cust=nr columns "), ["nr", "w"])
  }
}
