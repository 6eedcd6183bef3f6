import Expectations
import Testing

@testable import TableShell

/// Marks, touches and coming back.
struct MarksTests {
  @Test("mark puts marks on rows, which 'marked' names, undo takes back and nothing else clears")
  func marks() {
    let session = Session()
    session.run("selection held view")
    session.expect(
      """
      > mark 0:1,1:0
      2 rows marked
      > select marked
      selected 2 rows
      > mark off 0:1
      1 row marked
      > mark toggle 0:0,1:0
      1 row marked
      > mark only 1
      2 rows marked
      > reload --data
      note: reloadData took 2 rows out of the selection
      reloaded the data
      plan  reloadData (reloadData was asked for)
      > count marked
      2
      > undo to 4
      took back 2 steps: 'reload --data', 'mark only 1'; selected 2 rows, marked 1 row, unmarked 2 rows
      plan  reloadData (reloadData was asked for)
      > count marked
      1
      > mark 9:9
      error: no section 9: there are 2 sections
      hint:  sections  # they count from 0: 0 … 1
      """)
  }

  @Test("JSON has the keys of marked rows between output and table, the text a column of its own")
  func shownMarks() {
    let session = Session()
    session.run("mark 0:2")
    let text = session.run("show")
    expect(text.contains("[x]"))
    session.run("set format json")
    let reply = session.run("mark 0:0")
    expect(reply.contains(#""output":"2 rows marked","marks":["P3","P1"]"#))
  }

  @Test("B27, B28: a tap on a checklist changes the mark and leaves nothing selected")
  func checklists() {
    let session = Session()
    session.expect(
      """
      > selection checklist 0 exclusive
      note: one of its rows is always marked, now 0:0
      section Pilots is an exclusive checklist
      > selection checklist 1 inclusive
      section Crew is an inclusive checklist
      > tap 0:0
      tapped 0:0: marked; 0 selected
      > tap 0:2
      tapped 0:2: marked; 0 selected
      > tap 1:1; tap 1:0; tap 1:1
      tapped 1:1: marked; 0 selected
      tapped 1:0: marked; 0 selected
      tapped 1:1: not marked; 0 selected
      > count marked
      2
      > selection checklist 0 off
      section Pilots is not a checklist
      > tap 0:0
      tapped 0:0: selected; 1 selected
      """)
    expect(session.run("selection").contains("marked"))
  }

  @Test("B29: a checklist follows its row when another one is inserted above it")
  func remembered() {
    let session = Session()
    session.run("selection checklist 0 exclusive; insert Pilots:0 id=P0")
    session.expect(
      """
      > edit marked name=Head
      changed 1 cell in 1 section
      plan  1 stage, 1 operation, the least possible
        reconfigure row   0:1
      """)
  }

  @Test("B4: a finger highlights a row; lifted it taps, sliding away it does not")
  func touches() {
    let session = Session()
    session.run("set trace on")
    session.expect(
      """
      > touch 0:1
      0:1 is highlighted
        shouldHighlight 0:1 → yes
        didHighlight 0:1
      > touch cancel
      the finger slid away; nothing is tapped
        didUnhighlight 0:1
      > touch 0:1
      0:1 is highlighted
        shouldHighlight 0:1 → yes
        didHighlight 0:1
      > touch up
      tapped 0:1: selected; 1 selected
        didUnhighlight 0:1
        willSelect 0:1 → 0:1
        didSelect 0:1
      > touch up
      error: no finger is on a row
      hint:  touch PATH
      """)
  }

  @Test("B12: with a primary action a plain tap replaces the selection and opens")
  func primaryAction() {
    let session = Session()
    session.run("select 0:0-1; selection action on; set trace on")
    session.expect(
      """
      > tap 0:2
      tapped 0:2: selected; 1 selected
        shouldHighlight 0:2 → yes
        didHighlight 0:2
        didUnhighlight 0:2
        willSelect 0:2 → 0:2
        willDeselect 0:0 → 0:0
        didDeselect 0:0
        willDeselect 0:1 → 0:1
        didDeselect 0:1
        didSelect 0:2
        performPrimaryAction 0:2
      > selection action maybe
      error: 'maybe' is neither on nor off
      hint:  selection action on|off
      """)
  }

  @Test("B17: coming back clears the selection, in multiple mode not")
  func back() {
    let session = Session()
    session.expect(
      """
      > tap 0:1; tap 0:0; back
      tapped 0:1: selected; 1 selected
      tapped 0:0: selected; 2 selected
      back at the table: the selection stays
      > back topmost
      back at the table: 1 row deselected
      > selection single; back
      outside editing mode: single selection
      back at the table: 1 row deselected
      """)
  }

  @Test("B1, B2: each flag is set alone, with UIKit's coupling")
  func flags() {
    let session = Session()
    session.expect(
      """
      > selection uikit
      as UIKit starts: one row, held by the view
      > selection flags allowsMultipleSelectionDuringEditing on
      allowsMultipleSelectionDuringEditing is on
      > edit on; tap 0:0; tap 0:1
      editing is on; the buttons say Done, Delete (disabled)
      tapped 0:0: selected; 1 selected
      tapped 0:1: selected; 2 selected
      > selection flags allowsSelectionDuringEditing on
      allowsSelectionDuringEditing is on
      > selection flags allowsSelectionDuringEditing off
      note: allowsMultipleSelectionDuringEditing is off now, too
      allowsSelectionDuringEditing is off
      > selection flags allowsSelectoin on
      error: no flag 'allowsSelectoin'
      hint:  selection flags allowsSelection on
      """)
  }

  @Test("B26: with limits-see-taps-only a program's selection goes past limits, which is told")
  func limitsSeeTapsOnly() {
    let session = Session()
    session.run("selection limit 0 exclusive")
    expect(session.run("select 0:0-1").contains("error: limit 1 reached"))
    session.run("set limits-see-taps-only on")
    let reply = session.run("select 0:0-1")
    expect(reply.contains("selected 2 rows"))
    expect(reply.contains("section 'Pilots' is over its limit (2 of 1)"))
    expect(session.run("tap 0:2").contains("1 selected"))
  }

  @Test("B19: reloading rows or sections drops them, reconfiguring keeps them; the button follows")
  func reloading() {
    let session = Session()
    session.run("selection held view; edit on; select 0,1:0")
    session.expect(
      """
      > reload --reconfigure 0:0,1:0
      reconfigured 2 rows
      plan  1 stage, 2 operations, the least possible
        reconfigure rows   0:0  1:0
      > reload 0:2
      note: reloading took 1 row out of the selection
      note: the button says Delete (3)
      reloaded 1 row
      plan  1 stage, 1 operation, the least possible
        reload row   0:2
      > reload --sections Pilots
      note: reloading took 2 rows out of the selection
      note: the button says Delete (1)
      reloaded 1 section
      plan  1 stage, 1 operation, the least possible
        reload section   0
      > reload --data
      note: reloadData took 1 row out of the selection
      note: the button says Delete (disabled)
      reloaded the data
      plan  reloadData (reloadData was asked for)
      > reload --sections
      error: 'reload' needs a section
      hint:  help reload
      > reload --data --sections 0
      error: '--data' does not go with '--sections'
      hint:  reload --data
      """)
  }

  @Test("B19: with reload-visible-only rows off the screen are not reloaded, and stay selected")
  func reloadVisibleOnly() {
    let session = Session("A(\((0..<100).map { "r\($0)" }.joined(separator: " ")))")
    session.run("selection held view; select 0:1,0:90; set reload-visible-only on")
    session.expect(
      """
      > reload 0:1,0:90
      note: 1 row off the screen: UIKit does not reload them
      note: reloading took 1 row out of the selection
      reloaded 1 row
      plan  1 stage, 1 operation, the least possible
        reload row   0:1
      """)
  }

  @Test("undo and redo say what became of marks, and undo counts what is selected now")
  func undoneMarks() {
    let session = Session()
    session.expect(
      """
      > mark 0:0-1; undo; redo
      2 rows marked
      took back: mark 0:0-1; unmarked 2 rows
      did again: mark 0:0-1; marked 2 rows
      > selection held view; tap 0:0; tap 0:1; edit on; tap 1:0; edit off; undo
      the selection is held by the view
      tapped 0:0: selected; 1 selected
      tapped 0:1: selected; 2 selected
      editing is on; the buttons say Done, Delete (2)
      tapped 1:0: selected; 3 selected
      note: changing the mode took 3 rows out of the selection
      editing is off; the buttons say Edit, Delete (disabled)
      took back: tap 1:0; selected 2 rows
      """)
  }

  @Test("a key without its @ is told apart from a section that is not there")
  func bareKey() {
    let session = Session()
    session.expect(
      """
      > tap P2
      error: no section 'P2'
      hint:  tap @P2
      """)
  }

  @Test("B11: a checkmark is part of its row, and no button")
  func noButton() {
    let session = Session()
    session.run("traits 0:0 accessory=checkmark; traits 0:1 accessory=detail")
    session.expect(
      """
      > accessory 1:0
      error: row 'C1' has no detail button
      hint:  traits 1:0 accessory=detail
      > traits 0:2 accessory=none; accessory 0:2
      set for 1 row
      error: row 'P3' has no detail button
      hint:  traits 0:2 accessory=detail
      > edit on; accessory 0:1
      editing is on; the buttons say Done, Delete (disabled)
      error: row 'P2' has no detail button in editing mode
      hint:  traits 0:1 editing-accessory=detail
      > edit off
      editing is off; the buttons say Edit, Delete (disabled)
      > accessory 0:0
      error: row 'P1' has no detail button: a checkmark is part of the row
      hint:  tap 0:0
      > accessory 0:1
      tapped the detail button of 0:1; the selection stays as it is
      > accessory
      error: 'accessory' needs a row
      hint:  accessory PATH
      """)
  }

  @Test("B14: editing mode that clears a selection says so, and is no step to undo")
  func mode() {
    let session = Session()
    session.run("selection uikit; tap 0:0")
    session.expect(
      """
      > edit on
      note: changing the mode took 1 row out of the selection
      editing is on; the buttons say Done, Delete (disabled)
      > undo
      took back: tap 0:0; nothing changed
      > undo
      error: nothing to undo
      """)
  }

  @Test("B11, B12: Lua hears of detail buttons and primary actions")
  func luaEvents() {
    let session = Session()
    session.run(
      "lua for _, name in ipairs {'did_tap_accessory', 'did_perform_action'} do "
        + "tablesh.on(name, function(e) print(name, e.rows()().id) end) end")
    expect(
      session.run("traits 0:1 accessory=detail; accessory 0:1").contains("did_tap_accessory\tP2"))
    session.run("selection action on")
    expect(session.run("tap 0:0").contains("did_perform_action\tP1"))
  }

  @Test("C15: Lua does what a button of a swipe says, as part of the command's step")
  func pressedActions() {
    let session = Session()
    session.run("traits Pilots actions=Archive,Delete")
    session.run(
      "lua tablesh.on('did_press_action', function(e) "
        + "if e.action == 'Archive' then tablesh.run('move @' .. e.row.id .. ' to Crew:end') end end)"
    )
    session.run("swipe 0:1 full")
    expect(session.run("show Crew").contains("P2"))
    expect(session.run("undo").contains("took back: swipe 0:1 full"))
    expect(!session.run("show Crew").contains("P2"))
  }

  @Test("what tablesh.run answers has events and marks")
  func luaReply() {
    let session = Session()
    session.run("mark 0:0")
    expect(
      session.run(
        "lua local r = tablesh.run('tap 0:1') "
          + "print(r.events[1].event, r.events[1].path[2], r.events[1].answer, r.marks[1])"
      )
      .contains("shouldHighlight\t1\ttrue\tP1"))
  }
}
