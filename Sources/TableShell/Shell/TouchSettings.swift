import BatchUpdates
import TableKit

/// What a finger meets: how high things are, in points, and how a pan works (SEMANTICS A8, F2, H6).
struct TouchSettings {
  /// How high rows are.
  var rowHeight = RowHeights.standard
  /// How high the header and the footer of a section are, where it has one.
  var headerHeight = 28.0
  /// How much of the table is seen.
  var viewportHeight = 440.0
  /// How high rows are taken to be that were not seen yet; nil for as high as they are.
  var estimatedRowHeight: Double?
  /// How the strip beside the rows works.
  var pan = PanSettings()
  /// Whether a pan says all that happens.
  var isDebugging = false

  /// Where everything in a table stands.
  func geometry(of table: Table) -> TableGeometry {
    TableGeometry(
      table.sections.map { section in
        SectionGeometry(
          header: section.header == nil ? 0 : headerHeight,
          rows: .equal(section.count, rowHeight),
          footer: section.footer == nil ? 0 : headerHeight)
      })
  }

  /// How high the content is taken to be: rows that are seen as they are, the others as estimated.
  func assumedContentHeight(_ viewport: Viewport) -> Double? {
    guard let estimatedRowHeight else { return nil }
    let unseen = viewport.geometry.rowCount - viewport.visibleRows.count
    return viewport.geometry.contentHeight + Double(unseen) * (estimatedRowHeight - rowHeight)
  }
}

extension Document {
  /// What is seen of the table, in points: where the last pan left it, unless it was scrolled by
  /// rows since then.
  func viewport(_ settings: TouchSettings) -> Viewport {
    let geometry = settings.geometry(of: table)
    var points = 0.0
    if let scrolled, scrolled.row == offset {
      points = scrolled.points
    } else if offset > 0, offset < geometry.rowCount {
      points = geometry.edges(of: offset).top
    }
    return Viewport(geometry, height: settings.viewportHeight, offset: points)
  }

  /// Scrolls to an offset in points; the first row that is seen whole is where the screen begins.
  func scroll(to points: Double, in geometry: TableGeometry) {
    let seen = geometry.rows(from: points, to: geometry.contentHeight)
    var row = seen.lowerBound
    if row < seen.upperBound - 1, geometry.edges(of: row).top < points { row += 1 }
    offset = row
    scrolled = (row, points)
  }
}
