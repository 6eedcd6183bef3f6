import TableKit

extension TableController {
  /// How many rows a user can select at the moment.
  public var selectionMode: SelectionMode { settings.flags.mode(isEditing: isEditing) }

  /// Returns the limit of a section.
  public func limit(of section: SectionID) -> SelectionLimit {
    settings.limits[section] ?? .inclusive
  }

  /// Returns the limit of the section that contains a row.
  func limit(ofSectionOf row: RowID) -> SelectionLimit {
    table.section(of: row).map(limit(of:)) ?? .inclusive
  }

  /// Returns the rows that the Delete button would delete, in table order.
  ///
  /// - Throws: `notEditing`, or `nothingSelected` (rule C9).
  public func rowsToDelete() throws(EditError) -> [RowID] {
    guard isEditing else { throw .interaction(.notEditing) }
    guard !selection.isEmpty else { throw .interaction(.nothingSelected) }
    return table.inTableOrder(selection.rows)
  }

  /// The title of the Delete button, and whether it is enabled (rule C9).
  public var deleteButton: (title: String, isEnabled: Bool) {
    let isEnabled = isEditing && !selection.isEmpty
    return (isEnabled ? "Delete (\(selection.count))" : "Delete", isEnabled)
  }

  /// The Delete button as people are shown it: `Delete (2)`, `Delete (disabled)`.
  public var shownDeleteButton: String {
    deleteButton.title + (deleteButton.isEnabled ? "" : " (disabled)")
  }

  /// The title of the button that enters and leaves editing mode (rule C9).
  public var editButton: String { isEditing ? "Done" : "Edit" }

  /// Returns the sections with more selected rows than their limit allows (rule B26).
  public func overLimits() -> [(section: SectionID, count: Int, limit: Int)] {
    settings.limits.keys.sorted().compactMap { id in
      guard table.index(of: id) != nil, let limit = maximum(limit(of: id)) else { return nil }
      let count = selectedRows(in: id).count
      return count > limit ? (id, count, limit) : nil
    }
  }

  func selectedRows(in section: SectionID) -> [RowID] {
    selection.rows.filter { table.section(of: $0) == section }
  }

  func maximum(_ limit: SelectionLimit) -> Int? {
    switch limit {
    case .none: 0
    case .exclusive, .exclusiveStrict: 1
    case .maximum(let count): count
    case .inclusive: nil
    }
  }

  /// Enters or leaves editing mode, with UIKit's effect on a selection held by the view: it is
  /// cleared, except on entering with several rows selected and both multiple flags on (rule B14).
  /// A swipe ends, and a drag is cancelled.
  mutating func setEditing(_ on: Bool, _ draft: inout Draft) {
    if on != isEditing || touches.swiped != nil { touchElsewhere(&draft) }
    guard on != isEditing else { return }
    isEditing = on
    guard editor.holding == .view else { return }
    let keeps =
      on && settings.flags.allowsMultipleSelection
      && settings.flags.allowsMultipleSelectionDuringEditing && selection.count > 1
    if !keeps { selection.removeAll() }
  }

  /// Selects rows programmatically: silently, and within flags, limits and policies.
  mutating func select(
    _ rows: [RowID], _ change: SelectionChange, _ draft: inout Draft
  ) throws(EditError) {
    progress.begin("selecting", .rows, total: rows.count)
    defer { progress.end() }
    let table = table
    for (i, row) in rows.enumerated() {
      try progress.check(at: i)
      if !table.contains(row) { throw .rowIsGone(number: row.number) }
    }
    switch change {
    case .remove: try deselect(rows, &draft)
    case .add(let partially): try add(rows, partially, &draft)
    case .only(let partially):
      let kept = RowSet(rows)
      let others = selection.rows.filter { !kept.contains($0) }
      let leaving = try replaceable(others, by: rows, partially, &draft)
      try deselect(leaving, isReplacing: true, &draft)
      try add(rows, partially, &draft)
    case .toggle:
      let selected = rows.filter { selection.contains($0) }
      let others = rows.filter { !selection.contains($0) }
      try deselect(selected, &draft)
      try add(others, false, &draft)
    }
  }

  /// Returns the selected rows that may be replaced: one that must stay selected is replaced only
  /// by a row of its own section.
  private func replaceable(
    _ rows: [RowID], by new: [RowID], _ partially: Bool, _ draft: inout Draft
  ) throws(EditError) -> [RowID] {
    guard isLimited else { return rows }
    let replaced = Set(new.compactMap { table.section(of: $0) })
    var leaving: [RowID] = []
    for row in rows {
      let section = table.section(of: row)
      let isReplaced = section.map { replaced.contains($0) && limit(of: $0) != .inclusive } ?? false
      guard !isReplaced, let refusal = try refusalToDeselect(row) else {
        leaving.append(row)
        continue
      }
      guard partially else { throw refusal }
      draft.account.refused.append(refusal)
    }
    return leaving
  }

  private mutating func deselect(
    _ rows: [RowID], isReplacing: Bool = false, _ draft: inout Draft
  ) throws(EditError) {
    let leaving = rows.filter { selection.contains($0) }
    guard !leaving.isEmpty else { return }
    if !isReplacing, isLimited {
      for row in leaving {
        if let refusal = try refusalToDeselect(row) { throw refusal }
      }
    }
    let gone = RowSet(leaving)
    draft.record(.deselectRow, leaving, in: table)
    selection.removeAll { gone.contains($0) }
  }

  private mutating func add(
    _ rows: [RowID], _ partially: Bool, _ draft: inout Draft
  ) throws(EditError) {
    var new = selection.isEmpty ? rows : rows.filter { !selection.contains($0) }
    guard !new.isEmpty else { return }
    new = try editable(new, partially, &draft)
    guard !new.isEmpty else { return }
    let mode = try mode(of: new[0])
    if mode != .multiple {
      do throws(EditError) { try checkMode(mode, new, selected: rows.count) } catch {
        guard partially else { throw error }
        draft.account.refused += Array(
          repeating: error, count: mode == .none ? new.count : rows.count - 1)
        if mode == .none || new.count < rows.count { return }
      }
    }
    if mode == .single, let row = new.first {
      try deselect(try selectedAlone, isReplacing: true, &draft)
      try addOne(row, fresh: RowSet(), partially, &draft)
      return
    }
    guard isLimited else {
      draft.record(.selectRow, new, in: table)
      selection.append(new)
      return
    }
    var fresh = RowSet()
    for (i, row) in new.enumerated() {
      try progress.check(at: i)
      try addOne(row, fresh: fresh, partially, &draft)
      if selection.contains(row) { fresh.insert(row) }
    }
  }

  /// - Parameter fresh: rows that this command selected, which a radio button does not replace.
  private mutating func addOne(
    _ row: RowID, fresh: RowSet, _ partially: Bool, _ draft: inout Draft
  ) throws(EditError) {
    do throws(EditError) {
      guard let section = table.section(of: row), let path = table.path(of: row) else { return }
      let deselected = try checkPolicies(row, fresh: fresh)
      let inSection = settings.limits[section] == nil ? [] : selectedRows(in: section)
      switch limit(of: section) {
      case .inclusive: break
      case .none: throw notAllowed(row, "section '\(title(section))' allows no selection")
      case .maximum(let count):
        if inSection.count >= count {
          throw EditError.interaction(.limitReached(limit: count, section: title(section)))
        }
      case .exclusive, .exclusiveStrict:
        if inSection.contains(where: { fresh.contains($0) }) {
          throw EditError.interaction(.limitReached(limit: 1, section: title(section)))
        }
        try deselect(inSection, isReplacing: true, &draft)
      }
      for other in deselected { deselectSilently(other, &draft) }
      selection.insert(row)
      draft.record(.selectRow, path, isSilent: true)
    } catch {
      guard partially else { throw error }
      draft.account.refused.append(error)
    }
  }

  private func checkMode(_ mode: SelectionMode, _ new: [RowID], selected: Int) throws(EditError) {
    guard mode != .none else {
      throw notAllowed(
        new[0], isEditing ? "the flags forbid it in editing mode" : "the flags forbid it")
    }
    if selected > 1 {
      throw .interaction(
        .limitReached(limit: 1, section: title(table.section(of: new[0]) ?? SectionID(0))))
    }
  }

  /// The selected rows that cannot be selected together with others.
  private var selectedAlone: [RowID] {
    get throws(EditError) {
      guard selectionMode == .multiple else { return selection.rows }
      var rows: [RowID] = []
      for row in selection.rows where try mode(of: row) != .multiple { rows.append(row) }
      return rows
    }
  }

  /// Whether limits or policies apply to programmatic selection.
  private var isLimited: Bool {
    !settings.limitsSeeTapsOnly && (!settings.limits.isEmpty || !policies.isEmpty)
  }

  /// Returns the rows that can be selected together with others, all of them if traits are uniform.
  /// In editing mode with both flags on, a row that cannot be edited is selected alone (rule B2).
  private func editable(
    _ rows: [RowID], _ partially: Bool, _ draft: inout Draft
  ) throws(EditError) -> [RowID] {
    guard isEditing, settings.flags.allowsMultipleSelectionDuringEditing, hasTraits,
      rows.count > 1 || !settings.flags.allowsSelectionDuringEditing
    else { return rows }
    var allowed: [RowID] = []
    for row in rows {
      if try mode(of: row) == .multiple {
        allowed.append(row)
      } else {
        let refusal = notAllowed(row, "it cannot be edited")
        guard partially else { throw refusal }
        draft.account.refused.append(refusal)
      }
    }
    return allowed
  }

  /// Asks policies whether a row may be selected; returns the rows that they deselect for it.
  private func checkPolicies(_ row: RowID, fresh: RowSet) throws(EditError) -> [RowID] {
    var left = selection
    for policy in policies {
      switch try policy.willSelect(row, in: table, deselectingFrom: &left) {
      case .allow: continue
      case .refuse(let reason): throw notAllowed(row, reason ?? "a policy refuses it")
      case .redirect(let other):
        if other == row { continue }
        throw notAllowed(row, "a policy names row '\(table.key(of: other))' instead")
      }
    }
    guard left.count < selection.count else { return [] }
    let deselected = selection.rows.filter { !left.contains($0) }
    if let other = deselected.first(where: { fresh.contains($0) }) {
      throw notAllowed(row, "a policy deselects row '\(table.key(of: other))' for it")
    }
    return deselected
  }

  /// Returns the rows that limits and policies allow to deselect, and why the others must stay
  /// selected.
  public func deselectable(
    _ rows: [RowID]
  ) throws(EditError) -> (rows: [RowID], refused: [EditError]) {
    var allowed: [RowID] = []
    var refused: [EditError] = []
    for row in rows {
      if selection.contains(row), let refusal = try refusalToDeselect(row) {
        refused.append(refusal)
      } else {
        allowed.append(row)
      }
    }
    return (allowed, refused)
  }

  private func refusalToDeselect(_ row: RowID) throws(EditError) -> EditError? {
    guard !settings.limitsSeeTapsOnly else { return nil }
    var target = row
    return try refusalToDeselect(row, &target).map {
      .interaction(.deselectionNotAllowed(row: table.key(of: row), reason: $0.description))
    }
  }

  /// Returns why a row must stay selected; nil if it, or the row that a policy names, may be
  /// deselected. Asks each policy once.
  func refusalToDeselect(_ row: RowID, _ target: inout RowID) throws(EditError) -> Refusal? {
    if let section = table.section(of: row), limit(of: section) == .exclusiveStrict {
      return .sectionKeepsOne(section: title(section))
    }
    for policy in policies {
      switch try policy.willDeselect(row, in: table, selection: selection) {
      case .allow: continue
      case .refuse(let reason): return .policy(reason ?? "a policy refuses to deselect it")
      case .redirect(let other): target = other
      }
    }
    return nil
  }

  func title(_ section: SectionID) -> String {
    table.index(of: section).map { table.sections[$0].title } ?? ""
  }

  func notAllowed(_ row: RowID, _ reason: String) -> EditError {
    .interaction(.selectionNotAllowed(row: table.key(of: row), reason: reason))
  }
}

/// How the selection changes when the table appears again (rule B17).
public enum Reappearance: String, Hashable, Sendable, CaseIterable {
  /// A table view controller clears it, as `clearsSelectionOnViewWillAppear` says, unless several
  /// rows can be selected.
  case clear
  /// The program deselects the row of `indexPathForSelectedRow`: the topmost one.
  case topmost
  /// It stays.
  case keep
}

extension TableController {
  /// Changes the selection as when the table appears again. No delegate method is called.
  mutating func reappear(_ appearance: Reappearance, _ draft: inout Draft) {
    let leaving: [RowID]
    switch appearance {
    case .keep: return
    case .clear: leaving = selectionMode == .multiple ? [] : table.inTableOrder(selection.rows)
    case .topmost: leaving = topmostSelected.map { [$0] } ?? []
    }
    for row in leaving { deselectSilently(row, &draft) }
  }

  /// Deselects a row as a program does with `deselectRow`.
  mutating func deselectSilently(_ row: RowID, _ draft: inout Draft) {
    guard let path = table.path(of: row), selection.remove(row) else { return }
    draft.record(.deselectRow, path, isSilent: true)
  }
}
