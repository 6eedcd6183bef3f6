import TableKit

/// A click of a mouse, or an arrow key with the shift key.
public enum PointerEvent: Hashable, Sendable {
  /// A plain click on a row.
  case click(RowID)
  /// A click with the command key.
  case commandClick(RowID)
  /// A click with the shift key.
  case shiftClick(RowID)
  /// The down-arrow key with the shift key.
  case shiftDown
  /// The up-arrow key with the shift key.
  case shiftUp
}

extension TableController {
  /// Performs a click or a key press on a device with a pointer (rules F17 to F20).
  ///
  /// - Parameter mayBegin: the delegate's answer to `shouldBeginMultipleSelection` (F10).
  mutating func point(
    _ event: PointerEvent, mayBegin: Bool, _ draft: inout Draft
  ) throws(EditError) {
    switch event {
    case .click(let row): try click(row, &draft)
    case .commandClick(let row):
      try selectingSeveral(at: row, mayBegin, &draft) { pointer, row, _, surface in
        pointer.commandClick(row, on: &surface)
      }
    case .shiftClick(let row):
      // A range needs a first row; without one the click is a plain one.
      guard !selection.isEmpty else { return try click(row, &draft) }
      try selectingSeveral(at: row, mayBegin, &draft) { pointer, row, last, surface in
        _ = pointer.shiftClick(row, last: last, on: &surface)
      }
    case .shiftDown: try arrow(isDown: true, &draft)
    case .shiftUp: try arrow(isDown: false, &draft)
    }
  }

  /// Replaces the selection by a plain click, even if several rows can be selected (rule F20).
  private mutating func click(_ row: RowID, _ draft: inout Draft) throws(EditError) {
    guard table.contains(row) else { throw .rowIsGone(number: row.number) }
    guard selectionMode != .none else { return draft.refuse(.flags(isEditing: isEditing)) }
    guard let target = try askSelect(row, &draft) else { return }
    try release(table.inTableOrder(selection.rows).filter { $0 != target }, &draft)
    try insert(target, &draft)
    view.range = ClickRange(start: target)
  }

  private mutating func arrow(isDown: Bool, _ draft: inout Draft) throws(EditError) {
    guard let last = selection.rows.last else { return }
    guard selectionMode == .multiple else { return draft.refuse(.flagsAllowOne) }
    try change(from: last, &draft) { pointer, _, last, surface in
      pointer.shiftArrow(isDown: isDown, last: last, on: &surface)
    }
  }

  private typealias Change = (
    inout PointerSelection, _ row: Int, _ last: Int?, inout ControllerSurface
  ) -> Void

  /// Performs a click with a modifier as the system's pan does, with its begin and end calls (rule
  /// F17).
  private mutating func selectingSeveral(
    at row: RowID, _ mayBegin: Bool, _ draft: inout Draft, _ body: Change
  ) throws(EditError) {
    guard table.contains(row) else { throw .rowIsGone(number: row.number) }
    try checkPan(PanSettings(), isStrip: false)
    guard try beginMultipleSelection(at: row, mayBegin: mayBegin, carriesSelection: true, &draft)
    else {
      return draft.refuse(.noMultipleSelection)
    }
    try change(from: row, &draft, body)
    draft.record(.didEndMultipleSelection, nil)
  }

  /// Changes rows of a range, and stores the range by identity.
  private mutating func change(
    from row: RowID, _ draft: inout Draft, _ body: Change
  ) throws(EditError) {
    // Heights are irrelevant here: rows are counted.
    let geometry = TableGeometry(
      table.sections.map { SectionGeometry(rows: .equal($0.count, RowHeights.standard)) })
    let gesture = PanGesture(.system, [], in: Viewport(geometry, height: 0))
    var surface = ControllerSurface(controller: self, gesture: gesture)
    let start = view.range.start.flatMap(surface.number)
    let range = start.flatMap { start in
      view.range.aimed.map {
        SystemPan(
          from: start, selects: $0.selects, original: Set($0.original.compactMap(surface.number)),
          on: surface)
      }
    }
    var pointer = PointerSelection(start: start, range: range)
    guard let number = surface.number(of: row) else { return }
    body(&pointer, number, selection.rows.last.flatMap(surface.number), &surface)
    if let failure = surface.failure { throw failure }
    self = surface.controller
    func id(_ row: Int) -> RowID? { table.row(at: geometry.path(of: row)) }
    view.range = ClickRange(
      start: pointer.start.flatMap(id),
      aimed: pointer.range.map { ($0.selects, $0.original.compactMap(id)) })
    draft.account.refusal = surface.outcome.refusals.first
    draft.account.events += surface.draft.account.events
  }

  /// Updates where a range of clicks begins: at the row that the user changed last; programmatic
  /// selection sets no range.
  mutating func followRange(_ action: TableAction, _ events: ArraySlice<DelegateEvent>) {
    switch action {
    case .select, .selectTelling, .reloadData: view.range = ClickRange()
    case .tap, .touch, .tapStrip, .pan:
      let last = events.last { $0.name == .didSelect || $0.name == .didDeselect }
      if let row = last?.path.flatMap(table.row(at:)) { view.range = ClickRange(start: row) }
    default: break
    }
  }
}
