/// Scrolls a table automatically while a finger stays near an end of the viewport.
///
/// Time is counted in whole milliseconds, like the timer of TableViewScrollAndSelect: sums of
/// fractions of a second would lose rows.
struct AutoScroll: Sendable {
  let direction: StripPan.Direction
  /// The row from which rows are counted.
  let base: Int
  let start: Double
  var destination: Double
  /// The distance to the end, in quarters of a row.
  let distance: Int
  var milliseconds = 0
  /// The number of rows changed so far.
  var done = 0
}

extension StripPan {
  mutating func beginScrolling(
    at row: Int, _ direction: Direction, _ surface: inout some PanSurface
  ) {
    events.append(.beganScrolling)
    isScrolling = true
    let geometry = surface.geometry
    let (from, to) = direction == .down ? (row, geometry.rowCount - 1) : (0, row)
    let steps = isExact ? geometry.steps(from: from, to: to) ?? 0 : to - from
    scroll = AutoScroll(
      direction: direction, base: isExact ? anchor ?? row : row, start: surface.offset,
      destination: destination(direction, surface), distance: steps * 4)
    tick(&surface)
  }

  /// Advances the scroll by one step: first the rows, then the offset.
  mutating func tick(_ surface: inout some PanSurface) {
    guard var scroll else { return }
    let passed = scroll.milliseconds * settings.quarterRowsPerSecond
    let count = passed / 4000 + 1
    let step = scroll.direction == .down ? 1 : -1
    for index in scroll.done..<max(count, scroll.done) {
      let row = scroll.base + index * step
      guard (0..<surface.geometry.rowCount).contains(row) else { break }
      change(row, &surface)
      if !isExact { anchor = row }
    }
    scroll.done = count
    if !settings.usesEstimatedHeights {
      scroll.destination = destination(scroll.direction, surface)
    }
    if passed >= scroll.distance * 1000 {
      let end = scroll.direction == .down ? surface.geometry.rowCount - 1 : 0
      if isExact, abs(end - scroll.base) > scroll.done { defects.insert(.hole) }
      change(end, &surface)
      if !isExact { anchor = end }
      surface.offset = scroll.destination
      self.scroll = nil
      events.append(.reachedEnd)
    } else {
      let part = Double(passed) / Double(scroll.distance * 1000)
      surface.offset = scroll.start + (scroll.destination - scroll.start) * part
      self.scroll = scroll
    }
  }

  /// Returns the offset where the scroll ends: in the exact implementation above the top if content
  /// is short.
  private func destination(_ direction: Direction, _ surface: some PanSurface) -> Double {
    guard direction == .down else { return 0 }
    let end = surface.assumedContentHeight - surface.viewportHeight
    return isExact ? end : max(0, end)
  }
}
