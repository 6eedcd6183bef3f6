import BatchUpdates

extension Editor {
  /// A finger that passes over rows (rules F).
  ///
  /// - Throws: `panNotAllowed` where rows cannot be selected together in editing mode, or the strip
  ///   is not there; what a policy throws.
  mutating func pan(
    _ gesture: PanGesture, _ events: inout [DelegateEvent]
  ) throws(EditError) {
    try checkPan(gesture.settings, isStrip: gesture.kind != .system)
    if gesture.isOnCircles, !isEditing { throw .panNotAllowed(Self.notEditing, hint: "edit on") }
    var surface = EditorSurface(editor: self, gesture: gesture)
    switch gesture.kind {
    case .strip, .exactStrip: surface.followStrip()
    case .system: surface.followSystem()
    }
    if let failure = surface.failure { throw failure }
    self = surface.editor
    view.offset = surface.offset
    lastPan = surface.outcome
    events += surface.events
  }

  /// Whether a finger may select rows at all (rules F3 and F10).
  func checkPan(_ settings: PanSettings, isStrip: Bool) throws(EditError) {
    guard self.settings.flags.allowsMultipleSelectionDuringEditing else {
      throw .panNotAllowed(
        "the flag allowsMultipleSelectionDuringEditing is off",
        hint: "selection multiple --editing")
    }
    guard isStrip else { return }
    guard settings.isEnabled else {
      throw .panNotAllowed("the strip beside the rows is off", hint: "set pan.enabled on")
    }
    guard isEditing else { throw .panNotAllowed(Self.notEditing, hint: "edit on") }
  }

  private static var notEditing: String { "the table is not in editing mode" }

  /// The delegate is asked whether several rows may be selected, unless they can be already, and
  /// editing mode is entered; nil where it says no (rules F10 and F11).
  ///
  /// - Parameter carriesSelection: whether rows that were selected are selected again in editing
  ///   mode where the view has let them go.
  mutating func beginMultipleSelection(
    at row: RowID, mayBegin: Bool, carriesSelection: Bool, _ events: inout [DelegateEvent]
  ) throws(EditError) -> Bool {
    guard let path = table.path(of: row) else { return false }
    if selectionMode != .multiple {
      events.append(
        DelegateEvent(
          .shouldBeginMultipleSelection, path, answer: mayBegin ? .path(path) : .refused))
      guard mayBegin else { return false }
    }
    let old = selection.rows
    setEditing(true, &events)
    if carriesSelection {
      for row in old where !selection.contains(row) { _ = try change(row, to: true, &events) }
    }
    events.append(DelegateEvent(.didBeginMultipleSelection, table.path(of: row)))
    return true
  }

  /// Selects or deselects as a finger's touch does: the delegate is asked first. Answers why it was
  /// refused, if it was.
  mutating func change(
    _ row: RowID, to isSelected: Bool, _ events: inout [DelegateEvent]
  ) throws(EditError) -> String? {
    if isEditing, try mode(of: row) != .multiple { return "a row that cannot be edited" }
    var log = ChangeLog()
    if isSelected {
      if let target = try askSelect(row, &log, &events) { try insert(target, &events) }
    } else if let target = try askDeselect(row, &log, &events) {
      try drop(target, &events)
    }
    return log.refusal
  }

  /// Selects or deselects as TableViewScrollAndSelect does: silently, and telling the delegate
  /// by hand, so that no limit is asked (rules F4 and F5i).
  mutating func changeUnasked(
    _ row: RowID, to isSelected: Bool, _ events: inout [DelegateEvent]
  ) throws(EditError) {
    guard let path = table.path(of: row) else { return }
    events.append(DelegateEvent(isSelected ? .selectRow : .deselectRow, path, isSilent: true))
    if isSelected { try insert(row, &events) } else { try drop(row, &events) }
  }

  /// A tap on the strip beside a row: it is toggled, and nobody is asked (rule F4).
  mutating func tapStrip(
    _ row: RowID, _ settings: PanSettings, _ events: inout [DelegateEvent]
  ) throws(EditError) {
    guard table.contains(row) else { throw .rowIsGone(number: row.number) }
    try checkPan(settings, isStrip: true)
    try changeUnasked(row, to: !selection.contains(row), &events)
  }
}
