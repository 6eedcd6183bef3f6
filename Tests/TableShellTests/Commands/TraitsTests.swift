import Expectations
import Testing

@testable import TableShell

/// Traits of rows.
struct TraitsTests {
  @Test("traits are said of rows, sections, all and the table, and listed; nothing is undone")
  func list() {
    let session = Session()
    session.expect(
      """
      > traits
      no traits are set
      > traits 0:1 can-edit=off level=2
      set for 1 row
      > traits Pilots accessory=disclosure confirm=Remove
      set for section Pilots
      > traits all style=insert
      set for all rows
      > traits moves=off
      set for the table
      > traits @P2 level=1 actions=Archive,Delete
      set for 1 row
      > traits
      table           moves=off
      all             style=insert
      section Pilots  accessory=disclosure  confirm=Remove
      0:1             can-edit=off  level=1  actions=Archive,Delete
      > undo
      error: nothing to undo
      > traits reset
      no traits are set
      > traits
      no traits are set
      """)
  }

  @Test("what is no trait, or no value of one, is refused with what can be said")
  func refusals() {
    let session = Session()
    expect(session.run("traits 0:1 can-edti=off").contains("did you mean 'can-edit'"))
    expect(session.run("traits 0:1 style=mius").contains("'style' is none, delete or insert"))
    expect(session.run("traits 0:1 level=-1").contains("a number from 0 to 20"))
    expect(session.run("traits 0:1 moves=off").contains("are for the whole table"))
    expect(session.run("traits 0:9 level=1").contains("no row 0:9"))
    expect(session.run("traits 0:1").contains("NAME=VALUE is missing after '0:1'"))
    expectEqual(session.run("traits"), "no traits are set\n")
  }

  @Test(
    "C1, C2, C3: editing mode prints what each row shows, and those that cannot be edited flush")
  func controls() {
    let session = Session("A(a b c d e)")
    session.run("selection single --editing; edit on; select 0:0")
    session.run("traits moves=off; traits 0:1 can-edit=off; traits 0:2 style=insert")
    session.run("traits 0:3 style=none; traits 0:4 style=none indent=off")
    session.expect(
      """
      > show
                 id  name
      0 A (5 rows)
      * (-) 0:0  a   a
        0:1  b       b
        (+) 0:2  c   c
            0:3  d   d
        0:4  e       e
      5 rows · editing · Done · Delete (1)
      """)
  }

  @Test("C12: where several rows can be selected they have circles, and styles do not show")
  func circles() {
    let session = Session("A(a b c)")
    session.run("edit on; select 0:1; traits 0:0 style=insert; traits moves=off")
    session.run("traits 0:2 can-edit=off")
    session.expect(
      """
      > show
               id  name
      0 A (3 rows)
      ( ) 0:0  a   a
      (o) 0:1  b   b
        0:2  c     c
      3 rows · editing · Done · Delete (1)
      """)
  }

  @Test("C13, C14, C8: accessories, levels and handles stand where their mode wants them")
  func accessories() {
    let session = Session("A(a b c)")
    session.run("traits 0:0 accessory=disclosure; traits 0:1 level=2 accessory=checkmark")
    session.run("traits 0:2 editing-accessory=detail can-move=off")
    session.expect(
      """
      > show
             id     name
      0 A (3 rows)
        0:0  a      a     >
        0:1      b  b     ✓
        0:2  c      c
      3 rows
      > edit on; show
      editing is on; the buttons say Done, Delete (disabled)
               id     name
      0 A (3 rows)
      ( ) 0:0  a      a          ≡
      ( ) 0:1      b  b          ≡
      ( ) 0:2  c      c     (i)
      3 rows · editing · Done · Delete (disabled)
      > traits moves=off; show 0:2
      set for the table
               id  name
      ( ) 0:2  c   c     (i)
      1 row of 3 · editing · Done · Delete (disabled)
      """)
  }

  @Test("C1: entering editing mode asks the visible rows, one after the other")
  func asks() {
    let session = Session("A(a b)")
    session.run("set trace on; selection none --editing")
    expect(session.run("edit on").contains("canEdit 0:1 → yes"))
    session.run("edit off; traits 0:1 can-edit=off")
    session.expect(
      """
      > edit on
      editing is on; the buttons say Done, Delete (disabled)
        canEdit 0:0 → yes
        editingStyle 0:0 → delete
        shouldIndent 0:0 → yes
        canMove 0:0 → yes
        canEdit 0:1 → no
        canMove 0:1 → yes
      > explain
      edit on
      calls
        canEdit 0:0 → yes          C1   in editing mode each visible row is asked canEdit, then its style, indent and canMove
        editingStyle 0:0 → delete  C3   a row's editing style is a minus, a plus or nothing; where several rows can be selected it is not asked
        shouldIndent 0:0 → yes     C14  a level of indentation moves the text by two columns, an editing control the row by four
        canMove 0:0 → yes          C8   a row has a handle in editing mode, if rows can be moved and this one can
        canEdit 0:1 → no           C2   a row that cannot be edited has no control, no indent and no swipe
        canMove 0:1 → yes          C8   a row has a handle in editing mode, if rows can be moved and this one can
      """)
    session.run("edit off; selection multiple --editing")
    expect(!session.run("edit on").contains("editingStyle"))
    expectEqual(session.run("undo"), "error: nothing to undo\n")
  }

  @Test("traits are taken back with a dry run, and follow rows that move")
  func follows() {
    let session = Session("A(a b c)")
    session.run("traits 0:0 level=1; move 0:0 to 0:2")
    expectEqual(session.run("traits"), "0:2  level=1\n")
    session.run("delete 0:2")
    expectEqual(session.run("traits"), "no traits are set\n")
    session.run("undo")
    expectEqual(session.run("traits"), "0:2  level=1\n")
  }

  @Test("only rows that are shown are asked")
  func shownOnly() {
    let rows = (0..<100).map { "r\($0)" }.joined(separator: " ")
    let session = Session("A(\(rows))")
    session.run("lua asked = 0")
    session.run(
      "lua tablesh.policy { name = \"p\", level = function(row) asked = asked + 1; return 1 end }")
    session.run("show")
    expectEqual(session.run("= asked"), "20\n")
  }

  @Test("names and values of traits are completed")
  func completion() {
    let session = Session()
    let texts = { (line: String) -> [String] in
      guard
        case .candidates(let found) = session.shell.complete(line, cursor: line.utf8.count).choices
      else { return [] }
      return found.map(\.text)
    }
    expect(texts("traits 0:1 sty").contains("style=insert"))
    expectEqual(texts("traits 0:1 can-edit=o").sorted(), ["can-edit=off", "can-edit=on"])
    expectEqual(texts("traits re"), ["reset"])
  }
}
