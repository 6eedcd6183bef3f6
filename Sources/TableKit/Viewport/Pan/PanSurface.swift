/// The table under a pan: what it looks like, and what a finger can do to it.
///
/// Rows are counted through all sections, as in `TableGeometry`.
public protocol PanSurface {
  /// Where rows stand.
  var geometry: TableGeometry { get }
  /// How much of the content is seen, in points.
  var viewportHeight: Double { get }
  /// How far the content is scrolled, in points.
  var offset: Double { get set }
  /// How high the content is taken to be by who scrolls it: higher or lower than it is where rows
  /// are estimated (rule H7).
  var assumedContentHeight: Double { get }

  /// Whether a row is selected.
  func isSelected(_ row: Int) -> Bool
  /// The selected rows among some, from above.
  func selectedRows(in rows: Range<Int>) -> [Int]
  /// Selects or deselects a row that is not so yet; whether it may is the table's to say.
  mutating func change(_ row: Int, to isSelected: Bool)
}

extension PanSurface {
  /// The true height of the content.
  public var assumedContentHeight: Double { geometry.contentHeight }

  /// Asks about each row.
  public func selectedRows(in rows: Range<Int>) -> [Int] { rows.filter(isSelected) }
}
