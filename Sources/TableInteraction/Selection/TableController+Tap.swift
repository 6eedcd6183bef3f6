import TableKit

extension TableController {
  /// Taps a row as a user does: a finger is put on it and lifted (rules B4 and B5).
  ///
  /// A refusal is no error: the account has the reason, and only what ran before it has changed.
  mutating func tap(_ row: RowID, _ draft: inout Draft) throws(EditError) {
    try touch(.down(row), &draft)
    if touches.highlighted != nil { try touch(.up, &draft) }
  }

  /// Performs the steps of UIKit when a finger is lifted from a highlighted row (rule B5).
  mutating func select(touched row: RowID, _ draft: inout Draft) throws(EditError) {
    let traits = try traits(of: row)
    let mode = settings.flags.mode(isEditing: isEditing, canEdit: traits.canEdit)
    guard mode != .none else {
      return draft.refuse(
        isEditing && !traits.canEdit ? .notEditable : .flags(isEditing: isEditing))
    }
    if mode == .multiple, !performsPrimaryAction, selection.contains(row) {
      guard let other = try askDeselect(row, &draft) else { return }
      try drop(other, &draft)
      return
    }
    try choose(row, &draft)
  }

  /// Whether a plain tap performs the primary action (rule B12).
  private var performsPrimaryAction: Bool { settings.hasPrimaryAction && !isEditing }

  /// Performs the second half of a tap: asks about the row, deselects those that it replaces, and
  /// selects it.
  private mutating func choose(_ row: RowID, _ draft: inout Draft) throws(EditError) {
    guard let target = try askSelect(row, &draft) else { return }
    try release(try makingWay(for: target), &draft)
    try insert(target, &draft)
    check(target, &draft)
    if performsPrimaryAction { try tell(.performPrimaryAction, target, &draft) }
  }

  /// Selects a row as a touch does, and calls the delegate.
  mutating func insert(_ row: RowID, _ draft: inout Draft) throws(EditError) {
    guard table.contains(row) else { return }
    selection.insert(row)
    try tell(.didSelect, row, &draft)
  }

  /// Returns the selected rows that a touched one replaces: in single mode those that cannot be
  /// selected together with others, the topmost first; with a primary action all others.
  private func makingWay(for target: RowID) throws(EditError) -> [RowID] {
    let selected = table.inTableOrder(selection.rows)
    if performsPrimaryAction { return selected.filter { $0 != target } }
    guard try mode(of: target) == .single, selected.first != target else { return [] }
    var leaving: [RowID] = []
    for row in selected where try mode(of: row) != .multiple { leaving.append(row) }
    return leaving
  }

  /// Selects rows programmatically but calls the delegate, as in an old revision of Apple's
  /// "Handling row selection in a table view" (rule B15): a tap from `willSelect` on.
  mutating func selectTelling(_ rows: [RowID], _ draft: inout Draft) throws(EditError) {
    let first = draft.account.events.count
    for row in rows {
      guard table.contains(row) else { throw .rowIsGone(number: row.number) }
      guard try mode(of: row) != .none else { throw notAllowed(row, "the flags forbid it") }
      try choose(row, &draft)
    }
    for index in draft.account.events.indices.dropFirst(first) {
      draft.account.events[index].isToldBySelecting = true
    }
  }

  /// Taps the detail button of a row: calls the delegate and changes nothing else (rule B11).
  mutating func tapAccessory(_ row: RowID, _ draft: inout Draft) throws(EditError) {
    guard let path = table.path(of: row) else { throw .rowIsGone(number: row.number) }
    let traits = try traits(of: row)
    let name = table.key(of: row)
    switch isEditing ? traits.editingAccessory : traits.accessory {
    case .detail: try tell(.accessoryButtonTapped, row, &draft)
    case .none:
      throw .interaction(.noControl(.noDetailButton(row: name, at: path, isEditing: isEditing)))
    case let other:
      throw .interaction(.noControl(.accessoryIsPartOfRow(row: name, at: path, other)))
    }
  }

  /// The row of `indexPathForSelectedRow`: the topmost, not the first selected (rule A6).
  public var topmostSelected: RowID? { table.inTableOrder(selection.rows).first }

  /// Deselects rows that another one replaces, with delegate calls for each in turn.
  ///
  /// - Complexity: O(selection); O(rows · selection) where limits or policies are asked.
  mutating func release(_ rows: [RowID], _ draft: inout Draft) throws(EditError) {
    progress.begin("deselecting", .rows, total: rows.count)
    defer { progress.end() }
    guard policies.isEmpty, settings.limits.isEmpty, listener == nil else {
      for (i, row) in rows.enumerated() {
        try progress.check(at: i)
        if let other = try askDeselect(row, &draft) { try drop(other, &draft) }
      }
      return
    }
    for (i, path) in table.paths(of: rows).enumerated() {
      try progress.check(at: i)
      draft.record(.willDeselect, path, answer: .path(path))
      draft.record(.didDeselect, path)
    }
    let gone = RowSet(rows)
    selection.removeAll { gone.contains($0) }
  }

  /// Deselects a row as a touch does, and calls the delegate.
  mutating func drop(_ row: RowID, _ draft: inout Draft) throws(EditError) {
    guard table.contains(row) else { return }
    selection.remove(row)
    try tell(.didDeselect, row, &draft)
  }

  /// Performs `willSelect`: first the limits, like the delegate of TableSectionsAndAnimatedUpdate
  /// (B23), then policies. Returns the row to select; nil if refused.
  mutating func askSelect(_ row: RowID, _ draft: inout Draft) throws(EditError) -> RowID? {
    guard let path = table.path(of: row), let section = table.section(of: row) else { return nil }
    let title = title(section)
    let selected = settings.limits[section] == nil ? [] : selectedRows(in: section)
    var target = row
    var refusal: Refusal?
    var left = selection
    switch limit(of: section) {
    case .none: refusal = .sectionTakesNone(section: title)
    case .maximum(let count):
      if selected.count >= count { refusal = .limitReached(count, section: title) }
    case .exclusive, .exclusiveStrict, .inclusive: break
    }
    if refusal == nil {
      loop: for policy in policies {
        switch try policy.willSelect(row, in: table, deselectingFrom: &left) {
        case .allow: continue
        case .refuse(let reason):
          refusal = .policy(reason ?? "a policy refuses it")
          break loop
        case .redirect(let other):
          if other == row { continue }
          target = other
          break loop
        }
      }
    }
    if let refusal {
      draft.account.refusal = refusal
      draft.record(.willSelect, path, answer: .refused)
      keep(left, &draft)
      return nil
    }
    guard let answer = table.path(of: target) else {
      throw .refused("a policy names a row that is not in the table", hint: nil)
    }
    draft.record(.willSelect, path, answer: .path(answer))
    keep(left, &draft)
    switch limit(of: section) {
    case .exclusive, .exclusiveStrict:
      // Programmatic, inside `willSelect`: no `didDeselect` follows.
      for old in selected where old != target { deselectSilently(old, &draft) }
    default: break
    }
    return target
  }

  /// Silently deselects rows that policies removed from the selection.
  private mutating func keep(_ left: Selection, _ draft: inout Draft) {
    guard left.count < selection.count else { return }
    for row in selection.rows where !left.contains(row) { deselectSilently(row, &draft) }
  }

  /// Performs `willDeselect`; returns the row to deselect, nil if refused.
  mutating func askDeselect(_ row: RowID, _ draft: inout Draft) throws(EditError) -> RowID? {
    guard let path = table.path(of: row) else { return nil }
    var target = row
    if let reason = try refusalToDeselect(row, &target) {
      draft.record(.willDeselect, path, answer: .refused)
      return draft.refuse(reason)
    }
    draft.record(.willDeselect, path, answer: table.path(of: target).map { .path($0) })
    return target
  }
}

/// A finger's action on a row before it becomes a tap (rule B4).
public enum Touch: Hashable, Sendable {
  /// The finger is put on a row.
  case down(RowID)
  /// The finger is lifted from the row, which makes it a tap.
  case up
  /// The finger slides away, or the system cancels the touch: no tap.
  case cancelled
}

extension TableController {
  /// Handles a finger on a row: it highlights the row, unless the delegate refuses; lifting the
  /// finger selects the row only if it is highlighted. If a row is open the touch closes it and
  /// does nothing else.
  ///
  /// - Throws: `notTouched` if a finger is lifted without a touch; what a policy throws.
  mutating func touch(_ touch: Touch, _ draft: inout Draft) throws(EditError) {
    switch touch {
    case .down(let row):
      guard let path = table.path(of: row) else { throw .rowIsGone(number: row.number) }
      unhighlight(&draft)
      if touches.open != nil || touches.drag != nil {
        touchElsewhere(&draft)
        return draft.refuse(.closedOpenRow)
      }
      guard try traits(of: row).highlights else {
        draft.record(.shouldHighlight, path, answer: .refused)
        return draft.refuse(.notHighlighted)
      }
      draft.record(.shouldHighlight, path, answer: .allowed)
      draft.record(.didHighlight, path)
      touches.highlighted = row
    case .up:
      guard let row = touches.highlighted else { throw .interaction(.notTouched) }
      unhighlight(&draft)
      try select(touched: row, &draft)
    case .cancelled:
      guard touches.highlighted != nil else { throw .interaction(.notTouched) }
      unhighlight(&draft)
    }
  }

  private mutating func unhighlight(_ draft: inout Draft) {
    guard let row = touches.highlighted else { return }
    touches.highlighted = nil
    if let path = table.path(of: row) { draft.record(.didUnhighlight, path) }
  }
}

/// A transaction in progress while a listener is called.
struct OpenStep {
  /// The change since the last recorded step.
  var change: OpenChange
  /// The position in the undo history when it began.
  let position: Int
  /// Whether a listener was called.
  var hasTold = false

  init(_ change: OpenChange, position: Int) { (self.change, self.position) = (change, position) }
}

extension TableController {
  /// Reports a delegate call about a row.
  ///
  /// A listener is called immediately: the changes so far are recorded as a step, so that the
  /// listener may edit as usual, and its edits precede the next changes of the touch.
  ///
  /// - Throws: what the listener throws, or the hooks that are asked before a step is recorded.
  mutating func tell(
    _ name: DelegateEvent.Name, _ row: RowID, _ draft: inout Draft,
    _ argument: DelegateEvent.Argument? = nil
  ) throws(EditError) {
    guard let path = table.path(of: row) else { return }
    let event = DelegateEvent(name, path, argument)
    draft.account.events.append(event)
    guard let listener, var step = openStep else { return }
    let title = step.change.title
    _ = editor.keep(try editor.close(step.change))
    editor.joinSteps(since: step.position, title: title)
    let position = editor.stepPosition
    (self.listener, openStep) = (nil, nil)
    try listener(event, row, &self)
    draft.account.events += editor.undoStack.steps(since: position).flatMap(\.events)
    editor.joinSteps(since: step.position, title: title)
    (step.change, step.hasTold) = (OpenChange(title: title, in: editor), true)
    (self.listener, openStep) = (listener, step)
  }

  /// Joins all steps that were recorded of a transaction while listeners were called.
  mutating func join(_ step: OpenStep, _ last: Transaction) -> Transaction {
    var whole = last
    editor.undoStack.join(since: step.position) { steps in
      whole = Transaction(joining: steps, title: last.title)
      whole.account = last.account
      return whole
    }
    return whole
  }
}
