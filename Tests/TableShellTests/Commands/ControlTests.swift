import Expectations
import Testing

@testable import TableShell

/// The rules C, as a user sees it.
struct ControlTests {
  @Test("C4, C5, C6: the minus shows the button, which commits as one step of one row")
  func minus() {
    let session = Session("A(a b c)")
    session.run("set trace on; selection none --editing; traits moves=off confirm=Remove; edit on")
    session.expect(
      """
      > minus 0:1
      0:1 shows [Remove]
        trailingSwipeActions 0:1 → nil
        titleForDeleteConfirmation 0:1 → Remove
      > show
                 id  name
      0 A (3 rows)
        (-) 0:0  a   a
        (|) 0:1  b   b     [Remove]
        (-) 0:2  c   c
      3 rows · editing · Done · Delete (disabled)
      > tap 0:0
      tap refused: the touch has closed what was open
      > minus 0:1; confirm
      0:1 shows [Remove]
        trailingSwipeActions 0:1 → nil
        titleForDeleteConfirmation 0:1 → Remove
      deleted 1 row in 1 section
        commit 0:1 delete
      plan  1 stage, 1 operation, the least possible
        delete row   0:1
      > undo
      took back: confirm; inserted 1 row in 1 section
      plan  1 stage, 1 operation, the least possible
        insert row   0:1
      """)
    expectEqual(session.drawing, "A(a b c)")
    expect(session.run("traits confirm=; minus 0:0").contains("0:0 shows [ ]"))
    session.run("minus 0:0")
    expect(session.run("confirm").contains("error: no row shows a button"))
  }

  @Test("C4: what shows no minus or plus says why")
  func reasons() {
    let session = Session("A(a b)")
    expect(session.run("minus 0:0").contains("hint:  edit on"))
    session.run("edit on")
    expect(session.run("minus 0:0").contains("hint:  selection single --editing"))
    session.run("selection none --editing; traits 0:0 can-edit=off; traits 0:1 style=insert")
    expect(session.run("minus 0:0").contains("has no minus: it cannot be edited"))
    expect(session.run("minus 0:1").contains("has no minus: its style is insert"))
    expect(session.run("plus 0:1 id=x").contains("inserted 1 row"))
    expectEqual(session.drawing, "A(a x b)")
  }

  @Test("C7: a swipe edits its row, confirm commits, a touch elsewhere ends it")
  func swipe() {
    let session = Session("A(a b c)")
    session.run("set trace on")
    session.expect(
      """
      > swipe 0:2
      0:2 shows [Delete]
        canEdit 0:2 → yes
        trailingSwipeActions 0:2 → nil
        editingStyle 0:2 → delete
        willBeginEditing 0:2
        titleForDeleteConfirmation 0:2 → Delete
      > show 0:2
             id  name
        0:2  c   c     ‹ [Delete]
      1 row of 3
      > tap elsewhere
      nothing is open, and no row is in the hand
        didEndEditing 0:2
      """)
    session.run("swipe 0:2")
    expect(session.run("confirm").contains("  commit 0:2 delete\n  didEndEditing 0:2\n"))
    expectEqual(session.drawing, "A(a b)")
    session.run("traits 0:0 style=none")
    expect(session.run("swipe 0:0").contains("swipe refused: its style is none"))
    session.run("traits commits=off")
    expect(session.run("swipe 0:1").contains("swipe refused: the data source commits nothing"))
  }

  @Test("C7: the table reads as editing while a row is swiped open, and not afterwards")
  func reads() {
    let session = Session("A(a b)") { $0.format = .json }
    expect(session.run("swipe 0:0").contains(#""editing":true"#))
    expect(session.run("tap elsewhere").contains(#""editing":false"#))
  }

  @Test("B14: leaving editing mode ends a swipe; A7: it goes with its row, and nothing else")
  func ends() {
    let session = Session("A(a b c)")
    session.run("set trace on; swipe 0:1")
    expect(session.run("edit off").contains("  didEndEditing 0:1\n"))
    session.run("swipe 0:1; delete 0:0")
    expect(session.run("show 0:0").contains("[Delete]"))
    expect(session.run("delete 0:0").contains("note: what was open is closed: its row is gone"))
  }

  @Test("C15: own actions take the place of Delete; a full swipe does the first")
  func actions() {
    let session = Session("A(a b c)")
    session.run("traits 0:1 actions=Archive,Delete leading=Pin; traits 0:2 actions=none")
    session.expect(
      """
      > swipe 0:1 full
      pressed [Archive]
      > swipe 0:1 leading
      0:1 shows [Pin]
      > show 0:1
             id  name
        0:1  b   b     [Pin] ›
      1 row of 3
      > confirm
      pressed [Pin]
      > swipe 0:2
      swipe refused: its list of actions is empty
      > swipe 0:1; confirm Delte
      0:1 shows [Archive] [Delete]
      error: no button 'Delte' is shown
      hint:  confirm Archive, or confirm Delete
      """)
    session.run("confirm Delete")
    expectEqual(session.drawing, "A(a c)")
  }

  @Test("calls stand in the reply with their answers, in order")
  func json() {
    let session = Session("A(a b)") { $0.format = .json }
    session.run("traits 0:1 actions=Archive")
    expect(
      session.run("swipe 0:1 full").contains(
        #""events":[{"event":"canEdit","path":[0,1],"answer":true},"#
          + #"{"event":"trailingSwipeActions","path":[0,1],"answer":["Archive"]},"#
          + #"{"event":"willBeginEditing","path":[0,1]},"#
          + #"{"event":"action","path":[0,1],"action":"Archive"},"#
          + #"{"event":"didEndEditing","path":[0,1]}]"#))
    session.run("swipe 0:0")
    expect(
      session.run("confirm").contains(
        #"{"event":"commit","path":[0,0],"style":"delete"}"#))
  }

  @Test("a policy in Lua says of rows what traits say, and commits")
  func policy() {
    let session = Session("A(a b c)")
    session.run("selection none --editing; traits moves=off")
    session.run(
      """
      lua tablesh.policy { name = "p", can_edit = function(row) return row.id ~= "a" end, \
      editing_style = function(row) return row.id == "c" and "insert" or "delete" end, \
      confirmation_title = function(row) return "Drop " .. row.id end, \
      commit = function(row, style) if style == "insert" then return {id = "new"} end \
      if row.id == "b" then return false, "b stays" end end }
      """)
    session.run("edit on")
    session.expect(
      """
      > show
                 id  name
      0 A (3 rows)
        0:0  a       a
        (-) 0:1  b   b
        (+) 0:2  c   c
      3 rows · editing · Done · Delete (disabled)
      > minus 0:1; confirm
      0:1 shows [Drop b]
      confirm refused: b stays
      """)
    session.run("plus 0:2")
    expectEqual(session.drawing, "A(a b new c)")
    session.run(#"lua tablesh.policy { name = "q", level = function() return "deep" end }"#)
    expect(session.run("show").contains("note: policy 'q' failed: level answers deep"))
  }

  @Test("explain cites the rules of what was touched")
  func explains() {
    let session = Session("A(a b)")
    session.run("swipe 0:1")
    expect(session.run("explain").contains("willBeginEditing 0:1"))
    session.run("confirm")
    let text = session.run("explain")
    expect(text.contains("commit 0:1 delete") && text.contains("C5  commit changes the data"))
    session.run("swipe 0:0; confirm")
    expect(session.run("explain").contains("C11  a section that loses its last row"))
  }
}
