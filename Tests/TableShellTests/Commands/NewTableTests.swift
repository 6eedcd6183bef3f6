import Expectations
import Testing

@testable import TableShell

/// Making new tables of one.
struct NewTableTests {
  private let folder = TemporaryFolder()

  private static let sales = """
    id,city,year,amount,note
    1,Oslo,2023,0.1,x
    2,Rome,2023,5,
    3,Oslo,2024,0.2,y
    4,,2024,7,"a, b"
    5,Rome,2024,,x
    6,Oslo,2024,3,x

    """

  private func session(_ text: String = sales, _ name: String = "sales.csv") throws -> Session {
    let session = Session(nil)
    session.run("open \(try folder.write(text, to: name))")
    return session
  }

  private func csv(_ session: Session) -> String { session.run("export --format csv -") }

  @Test("groups have counts, exact sums and the other values, nulls left out")
  func group() throws {
    let session = try session()
    let reply = session.run("group by city count sum amount mean amount,id min note max note")
    expect(reply.contains("new sales by city: 3 rows in 1 section, 7 columns"))
    expect(reply.contains("identified by their number"))
    expectEqual(
      csv(session),
      """
      city,count,amount_sum,amount_mean,id_mean,note_min,note_max
      Oslo,3,3.3,1.1,3.33333333333333,x,y
      Rome,2,5,5,3.5,x,x
      ,1,7,7,4,"a, b","a, b"

      """)
    session.run("open sales.csv; group by city median amount first note last note list note")
    expectEqual(
      csv(session),
      """
      city,amount_median,note_first,note_last,note_list
      Oslo,0.2,x,x,"x, y, x"
      Rome,5,x,x,x
      ,7,"a, b","a, b","a, b"

      """)
    expectEqual(session.shell.current?.name, "sales by city 2")
  }

  @Test("columns of the groups are the key if they identify each, and the table has no file")
  func key() throws {
    let session = try session()
    expect(session.run("group by year").contains("identified by year"))
    expect(session.run("show @2024 ").contains("4"))
    expect(session.run("save").contains("no source to save to"))
    let file = folder.file("out.csv")
    expect(session.run("save \(file)").contains("saved 2 rows"))
    try expectEqual(folder.read("out.csv"), "year,count\n2023,2\n2024,4\n")
    session.run("open sales.csv")
    expect(session.run("group by year,city").contains("identified by their number"))
    expectEqual(session.run("count"), "5\n")
  }

  @Test("a text in a sum is an error that says which row, or is left out")
  func texts() throws {
    let session = try session()
    let reply = session.run("group by city sum note")
    expect(reply.contains("'x' is not a number: 'note' of row 0:0 @1"))
    expect(reply.contains("--skip-errors"))
    expectEqual(session.shell.documents.count, 1)
    expect(session.run("group --skip-errors by city sum note").contains("5 cells left out"))
    expectEqual(csv(session), "city,note_sum\nOslo,\nRome,\n,\n")
    session.run("open sales.csv")
    let twice = session.run("group --skip-errors by city sum note mean note")
    expect(twice.contains("5 cells left out that are no numbers"))
  }

  @Test("kinds of a typed source stay, and values are numbers")
  func typed() throws {
    let session = try session(
      #"[{"a":1,"n":1.5},{"a":"1","n":2},{"a":null,"n":null},{"a":1,"n":1e2}]"#, "t.json")
    session.run("group by a count sum n max n")
    expectEqual(
      session.run("export --format ndjson -"),
      """
      {"a":1,"count":2,"n_sum":101.5,"n_max":1e2}
      {"a":"1","count":1,"n_sum":2,"n_max":2}
      {"a":null,"count":1,"n_sum":null,"n_max":null}

      """)
    session.run("open t.json; top 9 by n")
    expectEqual(
      session.run("export --format ndjson -"),
      """
      {"a":1,"n":1e2}
      {"a":"1","n":2}
      {"a":1,"n":1.5}
      {"a":null,"n":null}

      """)
  }

  @Test("top takes the largest, stably, or the smallest, of all or of each")
  func top() throws {
    let session = try session()
    session.run("top 2 by amount")
    expectEqual(session.drawing, "rows(4 2)")
    session.run("open sales.csv; top 9 by amount asc")
    expectEqual(session.drawing, "rows(1 3 6 2 4 5)")
    session.run("open sales.csv; top 2 by year")
    expectEqual(session.drawing, "rows(3 4)")
    session.run("open sales.csv; top 1 by amount in each city")
    expectEqual(session.drawing, "rows(6 2 4)")
    session.run("open sales.csv; section by city; top 1 by amount in each section")
    expectEqual(session.drawing, "Oslo(6) Rome(2) (4)")
    session.run("open sales.csv; top 0 by amount")
    expectEqual(session.drawing, "rows()")
  }

  @Test("top of many rows takes what a sort has first", arguments: 0..<4)
  func manyRows(seed: Int) throws {
    var text = "id,v\n"
    var state = UInt64(seed + 1)
    for id in 1...5000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let value = state >> 40 & (seed.isMultiple(of: 2) ? 0xFF : 0xFFFF)
      text += "\(id),\(value % 11 == 0 ? "" : seed > 1 ? "t\(value)" : "\(value)")\n"
    }
    let session = try session(text, "many.csv")
    for order in ["desc", "asc"] {
      session.run("open many.csv; top 40 by v \(order)")
      let top = session.drawing
      session.run("open many.csv; sort by v \(order)")
      let sorted = session.run("export --format csv -").split(separator: "\n").dropFirst().prefix(
        40)
      expectEqual(top, "rows(\(sorted.map { $0.prefix { $0 != "," } }.joined(separator: " ")))")
      session.run("undo")
    }
  }

  @Test("a sample is in table order, and its seed repeats it")
  func sample() throws {
    let session = try session()
    session.run("section by city")
    let reply = session.run("sample 3")
    let seed = try require(reply.firstMatch(of: /the seed is (\d+)/)?.1)
    let drawing = session.drawing
    session.run("open sales.csv; sample --seed \(seed) 3")
    expectEqual(session.drawing, drawing)
    expectEqual(session.run("count"), "3\n")
    session.run("open sales.csv; sample --seed 1 100")
    expectEqual(session.drawing, "Oslo(1 3 6) Rome(2 5) (4)")
    expect(session.run("sample --seed x 3").contains("'x' is no seed"))
    session.run("open sales.csv; undo; sample --seed 42 3")
    expectEqual(session.drawing, "rows(1 2 5)")
  }

  @Test("a pivot and the way back")
  func pivot() throws {
    let session = try session()
    let reply = session.run("pivot city year amount")
    expect(reply.contains("city Oslo, year 2024 has several cells in 'amount': '0.2' of @3"))
    expectEqual(session.shell.documents.count, 1)
    session.run("pivot city year amount sum")
    expectEqual(csv(session), "city,2023,2024\nOslo,0.1,3.2\nRome,5,\n,,7\n")
    session.run("open sales.csv; pivot city year amount count")
    expectEqual(csv(session), "city,2023,2024\nOslo,1,2\nRome,1,1\n,,1\n")
    session.run("open sales.csv; unpivot amount,note into field,value")
    expectEqual(session.run("count"), "12\n")
    expect(csv(session).hasPrefix("id,city,year,field,value\n1,Oslo,2023,amount,0.1\n"))
    session.run("pivot id,city,year field value")
    expectEqual(csv(session), Self.sales)
    session.run("open sales.csv")
    expect(session.run("unpivot note into year,value").contains("there is a column 'year'"))
    expect(session.run("unpivot note into x").contains("two names"))
    expect(session.run("unpivot nothing into a,b").contains("no column 'nothing'"))
  }

  @Test("columns are summed up")
  func describe() throws {
    let session = try session()
    let lines = session.run("describe").split(separator: "\n").map {
      $0.split(separator: " ").joined(separator: " ")
    }
    expectEqual(
      lines,
      [
        "column kind nulls distinct min max sum mean median commonest times",
        "id number 0 6 1 6 21 3.5 3.5", "city text 1 2 Oslo Rome Oslo 3",
        "year number 0 2 2023 2024 12142 2023.66666666667 2024 2024 4",
        "amount number 1 5 0.1 7 15.3 3.06 3",
        "note text 1 3 a, b y x 3",
      ])
    session.run("describe --open amount")
    expectEqual(
      csv(session),
      """
      column,kind,nulls,distinct,min,max,sum,mean,median,commonest,times
      amount,number,1,5,0.1,7,15.3,3.06,3,,

      """)
    let typed = try self.session(
      #"[{"a":1,"b":true,"c":[1]},{"a":"x","b":null,"c":[2]}]"#, "d.json")
    expect(typed.run("describe").contains("mixed") && typed.run("describe").contains("boolean"))
  }

  @Test("cells are counted, the commonest first, and the rest is told")
  func tally() throws {
    let session = try session()
    session.expect(
      """
      > tally city
      Oslo    3   50.0 %  ████████████████████████
      Rome    2   33.3 %  ████████████████
      (null)  1   16.7 %  ████████
      3 values in 6 rows
      > tally note where year == 2024
      x     2   50.0 %  ████████████████████████
      y     1   25.0 %  ████████████
      a, b  1   25.0 %  ████████████
      3 values in 4 rows
      """)
    session.run("tally --open city")
    expectEqual(csv(session), "city,count,percent\nOslo,3,50.0\nRome,2,33.3\n,1,16.7\n")
    let many = try self.session(
      "a\n" + (1...30).map { "\($0)\n" }.joined() + "7\n", "many.csv")
    let lines = many.run("tally a").split(separator: "\n")
    expectEqual(lines.first?.hasPrefix("7 "), true)
    expect(
      lines.last == "… 10 other values in 10 rows; all of them: tally --open a"
        && lines.count == 21)
    let blanks = try self.session("a\nx\n\"x \"\nx\n", "blanks.csv")
    expect(blanks.run("tally a").split(separator: "\n")[2].hasPrefix("\"x \"  1"))
  }

  @Test(
    "an empty table, and one of a row, make tables",
    arguments: [
      "group by id sum name", "top 3 by id", "top 3 by id in each name", "sample 3",
      "pivot id name id", "unpivot id into a,b", "describe --open", "tally --open id",
    ])
  func empty(line: String) {
    for drawing in ["A()", "A(1)"] {
      let session = Session(drawing)
      expectEqual(session.shell.run(line), .done, "\(session.console.take())")
      expectEqual(session.shell.documents.count, 2)
      expect(session.run("close").contains("the current table is crew"))
    }
  }

  @Test("each runs from Lua, and its table is current then")
  func lua() {
    let session = Session("A(a b) B(c)")
    session.run("lua tablesh.run('group by name count')")
    expectEqual(session.shell.current?.name, "crew by name")
    expectEqual(session.run("= #tablesh.table()"), session.run("= 3"))
  }

  @Test("a new table whose name ends as no format does has no file, and says so")
  func unknownExtension() {
    let session = Session(nil)
    let path = folder.file("m.xyz")
    expect(
      session.run("new \(path) id").contains(
        "no format has the extension '.xyz': the table has no file"))
    expect(session.run("save").contains("no source to save to"))
    expect(session.run("save \(folder.file("m.csv"))").contains("saved 0 rows"))
    for name in ["a.csv", "b.db#t", "c.json.gz"] {
      session.run("new \(folder.file(name)) id; insert 0 id=1")
      expect(session.run("save").contains("saved 1 row"), "\(name)")
    }
  }
}
