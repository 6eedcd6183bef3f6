import BatchUpdates
import Expectations
import TableInteraction
import TableKit
import TestSupport
import Testing

/// Rule A4 and B: touches, primary actions, appearing, and what the data marks.
struct MarksRulesTests {
  /// The marked rows of a desk, by key.
  private func marked(_ desk: SelectionDesk) -> String {
    desk.controller.marks.rows.map { desk.controller.table.key(of: $0) }.joined(separator: " ")
  }

  @Test("A1: a table is sections in order, each with rows in order, possibly none")
  func model() throws {
    let table = Tables.table("Pilots(P1 P2) Crew() Passengers(1A)")
    expectEqual(table.sections.map(\.name), ["Pilots", "Crew", "Passengers"])
    expectEqual(table.sections.map(\.count), [2, 0, 1])
    var desk = SelectionDesk("Pilots(P1 P2) Crew() Passengers(1A)")
    let traits = try desk.controller.traits(of: try desk.row("P1"))
    expect(traits.canEdit && traits.canMove && traits.style == .delete)
    desk.controller.traitSettings.set(.canEdit(false), row: try desk.row("P1"))
    desk.controller.traitSettings.set(.style(.insert), section: desk.section(2))
    try expect(!desk.controller.traits(of: try desk.row("P1")).canEdit)
    try expectEqual(desk.controller.traits(of: try desk.row("1A")).style, .insert)
  }

  @Test("A6: rows are kept in the order of selection; the singular query answers the topmost")
  func order() throws {
    var desk = SelectionDesk("A(a b c d e)", flags: .multiple)
    expectNil(desk.controller.topmostSelected)
    try desk.tap("e", "b")
    expectEqual(desk.selectedPaths, "0:4 0:1")
    expectEqual(desk.controller.topmostSelected, try desk.row("b"))
  }

  @Test("A3: what is held by row is told apart where two rows look alike")
  func identity() throws {
    var desk = SelectionDesk("A(x y) B(z)", flags: .multiple)
    try desk.select("z")
    try desk.perform(.insert([[:]], section: desk.section(1), at: 0))
    expectEqual(desk.selectedPaths, "1:1")
  }

  @Test("A4: marks survive reloading, editing mode and insertion; a view's selection only the last")
  func holders() throws {
    var desk = SelectionDesk("A(a b c)")
    try desk.tap("b")
    try desk.perform(.mark([try desk.row("b")], .on))
    try desk.perform(.insert([[:]], section: desk.section(0), at: 0))
    expectEqual(desk.selectedPaths, "0:2")
    expectEqual(marked(desk), "b")
    try desk.perform(.reloadData)
    try desk.edit(true)
    expectEqual(desk.selected, "")
    expectEqual(marked(desk), "b")
  }

  @Test("A7: a highlighted row is followed, and let go with its row")
  func highlighted() throws {
    var desk = SelectionDesk()
    let c = try desk.row("c")
    try desk.perform(.touch(.down(c)))
    try desk.perform(.delete([try desk.row("a")]))
    expectEqual(desk.controller.touches.highlighted, c)
    try desk.perform(.delete([c]))
    expectNil(desk.controller.touches.highlighted)
  }

  @Test("B2: a row that cannot be edited is not selected with others in editing mode")
  func rows() throws {
    var flags = SelectionFlags.uiKit
    flags.allowsMultipleSelectionDuringEditing = true
    var desk = SelectionDesk("A(a b c)", flags: flags)
    desk.controller.traitSettings.set(.canEdit(false), row: try desk.row("b"))
    try desk.edit(true)
    try expectEqual(
      desk.tap("a", "c", "b"), "willSelect a, didSelect a, willSelect c, didSelect c, ")
    expectEqual(desk.selected, "a c")
    expect(throws: EditError.self) { try desk.select("b") }
    desk.controller.settings.flags.allowsSelectionDuringEditing = true
    // The row takes single selection, for which rows of multiple selection do not make way.
    try expectEqual(desk.tap("b"), "willSelect b, didSelect b")
    expectEqual(desk.selected, "a c b")
  }

  @Test("B4: a finger highlights; lifted it taps, cancelled it does nothing more")
  func touch() throws {
    var desk = SelectionDesk()
    let b = try desk.row("b")
    try expectEqual(desk.perform(.touch(.down(b))), "shouldHighlight b, didHighlight b")
    try expectEqual(desk.perform(.touch(.cancelled)), "didUnhighlight b")
    expectEqual(desk.selected, "")
    try desk.perform(.touch(.down(b)))
    try expectEqual(desk.perform(.touch(.up)), "didUnhighlight b, willSelect b, didSelect b")
    expect(throws: EditError.interaction(.notTouched)) { try desk.perform(.touch(.up)) }
  }

  @Test("B4: where highlighting is refused no selection follows")
  func refusedTouch() throws {
    var desk = SelectionDesk()
    let b = try desk.row("b")
    desk.controller.traitSettings.set(.highlights(false), row: b)
    try expectEqual(desk.perform(.touch(.down(b))), "shouldHighlight b no")
    try expectEqual(desk.tap("b"), "shouldHighlight b no")
    expectEqual(desk.selected, "")
  }

  @Test(
    "B4, B5: a tap calls what a finger calls that is put down and lifted, whatever the row says")
  func sameCalls() throws {
    for key in ["a", "b", "c"] {
      for isEditing in [false, true] {
        var tapped = SelectionDesk("A(a b c)", flags: isEditing ? .uiKit : .multiple)
        tapped.controller.traitSettings.set(.highlights(false), row: try tapped.row("c"))
        try tapped.edit(isEditing)
        if !isEditing { try tapped.select("a") }
        var touched = tapped
        let calls = try tapped.perform(.tap(try tapped.row(key)))
        var other = try touched.perform(.touch(.down(try touched.row(key))))
        if key != "c" { other += ", " + (try touched.perform(.touch(.up))) }
        expect(calls == other && tapped.selected == touched.selected)
        expect(calls.hasPrefix("shouldHighlight \(key)"))
      }
    }
  }

  @Test("B12: with a primary action a plain tap lets all others go, also in multiple mode")
  func primaryAction() throws {
    var desk = SelectionDesk("A(a b c)", flags: .multiple)
    try desk.select("a", "b")
    desk.controller.settings.hasPrimaryAction = true
    try expectEqual(
      desk.tap("c"),
      "willSelect c, willDeselect a, didDeselect a, willDeselect b, didDeselect b, "
        + "didSelect c, performPrimaryAction c")
    expectEqual(desk.selected, "c")
    try desk.edit(true)
    try expectEqual(desk.tap("a"), "willSelect a, didSelect a")
  }

  @Test("B17: on appearing the selection is cleared in silence, not in multiple mode")
  func reappeared() throws {
    var desk = SelectionDesk()
    try desk.tap("a")
    try expectEqual(desk.perform(.reappear(.clear)), "deselectRow a")
    expectEqual(desk.selected, "")
    var other = SelectionDesk(flags: .multiple)
    try other.tap("b", "a")
    try other.perform(.reappear(.clear))
    expectEqual(other.selected, "b a")
    try other.perform(.reappear(.topmost))
    expectEqual(other.selected, "b")
  }

  @Test("B21: after an update marks are drawn from the data, and stay with their rows")
  func redrawn() throws {
    var desk = SelectionDesk("A(a b c) B(d)")
    try desk.perform(.mark([try desk.row("c"), try desk.row("a")], .on))
    try desk.perform(
      .move([try desk.row("c")], section: desk.section(1), at: 0), .delete([try desk.row("a")]))
    expectEqual(marked(desk), "c")
    try desk.controller.editor.undo()
    expectEqual(marked(desk), "c a")
  }

  @Test("B26: where limits see taps only, a program's selection goes past them")
  func bypassed() throws {
    var desk = SelectionDesk(flags: .multiple)
    desk.controller.settings.limits[desk.section(0)] = .exclusive
    desk.controller.settings.limitsSeeTapsOnly = true
    try desk.select("a", "b")
    expectEqual(desk.selected, "a b")
    expectEqual(desk.controller.overLimits().map(\.count), [2])
    try expectEqual(desk.tap("c"), "willSelect c, deselectRow a, deselectRow b, didSelect c")
  }

  @Test("B27: a tap on an inclusive checklist flips a mark and leaves nothing selected")
  func inclusive() throws {
    var desk = SelectionDesk("A(a b c)")
    try desk.controller.setChecklist(.inclusive, of: desk.section(0), title: "checklist")
    try expectEqual(desk.tap("a"), "willSelect a, didSelect a, deselectRow a")
    try desk.tap("c", "a")
    expectEqual(marked(desk), "c")
    expectEqual(desk.selected, "")
  }

  @Test("B28: in an exclusive checklist the mark moves, and a tap on it changes nothing")
  func exclusive() throws {
    var desk = SelectionDesk("A(a b c) B(d e)")
    try desk.perform(.mark([try desk.row("b"), try desk.row("e")], .on))
    try desk.controller.setChecklist(.exclusive, of: desk.section(0), title: "checklist")
    try desk.tap("b")
    expectEqual(marked(desk), "b e")
    try desk.tap("c")
    expectEqual(marked(desk), "e c")
    expectEqual(desk.selected, "")
  }

  @Test("B28: an exclusive checklist begins with one marked row")
  func initialMark() throws {
    var desk = SelectionDesk("A(a b c)")
    try desk.controller.setChecklist(.exclusive, of: desk.section(0), title: "checklist")
    expectEqual(marked(desk), "a")
    try desk.perform(.mark([try desk.row("c")], .on))
    try desk.controller.setChecklist(.exclusive, of: desk.section(0), title: "checklist")
    expectEqual(marked(desk), "a")
  }

  @Test("B29: the marked row of a checklist is another index after an insertion above it")
  func remembered() throws {
    var desk = SelectionDesk("A(a b c)")
    try desk.perform(.mark([try desk.row("b")], .on))
    try desk.controller.setChecklist(.exclusive, of: desk.section(0), title: "checklist")
    try desk.perform(.insert([[:]], section: desk.section(0), at: 0))
    expectEqual(desk.controller.marks.rows.compactMap(desk.controller.table.path), [RowPath(0, 2)])
    try desk.tap("a")
    expectEqual(marked(desk), "a")
  }

  @Test("B30: marks and selection are held apart")
  func apart() throws {
    var desk = SelectionDesk("A(a b c)")
    try desk.tap("a")
    try desk.perform(.mark([try desk.row("b")], .on))
    expectEqual(desk.selected, "a")
    expectEqual(marked(desk), "b")
    try desk.perform(.mark([try desk.row("b"), try desk.row("c")], .toggle))
    expectEqual(marked(desk), "c")
    try desk.perform(.mark([try desk.row("a")], .only))
    expectEqual(marked(desk), "a")
    try desk.perform(.mark([try desk.row("a")], .off))
    expectEqual(marked(desk), "")
    try desk.controller.editor.undo()
    expectEqual(marked(desk), "a")
  }

  @Test("B14: editing mode that clears a selection is no step to undo")
  func modeIsNoStep() throws {
    var desk = SelectionDesk()
    try desk.tap("a")
    let steps = desk.controller.editor.undoTitles
    try desk.edit(true)
    expectEqual(desk.selected, "")
    expectEqual(desk.controller.editor.undoTitles, steps)
    try desk.controller.editor.undo()
    expectEqual(desk.selected, "")
  }
}
