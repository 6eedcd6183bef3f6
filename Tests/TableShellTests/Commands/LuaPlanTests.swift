import Expectations
import TestSupport
import Testing

@testable import TableShell

/// Plans and printers in Lua.
struct LuaPlanTests {
  @Test("a plan can be looked at, printed, inverted and applied")
  func plan() {
    let session = Session("A(a b c) B(d)")
    session.run("lua p = tablesh.edit(function(t) t:delete('@b') t:move('@a', 'B:0') end)")
    session.expect(
      """
      > = #p, p.stages[1].rows.delete[1][2], p
      2
      1
      plan of 2 operations
      > lua for o in p:operations() do print(o.stage, o.kind, o.of, o.at, o.to) end
      1	delete	row	0:1	nil
      1	move	row	0:0	1:0
      > = p:text()
      plan  1 stage, 2 operations, the least possible
        delete row   0:1
        move row     0:0 → 1:0
      > = p:text("json") == tablesh.plan():text("json"), p:invert():invert():text() == p:text()
      true
      true
      """)
    session.run("lua q = assert(p:invert():apply('back'))")
    expectEqual(session.drawing, "A(a b c) B(d)")
    expectEqual(
      session.shell.current?.editor.undoTitles.last, "lua q = assert(p:invert():apply('back'))")
    session.run("lua assert(q:invert():apply())")
    expectEqual(session.drawing, "A(c) B(a d)")
    let reply = session.run("= p:apply()")
    expect(reply.contains("error:"), "\(reply)")
    expectEqual(session.drawing, "A(c) B(a d)")
    expectEqual(session.run("= select(2, p:apply()).code ~= nil"), "true\n")
  }

  @Test("the reply of a command has its plan")
  func reply() {
    let session = Session("A(a b c) B(d)")
    session.expect(
      """
      > = tablesh.run("delete 0:0").plan.stages[1].rows.delete[1][1]
      0
      deleted 1 row in 1 section
      plan  1 stage, 1 operation, the least possible
        delete row   0:0
      > = tablesh.run("count").plan
      nil
      """)
  }

  @Test("a printer prints the last plan, and what it cannot is told")
  func printer() {
    let session = Session("A(a b c) B(d)")
    session.run(
      """
      lua tablesh.printer { name = "short", help = "one line", print = function(plan, table, write)
        for o in plan:operations() do write(o.kind, " ", o.at, ";") end
        write(" ", #table, " rows\\n")
      end }
      """)
    session.run("delete 0:1")
    expectEqual(session.run("plan short"), "delete 0:1; 3 rows\n")
    expect(session.run("plan shrt").contains("'plan' wants text, changes, json, swift,"))
    expect(session.run("plan shrt").contains("or short"))
    for (lua, message) in [
      ("{ name = 'json', print = print }", "'json' is built in"),
      ("{ name = 'short', print = print }", "there is a printer 'short' already"),
      ("{ name = 'x' }", "field 'print' is missing"),
    ] {
      expect(session.run("lua tablesh.printer \(lua)").contains(message))
    }
    session.run("lua tablesh.printer { name = 'bad', print = function() error('oh') end }")
    expect(session.run("plan bad").contains("error: oh"))
  }
}
