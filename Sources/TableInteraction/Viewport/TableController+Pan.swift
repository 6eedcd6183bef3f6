import TableKit

extension TableController {
  /// Performs a pan over rows (rules F).
  ///
  /// - Throws: `panNotAllowed` if rows cannot be selected together in editing mode, or there is no
  ///   strip; what a policy throws.
  mutating func pan(_ gesture: PanGesture, _ draft: inout Draft) throws(EditError) {
    try checkPan(gesture.settings, isStrip: gesture.kind != .system)
    if gesture.isOnCircles, !isEditing { throw .interaction(.panNotAllowed(.notEditing)) }
    var surface = ControllerSurface(controller: self, gesture: gesture)
    switch gesture.kind {
    case .strip, .exactStrip: surface.followStrip()
    case .system: surface.followSystem()
    }
    if let failure = surface.failure { throw failure }
    self = surface.controller
    view.offset = surface.offset
    lastPan = surface.outcome
    draft.account.events += surface.draft.account.events
  }

  /// Checks whether a pan may select rows at all (rules F3 and F10).
  func checkPan(_ settings: PanSettings, isStrip: Bool) throws(EditError) {
    guard self.settings.flags.allowsMultipleSelectionDuringEditing else {
      throw .interaction(.panNotAllowed(.flagIsOff))
    }
    guard isStrip else { return }
    guard settings.isEnabled else { throw .interaction(.panNotAllowed(.stripIsOff)) }
    guard isEditing else { throw .interaction(.panNotAllowed(.notEditing)) }
  }

  /// Asks the delegate whether several rows may be selected, unless they can be already, and enters
  /// editing mode; nil if it refuses (rules F10 and F11).
  ///
  /// - Parameter carriesSelection: whether to reselect rows in editing mode that the view has
  ///   deselected.
  mutating func beginMultipleSelection(
    at row: RowID, mayBegin: Bool, carriesSelection: Bool, _ draft: inout Draft
  ) throws(EditError) -> Bool {
    guard let path = table.path(of: row) else { return false }
    if selectionMode != .multiple {
      draft.record(.shouldBeginMultipleSelection, path, answer: mayBegin ? .path(path) : .refused)
      guard mayBegin else { return false }
    }
    let old = selection.rows
    setEditing(true, &draft)
    if carriesSelection {
      for row in old where !selection.contains(row) { _ = try change(row, to: true, &draft) }
    }
    draft.record(.didBeginMultipleSelection, table.path(of: row))
    return true
  }

  /// Selects or deselects a row as a touch does, asking the delegate first. Returns why it was
  /// refused, if it was.
  mutating func change(
    _ row: RowID, to isSelected: Bool, _ draft: inout Draft
  ) throws(EditError) -> Refusal? {
    if isEditing, try mode(of: row) != .multiple { return .rowNotEditable }
    draft.account.refusal = nil
    if isSelected {
      if let target = try askSelect(row, &draft) { try insert(target, &draft) }
    } else if let target = try askDeselect(row, &draft) {
      try drop(target, &draft)
    }
    defer { draft.account.refusal = nil }
    return draft.account.refusal
  }

  /// Selects or deselects a row as TableViewScrollAndSelect does: silently, then calling the
  /// delegate itself, so that no limit applies (rules F4 and F5i).
  mutating func changeUnasked(
    _ row: RowID, to isSelected: Bool, _ draft: inout Draft
  ) throws(EditError) {
    guard let path = table.path(of: row) else { return }
    draft.record(isSelected ? .selectRow : .deselectRow, path, isSilent: true)
    if isSelected { try insert(row, &draft) } else { try drop(row, &draft) }
  }

  /// Taps the strip beside a row: toggles it without asking the delegate (rule F4).
  mutating func tapStrip(
    _ row: RowID, _ settings: PanSettings, _ draft: inout Draft
  ) throws(EditError) {
    guard table.contains(row) else { throw .rowIsGone(number: row.number) }
    try checkPan(settings, isStrip: true)
    try changeUnasked(row, to: !selection.contains(row), &draft)
  }
}
