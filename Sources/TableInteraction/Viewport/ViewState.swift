import TableKit

/// The scroll state of a table, and where a range of clicks began. No undo step, but reverted with
/// a command that failed.
public struct ViewState: Sendable {
  /// The scroll offset, in points. After a batch `Editor.clampView(_:)` clamps it to the content.
  public var offset = 0.0
  /// The rows measured since heights are estimated.
  public var measured = MeasuredRows()
  /// The rows that were visible, from the top, with the distance of each below the viewport's top;
  /// empty if the scroll position is not anchored.
  var anchors: [(row: RowID, distance: Double)] = []
  /// The current range of clicks.
  var range = ClickRange()

  /// Creates the state of a newly opened table.
  public init() {}
}

/// The first row of a range of clicks, and what was selected in its section before, by identity
/// (rule F18).
struct ClickRange: Sendable {
  /// The row that the user changed last.
  var start: RowID?
  /// The last range, with what it does and the rows selected before it.
  var aimed: (selects: Bool, original: [RowID])?
}

/// What keeps its position on screen when rows are inserted or deleted (rule H8).
public enum ScrollAnchor: String, CaseIterable, Sendable {
  /// The offset, as in UIKit: insertions above push the content down.
  case offset
  /// The first visible row.
  case topRow = "top-row"
}

/// The measures of an editor's view.
public struct ViewMeasures: Sendable {
  /// The positions of headers and rows.
  public var geometry: TableGeometry
  /// The height of the viewport, in points.
  public var height: Double
  /// The estimated height of rows not yet seen, in points; nil: true heights.
  public var estimate: Double?
  /// What keeps its position when rows are inserted or deleted.
  public var anchor = ScrollAnchor.offset

  /// Creates measures.
  public init(
    _ geometry: TableGeometry, height: Double, estimate: Double? = nil,
    anchor: ScrollAnchor = .offset
  ) {
    self.geometry = geometry
    self.height = height
    self.estimate = estimate
    self.anchor = anchor
  }
}

extension TableController {
  /// Returns the visible part of the table.
  public func viewport(_ measures: ViewMeasures) -> Viewport {
    let assumed = measures.estimate.map {
      view.measured.contentHeight(of: table, in: measures.geometry, estimate: $0)
    }
    return Viewport(
      measures.geometry, height: measures.height, offset: view.offset,
      assumedContentHeight: assumed)
  }

  /// Scrolls, and measures the rows that become visible.
  public mutating func scroll(to offset: Double, _ measures: ViewMeasures) {
    beginMeasuring(measures)
    view.offset = offset
    view.anchors = []
    clampView(measures)
  }

  /// Clamps the offset to the content after rows were inserted or deleted; with the anchor
  /// `topRow`, moves it with the first formerly visible row that still exists.
  ///
  /// - Complexity: O(visible rows · log sections), plus that of `MeasuredRows` with an estimate.
  public mutating func clampView(_ measures: ViewMeasures) {
    let geometry = measures.geometry
    if measures.anchor == .topRow {
      for (row, distance) in view.anchors {
        guard let path = table.path(of: row), let row = geometry.row(at: path) else { continue }
        view.offset = geometry.edges(of: row).top - distance
        break
      }
    }
    if measures.estimate == nil { view.measured = MeasuredRows() }
    beginMeasuring(measures)
    let viewport = viewport(measures)
    view.offset = viewport.offset
    if measures.estimate != nil { view.measured.see(viewport, in: table) }
    view.anchors =
      measures.anchor == .offset
      ? []
      : viewport.visibleRows.compactMap { row in
        table.row(at: geometry.path(of: row)).map {
          ($0, geometry.edges(of: row).top - viewport.offset)
        }
      }
  }

  /// Measures the visible rows if estimates were not used before.
  private mutating func beginMeasuring(_ measures: ViewMeasures) {
    guard measures.estimate != nil, view.measured.count == 0 else { return }
    let seen = Viewport(measures.geometry, height: measures.height, offset: view.offset)
    view.measured.see(seen, in: table)
  }
}
