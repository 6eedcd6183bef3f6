import BatchUpdates
import Expectations
import TableInteraction
import TableKit
import TestSupport
import Testing

/// The rules H in an controller: what becomes of the offset, and of rows whose heights are estimated.
struct ViewStateTests {
  private var controller = TableController(
    table: Tables.table("rows(" + (0..<100).map { "r\($0)" }.joined(separator: " ") + ")"))

  private func measures(
    estimate: Double? = nil, anchor: ScrollAnchor = .offset
  ) -> ViewMeasures {
    ViewMeasures(
      TableGeometry(of: controller.table, TableHeights()), height: 440, estimate: estimate,
      anchor: anchor)
  }

  private func rows(_ range: Range<Int>) -> [RowID] {
    Array(controller.table.allRows)[range].map { $0 }
  }

  @Test("H6: unseen rows are as high as the estimate, and the content grows as they are seen")
  mutating func estimates() {
    controller.scroll(to: 0, measures(estimate: 20))
    var viewport = controller.viewport(measures(estimate: 20))
    expect(viewport.contentHeight == 2240 && viewport.maximumOffset == 1800)
    expectEqual(viewport.geometry.contentHeight, 4400)
    controller.scroll(to: 440, measures(estimate: 20))
    viewport = controller.viewport(measures(estimate: 20))
    expectEqual(viewport.contentHeight, 20 * 44 + 80 * 20)
    expectEqual(controller.view.measured.count, 20)
    // As far as the content is known to go, which is further once one is there.
    controller.scroll(to: 9999, measures(estimate: 20))
    expectEqual(controller.view.offset, 2480 - 440)
    controller.scroll(to: 9999, measures(estimate: 20))
    expect(controller.view.offset > 2480 - 440)
    // Seen rows stay seen wherever they go.
    controller.scroll(to: 0, measures(estimate: 20))
    let seen = controller.view.measured.count
    controller.clampView(measures(estimate: 20))
    expectEqual(controller.view.measured.count, seen)
    controller.clampView(measures())
    expectEqual(controller.view.measured.count, 0)
    expectEqual(controller.viewport(measures()).maximumOffset, 3960)
  }

  @Test("H8: after a batch the offset is what it was, no further than the content goes")
  mutating func clamped() throws {
    controller.scroll(to: 3960, measures())
    try controller.perform([.delete(rows(0..<50))], title: "delete")
    controller.clampView(measures())
    expectEqual(controller.view.offset, 1760)
    try controller.editor.undo()
    controller.clampView(measures())
    expectEqual(controller.view.offset, 1760)
    // What is inserted above pushes the content down.
    controller.scroll(to: 440, measures())
    let first = controller.viewport(measures()).visibleRows.lowerBound
    try controller.perform([.delete(rows(0..<1))], title: "delete")
    controller.clampView(measures())
    expectEqual(controller.view.offset, 440)
    expectEqual(controller.viewport(measures()).visibleRows.lowerBound, first)
  }

  @Test("H8: anchored at the top row, the offset follows the first visible row that is still there")
  mutating func anchored() throws {
    controller.scroll(to: 462, measures(anchor: .topRow))
    try controller.perform([.delete(rows(0..<3))], title: "delete")
    controller.clampView(measures(anchor: .topRow))
    expectEqual(controller.view.offset, 462 - 3 * 44)
    try controller.editor.undo()
    controller.clampView(measures(anchor: .topRow))
    expectEqual(controller.view.offset, 462)
    // The top row itself goes: the next one keeps its place.
    try controller.perform([.delete(rows(10..<11))], title: "delete")
    controller.clampView(measures(anchor: .topRow))
    expectEqual(controller.view.offset, 462 - 44)
  }

  @Test("H8: anchored, rows that go or come below the top row leave the offset alone")
  mutating func anchoredAbove() throws {
    controller.scroll(to: 462, measures(anchor: .topRow))
    // The first visible row is the tenth, half of it above the viewport.
    for gone in [11..<12, 14..<17, 19..<20, 50..<60] {
      try controller.perform([.delete(rows(gone))], title: "delete")
      controller.clampView(measures(anchor: .topRow))
      expectEqual(controller.view.offset, 462, "\(gone)")
      try controller.editor.undo()
      controller.clampView(measures(anchor: .topRow))
      expectEqual(controller.view.offset, 462, "\(gone)")
    }
    // All that was visible is gone: the offset stays.
    try controller.perform([.delete(rows(10..<22))], title: "delete")
    controller.clampView(measures(anchor: .topRow))
    expectEqual(controller.view.offset, 462)
  }

  @Test("H9: reloadData leaves the offset where it is")
  mutating func reloaded() throws {
    controller.scroll(to: 880, measures())
    try controller.perform([.reloadData], title: "reload")
    controller.clampView(measures())
    expectEqual(controller.view.offset, 880)
    try controller.perform([.delete(rows(5..<100)), .reloadData], title: "reload")
    controller.clampView(measures())
    expectEqual(controller.view.offset, 0)
  }

  @Test(
    "A8: a column can hold the heights of rows, and one without heights takes no memory for each")
  func heights() throws {
    let table = Tables.table(
      columns: ["id", "high"],
      sections: [
        ("A", [["a", "10"], ["b", ""], ["c", "99.5"]]), ("B", [["d", "x"], ["e", "-3"]]),
      ])
    var heights = TableHeights()
    let equal = TableGeometry(of: table, heights)
    // Each title is a header of 28 points.
    expect(equal.contentHeight == 220 + 2 * 28 && equal.rowsHeight == 220)
    heights.rowColumn = try require(table.column(named: "high")?.id)
    let own = TableGeometry(of: table, heights)
    expect(own.edges(of: 1) == (38, 82) && own.edges(of: 2) == (82, 181.5))
    expect(own.contentHeight == 153.5 + 88 + 56 && own.rowsHeight == own.contentHeight - 56)
    expect(own.row(atHeight: 181.4) == 2 && own.row(atHeight: 181.5) == nil)
    expectEqual(own.row(atHeight: 209.5), 3)
  }

  @Test("a copy shares its content until something is written")
  mutating func sharing() throws {
    let table = controller.table
    expect(controller.table.sharesContent(with: table))
    try controller.perform([.select(rows(0..<2), .add(partially: false))], title: "select")
    expect(controller.table.sharesContent(with: table))
    let column = table.columns[1].id
    try controller.perform(
      [.update([CellChange(rows(0..<1)[0], column, Cell("x"))])], title: "edit")
    expect(!controller.table.sharesContent(with: table))
    try controller.editor.undo()
    expect(controller.table.sharesContent(with: table))
    try controller.perform([.delete(rows(0..<1))], title: "delete")
    expect(!controller.table.sharesContent(with: table))
  }

  @Test("H: the offset is no step, and goes back with what failed")
  mutating func taken() throws {
    controller.settings.flags = .multiple
    controller.scroll(to: 100, measures())
    try controller.perform([.delete(rows(0..<1))], title: "delete")
    try controller.editor.undo()
    expectEqual(controller.view.offset, 100)
    try controller.perform([.setEditing(true)], title: "edit")
    controller.editor.keeper = TestKeeper(approving: { _ throws(EditError) in
      throw .refused("no", hint: nil)
    })
    let touches: [PanGesture.Touch] = [.point(374), .point(418), .hold(500)]
    var enabled = PanGesture(.strip, touches, in: controller.viewport(measures()))
    enabled.settings.isEnabled = true
    let gesture = enabled
    expect(throws: EditError.self) { try controller.perform([.pan(gesture)], title: "pan") }
    expect(controller.view.offset == 100 && controller.selection.isEmpty)
    controller.editor.keeper = nil
    try controller.perform([.pan(gesture)], title: "pan")
    expect(controller.view.offset > 100 && controller.lastPan?.offset == controller.view.offset)
  }

  @Test(
    "H7: an automatic scroll ends where the estimate put the end, or where it is by then",
    arguments: [(20.0, true, 1800.0), (88, true, 7920), (44, true, 3960), (88, false, 3960)])
  mutating func pans(estimate: Double, isFixed: Bool, end: Double) throws {
    controller.settings.flags = .multiple
    try controller.perform([.setEditing(true)], title: "edit")
    let touches: [PanGesture.Touch] = [.point(374), .point(418), .hold(10_000)]
    var gesture = PanGesture(
      .exactStrip, touches, in: controller.viewport(measures(estimate: estimate)))
    gesture.estimatedRowHeight = estimate
    gesture.settings.isEnabled = true
    gesture.settings.usesEstimatedHeights = isFixed
    try controller.perform([.pan(gesture)], title: "pan")
    expectEqual(controller.lastPan?.offset, end)
    expectEqual(controller.selection.count, 92)
    controller.clampView(measures(estimate: estimate))
    expect(controller.view.offset <= 3960)
  }
}
