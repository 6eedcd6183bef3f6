import Expectations
import Testing

@testable import TableShell

/// Changing a table.
struct EditingTests {
  @Test("a path from the end names the place in the table afterwards")
  func placesFromTheEnd() {
    let session = Session("A(a b c) B(d)")
    session.run("move 1:0 to 0:-1")
    expectEqual(session.drawing, "A(a b c d) B()")
    session.run("move 0:0 to 0:-1")
    expectEqual(session.drawing, "A(b c d a) B()")
    session.run("move 0:0-1 to 0:-2")
    expectEqual(session.drawing, "A(d a b c) B()")
    session.run("insert 0:-1 id=x")
    expectEqual(session.drawing, "A(d a b c x) B()")
    session.run("insert 0:0 id=y")
    expectEqual(session.drawing, "A(y d a b c x) B()")
  }

  @Test("a place behind the end of its section is an error that tells the places there are")
  func noSuchPlace() {
    Session("A(a b c) B(d)").expect(
      """
      > move 1:0 to 0:4
      error: 0:4 is no place for a row: section 'A' has 0:0 … 0:3
      hint:  move 1:0 to 0:end  # after the last row
      > move 0:0 to 0:3
      error: 0:3 is no place for a row: section 'A' has 0:0 … 0:2
      hint:  move 0:0 to 0:end  # after the last row
      > insert 1:2 id=x
      error: 1:2 is no place for a row: section 'B' has 1:0 … 1:1
      hint:  insert 1:end id=x  # after the last row
      """)
  }

  @Test("a where that takes what belongs to the command is an error that says what to type")
  func restOfLine() {
    let session = Session("A(1 2)")
    session.expect(
      """
      > edit where id == 1 name=x
      error: 'where id == 1 name=x' takes the rest of the line
      hint:  edit where id == 1 set name=x
      > edit --null name where id == 1 name="b c" id=3
      error: 'where id == 1 name="b c" id=3' takes the rest of the line
      hint:  edit --null name where id == 1 set name="b c" id=3
      > edit where id > 1
      error: 'where id > 1' takes the rest of the line
      hint:  show where id > 1  -- to change these: edit where id > 1 set COL=VALUE
      > move where id == 1 to 0:1
      error: 'where id == 1 to 0:1' takes the rest of the line
      hint:  select only where id == 1; move selected to 0:1
      > traits where id == 1 can-edit=off
      error: 'where id == 1 can-edit=off' takes the rest of the line
      hint:  select only where id == 1; traits selected can-edit=off
      > edit 0:0 := 3
      error: a column is missing before ':='
      hint:  help edit
      """)
    expectEqual(session.shell.current?.editor.isEditing, false)
  }

  @Test(
    "the hint for a where that took what follows works as it is",
    arguments: [
      "edit where row.text.id==\"2\" name=paid",
      "edit where name == 1 name=paid", "edit where row.text.id ~= 'a b' and id>1 name='c d'",
      "edit in A where id == 2 name=", "move where id == 2 to 0:0",
      "traits where id == 2 can-edit=off",
    ])
  func restOfLineHint(line: String) throws {
    let session = Session("A(1 2)")
    let reply = session.run(line)
    let hint = try require(reply.split(separator: "\n").last { $0.hasPrefix("hint:  ") })
    expectEqual(session.shell.run(String(hint.dropFirst(7))), .done, "\(session.console.take())")
  }

  @Test("a column cannot be put behind the last place")
  func columnPlaces() {
    Session("A(a)").expect(
      """
      > column move id to 2
      error: no place 2 for a column: they count from 0 to 1
      hint:  help column
      > column add note at 2; columns
      added column 'note'
      plan  1 stage, 1 operation, the least possible
        reconfigure all rows
      id    text    key
      name  text
      note  number
      """)
  }

  @Test("a change of columns says what was done")
  func columnWords() {
    let session = Session("A(a)")
    for (line, reply) in [
      ("column add note", "added column 'note'"),
      ("column rename note remark", "renamed column 'note' to 'remark'"),
      ("column type remark text", "typed column 'remark' text"),
      ("column move remark to 0", "moved column 'remark'"),
      ("column delete name remark", "removed columns 'remark', 'name'"),
    ] {
      expect(session.run(line).hasPrefix(reply + "\n"), "\(line)")
    }
    expect(session.run("undo").contains("added columns 'remark', 'name'"))
  }

  @Test("several steps are taken back as one plan, which plan prints again")
  func undoSeveral() {
    let session = Session("A(a b c)")
    session.expect(
      """
      > set table none; delete 0:0; select 0:0; edit 0:1 name=x; undo to 0
      table is none
      deleted 1 row in 1 section
      plan  1 stage, 1 operation, the least possible
        delete row   0:0
      selected 1 row
      changed 1 cell in 1 section; 1 selected
      plan  1 stage, 1 operation, the least possible
        reconfigure row   0:1
      took back 3 steps: 'edit 0:1 name=x', 'select 0:0', 'delete 0:0'; inserted 1 row, changed 1 cell in 1 section
      plan  1 stage, 2 operations, the least possible
        insert row        0:0
        reconfigure row   0:1
      > plan
      plan  1 stage, 2 operations, the least possible
        insert row        0:0
        reconfigure row   0:1
      > undo to 0
      nothing changed
      > redo; redo; redo; undo list
      did again: delete 0:0; deleted 1 row in 1 section
      plan  1 stage, 1 operation, the least possible
        delete row   0:0
      did again: select 0:0; selected 1 row
      did again: edit 0:1 name=x; changed 1 cell in 1 section; 1 selected
      plan  1 stage, 1 operation, the least possible
        reconfigure row   0:1
      1  delete 0:0
      2  select 0:0
      3  edit 0:1 name=x
      """)
  }

  @Test("undo N and redo N go so many steps at once, or none where there are fewer")
  func undoCount() {
    let session = Session("A(a b c)")
    session.run("delete 0:0; select 0:0; edit 0:1 name=x")
    session.expect(
      """
      > undo 2
      took back 2 steps: 'edit 0:1 name=x', 'select 0:0'; changed 1 cell in 1 section
      plan  1 stage, 1 operation, the least possible
        reconfigure row   0:1
      > undo 5
      error: only 1 step can be undone, not 5
      hint:  undo 1
      > redo 3
      error: only 2 steps can be redone, not 3
      hint:  redo 2
      > undo 1
      took back 1 step: 'delete 0:0'; inserted 1 row in 1 section
      plan  1 stage, 1 operation, the least possible
        insert row   0:0
      > undo 1
      error: nothing to undo
      > redo 3
      did 3 steps again: 'delete 0:0', 'select 0:0', 'edit 0:1 name=x'; deleted 1 row, changed 1 cell in 1 section; 1 selected
      plan  1 stage, 2 operations, the least possible
        delete row        0:0
        reconfigure row   0:2
      > plan
      plan  1 stage, 2 operations, the least possible
        delete row        0:0
        reconfigure row   0:2
      > redo 1
      error: nothing to redo
      > undo 0
      error: '0' is not a number of steps
      hint:  undo 1
      """)
    expect(session.run("undo lits").contains("'lits' is neither list nor to"))
    expect(session.run("undo list").hasPrefix("1  delete 0:0\n2  select 0:0\n3  edit"))
    session.run("undo 3")
    expectEqual(session.drawing, "A(a b c)")
  }

  @Test("a text in a column of numbers is told, as it is one of text then")
  func numberColumn() throws {
    let folder = TemporaryFolder()
    let path = try folder.write("id,pay,note\na,1,x\nb,2,y\n", to: "t.csv")
    let session = Session(nil)
    session.run("open '\(path)'")
    expect(!session.run("edit @a pay=3 note=7").contains("note:"))
    expect(
      session.run("edit @a pay=abc").hasPrefix(
        "note: column pay is text now, no longer numbers, because of \"abc\"; undo takes it back\n")
    )
    expect(!session.run("edit @b pay=def").contains("note:"))
    session.run("undo 2")
    expect(!session.run("edit --null pay @a").contains("note:"))
    expect(session.run("edit @a pay=").contains("because of \"\""))
    session.run("undo")
    expect(session.run("edit @a pay=007").contains("note: column pay is text now"))
    session.run("column add empty")
    expect(!session.run("edit @a empty=yes").contains("note:"))
  }

  @Test("changes tells of columns, sections and order, too")
  func changes() {
    let session = Session("A(a b) B(c)")
    session.run(
      """
      column add note; column rename name title; section rename B C; move 0:0 to 0:1
      section add D; move 1:0 to 0:0; column move note to 0
      """)
    session.expect(
      """
      > changes
      6 changes
      + column note
      ~ column name: now title
      ~ section B: now C
      + section D
      ~ 1 row moved to section A
      ~ the order of the rows in section A
      > undo to 0; changes
      took back 7 steps: 'column move note to 0', 'move 1:0 to 0:0', 'section add D', 'move 0:0 to 0:1', 3 more; moved 2 rows in 2 sections, removed 1 section, \
      renamed 1 section, removed column 'note', renamed column 'title' to 'name'
      plan  2 stages, 5 operations, the least possible
        stage 1
          delete section        2
          move rows             0:0 → 1:0  0:2 → 0:0
          reconfigure section   1
        stage 2
          reconfigure all rows
      no unsaved changes
      """)
  }

  @Test("what Lua changes in one command is one step, and nothing if it fails")
  func luaSteps() {
    let session = Session("A(a b c)")
    session.expect(
      """
      > lua for i = 1, 2 do tablesh.run("delete 0:0") end
      deleted 2 rows in 1 section
      plan  1 stage, 2 operations, the least possible
        delete rows   0:0  0:1
      > undo list
      1  lua for i = 1, 2 do tablesh.run("delete 0:0") end
      > lua do tablesh.run("delete 0:0"); error("no") end
      error: no
      """)
    expectEqual(session.drawing, "A(c)")
    session.run("undo")
    expectEqual(session.drawing, "A(a b c)")
  }

  @Test("a column set to hold numbers reads leading zeros, many digits and exponents")
  func forcedNumbers() {
    let session = Session("A(007 2 1e1 12345678901234567890 inf x)")
    session.run("column type id number")
    session.expect(
      """
      > count where id > 1
      4
      > count where id == nil
      2
      > = tablesh.run("show id 0:0").ok
      true
      """)
  }

  @Test("a key, a number or a section that is not there is an error with the nearest as typed")
  func nearest() {
    let session = Session("2020(A1 A2) \"Cabin(x)")
    session.expect(
      #"""
      > count 2020
      error: no section 2020: there are 2 sections
      hint:  quote a name: "2020"
      > count Crew
      error: no section 'Crew'
      hint:  sections  # "2020", "\"Cabin"
      > count @A3
      error: no row with the key 'A3'
      hint:  did you mean @A1 or @A2?
      > count @nothing-like-it
      error: no row with the key 'nothing-like-it'
      hint:  find nothing-like-it looks for it
      """#)
  }

  @Test("reload --discard takes no target, and a table without a source has nothing to reload")
  func reloading() {
    Session().expect(
      """
      > reload
      error: this table has no source to reload from
      hint:  save PATH writes it to a file
      > reload --discard 0
      error: '--discard' does not go with '0'
      hint:  help reload
      """)
  }

  @Test("E8: a source that cannot be read any more is refused, and the table stays")
  func brokenSource() throws {
    let folder = TemporaryFolder()
    let source = try folder.write(#"[{"id": 1, "name": "Ann"}]"#, to: "a.json")
    let session = Session(nil)
    session.run("open \(source)")
    let before = session.run("show")
    try folder.write(#"{"error": "#, to: "a.json")
    expect(session.run("reload").hasPrefix("error: "))
    expect(session.run("show") == before && before.contains("Ann"))
  }

  @Test("a copy counts as saved, and a plain save still writes the source")
  func savingCopies() throws {
    let folder = TemporaryFolder()
    let source = try folder.write("id,n\n1,a\n", to: "a.csv")
    let session = Session(nil)
    session.run("open \(source); edit 0:0 n=b")
    expect(session.run("save \(folder.file("b.csv"))").hasPrefix("saved 1 row"))
    expectEqual(session.run("changes"), "no unsaved changes\n")
    expectEqual(session.shell.run("quit"), .leave(status: 0))
    try expectEqual(folder.read("a.csv"), "id,n\n1,a\n")
    expect(session.run("save").hasPrefix("saved 1 row"))
    try expectEqual(folder.read("a.csv"), "id,n\n1,b\n")
    expect(session.run("save").hasPrefix("nothing to save"))
  }

  @Test("conflicts of a reload are part of its reply")
  func conflicts() throws {
    let folder = TemporaryFolder()
    let source = try folder.write("id,n\n1,a\n", to: "a.csv")
    let session = Session(nil)
    session.run("open \(source); edit 0:0 n=b")
    try folder.write("id,n\n1,c\n", to: "a.csv")
    session.expect(
      """
      > reload
      reloaded \(source): 1 conflict
      conflict: row '1', n: 'b' here, 'c' in the source
      """)
  }

  @Test("rows of a file make the sections that a view of a column does not have yet, as one step")
  func insertFile() throws {
    let folder = TemporaryFolder()
    let table = try folder.write("id,team\n1,red\n2,blue\n", to: "a.csv")
    let more = try folder.write("id,team\n3,green\n4,red\n5,green\n", to: "b.csv")
    let twice = try folder.write("id,team\n6,pink\n1,red\n", to: "c.csv")
    let session = Session(nil)
    session.run("open --section-by team \(table)")
    session.expect(
      """
      > insert from \(more)
      inserted 3 rows in 2 sections, added 1 section
      plan  1 stage, 2 operations, the least possible
        insert section   2
        insert row       0:1
      > insert from \(twice)
      error: two rows would have the key '1'
      hint:  give the row another key, or see it with: show @KEY
      > undo list
      1  insert from \(more)
      """)
    expectEqual(session.drawing, "red(1 4) blue(2) green(3 5)")
  }
}
