extension Editor {
  /// Merges what others changed in the source, told row by row: the same as `merge` with the whole
  /// source that the delta describes, at the cost of the rows that it names.
  ///
  /// Local cells win, and conflicts are listed. `saved` moves with the source. It is nobody's undo
  /// step; what equals the base, such as the echo of a save, changes nothing.
  ///
  /// - Parameters:
  ///   - isOwn: whether it is what this editor's own save has written of the table: then it is part of
  ///     the steps that made it, which undo takes back.
  ///   - origin: where it comes from, for the keeper.
  /// - Returns: a transaction in which rows keep identity and selection and changed ones are
  ///   reconfigured, and the conflicts that it brought.
  /// - Throws: `deltaNeedsKey`, `sourceHasNewColumn`, `rowsAreHidden`, `cannotWrite`,
  ///   `valueDoesNotFit`, and what the keeper throws. Nothing has changed then.
  /// - Complexity: O(rows of the delta, with a block for each inserted or deleted one); O(table)
  ///   where sections are a view of a column and rows change section or a section its first row, and
  ///   where sections differ on both sides.
  @discardableResult
  public mutating func merge(
    delta: Delta, title: String, isOwn: Bool = false, origin: ChangeOrigin = .session
  ) throws(EditError) -> (transaction: Transaction, conflicts: [MergeConflict]) {
    guard table.hasKey else { throw .deltaNeedsKey }
    try checkNothingHidden()
    let (transaction, conflicts) = try attempt { (editor) throws(EditError) in
      var change = OpenChange(title: title, in: editor)
      change.origin = origin
      let conflicts = try editor.takeIn(delta, &change, isOwn: isOwn).map { editor.noted($0) }
      editor.showMerge(&change)
      if !conflicts.isEmpty {
        editor.openConflicts = editor.openConflicts.joined(with: conflicts)
      }
      return (try editor.close(change), conflicts)
    }
    return (keep(transaction), conflicts)
  }

  private mutating func takeIn(
    _ delta: Delta, _ change: inout OpenChange, isOwn: Bool
  ) throws(EditError) -> [MergeConflict] {
    let base = saved
    var merger = DeltaMerger(base: base, local: table)
    try merger.merge(delta)
    change.isStep = false
    guard !merger.needsWhole else {
      let history = undoStack
      let conflicts = try takeIn(try base.source(after: delta), base, &change)
      if isOwn {
        undoStack = history
        undoStack.save(base: base)
      }
      (change.isStep, change.merge) = (false, .push)
      return conflicts
    }
    guard merger.changesBase else { return [] }
    let isView = !merger.isOne && files.views.contains(table)
    if isOwn {
      undoStack.save(base: base)
    } else {
      undoStack.arrive(at: undoStack.position, base: base)
    }
    table = merger.table
    merger.base.checkInvariants()
    files.save(merger.base, view: isView ? table : nil)
    change.log = merger.log
    change.merge = .push
    return merger.conflicts
  }

  /// Applies what others write into the table itself, such as the clients of a server that has it.
  ///
  /// Their values take the place of those here. `saved` stays, so that they are unsaved changes of
  /// the table; they are nobody's undo step, and undo and redo of older steps go on cell by cell,
  /// see `StepFitting`.
  ///
  /// - Parameters:
  ///   - delta: the rows. A section that is told is that of the row from now on, also of one that
  ///     is in another; it is made if it is missing. Without a key, rows are named by their number
  ///     and cannot be inserted.
  ///   - addsColumns: whether columns that the table lacks are inserted behind the others.
  /// - Returns: a transaction in which rows keep identity and selection.
  /// - Throws: `deltaNeedsKey` for new rows without a key, `sourceHasNewColumn`, `rowsAreHidden`,
  ///   `duplicateKey`, `cannotWrite`, `valueDoesNotFit`, `sectionDisagrees`, and what the
  ///   keeper throws. Nothing has changed then.
  /// - Complexity: O(rows of the delta, with a block for each inserted or deleted one).
  @discardableResult
  public mutating func write(
    _ delta: Delta, title: String, addsColumns: Bool = false
  ) throws(EditError) -> Transaction {
    try checkNothingHidden()
    let transaction = try attempt { (editor) throws(EditError) in
      var change = OpenChange(title: title, in: editor)
      (change.isStep, change.merge, change.origin) = (false, .write, .others)
      var newRows: [RowID: RowID]?
      try editor.apply(delta, addsColumns: addsColumns, newRows: &newRows, &change.log)
      try editor.checkKeys(change.log)
      let transaction = try editor.close(change)
      if transaction.changesTable {
        editor.undoStack.arrive(writing: transaction.before.table, to: transaction.after.table)
      }
      return transaction
    }
    return keep(transaction)
  }

  /// Makes the changes of a delta.
  ///
  /// - Parameter newRows: the rows here that stand for new ones which have no key yet, by those; nil:
  ///   all have keys.
  mutating func apply(
    _ delta: Delta, addsColumns: Bool = false, newRows: inout [RowID: RowID]?,
    _ log: inout ChangeLog
  ) throws(EditError) {
    let rows = delta.joinedRows
    if addsColumns {
      for (name, _) in rows.flatMap(\.cells) where table.column(named: name) == nil {
        try insertColumn(name, at: table.columns.count, &log)
      }
    }
    let known = rows.map { table.row($0.key, newRows) }
    let isKept = RowSet(known.compactMap { $0 })
    let gone = delta.deleted.compactMap { table.row(withKey: $0) }.filter { !isKept.contains($0) }
    if !gone.isEmpty { try delete(gone, &log) }
    var changes: [CellChange] = []
    for case (let row, let known?) in zip(rows, known) {
      for (column, cell) in try table.cells(of: row).sorted(by: { $0.key < $1.key }) {
        changes.append(CellChange(known, column, cell))
      }
    }
    if !changes.isEmpty { try update(changes, &log) }
    for (row, known) in zip(rows, known) {
      guard let known else {
        let new = try insert(row, newRows, &log)
        if let standing = KeyedRow.newRow(row.key) { newRows?[standing] = new }
        continue
      }
      guard let name = row.section, let s = table.section(of: known).flatMap(table.index(of:)),
        table.sections[s].name !== name
      else { continue }
      let section = try section(named: name, &log)
      let end = table.index(of: section).map { table.sections[$0].count } ?? 0
      try move([known], section, at: end, &log)
    }
  }

  private mutating func insert(
    _ row: Delta.Row, _ newRows: [RowID: RowID]?, _ log: inout ChangeLog
  ) throws(EditError) -> RowID? {
    guard table.hasKey else { throw .deltaNeedsKey }
    let isKeyless = newRows != nil && KeyedRow.newRow(row.key) != nil
    let cells = isKeyless ? try table.cells(of: row) : try table.cellsOfNew(row)
    let name = row.section ?? table.sectionColumn.flatMap { cells[$0]?.text }
    let section = try section(named: name ?? table.sections.last?.name ?? Section.soleName, &log)
    let s = try index(of: section)
    let neighbour = row.place.neighbour.flatMap { table.row($0, newRows) }.flatMap(table.path(of:))
    try insert(
      [cells], section, at: table.index(of: row.place, inSection: s, beside: neighbour), &log)
    return log.inserted.last
  }

  /// Returns the section of a name, which is made if it is missing.
  private mutating func section(
    named name: String, _ log: inout ChangeLog
  ) throws(EditError) -> SectionID {
    if let known = table.sections.first(where: { $0.name === name }) { return known.id }
    try insertSection(name, at: table.sections.count, &log)
    return table.sections[table.sections.count - 1].id
  }
}
