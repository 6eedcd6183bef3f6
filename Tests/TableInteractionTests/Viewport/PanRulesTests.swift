import BatchUpdates
import Expectations
import TableInteraction
import TableKit
import TestSupport
import Testing

/// The rules F in an controller: who is asked, who is told, and what may be panned over at all.
struct PanRulesTests {
  private func desk(_ table: String = "A(a b c d e f g h i j)") throws -> SelectionDesk {
    var desk = SelectionDesk(table, flags: .multiple)
    try desk.edit(true)
    return desk
  }

  private func gesture(
    _ kind: PanGesture.Kind, _ keys: String, in desk: SelectionDesk
  ) throws -> PanGesture {
    let sections = desk.controller.table.sections.map {
      SectionGeometry(rows: .equal($0.count, 44))
    }
    let viewport = Viewport(TableGeometry(sections), height: 1000)
    var gesture = PanGesture(
      kind, try keys.split(separator: " ").map { .row(try desk.row(String($0))) }, in: viewport)
    gesture.settings.isEnabled = true
    return gesture
  }

  private func pan(
    _ kind: PanGesture.Kind, _ keys: String, in desk: inout SelectionDesk
  ) throws -> String {
    try desk.perform(.pan(try gesture(kind, keys, in: desk)))
  }

  @Test("F3: a row that cannot be edited is passed over by a pan, and not selected")
  func uneditableRows() throws {
    for kind in [PanGesture.Kind.strip, .system] {
      var desk = try desk("A(a b c)")
      desk.controller.traitSettings.set(.canEdit(false), row: try desk.row("b"))
      _ = try pan(kind, "a b c", in: &desk)
      expectEqual(desk.selected, "a c")
      expectEqual(desk.controller.lastPan?.refusals, [.rowNotEditable])
    }
  }

  @Test("F3: a pan wants editing mode, and several rows to be selectable in it")
  func preconditions() throws {
    for kind in [PanGesture.Kind.strip, .exactStrip] {
      var desk = SelectionDesk("A(a b)", flags: .multiple)
      expect(throws: EditError.self) { _ = try self.pan(kind, "a b", in: &desk) }
      desk.controller.settings.flags.allowsMultipleSelectionDuringEditing = false
      try desk.edit(true)
      expect(throws: EditError.self) { _ = try self.pan(kind, "a b", in: &desk) }
      expectEqual(desk.selected, "")
    }
  }

  @Test(
    "F5i, B26: the published pan asks nobody; the repaired pan leaves out what is refused"
  )
  func asked() throws {
    var exact = try desk("P(p q) C(c)")
    exact.controller.settings.limits[exact.section(0)] = .exclusive
    try expectEqual(
      pan(.exactStrip, "p q", in: &exact), "selectRow p, didSelect p, selectRow q, didSelect q")
    expect(exact.selected == "p q" && exact.controller.overLimits().count == 1)
    var repaired = try desk("P(p q) C(c)")
    repaired.controller.settings.limits[repaired.section(0)] = .maximum(1)
    try expectEqual(
      pan(.strip, "p q c", in: &repaired),
      "willSelect p, didSelect p, willSelect q no, willSelect c, didSelect c")
    expectEqual(repaired.selected, "p c")
    expectEqual(repaired.controller.lastPan?.refusals, [.limitReached(1, section: "P")])
  }

  @Test("F6: rows are passed one by one, and a pan is one undo step")
  func strip() throws {
    var desk = try desk()
    _ = try pan(.strip, "a d", in: &desk)
    expectEqual(desk.selected, "a b c d")
    try desk.controller.editor.undo()
    expectEqual(desk.selected, "")
  }

  @Test("F11: the system's pan enters editing mode by itself, and asks about every row")
  func system() throws {
    var desk = SelectionDesk("A(a b c d e f)", flags: .multiple)
    desk.controller.policies = [FixedPolicy(select: [try desk.row("e"): .refuse(reason: "not e")])]
    try expectEqual(
      pan(.system, "c f", in: &desk),
      "didBeginMultipleSelection c, willSelect c, didSelect c, willSelect d, didSelect d, "
        + "willSelect e no, willSelect f, didSelect f, didEndMultipleSelection")
    expect(desk.selected == "c d f" && desk.controller.isEditing)
  }

  @Test("F13: in an exclusive section the row under the fingers is the one that stays")
  func exclusive() throws {
    var desk = try desk()
    desk.controller.settings.limits[desk.section(0)] = .exclusive
    _ = try pan(.system, "b c d e", in: &desk)
    expectEqual(desk.selected, "e")
  }

  @Test("F14: a pan that is taken away leaves everything as it was")
  func cancelled() throws {
    var desk = try desk()
    try desk.tap("i")
    var gesture = try gesture(.system, "c g", in: desk)
    gesture.isCancelled = true
    try desk.perform(.pan(gesture))
    expectEqual(desk.selected, "i")
  }

  @Test(
    "F4: a tap on the strip toggles the row and tells the delegate by hand; limits are passed by")
  func stripTap() throws {
    var desk = try desk("P(p q) C(c)")
    desk.controller.settings.limits[desk.section(0)] = .exclusive
    var enabled = PanSettings()
    enabled.isEnabled = true
    let settings = enabled
    try expectEqual(
      desk.perform(.tapStrip(try desk.row("p"), settings)), "selectRow p, didSelect p")
    try expectEqual(
      desk.perform(.tapStrip(try desk.row("q"), settings)), "selectRow q, didSelect q")
    expectEqual(desk.selected, "p q")
    try expectEqual(
      desk.perform(.tapStrip(try desk.row("p"), settings)), "deselectRow p, didDeselect p")
    try desk.edit(false)
    let row = try desk.row("p")
    expect(throws: EditError.self) { try desk.perform(.tapStrip(row, settings)) }
  }

  @Test("F2, F3: a strip that is off selects nothing")
  func disabled() throws {
    var desk = try desk()
    var gesture = try gesture(.strip, "a b", in: desk)
    gesture.settings.isEnabled = false
    expect(throws: EditError.self) { try desk.perform(.pan(gesture)) }
    expectEqual(desk.selected, "")
    expectEqual(PanSettings().reach, 10 + 16 + 60)
    // As it is before the program enables it.
    gesture.settings = PanSettings()
    let untouched = gesture
    expect(throws: EditError.self) { try desk.perform(.pan(untouched)) }
    gesture.settings.isEnabled = true
    gesture.settings.width = 40
    gesture.settings.safeArea = 44
    for (x, respects, custom, expected) in [
      (66, false, nil, "a b"), (67, false, nil, ""), (110, true, nil, "a b"), (111, true, nil, ""),
      (66, false, 20, ""), (20, true, 20, "a b"),
    ] as [(Double, Bool, Double?, String)] {
      var desk = try self.desk()
      gesture.x = x
      gesture.settings.respectsSafeArea = respects
      gesture.settings.customReach = custom
      try desk.perform(.pan(gesture))
      expectEqual(desk.selected, expected)
    }
    expect(PanSettings().topAnchor == 40 && PanSettings().bottomAnchor == -40)
    expect(PanSettings().usesEstimatedHeights && PanSettings().quarterRowsPerSecond == 80)
  }

  @Test(
    "F2: an anchor outside the viewport switches scrolling off at that end",
    arguments: [
      (40.0, -40.0, true, true), (0, 0, true, true), (40, 10, true, false), (-1, -40, false, true),
    ])
  func anchors(top: Double, bottom: Double, goesUp: Bool, goesDown: Bool) throws {
    let keys = (0..<100).map { "r\($0)" }.joined(separator: " ")
    for (goes, touches) in [(goesUp, [430.0, 0]), (goesDown, [10, 440])] {
      var desk = SelectionDesk("A(\(keys))", flags: .multiple)
      try desk.edit(true)
      let viewport = Viewport(
        TableGeometry([SectionGeometry(rows: .equal(100, 44))]), height: 440, offset: 1000)
      // Held at the end, and beyond it.
      let last = touches[1] + (touches[1] > 0 ? 50 : -50)
      var gesture = PanGesture(
        .exactStrip, touches.map { .point($0) } + [.hold(200), .point(last), .hold(200)],
        in: viewport)
      gesture.settings.isEnabled = true
      (gesture.settings.topAnchor, gesture.settings.bottomAnchor) = (top, bottom)
      try desk.perform(.pan(gesture))
      expectEqual(desk.controller.view.offset != 1000, goes)
    }
  }

  @Test("F10: outside a mode of several rows the delegate is asked, and its no scrolls the table")
  func availability() throws {
    var desk = SelectionDesk("rows(a b c d e f g h i j k l m n)", flags: .uiKit)
    desk.controller.settings.flags.allowsMultipleSelectionDuringEditing = true
    var gesture = PanGesture(
      .system, [.point(300), .point(100)],
      in: Viewport(TableGeometry(of: desk.controller.table, TableHeights()), height: 440))
    try expectEqual(desk.perform(.pan(gesture)), "shouldBeginMultipleSelection g no")
    expect(desk.selected == "" && !desk.controller.isEditing)
    expect(
      desk.controller.lastPan?.scrollReason != nil && desk.controller.view.offset == 14 * 44 - 440)
    gesture.mayBegin = true
    try expect(
      desk.perform(.pan(gesture)).hasPrefix(
        "shouldBeginMultipleSelection g, didBeginMultipleSelection g, willSelect c"))
    expect(desk.controller.isEditing && desk.selected == "c d e f g")
    // In a mode of several rows nobody is asked.
    gesture.mayBegin = false
    try expect(desk.perform(.pan(gesture)).hasPrefix("didBeginMultipleSelection g"))
    desk.controller.settings.flags.allowsMultipleSelectionDuringEditing = false
    expect(throws: EditError.self) { try desk.perform(.pan(gesture)) }
  }

  @Test("F10: fingers on no row offer the row that was selected last")
  func offered() throws {
    var desk = try desk("A(a b c d)")
    let sections = [SectionGeometry(header: 28, rows: .equal(4, 44))]
    let viewport = Viewport(TableGeometry(sections), height: 440)
    let gesture = PanGesture(.system, [.point(10), .point(28 + 44 * 2.5)], in: viewport)
    try expectEqual(desk.perform(.pan(gesture)), "")
    expectEqual(
      desk.controller.lastPan?.scrollReason, "the fingers are on no row, and none is selected")
    try desk.tap("d")
    try expect(desk.perform(.pan(gesture)).hasPrefix("didBeginMultipleSelection d"))
    expectEqual(desk.selected, "")
  }

  @Test("F11: a pan enters editing mode, and carries no selection over that the view lets go")
  func start() throws {
    var desk = SelectionDesk("A(a b c d)", flags: .uiKit)
    desk.controller.settings.flags.allowsMultipleSelectionDuringEditing = true
    try desk.tap("d")
    var gesture = try gesture(.system, "a b", in: desk)
    gesture.mayBegin = true
    try desk.perform(.pan(gesture))
    expect(desk.selected == "a b" && desk.controller.isEditing)
  }

  @Test("F14: lifted, editing mode stays on; taken away in an exclusive section, all is as it was")
  func ended() throws {
    var desk = try desk()
    desk.controller.settings.limits[desk.section(0)] = .exclusive
    try desk.tap("i")
    _ = try pan(.system, "c d", in: &desk)
    expect(desk.selected == "d" && desk.controller.isEditing)
    var gesture = try gesture(.system, "a b", in: desk)
    gesture.isCancelled = true
    try desk.perform(.pan(gesture))
    expectEqual(desk.selected, "d")
  }

  @Test(
    "F16: one finger on the circles pans as two do, in editing mode, once it moved by five points")
  func circles() throws {
    var desk = try desk()
    var circles = try gesture(.system, "c d e", in: desk)
    circles.isOnCircles = true
    let log = try desk.perform(.pan(circles))
    var other = try self.desk()
    try expectEqual(other.perform(.pan(try gesture(.system, "c d e", in: other))), log)
    expect(desk.selected == "c d e" && other.selected == desk.selected)
    circles.touches = [.point(22), .point(26)]
    try expectEqual(desk.perform(.pan(circles)), "")
    circles.touches = [.point(22), .point(27)]
    try expect(desk.perform(.pan(circles)) != "")
    try desk.edit(false)
    expect(throws: EditError.self) { try desk.perform(.pan(circles)) }
  }
}
