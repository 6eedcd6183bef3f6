import Expectations
import TableKit
import Testing

@testable import TableLua

/// Scripts and typed Lua.
struct ScriptTests {
  private let folder = Folder()

  private func run(_ text: String, _ arguments: [String] = [], _ desk: Desk = Desk()) throws -> Desk
  {
    try desk.session.run(script: try folder.file("s.lua", text), arguments: arguments)
    return desk
  }

  @Test("a script finds its arguments in arg and in ...")
  func arguments() throws {
    let desk = try run(
      """
      #!/usr/bin/env -S tablesh run
      local a, b = ...
      print(a, b, arg[1], arg[2], #arg, arg[0]:match("[^/]*$"))
      """, ["x", "y z"])
    expectEqual(desk.shell.printed, ["x\ty z\tx\ty z\t2\ts.lua"])
  }

  @Test("a script's error has its line and traceback")
  func error() throws {
    let path = try folder.file("e.lua", "local function f()\n  error('broken')\nend\nf()\n")
    let error = try failure { () throws(LuaFailure) in try Desk().session.run(script: path) }
    expectEqual(error.code, "lua-error")
    expectEqual(error.message, "broken")
    expectEqual(error.place, path + ":2")
    expectEqual(error.traceback?.contains("e.lua:4"), true)
  }

  @Test("rows have their columns, and key, path, section, number and text")
  func rows() throws {
    let desk = try run(
      """
      for row in tablesh.table():rows() do
        print(row.key, row.path, row.section, row.number, row.name, row.age, row.text["unit price"])
      end
      """)
    expectEqual(desk.shell.printed.first, "P1\t0:0\tPilots\t1\tAnn\t41\t1.50")
    expectEqual(desk.shell.printed[2], "P3\t1:0\tCrew\t3\tCy\tnil\t0.75")
    expectEqual(desk.shell.printed.count, 5)
  }

  @Test("a table knows its rows, sections, columns and selection")
  func tables() throws {
    let desk = Desk()
    let row = try require(desk.table.row(withKey: ["P4"]))
    try desk.shell.controller.perform([.select([row], .add(partially: false))], title: "")
    _ = try run(
      """
      local t = tablesh.table()
      print(#t, #t:section("Crew"), #t:section(0), #t:columns(), t:columns()[4])
      for i, s in ipairs(t:sections()) do print(i, s.index, s.id, s.title, s.count) end
      for row in t:selected() do print(row.name) end
      for row in t:where("age > 40") do print(row.name) end
      for row in t:section("Crew"):where("age > 40") do print(row.name) end
      print(t:row("1:-1").name, t:row("@P2").name, t:row("Crew:0").name, t:row({0, 1}).name)
      print((t:row("0:9")), (t:row("@X")))
      print(select(2, t:row("@X")).code, select(2, t:row("0:9")))
      """, [], desk)
    expectEqual(
      desk.shell.printed,
      [
        "5\t3\t2\t5\tunit price", "1\t0\tPilots\tPilots\t2", "2\t1\tCrew\tCrew\t3", "Di", "Ann",
        "Ed",
        "Ed", "Ed\tBob\tCy\tBob", "nil\tnil", "no-such-row\tno row 0:9",
      ])
  }

  @Test("an unknown column of a row, a missing method and a missing section suggest the nearest")
  func unknown() throws {
    let desk = Desk()
    func error(_ text: String) throws -> LuaFailure {
      try failure { () throws(LuaFailure) in try desk.lua(text) }
    }
    let column = try error("tablesh.table():row('0:0').nam")
    expectEqual(column.code, "no-such-column")
    expectEqual(column.hint, "did you mean 'name'?")
    try expectEqual(error("tablesh.table():row('0:0'):rows()").code, "no-such-column")
    try expectEqual(error("tablesh.table():colums()").hint, "did you mean 'columns'?")
    try expectEqual(error("tablesh.table():section('Piltos')").hint, "did you mean 'Pilots'?")
    try expectEqual(error("tablesh.table():set('0:0', 'name', 1)").code, "no-such-function")
    try expectEqual(error("tablesh.table().rows()").code, "bad-argument")
    try expectEqual(error("tablesh.table():row('0:0').name = 3").message, "a row can be read only")
    desk.shell.isOpen = false
    try expectEqual(error("tablesh.table()").code, "no-table")
  }

  @Test("tablesh.run gives the reply as a table")
  func reply() throws {
    let desk = try run(
      """
      local r = tablesh.run("count")
      print(r.ok, r.plan, r.selection[1][1], r.selection[1][2], r.editing, r.output)
      local plan = tablesh.run("sort name").plan
      print(#plan.stages)
      """)
    expectEqual(desk.shell.printed, ["true\tnil\t0\t1\tfalse\t5 rows", "0"])
    expectEqual(desk.shell.lines, ["count", "sort name"])
  }

  @Test("a failed command whose reply is looked at is the script's business")
  func seenFailure() throws {
    let desk = try run(
      """
      local reply, err = tablesh.run("sort nmae")
      if not reply then print(err.code, err.hint, err) end
      tablesh.run("count")
      """)
    expectEqual(desk.shell.printed, ["no-such-column\tcolumns\tno such column"])
  }

  @Test("a failed command that nobody looks at stops the script at its next step, or its end")
  func unseenFailure() throws {
    let desk = Desk()
    let path = try folder.file("u.lua", "tablesh.run('sort nmae')\ntablesh.run('count')")
    let error = try failure { () throws(LuaFailure) in try desk.session.run(script: path) }
    expectEqual(error.code, "no-such-column")
    expectEqual(error.message, "sort nmae: no such column")
    expectEqual(error.place, path + ":1")
    expectEqual(desk.shell.lines, ["sort nmae"])
    let end = try failure { () throws(LuaFailure) in try desk.lua("tablesh.run('nonsense')") }
    expectEqual(end.code, "unknown-command")
    try expectEqual(desk.lua("1"), ["1"])
  }

  @Test("a script that trips over a failure it has not looked at fails with that failure")
  func tripped() throws {
    let error = try failure { () throws(LuaFailure) in
      try Desk().lua("print(#tablesh.edit(function(t) t:delete('@X') end))")
    }
    expectEqual(error.message, "no row @X")
  }

  @Test("typed Lua shows its results, tables with what is in them")
  func shown() throws {
    let desk = Desk()
    try expectEqual(desk.lua("1 + 1"), ["2"])
    try expectEqual(desk.lua("x = 3"), [])
    try expectEqual(desk.lua("x, 'a', nil"), ["3", "a", "nil"])
    try expectEqual(
      desk.lua("{1, 'two', {3}, name = 'n', ['a b'] = true}"),
      ["{1, \"two\", {3}, [\"a b\"] = true, name = \"n\"}"])
    try expectEqual(desk.lua("{{{{{{{1}}}}}}}"), ["{{{{{{{…}}}}}}}"])
    let long = try desk.lua("local t = {} for i = 1, 100 do t[i] = i end return t")
    expectEqual(long.first?.hasSuffix("19, 20, …}"), true)
    try expectEqual(desk.lua("tablesh.table()"), ["table of 5 rows in 2 sections"])
    try expectEqual(
      desk.lua("tablesh.table():row('@P2')"),
      ["@P2 (0:1) {id = P2, name = Bob, age = 29, unit price = 2.25, city = Rome}"])
    try expectEqual(desk.lua("'a\\n\\1' , {'a\\n\\1'}"), ["a\n\u{1}", "{\"a\\n\\1\"}"])
    try expectEqual(desk.session.evaluate("x", isExpression: true), ["3"])
    try expectEqual(
      failure { () throws(LuaFailure) in
        _ = try desk.session.evaluate("x = 4", isExpression: true)
      }.code, "lua-syntax")
  }

  @Test("texts are judged: complete, to be continued, wrong")
  func verdicts() throws {
    let session = Desk().session
    expectEqual(session.verdict("a > 3", isExpression: true), .ok)
    expectEqual(session.verdict("a >", isExpression: true), .incomplete)
    expectEqual(session.verdict("(a", isExpression: true), .incomplete)
    expectEqual(session.verdict("for i = 1, 3 do", isExpression: false), .incomplete)
    expectEqual(session.verdict("for i = 1, 3 do end", isExpression: false), .ok)
    guard case .error(let failure) = session.verdict("a = 3", isExpression: true) else {
      Issue.record("a statement is no expression")
      return
    }
    expectEqual(failure.code, "lua-syntax")
    guard case .error = session.verdict("a b", isExpression: false) else {
      Issue.record("two names are nothing")
      return
    }
  }

  @Test("assert is true, false, or an error about an unknown name")
  func assertions() throws {
    let desk = Desk()
    try expect(desk.session.isTrue("#tablesh.table() == 5"))
    try expectEqual(desk.session.isTrue("nil"), false)
    let error = try failure { () throws(LuaFailure) in _ = try desk.session.isTrue("count == nil") }
    expectEqual(error.message, "no global 'count'")
    try desk.lua("count = 3")
    try expect(desk.session.isTrue("count == 3"))
  }

  @Test("what a script defines is there for where")
  func shared() throws {
    let desk = try run("function old(n) return n and n > 40 end")
    try expectEqual(desk.keys(where: "old(age)"), ["P1", "P5"])
  }
}
