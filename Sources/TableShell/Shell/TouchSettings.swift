import BatchUpdates
import TableKit

/// What a finger meets: how high things are, in points, and how a pan works (rules A8, F2, H6).
struct TouchSettings {
  /// How high things are in every table.
  var heights = TableHeights()
  /// The name of the column that says how high rows are, in tables that have it.
  var heightColumn: String?
  /// How much of the table is seen, in points; nil for as much as is printed on a terminal, and for
  /// 440 without one.
  var viewportHeight: Double?
  /// How high rows are taken to be that were not seen yet; nil for as high as they are.
  var estimatedRowHeight: Double?
  /// Whether the header of a section stays at the top, as in UIKit's plain style.
  var pinsHeaders = true
  /// What stays where it is when rows come and go.
  var scrollAnchor = ScrollAnchor.offset
  /// How the strip beside the rows works.
  var pan = PanSettings()
  /// What the delegate answers when it is asked whether several rows may be selected.
  var mayBegin = false
  /// Whether a pan says all that happens.
  var isDebugging = false
}

/// Where everything in a table stood when that was asked last.
struct PlacedTable {
  fileprivate let table: Table
  fileprivate let heights: TableHeights
  let geometry: TableGeometry
}

extension Document {
  /// Where everything in the table stands.
  ///
  /// - Complexity: O(1) while the table is as it was; else what `TableGeometry` says.
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

  /// What the table's view is measured with.
  ///
  /// - Parameter height: how much of the table is seen, in points.
  func measures(_ settings: TouchSettings, height: Double) -> ViewMeasures {
    ViewMeasures(
      geometry(settings), height: height,
      estimate: settings.estimatedRowHeight, anchor: settings.scrollAnchor)
  }
}
