/// Whose value stays where a conflict is resolved.
public enum ConflictSide: String, Hashable, Sendable {
  /// The local one.
  case mine
  /// That of the source.
  case theirs
}

extension Editor {
  /// The open conflicts, in the order in which they were found, with the values as they are now.
  ///
  /// One stays until it is resolved. It is closed while both sides agree, or the source has gone
  /// back to the value that both had; undoing what settled it opens it again. Saving ends them all.
  ///
  /// - Complexity: O(conflicts found).
  public var conflicts: [MergeConflict] { openConflicts.compactMap { current($0) } }

  /// Resolves conflicts: `mine` takes them off the list, as the base has the source's values
  /// already; `theirs` also gives the table the source's values, as one undo step.
  ///
  /// Where a row that others added is left out, as another one was given its key here, `theirs`
  /// lets it in: the other one gets the key back that the source has for it, and is deleted only if
  /// the source does not have it. With `mine`, saving deletes the row that is left out.
  ///
  /// - Parameter resolved: some of `conflicts`.
  /// - Returns: the transaction, which changes nothing where the local values stay.
  /// - Throws: `noSuchConflict`; `keyIsTaken` if yet another row has a key that is to be given
  ///   back; `rowsAreHidden` if rows are to be let in; what `perform` throws. Nothing has changed
  ///   then.
  /// - Complexity: that of the edits.
  @discardableResult
  public mutating func resolve(
    _ resolved: [MergeConflict], keeping side: ConflictSide, title: String
  ) throws(EditError) -> Transaction {
    let places = resolved.map { conflict in
      openConflicts.firstIndex { $0.concernsSame(as: conflict) && current($0) != nil }
    }
    guard !places.contains(nil) else { throw .noSuchConflict }
    let transaction = try attempt { (editor) throws(EditError) in
      var change = OpenChange(title: title, in: editor)
      var isSettled: Set<Int> = []
      if side == .theirs {
        var returning = ChangeLog()
        if resolved.contains(where: \.returnsRow) { try editor.checkNothingHidden() }
        for conflict in resolved {
          if let row = conflict.row, conflict.returnsRow { returning.deleted.append(row) }
          for edit in editor.edits(taking: conflict) { try editor.apply(edit, &change.log) }
        }
        if !returning.deleted.isEmpty { try editor.letIn(returning, &change.log) }
        try editor.checkKeys(change.log)
      }
      for case (let place?, let conflict) in zip(places, resolved) {
        guard conflict.isOfDeletedColumn == (side == .theirs) else { continue }
        isSettled.insert(place)
      }
      if side == .mine {
        for column in resolved.filter(\.isOfDeletedColumn).compactMap(\.columnID) {
          try editor.apply(.deleteColumn(column), &change.log)
        }
      }
      editor.openConflicts = editor.openConflicts.indices
        .filter { !isSettled.contains($0) }.map { editor.openConflicts[$0] }
      return try editor.close(change)
    }
    return keep(transaction)
  }

  /// Forgets the conflicts that were settled before a step that is not undone. Rows of the source
  /// that were left out stay known: undo may leave them out again, and saving would delete them.
  mutating func forgetConflicts(resolvedBefore transaction: Transaction) {
    guard !openConflicts.isEmpty, transaction.isStep, transaction.changesTable else { return }
    let before = transaction.before
    openConflicts = openConflicts.filter {
      $0.leavesRowOut && ($0.row.map(saved.contains) ?? false) || current($0, in: before) != nil
        || current($0) != nil
    }
  }

  /// Returns a conflict with the values as they are now; nil if it is settled.
  private func current(_ conflict: MergeConflict) -> MergeConflict? { current(conflict, in: state) }

  private func current(_ conflict: MergeConflict, in state: EditorState) -> MergeConflict? {
    let table = state.table
    let (here, there) = sides(conflict, in: state)
    guard here.key != there.key else { return nil }
    if let base = conflict.base, there.value == base { return nil }
    var conflict = conflict
    if let row = conflict.row {
      let here = table.contains(row) ? table.key(of: row) : nil
      if saved.contains(row) { conflict.key = saved.key(of: row) }
      conflict.localKey = here == conflict.key ? nil : here
    }
    if let column = conflict.columnID, conflict.row != nil, let known = table.column(column) {
      conflict.column = known.name
    }
    (conflict.local, conflict.remote) = (here.value, there.value)
    return noted(conflict)
  }

  /// Returns a conflict with the row that has the key of one that is left out, if it is about one.
  ///
  /// - Complexity: O(1), but O(rows) on the first call.
  func noted(_ conflict: MergeConflict) -> MergeConflict {
    var conflict = conflict
    conflict.holder = conflict.row.flatMap { conflict.returnsRow ? holder(ofKeyOf: $0) : nil }
    conflict.sourceKey = conflict.holder.flatMap { saved.contains($0) ? saved.key(of: $0) : nil }
    return conflict
  }

  /// Returns the row here that has the key of a row of the source which is not here.
  private func holder(ofKeyOf row: RowID) -> RowID? {
    guard table.hasKey, saved.contains(row), !table.contains(row) else { return nil }
    return table.row(withKeyOf: row, in: saved, saved.keyColumns)
  }

  /// What either side has of the subject of a conflict: its value, and what tells them apart.
  private typealias Side = (value: Cell?, key: Cell?)

  private func sides(
    _ conflict: MergeConflict, in state: EditorState
  ) -> (here: Side, there: Side) {
    let table = state.table
    let none: Side = (nil, nil)
    switch conflict.kind {
    case .changed, .added:
      guard let row = conflict.row else { return (none, none) }
      guard let column = conflict.columnID else {
        // A row of the source that is left out stays so where its key is free again, and saving
        // would delete it.
        let isOutside = saved.contains(row) && !table.contains(row) && !state.hides(row)
        return ((nil, isOutside ? .null : nil), none)
      }
      guard table.contains(row), saved.contains(row), table.column(column) != nil,
        saved.column(column) != nil
      else { return (none, none) }
      let (mine, theirs) = (table.cell(row, column), saved.cell(row, column))
      return ((mine, mine), (theirs, theirs))
    case .deletedHere, .deletedThere:
      guard let row = conflict.row else { return (none, none) }
      let isHere = conflict.kind == .deletedThere
      let isOpen = table.contains(row) == isHere && saved.contains(row) != isHere
      return ((nil, isOpen ? .null : nil), none)
    case .moved:
      guard let row = conflict.row, let mine = table.section(of: row).flatMap(table.index(of:)),
        let theirs = saved.section(of: row).flatMap(saved.index(of:))
      else { return (none, none) }
      let names = (Cell(table.sections[mine].name), Cell(saved.sections[theirs].name))
      return ((names.0, names.0), (names.1, names.1))
    case .section:
      guard let id = conflict.section, let mine = table.index(of: id),
        let theirs = saved.index(of: id)
      else { return (none, none) }
      let text = conflict.sectionText
      let mineText = table.sections[mine].label[text].map { Cell($0) }
      let theirText = saved.sections[theirs].label[text].map { Cell($0) }
      return ((mineText, mineText ?? .null), (theirText, theirText ?? .null))
    case .column:
      guard let id = conflict.columnID, let mine = table.column(id) else { return (none, none) }
      if conflict.isOfDeletedColumn {
        let name = saved.column(id).map { Cell($0.name) }
        return name == nil ? (none, none) : ((nil, .null), (name, nil))
      }
      guard let theirs = saved.column(id) else {
        return conflict.remote == nil ? ((nil, .null), none) : (none, none)
      }
      guard conflict.remote != nil else { return (none, none) }
      return ((Cell(mine.name), Cell(mine.name)), (Cell(theirs.name), Cell(theirs.name)))
    }
  }

  /// Returns the edits that give the table what the source has, or another table.
  func edits(taking conflict: MergeConflict, from other: Table? = nil) -> [Edit] {
    let saved = other ?? saved
    switch conflict.kind {
    case .changed, .added:
      guard let row = conflict.row else { return [] }
      if let column = conflict.columnID {
        return [.update([CellChange(row, column, saved.cell(row, column))])]
      }
      return edits(freeingKeyOf: row)
    case .deletedHere: return conflict.row.map { edits(freeingKeyOf: $0) } ?? []
    case .deletedThere:
      guard let row = conflict.row, table.contains(row) else { return [] }
      // With the last row goes a section that the source does not have any more.
      guard table.sectionColumn == nil, let id = table.section(of: row), saved.index(of: id) == nil,
        let s = table.index(of: id), table.sections[s].count == 1
      else { return [.delete([row])] }
      return [.delete([row]), .deleteSections([id])]
    case .moved:
      guard let row = conflict.row, let id = saved.section(of: row),
        let s = table.index(of: id)
      else { return [] }
      return [.move([row], section: id, at: table.sections[s].count)]
    case .section:
      guard let id = conflict.section, let there = saved.index(of: id),
        let here = table.index(of: id)
      else { return [] }
      return [
        .labelSections([
          SectionLabel(
            id, table.sections[here].label, taking: conflict.sectionText,
            from: saved.sections[there].label)
        ])
      ]
    case .column:
      guard let id = conflict.columnID, !conflict.isOfDeletedColumn else { return [] }
      guard let column = saved.column(id) else { return [.deleteColumn(id)] }
      return [.renameColumn(id, column.name)]
    }
  }

  /// Returns the edits that let a row of the source have its key: the row that has it here gets the
  /// key that the source has for it, or is deleted if it is new here.
  private func edits(freeingKeyOf row: RowID) -> [Edit] {
    guard let other = holder(ofKeyOf: row) else { return [] }
    guard saved.contains(other) else { return [.delete([other])] }
    let changed = table.keyColumns.filter { table.cell(other, $0) != saved.cell(other, $0) }
    return [.update(changed.map { CellChange(other, $0, saved.cell(other, $0)) })]
  }

  /// Brings rows back whose keys are free by now.
  ///
  /// - Throws: `keyIsTaken`.
  private mutating func letIn(_ rows: ChangeLog, _ log: inout ChangeLog) throws(EditError) {
    for row in log.rekeyed where table.contains(row) && table.otherRow(withKeyOf: row) != nil {
      throw .keyIsTaken(table.key(of: row))
    }
    bringBack(rows, &log)
    for row in rows.deleted where saved.contains(row) && !table.contains(row) {
      throw .keyIsTaken(saved.key(of: row))
    }
  }

  /// Brings rows back as the base has them.
  mutating func bringBack(_ rows: ChangeLog, _ log: inout ChangeLog) {
    var fitting = StepFitting(from: table, to: saved, rows, of: table, saved: saved, [])
    fitting.fit()
    table = fitting.table
    log.inserted += fitting.log.inserted
    log.insertedSections += fitting.log.insertedSections
  }
}

extension MergeConflict {
  /// Whether the source's side brings a row back.
  fileprivate var returnsRow: Bool { kind == .deletedHere || leavesRowOut }

  /// Whether a row that others added is left out, as another one was given its key here.
  fileprivate var leavesRowOut: Bool { kind == .added && columnID == nil }

  /// Whether two conflicts are about the same thing.
  func concernsSame(as other: MergeConflict) -> Bool {
    row == other.row && columnID == other.columnID && section == other.section
      && (section == nil || sectionText == other.sectionText)
      && (row != nil || columnID != nil || section != nil)
  }
}

extension [MergeConflict] {
  /// Returns the list with those found now: one about the same thing takes the place of the former
  /// one, and keeps the value that both sides had at first.
  func joined(with found: [MergeConflict]) -> [MergeConflict] {
    var joined = self
    for var conflict in found {
      guard let known = joined.firstIndex(where: { $0.concernsSame(as: conflict) }) else {
        joined.append(conflict)
        continue
      }
      // It has not been deleted here: it was never here.
      if joined[known].leavesRowOut, conflict.kind == .deletedHere { continue }
      if joined[known].kind == conflict.kind { conflict.base = joined[known].base ?? conflict.base }
      joined[known] = conflict
    }
    return joined
  }
}
