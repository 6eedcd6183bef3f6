import Expectations
import Testing

@testable import TableShell

struct SelectionTests {
  @Test("select adds, select only replaces, deselect takes away")
  func select() {
    let session = Session()
    session.expect(
      """
      > select 0:1
      selected 1 row
      > select @C1,0:0
      selected 2 rows
      > select only 1
      selected 1 row, deselected 2 rows
      > deselect 1:0
      deselected 1 row
      > deselect
      deselected 1 row
      > deselect
      nothing changed
      """)
  }

  @Test("B15: select is silent; --notify and select-notifies show what an old page of Apple's says")
  func notifying() {
    let session = Session()
    session.run("selection single; tap 0:0; set trace on")
    session.expect(
      """
      > select 0:1
      selected 1 row, deselected 1 row
        deselectRow 0:0 (silent)
        selectRow 0:1 (silent)
      > select --notify 0:0
      selected 1 row, deselected 1 row
        notify: willSelect 0:0 → 0:0
        notify: willDeselect 0:1 → 0:1
        notify: didDeselect 0:1
        notify: didSelect 0:0
      > set select-notifies on; select 0:0
      select-notifies is on
      nothing changed
        notify: willSelect 0:0 → 0:0
        notify: didSelect 0:0
      > traits 0:2 accessory=detail
      set for 1 row
      > accessory 0:2
      tapped the detail button of 0:2; the selection stays as it is
        accessoryButtonTapped 0:2
      """)
    expect(session.run("select --notify --partial 0:0").hasPrefix("error: "))
  }

  @Test("toggle and invert turn the selection round")
  func toggle() {
    let session = Session()
    session.expect(
      """
      > select 0:0; toggle 0:0-1
      selected 1 row
      selected 1 row, deselected 1 row
      > invert 0
      selected 2 rows, deselected 1 row
      > invert
      selected 3 rows, deselected 2 rows
      """)
    expectEqual(session.selected, ["0:1", "1:0", "1:1"])
  }

  @Test("a tap runs the delegate's protocol, and a refused one is no error")
  func tap() {
    let session = Session()
    session.expect(
      """
      > set trace on
      trace is on
      > tap 0:1
      tapped 0:1: selected; 1 selected
        shouldHighlight 0:1 → yes
        didHighlight 0:1
        didUnhighlight 0:1
        willSelect 0:1 → 0:1
        didSelect 0:1
      > tap @P2
      tapped 0:1: not selected; 0 selected
        shouldHighlight 0:1 → yes
        didHighlight 0:1
        didUnhighlight 0:1
        willDeselect 0:1 → 0:1
        didDeselect 0:1
      > set trace off
      trace is off
      > selection limit Pilots max 2
      limit of section Pilots: max 2
      > select 0:0-1
      selected 2 rows
      > tap 0:2
      tap refused: limit 2 reached in section 'Pilots'
      > tap 0
      error: 'tap' touches one row, not 3
      hint:  help tap
      """)
    expectEqual(session.shell.run("tap 0:2"), .done)
  }

  @Test("a tap on another row of a radio section moves the selection")
  func radio() {
    let session = Session()
    session.expect(
      """
      > selection limit 0 exclusive!
      limit of section Pilots: exclusive!
      > tap 0:0
      tapped 0:0: selected; 1 selected
      > tap 0:1
      tapped 0:1: selected; 1 selected
      > tap 0:1
      tap refused: one row of section 'Pilots' stays selected
      > deselect 0:1
      error: row 'P2' must stay selected: one row of section 'Pilots' stays selected
      hint:  see the rules with: selection
      """)
  }

  @Test("selecting past a limit is an error and changes nothing, unless partly wanted")
  func limits() {
    let session = Session()
    session.expect(
      """
      > selection limit 0 max 2
      limit of section Pilots: max 2
      > select 0
      error: limit 2 reached in section 'Pilots'
      hint:  select --partial takes as many rows as the limit allows; selection shows the limits
      > select --partial 0
      note: 1 row refused; the first: limit 2 reached in section 'Pilots'
      selected 2 rows
      > selection limit 0 max 1
      error: 'max' takes 2 or more; 'exclusive' takes one row, and another one replaces it
      hint:  selection limit Pilots exclusive
      > selection limit 0 none
      note: section Pilots is over its limit: 2 of 0
      limit of section Pilots: none
      > selection limit 0 inclusive; select 0
      limit of section Pilots: inclusive
      selected 1 row
      """)
  }

  @Test("selection shows and sets modes, holder and flags")
  func selection() {
    Session().expect(
      """
      > selection single
      outside editing mode: single selection
      > selection none --editing
      in editing mode: no selection
      > selection held view
      the selection is held by the view
      > selection limit Crew exclusive; select 0:1
      limit of section Crew: exclusive
      selected 1 row
      > selection
      outside editing mode  single
      in editing mode       none
      held by               the view
      limit of Crew         exclusive
      selected              1 row
      button                Delete (disabled)
      > selection flags
      allowsSelection                       true
      allowsMultipleSelection               false
      allowsSelectionDuringEditing          false
      allowsMultipleSelectionDuringEditing  false
      > select 0
      error: limit 1 reached in section 'Pilots'
      hint:  select --partial takes as many rows as the limit allows; selection shows the limits
      """)
  }

  @Test("deselect --partial leaves out the rows that must stay selected")
  func partialDeselect() {
    let session = Session()
    session.run("selection limit 0 exclusive!; select 0:0,1")
    session.expect(
      """
      > deselect *
      error: row 'P1' must stay selected: one row of section 'Pilots' stays selected
      hint:  see the rules with: selection
      > deselect --partial *
      note: 1 row refused; the first: row 'P1' must stay selected: one row of section 'Pilots' \
      stays selected
      deselected 2 rows
      """)
    expectEqual(session.selected, ["0:0"])
  }

  @Test("a rule that errs on some rows names the first, and --skip-errors goes on without them")
  func skippingErrors() {
    let session = Session("A(1 2 3)")
    session.run("edit 0:1 name=; edit --null name 0:1; edit 0:0 name=5; edit 0:2 name=6")
    session.expect(
      """
      > select where name + 1 > 6
      error: Lua failed on 1 of 3 rows; the first is @2 (0:1): attempt to perform arithmetic on a \
      nil value (column 'name')
      hint:  select where name and name + 1 > 6
      > select --skip-errors where name + 1 > 6
      note: Lua failed on 1 of 3 rows; the first is @2 (0:1): attempt to perform arithmetic on a \
      nil value (column 'name')
      selected 1 row
      > count --skip-errors where name + 1 > 0
      note: Lua failed on 1 of 3 rows; the first is @2 (0:1): attempt to perform arithmetic on a \
      nil value (column 'name')
      2
      > set skip-errors
      off
      """)
    expectEqual(session.selected, ["0:2"])
  }

  @Test("--editing stands before or behind the mode")
  func editingMode() {
    let session = Session()
    session.expect(
      """
      > selection --editing single
      in editing mode: single selection
      > selection none --editing
      in editing mode: no selection
      """)
  }

  @Test("what a Lua policy refuses is refused")
  func policies() {
    let session = Session()
    session.run(
      "lua tablesh.policy { name = 'p', will_select = function() return false, 'no' end }")
    session.expect(
      """
      > select 0:0
      error: row 'P1' cannot be selected: no
      hint:  see the rules with: selection
      > tap 0:0
      tap refused: no
      """)
  }

  @Test("select only replaces a row that stays on by one of its section, and no other")
  func strictReplacing() {
    let session = Session()
    session.run("selection limit 0 exclusive!; select 0:0")
    session.expect(
      """
      > select only 0:1
      selected 1 row, deselected 1 row
      > select only 1:0
      error: row 'P2' must stay selected: one row of section 'Pilots' stays selected
      hint:  see the rules with: selection
      > select --partial only 1:0
      note: 1 row refused; the first: row 'P2' must stay selected: one row of section 'Pilots' \
      stays selected
      selected 1 row
      > select only 0:2,1:1
      selected 2 rows, deselected 2 rows
      """)
    expectEqual(session.selected, ["0:2", "1:1"])
  }
}
