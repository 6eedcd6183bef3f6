import TableInteraction
import TableKit
import Wording

extension Shell {
  /// The height of the viewport, in points: the setting, else the rows printed on a terminal, else
  /// 440 for ten rows of 44.
  package var seenHeight: Double {
    touch.viewportHeight ?? (console.size == nil ? 440 : Double(viewportHeight) * touch.heights.row)
  }

  private func measures(of document: Document) -> ViewMeasures {
    document.measures(touch, height: seenHeight)
  }

  /// Returns the viewport of a table.
  package func viewport(of document: Document) -> Viewport {
    document.controller.viewport(measures(of: document))
  }

  /// Scrolls a table to a content offset, in points.
  package func scroll(_ document: Document, to offset: Double) {
    document.controller.scroll(to: offset, measures(of: document))
  }

  /// Adjusts the scroll offset to the content after rows were inserted or deleted (rule H8).
  func adjustScrolling(of document: Document) {
    let isAtTop = document.controller.view.offset == 0 && touch.scrollAnchor == .offset
    if isAtTop, touch.estimatedRowHeight == nil { return }
    let (old, height) = (
      document.controller.view.offset, document.screen.placed?.geometry.contentHeight
    )
    let measures = measures(of: document)
    document.controller.clampView(measures)
    let new = document.controller.view.offset
    if old != new, height != measures.geometry.contentHeight {
      let what = "offset \(Points.rounded(old)) → \(Points.rounded(new))"
      document.past.note = ReasonNote(
        heading: "scroll", reasons: [Explanation(what, .settledOffset)])
    }
  }

  /// Scrolls so that a row is visible.
  package func reveal(_ row: RowID, _ position: Viewport.Position = .none, in document: Document) {
    guard let path = document.table.path(of: row) else { return }
    var viewport = viewport(of: document)
    guard let number = viewport.geometry.row(at: path) else { return }
    viewport.scroll(to: number, at: position, pinsHeaders: touch.pinsHeaders)
    scroll(document, to: viewport.offset)
  }

  /// Returns the row nearest to a position in the current viewport; of two, the upper one (rule
  /// H4).
  func nearest(_ rows: [RowID], to position: Viewport.Position, in document: Document) -> RowID? {
    let viewport = viewport(of: document)
    let numbers = document.table.paths(of: rows).compactMap(viewport.geometry.row(at:))
    return viewport.nearest(of: numbers, to: position).flatMap {
      document.table.row(at: viewport.geometry.path(of: $0))
    }
  }

  /// Returns the number of the first fully visible row, counted through all sections from 0.
  package func firstWholeRow(of document: Document) -> Int {
    let offset = document.controller.view.offset
    return offset > 0 ? document.geometry(touch).firstWholeRow(below: offset) : 0
  }

  /// Returns the numbers of the rows to print, counted through all sections from 0.
  ///
  /// On a terminal they are the visible ones, unless a height is set; a first row that is visible
  /// in part is left out if there is no room. Elsewhere they are `viewportHeight` rows from the
  /// first fully visible one, or earlier near the end.
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

  /// Returns the rows in the viewport, some of them in part (rule H5).
  package func visibleRows(of document: Document) -> [RowID] {
    rows(viewport(of: document).visibleRows, of: document)
  }

  /// Returns the rows with the given numbers, counted through all sections from 0.
  package func rows(_ numbers: Range<Int>, of document: Document) -> [RowID] {
    let geometry = document.geometry(touch)
    return numbers.compactMap { document.table.row(at: geometry.path(of: $0)) }
  }

  /// Returns `offset 22 of 3960 points; 0:0 to 0:10 are visible`, and for a person at a terminal
  /// `0:0 to 0:10 are visible: rows 1 to 11 of 100`.
  package func visiblePart(of document: Document) -> String {
    if isRead { return seenRows(of: document) }
    let viewport = viewport(of: document)
    let place =
      "offset \(Points.rounded(viewport.offset)) of \(Points.rounded(viewport.maximumOffset))"
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
  /// Returns the position of `--scroll`; nil: no scrolling, which is also what `none` means here,
  /// unlike in `scroll` (rule B16).
  func selectionScroll() throws(CommandError) -> Viewport.Position? {
    guard let word = value(of: "--scroll") else { return nil }
    guard let position = Viewport.Position(rawValue: word.text) else {
      throw refusal("a row can be scrolled to top, middle or bottom, or none, not '\(word.text)'")
    }
    return position == .none ? nil : position
  }

  /// Scrolls to the first of the rows, and adds the new offset to a result.
  func scroll(
    to rows: [RowID], _ position: Viewport.Position?, _ result: inout CommandResult
  ) throws(CommandError) {
    guard let position, let row = rows.first else { return }
    let document = try document()
    shell.reveal(row, position, in: document)
    result.details.append(shell.visiblePart(of: document))
    let reason = Explanation("scrolled to \(position.rawValue)", .selectionScroll)
    document.past.note = ReasonNote(heading: "scroll", reasons: [reason])
  }
}

extension Shell {
  /// Returns `0:0 to 0:10 are visible: rows 1 to 11 of 100`.
  private func seenRows(of document: Document) -> String {
    let rows = viewport(of: document).visibleRows
    let text = visibleText(of: document)
    if rows.isEmpty { return text }
    return text + ": rows \(Counts.grouped(rows.lowerBound + 1)) to "
      + "\(Counts.grouped(rows.upperBound)) of \(Counts.grouped(document.table.rowCount))"
  }

  /// Returns the offset, content height and viewport height, in points, and the visible rows.
  func scrollReport(of document: Document) -> String {
    let viewport = viewport(of: document)
    var lines = AlignedText()
    func add(_ name: String, _ points: Double, _ more: String = "") {
      lines.add(name, "\(Points.rounded(points)) points\(more)")
    }
    add("offset", viewport.offset, " of \(Points.rounded(viewport.maximumOffset))")
    let measured = document.controller.view.measured.count
    add(
      "content", viewport.contentHeight,
      touch.estimatedRowHeight == nil
        ? "" : ", \(Counts.of(measured, "row")) measured, the others estimated")
    add("viewport", viewport.height)
    return seenRows(of: document) + "\n" + lines.text()
  }
}
