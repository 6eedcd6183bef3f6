import TableInteraction
import TableKit

/// The settings for touches: heights, in points, viewport and pan (rules A8, F2, H6).
struct TouchSettings {
  /// The heights of rows and headers in all tables, in points.
  var heights = TableHeights()
  /// The name of the column with the heights of rows, in tables that have it; nil: none.
  var heightColumn: String?
  /// The height of the viewport, in points; nil: that of the rows printed on a terminal, else 440.
  var viewportHeight: Double?
  /// The estimated height of rows that were not visible yet, in points; nil: their actual height.
  var estimatedRowHeight: Double?
  /// Whether section headers are pinned to the top, as in UIKit's plain style.
  var pinsHeaders = true
  /// The content that stays in place when rows are inserted or deleted.
  var scrollAnchor = ScrollAnchor.offset
  /// The settings of the strip beside the rows.
  var pan = PanSettings()
  /// The answer to `tableView(_:shouldBeginMultipleSelectionInteractionAt:)`.
  var mayBegin = false
  /// Whether a pan prints its log.
  var isDebugging = false
}

/// The cached geometry of a table, with its inputs.
struct PlacedTable {
  fileprivate let table: Table
  fileprivate let heights: TableHeights
  let geometry: TableGeometry
}

extension Document {
  /// Returns the geometry of the table.
  ///
  /// - Complexity: O(1) while table and heights are unchanged; else that of `TableGeometry`.
  func geometry(_ settings: TouchSettings) -> TableGeometry {
    var heights = settings.heights
    heights.rowColumn = settings.heightColumn.flatMap { table.column(named: $0)?.id }
    if let placed, placed.heights == heights, placed.table.sharesContent(with: table) {
      return placed.geometry
    }
    let geometry = TableGeometry(of: table, heights)
    placed = PlacedTable(table: table, heights: heights, geometry: geometry)
    return geometry
  }

  /// Returns the measures of the table's view.
  ///
  /// - Parameter height: the height of the viewport, in points.
  func measures(_ settings: TouchSettings, height: Double) -> ViewMeasures {
    ViewMeasures(
      geometry(settings), height: height,
      estimate: settings.estimatedRowHeight, anchor: settings.scrollAnchor)
  }
}
