/// The part of a table's content that is on screen, in points (rules H).
public struct Viewport: Sendable {
  /// The positions of headers and rows.
  public var geometry: TableGeometry
  /// The height of the viewport.
  public var height: Double
  /// The scroll offset.
  public private(set) var offset: Double
  /// The height of the content with estimates for rows not yet seen (rule H6); nil: the true
  /// height.
  public var assumedContentHeight: Double?

  /// The scroll position of a row, as in `UITableView.ScrollPosition`.
  public enum Position: String, CaseIterable, Sendable {
    /// At the top, below the header of its section if headers are pinned.
    case top
    /// In the middle.
    case middle
    /// At the bottom.
    case bottom
    /// Unchanged if the row is fully visible; else at the nearer end.
    case none
  }

  /// Creates a viewport.
  public init(
    _ geometry: TableGeometry, height: Double, offset: Double = 0,
    assumedContentHeight: Double? = nil
  ) {
    self.geometry = geometry
    self.height = height
    self.offset = offset
    self.assumedContentHeight = assumedContentHeight
    clamp()
  }

  /// The height of the content, estimated if rows are.
  public var contentHeight: Double { assumedContentHeight ?? geometry.contentHeight }

  /// The largest scroll offset.
  public var maximumOffset: Double { max(0, contentHeight - height) }

  /// Clamps the offset to the content (rule H8).
  public mutating func clamp() { offset = min(max(offset, 0), maximumOffset) }

  /// Scrolls to an offset, clamped to the content.
  public mutating func scroll(to offset: Double) {
    self.offset = offset
    clamp()
  }

  /// Scrolls to a row (rules H1 and H2).
  ///
  ///   - row: the row, counted through all sections.
  ///   - position: the scroll position of the row.
  ///   - pinsHeaders: whether the section header stays at the top, so that the row stops below it.
  ///     it.
  public mutating func scroll(to row: Int, at position: Position, pinsHeaders: Bool = false) {
    let pinned = pinsHeaders ? geometry.headerHeight(ofSection: geometry.section(of: row)) : 0
    scroll(to: geometry.edges(of: row), at: position, below: pinned)
  }

  /// Scrolls to the header of a section, or to its position if there is none: the only way to
  /// scroll to a section without rows (rules A2 and H3).
  public mutating func scroll(toSection section: Int, at position: Position) {
    let top = geometry.top(ofSection: section)
    let header = geometry.headerHeight(ofSection: section)
    scroll(to: (top, top + header), at: position, below: 0)
  }

  private mutating func scroll(
    to edges: (top: Double, bottom: Double), at position: Position, below pinned: Double
  ) {
    let (top, bottom) = edges
    switch position {
    case .top: scroll(to: top - pinned)
    case .middle: scroll(to: (top + bottom) / 2 - height / 2)
    case .bottom: scroll(to: bottom - height)
    case .none:
      if top < offset + pinned {
        scroll(to: top - pinned)
      } else if bottom > offset + height {
        scroll(to: bottom - height)
      }
    }
  }

  /// The visible rows, including partly visible ones (rule H5).
  public var visibleRows: Range<Int> { geometry.rows(from: offset, to: offset + height) }

  /// Returns the row nearest to the position that a scroll position means, the upper one of two
  /// (rule H4).
  public func nearest(of rows: some Sequence<Int>, to position: Position) -> Int? {
    rows.min { a, b in
      let (x, y) = (distance(of: a, to: position), distance(of: b, to: position))
      return x != y ? x < y : a < b
    }
  }

  private func distance(of row: Int, to position: Position) -> Double {
    let (top, bottom) = geometry.edges(of: row)
    return switch position {
    case .top: abs(top - offset)
    case .middle: abs((top + bottom) / 2 - (offset + height / 2))
    case .bottom: abs(bottom - (offset + height))
    case .none: max(0, offset - top, bottom - (offset + height))
    }
  }
}
