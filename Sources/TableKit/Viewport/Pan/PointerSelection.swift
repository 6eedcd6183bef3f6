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
