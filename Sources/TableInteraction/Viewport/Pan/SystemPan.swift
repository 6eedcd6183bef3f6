import TableKit

/// The pan of two fingers that iOS 13 brought: a range from the row where it began to the row that
/// is nearest to the fingers, and never beyond its section (rules F10 to F16).
///
/// Unlike `StripPan`, rows that leave the range return to what they were.
///
/// - Complexity: each move costs what the range holds and what is selected, whatever the section
///   holds.
public struct SystemPan: Sendable {
  /// The row where it began.
  public let start: Int
  /// Whether rows of the range are selected, or deselected.
  public let selects: Bool
  /// Rows of the section that were selected when it began.
  let original: Set<Int>
  private let section: Range<Int>
  private let isExclusive: Bool

  /// Begins a pan at a row; nothing is changed yet.
  ///
  /// - Parameter isExclusive: whether the section takes one selected row only: then the range is
  ///   the row under the fingers.
  public init(at start: Int, isExclusive: Bool = false, on surface: some PanSurface) {
    self.init(
      from: start, selects: !surface.isSelected(start), original: nil, isExclusive: isExclusive,
      on: surface)
  }

  /// A range that makes rows what its first row is, as a click with the shift key does.
  init(range start: Int, on surface: some PanSurface) {
    self.init(
      from: start, selects: surface.isSelected(start), original: nil, isExclusive: false,
      on: surface)
  }

  /// A range as it was remembered.
  ///
  /// - Parameter original: the rows that were selected when it began; nil for those that are now.
  init(
    from start: Int, selects: Bool, original: Set<Int>?, isExclusive: Bool = false,
    on surface: some PanSurface
  ) {
    self.start = start
    self.selects = selects
    self.isExclusive = isExclusive
    section = surface.geometry.rows(inSection: surface.geometry.section(of: start))
    self.original = original ?? Set(surface.selectedRows(in: section))
  }

  /// The fingers are at a height of the viewport.
  public func move(to y: Double, on surface: inout some PanSurface) {
    let row = surface.geometry.nearestRow(toHeight: y + surface.offset)
    if let row { move(toRow: row, on: &surface) }
  }

  /// The fingers are nearest to a row; one of another section changes nothing.
  public func move(toRow row: Int, on surface: inout some PanSurface) {
    guard section.contains(row) else { return }
    let range = isExclusive ? row...row : min(start, row)...max(start, row)
    apply(range: range, on: &surface)
  }

  /// The pan is taken back: every row returns to what it was.
  public func cancel(on surface: inout some PanSurface) { apply(range: nil, on: &surface) }

  /// First what is to be selected, then what is to be deselected, each from above.
  private func apply(range: ClosedRange<Int>?, on surface: inout some PanSurface) {
    func isInRange(_ row: Int) -> Bool { range?.contains(row) ?? false }
    // In an exclusive section, what was selected makes way, and comes back with the pan alone.
    var wanted = isExclusive && range != nil ? [] : original.filter { !isInRange($0) }.sorted()
    if selects, let range {
      let first = wanted.firstIndex { $0 > range.upperBound } ?? wanted.endIndex
      wanted.insert(contentsOf: range, at: first)
    }
    for row in wanted where !surface.isSelected(row) { surface.change(row, to: true) }
    for row in surface.selectedRows(in: section) {
      let target = isInRange(row) ? selects : original.contains(row)
      if !target, surface.isSelected(row) { surface.change(row, to: false) }
    }
  }
}

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

/// What clicks and arrow keys with modifiers select (rules F17 to F20).
///
/// It remembers where a range begins, and what was selected before the range.
public struct PointerSelection: Sendable {
  /// The row where a range begins.
  private(set) var start: Int?
  /// The range that was aimed last, until another row is changed.
  private(set) var range: SystemPan?

  /// Creates one that has seen no click.
  public init() {}

  /// One that remembers.
  init(start: Int?, range: SystemPan?) {
    self.start = start
    self.range = range
  }

  /// A click with the command key changes one row; a range begins there.
  public mutating func commandClick(_ row: Int, on surface: inout some PanSurface) {
    surface.change(row, to: !surface.isSelected(row))
    start = row
    range = nil
  }

  /// A click with the shift key changes the range to a row of the same section. Another one
  /// aims the same range elsewhere.
  ///
  /// - Parameter last: the row that was selected last, where a range begins unless a click began
  ///   one; nil when nothing is selected, which makes the click none of a range.
  /// - Returns: whether there was a range.
  public mutating func shiftClick(_ row: Int, last: Int?, on surface: inout some PanSurface) -> Bool
  {
    guard let last else { return false }
    let start = start ?? last
    self.start = start
    let range = range ?? SystemPan(range: start, on: surface)
    self.range = range
    range.move(toRow: row, on: &surface)
    return true
  }

  /// An arrow key with the shift key moves the end of the range, which is the row that was selected
  /// last, by one; beyond the section it does nothing.
  public mutating func shiftArrow(isDown: Bool, last: Int?, on surface: inout some PanSurface) {
    guard let last else { return }
    let row = isDown ? last + 1 : last - 1
    let section = surface.geometry.rows(inSection: surface.geometry.section(of: last))
    guard section.contains(row) else { return }
    // A row that was deselected begins no range that grows.
    if let start, range == nil, !surface.isSelected(start) { self.start = nil }
    _ = shiftClick(row, last: last, on: &surface)
  }
}
