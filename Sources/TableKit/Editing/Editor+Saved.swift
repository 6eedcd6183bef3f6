extension Editor {
  /// The table as it was last loaded from its source or saved there: what a three-way reload
  /// compares with. It shares what did not change.
  public var saved: Table { files.saved }

  /// Whether the table has changes that were written nowhere since it was loaded. Undoing back to
  /// what was written counts as unchanged, and so do sections that were made from a column, with the
  /// order that those bring.
  ///
  /// - Complexity: that of `Table.isSame(as:)`, for each such view.
  public var hasUnsavedChanges: Bool {
    let table = wholeTable
    return !files.contains(table)
  }

  /// Whether the source would be written otherwise than it was last loaded or saved.
  ///
  /// - Complexity: that of `Table.isSame(as:)`.
  public var differsFromSource: Bool { !wholeTable.isSame(as: files.saved) }

  /// The table as it was last loaded, saved or copied: what unsaved changes are told against.
  public var written: Table { files.copied ?? files.saved }

  /// Remembers that the table as it is now has been written to its source.
  public mutating func markSaved() {
    files = WrittenTables(saved: wholeTable)
  }

  /// Takes over what the source has made of values that were written to it, as a part of the last
  /// step that changed the table: one undo takes back both, and no undo of a selection does.
  ///
  /// - Returns: what came in.
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
        log: step.log, contentChange: step.contentChange)
      moved.account = step.account
      _ = undoStack.remember(moved, cost: Self.cost(of: moved))
    }
    return transaction
  }

  /// Remembers that the table as it is now has been written elsewhere; the source still holds what
  /// it held, which is what a reload compares with.
  public mutating func markCopied() { files.copied = wholeTable }
}

extension EditorState {
  /// The same rows selected and marked, and the same tree, in another table.
  fileprivate func with(_ table: Table) -> EditorState {
    var state = self
    state.table = table
    return state
  }
}
