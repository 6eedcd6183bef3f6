import BatchUpdates
import Expectations
import TableInteraction
import TableKit
import TestSupport
import Testing

/// The rules F17 to F20 in an controller: clicks and keys with modifiers, and who is asked.
@Suite("A pointer over rows", .ends) struct PointerRulesTests {
  /// A table of ten rows, named as their indexes, in which several rows can be selected.
  private func desk(
    _ table: String = "A(0 1 2 3 4 5 6 7 8 9)", selected: String = "", isEditing: Bool = true
  ) throws -> SelectionDesk {
    var desk = SelectionDesk(table, flags: .multiple)
    if isEditing { try desk.edit(true) }
    for key in selected.split(separator: " ") { try desk.select(String(key)) }
    return desk
  }

  private func sorted(_ desk: SelectionDesk) -> String {
    desk.controller.table.inTableOrder(desk.controller.selection.rows).map(
      desk.controller.table.key(of:)
    )
    .joined(separator: " ")
  }

  @Test("F20: a click lets many rows go at once, and can be stopped")
  func manyRows() throws {
    let keys = (0..<9000).map { "r\($0)" }.joined(separator: " ")
    var desk = SelectionDesk("A(\(keys))", flags: .multiple)
    try desk.perform(.select(desk.controller.table.rowList, .add(partially: false)))
    let event = PointerEvent.click(try desk.row("r5"))
    var stopped = desk
    stopped.controller.editor.progress = .cancelled
    expect(throws: EditError.cancelled) { try stopped.perform(.point(event, mayBegin: false)) }
    expectEqual(stopped.controller.selection.count, 9000)
    let calls = try desk.perform(.point(event, mayBegin: false)).split(separator: ", ")
    expectEqual(desk.selected, "r5")
    expectEqual(calls.count, 2 + 2 * 8999)
    expect(calls[1] == "willDeselect r0" && calls[2] == "didDeselect r0")
  }

  @Test("F7: a pan that scrolls for an hour can be stopped, and nothing has changed")
  func stoppedPan() throws {
    let keys = (0..<500).map { "r\($0)" }.joined(separator: " ")
    var desk = SelectionDesk("A(\(keys))", flags: .multiple)
    try desk.edit(true)
    var polls = 0
    desk.controller.editor.progress = Progress {
      polls += 1
      return polls > 10
    }
    let viewport = Viewport(
      TableGeometry([SectionGeometry(rows: .equal(500, 44))]), height: 440, offset: 0)
    var gesture = PanGesture(
      .strip, [.row(try desk.row("r0")), .point(430), .hold(3_600_000)], in: viewport)
    gesture.settings.isEnabled = true
    let pan = gesture
    expect(throws: EditError.cancelled) { try desk.perform(.pan(pan)) }
    expectEqual(desk.selected, "")
  }

  @Test("F17: a click with the command key toggles one row, between a begin and an end")
  func command() throws {
    var desk = try desk(selected: "1")
    try expectEqual(
      desk.perform(.point(.commandClick(try desk.row("4")), mayBegin: false)),
      "didBeginMultipleSelection 4, willSelect 4, didSelect 4, didEndMultipleSelection")
    expectEqual(desk.selected, "1 4")
    try desk.perform(.point(.commandClick(try desk.row("4")), mayBegin: false))
    expectEqual(desk.selected, "1")
  }

  @Test(
    "F10, F11, F17: outside editing mode the delegate is asked, and the selection is carried over")
  func begin() throws {
    var desk = SelectionDesk("A(0 1 2 3 4)", flags: .uiKit)
    desk.controller.settings.flags.allowsMultipleSelectionDuringEditing = true
    try desk.select("1")
    let row = try desk.row("4")
    try expectEqual(
      desk.perform(.point(.commandClick(row), mayBegin: false)), "shouldBeginMultipleSelection 4 no"
    )
    expect(desk.selected == "1" && !desk.controller.isEditing)
    try expectEqual(
      desk.perform(.point(.commandClick(row), mayBegin: true)),
      "shouldBeginMultipleSelection 4, willSelect 1, didSelect 1, "
        + "didBeginMultipleSelection 4, willSelect 4, didSelect 4, didEndMultipleSelection")
    expect(desk.selected == "1 4" && desk.controller.isEditing)
    desk.controller.settings.flags.allowsMultipleSelectionDuringEditing = false
    expect(throws: EditError.self) {
      try desk.perform(.point(.commandClick(row), mayBegin: true))
    }
  }

  @Test("F18: clicks with the shift key aim one range, which begins at the row changed last")
  func shift() throws {
    var desk = try desk(selected: "2")
    var seen: [String] = []
    for key in ["5", "3", "0"] {
      try desk.perform(.point(.shiftClick(try desk.row(key)), mayBegin: false))
      seen.append(sorted(desk))
    }
    expectEqual(seen, ["2 3 4 5", "2 3", "0 1 2"])

    desk = try self.desk(selected: "1")
    try desk.perform(.point(.commandClick(try desk.row("4")), mayBegin: false))
    try desk.perform(.point(.shiftClick(try desk.row("6")), mayBegin: false))
    expectEqual(sorted(desk), "1 4 5 6")
    try desk.perform(.point(.commandClick(try desk.row("5")), mayBegin: false))
    expectEqual(sorted(desk), "1 4 6")
    try desk.perform(.point(.shiftClick(try desk.row("7")), mayBegin: false))
    expectEqual(sorted(desk), "1 4")
  }

  @Test(
    "F18: with nothing selected a click with the shift key is a plain one; no range leaves its section"
  )
  func plainShift() throws {
    var desk = try desk("A(0 1 2) B(3 4)")
    try expectEqual(
      desk.perform(.point(.shiftClick(try desk.row("1")), mayBegin: false)),
      "willSelect 1, didSelect 1")
    try desk.perform(.point(.shiftClick(try desk.row("4")), mayBegin: false))
    expectEqual(desk.selected, "1")
  }

  @Test("F18: a range begins at a row, not at a place: it follows the row, and a tap begins one")
  func identity() throws {
    var desk = try desk()
    try desk.tap("4")
    try desk.perform(.move([try desk.row("4")], section: desk.section(0), at: 7))
    // 0 1 2 3 5 6 7 4 8 9
    try desk.perform(.point(.shiftClick(try desk.row("9")), mayBegin: false))
    expectEqual(sorted(desk), "4 8 9")
    try desk.perform(.delete([try desk.row("8")]))
    try desk.perform(.point(.shiftClick(try desk.row("7")), mayBegin: false))
    expectEqual(sorted(desk), "7 4")
    // The row is gone: the range begins at the row that was selected last.
    try desk.perform(.delete([try desk.row("4")]))
    try desk.perform(.point(.shiftClick(try desk.row("9")), mayBegin: false))
    expectEqual(sorted(desk), "7 9")
  }

  @Test("F18, F13: who may refuse is asked about every row of a range")
  func asked() throws {
    var desk = try desk(selected: "2")
    desk.controller.policies = [FixedPolicy(select: [try desk.row("3"): .refuse(reason: "not 3")])]
    try desk.perform(.point(.shiftClick(try desk.row("5")), mayBegin: false))
    expectEqual(sorted(desk), "2 4 5")
    desk.controller.settings.limits[desk.section(0)] = .maximum(4)
    try desk.perform(.point(.shiftClick(try desk.row("9")), mayBegin: false))
    expectEqual(sorted(desk), "2 4 5 6")
  }

  @Test(
    "F19: an arrow key with the shift key moves the end of the range, as far as its section goes")
  func arrows() throws {
    var desk = try desk("A(0 1 2 3 4) B(5)", selected: "2")
    var seen: [String] = []
    for isDown in [true, true, true, false, false, false, false, false, false] {
      try desk.perform(.point(isDown ? .shiftDown : .shiftUp, mayBegin: false))
      seen.append(sorted(desk))
    }
    expectEqual(
      seen,
      [
        "2 3", "2 3 4", "2 3 4", "2 3", "2", "1 2", "0 1 2", "0 1 2", "0 1 2",
      ])
    desk = SelectionDesk("A(0 1 2)")
    try desk.tap("0")
    try expectEqual(desk.perform(.point(.shiftDown, mayBegin: false)), "")
    expectEqual(desk.selected, "0")
  }

  @Test("F20: a plain click replaces what is selected, even where several rows can be")
  func click() throws {
    var desk = try desk(selected: "1 4")
    try expectEqual(
      desk.perform(.point(.click(try desk.row("6")), mayBegin: false)),
      "willSelect 6, willDeselect 1, didDeselect 1, willDeselect 4, didDeselect 4, didSelect 6"
    )
    expectEqual(desk.selected, "6")
    try expectEqual(
      desk.perform(.point(.click(try desk.row("6")), mayBegin: false)), "willSelect 6, didSelect 6")
    expectEqual(desk.selected, "6")
    // A tap adds.
    try desk.tap("2")
    expectEqual(desk.selected, "6 2")
    desk.controller.policies = [FixedPolicy(select: [try desk.row("3"): .refuse(reason: "no")])]
    try expectEqual(
      desk.perform(.point(.click(try desk.row("3")), mayBegin: false)), "willSelect 3 no")
    expectEqual(desk.selected, "6 2")
  }
}
