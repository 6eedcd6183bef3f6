/// The part of a table's content that is on screen, in points (rules H).
public struct Viewport: Sendable {
  /// Where everything stands.
  public var geometry: TableGeometry
  /// How much of the content is seen.
  public var height: Double
  /// How far the content is scrolled.
  public private(set) var offset: Double
  /// How high the content is taken to be: rows that were seen as they are, the others as estimated
  /// (rule H6); nil for as high as it is.
  public var assumedContentHeight: Double?

  /// Where a row is brought to.
  public enum Position: String, CaseIterable, Sendable {
    /// To the top, below the header of its section where headers are pinned.
    case top
    /// To the middle.
    case middle
    /// To the bottom.
    case bottom
    /// Nowhere when it is seen whole; else to the nearer end.
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

  /// How high the content is taken to be.
  public var contentHeight: Double { assumedContentHeight ?? geometry.contentHeight }

  /// The largest offset there is.
  public var maximumOffset: Double { max(0, contentHeight - height) }

  /// Brings the offset back to where content is (rule H8).
  public mutating func clamp() { offset = min(max(offset, 0), maximumOffset) }

  /// Scrolls to an offset, no further than there is content.
  public mutating func scroll(to offset: Double) {
    self.offset = offset
    clamp()
  }

  /// Scrolls to a row (rules H1 and H2).
  ///
  /// - Parameters:
  ///   - row: counted through all sections.
  ///   - position: where it is brought to.
  ///   - pinsHeaders: whether the header of a section stays at the top, so that the row stops below
  ///     it.
  public mutating func scroll(to row: Int, at position: Position, pinsHeaders: Bool = false) {
    let pinned = pinsHeaders ? geometry.headerHeight(ofSection: geometry.section(of: row)) : 0
    scroll(to: geometry.edges(of: row), at: position, below: pinned)
  }

  /// Scrolls to the header of a section, or to where it would stand: the only way into a section
  /// without rows (rules A2 and H3).
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

  /// The rows that are seen, some of them in part (rule H5).
  public var visibleRows: Range<Int> { geometry.rows(from: offset, to: offset + height) }

  /// Of some rows the one that is nearest to the place that a position means; the upper one of two
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
