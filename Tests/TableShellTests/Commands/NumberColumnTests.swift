import Expectations
import Foundation
import TestSupport
import Testing

@testable import TableShell

/// Columns of numbers of every spelling, and those that a few cells keep from being one.
struct NumberColumnTests {
  private let folder = TemporaryFolder()

  private func session(_ text: String) throws -> Session {
    let session = Session(nil)
    session.run("open \(try folder.write(text, to: "t.csv"))")
    return session
  }

  /// A table with the numbers from 1 to 19 with a half, and other cells.
  private func prices(_ others: String...) throws -> Session {
    let cells = (1...19).map { "\($0).50" } + others
    let rows = cells.enumerated().map { "\($0 + 1),\($1)\n" }
    return try session("id,price\n" + rows.joined())
  }

  @Test("one of many digits, an exponent, a missing digit or blanks around is one of numbers")
  func spellings() throws {
    let session = try session("id,x\na,10.5\nb,9.25\nc,0.30000000000000004\nd,100\n")
    expect(session.run("columns").contains("x   number"))
    session.run("query \"SELECT max(x) AS m, min(x) AS l, sum(x) AS s FROM t\"")
    expectEqual(
      session.run("export --format ndjson -"),
      "{\"m\":100,\"l\":0.30000000000000004,\"s\":120.05000000000000004}\n")
    let others = try self.session("id,x\na,1e3\nb,2.5E-2\nc,50\nd,.94\ne,\" 39\"\n")
    others.run("top 2 by x")
    expectEqual(others.run("export --format csv -"), "id,x\na,1e3\nc,50\n")
    others.run("open t.csv; sort by x")
    expectEqual(
      others.run("export --format csv -"), "id,x\nb,2.5E-2\nd,.94\ne, 39\nc,50\na,1e3\n")
    expectEqual(others.run("count where x > 38 and x < 1001"), "3\n")
  }

  @Test("join, pivot and tally say what makes keys of numbers texts")
  func keysOfTexts() throws {
    let rows = (3...10).map { "\($0),k\n" }.joined()
    let session = try session("id,g\n1,k\n2.00,k\nx,k\n" + rows)
    let path = try folder.write("id,n\n1.0,a\n2,b\n", to: "o.csv")
    let note = "note: id: 1 of 11 cells is no number, 'x' in "
    for line in ["join \(path) on id", "tally id", "tally --open id", "pivot g id g count"] {
      expect(session.run(line).contains(note), "\(line)")
      session.run("open t.csv")
    }
  }

  @Test("numbers that are one double are told apart in sort, top, group and describe")
  func exact() throws {
    let text =
      "id,x,g\na,0.30000000000000000002,1\nb,0.30000000000000000001,1\nc,12345678901234567891,1\nd,12345678901234567890,1\n"
    let session = try session(text)
    session.run("sort by x")
    expectEqual(
      session.run("export --format csv -").split(separator: "\n").map { $0.prefix(1) },
      [
        "i", "b", "a", "d", "c",
      ])
    expect(session.run("describe x").contains("0.30000000000000000001  12345678901234567891"))
    session.run("group by g sum x max x median x")
    expect(
      session.run("export --format csv -").contains(
        "24691357802469135781.60000000000000000003,12345678901234567891,"))
    session.run("open t.csv")
    expectEqual(session.run("count where x == decimal(\"12345678901234567890\")"), "1\n")
    expect(session.run("count where x + 1 > 0").contains("has more digits than Lua computes with"))
    expectEqual(session.run("count where tonumber(x) + 1 > 2"), "2\n")
  }

  @Test("of 17 digits one is a number in Lua, and arithmetic works")
  func seventeen() throws {
    let session = try session(
      "id,x\na,0.10000000000000001\nb,1234567890123456\nc,9007199254740993.0\n")
    session.run("edit * x := x * 2")
    expect(
      session.run("export --format csv -").contains(
        "a,0.2\nb,2469135780246912\nc,18014398509481986\n"))
  }

  @Test("one beyond the limits is text, and the reason is told")
  func limits() throws {
    let session = try prices("1e1001")
    expect(
      session.run("columns").contains(
        "'1e1001' in @20 (an exponent beyond 1,000): column type price number"))
    let long = try prices(String(repeating: "1", count: 1001))
    expect(long.run("columns").contains("(more than 1,000 digits)"))
    let longest = try prices(String(repeating: "1", count: 1000), "1e1000")
    expect(longest.run("columns").contains("price  number\n"))
  }

  @Test("columns, describe and info name the first cell that is none where nine in ten are")
  func named() throws {
    let session = try prices("\"$1,234.00\"")
    let told = "1 of 20 cells is no number, '$1,234.00' in @20: number price"
    expect(session.run("columns").contains("price  text    \(told)"))
    expect(session.run("describe price").contains("price: \(told)"))
    expect(session.run("info").contains("price: \(told)"))
    let two = try prices("n/a", "-")
    expect(
      two.run("columns").contains(
        "2 of 21 cells are no numbers, the first 'n/a' in @20: --null n/a --null -"))
    let many = try prices("n/a", "x", "y")
    expect(!many.run("columns").contains("no number"))
    expect(!many.run("sort by price").contains("no number"))
  }

  @Test(
    "a command that takes a column of numbers for text says so, and what mends it",
    arguments: [
      "sort by price", "top 2 by price", "group by id max price", "group by id min price",
      "group by price count",
      "count where price == \"1.50\"", "pivot id id price max",
      "query \"SELECT max(price) FROM t\"", "edit * id := price .. ''",
    ])
  func notes(command: String) throws {
    let reply = try prices("\"$1,234.00\"").run(command)
    expect(
      reply.contains("note: price: 1 of 20 cells is no number, '$1,234.00' in @20; "), "\(reply)")
    let mend =
      ["top ", "query ", "group by id m", "pivot "].contains(where: command.hasPrefix)
      ? "; number price; \(command)\n" : ": number price\n"
    expect(reply.contains(mend), "\(reply)")
    expect(!(try prices("2.5")).run(command).contains("no number"))
  }

  @Test(
    "an error says what mends it",
    arguments: [
      (
        "\"$1,234.00\"", "group by id sum price",
        "number price; group by id sum price  # or without them: group --skip-errors by id sum price"
      ),
      (
        "n/a", "group by id mean price",
        "group --skip-errors by id mean price  # leaves such cells out"
      ),
      ("\"$1,234.00\"", "count where price > 5", "number price"),
      (
        "n/a", "count where price > 5",
        "edit --null price where row[\"price\"] == \"n/a\"; count where price and price > 5"
      ),
      ("\"$1,234.00\"", "count where price == 5", "number price"),
      ("007", "count where price == 5", "number price"),
      ("12 kg", "number price", "replace price kg \"\""),
      ("45%", "number price", "replace price \"%\" \"\""),
      ("EUR 5", "number price", "replace price EUR \"\""),
      ("n/a", "number price", "edit --null price where row[\"price\"] == \"n/a\""),
    ])
  func hints(cell: String, command: String, hint: String) throws {
    let reply = try prices(cell).run(command)
    expect(reply.contains("hint:  \(hint)"), "\(reply)")
    expect(!reply.contains("in quotes"))
  }

  @Test(
    "what is cut by a hint is the unit of nearly all cells, never a part of other texts",
    arguments: [
      (["0715/934181", "128-1233", "(0617) 773-5015"], nil), (["A001", "A002", "B003"], nil),
      (["21.07.2024", "09.06.2024", "Nov 12, 2024"], nil), (["12 Main", "7 High", "9 Main"], nil),
      (["12a", "7b", "12"], nil), (["USD 5", "USD 6.50", "7"], "USD"),
      (["-5 %", "6.5%", "7"], "%"), (["€5 k", "6"], nil),
      (["3 pieces", "1,204.5 pieces"], "pieces"),
      (["US$ 5", "US$ 7.25"], "US"), (["2024-07-21", "2024-12-31"], nil), (["3-5", "7"], nil),
    ] as [([String], String?)])
  func units(cells: [String], unit: String?) throws {
    let rows = cells.enumerated().map { "\($0.offset),\"\($0.element)\"\n" }.joined()
    let session = try session("id,v\n" + rows)
    let reply = session.run("number v")
    guard let unit else {
      expect(!reply.contains("replace"), "\(reply)")
      let isMost = 2 * cells.count { !$0.allSatisfy(\.isNumber) } > cells.count
      expectEqual(reply.contains("as a number, but are other texts: "), isMost, "\(reply)")
      expect(reply.contains("\nhint:  number --skip-errors v"), "\(reply)")
      return
    }
    let replacing = "replace v \(unit.allSatisfy(\.isLetter) ? unit : "\"\(unit)\"") \"\""
    expect(reply.contains("\nhint:  \(replacing)"), "\(reply)")
    session.run(replacing)
    let second = session.run("number v")
    expect(!second.contains("error: "), "\(second)")
  }

  @Test("of codes, no hint makes numbers")
  func codes() throws {
    let zips = (1...19).map { "\($0),\(12345 + $0)\n" }.joined()
    let session = try session("id,zip\n" + zips + "20,00501\n")
    expect(session.run("sort by zip").contains("'00501' in @20; "))
    expect(session.run("columns").contains("column type zip text\n"))
    expect(
      session.run("count where zip == 501").contains(
        "hint:  compare it with a text in quotes, such as \"00501\"\n"))
    session.run("column type zip text")
    expect(!session.run("sort by zip").contains("note: zip"))
  }

  @Test("rows are grouped by number, however it is written, but deleted by text")
  func groups() throws {
    let text = "id,v\na,1.0\nb,1\nc,1e0\nd, 2.50\ne,2.5\nf,12345678901234567890\n"
    let other = try folder.write(
      "v,name\n1.00,one\n25e-1,half\n12345678901234567890.0,long\n", to: "o.csv")
    for (command, result) in [
      ("group by v count", "v,count\n1.0,3\n 2.50,2\n12345678901234567890,1\n"),
      (
        "query \"SELECT v, count(*) AS count FROM t GROUP BY v\"",
        "v,count\n1.0,3\n 2.50,2\n12345678901234567890,1\n"
      ),
      ("dedupe by v", text),
      (
        "join \(other) on v",
        "id,v,name\na,1.0,one\nb,1,one\nc,1e0,one\nd, 2.50,half\ne,2.5,half\n"
          + "f,12345678901234567890,long\n"
      ),
    ] {
      let session = try session(text)
      session.run(command)
      expect(session.run("export --format csv -").hasPrefix(result), "\(command)")
    }
    // Codes are texts.
    let codes = try session("id,v\na,01\nb,1\n")
    codes.run("group by v count")
    expectEqual(codes.run("export --format csv -"), "v,count\n01,1\n1,1\n")
  }

  @Test("what a hint names makes the column one of numbers")
  func mended() throws {
    for (cell, command) in [
      ("\"$1,234.00\"", "number price"), ("12 kg", "replace price \"kg\" \"\""),
      ("n/a", "edit --null price where row[\"price\"] == \"n/a\""),
    ] {
      let session = try prices(cell)
      session.run(command)
      expect(session.run("columns").contains("price  number"), "\(command)")
    }
  }

  @Test("a column that number has made one of numbers is one in JSON, SQLite and SQL")
  func written() throws {
    let session = try session("id,p\n1,\"1,103.40\"\n2,7\n3,\n")
    session.run("number p")
    expectEqual(
      session.run("export --format ndjson -"),
      "{\"id\":1,\"p\":1103.40}\n{\"id\":2,\"p\":7}\n{\"id\":3,\"p\":null}\n")
    let file = folder.file("x.db")
    expect(
      session.run("export \(file)").contains(
        "note: column 'p' is stored as numbers: 1103.40 comes back in another form"))
    session.run("query \"SELECT typeof(p) AS t, p * 2 AS d FROM t\"")
    expect(
      session.run("export --format csv -").hasPrefix("t,d\nreal,2206.8\ninteger,14\nnull,\n"))
    session.run("open \"\(file)#SELECT typeof(p) AS t, p FROM x\"")
    expect(
      session.run("export --format csv -").hasPrefix("t,p\nreal,1103.4\ninteger,7\nnull,\n"))
    // It is one step.
    session.run("open t.csv; undo")
    expect(session.run("columns").contains("p   text"))
    // Numbers that are as any program writes them need no type, and texts keep a column from one.
    for (text, line) in [
      ("id,p\n1,5\n", "number p"), ("id,p\n1,1.50\n2,x\n", "number --skip-errors p"),
    ] {
      let other = try self.session(text)
      other.run(line)
      expect(!other.run("columns").contains("by hand"), "\(line)")
    }
  }

  @Test("a table that moves to a database keeps its digits there, and is saved row by row")
  func savedRows() throws {
    let session = try session("id,p\n1,\"1,103.40\"\n2,7\n")
    let reply = session.run("number p; save --as \(folder.file("x.db"))")
    expect(reply.contains("note: column 'p' is stored as text, which keeps 1103.40 as it is"))
    expect(session.run("save").contains("nothing to save"))
    let edited = session.run("edit @2 p=8; save")
    expect(edited.hasSuffix("x.db: changed 1 row\n"), "\(edited)")
  }

  @Test("a text counts for nothing in SQL's sum, total and avg, and that is told")
  func sums() throws {
    let session = try session("id,x\n1,1\n2,n/a\n3,2\n")
    let reply = session.run(
      "query \"SELECT avg(x) AS a, sum(x) AS s, total(x) AS t, count(x) AS c FROM t\"")
    expect(
      reply.contains(
        "note: sum, total and avg leave out texts that are no numbers, such as 'n/a'"))
    expectEqual(
      session.run("export --format ndjson -"), "{\"a\":1.5,\"s\":3.0,\"t\":3.0,\"c\":3}\n")
    session.run("open t.csv")
    session.run("query \"SELECT sum(id) OVER (ORDER BY id ROWS 1 PRECEDING) AS s FROM t\"")
    expectEqual(session.run("export --format ndjson -"), "{\"s\":1}\n{\"s\":3}\n{\"s\":5}\n")
    let exact = try self.session("id,x\n1,0.1\n2,0.2\n3,1e-3\n")
    exact.run("query \"SELECT sum(x) AS s, avg(x) AS a FROM t\"")
    expectEqual(exact.run("export --format ndjson -"), "{\"s\":0.301,\"a\":0.10033333333333333}\n")
    let long = try self.session("id,x\n1,12345678901234567890\n2,1\n")
    expect(
      long.run("query \"SELECT max(x) - 1 FROM t\"").contains(
        "note: SQL rounds numbers of x to 17 digits"))
  }
}
