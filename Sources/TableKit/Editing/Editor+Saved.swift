extension Editor {
  /// The table with all rows shown: what is saved.
  ///
  /// - Complexity: O(1) if none is hidden, else O(hidden rows + blocks of their sections).
  public var wholeTable: Table { state.whole.table }

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

// Rows that a source deletes because others were deleted there: `ON DELETE CASCADE`.

extension Editor {
  /// The steps from the first on that deleted one of these rows; all if one was not deleted.
  private func steps(sinceDeletionOf rows: Set<RowID>) -> [Transaction] {
    var (stack, rest) = (undoStack.done, rows)
    var steps: [Transaction] = []
    while !rest.isEmpty, let step = stack.popLast() {
      steps.append(step)
      rest.subtract(step.log.deleted)
    }
    return steps.reversed()
  }

  /// Deletes rows that the source has deleted because others were, each as a part of the step that
  /// deleted those, so that undoing this brings both back.
  ///
  ///     done     delete boss   edit x            source: boss and staff are gone
  ///     after    delete boss and staff   edit x
  ///
  /// Those that came from others after that step were there before it from then on.
  ///
  /// - Parameter causes: the rows, each with the deleted row because of which it is gone. Those for
  ///   whose cause there is no step stay.
  /// - Returns: the change; nil: there is none.
  /// - Throws: as `perform`.
  /// - Complexity: O(rows), for each step since the first of the causes was deleted.
  @discardableResult
  public mutating func deleteFollowers(
    _ causes: [RowID: RowID], title: String
  ) throws(EditError) -> Transaction? {
    let steps = steps(sinceDeletionOf: Set(causes.values))
    var numbers: [RowID: Int] = [:]
    for (number, step) in steps.enumerated() {
      for row in step.log.deleted { numbers[row] = number }
    }
    let followers = table.inTableOrder(Array(causes.keys)).compactMap { row in
      causes[row].flatMap { numbers[$0] }.map { (row: row, step: $0) }
    }
    guard let first = followers.map(\.step).min() else { return nil }
    let former = state
    let transaction = try perform([.delete(followers.map(\.row))], title: title)
    let count = steps.count - first
    guard undoStack.done.count > count else { return transaction }

    /// Whether rows that go with a step came from others after it.
    func late(_ number: Int) -> Bool {
      followers.contains { $0.step == number && !steps[number].before.table.contains($0.row) }
    }
    var renewed: [Transaction] = []
    for number in first..<steps.count {
      let step = steps[number]
      let isLinked = number > first && steps[number - 1].after.isShared(with: step.before)
      let before =
        isLinked && !late(number)
        ? renewed[renewed.count - 1].after
        : step.before.without(followers.filter { $0.step < number }.map(\.row))
          .with(followers.filter { $0.step == number }.map(\.row), of: former)
      let after =
        number == steps.count - 1 && step.after.isShared(with: former)
        ? transaction.after
        : step.after.without(followers.filter { $0.step <= number }.map(\.row))
      var log = step.log
      log.deleted += followers.filter { $0.step == number }.map(\.row)
      if !before.table.sharesChunks(with: after.table) { log.repointed = true }
      var new = step.between(
        before, after, ChangeLog(joining: [log], from: before.table, to: after.table))
      (new.notes, new.account) = (step.notes, step.account)
      new.checkInvariants()
      renewed.append(new)
    }
    // What came from others came after as many steps as before.
    let arrivals = undoStack.arrivals
    undoStack.replace(count + 1, with: renewed, cost: Self.cost)
    undoStack.arrivals = arrivals
    return transaction
  }
}

extension EditorState {
  /// Returns the state without rows, as far as it has them.
  fileprivate func without(_ rows: [RowID]) -> EditorState {
    var state = self
    state.table.take(rows.filter(table.contains))
    state.dropMissingRows()
    return state
  }

  /// Returns the state with rows of a later one, as far as it lacks them.
  fileprivate func with(_ rows: [RowID], of other: EditorState) -> EditorState {
    var missing = ChangeLog()
    missing.deleted = rows.filter { !table.contains($0) }
    if missing.deleted.isEmpty { return self }
    var fitting = StepFitting(
      from: table, to: other.table, missing, of: table, saved: other.table, [])
    fitting.fit()
    var state = self
    state.table = fitting.table
    return state
  }
}
