import Expectations
import TableKit
import TestSupport
import Testing

@testable import TableLua

struct WhereTests {
  @Test("columns are variables")
  func columns() throws {
    try expectEqual(Desk().keys(where: "age > 30 and city ~= 'Rome'"), ["P1", "P4"])
    try expectEqual(Desk().keys(where: "name:lower() == 'bob'"), ["P2"])
    try expectEqual(Desk().keys(where: "true"), ["P1", "P2", "P3", "P4", "P5"])
    try expectEqual(Desk().keys(where: "nil"), [])
  }

  @Test("lower and upper know the letters of all alphabets")
  func cases() throws {
    let desk = Desk(table("id,c\n1,KÖLN\n2,Straße\n3,ÀΩЖ\n"))
    try expectEqual(desk.keys(where: "c:lower() == 'köln'"), ["1"])
    try expectEqual(desk.keys(where: "string.upper(c) == 'STRASSE'"), ["2"])
    try expectEqual(desk.keys(where: "row.c:lower() == 'àωж'"), ["3"])
    // Of bytes that are no text only the letters of ASCII change.
    let bytes =
      "('AB\\xC3z'):lower() == 'ab\\xC3z', ('ab\\0z'):upper() == 'AB\\0Z', (''):upper() == ''"
    try expectEqual(desk.lua("return \(bytes)"), ["true", "true", "true"])
  }

  @Test("row[…] reaches any column, row.text the text as it is")
  func row() throws {
    try expectEqual(Desk().keys(where: "row['unit price'] >= 2.25"), ["P2", "P4", "P5"])
    try expectEqual(Desk().keys(where: "row.text['unit price'] == '1.50'"), ["P1"])
    try expectEqual(Desk().keys(where: "row.age == 29 and age == row['age']"), ["P2"])
  }

  @Test("section is the title of the row's section, unless a column has that name")
  func section() throws {
    try expectEqual(Desk().keys(where: "section == 'Crew' and age"), ["P4", "P5"])
    let table = table("id,section\nA,x\nB,rows\n")
    try expectEqual(Desk(table).keys(where: "section == 'x'"), ["A"])
    try expect(
      failure { () throws(LuaFailure) in _ = try Desk().keys(where: "row.section == 1") }
        .message.hasSuffix("no column 'section'"))
  }

  @Test("a column hides a global of its name, which _G reaches")
  func globals() throws {
    let desk = Desk(table("id,type\nA,string\nB,car\n"))
    try expectEqual(desk.keys(where: "type == _G.type(id)"), ["A"])
    let numbers = Desk(table("id,n\n1,4\n2,9\n"))
    try expectEqual(numbers.keys(where: "math.sqrt(n) == 3"), ["2"])
  }

  @Test("a function that was typed can be used in an expression")
  func functions() throws {
    let desk = Desk()
    try desk.lua("function adult(n) return n and n >= 35 end limit = 40")
    try expectEqual(desk.keys(where: "adult(age)"), ["P1", "P4", "P5"])
    try expectEqual(desk.keys(where: "age and age > limit"), ["P1", "P5"])
    try expectEqual(
      desk.keys(where: "(function(x) local y = x return y == 'Ed' end)(name)"), ["P5"])
  }

  @Test("null is nil, and an order comparison with it is false")
  func nulls() throws {
    try expectEqual(Desk().keys(where: "age > 0 or age <= 0"), ["P1", "P2", "P4", "P5"])
    try expectEqual(Desk().keys(where: "30 < age or 30 >= age").contains("P3"), false)
    try expectEqual(Desk().keys(where: "age == nil"), ["P3"])
    try expectEqual(Desk().keys(where: "not (age > 0)"), ["P3"])
  }

  @Test("texts of the null list are nil and leave a column a number column")
  func nullList() throws {
    let text = "id,mass\n1,5\n2,n/a\n3,7\n4,\n"
    try expectEqual(Desk(table(text, nulls: ["n/a"])).keys(where: "mass > 5"), ["3"])
    try expectEqual(Desk(table(text, nulls: ["n/a"])).keys(where: "mass == nil"), ["2", "4"])
    try expectEqual(Desk(table(text, nulls: ["n/a"])).keys(where: "row.text.mass == 'n/a'"), ["2"])
  }

  @Test("a text column keeps its texts: 007 is not 7")
  func texts() throws {
    let desk = Desk(
      table("id,zip,n\nA,007,1\nB,1010,2\nC,\"a,b\",3\n".replacing("a,b", with: "a;b")))
    try expectEqual(desk.keys(where: "zip == '007'"), ["A"])
    try expectEqual(desk.keys(where: "tonumber(zip) == 7"), ["A"])
    try expectEqual(desk.keys(where: "zip == 'a;b'"), ["C"])
    try expectEqual(desk.keys(where: "math.type(n) == 'integer'"), ["A", "B", "C"])
  }

  @Test(
    "column type overrides: in a number column other texts are nil, in a text column all is text")
  func override() throws {
    let shell = SmallShell(table("id,mass\n1,5\n2,n/a\n3,7\n"))
    let mass = try require(shell.editor.table.column(named: "mass"))
    let session = LuaSession(host: shell)
    try shell.controller.perform([.typeColumn(mass.id, .number)], title: "")
    try expectEqual(session.rows(where: "mass > 4", in: shell.editor.table).rows.count, 2)
    try expectEqual(session.rows(where: "mass == nil", in: shell.editor.table).rows.count, 1)
    try shell.controller.perform([.typeColumn(mass.id, .text)], title: "")
    try expectEqual(session.rows(where: "mass == '5'", in: shell.editor.table).rows.count, 1)
  }

  @Test("typed sources keep their kinds")
  func json() throws {
    let desk = Desk(
      jsonTable(
        ["id", "v"],
        [
          ["1", "1.10"], ["2", "true"], ["3", "\"1.10\""], ["4", "null"], ["5", ""],
          ["6", "[1,2]"], ["7", "1e3"], ["8", "12345678901234567890"], ["9", "\"a\\nb\""],
          ["10", "1234567890123456789"], ["11", "false"],
        ]))
    try expectEqual(desk.keys(where: "v == 1.1"), ["1"])
    try expectEqual(desk.keys(where: "v == true"), ["2"])
    try expectEqual(desk.keys(where: "v == '1.10'"), ["3"])
    try expectEqual(desk.keys(where: "v == nil"), ["4", "5"])
    try expectEqual(desk.keys(where: "v == '[1,2]'"), ["6"])
    try expectEqual(desk.keys(where: "v == 1000"), ["7"])
    try expectEqual(desk.keys(where: "v == decimal('12345678901234567890')"), ["8"])
    try expectEqual(desk.keys(where: "v == 'a\\nb'"), ["9"])
    try expectEqual(desk.keys(where: "v == 1234567890123456789"), ["10"])
    try expectEqual(desk.keys(where: "v == false"), ["11"])
    try expectEqual(desk.keys(where: "row.text.v == '1e3'"), ["7"])
  }

  @Test("only the rows given are judged")
  func among() throws {
    let desk = Desk()
    let rows = Array(desk.table.allRows)
    let matches = try desk.session.rows(
      where: "age > 30", in: desk.table, among: [rows[4], rows[0], rows[1]])
    expectEqual(matches.rows, [rows[4], rows[0]])
    expectNil(matches.errors)
  }

  @Test("a table of many batches gives every row its own answer")
  func batches() throws {
    let lines = (0..<3000).map { "\($0),\($0 % 7),\"x\"\"\($0)\"" }
    let desk = Desk(table("id,n,t\n" + lines.joined(separator: "\n")))
    let expected = (0..<3000).filter { $0 % 7 == 3 }.map { String($0) }
    try expectEqual(desk.keys(where: "n == 3"), expected)
    try expectEqual(desk.keys(where: "row.n == 3"), expected)
    try expectEqual(desk.keys(where: "t == 'x\"' .. id and section == 'rows'").count, 3000)
  }

  @Test("names that are no names in Lua, and columns called row, are reached all the same")
  func oddNames() throws {
    let desk = Desk(table("id,end,row,_ENV\nA,1,x,5\nB,2,y,6\n"))
    try expectEqual(desk.keys(where: "row == 'y'"), ["B"])
    let other = Desk(table("id,end,_ENV\nA,1,5\nB,2,6\n"))
    try expectEqual(other.keys(where: "row['end'] == 2 and row._ENV == 6"), ["B"])
  }
}
