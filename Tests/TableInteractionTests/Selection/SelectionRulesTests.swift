import BatchUpdates
import Expectations
import TableInteraction
import TableKit
import Testing

/// The rules B: each test is a rule's worked example.
struct SelectionRulesTests {
  @Test("B1: turning a single flag off turns its multiple flag off, and no flag turns one on")
  func flags() {
    var flags = SelectionFlags.multiple
    flags.allowsSelection = false
    expect(!flags.allowsMultipleSelection && flags.allowsMultipleSelectionDuringEditing)
    flags.allowsMultipleSelection = true
    expect(!flags.allowsSelection)
    flags.allowsSelectionDuringEditing = false
    expect(!flags.allowsMultipleSelectionDuringEditing)
    expectEqual(SelectionFlags.uiKit.mode(isEditing: false), .single)
  }

  @Test("B2: flags, editing and the row decide how many rows can be selected")
  func modes() {
    // Editing; single and multiple outside it, then in it; for a row that can be edited or not.
    let table: [(Bool, Bool, Bool, Bool, Bool, SelectionMode, SelectionMode)] = [
      (false, false, false, false, false, .none, .none),
      (false, true, false, false, false, .single, .single),
      (false, true, true, false, false, .multiple, .multiple),
      (true, true, true, false, false, .none, .none),
      (true, true, true, true, false, .single, .single),
      (true, true, true, false, true, .multiple, .none),
      (true, true, true, true, true, .multiple, .single),
    ]
    for (isEditing, s, m, se, me, editable, other) in table {
      var flags = SelectionFlags.uiKit
      flags.allowsSelection = s
      flags.allowsMultipleSelection = m
      flags.allowsSelectionDuringEditing = se
      flags.allowsMultipleSelectionDuringEditing = me
      expectEqual(flags.mode(isEditing: isEditing, canEdit: true), editable)
      expectEqual(flags.mode(isEditing: isEditing, canEdit: false), other)
    }
  }

  @Test("B3: what the mode forbids, a program cannot select either, and is told so")
  func forbidden() throws {
    var desk = SelectionDesk()
    try desk.edit(true)
    let row = try desk.row("b")
    expect(throws: EditError.self) { try desk.perform(.select([row], .add(partially: false))) }
    expectEqual(desk.selected, "")
  }

  @Test("B5: a tap asks for the new row, lets the old one go, and selects")
  func tap() throws {
    var desk = SelectionDesk()
    try desk.tap("a")
    try expectEqual(desk.tap("b"), "willSelect b, willDeselect a, didDeselect a, didSelect b")
    expectEqual(desk.selected, "b")
  }

  @Test("B6: willSelect that refuses leaves everything as it was")
  func refused() throws {
    var desk = SelectionDesk()
    try desk.tap("a")
    desk.controller.policies = [FixedPolicy(select: [try desk.row("b"): .refuse(reason: nil)])]
    try expectEqual(desk.tap("b"), "willSelect b no")
    expectEqual(desk.selected, "a")
  }

  @Test("B7: the row that willSelect names is selected in place of the other, and not asked about")
  func redirected() throws {
    var desk = SelectionDesk()
    desk.controller.policies = [
      FixedPolicy(select: [
        try desk.row("b"): .redirect(try desk.row("c")),
        try desk.row("c"): .refuse(reason: nil),
      ])
    ]
    try expectEqual(desk.tap("b"), "willSelect b, didSelect c")
    expectEqual(desk.selected, "c")
  }

  @Test("B8: willDeselect that refuses keeps the row; another row is deselected in its place")
  func deselection() throws {
    var desk = SelectionDesk()
    try desk.tap("a")
    desk.controller.policies = [FixedPolicy(deselect: [try desk.row("a"): .refuse(reason: nil)])]
    try expectEqual(desk.tap("b"), "willSelect b, willDeselect a no, didSelect b")
    expectEqual(desk.selected, "a b")
    desk = SelectionDesk(flags: .multiple)
    try desk.tap("a", "b")
    desk.controller.policies = [
      FixedPolicy(deselect: [try desk.row("a"): .redirect(try desk.row("b"))])
    ]
    try expectEqual(desk.tap("a"), "willDeselect a, didDeselect b")
    expectEqual(desk.selected, "a")
  }

  @Test("B9: tapping the selected row again asks and tells again in single mode")
  func again() throws {
    var desk = SelectionDesk()
    try expectEqual(desk.tap("a", "a"), "willSelect a, didSelect a, willSelect a, didSelect a")
    expectEqual(desk.selected, "a")
  }

  @Test("B10: tapping a selected row deselects it in multiple mode")
  func toggle() throws {
    var desk = SelectionDesk(flags: .multiple)
    try desk.edit(true)
    try desk.tap("a", "b", "a")
    expectEqual(desk.selected, "b")
  }

  @Test("B11: the detail button tells the delegate, and selects nothing")
  func accessory() throws {
    var desk = SelectionDesk()
    try desk.tap("a")
    desk.controller.policies = [FixedPolicy(select: [try desk.row("b"): .refuse(reason: nil)])]
    desk.controller.traitSettings.set(.accessory(.detail), row: try desk.row("b"))
    let a = try desk.row("a")
    expect(throws: EditError.self) { try desk.perform(.tapAccessory(a)) }
    try expectEqual(desk.perform(.tapAccessory(try desk.row("b"))), "accessoryButtonTapped b")
    expect(desk.selected == "a" && desk.controller.editor.undoTitles.count == 1)
  }

  @Test("B13: reloadData empties what the view holds, and tells nobody")
  func reloadData() throws {
    var desk = SelectionDesk(flags: .multiple)
    try desk.tap("a", "b")
    try expectEqual(desk.perform(.reloadData), "")
    expectEqual(desk.selected, "")
    expect(desk.controller.deleteButton == ("Delete", false))
  }

  @Test("B14: entering editing mode keeps several rows where both modes are multiple; leaving none")
  func editing() throws {
    var desk = SelectionDesk(flags: .multiple)
    try desk.tap("a", "b")
    try desk.edit(true)
    expectEqual(desk.selected, "a b")
    try desk.edit(false)
    expectEqual(desk.selected, "")
    try desk.tap("a")
    try desk.edit(true)
    expectEqual(desk.selected, "")
  }

  @Test("B15: a program selects in silence: one row makes way in single mode, none in multiple")
  func programmatic() throws {
    for (flags, expected) in [(SelectionFlags.uiKit, "b"), (.multiple, "a b")] {
      var desk = SelectionDesk(flags: flags)
      try desk.tap("a")
      let row = try desk.row("b")
      let transaction = try desk.controller.perform(
        [.select([row], .add(partially: false))], title: "select")
      let isSilent = transaction.events.allSatisfy { $0.isSilent }
      expect(isSilent)
      expectEqual(desk.selected, expected)
    }
  }

  @Test("B15: as an old page of Apple's has it, a program's selection runs the protocol of a tap")
  func notifying() throws {
    var desk = SelectionDesk()
    try desk.tap("a")
    let row = try desk.row("b")
    let transaction = try desk.controller.perform([.selectTelling([row])], title: "select")
    expectEqual(
      transaction.events.map(\.name), [.willSelect, .willDeselect, .didDeselect, .didSelect])
    let isMarked = transaction.events.allSatisfy { $0.isToldBySelecting && !$0.isSilent }
    expect(isMarked && desk.selected == "b")
  }

  @Test("B18: the selection follows its rows, and keeps its order")
  func following() throws {
    var desk = SelectionDesk("A(a b c d)", flags: .multiple)
    try desk.tap("a", "c", "d")
    let log = try desk.perform(
      .delete([try desk.row("b")]),
      .insert([[ColumnID(0): Cell("X")]], section: desk.section(0), at: 3))
    expect(log == "" && desk.selectedPaths == "0:0 0:1 0:2")
    try desk.perform(.move([try desk.row("a")], section: desk.section(0), at: 3))
    expectEqual(desk.selectedPaths, "0:3 0:0 0:1")
  }

  @Test("B19: a row that is reloaded leaves the selection, one that is reconfigured stays")
  func reloaded() throws {
    let column = ColumnID(0)
    for (change, rows, section) in [
      (ContentChange.reconfigure, "a b", "a b"), (.reload, "a", ""),
    ] {
      var desk = SelectionDesk(flags: .multiple)
      desk.controller.editor.contentChange = change
      try desk.tap("a", "b")
      try desk.perform(.update([CellChange(try desk.row("b"), column, Cell("B2"))]))
      expectEqual(desk.selected.replacing("B2", with: "b"), rows)
      desk = SelectionDesk(flags: .multiple)
      desk.controller.editor.contentChange = change
      try desk.tap("a", "b")
      try desk.perform(.renameSection(desk.section(0), "C"))
      expectEqual(desk.selected, section)
    }
    var desk = SelectionDesk(flags: .multiple)
    try desk.tap("a", "b")
    try desk.perform(.reloadRows([try desk.row("b")]))
    expectEqual(desk.selected, "a")
    try desk.controller.editor.undo()
    expectEqual(desk.selected, "a b")
  }

  @Test("B22: sections have limits of their own, beside one another")
  func limits() throws {
    var desk = SelectionDesk("P(p q) C(c d) A(x y z)", flags: .multiple)
    desk.controller.settings.limits = [desk.section(0): .exclusive, desk.section(1): .exclusive]
    try desk.tap("p", "q", "c", "x", "y", "z")
    expectEqual(desk.selected, "q c x y z")
  }

  @Test("B23: a radio section lets the old row go in silence, inside willSelect")
  func exclusive() throws {
    var desk = SelectionDesk(flags: .multiple)
    desk.controller.settings.limits[desk.section(0)] = .exclusive
    try desk.tap("a")
    try expectEqual(desk.tap("b"), "willSelect b, deselectRow a, didSelect b")
    expectEqual(desk.selected, "b")
  }

  @Test("B24: a radio row can be tapped off, unless the section is strict")
  func radio() throws {
    var desk = SelectionDesk(flags: .multiple)
    desk.controller.settings.limits[desk.section(0)] = .exclusive
    try desk.tap("a")
    try expectEqual(desk.tap("a"), "willDeselect a, didDeselect a")
    expectEqual(desk.selected, "")
    desk.controller.settings.limits[desk.section(0)] = .exclusiveStrict
    try desk.tap("a")
    try expectEqual(desk.tap("a"), "willDeselect a no")
    expectEqual(desk.selected, "a")
  }

  @Test("B25: a section takes no row, or so many; deselecting frees a place")
  func counted() throws {
    var desk = SelectionDesk(flags: .multiple)
    desk.controller.settings.limits = [desk.section(0): .maximum(2), desk.section(1): .none]
    try desk.tap("a", "b")
    let row = try desk.row("c")
    let refusal = try desk.controller.perform([.tap(row)], title: "tap").refusal
    expectEqual(refusal?.description, "limit 2 reached in section 'A'")
    try desk.tap("a", "c", "e")
    expectEqual(desk.selected, "b c")
  }

  @Test("B26: what passes by willSelect can bring a section over its limit, and is reported")
  func audit() throws {
    var desk = SelectionDesk(flags: .multiple)
    desk.controller.settings.limits[desk.section(1)] = .exclusive
    try desk.tap("a", "e")
    try desk.perform(.move([try desk.row("a")], section: desk.section(1), at: 0))
    expectEqual(desk.selected, "a e")
    expectEqual(desk.controller.overLimits().map(\.count), [2])
    // A redirection is not asked about again (B7).
    desk = SelectionDesk(flags: .multiple)
    desk.controller.settings.limits[desk.section(1)] = .exclusive
    try desk.tap("e")
    desk.controller.policies = [
      FixedPolicy(select: [try desk.row("a"): .redirect(try desk.row("f"))])
    ]
    try desk.tap("a")
    expect(desk.selected == "e f" && desk.controller.overLimits().map(\.count) == [2])
  }
}
