import BatchUpdates

extension Editor {
  /// A user's tap on a row: a finger is put on it and lifted (rules B4 and B5).
  ///
  /// A refusal is no error: the log says why, and nothing has changed but what ran before it.
  mutating func tap(
    _ row: RowID, _ log: inout ChangeLog, _ events: inout [DelegateEvent]
  ) throws(EditError) {
    try touch(.down(row), &log, &events)
    if touches.highlighted != nil { try touch(.up, &log, &events) }
  }

  /// What a finger does that is lifted from a highlighted row, step by step as UIKit does it
  /// (rule B5).
  mutating func select(
    touched row: RowID, _ log: inout ChangeLog, _ events: inout [DelegateEvent]
  ) throws(EditError) {
    let traits = try traits(of: row)
    let mode = settings.flags.mode(isEditing: isEditing, canEdit: traits.canEdit)
    guard mode != .none else {
      log.refusal =
        !isEditing
        ? "the flags forbid selection"
        : traits.canEdit
          ? "the flags forbid selection in editing mode" : "the row cannot be edited"
      return
    }
    if mode == .multiple, !performsPrimaryAction, selection.contains(row) {
      guard let other = try askDeselect(row, &log, &events) else { return }
      try drop(other, &events)
      return
    }
    try choose(row, &log, &events)
  }

  /// Whether a plain tap does what a row is there for (rule B12).
  private var performsPrimaryAction: Bool { settings.hasPrimaryAction && !isEditing }

  /// The second half of a tap: the row is asked about, others make way, and it is selected.
  private mutating func choose(
    _ row: RowID, _ log: inout ChangeLog, _ events: inout [DelegateEvent]
  ) throws(EditError) {
    guard let target = try askSelect(row, &log, &events) else { return }
    try release(try makingWay(for: target), &log, &events)
    try insert(target, &events)
    check(target, &events)
    if performsPrimaryAction { try tell(.performPrimaryAction, target, &events) }
  }

  /// Selects a row as a touch does, and tells the delegate.
  mutating func insert(_ row: RowID, _ events: inout [DelegateEvent]) throws(EditError) {
    guard table.contains(row) else { return }
    selection.insert(row)
    try tell(.didSelect, row, &events)
  }

  /// The selected rows that a touched one replaces: in single mode those that cannot be selected
  /// with others, the topmost first; with a primary action all others.
  private func makingWay(for target: RowID) throws(EditError) -> [RowID] {
    let selected = table.inTableOrder(selection.rows)
    if performsPrimaryAction { return selected.filter { $0 != target } }
    guard try mode(of: target) == .single, selected.first != target else { return [] }
    var leaving: [RowID] = []
    for row in selected where try mode(of: row) != .multiple { leaving.append(row) }
    return leaving
  }

  /// What a program's selection would be if it told the delegate, as an old revision of Apple's
  /// "Handling row selection in a table view" says (rule B15): a tap from `willSelect` on.
  mutating func selectAsSeedText(
    _ rows: [RowID], _ log: inout ChangeLog, _ events: inout [DelegateEvent]
  ) throws(EditError) {
    let first = events.count
    for row in rows {
      guard table.contains(row) else { throw .rowIsGone(number: row.number) }
      guard try mode(of: row) != .none else { throw notAllowed(row, "the flags forbid it") }
      try choose(row, &log, &events)
    }
    for index in events.indices.dropFirst(first) { events[index].isOfSeedText = true }
  }

  /// A tap on the detail button of a row: the delegate hears of it, and nothing else happens
  /// (rule B11).
  mutating func tapAccessory(
    _ row: RowID, _ events: inout [DelegateEvent]
  ) throws(EditError) {
    guard let path = table.path(of: row) else { throw .rowIsGone(number: row.number) }
    let traits = try traits(of: row)
    let none = "row '\(table.key(of: row))' has no detail button"
    switch isEditing ? traits.editingAccessory : traits.accessory {
    case .detail: try tell(.accessoryButtonTapped, row, &events)
    case .none:
      let name: RowTrait.Name = isEditing ? .editingAccessory : .accessory
      throw .noControl(
        none + (isEditing ? " in editing mode" : ""), hint: "traits \(path) \(name.rawValue)=detail"
      )
    case let other:
      throw .noControl(none + ": a \(other.rawValue) is part of the row", hint: "tap \(path)")
    }
  }

  /// The row that UIKit's singular query answers: the topmost, not the first selected (rule
  /// A6).
  public var topmostSelected: RowID? { table.inTableOrder(selection.rows).first }

  /// Lets selected rows go that make way for another one, each asked and told of in turn.
  ///
  /// - Complexity: O(selection); O(rows · selection) where limits or policies are asked.
  mutating func release(
    _ rows: [RowID], _ log: inout ChangeLog, _ events: inout [DelegateEvent]
  ) throws(EditError) {
    cancellation.begin("deselecting", rows: rows.count)
    defer { cancellation.end() }
    guard policies.isEmpty, settings.limits.isEmpty, listener == nil else {
      for (i, row) in rows.enumerated() {
        try cancellation.check(at: i)
        if let other = try askDeselect(row, &log, &events) { try drop(other, &events) }
      }
      return
    }
    for (i, path) in table.paths(of: rows).enumerated() {
      try cancellation.check(at: i)
      events.append(DelegateEvent(.willDeselect, path, answer: .path(path)))
      events.append(DelegateEvent(.didDeselect, path))
    }
    let gone = RowSet(rows)
    selection.removeAll { gone.contains($0) }
  }

  /// Deselects a row as a touch does, and tells the delegate.
  mutating func drop(_ row: RowID, _ events: inout [DelegateEvent]) throws(EditError) {
    guard table.contains(row) else { return }
    selection.remove(row)
    try tell(.didDeselect, row, &events)
  }

  /// `willSelect`: the limits first, as the delegate of TableSectionsAndAnimatedUpdate (B23), then
  /// policies. Answers the row to select, nil when refused.
  mutating func askSelect(
    _ row: RowID, _ log: inout ChangeLog, _ events: inout [DelegateEvent]
  ) throws(EditError) -> RowID? {
    guard let path = table.path(of: row), let section = table.section(of: row) else { return nil }
    let title = title(section)
    let selected = settings.limits[section] == nil ? [] : selectedRows(in: section)
    var target = row
    var refusal: String?
    var left = selection
    switch limit(of: section) {
    case .none: refusal = "section '\(title)' allows no selection"
    case .maximum(let count):
      if selected.count >= count { refusal = "limit \(count) reached in section '\(title)'" }
    case .exclusive, .exclusiveStrict, .inclusive: break
    }
    if refusal == nil {
      loop: for policy in policies {
        switch try policy.willSelect(row, in: table, deselectingFrom: &left) {
        case .allow: continue
        case .refuse(let reason):
          refusal = reason ?? "a policy refuses it"
          break loop
        case .redirect(let other):
          if other == row { continue }
          target = other
          break loop
        }
      }
    }
    if let refusal {
      log.refusal = refusal
      events.append(DelegateEvent(.willSelect, path, answer: .refused))
      keep(left, &events)
      return nil
    }
    guard let answer = table.path(of: target) else {
      throw .refused("a policy names a row that is not in the table", hint: nil)
    }
    events.append(DelegateEvent(.willSelect, path, answer: .path(answer)))
    keep(left, &events)
    switch limit(of: section) {
    case .exclusive, .exclusiveStrict:
      // Programmatic, inside willSelect: no didDeselect follows.
      for old in selected where old != target { deselectSilently(old, &events) }
    default: break
    }
    return target
  }

  /// Deselects, in silence, what policies have taken out of the selection.
  private mutating func keep(_ left: Selection, _ events: inout [DelegateEvent]) {
    guard left.count < selection.count else { return }
    for row in selection.rows where !left.contains(row) { deselectSilently(row, &events) }
  }

  /// `willDeselect`: answers the row to deselect, nil when refused.
  mutating func askDeselect(
    _ row: RowID, _ log: inout ChangeLog, _ events: inout [DelegateEvent]
  ) throws(EditError) -> RowID? {
    guard let path = table.path(of: row) else { return nil }
    var target = row
    if let reason = try refusalToDeselect(row, &target) {
      log.refusal = reason
      events.append(DelegateEvent(.willDeselect, path, answer: .refused))
      return nil
    }
    events.append(
      DelegateEvent(.willDeselect, path, answer: table.path(of: target).map { .path($0) }))
    return target
  }
}
