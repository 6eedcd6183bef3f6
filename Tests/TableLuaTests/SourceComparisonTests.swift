import Expectations
import TableKit
import Testing

@testable import TableLua

/// A comparison with a literal in the source of a rule or a plugin.
struct SourceComparisonTests {
  private let goods = "id,zip,a\n1,00501,2\n2,94305,3\n3,,\n"

  private func failure(
    _ rule: String, _ table: Table? = nil, skipErrors: Bool = false
  ) -> LuaFailure? {
    let desk = Desk(table ?? TableLuaTests.table(goods))
    do throws(LuaFailure) {
      try desk.lua("tablesh.rule { name = 'r', \(rule) }")
      _ = try desk.session.rows(rule: "r", in: desk.table, skipErrors: skipErrors)
      return nil
    } catch { return error }
  }

  @Test(
    "that can never hold is an error, of a number column and a text",
    arguments: [
      "columns = {'a'}, fn = function(a) return a == '2' end",
      "columns = {'zip', 'a'}, fn = function(z, n) return z and '2' ~= n end",
      "fn = function(r) return r.a == '2' end",
      "fn = function(r) return (r).a ~= \"2\" or false end",
      "fn = function(r) return '2' == r['a'] end",
      "fn = function(r)\n  return r.a\n    == '2'\nend",
      "fn = function(r) local is = function(x) return x.a == '2' end return is(r) end",
      "fn = function(r) if r.a == '2' then return true end return r.zip == 'x' end",
      "fn = function(r) local t = {r} return t[1].a == '2' end",
      "fn = function(r) return ({r})[1].a == '2' end",
    ])
  func numberColumn(rule: String) throws {
    for skipErrors in [false, true] {
      let told = try require(failure(rule, skipErrors: skipErrors))
      expectEqual(told.code, "type-mismatch")
      expect(told.message.hasSuffix("column 'a' is a number column"))
      expectEqual(told.hint, "write numbers without quotes")
    }
  }

  @Test(
    "is one of a text column and a number, too",
    arguments: [
      "columns = {'zip'}, fn = function(zip) return zip == 94305 end",
      "fn = function(r) return r.zip == -5 end", "fn = function(r) return 94305 ~= r.zip end",
      "fn = function(r) return r.a > 1 and r.zip ~= 5 end",
    ])
  func textColumn(rule: String) throws {
    let told = try require(failure(rule))
    expect(told.message.contains("column 'zip' is text because of '00501' in @1 (0:0)"))
  }

  @Test("a member of a cell that holds an object is one, too, where a text has none")
  func members() throws {
    let users = TableLuaTests.table("id,u\n1,\"{\"\"n\"\":\"\"x\"\"}\"\n2,\n")
    let told = try require(failure("fn = function(r) return r.u.n == 'x' end", users))
    expect(told.message.contains("'u' is a text to Lua and has no member 'n'"))
    for rule in ["r.u and r.u:len() > 1", "r.text.u == 'x'", "type(r.u) == 'table' and r.u.n"] {
      expectNil(failure("fn = function(r) return \(rule) end", users))
    }
    expectNil(failure("fn = function(r) return r.zip and r.zip.n end"))
  }

  @Test(
    "a use of an object or a list as a table is one, of a field, a parameter and a variable",
    arguments: [
      ("columns = {'u'}, fn = function(u) return u.n == 'x' end", "no member 'n'"),
      ("columns = {'t', 'u'}, fn = function(a, b) return b['n'] == 'x' end", "no member 'n'"),
      ("fn = function(r) return r['u'].n == 'x' end", "no member 'n'"),
      ("fn = function(r) local u = r.u; return u.n == 'x' end", "no member 'n'"),
      (
        "fn = function(r) local t = r.t\nif #t == 2 then return true end end",
        "count its characters"
      ),
      ("columns = {'t'}, fn = function(t) return #t == 2 end", "#t would count its characters"),
      ("columns = {'t'}, fn = function(t) return t[1] == 2 end", "it has no elements"),
      ("fn = function(r) return #r.t == 2 end", "#t would count its characters"),
      ("fn = function(r) return r.t[1] == 2 end", "it has no elements"),
    ])
  func tables(rule: String, message: String) throws {
    let table = jsonTable(
      ["id", "u", "t", "s"],
      [["1", "{\"n\":\"x\"}", "[1,2]", "\"x\""], ["2", "null", "[3]", "\"y\""]])
    let told = try require(failure(rule, table))
    expect(told.message.contains(message), "\(told.message)")
    for rule in [
      "columns = {'s'}, fn = function(s) return #s == 2 and s[1] == nil and s.n == nil end",
      "fn = function(r) return #r.s == 2 and #r.text.t == 3 and r.text.t:find('1') end",
      "columns = {'u'}, fn = function(u) return type(u) == 'table' and u.n end",
      "fn = function(r) local u = r.u\nif type(u) == 'table' then\nreturn u.n end end",
      "fn = function(r) do local u = r.u end\nlocal u = { n = 1 }; return u.n == 1 end",
      "columns = {'t'}, fn = function(t) local t = {1}; return #t == 1 and t[1] == 1 end",
    ] { expectNil(failure(rule, table), "\(rule)") }
  }

  @Test("a member in quotes is no element of a list")
  func quotedMembers() throws {
    let table = jsonTable(["id", "t"], [["1", "[1,2]"], ["2", "[3]"]])
    func told(_ condition: String) -> String {
      do { return "\(try Desk(table).keys(where: condition))" } catch { return "\(error)" }
    }
    expect(told("t[1] == 2").contains("it has no elements"))
    expect(told("t['n'] == nil").contains("no row has 'n' in column 't'"))
    // The functions of a text are members of it.
    expectEqual(told("t['len'](t) > 3"), #"["1"]"#)
    expectEqual(told("row['t']['find'](t, '3')"), #"["2"]"#)
  }

  @Test("is one of a number of more digits than Lua keeps")
  func digits() {
    expectEqual(
      failure("fn = function(r) return r.a < 0.30000000000000000001 end")?.code, "too-many-digits"
    )
  }

  @Test("is one in a typed source, where all cells that hold anything are of the other kind")
  func typed() {
    let table = jsonTable(
      ["id", "a", "s", "m"],
      [["1", "2", "\"x\"", "5"], ["2", "null", "\"5\"", "\"5\""], ["3", "3", "null", "null"]])
    expectEqual(failure("fn = function(r) return r.a == '2' end", table)?.code, "type-mismatch")
    expectEqual(failure("fn = function(r) return r.s == 5 end", table)?.code, "type-mismatch")
    expectNil(failure("fn = function(r) return r.m == 5 or r.m == '5' end", table))
    expectNil(failure("fn = function(r) return r.a == 2 and r.s == '5' end", table))
  }

  @Test(
    "is none where the source asks for the type, or what it compares is no column",
    arguments: [
      "fn = function(r) return type(r.a) == 'string' and r.a == '2' end",
      "fn = function(r) local set = {a = 2} return set.a == '2' end",
      "columns = {'a'}, fn = function(a) local a = 'x' return a == '2' end",
      "columns = {'a'}, fn = function(a) return (function(a) return a == '2' end)('2') end",
      "fn = function(r) return r.text.a == '2' end",
      "fn = function(r) return r.text['a'] == '2' or r.a == 5 end",
      "fn = function(r) return r.a == 2 end", "fn = function(r) return r.zip == '94305' end",
      "fn = function(r) return r.a == nil end",
      "fn = function(r) return r.a and r.a .. '' == '2' end",
      "fn = function(r) return r.zip and #r.zip == 5 end",
      "fn = function(r) return r.zip and r.zip:len() == 5 end",
      "columns = {'a'}, fn = function(a) return tostring(a) == '2' end",
      "fn = function(r) return r.a and r.a + 1 == 3 end",
    ])
  func fine(rule: String) { expectNil(failure(rule)) }

  @Test("is an error where a script or a command goes through rows, and in a policy or hook")
  func rows() throws {
    let desk = Desk(table(goods))
    for script in [
      "for row in tablesh.table():rows() do if row.a == '2' then print(1) end end",
      "if tablesh.table():row('@1').a == '2' then print(1) end",
      "tablesh.edit(function(t) for row in t:rows() do if row.a == '2' then t:delete(row) end end end)",
      "tablesh.edit(function(t) for row in t:rows() do t:set(row, 'zip', '') if row.a == '2' then "
        + "print(1) end end end)",
    ] {
      let told = try TableLuaTests.failure { () throws(LuaFailure) in try desk.lua(script) }
      expectEqual(told.message, "a is never '2': column 'a' is a number column")
    }
    expectEqual(desk.shell.printed, [])
    try expectEqual(
      desk.lua(
        "local n = 0 for row in tablesh.table():rows() do if row.a == 2 then n = n + 1 end end return n"
      ), ["1"])
  }
}

/// A comparison with nothing.
struct EmptinessTests {
  private func notes(_ expression: String, _ table: Table) throws -> [String] {
    let desk = Desk(table)
    return try desk.session.rows(where: expression, in: desk.table).notes
  }

  @Test("of an empty text and a column of nulls says how to find them")
  func nulls() throws {
    let people = table("id,b,unit price\n1,,\n2,x,y\n3,,z\n")
    try expectEqual(notes("b == \"\"", people), ["b has 2 nulls: b == nil finds them"])
    try expectEqual(
      notes("'' ~= row.b and id", people), ["b has 2 nulls: b ~= nil leaves them out"])
    try expectEqual(
      notes("row['unit price'] == ''", people),
      ["row[\"unit price\"] has 1 null: row[\"unit price\"] == nil finds them"])
    try expectEqual(notes("b == 'x' or b == nil or not b", people), [])
  }

  @Test("of nil and a column of empty texts says how to find them")
  func texts() throws {
    let people = table("id,b\n1,\"\"\n2,x\n")
    try expectEqual(notes("b == nil", people), ["b has 1 empty text: b == \"\" finds them"])
    try expectEqual(notes("not b", people), ["b has 1 empty text: b == \"\" finds them"])
    try expectEqual(
      notes("b ~= nil and id", people), ["b has 1 empty text: b ~= \"\" leaves them out"])
    try expectEqual(notes("b == ''", people), [])
    try expectEqual(notes("b == nil", table("id,b\n1,\"\"\n2,\n")), [])
  }
}

/// An order of dates as texts.
struct FarYearTests {
  private func fails(_ expression: String, _ days: String...) -> String? {
    let rows = days.enumerated().map { "\($0),\($1),2024-01-01" }.joined(separator: "\n")
    let desk = Desk(table("id,day,due\n\(rows)\n"))
    do throws(LuaFailure) {
      _ = try desk.session.rows(where: expression, in: desk.table)
      return nil
    } catch { return error.message }
  }

  @Test(
    "is an error where a year has more than four digits, or is before Christ",
    arguments: ["10000-01-01", "-0044-03-15", "+12024-01-01", "0044-03-15 BC", "12024-05"])
  func far(day: String) {
    let message = "day is compared as text, which does not order the date '\(day)' in @1 (0:1)"
    expectEqual(fails("day < '2024-05-01'", "2024-01-01", day), message)
    expectEqual(fails("'2024-05' <= row.day and id", "2024-01-01", day), message)
    expectEqual(fails("day > due", "2024-01-01", day), message)
    expectNil(fails("day == '2024-05-01'", "2024-01-01", day))
    expectNil(fails("row.text.day < '2024-05-01'", "2024-01-01", day))
  }

  @Test(
    "is an error where it is the literal that has such a year",
    arguments: ["10000-01-01", "-0044-03-15", "+12024-01-01", "0044-03-15 BC"])
  func literal(day: String) {
    let message = "day is compared as text, which does not order the date '\(day)'"
    expectEqual(fails("day < '\(day)'", "2024-01-01", ""), message)
    expectEqual(fails("'\(day)' >= row.day", "", "2024-01-01"), message)
    expectNil(fails("day ~= '\(day)'", "2024-01-01"))
    expectNil(fails("day < '\(day)'", "x", "y"))
  }

  @Test("is right among years of four digits, and said of nothing else")
  func near() {
    expectNil(fails("day < '2024-05-01'", "2024-01-01", "", "0001-02-03 10:00", "infinity"))
    expectNil(fails("day < 'M'", "10000-01-01", "x"))
    expectNil(fails("day < '2024-05-01'", "12345", "12345-678", "-5"))
  }

  @Test(
    "is an error where a date is written otherwise than those of the column",
    arguments: [
      ("2024-5-1", "2024-05-01"), ("2024/05/01", "2024-05-01"), ("1.5.2024", "2024-05-01"),
      ("2024.5.1 10:00", "2024-05-01 10:00"), ("13/5/2024", "2024-05-13"),
      ("20240501", "2024-05-01"),
      ("5/13/2024", "2024-05-13"), ("2024-5", "2024-05"),
    ])
  func otherNotation(date: String, iso: String) {
    let message =
      "day is compared as text, which does not order '\(date)' among dates such as '2024-01-01'"
    for sign in ["<", "<=", ">", ">="] {
      expectEqual(fails("day \(sign) '\(date)'", "", "2024-01-01"), message)
    }
    expectEqual(fails("id and '\(date)' < row.day", "2024-01-01"), message)
    expectEqual(fails("day >= '2024-01-01' and day <= '\(date)'", "2024-01-01"), message)
    for sign in ["==", "~="] {
      expectEqual(
        fails("day \(sign) '\(date)'", "", "2024-01-01"),
        "day is never '\(date)': it has dates such as '2024-01-01'")
      expectNil(fails("day \(sign) '\(date)'", "2024-01-01", date))
    }
    expectNil(fails("row.text.day < '\(date)'", "2024-01-01"))
    expectNil(fails("day < '\(iso)'", "2024-01-01"))
    let desk = Desk(table("day\n2024-01-01\n"))
    do throws(LuaFailure) {
      _ = try desk.session.rows(where: "day < \"\(date)\"", in: desk.table)
    } catch { expectEqual(error.hint, "write \"\(iso)\"") }
  }

  @Test("is an error among dates of which texts have no order, and right among others")
  func columnNotation() {
    let message = "day is compared as text, which does not order dates such as '1.5.2024'"
    expectEqual(fails("day < '2024-05-01'", "1.5.2024"), message)
    expectEqual(fails("day < '1.6.2024'", "1.5.2024"), message)
    expectNil(fails("day == '1.5.2024'", "1.5.2024"))
    expectNil(fails("day < '2024/05/01'", "2024/01/01"))
    expectNil(fails("day < '2024'", "2024-01-01"))
    expectNil(fails("day < '1.2.3.4'", "1.2.3.5"))
    expectNil(fails("day < 'May'", "2024-01-01"))
    expectNil(fails("day < '99/99/2024'", "2024-01-01"))
    expect(fails("day < '4/5/24'", "2024-01-01") != nil)
  }
}

/// A comparison that no cell fulfils, though some are nearly that text.
struct NearEqualityTests {
  private func notes(_ expression: String, _ text: String) throws -> [String] {
    let desk = Desk(table(text))
    return try desk.session.rows(where: expression, in: desk.table).notes
  }

  @Test("says which cells differ by blanks, or in capitals, and is silent elsewhere")
  func near() throws {
    let text = "id,unit name\n1,\"kitchen \"\n2,\" kitchen\"\n3,Tools\n4,\n"
    try expectEqual(
      notes("row['unit name'] == 'kitchen'", text),
      ["no unit name is \"kitchen\"; 2 cells have blanks around it: trim \"unit name\""])
    try expectEqual(
      notes("row['unit name'] == \"tools\" and id > 0", text),
      ["no unit name is \"tools\"; 1 cell differs in capitals or blanks, such as \"Tools\""])
    // The other condition is why.
    try expectEqual(notes("row['unit name'] == 'Tools' and id > 3", text), [])
    try expectEqual(notes("row['unit name'] == 'garden'", text), [])
    try expectEqual(notes("row['unit name'] ~= 'tools'", text), [])
    let tools = "unit name \"Tools\" is not \"tools\": such rows are left out"
    try expectEqual(notes("row['unit name'] == 'tools' or id == 1", text), [tools])
  }

  @Test("says that rows are left out whose cells differ so, where others are there")
  func leftOut() throws {
    let text = "id,city,qty\n1,Bonn,3\n2,bonn,5\n3,\"Bonn \",7\n4,Ulm,9\n"
    let note = "city \"bonn\" is not \"Bonn\": such rows are left out"
    try expectEqual(notes("city == 'Bonn'", text), [note])
    try expectEqual(notes("city == 'Bonn' and qty > 2", text), [note])
    try expectEqual(
      notes("city == 'Bonn' or city == 'bonn'", text),
      ["Bonn ", "Bonn "].enumerated().map { index, cell in
        "city \"\(cell)\" is not \"\(index == 0 ? "Bonn" : "bonn")\": such rows are left out"
      })
    // These are among the rows.
    try expectEqual(notes("not (city == 'Bonn')", text), [])
    try expectEqual(notes("city == 'Ulm'", text), [])
    try expectEqual(notes("city:lower():match('bonn') == 'bonn'", text), [])
  }

  @Test("an order of dates says how many texts are none")
  func dates() throws {
    let days = (1...30).map { "\($0),2024-05-\($0 < 10 ? "0" : "")\($0)\n" }.joined()
    let text = "id,day\n\(days)31,n/a\n32,\n33,2024-06-01 12:00\n"
    let note = "1 cell of day is no date as '2024-05-10' and compared as text, such as \"n/a\""
    try expectEqual(notes("day > '2024-05-10'", text), [note])
    try expectEqual(notes("day > '2024-05-10' and day < '2024-05-12'", text), [note])
    try expectEqual(notes("day == '2024-05-10'", text), [])
    try expectEqual(notes("id > 3 and day ~= 'n/a'", text), [])
    try expectEqual(notes("day > '2024-05-10'", "id,day\n1,2024-06-01\n2,\n"), [])
  }
}
