import BatchUpdates
import Expectations
import TableInteraction
import TableKit
import Testing

/// The rules G: each test is a rule's worked example.
struct DragRulesTests {
  /// Drags a row over places and drops it; answers the table and the calls.
  private func drag(
    _ key: String, over places: RowPath..., in desk: inout ControlDesk
  ) throws -> [String] {
    let touches = [.drag(try desk.row(key))] + places.map { ControlTouch.hover($0) } + [.drop]
    let transaction = try desk.desk.controller.perform(touches.map { .control($0) }, title: "drag")
    return transaction.events.map(\.drawn)
  }

  @Test("D24: a merge of the source cancels a drag, and its place means nothing any more")
  func mergedWhileDragging() throws {
    var desk = try ControlDesk("A(a b) B(c d) C(e)")
    try desk.touch(.drag(desk.row("a")))
    try desk.touch(.hover(RowPath(2, 0)))
    var incoming = desk.desk.controller.table
    var source = Editor(table: incoming)
    try source.perform(
      [.deleteSections([incoming.sections[1].id, incoming.sections[2].id])], title: "there")
    incoming = source.table
    let merged = try desk.desk.controller.merge(
      incoming: incoming, title: "reload", discardingEdits: false)
    expect(merged.transaction.notes.contains { $0.hasPrefix("the drag of 0:0 is cancelled") })
    expect(throws: EditError.self) { try desk.touch(.drop) }
    expectEqual(desk.drawing, "A(a b)")
  }

  @Test("G1: an immovable row is pushed aside by one that moves")
  func source() throws {
    var desk = try ControlDesk("A(a b c)")
    try desk.say(.canMove(false), of: "b")
    _ = try drag("c", over: RowPath(0, 0), in: &desk)
    expectEqual(desk.drawing, "A(c a b)")
    expect(throws: EditError.self) { try drag("b", over: RowPath(0, 0), in: &desk) }
  }

  @Test("G2: the destination counts without the row, and the model removes and inserts")
  func destination() throws {
    var desk = try ControlDesk("A(a b c d)")
    _ = try drag("a", over: RowPath(0, 2), in: &desk)
    expectEqual(desk.drawing, "A(b c a d)")
  }

  @Test("G3: at every place the delegate is asked, and its answer is where the row lands")
  func retarget() throws {
    var desk = try ControlDesk("A(a b c)")
    desk.desk.controller.policies = [PinnedFirst()]
    try expectEqual(
      drag("c", over: RowPath(0, 1), RowPath(0, 0), in: &desk),
      [
        "canMove 0:2 → yes", "targetIndexPathForMove 0:2 to 0:1 → 0:1",
        "targetIndexPathForMove 0:2 to 0:0 → 0:1", "moveRow 0:2 to 0:1",
      ])
    expectEqual(desk.drawing, "A(a c b)")
  }

  @Test("G4: a row that stays in its section lands at the end of it that is nearer")
  func stayInSection() throws {
    var desk = try ControlDesk("A(a b c) B(d e)")
    desk.desk.controller.traitSettings.staysInSection = true
    _ = try drag("e", over: RowPath(0, 1), in: &desk)
    expectEqual(desk.drawing, "A(a b c) B(e d)")
    _ = try drag("a", over: RowPath(1, 0), in: &desk)
    expectEqual(desk.drawing, "A(b c a) B(e d)")
    _ = try drag("b", over: RowPath(0, 99), in: &desk)
    expectEqual(desk.drawing, "A(c a b) B(e d)")
  }

  @Test("G5: a drop calls moveRow once, as one move; at home nothing is called")
  func drop() throws {
    var desk = try ControlDesk("A(a b c d)")
    try expectEqual(drag("a", over: RowPath(0, 2), in: &desk).last, "moveRow 0:0 to 0:2")
    let undone = try desk.desk.controller.editor.undo()
    expectEqual(
      undone.plan,
      .stages([Stage(rows: Changes(moves: [Move(from: RowPath(0, 2), to: RowPath(0, 0))]))]))
    let steps = desk.desk.controller.editor.undoTitles.count
    try expectEqual(
      drag("a", over: RowPath(0, 2), RowPath(0, 0), in: &desk).last?.hasPrefix("t"), true)
    expect(desk.desk.controller.editor.undoTitles.count == steps && desk.drawing == "A(a b c d)")
  }

  @Test("G6: an emptied section stays, and an empty one takes a row at 0")
  func sections() throws {
    var desk = try ControlDesk("A(a) B()")
    _ = try drag("a", over: RowPath(1, 0), in: &desk)
    expectEqual(desk.drawing, "A() B(a)")
  }

  @Test("G7: a row that moves stays selected, and the limits are looked at afterwards")
  func selection() throws {
    var desk = try ControlDesk("A(a b) B(c d)", flags: .multiple)
    desk.desk.controller.settings.limits[desk.desk.section(1)] = .exclusive
    try desk.desk.select("a", "c")
    _ = try drag("a", over: RowPath(1, 2), in: &desk)
    expect(desk.drawing == "A(b) B(c d a)" && desk.desk.selectedPaths == "1:2 1:0")
    expectEqual(desk.desk.controller.overLimits().first.map { $0.count }, 2)
  }

  @Test("G12: leaving editing mode cancels a drag, and so does any batch; the data are untouched")
  func cancelled() throws {
    var desk = try ControlDesk("A(a b c d)")
    try desk.touch(.drag(desk.row("a")), .hover(RowPath(0, 2)))
    expectEqual(desk.desk.controller.touches.drag?.gap, RowPath(0, 2))
    try desk.desk.edit(false)
    expect(desk.desk.controller.touches.drag == nil && desk.drawing == "A(a b c d)")
    try desk.desk.edit(true)
    try desk.touch(.drag(desk.row("a")))
    let batch = try desk.desk.controller.perform([.delete([desk.row("d")])], title: "delete")
    expect(desk.desk.controller.touches.drag == nil && batch.notes.count == 1)
    expect(throws: EditError.self) { try desk.touch(.drop) }
    try desk.touch(.drag(desk.row("a")))
    try desk.desk.controller.update { (editor) throws(EditError) in try editor.undo() }
    expect(desk.desk.controller.touches.drag == nil && desk.drawing == "A(a b c d)")
  }

  @Test("a place that no row can have is refused, and the row stays in the hand where it was")
  func outOfRange() throws {
    var desk = try ControlDesk("A(a b)")
    try desk.touch(.drag(desk.row("a")), .hover(RowPath(0, 1)))
    expect(throws: EditError.self) { try desk.touch(.hover(RowPath(7, 0))) }
    desk.desk.controller.policies = [FixedTarget(target: RowPath(0, 5))]
    expect(throws: EditError.self) { try desk.touch(.hover(RowPath(0, 0))) }
    expectEqual(desk.desk.controller.touches.drag?.gap, RowPath(0, 1))
  }
}

/// A delegate that lets no row land first.
private struct PinnedFirst: SelectionPolicy {
  func willSelect(_ row: RowID, in table: Table, deselectingFrom selection: inout Selection)
    -> PolicyAnswer
  { .allow }
  func willDeselect(_ row: RowID, in table: Table, selection: Selection) -> PolicyAnswer { .allow }
  func targetForMove(
    _ row: RowID, to proposed: RowPath, in table: Table, selection: Selection
  ) -> RowPath? { proposed.row == 0 ? RowPath(proposed.section, 1) : nil }
}

/// A delegate with one answer.
private struct FixedTarget: SelectionPolicy {
  var target: RowPath
  func willSelect(_ row: RowID, in table: Table, deselectingFrom selection: inout Selection)
    -> PolicyAnswer
  { .allow }
  func willDeselect(_ row: RowID, in table: Table, selection: Selection) -> PolicyAnswer { .allow }
  func targetForMove(
    _ row: RowID, to proposed: RowPath, in table: Table, selection: Selection
  ) -> RowPath? { target }
}
