/// The pan of two fingers that iOS 13 brought: a range from the row where it began to the row that
/// is nearest to the fingers, and never beyond its section (SEMANTICS F.4).
///
/// Unlike `StripPan`, rows that leave the range return to what they were.
public struct SystemPan: Sendable {
  /// The row where it began.
  public let start: Int
  /// Whether rows of the range are selected, or deselected.
  public let selects: Bool
  /// Rows of the section that were selected when it began.
  private let original: Set<Int>
  private let section: Range<Int>
  private let isExclusive: Bool

  /// Begins a pan at a row; nothing is changed yet.
  ///
  /// - Parameter isExclusive: whether the section takes one selected row only: then the range is
  ///   the row under the fingers.
  public init(at start: Int, isExclusive: Bool = false, on surface: some PanSurface) {
    self.init(
      from: start, selects: !surface.isSelected(start), isExclusive: isExclusive, on: surface)
  }

  /// A range that makes rows what its first row is, as a click with the shift key does.
  init(range start: Int, on surface: some PanSurface) {
    self.init(from: start, selects: surface.isSelected(start), isExclusive: false, on: surface)
  }

  private init(from start: Int, selects: Bool, isExclusive: Bool, on surface: some PanSurface) {
    self.start = start
    self.selects = selects
    self.isExclusive = isExclusive
    section = surface.geometry.rows(inSection: surface.geometry.section(of: start))
    original = Set(section.filter { surface.isSelected($0) })
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
    for isSelected in [true, false] {
      for row in section {
        let isInRange = range?.contains(row) ?? false
        let target = isInRange ? selects : original.contains(row)
        if target == isSelected, surface.isSelected(row) != target {
          surface.change(row, to: target)
        }
      }
    }
  }
}
