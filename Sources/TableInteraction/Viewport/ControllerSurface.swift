import TableKit
import TableRules

/// The table as the surface of a pan; changes rows in the way of each kind of pan.
struct ControllerSurface: PanSurface {
  var controller: TableController
  let gesture: PanGesture
  let geometry: TableGeometry
  let viewportHeight: Double
  var offset: Double { didSet { if offset != oldValue { measure() } } }
  private(set) var assumedContentHeight: Double
  var draft = Draft()
  var outcome: PanOutcome
  var failure: EditError?

  init(controller: TableController, gesture: PanGesture) {
    self.controller = controller
    self.gesture = gesture
    geometry = gesture.viewport.geometry
    viewportHeight = gesture.viewport.height
    offset = gesture.viewport.offset
    assumedContentHeight = geometry.contentHeight
    outcome = PanOutcome(offset: offset)
    guard let estimate = gesture.estimatedRowHeight else { return }
    self.controller.view.measured.see(gesture.viewport, in: controller.table)
    assumedContentHeight = self.controller.view.measured.contentHeight(
      of: controller.table, in: geometry, estimate: estimate)
  }

  /// Measures rows that come into view, which then have their true height (rule H6).
  private mutating func measure() {
    guard let estimate = gesture.estimatedRowHeight else { return }
    for row in geometry.rows(from: offset, to: offset + viewportHeight) {
      guard let id = id(row), controller.view.measured.see(id) else { continue }
      let (top, bottom) = geometry.edges(of: row)
      assumedContentHeight += bottom - top - estimate
    }
  }

  private func id(_ row: Int) -> RowID? { controller.table.row(at: geometry.path(of: row)) }

  func isSelected(_ row: Int) -> Bool { id(row).map(controller.selection.contains) ?? false }

  func selectedRows(in rows: Range<Int>) -> [Int] {
    controller.selection.rows.compactMap(number).filter(rows.contains).sorted()
  }

  /// Returns the number of a row, counted through all sections; nil if it was deleted.
  func number(of row: RowID) -> Int? { controller.table.path(of: row).flatMap(geometry.row(at:)) }

  mutating func change(_ row: Int, to isSelected: Bool) {
    guard failure == nil, let id = id(row) else { return }
    do throws(EditError) {
      if gesture.kind == .exactStrip {
        try controller.changeUnasked(id, to: isSelected, &draft)
        noteUnasked(id, isSelected)
      } else if let reason = try controller.change(id, to: isSelected, &draft),
        !outcome.refusals.contains(reason)
      {
        outcome.refusals.append(reason)
      }
    } catch {
      failure = error
    }
  }

  /// Notes the defect that a policy or limit was not asked although it might have refused.
  private mutating func noteUnasked(_ row: RowID, _ isSelected: Bool) {
    let limit = controller.limit(ofSectionOf: row)
    if !controller.policies.isEmpty || limit != .inclusive { outcome.defects.insert(.unasked) }
  }

  /// Returns the height of a touch in the viewport; nil if it has none.
  private func height(of touch: PanGesture.Touch) -> Double? {
    switch touch {
    case .point(let y): return y
    case .row(let row):
      guard let path = controller.table.path(of: row), let row = geometry.row(at: path) else {
        return nil
      }
      let (top, bottom) = geometry.edges(of: row)
      return (top + bottom) / 2 - offset
    case .header(let section):
      guard let index = controller.table.index(of: section) else { return nil }
      return geometry.top(ofSection: index) + geometry.headerHeight(ofSection: index) / 2 - offset
    case .hold: return nil
    }
  }

  // MARK: - The strip

  mutating func followStrip() {
    let reach = gesture.settings.reach
    if let x = gesture.x, x > reach {
      return scroll("the finger is next to the strip", .panSettings)
    }
    var pan = StripPan(gesture.settings, isExact: gesture.kind == .exactStrip)
    var time = 0
    var hasBegun = false
    for touch in gesture.touches where failure == nil && !pan.hasCrashed {
      if case .hold(let milliseconds) = touch {
        for _ in 0..<milliseconds {
          guard pan.scroll != nil, failure == nil else { break }
          time += 1
          do throws(EditError) { try controller.progress.check(at: time << 6 | 0x3F) } catch {
            failure = error
          }
          pan.hold(milliseconds: 1, on: &self)
          take(&pan, time)
        }
        continue
      }
      guard let y = height(of: touch) else { continue }
      if hasBegun { pan.move(to: y, on: &self) } else { pan.begin(at: y, on: &self) }
      hasBegun = true
      take(&pan, time)
    }
    pan.end()
    take(&pan, time)
    outcome.hasCrashed = pan.hasCrashed
    outcome.defects.formUnion(pan.defects)
    outcome.offset = offset
  }

  private mutating func take(_ pan: inout StripPan, _ time: Int) {
    outcome.events += pan.events.map { (time, $0) }
    pan.events = []
  }

  // MARK: - The system's pan

  mutating func followSystem() {
    var heights = gesture.touches.compactMap(height)[...]
    // One finger must have moved for the touch to count as a pan.
    let isPan = heights.first.map { first in
      !gesture.isOnCircles || heights.contains { abs($0 - first) >= StripPan.slop }
    }
    guard isPan == true, let first = heights.popFirst() else { return }
    guard let start = geometry.row(atHeight: first + offset) ?? lastSelected, let id = id(start)
    else { return scroll("the fingers are on no row, and none is selected", .systemAvailability) }
    do throws(EditError) {
      guard
        try controller.beginMultipleSelection(
          at: id, mayBegin: gesture.mayBegin, carriesSelection: false, &draft)
      else {
        return scroll("the delegate does not let several rows be selected", .systemAvailability)
      }
      let limit = controller.limit(ofSectionOf: id)
      let pan = SystemPan(
        at: start, isExclusive: limit == .exclusive || limit == .exclusiveStrict, on: self)
      outcome.events.append((0, .began(row: start)))
      for y in heights where failure == nil { pan.move(to: y, on: &self) }
      if gesture.isCancelled { pan.cancel(on: &self) }
      outcome.events.append((0, .ended))
      draft.record(.didEndMultipleSelection, nil)
    } catch {
      failure = error
    }
  }

  /// Scrolls the table, as fingers do in any other.
  private mutating func scroll(_ reason: String, _ rule: TableRule) {
    let heights = gesture.touches.compactMap(height)
    outcome.scrollReason = reason
    outcome.scrollRule = rule
    guard let first = heights.first, let last = heights.last else { return }
    offset = min(max(offset + first - last, 0), gesture.viewport.maximumOffset)
    outcome.offset = offset
  }

  /// The row that was selected last, used when the fingers are on no row.
  private var lastSelected: Int? { controller.selection.rows.last.flatMap(number) }
}
