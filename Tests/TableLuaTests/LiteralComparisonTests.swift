import Testing

@testable import TableLua

@Suite("An equality that can never hold")
struct LiteralComparisonTests {
  let desk = Desk(table("id,zip,age,note\n1,00501,5,\n2,94305,7,\n"))

  private func failure(_ expression: String) -> LuaFailure? {
    do throws(LuaFailure) {
      _ = try desk.session.rows(where: expression, in: desk.shell.editor.table)
      return nil
    } catch {
      return error
    }
  }

  @Test("of a text column and a number is an error that names the cell and what to do")
  func textColumn() throws {
    let told = try #require(failure("zip == 94305"))
    #expect(told.code == "type-mismatch")
    #expect(
      told.message
        == "zip is never 94305: column 'zip' is text because of '00501' in @1 (0:0)")
    #expect(told.hint == "compare it with a text in quotes, such as \"00501\"")
    #expect(failure("age > 1 and 501 ~= zip") != nil)
  }

  @Test(
    "is told also of negative numbers, parentheses, rows and two columns",
    arguments: [
      "zip ~= -5", "-5 == zip", "zip == -0.5", "zip == (5)", "(5) == (zip)", "row.zip == 5",
      "row[\"zip\"] == 5", "5 ~= row.zip", "zip == age", "age ~= zip and age > 1",
    ])
  func otherForms(expression: String) {
    #expect(failure(expression)?.code == "type-mismatch")
  }

  @Test("of integers and a literal that Lua reads as another number is an error, too")
  func floats() throws {
    let long = Desk(table("id,n\n1,1234567890123450000\n2,5\n"))
    let source = long.shell.editor.table
    #expect(throws: LuaFailure.self) {
      _ = try long.session.rows(where: "n == 1.23456789012345e18", in: source)
    }
    for fine in [
      "n == 1234567890123450000", "n == decimal('1.23456789012345e18')",
      "n == decimal('1234567890123450000.0')", "n < 1e18", "n > 1.5e3",
    ] {
      #expect(try long.session.rows(where: fine, in: source).rows.count == 1, "\(fine)")
    }
  }

  @Test("of a number column and a text is an error, too")
  func numberColumn() {
    #expect(failure("age == '5'")?.message == "age is never '5': column 'age' is a number column")
  }

  @Test(
    "is told from what can hold",
    arguments: [
      "zip == '94305'", "age == 5", "age == 5 or age == 7", "note == 'x'", "note == nil",
      "#zip == 5", "zip .. '' == '1'", "row.text.age == '5'", "tonumber(zip) == 94305",
      "age + 1 == 6", "(age) == 5", "not age == 5", "zip:sub(1, 1) == '0'",
    ])
  func fine(expression: String) {
    #expect(failure(expression) == nil)
  }
}
