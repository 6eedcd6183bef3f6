import Expectations
import Testing

@testable import TableShell

/// Changing the rows of a condition, and keeping some.
struct ConditionalEditTests {
  private static let crew = "id,name,age,set\n1,Ann,41,a\n2,Bob,,b\n3,Cid,12,a\n"

  @Test(
    "edit where EXPR set gives the rows of a condition values",
    arguments: [
      ("edit where age ~= nil and age > 40 set name=Eve", "1,Eve,41,a\n2,Bob,,b\n3,Cid,12,a\n"),
      ("edit where set == 'a' set set=c age=7", "1,Ann,7,c\n2,Bob,,b\n3,Cid,7,c\n"),
      ("edit where age == nil set age := #name * 2", "1,Ann,41,a\n2,Bob,6,b\n3,Cid,12,a\n"),
      ("edit where row.set == 'b' set set := 'x'", "1,Ann,41,a\n2,Bob,,x\n3,Cid,12,a\n"),
      ("edit in rows where age == 12 set age=", "1,Ann,41,a\n2,Bob,,b\n3,Cid,\"\",a\n"),
      ("edit --null age where age == 12 set name=Di", "1,Ann,41,a\n2,Bob,,b\n3,Di,,a\n"),
      ("edit @1,where id == 3 set name='a > b'", "1,a > b,41,a\n2,Bob,,b\n3,a > b,12,a\n"),
      ("edit 0:0 set := 'q'", "1,Ann,41,q\n2,Bob,,b\n3,Cid,12,a\n"),
      ("edit --skip-errors where #age > 1 set name := 1", "1,Ann,41,a\n2,Bob,,b\n3,Cid,12,a\n"),
      (
        "alias e edit; e where id == 2 set name := age or 'none'",
        "1,Ann,41,a\n2,none,,b\n3,Cid,12,a\n"
      ),
    ])
  func set(line: String, rows: String) throws {
    let file = try OpenedFile(Self.crew)
    let reply = file.run(line)
    try expectEqual(file.saved, "id,name,age,set\n" + rows, "\(reply)")
    file.run("undo to 0")
    try expectEqual(file.saved, Self.crew)
  }

  @Test("the reply is one step, one plan, and none of it with --dry-run")
  func plan() {
    let session = Session("A(a b) B(c)")
    session.expect(
      """
      > edit --dry-run where id ~= "b" set name=x
      dry run: changed 2 cells in 2 sections
      plan  1 stage, 2 operations, the least possible
        reconfigure rows   0:0  1:0
      > edit where id ~= "b" set name=x; undo list
      changed 2 cells in 2 sections
      plan  1 stage, 2 operations, the least possible
        reconfigure rows   0:0  1:0
      1  edit where id ~= "b" set name=x
      > edit where id == "z" set name=x
      nothing changed
      """)
  }

  @Test("a set without what to set, or in another place, says how it is typed")
  func errors() {
    Session("A(a b)").expect(
      """
      > edit where id == "a" set
      error: COL=VALUE or a column is missing after 'where id == "a" set'
      hint:  help edit
      > edit where id == "a" name := 3
      error: ':=' in a where, which takes the rest of the line
      edit where id == "a" name := 3
                                ^
      hint:  edit where id == "a" set name=3
      > edit where id == "a" set nam=3
      error: no column 'nam'
      hint:  edit where id == "a" set name=3
      """)
  }

  @Test(
    "a condition before set that does not compile is Lua's error about that condition",
    arguments: ["name=x", "name := 3", "name=x; count"])
  func condition(rest: String) {
    let session = Session("A(a b)")
    expect(
      session.run("edit where größe == 2 set \(rest)").hasPrefix(
        """
        error: <eof> expected near '<\\195>'

        """))
    expect(
      session.run("edit where id == set \(rest)").hasPrefix(
        "error: something is missing at the end: "))
  }

  @Test("cells of a typed source keep their kinds, from Lua as well")
  func typed() throws {
    let text = #"[{"id": 1, "on": true, "n": 1.50}, {"id": 2, "on": false, "n": null}]"#
    let file = try OpenedFile(text, name: "t.json")
    file.run("edit where on set on=false n=2")
    file.run("lua tablesh.run('edit where n == nil set n := 3 * id')")
    let saved = try file.saved
    expectEqual(saved, #"[{"id": 1, "on": false, "n": 2}, {"id": 2, "on": false, "n": 6}]"#)
    expect(file.run("edit where id == 1 set on=5").contains("'5' is not true or false"))
  }

  @Test("keep deletes all rows but those of its target, as one step")
  func keep() {
    let session = Session("A(a b) B(c d) C()")
    session.expect(
      """
      > keep @b, B:1
      deleted 2 rows in 2 sections
      plan  1 stage, 2 operations, the least possible
        delete rows   0:0  1:0
      > undo
      took back: keep @b, B:1; inserted 2 rows in 2 sections
      plan  1 stage, 2 operations, the least possible
        insert rows   0:0  1:0
      > keep *
      nothing changed
      > keep --dry-run where id > "c"
      dry run: deleted 3 rows in 2 sections
      plan  1 stage, 3 operations, the least possible
        delete rows   0:0  0:1  1:0
      > keep C
      note: no row is left: undo brings all back
      deleted 4 rows in 2 sections
      plan  1 stage, 4 operations, the least possible
        delete rows   0:0  0:1  1:0  1:1
      """)
    expectEqual(session.drawing, "A() B() C()")
  }

  @Test("keep asks on a terminal before it deletes more than half of the rows")
  func keepAsks() {
    let session = Session("A(a b c)")
    session.console.isInteractive = true
    session.run("keep @a")
    expectEqual(session.console.questions, ["Delete 2 of 3 rows?"])
    expectEqual(session.drawing, "A(a b c)")
  }

  @Test("an alias takes Lua text that stands right behind it")
  func alias() {
    let session = Session("A(a b c)")
    expectEqual(session.run("alias c count; c where id ~= 'a'"), "2\n")
    expectEqual(session.run("c in A where id == 'a'"), "1\n")
  }
}

/// Younger commands yield to those of the user.
struct YieldingTests {
  @Test("a plugin may take the name of a younger command, and gives it back")
  func plugin() throws {
    let folder = TemporaryFolder()
    let path = try folder.write(
      "tablesh.command { name='keep', run=function() return 'mine' end }", to: "p.lua")
    let session = Session("A(a b)")
    session.expect(
      """
      > plugin load \(path)
      note: 'keep' is the command of \(path) now, not the built-in one
      loaded \(path)
      > keep
      mine
      > plugin reload
      note: 'keep' is the command of \(path) now, not the built-in one
      reloaded \(path)
      > plugin disable \(path); keep 0:0
      disabled \(path)
      deleted 1 row in 1 section
      plan  1 stage, 1 operation, the least possible
        delete row   0:1
      """)
    expect(session.run("help keep").hasPrefix("keep [--dry-run] TARGET"))
  }

  @Test("an alias of a younger command says how that comes back")
  func alias() {
    let session = Session("A(a b)")
    session.expect(
      """
      > alias keep count
      note: the built-in 'keep' is back after: alias keep ''
      > keep
      2
      > alias keep ''; keep 0; alias count columns
      nothing changed
      """)
  }
}
