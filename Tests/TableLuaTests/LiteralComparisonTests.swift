import Expectations
import Testing

@testable import TableLua

/// An equality that can never hold.
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
    let told = try require(failure("zip == 94305"))
    expectEqual(told.code, "type-mismatch")
    expectEqual(
      told.message, "zip is never 94305: column 'zip' is text because of '00501' in @1 (0:0)")
    expectEqual(told.hint, "compare it with a text in quotes, such as \"00501\"")
    expect(failure("age > 1 and 501 ~= zip") != nil)
  }

  @Test(
    "is told also of negative numbers, parentheses, rows and two columns",
    arguments: [
      "zip ~= -5", "-5 == zip", "zip == -0.5", "zip == (5)", "(5) == (zip)", "row.zip == 5",
      "row[\"zip\"] == 5", "5 ~= row.zip", "zip == age", "age ~= zip and age > 1",
    ])
  func otherForms(expression: String) {
    expectEqual(failure(expression)?.code, "type-mismatch")
  }

  @Test("of integers and a literal that Lua reads as another number is an error, too")
  func floats() throws {
    let long = Desk(table("id,n\n1,1234567890123450000\n2,5\n"))
    let source = long.shell.editor.table
    expect(throws: LuaFailure.self) {
      _ = try long.session.rows(where: "n == 1.23456789012345e18", in: source)
    }
    for fine in [
      "n == 1234567890123450000", "n == decimal('1.23456789012345e18')",
      "n == decimal('1234567890123450000.0')", "n < 1e18", "n > 1.5e3",
    ] {
      try expectEqual(long.session.rows(where: fine, in: source).rows.count, 1, "\(fine)")
    }
  }

  @Test("of a number column and a text is an error, too")
  func numberColumn() {
    expectEqual(failure("age == '5'")?.message, "age is never '5': column 'age' is a number column")
  }

  @Test(
    "is told from what can hold",
    arguments: [
      "zip == '94305'", "age == 5", "age == 5 or age == 7", "note == 'x'", "note == nil",
      "#zip == 5", "zip .. '' == '1'", "row.text.age == '5'", "tonumber(zip) == 94305",
      "age + 1 == 6", "(age) == 5", "not age == 5", "zip:sub(1, 1) == '0'",
    ])
  func fine(expression: String) {
    expectNil(failure(expression))
  }

  @Test(
    "is found with its column first, the sign turned where the sides are",
    arguments: [
      ("age < 5", "age < 5"), ("5 < age", "age > 5"), ("5 <= age", "age >= 5"),
      ("'x' > zip", "zip < 'x'"), ("'x' >= zip", "zip <= 'x'"), ("5 == age", "age == 5"),
      ("5 ~= age", "age ~= 5"), ("age ~= nil", "age ~= nil"), ("nil == note", "note == nil"),
      ("zip < note", "zip < note, note > zip"), ("zip == note", "zip == note, note == zip"),
      ("(row.zip) <= ('a')", "zip <= 'a'"), ("row['zip'] > 'a'", "zip > 'a'"),
      ("age > 1 and 9 > age", "age > 1, age < 9"), ("age + 1 < 5", ""), ("1 + age < 5", ""),
      ("f(age) == 1", ""), ("age.x == 1", ""), ("other == 1", ""), ("1 == 2", ""),
    ])
  func all(expression: String, wanted: String) {
    let columns = desk.table.columns
    let found = LiteralComparison.all(in: expression, columns: columns).map { comparison in
      let other =
        switch comparison.other {
        case .column(let index): columns[index].name
        case .number(let text), .text(let text): text
        case .null: "nil"
        }
      return "\(columns[comparison.column].name) \(comparison.sign) \(other)"
    }
    expectEqual(found.joined(separator: ", "), wanted)
  }

  @Test("of dates is an error where they are written in another way, unless a cell is written so")
  func dates() throws {
    let dated = Desk(
      table("id,day,other\n1,2024-05-01,1.5.2024\n2,2024-06-01,2.5.2024\n3,1.7.2024,\n"))
    func told(_ expression: String) -> String? {
      do throws(LuaFailure) {
        _ = try dated.session.rows(where: expression, in: dated.table)
        return nil
      } catch {
        return "\(error.code) \(error.message); \(error.hint ?? "")"
      }
    }
    expectEqual(
      told("day == '1.5.2024'"),
      "date-notation day is never '1.5.2024': it has dates such as '2024-05-01'; write '2024-05-01'"
    )
    expect(told("day == '1.7.2024'") == nil && told("day == '2024-05-01'") == nil)
    expectEqual(told("day ~= '5/4/2024'")?.hasSuffix("; write it as these are"), true)
    expectEqual(told("day > '1.5.2024'")?.hasPrefix("date-notation day is compared as text"), true)
    expectEqual(told("'1.5.2024' < day")?.hasSuffix("; write '2024-05-01'"), true)
    let named = Desk(table("id,day\n1,8 Jan 2024\n2,2024-06-01\n3,n/a\n4,2024-07-01\n"))
    do throws(LuaFailure) {
      _ = try named.session.rows(where: "day > '2024-05-01'", in: named.table)
      fail("it compares a month's name")
    } catch {
      expect(error.message.hasSuffix(" among dates such as '8 Jan 2024'"), "\(error.message)")
    }
    // A third of the dates are written in another way.
    expectEqual(
      told("day > '2024-05-01'"),
      "date-notation day is compared as text, which does not order '2024-05-01' among dates such as "
        + "'1.7.2024'; date --skip-errors day PATTERN YYYY-MM-DD writes them alike")
    expectEqual(
      told("other > '1.5.2024'")?.hasSuffix(
        "date other PATTERN YYYY-MM-DD writes them so that it does"), true)
    expect(told("other == '1.5.2024'") == nil && told("day == 'x'") == nil)
  }

}
