import BatchUpdates

/// What of a table is on the screen, and where a range of clicks began: a part of an editor that
/// is no undo step, and is taken back with a command that failed.
public struct ViewState: Sendable {
  /// How far the content is scrolled, in points. After a batch it is brought back to where content
  /// is by `Editor.settleView(_:)`.
  public var offset = 0.0
  /// The rows that were seen while heights are estimated.
  public var measured = MeasuredRows()
  /// The rows that were on the screen, from above, and how far below its top each began; empty where
  /// they are not kept in place.
  var anchors: [(row: RowID, distance: Double)] = []
  /// Where a range of clicks began.
  var range = ClickRange()

  /// Creates the state of a table that was just opened.
  public init() {}
}

/// Where a range of clicks began, and what was selected in its section before it, by identity
/// (rule F18).
struct ClickRange: Sendable {
  /// The row that the user changed last.
  var start: RowID?
  /// The range that was aimed last.
  var aimed: (selects: Bool, original: [RowID])?
}

/// What stays where it is on the screen when rows come and go (rule H8).
public enum ScrollAnchor: String, CaseIterable, Sendable {
  /// The offset, as in UIKit: what is inserted above pushes the content down.
  case offset
  /// The first visible row.
  case topRow = "top-row"
}

/// What an editor's view is measured with.
public struct ViewMeasures: Sendable {
  /// Where everything stands.
  public var geometry: TableGeometry
  /// How much of the content is seen.
  public var height: Double
  /// How high rows are taken to be that were not seen yet; nil for as high as they are.
  public var estimate: Double?
  /// What stays where it is when rows come and go.
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

extension Editor {
  /// What is seen of the table.
  public func viewport(_ measures: ViewMeasures) -> Viewport {
    let assumed = measures.estimate.map {
      view.measured.contentHeight(of: table, in: measures.geometry, estimate: $0)
    }
    return Viewport(
      measures.geometry, height: measures.height, offset: view.offset,
      assumedContentHeight: assumed)
  }

  /// Scrolls, and measures the rows that are seen then.
  public mutating func scroll(to offset: Double, _ measures: ViewMeasures) {
    beginMeasuring(measures)
    view.offset = offset
    view.anchors = []
    settleView(measures)
  }

  /// Brings the offset back to where content is, after rows came or went; with the anchor `topRow`
  /// to where the first row that was seen and is still there has gone.
  ///
  /// - Complexity: O(visible rows · log sections), and with an estimate what `MeasuredRows` says.
  public mutating func settleView(_ measures: ViewMeasures) {
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

  /// Where estimates were not used before, what is on the screen is as high as it is.
  private mutating func beginMeasuring(_ measures: ViewMeasures) {
    guard measures.estimate != nil, view.measured.count == 0 else { return }
    let seen = Viewport(measures.geometry, height: measures.height, offset: view.offset)
    view.measured.see(seen, in: table)
  }
}
