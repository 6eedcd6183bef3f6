import Expectations
import TableKit
import TestSupport
import Testing

@testable import TableLua

/// Columns of true and false.
struct TruthTests {
  private static let text =
    "id,b,k,t\na,true,1,x\nb,false,0,true\nc,,,false\nd,TRUE,1,\ne,perhaps,0,\n"

  private static func desk(_ rows: String = text) -> Desk {
    let desk = Desk(table(rows))
    if let column = desk.table.column(named: "b") {
      _ = try? desk.shell.editor.perform([.typeColumn(column.id, .boolean)], title: "type")
    }
    return desk
  }

  @Test(
    "typed boolean is true, false or nil",
    arguments: [
      ("b", "ad"), ("not b", "bce"), ("b == true", "ad"), ("b == false", "b"), ("b ~= true", "bce"),
      ("b == nil", "ce"), ("b and k == 1", "ad"), ("row.b", "ad"), ("row.text.b == 'TRUE'", "d"),
      ("type(b) == 'boolean'", "abd"),
    ])
  func typed(expression: String, keys: String) throws {
    try expectEqual(Self.desk().keys(where: expression), keys.map { String($0) })
  }

  @Test(
    "is told that texts and numbers are never the same",
    arguments: ["b == 'true'", "b ~= 1", "b == t"])
  func compared(expression: String) throws {
    let told = try failure { () throws(LuaFailure) in _ = try Self.desk().keys(where: expression) }
    expectEqual(told.code, "type-mismatch")
    expectEqual(told.message, "b is true or false: column 'b' is boolean")
    expectEqual(told.hint, "write b, not b, or b == false")
  }

  @Test("reads the words that people and databases write")
  func words() throws {
    let texts = [
      "t", "F", "Yes", "no", "ON", "off", "1", "0", "y", "N", "TRUE", "ja", "2", "truee",
    ]
    let rows = texts.enumerated().map { "\($0),\($1),," }.joined(separator: "\n")
    let desk = Self.desk("id,b,k,t\n" + rows + "\n")
    try expectEqual(desk.keys(where: "b"), ["0", "2", "4", "6", "8", "10"])
    try expectEqual(desk.keys(where: "b == false"), ["1", "3", "5", "7", "9"])
    try expectEqual(desk.keys(where: "b == nil"), ["11", "12", "13"])
    let column = try require(desk.table.column(named: "b"))
    let unread = LuaSession.unreadCells(of: column.id, in: desk.table)
    expect(unread.count == 3 && unread.first.map { desk.table.key(of: $0) } == "11")
  }

  @Test("keeps a cell that has the value, and writes others as words")
  func cells() throws {
    let desk = Self.desk()
    let column = try require(desk.table.column(named: "b"))
    func values(_ expression: String) throws -> [String] {
      let values = try desk.session.cells(
        of: expression, in: desk.table, rows: desk.table.rowList, column)
      return (0..<5).map { values.cells[$0].text }
    }
    try expectEqual(values("not b"), ["false", "true", "true", "false", "true"])
    try expectEqual(values("true"), ["true", "true", "true", "TRUE", "true"])
  }

  @Test(
    "a text or a number behind the last or is no condition",
    arguments: ["id == 'a' or 'b'", "id == 'a' or \"b\"", "k == 5 or 6", "b and k == 5 or 6"])
  func constants(expression: String) throws {
    let desk = Desk(table("id,b,k\na,x,5\nb,y,7\n"))
    let told = try failure { () throws(LuaFailure) in _ = try desk.keys(where: expression) }
    expectEqual(told.code, "always-true")
    expect(told.message.contains(" is true in every row: "), "\(told.message)")
    for legal in ["id == ('a' or 'b')", "id == 'a' or id == 'b'", "(k == 5 or 6) == 6"] {
      _ = try desk.keys(where: legal)
    }
  }

  @Test(
    "of several values none is dropped", arguments: ["k > 5, b == 'x'", "k > 1,000", "k, b", "k;"])
  func commas(expression: String) throws {
    let desk = Desk(table("id,b,k\na,x,5\nb,y,7\n"))
    let told = try failure { () throws(LuaFailure) in _ = try desk.keys(where: expression) }
    expectEqual(told.message, "these are several values, of which Lua would take the first")
    let column = try require(desk.table.column(named: "b"))
    _ = try failure { () throws(LuaFailure) in
      _ = try desk.session.cells(
        of: expression, in: desk.table, rows: desk.table.rowList, column)
    }
    _ = try desk.keys(where: "math.max(k, 6) == 6 -- the first, of two")
  }

  @Test(
    "that is text or 0 and 1 does not stand for a condition",
    arguments: [
      "b", "not b", "b and id", "id == 'a' or b", "(b)", "not (b)", "((b)) and id", "row.b", "k",
      "not (b or id)",
      "(id == 'a' or (b)) and id",
      "not k", "k and id", "id and k",
    ])
  func bare(expression: String) throws {
    let desk = Desk(table("id,b,k\na,true,1\nb,false,0\nc,,\n"))
    let told = try failure { () throws(LuaFailure) in _ = try desk.keys(where: expression) }
    expectEqual(told.code, "always-true")
    let isNumber = expression.contains("k")
    expect(
      told.message.contains(isNumber ? "to Lua 0 is true, too" : "the text 'false' is true, too"))
    expectEqual(
      told.hint, isNumber ? "write k == 1" : "column type b boolean; or write b == \"true\"")
    let column = try require(desk.table.column(named: "id"))
    let value = try failure { () throws(LuaFailure) in
      _ = try desk.session.cells(
        of: isNumber ? "not k" : "b and 'yes' or 'no'", in: desk.table, rows: desk.table.rowList,
        column)
    }
    expectEqual(value.code, "always-true")
  }

  @Test(
    "is told from columns that are asked for whether they hold something",
    arguments: [
      "t", "not t", "b == 'true'", "tostring(b) == 'true'", "k == 1", "(k or 0) == 1",
      "1 == (id and k or 0)", "f(b)",
      "{b}",
      "(function(x) return x end)(b)", "all", "n", "#b == 4", "g()(b)", "g()(b and id)", "h[1](b)",
      "h[1](b and id)", "f(b and id)", "h[1](f(b))",
      "not h[1](b)", "f((b))", "f(id, b)", "b .. '' == 'true'", "b:upper() == 'TRUE'",
    ])
  func fine(expression: String) throws {
    let desk = Desk(table("id,b,k,t,all,n\na,true,1,true,true,0\nb,false,0,x,true,2\n"))
    try desk.lua("function f(x) return x end function g() return f end h = {f}")
    _ = try desk.keys(where: expression)
  }

  @Test("of JSON needs no type")
  func json() throws {
    let desk = Desk(
      Tables.table(
        columns: ["id", "b"], sections: [("S", [["1", "true"], ["2", "false"], ["3", "null"]])],
        syntax: .json))
    try expectEqual(desk.keys(where: "b"), ["1"])
    try expectEqual(desk.keys(where: "not b"), ["2", "3"])
  }
}
