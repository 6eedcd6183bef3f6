import TableKit

/// The rows that were visible since heights are estimated, and so have their true height; all
/// others have the estimated height (rule H6).
///
/// Rows are held by identity, so that they stay measured when they move.
public struct MeasuredRows: Sendable {
  private var members = RowSet()
  private var rows: [RowID] = []

  /// Creates an empty set.
  public init() {}

  /// The number of measured rows.
  public var count: Int { rows.count }

  /// Adds a row; returns whether it is new.
  @discardableResult
  public mutating func see(_ row: RowID) -> Bool {
    guard members.insert(row) else { return false }
    rows.append(row)
    return true
  }

  /// Adds the visible rows of a viewport.
  ///
  /// - Complexity: O(visible rows · log sections).
  public mutating func see(_ viewport: Viewport, in table: Table) {
    for row in viewport.visibleRows {
      if let row = table.row(at: viewport.geometry.path(of: row)) { see(row) }
    }
  }

  /// Returns the height of the content, with estimates for rows that were not measured.
  ///
  /// - Complexity: O(measured rows · log sections).
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
