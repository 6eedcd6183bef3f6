extension Editor {
  /// Applies what others write into the table itself, such as the clients of a server that has it.
  ///
  /// Their values take the place of those here. `saved` stays, so that they are unsaved changes of
  /// the table; they are nobody's undo step, and undo and redo of older steps go on cell by cell,
  /// see `StepFitting`.
  ///
  /// - Parameters:
  ///   - delta: the rows. A section that is told is that of the row from now on, also of one that
  ///     is in another; it is made if it is missing. Without a key, rows are named by their number
  ///     and cannot be inserted. The place of a new row is the end of its section.
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
    if let hidden = state.hidden, hidden.hidesRows {
      throw .rowsAreHidden(hidden.hidden.count)
    }
    let transaction = try attempt { (editor) throws(EditError) in
      var change = OpenChange(title: title, in: editor)
      (change.isStep, change.merge, change.origin) = (false, .write, .others)
      try editor.apply(delta, addsColumns: addsColumns, &change.log)
      try editor.checkKeys(change.log)
      let transaction = try editor.close(change)
      if transaction.changesTable {
        editor.undoStack.arrive(
          writing: transaction.before.table, to: transaction.after.table)
      }
      return transaction
    }
    return keep(transaction)
  }

  private mutating func apply(
    _ delta: Delta, addsColumns: Bool, _ log: inout ChangeLog
  ) throws(EditError) {
    let rows = delta.joinedRows
    if addsColumns {
      for (name, _) in rows.flatMap(\.cells) where table.column(named: name) == nil {
        try insertColumn(name, at: table.columns.count, &log)
      }
    }
    let known = rows.map { table.row(withKey: $0.key) }
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
        try insert(row, &log)
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
    _ row: Delta.Row, _ log: inout ChangeLog
  ) throws(EditError) {
    guard table.hasKey else { throw .deltaNeedsKey }
    let cells = try table.cellsOfNew(row)
    let name = row.section ?? table.sectionColumn.flatMap { cells[$0]?.text }
    let section = try section(named: name ?? table.sections.last?.name ?? Section.soleName, &log)
    let end = table.index(of: section).map { table.sections[$0].count } ?? 0
    try insert([cells], section, at: end, &log)
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
