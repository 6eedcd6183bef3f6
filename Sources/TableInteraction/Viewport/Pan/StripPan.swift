/// A pan over the strip beside the rows, which selects or deselects the rows it passes.
///
/// There are two implementations: the exact one behaves like the code of TableViewScrollAndSelect,
/// with all its defects (rule F5); the other as its README describes (rule F6). Both are values:
/// they receive positions and times, and change a surface.
///
///     var pan = StripPan()
///     pan.begin(at: 22, on: &table)
///     pan.move(to: 66, on: &table)
///     pan.hold(milliseconds: 500, on: &table)
///     pan.end()
public struct StripPan: Sendable {
  /// Whether it is the exact implementation.
  public let isExact: Bool
  /// The settings.
  public let settings: PanSettings
  /// The events so far.
  public internal(set) var events: [PanEvent] = []
  /// Whether the published code would have crashed; the pan then ignores all input.
  public internal(set) var hasCrashed = false

  /// The defects of the published code that occurred so far.
  public internal(set) var defects: Set<PanDefect> = []

  /// The position of the finger, in points of the viewport.
  var fingerY = 0.0
  /// Whether the pan selects or deselects rows.
  var selects = true
  /// Whether a row has decided that.
  var isDecided = false
  var direction: Direction?
  /// The last position that counted as a move, in points of the viewport.
  var y = 0.0
  /// The row that was passed last.
  var anchor: Int?
  var scroll: AutoScroll?
  /// Whether moves in the same direction are left to the automatic scroll. In the exact
  /// implementation it stays true after the scroll ended.
  var isScrolling = false

  /// The direction of a pan.
  enum Direction: Sendable {
    case up, down
  }

  /// The distance that a finger must travel to count as moved, in points.
  static var slop: Double { 5 }

  /// Creates a pan; start it with `begin(at:on:)`.
  public init(_ settings: PanSettings = PanSettings(), isExact: Bool = false) {
    self.settings = settings
    self.isExact = isExact
  }

  /// Begins the pan at a height of the viewport.
  public mutating func begin(at y: Double, on surface: inout some PanSurface) {
    self = StripPan(settings, isExact: isExact)
    self.y = y
    fingerY = y
    let row = surface.geometry.row(atHeight: y + surface.offset)
    events.append(.began(row: row))
    if let row { decide(at: row, &surface) }
  }

  /// Moves the finger to a height of the viewport.
  public mutating func move(to y: Double, on surface: inout some PanSurface) {
    guard !hasCrashed else { return }
    let goesBack = direction.map { $0 == .down ? y < fingerY : y > fingerY } ?? false
    fingerY = y
    if isExact, isScrolling, goesBack, !isTurn(to: y) { defects.insert(.hardToStop) }
    guard abs(y - self.y) >= Self.slop else { return }
    let new: Direction = y > self.y ? .down : .up
    let hasTurned = direction.map { $0 != new } ?? false
    if isScrolling, !hasTurned {
      if isExact { defects.formUnion(scroll == nil ? [.deafAtEnd, .wrongLine] : [.wrongLine]) }
      events.append(.keptScrolling)
      return
    }
    self.y = y
    direction = new
    let row = surface.geometry.row(atHeight: y + surface.offset)
    if isExact {
      if let row {
        moveExactly(to: row, new, hasTurned: hasTurned, &surface)
      } else if hasTurned {
        defects.insert(.forgottenTurn)
      }
    } else {
      moveOver(to: row, new, hasTurned: hasTurned, &surface)
    }
  }

  /// Whether a finger at a height is far enough behind its last position to have reversed.
  private func isTurn(to y: Double) -> Bool {
    direction == .down ? y <= self.y - Self.slop : y >= self.y + Self.slop
  }

  /// Advances time while the finger stays in place; an automatic scroll continues.
  public mutating func hold(milliseconds: Int, on surface: inout some PanSurface) {
    for _ in 0..<milliseconds where scroll != nil {
      scroll?.milliseconds += 1
      tick(&surface)
    }
  }

  /// Ends the pan by touch up or cancellation.
  public mutating func end() {
    scroll = nil
    isScrolling = false
    events.append(.ended)
  }

  // MARK: - Rows

  /// Decides by the first row whether the pan selects or deselects.
  mutating func decide(at row: Int, _ surface: inout some PanSurface) {
    isDecided = true
    anchor = row
    selects = !surface.isSelected(row)
    change(row, &surface)
  }

  mutating func change(_ row: Int, _ surface: inout some PanSurface) {
    if surface.isSelected(row) == selects {
      events.append(.wasSo(row: row, isSelected: selects))
    } else {
      surface.change(row, to: selects)
      events.append(.changed(row: row, isSelected: selects))
    }
  }

  mutating func turn() {
    if scroll != nil { events.append(.interrupted) }
    events.append(.turned)
    scroll = nil
    isScrolling = false
    selects.toggle()
  }

  /// Whether the finger is where the table scrolls automatically; never with an anchor outside the
  /// viewport (rule F2).
  func isAtEdge(_ direction: Direction, _ surface: some PanSurface) -> Bool {
    switch direction {
    case .down:
      settings.bottomAnchor <= 0 && y > surface.viewportHeight + settings.bottomAnchor
    case .up: settings.topAnchor >= 0 && y < settings.topAnchor
    }
  }
}

extension StripPan {
  /// Moves as the published code does: a skip changes as many rows as were passed, but from the
  /// finger on, and a reversal over a header is lost (rule F5).
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

  /// Returns at most this number of rows from one on, in a direction.
  func rows(
    from row: Int, _ direction: Direction, count: Int, _ surface: some PanSurface
  ) -> [Int] {
    switch direction {
    case .down: Array(row..<min(row + count, surface.geometry.rowCount))
    case .up: Array((max(row - count + 1, 0)...row).reversed())
    }
  }
}

extension StripPan {
  /// Moves as the README describes: changes every row that was passed, up to the finger's, and
  /// detects a reversal wherever it happens (rule F6).
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
    // The row where the finger reversed keeps its state, unless the finger is still in it.
    if hasTurned, anchor == row { change(row, &surface) }
    let passed =
      direction == .down
      ? Array((anchor + 1)..<max(row, anchor) + 1)
      : Array((min(row, anchor)..<anchor).reversed())
    for row in passed { change(row, &surface) }
    self.anchor = row
  }
}
