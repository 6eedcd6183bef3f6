import Expectations
import TableKit
import Testing

@testable import TableLua

/// Errors of where.
struct WhereErrorTests {
  private func failed(_ expression: String, _ desk: Desk = Desk()) throws -> LuaFailure {
    try failure { () throws(LuaFailure) in _ = try desk.keys(where: expression) }
  }

  @Test("a name that is neither a column nor a global suggests the nearest column")
  func unknownName() throws {
    let desk = Desk(table("id,price\nA,1\n"))
    let error = try failed("prise > 3", desk)
    expectEqual(error.code, "no-such-column")
    expectEqual(error.message, "no column or global 'prise'")
    expectEqual(error.hint, "did you mean 'price'?")
    expectNil(error.place)
    try expectEqual(failed("id == 'A' or prise", desk).message, "no column or global 'prise'")
    try expectEqual(failed("zzz", desk).hint, "columns  # id, price")
  }

  @Test("an unknown name is found where the table has no rows, and inside functions")
  func unknownNameElsewhere() throws {
    try expectEqual(failed("prise", Desk(table("id,price"))).code, "no-such-column")
    let inside = try failed("(function() return prise end)()", Desk(table("id,price\nA,1\n")))
    expectEqual(inside.code, "no-such-column")
    expectEqual(inside.hint, "did you mean 'price'?")
  }

  @Test("fields of tables and methods are not taken for variables")
  func fields() throws {
    try expectEqual(Desk().keys(where: "({prise = age}).prise == 29"), ["P2"])
    try expectEqual(failed("({[prise] = 1})[1]").code, "no-such-column")
  }

  @Test("row[…] with an unknown column is an error with the nearest name")
  func unknownColumn() throws {
    let error = try failed("row['unit prise'] > 3")
    expectEqual(error.code, "rule-errors")
    expectEqual(
      error.message, "Lua failed on 5 of 5 rows; the first is @P1 (0:0): no column 'unit prise'")
    expectEqual(error.hint, "did you mean \"unit price\"?")
  }

  @Test(
    "a pattern that Lua refuses is an error wherever it stands among conditions, and selects no row",
    arguments: ["city:match('[')", "age > 1 and city:match('[')", "age > 1 and city:match('%')"])
  func badPattern(expression: String) throws {
    let error = try failed(expression)
    expectEqual(error.code, "rule-errors")
    expect(error.message.contains("malformed pattern"), "\(error.message)")
  }

  @Test("an expression that errs on some rows tells how many and the first")
  func count() throws {
    let lines = (1...2502).map { "P\($0),\($0 % 1000 == 17 ? "" : "5")" }
    let desk = Desk(table("id,pay\n" + lines.joined(separator: "\n")))
    let error = try failed("pay * 2 > 3", desk)
    expectEqual(error.code, "rule-errors")
    expectEqual(
      error.message,
      "Lua failed on 3 of 2,502 rows; the first is @P17 (0:16): "
        + "attempt to perform arithmetic on a nil value (column 'pay')")
    expectEqual(error.hint?.contains("'pay and …'"), true)
  }

  @Test("arithmetic with a text whose digits a number would lose is an error")
  func longNumbers() throws {
    let desk = Desk(table("id,n\nA,12345678901234567890.5\nB,9223372036854775807\nC,007\n"))
    let error = try failed("n + 1 > 0", desk)
    expectEqual(
      error.message,
      "Lua failed on 2 of 3 rows; the first is @A (0:0): attempt to perform "
        + "arithmetic on the text '12345678901234567890.5', of which a number would lose digits")
    for expression in ["-n < 0", "2 * n > 0", "n // 10 > 0", "n % 10 > 0", "n ^ 2 > 0"] {
      try expectEqual(failed(expression, desk).code, "rule-errors", "\(expression)")
    }
    try expectEqual(
      desk.lua("return '007' + 1, '123456789012345' + 1, ' 0x10 ' * 2, '1e2' / 4"),
      [
        "8", "123456789012346", "32", "25.0",
      ])
    try expectEqual(
      desk.lua("return -'0000000000000000000012', '0.000000000000000000001' * 1"),
      [
        "-12", "1e-21",
      ])
    try expectEqual(
      desk.lua("return pcall(function() return '0xfffffffffffff' + 1 end)").first, "false")
  }

  @Test("with skipErrors the rows that went well are picked and the others reported")
  func skipErrors() throws {
    let desk = Desk()
    let matches = try desk.session.rows(where: "age + 1 > 30", in: desk.table, skipErrors: true)
    expectEqual(matches.rows.map { desk.table.key(of: $0) }, ["P1", "P4", "P5"])
    let errors = try require(matches.errors)
    expectEqual(errors.count, 1)
    expectEqual(errors.total, 5)
    expectEqual(desk.table.key(of: errors.firstRow), "P3")
    expectEqual(errors.firstRowName, "@P3 (1:0)")
  }

  @Test("number against text says which cell made the column text and what to do")
  func numberAndText() throws {
    let lines = (1...30).map { "P\($0),\($0 == 17 ? "n/a" : "\($0)")" }
    let desk = Desk(table("id,mass\n" + lines.joined(separator: "\n")))
    let error = try failed("mass > 12", desk)
    expectEqual(error.code, "rule-errors")
    expectEqual(
      error.message,
      "Lua failed on 30 of 30 rows; the first is @P1 (0:0): "
        + "column 'mass' is text because of 'n/a' in @P17 (0:16)")
    expectEqual(error.hint, "number mass")
    let sum = try failed("mass + 1 > 12", desk)
    expect(
      sum.message.contains(
        "failed on 1 of 30 rows; the first is @P17 (0:16): column 'mass' is text"))
    try expectEqual(failed("row.mass > 12", desk).hint, error.hint)
  }

  @Test("a number column against a quoted number says to leave the quotes")
  func textAndNumber() throws {
    let error = try failed("age > '30'")
    expect(error.message.contains("failed on 4 of 5 rows"))
    expect(error.message.hasSuffix("column 'age' is a number column"))
    expectEqual(error.hint, "write numbers without quotes")
  }

  @Test("in a typed source the cell is named that is text")
  func typedText() throws {
    let desk = Desk(jsonTable(["id", "age"], [["1", "41"], ["2", "\"29\""]]))
    let error = try failed("age > 30", desk)
    expect(error.message.hasSuffix("the first is @2 (0:1): column 'age' is the text '29' there"))
  }

  @Test("what is not Lua is an error with what people mean")
  func syntax() throws {
    let error = try failed("age = 3")
    expectEqual(error.code, "lua-syntax")
    expectEqual(error.hint, "'==' compares")
    try expectEqual(failed("age != 3").hint, "'~=' is not equal, 'not' negates")
    try expectEqual(failed("age > 3 && true").hint, "write 'and'")
    try expectEqual(failed("").code, "lua-syntax")
    try expectEqual(failed("age) or (true").code, "lua-syntax")
  }

  @Test("a column whose name is no Lua name is to be written with row[…]")
  func oddNames() throws {
    try expectEqual(failed("unit price > 3").hint, "write row[\"unit price\"]")
    let desk = Desk(table("id,größe,end\nA,1,2\n"))
    try expectEqual(failed("größe > 3", desk).hint, "write row[\"größe\"]")
    try expectEqual(failed("end > 3", desk).hint, "write row[\"end\"]")
  }

  @Test("an expression cannot set a global")
  func noAssignment() throws {
    let error = try failed("(function() total = 1 end)()")
    expect(error.message.contains("an expression cannot set 'total'"))
  }

  @Test("an error object's message is the reason")
  func errorObjects() throws {
    let error = try failed("error({message = 'too old', hint = 'be young'})")
    expect(error.message.hasSuffix("the first is @P1 (0:0): too old"))
    expectEqual(error.hint, "be young")
  }

  @Test("rows without a key are named by number")
  func numbered() throws {
    let desk = Desk(table("a b,n\nx y,1\n", key: true))
    try expect(failed("error('no')", desk).message.contains("the first is @\"x y\" (0:0): no"))
    let numbered = Desk(table("a,n\nx,1\ny,2\n", key: false))
    try expect(
      failed("n > 1 and error('no', 0)", numbered).message.contains("the first is @2 (0:1): no"))
  }
}
