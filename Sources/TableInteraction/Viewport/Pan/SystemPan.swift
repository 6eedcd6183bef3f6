/// The two-finger pan introduced with iOS 13: a range from the first row to the row nearest to the
/// fingers, within one section (rules F10 to F16).
///
/// Unlike with `StripPan`, rows that leave the range return to their former state.
///
/// - Complexity: each move is O(rows of the range + selection), whatever the size of the section.
public struct SystemPan: Sendable {
  /// The first row.
  public let start: Int
  /// Whether rows of the range are selected or deselected.
  public let selects: Bool
  /// The rows of the section that were selected at the start.
  let original: Set<Int>
  private let section: Range<Int>
  private let isExclusive: Bool

  /// Begins a pan at a row; changes nothing yet.
  ///
  /// - Parameter isExclusive: whether the section allows only one selected row: the range is then
  ///   the row under the fingers.
  public init(at start: Int, isExclusive: Bool = false, on surface: some PanSurface) {
    self.init(
      from: start, selects: !surface.isSelected(start), original: nil, isExclusive: isExclusive,
      on: surface)
  }

  /// Creates a range that sets rows to the state of its first row, as a click with the shift key
  /// does.
  init(range start: Int, on surface: some PanSurface) {
    self.init(
      from: start, selects: surface.isSelected(start), original: nil, isExclusive: false,
      on: surface)
  }

  /// Restores a range.
  ///
  /// - Parameter original: the rows that were selected when it began; nil: those selected now.
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

  /// Moves the fingers to a height of the viewport.
  public func move(to y: Double, on surface: inout some PanSurface) {
    let row = surface.geometry.nearestRow(toHeight: y + surface.offset)
    if let row { move(toRow: row, on: &surface) }
  }

  /// Moves the fingers to the nearest row; a row of another section changes nothing.
  public func move(toRow row: Int, on surface: inout some PanSurface) {
    guard section.contains(row) else { return }
    let range = isExclusive ? row...row : min(start, row)...max(start, row)
    apply(range: range, on: &surface)
  }

  /// Cancels the pan: every row returns to its former state.
  public func cancel(on surface: inout some PanSurface) { apply(range: nil, on: &surface) }

  /// Selects rows, then deselects rows, each from the top.
  private func apply(range: ClosedRange<Int>?, on surface: inout some PanSurface) {
    func isInRange(_ row: Int) -> Bool { range?.contains(row) ?? false }
    // In an exclusive section, the range replaces the selection, which only cancelling restores.
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

/// The table as a pan sees it: rows, positions and selection.
///
/// Rows are counted through all sections, as in `TableGeometry`.
public protocol PanSurface {
  /// The positions of headers and rows.
  var geometry: TableGeometry { get }
  /// The height of the viewport, in points.
  var viewportHeight: Double { get }
  /// The scroll offset, in points.
  var offset: Double { get set }
  /// The content height that a scroll view assumes: higher or lower than the true one if rows are
  /// estimated (rule H7).
  var assumedContentHeight: Double { get }

  /// Whether a row is selected.
  func isSelected(_ row: Int) -> Bool
  /// Returns the selected rows in a range, from the top.
  func selectedRows(in rows: Range<Int>) -> [Int]
  /// Selects or deselects a row that does not have this state yet; the table may refuse.
  mutating func change(_ row: Int, to isSelected: Bool)
}

/// The selection by clicks and arrow keys with modifiers (rules F17 to F20).
///
/// It stores where a range begins, and what was selected before.
public struct PointerSelection: Sendable {
  /// The first row of a range.
  private(set) var start: Int?
  /// The last range, until another row is changed.
  private(set) var range: SystemPan?

  /// Toggles one row by a click with the command key; a range begins there.
  public mutating func commandClick(_ row: Int, on surface: inout some PanSurface) {
    surface.change(row, to: !surface.isSelected(row))
    start = row
    range = nil
  }

  /// Extends or moves the range to a row of the same section by a click with the shift key.
  ///
  /// - Parameter last: the row that was selected last, where a range begins unless a click began
  ///   one; nil if nothing is selected: then there is no range.
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

  /// Moves the end of the range, which is the row that was selected last, by one; does nothing at
  /// the end of the section.
  public mutating func shiftArrow(isDown: Bool, last: Int?, on surface: inout some PanSurface) {
    guard let last else { return }
    let row = isDown ? last + 1 : last - 1
    let section = surface.geometry.rows(inSection: surface.geometry.section(of: last))
    guard section.contains(row) else { return }
    // A deselected row begins no range that extends.
    if let start, range == nil, !surface.isSelected(start) { self.start = nil }
    _ = shiftClick(row, last: last, on: &surface)
  }
}
