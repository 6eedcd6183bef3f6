import BatchUpdates
import TableKit
import TestSupport
import Testing

/// The rules H in an editor: what becomes of the offset, and of rows whose heights are estimated.
@Suite("The view of a table") struct ViewStateTests {
  private var editor = Editor(
    table: Tables.table("rows(" + (0..<100).map { "r\($0)" }.joined(separator: " ") + ")"))

  private func measures(
    estimate: Double? = nil, anchor: ScrollAnchor = .offset
  ) -> ViewMeasures {
    ViewMeasures(
      TableGeometry(of: editor.table, TableHeights()), height: 440, estimate: estimate,
      anchor: anchor)
  }

  private func rows(_ range: Range<Int>) -> [RowID] {
    Array(editor.table.allRows)[range].map { $0 }
  }

  @Test("H6: unseen rows are as high as the estimate, and the content grows as they are seen")
  mutating func estimates() {
    editor.scroll(to: 0, measures(estimate: 20))
    var viewport = editor.viewport(measures(estimate: 20))
    #expect(viewport.contentHeight == 2240 && viewport.maximumOffset == 1800)
    #expect(viewport.geometry.contentHeight == 4400)
    editor.scroll(to: 440, measures(estimate: 20))
    viewport = editor.viewport(measures(estimate: 20))
    #expect(viewport.contentHeight == 20 * 44 + 80 * 20)
    #expect(editor.view.measured.count == 20)
    // As far as the content is known to go, which is further once one is there.
    editor.scroll(to: 9999, measures(estimate: 20))
    #expect(editor.view.offset == 2480 - 440)
    editor.scroll(to: 9999, measures(estimate: 20))
    #expect(editor.view.offset > 2480 - 440)
    // Seen rows stay seen wherever they go.
    editor.scroll(to: 0, measures(estimate: 20))
    let seen = editor.view.measured.count
    editor.settleView(measures(estimate: 20))
    #expect(editor.view.measured.count == seen)
    editor.settleView(measures())
    #expect(editor.view.measured.count == 0)
    #expect(editor.viewport(measures()).maximumOffset == 3960)
  }

  @Test("H8: after a batch the offset is what it was, no further than the content goes")
  mutating func clamped() throws {
    editor.scroll(to: 3960, measures())
    try editor.perform([.delete(rows(0..<50))], title: "delete")
    editor.settleView(measures())
    #expect(editor.view.offset == 1760)
    try editor.undo()
    editor.settleView(measures())
    #expect(editor.view.offset == 1760)
    // What is inserted above pushes the content down.
    editor.scroll(to: 440, measures())
    let first = editor.viewport(measures()).visibleRows.lowerBound
    try editor.perform([.delete(rows(0..<1))], title: "delete")
    editor.settleView(measures())
    #expect(editor.view.offset == 440)
    #expect(editor.viewport(measures()).visibleRows.lowerBound == first)
  }

  @Test("H8: anchored at the top row, the offset follows the first visible row that is still there")
  mutating func anchored() throws {
    editor.scroll(to: 462, measures(anchor: .topRow))
    try editor.perform([.delete(rows(0..<3))], title: "delete")
    editor.settleView(measures(anchor: .topRow))
    #expect(editor.view.offset == 462 - 3 * 44)
    try editor.undo()
    editor.settleView(measures(anchor: .topRow))
    #expect(editor.view.offset == 462)
    // The top row itself goes: the next one keeps its place.
    try editor.perform([.delete(rows(10..<11))], title: "delete")
    editor.settleView(measures(anchor: .topRow))
    #expect(editor.view.offset == 462 - 44)
  }

  @Test("H9: reloadData leaves the offset where it is")
  mutating func reloaded() throws {
    editor.scroll(to: 880, measures())
    try editor.perform([.reloadData], title: "reload")
    editor.settleView(measures())
    #expect(editor.view.offset == 880)
    try editor.perform([.delete(rows(5..<100)), .reloadData], title: "reload")
    editor.settleView(measures())
    #expect(editor.view.offset == 0)
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
    #expect(equal.contentHeight == 220 + 2 * 28 && equal.rowsHeight == 220)
    heights.rowColumn = try #require(table.column(named: "high")?.id)
    let own = TableGeometry(of: table, heights)
    #expect(own.edges(of: 1) == (38, 82) && own.edges(of: 2) == (82, 181.5))
    #expect(own.contentHeight == 153.5 + 88 + 56 && own.rowsHeight == own.contentHeight - 56)
    #expect(own.row(atHeight: 181.4) == 2 && own.row(atHeight: 181.5) == nil)
    #expect(own.row(atHeight: 209.5) == 3)
  }

  @Test("a copy shares its content until something is written")
  mutating func sharing() throws {
    let table = editor.table
    #expect(editor.table.sharesContent(with: table))
    try editor.perform([.select(rows(0..<2), .add(partially: false))], title: "select")
    #expect(editor.table.sharesContent(with: table))
    let column = table.columns[1].id
    try editor.perform(
      [.update([CellChange(rows(0..<1)[0], column, Cell("x"))])], title: "edit")
    #expect(!editor.table.sharesContent(with: table))
    try editor.undo()
    #expect(editor.table.sharesContent(with: table))
    try editor.perform([.delete(rows(0..<1))], title: "delete")
    #expect(!editor.table.sharesContent(with: table))
  }

  @Test("H: the offset is no step, and goes back with what failed")
  mutating func taken() throws {
    editor.settings.flags = .multiple
    editor.scroll(to: 100, measures())
    try editor.perform([.delete(rows(0..<1))], title: "delete")
    try editor.undo()
    #expect(editor.view.offset == 100)
    try editor.perform([.setEditing(true)], title: "edit")
    editor.willCommit = { _ throws(EditError) in throw .refused("no", hint: nil) }
    let touches: [PanGesture.Touch] = [.point(374), .point(418), .hold(500)]
    let gesture = PanGesture(.strip, touches, in: editor.viewport(measures()))
    #expect(throws: EditError.self) { try editor.perform([.pan(gesture)], title: "pan") }
    #expect(editor.view.offset == 100 && editor.selection.isEmpty)
    editor.willCommit = nil
    try editor.perform([.pan(gesture)], title: "pan")
    #expect(editor.view.offset > 100 && editor.lastPan?.offset == editor.view.offset)
  }

  @Test(
    "H7: an automatic scroll ends where the estimate put the end, or where it is by then",
    arguments: [(20.0, true, 1800.0), (88, true, 7920), (44, true, 3960), (88, false, 3960)])
  mutating func pans(estimate: Double, isFixed: Bool, end: Double) throws {
    editor.settings.flags = .multiple
    try editor.perform([.setEditing(true)], title: "edit")
    let touches: [PanGesture.Touch] = [.point(374), .point(418), .hold(10_000)]
    var gesture = PanGesture(
      .exactStrip, touches, in: editor.viewport(measures(estimate: estimate)))
    gesture.estimatedRowHeight = estimate
    gesture.settings.usesEstimatedHeights = isFixed
    try editor.perform([.pan(gesture)], title: "pan")
    #expect(editor.lastPan?.offset == end)
    #expect(editor.selection.count == 92)
    editor.settleView(measures(estimate: estimate))
    #expect(editor.view.offset <= 3960)
  }
}
