extension StripPan {
  /// A move as the README describes it: every row that was passed is changed, up to the
  /// finger's, and a turn counts wherever it happens (rule F6).
  mutating func moveOver(
    to row: Int?, _ direction: Direction, hasTurned: Bool, _ surface: inout some PanSurface
  ) {
    if hasTurned { turn() } else { events.append(.continued) }
    guard let row else { return }
    pass(to: row, direction, hasTurned: hasTurned, &surface)
    if !hasTurned, isAtEdge(direction, surface) { beginScrolling(at: row, direction, &surface) }
  }

  private mutating func pass(
    to row: Int, _ direction: Direction, hasTurned: Bool, _ surface: inout some PanSurface
  ) {
    guard let anchor else { return decide(at: row, &surface) }
    // The row at which the finger turned keeps what it is, unless the finger is still in it.
    if hasTurned, anchor == row { change(row, &surface) }
    let passed =
      direction == .down
      ? Array((anchor + 1)..<max(row, anchor) + 1)
      : Array((min(row, anchor)..<anchor).reversed())
    for row in passed { change(row, &surface) }
    self.anchor = row
  }
}
