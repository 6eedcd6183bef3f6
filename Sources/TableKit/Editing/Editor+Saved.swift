extension Editor {
  /// The table as it was last loaded from its source or saved to it: the base of a three-way merge.
  /// It shares memory with `table`.
  public var saved: Table { files.saved }

  /// Whether the table has changes that were not written since it was loaded. Undoing back to the
  /// written state counts as unchanged, and so do sections made from a column, with the order that
  /// they bring.
  ///
  /// - Complexity: that of `Table.isSame(as:)` for each view of the written table.
  public var hasUnsavedChanges: Bool {
    let table = wholeTable
    return !files.contains(table)
  }

  /// Whether saving would change the source.
  ///
  /// - Complexity: that of `Table.isSame(as:)`.
  public var differsFromSource: Bool { !wholeTable.isSame(as: files.saved) }

  /// The table as it was last loaded, saved or copied: the base that unsaved changes are listed
  /// against.
  public var written: Table { files.copied ?? files.saved }

  /// Whether the source is known to have had a row before something came from others.
  ///
  /// - Complexity: O(what came from others).
  public func sourceHad(_ row: RowID) -> Bool {
    undoStack.arrivals.contains { !$0.isWrite && $0.before.contains(row) }
  }

  /// Whether collapsed rows are hidden, so that nothing of others' can be merged.
  public var hidesRows: Bool { state.hidden?.hidesRows ?? false }

  /// Records that the current table was written to its source.
  public mutating func markSaved() {
    undoStack.save(base: saved)
    openConflicts = []
    files = WrittenTables(saved: wholeTable)
  }

  /// Applies the values that the source made of those written to it. They are no step of their own: each
  /// is a part of the step that wrote the cell or inserted its row, else of the last one that wrote the
  /// row, and is there as long as that is done; what no step in the history has written stays with
  /// every undo and redo.
  ///
  /// - Parameters:
  ///   - causes: the rows that the source has changed because others were deleted, or got other values
  ///     in `keys`, each with that one: a part of the step that did that.
  ///   - keys: the columns to which rows refer.
  ///   - origin: where they come from, for the keeper.
  /// - Returns: the changes.
  /// - Throws: as `perform`.
  /// - Complexity: O(rows), and O(rows changed) for each step since the first of those steps.
  @discardableResult
  public mutating func takeOver(
    _ changes: [CellChange], causes: [RowID: RowID] = [:], keys: [ColumnID] = [],
    origin: ChangeOrigin = .session
  ) throws(EditError) -> Transaction {
    let transaction = try attempt { (editor) throws(EditError) in
      var change = OpenChange(title: "save", in: editor)
      change.origin = origin
      try editor.apply(.update(changes), &change.log)
      try editor.checkKeys(change.log)
      // Rows that go to other sections do not stand there in former states.
      change.isStep = change.log.changesOrder
      return try editor.close(change)
    }
    let position = stepPosition
    if !transaction.isStep, transaction.changesTable {
      undoStack.amend(
        CellAmendment(
          from: transaction.before, to: transaction.after, changes, source: saved,
          causes: causes, keys: keys))
    }
    let last = undoStack.done.last
    let kept = keep(transaction)
    if let last, last.changesTable, stepPosition > position {
      joinSteps(since: position - 1, title: last.title)
    }
    return kept
  }

  /// Records that the current table was written to another file. The source is unchanged, and a
  /// reload still compares with it.
  public mutating func markCopied() { files.copied = wholeTable }
}
