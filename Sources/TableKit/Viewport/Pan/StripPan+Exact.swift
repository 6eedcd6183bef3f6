extension StripPan {
  /// A move in the published machine: a skip changes as many rows as were passed, but from
  /// the finger on, and a turn over a header is forgotten (rule F5).
  mutating func moveExactly(
    to row: Int, _ direction: Direction, hasTurned: Bool, _ surface: inout some PanSurface
  ) {
    if hasTurned {
      if let anchor, anchor != row { defects.insert(.lateTurn) }
      turn()
      change(row, &surface)
      anchor = row
    } else if isAtEdge(direction, surface) {
      guard anchor != nil else {
        defects.insert(.startBesideRows)
        return hasCrashed = true
      }
      beginScrolling(at: row, direction, &surface)
    } else {
      events.append(.continued)
      defer { anchor = row }
      guard let anchor else {
        defects.insert(.startBesideRows)
        return
      }
      let steps =
        direction == .down
        ? surface.geometry.steps(from: anchor, to: row)
        : surface.geometry.steps(from: row, to: anchor)
      if abs(row - anchor) > 1 { defects.insert(.overshoot) }
      if let steps, steps > 1, steps != abs(row - anchor) { defects.insert(.emptySection) }
      for passed in rows(from: row, direction, count: max(1, steps ?? 1), surface) {
        change(passed, &surface)
      }
    }
  }

  /// So many rows from one on, in a direction, as far as there are any.
  func rows(
    from row: Int, _ direction: Direction, count: Int, _ surface: some PanSurface
  ) -> [Int] {
    switch direction {
    case .down: Array(row..<min(row + count, surface.geometry.rowCount))
    case .up: Array((max(row - count + 1, 0)...row).reversed())
    }
  }
}
