import BatchUpdates
import TableInteraction
import TableKit
import TableRules

/// Why a table is scrolled as it is, for `explain`.
struct ScrollNote {
  /// The command that scrolled; nil where it was part of a change.
  var title: String?
  var what: String
  var rule: TableRule
}

extension Shell {
  /// How much of a table is seen, in points: what is set, else the rows that are printed on a
  /// terminal, else ten rows of 44 points.
  var seenHeight: Double {
    touch.viewportHeight
      ?? (console.size == nil ? 440 : Double(viewportHeight) * touch.heights.row)
  }

  private func measures(of document: Document) -> ViewMeasures {
    document.measures(touch, height: seenHeight)
  }

  /// What a finger sees of a table: points from the offset on.
  func viewport(of document: Document) -> Viewport {
    document.controller.viewport(measures(of: document))
  }

  /// Scrolls a table.
  func scroll(_ document: Document, to offset: Double) {
    document.controller.scroll(to: offset, measures(of: document))
  }

  /// Brings the offset back to where content is, after rows came or went (rule H8).
  func settle(_ document: Document) {
    let isAtTop = document.controller.view.offset == 0 && touch.scrollAnchor == .offset
    if isAtTop, touch.estimatedRowHeight == nil { return }
    let (old, height) = (document.controller.view.offset, document.placed?.geometry.contentHeight)
    let measures = measures(of: document)
    document.controller.settleView(measures)
    let new = document.controller.view.offset
    if old != new, height != measures.geometry.contentHeight {
      document.scrollNote = ScrollNote(
        title: nil, what: "offset \(Points.text(old)) → \(Points.text(new))", rule: .settledOffset)
    }
  }

  /// Moves the viewport so that a row is in it.
  func reveal(_ row: RowID, _ position: Viewport.Position = .none, in document: Document) {
    guard let path = document.table.path(of: row) else { return }
    var viewport = viewport(of: document)
    guard let number = viewport.geometry.row(at: path) else { return }
    viewport.scroll(to: number, at: position, pinsHeaders: touch.pinsHeaders)
    scroll(document, to: viewport.offset)
  }

  /// The row nearest to the place that a position names in the viewport now; the upper of two
  /// (rule H4).
  func nearest(_ rows: [RowID], to position: Viewport.Position, in document: Document) -> RowID? {
    let viewport = viewport(of: document)
    let numbers = document.table.paths(of: rows).compactMap(viewport.geometry.row(at:))
    return viewport.nearest(of: numbers, to: position).flatMap {
      document.table.row(at: viewport.geometry.path(of: $0))
    }
  }

  /// The number of the first row that is seen whole, counted through all sections.
  func firstWholeRow(of document: Document) -> Int {
    let offset = document.controller.view.offset
    return offset > 0 ? document.geometry(touch).firstWholeRow(below: offset) : 0
  }

  /// The numbers of the rows that are printed.
  ///
  /// On a terminal they are those that are visible, unless another height is set; of rows that are
  /// seen in part the first is left out where there is no room. Without one as many rows as are
  /// printed at once, from the first that is seen whole; near the end from one before it.
  func shownNumbers(of document: Document) -> Range<Int> {
    let first = firstWholeRow(of: document)
    guard console.size != nil, touch.viewportHeight == nil else {
      let start = max(0, min(first, document.table.rowCount - viewportHeight))
      return start..<min(start + viewportHeight, document.table.rowCount)
    }
    let visible = viewport(of: document).visibleRows
    guard visible.count > viewportHeight else { return visible }
    let start = max(visible.lowerBound, min(first, visible.upperBound - viewportHeight))
    return start..<min(start + viewportHeight, visible.upperBound)
  }

  /// The rows that are visible: those that a finger sees, some of them in part (rule H5).
  func visibleRows(of document: Document) -> [RowID] {
    rows(viewport(of: document).visibleRows, of: document)
  }

  /// The rows of some numbers, counted through all sections.
  func rows(_ numbers: Range<Int>, of document: Document) -> [RowID] {
    let geometry = document.geometry(touch)
    return numbers.compactMap { document.table.row(at: geometry.path(of: $0)) }
  }

  /// `offset 22 of 3960 points; 0:0 to 0:10 are visible`.
  func visiblePart(of document: Document) -> String {
    let viewport = viewport(of: document)
    let place = "offset \(Points.text(viewport.offset)) of \(Points.text(viewport.maximumOffset))"
    return "\(place) points; \(visibleText(of: document))"
  }

  private func visibleText(of document: Document) -> String {
    let rows = visibleRows(of: document)
    guard let first = rows.first.flatMap(document.table.path(of:)),
      let last = rows.last.flatMap(document.table.path(of:))
    else { return "no row is visible" }
    return first == last ? "\(first) is visible" : "\(first) to \(last) are visible"
  }
}

extension Invocation {
  /// The place where the first row of a selection is to be, as its option `--scroll` says; nil for
  /// not scrolling, which is also what `none` means here, unlike in `scroll` (rule B16).
  func selectionScroll() throws(CommandError) -> Viewport.Position? {
    guard let word = value(of: "--scroll") else { return nil }
    guard let position = Viewport.Position(rawValue: word.text) else {
      throw refusal("a row can be scrolled to top, middle or bottom, or none, not '\(word.text)'")
    }
    return position == .none ? nil : position
  }

  /// Scrolls to the first of some rows, and says so in a result.
  func scroll(
    to rows: [RowID], _ position: Viewport.Position?, _ result: inout CommandResult
  ) throws(CommandError) {
    guard let position, let row = rows.first else { return }
    let document = try document()
    shell.reveal(row, position, in: document)
    result.details.append(shell.visiblePart(of: document))
    document.scrollNote = ScrollNote(
      title: nil, what: "scrolled to \(position.rawValue)", rule: .selectionScroll)
  }
}
