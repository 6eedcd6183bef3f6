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
  /// - Parameter resolved: some of `conflicts`.
  /// - Returns: the transaction, which changes nothing where the local values stay.
  /// - Throws: `noSuchConflict`; what `perform` throws. Nothing has changed then.
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
      if side == .theirs {
        var returning = ChangeLog()
        for conflict in resolved {
          if let row = conflict.row, conflict.returnsRow { returning.deleted.append(row) }
          for edit in editor.edits(taking: conflict) { try editor.apply(edit, &change.log) }
        }
        if !returning.deleted.isEmpty { editor.bringBack(returning, &change.log) }
        try editor.checkKeys(change.log)
      } else {
        let isResolved = Set(places)
        editor.openConflicts = editor.openConflicts.indices
          .filter { !isResolved.contains($0) }.map { editor.openConflicts[$0] }
      }
      return try editor.close(change)
    }
    return keep(transaction)
  }

  /// Forgets the conflicts that were settled before a step that is not undone.
  mutating func forgetConflicts(settledBefore transaction: Transaction) {
    guard !openConflicts.isEmpty, transaction.isStep, transaction.changesTable else { return }
    let before = transaction.before.table
    openConflicts = openConflicts.filter { current($0, in: before) != nil || current($0) != nil }
  }

  /// Returns a conflict with the values as they are now; nil if it is settled.
  private func current(_ conflict: MergeConflict) -> MergeConflict? { current(conflict, in: table) }

  private func current(_ conflict: MergeConflict, in table: Table) -> MergeConflict? {
    let (here, there) = sides(conflict, in: table)
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
    return conflict
  }

  /// What either side has of the subject of a conflict: its value, and what tells them apart.
  private typealias Side = (value: Cell?, key: Cell?)

  private func sides(_ conflict: MergeConflict, in table: Table) -> (here: Side, there: Side) {
    let none: Side = (nil, nil)
    switch conflict.kind {
    case .changed, .added:
      guard let row = conflict.row else { return (none, none) }
      guard let column = conflict.columnID else {
        // A row of the source stays outside as long as another one has its key.
        let isOutside =
          saved.contains(row) && !table.contains(row)
          && table.row(withKeyOf: row, in: saved, saved.keyColumns) != nil
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
      let titles = (Cell(table.sections[mine].title), Cell(saved.sections[theirs].title))
      return ((titles.0, titles.0), (titles.1, titles.1))
    case .column:
      guard let id = conflict.columnID, let mine = table.column(id) else { return (none, none) }
      guard let theirs = saved.column(id) else {
        return conflict.remote == nil ? ((nil, .null), none) : (none, none)
      }
      guard conflict.remote != nil else { return (none, none) }
      return ((Cell(mine.name), Cell(mine.name)), (Cell(theirs.name), Cell(theirs.name)))
    }
  }

  /// Returns the edits that give the table what the source has.
  private func edits(taking conflict: MergeConflict) -> [Edit] {
    switch conflict.kind {
    case .changed, .added:
      guard let row = conflict.row else { return [] }
      if let column = conflict.columnID {
        return [.update([CellChange(row, column, saved.cell(row, column))])]
      }
      let other = table.row(withKeyOf: row, in: saved, saved.keyColumns)
      return other.map { [.delete([$0])] } ?? []
    case .deletedHere: return []
    case .deletedThere: return conflict.row.map { [.delete([$0])] } ?? []
    case .moved:
      guard let row = conflict.row, let id = saved.section(of: row),
        let s = table.index(of: id)
      else { return [] }
      return [.move([row], section: id, at: table.sections[s].count)]
    case .section:
      guard let id = conflict.section, let s = saved.index(of: id) else { return [] }
      let label = saved.sections[s].label
      return [
        .labelSections([
          SectionLabel(
            id, name: label.name, title: label.title, header: label.header, footer: label.footer)
        ])
      ]
    case .column:
      guard let id = conflict.columnID else { return [] }
      guard let column = saved.column(id) else { return [.deleteColumn(id)] }
      return [.renameColumn(id, column.name)]
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
  fileprivate var returnsRow: Bool {
    kind == .deletedHere || kind == .added && columnID == nil
  }

  /// Whether two conflicts are about the same thing.
  func concernsSame(as other: MergeConflict) -> Bool {
    row == other.row && columnID == other.columnID && section == other.section
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
      if joined[known].kind == conflict.kind { conflict.base = joined[known].base ?? conflict.base }
      joined[known] = conflict
    }
    return joined
  }
}
