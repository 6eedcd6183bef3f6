/// A finger that pans over the strip beside the rows, and selects or deselects what it passes.
///
/// There are two of them: `exact` does what the code of TableViewScrollAndSelect does, with all its
/// defects (rule F5); the other what its description promises (rule F6). Both are values: they
/// are told where the finger is and how much time passes, and change what they are given.
///
///     var pan = StripPan()
///     pan.begin(at: 22, on: &table)
///     pan.move(to: 66, on: &table)
///     pan.hold(milliseconds: 500, on: &table)
///     pan.end()
public struct StripPan: Sendable {
  /// Whether it is the published machine.
  public let isExact: Bool
  /// How it works.
  public let settings: PanSettings
  /// What happened so far.
  public internal(set) var events: [PanEvent] = []
  /// Whether the published code would have crashed here; nothing happens from then on.
  public internal(set) var hasCrashed = false

  /// What went wrong so far in the published machine.
  public internal(set) var defects: Set<PanDefect> = []

  /// Where the finger really is, in points of the viewport.
  var fingerY = 0.0
  /// Whether rows are selected, or deselected.
  var selects = true
  /// Whether a row has decided which.
  var isDecided = false
  var direction: Direction?
  /// Where the finger was taken to be last, in points of the viewport.
  var y = 0.0
  /// The row that was passed last.
  var anchor: Int?
  var scroll: AutoScroll?
  /// Whether moves in the same direction are left to the automatic scroll. In the exact machine
  /// that stays so behind its end.
  var isScrolling = false

  enum Direction: Sendable {
    case up, down
  }

  /// Points that a finger must move to be taken to have moved.
  static var slop: Double { 5 }

  /// Creates a pan; it begins with `begin(at:on:)`.
  public init(_ settings: PanSettings = PanSettings(), isExact: Bool = false) {
    self.settings = settings
    self.isExact = isExact
  }

  /// The finger comes down at a height of the viewport.
  public mutating func begin(at y: Double, on surface: inout some PanSurface) {
    self = StripPan(settings, isExact: isExact)
    self.y = y
    fingerY = y
    let row = surface.geometry.row(atHeight: y + surface.offset)
    events.append(.began(row: row))
    if let row { decide(at: row, &surface) }
  }

  /// The finger moves to a height of the viewport.
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

  /// Whether a finger at a height is so far behind where it was taken to be that it turned.
  private func isTurn(to y: Double) -> Bool {
    direction == .down ? y <= self.y - Self.slop : y >= self.y + Self.slop
  }

  /// Time passes while the finger stays where it is: a table that scrolls by itself goes on.
  public mutating func hold(milliseconds: Int, on surface: inout some PanSurface) {
    for _ in 0..<milliseconds where scroll != nil {
      scroll?.milliseconds += 1
      tick(&surface)
    }
  }

  /// The finger is lifted, or the pan is taken away from it.
  public mutating func end() {
    scroll = nil
    isScrolling = false
    events.append(.ended)
  }

  // MARK: - Rows

  /// The first row decides whether rows are selected or deselected.
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

  /// Whether the finger is where the table scrolls by itself.
  func isAtEdge(_ direction: Direction, _ surface: some PanSurface) -> Bool {
    switch direction {
    case .down: y > surface.viewportHeight + settings.bottomAnchor
    case .up: y < settings.topAnchor
    }
  }
}
