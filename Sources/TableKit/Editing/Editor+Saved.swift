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

  /// Applies the values that the source made of those written to it, as a part of the last step
  /// that changed the table: one undo reverts both, and undoing a selection reverts neither.
  ///
  /// - Returns: the changes.
  /// - Throws: as `perform`.
  @discardableResult
  public mutating func takeOver(_ changes: [CellChange]) throws(EditError) -> Transaction {
    let (steps, former) = (undoStack, state)
    let aside = undoStack.takeOffSelections()
    if let first = aside.first { state = first.before.with(table) }
    let (last, position) = (undoStack.done.last?.title, stepPosition)
    let transaction: Transaction
    do throws(EditError) {
      transaction = try perform([.update(changes)], title: "save")
    } catch {
      (undoStack, state) = (steps, former)
      throw error
    }
    state = former.with(table)
    guard stepPosition > position else {
      undoStack = steps
      return transaction
    }
    if let last { joinSteps(since: position - 1, title: last) }
    for step in aside {
      var moved = Transaction(
        title: step.title, before: step.before.with(table), after: step.after.with(table),
        log: step.log, look: step.look)
      moved.account = step.account
      _ = undoStack.remember(moved, cost: Self.cost(of: moved))
    }
    return transaction
  }

  /// Records that the current table was written to another file. The source is unchanged, and a
  /// reload still compares with it.
  public mutating func markCopied() { files.copied = wholeTable }
}

extension EditorState {
  /// Returns the state with the same selection, marks and hidden rows, in another table.
  fileprivate func with(_ table: Table) -> EditorState {
    var state = self
    state.table = table
    return state
  }
}
