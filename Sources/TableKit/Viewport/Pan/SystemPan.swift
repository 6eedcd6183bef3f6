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
