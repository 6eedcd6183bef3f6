extension Editor {
  /// Merges the current source into the table as a three-way merge: its changes come in, unsaved
  /// edits stay, and where both conflict the local value stays and the conflict is listed.
  ///
  ///     base       A(a b c)
  ///     incoming   A(a x c)          b deleted and x added in the source
  ///     here       A(a b y c)        y inserted here
  ///     merged     A(a y x c)
  ///
  /// Rows are matched by key; without a key, equal records are paired first and the rest by
  /// position, and a note says so. So are rows whose keys are only their places, which are taken from
  /// the source and count as no changes. The merge is one transaction, in which rows keep identity and
  /// selection and changed ones are reconfigured. It is nobody's undo step, as undoing what others
  /// did would be an edit that reverts it; only dropping unsaved edits is one, which brings them
  /// back. Afterwards `saved` is the current source with the identities of this table, as the base
  /// of the next merge.
  ///
  /// - Parameters:
  ///   - incoming: the current source, freshly loaded; `base` itself if it has not changed.
  ///   - base: the table as it was last loaded or saved, usually `saved`; a snapshot of this
  ///     editor's table.
  ///   - discardingEdits: whether to drop unsaved edits, so that the table equals the source.
  ///   - keepingSections: whether the source has no sections of its own, so that the table's stay;
  ///     a row that is new in the source joins the section of the row before it.
  ///   - origin: where it comes from, and how `incoming` was read, for the keeper.
  /// - Throws: `rowsAreHidden`; `duplicateKey` if the source has a key twice; `sourceLostKey` or
  ///   `sourceLostSections` if it lost a column that makes them; `cannotWrite` for a text that cells
  ///   cannot hold as they are written here; `cancelled`.
  /// - Complexity: O(cells) of both tables; O(1) if the source has not changed.
  @discardableResult
  public mutating func merge(
    incoming: Table, base: Table, title: String, discardingEdits: Bool = false,
    keepingSections: Bool = false, origin: ChangeOrigin = .session
  ) throws(EditError) -> (transaction: Transaction, conflicts: [MergeConflict]) {
    precondition(
      base.identities === table.identities, "the base is no snapshot of the editor's table")
    let incoming = try incoming.read(like: base)
    try checkNothingHidden()
    let (transaction, conflicts) = try attempt { (editor) throws(EditError) in
      var change = OpenChange(title: title, in: editor)
      change.origin = origin
      if incoming.identities === base.identities, incoming.sharesContent(with: base),
        !discardingEdits
      {
        return (try editor.close(change), [MergeConflict]())
      }
      let conflicts = try editor.takeIn(
        incoming, base, &change, discardingEdits: discardingEdits,
        keepingSections: keepingSections
      ).map { editor.noted($0) }
      editor.showMerge(&change)
      editor.openConflicts = discardingEdits ? [] : editor.openConflicts.joined(with: conflicts)
      return (try editor.close(change), conflicts)
    }
    return (keep(transaction), conflicts)
  }

  /// Has a merge be shown by `reloadData` if that is set: the view forgets its selection (rule B13).
  mutating func showMerge(_ change: inout OpenChange) {
    guard look.reloadsMerges, change.log.changesTable else { return }
    change.log.reloadsData = true
    if holding == .view { selection.removeAll() }
  }

  /// Merges a source as a whole, as part of a change.
  ///
  /// - Returns: the conflicts.
  mutating func takeIn(
    _ incoming: Table, _ base: Table, _ change: inout OpenChange, discardingEdits: Bool = false,
    keepingSections: Bool = false
  ) throws(EditError) -> [MergeConflict] {
    progress.begin("merging", .rows, total: max(table.rowCount, incoming.rowCount))
    defer { progress.end() }
    var columns = ColumnPairing(base: base, local: table, incoming: incoming)
    let rows = try RowPairing(
      base: base, local: table, incoming: incoming, columns: columns.identities, progress)
    columns.findRenamed(base: base, incoming: incoming, rows: rows)
    let keepsSections = keepingSections && base.sectionColumn == nil && !base.sections.isEmpty
    let incoming = keepsSections ? incoming.sectioned(like: base, rows) : incoming
    let origin = try base.regrouped(like: table, progress)
    let shown = try incoming.grouped(like: table, columns.identities, progress)
    var adoption = SourceAdoption(
      of: incoming, rows, columns.identities, base: base, local: table, progress)
    let (merged, conflicts): (Table, [MergeConflict])
    var source: Table
    if discardingEdits {
      source = try adoption.table(of: shown, after: table, named: origin, discards: true)
      change.log = ChangeLog(from: table, to: source)
      source.dropUnusedChunks(upTo: source.chunks.count)
      (merged, conflicts) = (source, [])
    } else {
      source = try adoption.table(of: shown, after: origin, named: origin)
      try progress.check()
      var fitting = StepFitting(source: source, after: origin, shadowed: rows.shadowed, of: table)
      fitting.fit()
      (merged, conflicts, change.log) = (fitting.table, fitting.conflicts, fitting.log)
      if base.sectionColumn != table.sectionColumn {
        let grouped = try incoming.grouped(like: base, columns.identities, progress)
        source = try adoption.table(of: grouped, after: base, named: base)
      }
      source.dropUnusedChunks(upTo: source.chunks.count)
    }
    // Another view of the written table is a view of the merged one.
    let isView = files.views.contains(table)
    // `isSame(as:)` with the saved table stays cheap if both share their memory.
    let saved = source.isSame(as: merged) ? merged : source
    saved.checkInvariants()
    if change.log.changesTable || !saved.isSame(as: self.saved) {
      let isStep = discardingEdits && change.log.changesTable
      undoStack.arrive(at: undoStack.position + (isStep ? 1 : 0), base: self.saved)
    }
    table = merged
    files.save(saved, view: isView ? merged : nil)
    (change.notes, change.merge, change.isStep) = (rows.notes, .source, discardingEdits)
    return conflicts
  }
}

extension Table {
  /// Returns this freshly loaded table in sections by the section column of another table.
  ///
  /// - Parameter columns: the identity in the other table of each column of this one.
  fileprivate func grouped(
    like other: Table, _ columns: [ColumnID], _ progress: Progress
  ) throws(EditError) -> Table {
    guard let column = other.sectionColumn else { return self }
    guard let index = columns.firstIndex(of: column) else {
      throw .sourceLostSections(column: other.column(column)?.name ?? "")
    }
    var copy = self
    if sectionColumn != self.columns[index].id {
      try copy.makeSections(by: self.columns[index].id, progress)
    }
    return copy
  }

  /// Returns this freshly loaded table with its rows in the sections that they have in another.
  fileprivate func sectioned(like base: Table, _ pairing: RowPairing) -> Table {
    if base.sections.count == 1, sections.count == 1, isInSourceOrder {
      var copy = self
      copy.sections[0].label = base.sections[0].label
      return copy
    }
    var groups = [[RowID]](repeating: [], count: base.sections.count)
    var s = 0
    for row in sourceOrder {
      let known = base.section(of: pairing.identities[Int(row.rawValue)])
      if let known, let index = base.index(of: known) { s = index }
      groups[s].append(row)
    }
    var copy = self
    for s in copy.sections.indices { copy.setRows([], inSection: s) }
    copy.removeEmptySections(Set(copy.sections.map(\.id)))
    for (section, rows) in zip(base.sections, groups) {
      copy.appendSection(section.label, rows)
    }
    return copy
  }

  /// This base in the sections of the table that descends from it, where that was sectioned anew.
  fileprivate func regrouped(like other: Table, _ progress: Progress) throws(EditError)
    -> Table
  {
    guard sectionColumn != other.sectionColumn, let column = other.sectionColumn,
      self.column(column) != nil
    else { return self }
    var copy = self
    try copy.makeSections(by: column, progress)
    copy.adoptSections(of: other)
    return copy
  }

  /// Gives sections the identities that sections of the same name have in another table.
  private mutating func adoptSections(of other: Table) {
    var ids: NameTable<SectionID> = [:]
    for section in other.sections { ids[section.name] = section.id }
    let old = sections
    let count = other.sectionIndexes.count
    sectionIndexes = [Int32](repeating: -1, count: max(sectionIndexes.count, count))
    sections = []
    rowCount = 0
    for section in old {
      let rows = section.rows.list
      appendMerged(Section(id: ids[section.name] ?? section.id, label: section.label))
      setRows(rows, inSection: sections.count - 1)
    }
    hasOwnOrder = other.hasOwnOrder
  }
}
