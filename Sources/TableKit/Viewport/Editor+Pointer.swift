import BatchUpdates

/// A click of a mouse, or an arrow key with the shift key.
public enum PointerEvent: Hashable, Sendable {
  /// A plain click on a row.
  case click(RowID)
  /// A click with the command key.
  case commandClick(RowID)
  /// A click with the shift key.
  case shiftClick(RowID)
  /// The arrow key downwards with the shift key.
  case shiftDown
  /// The arrow key upwards with the shift key.
  case shiftUp
}

extension Editor {
  /// A click or a key of a machine with a pointer (rules F17 to F20).
  ///
  /// - Parameter mayBegin: what the delegate answers when it is asked that (F10).
  mutating func point(
    _ event: PointerEvent, mayBegin: Bool, _ log: inout ChangeLog, _ events: inout [DelegateEvent]
  ) throws(EditError) {
    switch event {
    case .click(let row): try click(row, &log, &events)
    case .commandClick(let row):
      try selectingSeveral(at: row, mayBegin, &log, &events) { pointer, row, _, surface in
        pointer.commandClick(row, on: &surface)
      }
    case .shiftClick(let row):
      // A range wants a row where it begins; without one the click is a plain one.
      guard !selection.isEmpty else { return try click(row, &log, &events) }
      try selectingSeveral(at: row, mayBegin, &log, &events) { pointer, row, last, surface in
        _ = pointer.shiftClick(row, last: last, on: &surface)
      }
    case .shiftDown: try arrow(isDown: true, &log, &events)
    case .shiftUp: try arrow(isDown: false, &log, &events)
    }
  }

  /// A plain click replaces what is selected, even where several rows can be (rule F20).
  private mutating func click(
    _ row: RowID, _ log: inout ChangeLog, _ events: inout [DelegateEvent]
  ) throws(EditError) {
    guard table.contains(row) else { throw .rowIsGone(number: row.number) }
    guard selectionMode != .none else {
      log.refusal =
        isEditing ? "the flags forbid selection in editing mode" : "the flags forbid selection"
      return
    }
    guard let target = try askSelect(row, &log, &events) else { return }
    try release(table.inTableOrder(selection.rows).filter { $0 != target }, &log, &events)
    try insert(target, &events)
    view.range = ClickRange(start: target)
  }

  private mutating func arrow(
    isDown: Bool, _ log: inout ChangeLog, _ events: inout [DelegateEvent]
  ) throws(EditError) {
    guard let last = selection.rows.last else { return }
    guard selectionMode == .multiple else {
      log.refusal = "the flags allow one row"
      return
    }
    try change(from: last, &log, &events) { pointer, _, last, surface in
      pointer.shiftArrow(isDown: isDown, last: last, on: &surface)
    }
  }

  private typealias Change = (
    inout PointerSelection, _ row: Int, _ last: Int?, inout EditorSurface
  ) -> Void

  /// A click with a modifier selects as the system's pan does, with its begin and end (rule
  /// F17).
  private mutating func selectingSeveral(
    at row: RowID, _ mayBegin: Bool, _ log: inout ChangeLog, _ events: inout [DelegateEvent],
    _ body: Change
  ) throws(EditError) {
    guard table.contains(row) else { throw .rowIsGone(number: row.number) }
    try checkPan(PanSettings(), isStrip: false)
    guard
      try beginMultipleSelection(
        at: row, mayBegin: mayBegin, carriesSelection: true, &events)
    else {
      log.refusal = "the delegate lets nobody select several rows"
      return
    }
    try change(from: row, &log, &events, body)
    events.append(DelegateEvent(.didEndMultipleSelection, nil))
  }

  /// Changes rows of a range, and remembers the range by identity.
  private mutating func change(
    from row: RowID, _ log: inout ChangeLog, _ events: inout [DelegateEvent], _ body: Change
  ) throws(EditError) {
    // Heights do not matter here: rows are counted.
    let geometry = TableGeometry(
      table.sections.map { SectionGeometry(rows: .equal($0.count, RowHeights.standard)) })
    let gesture = PanGesture(.system, [], in: Viewport(geometry, height: 0))
    var surface = EditorSurface(editor: self, gesture: gesture)
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
    self = surface.editor
    func id(_ row: Int) -> RowID? { table.row(at: geometry.path(of: row)) }
    view.range = ClickRange(
      start: pointer.start.flatMap(id),
      aimed: pointer.range.map { ($0.selects, $0.original.compactMap(id)) })
    log.refusal = surface.outcome.refusals.first
    events += surface.events
  }

  /// A range of clicks begins at the row that the user changed last; what a program selects leaves
  /// no range behind.
  mutating func followRange(_ edit: Edit, _ events: ArraySlice<DelegateEvent>) {
    switch edit {
    case .select, .selectAsSeedText, .reloadData: view.range = ClickRange()
    case .tap, .touch, .tapStrip, .pan:
      let last = events.last { $0.name == .didSelect || $0.name == .didDeselect }
      if let row = last?.path.flatMap(table.row(at:)) { view.range = ClickRange(start: row) }
    default: break
    }
  }
}
