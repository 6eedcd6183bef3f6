import BatchUpdates

/// The rows that were on the screen while heights are estimated, and so are as high as they are;
/// all others are as high as the estimate (rule H6).
///
/// Rows are kept by identity, so that they stay measured wherever they go.
public struct MeasuredRows: Sendable {
  private var members = RowSet()
  private var rows: [RowID] = []

  /// Creates one that has seen no row.
  public init() {}

  /// How many rows were seen.
  public var count: Int { rows.count }

  /// Remembers a row; answers whether it is seen for the first time.
  @discardableResult
  public mutating func see(_ row: RowID) -> Bool {
    guard members.insert(row) else { return false }
    rows.append(row)
    return true
  }

  /// Remembers what a viewport shows.
  ///
  /// - Complexity: O(visible rows · log sections).
  public mutating func see(_ viewport: Viewport, in table: Table) {
    for row in viewport.visibleRows {
      if let row = table.row(at: viewport.geometry.path(of: row)) { see(row) }
    }
  }

  /// How high the content is taken to be where rows that were not seen are estimated.
  ///
  /// - Complexity: O(rows seen · log sections).
  public func contentHeight(
    of table: Table, in geometry: TableGeometry, estimate: Double
  ) -> Double {
    var height = geometry.contentHeight - geometry.rowsHeight
    var seen = 0
    for row in rows {
      guard let path = table.path(of: row), let row = geometry.row(at: path) else { continue }
      let (top, bottom) = geometry.edges(of: row)
      height += bottom - top
      seen += 1
    }
    return height + Double(geometry.rowCount - seen) * estimate
  }
}
