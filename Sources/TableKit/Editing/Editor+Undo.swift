import Wording

extension Editor {
  /// The titles of the steps that can be undone, the oldest first.
  public var undoTitles: [String] { undoStack.done.titles }
  /// The titles of the steps that can be redone, the next one first.
  public var redoTitles: [String] { undoStack.undone.titles.reversed() }
  /// The commands that made the steps which can be undone and those dropped before them, the oldest
  /// first, and the titles of the steps that no command is known of.
  ///
  /// - Complexity: O(steps).
  package var stepOrigins: [(command: Int, title: String?)] {
    undoStack.droppedCommands.map { ($0, nil) }
      + zip(undoStack.done.commands, undoTitles).map { ($0, $0 == 0 ? $1 : nil) }
  }

  /// Returns how many of the newest steps a command made.
  package func stepCount(of command: Int) -> Int { undoStack.done.count(of: command) }

  /// The titles of the steps since the one that gave the rows another order than that of the source, that
  /// one first; empty: the rows are in that order, or no step of the newest ones did.
  ///
  /// - Complexity: O(1) where the rows are in that order, else O(steps looked at), at most a few.
  package var titlesSinceReordering: [String] {
    guard table.hasOwnOrder, !saved.hasOwnOrder else { return [] }
    let steps = undoStack.done.suffix(min(undoStack.done.count, 64))
    let first = steps.lastIndex { !$0.before.table.hasOwnOrder && $0.after.table.hasOwnOrder }
    return first.map { steps[$0...].map(\.title) } ?? []
  }

  /// The number of steps dropped because the undo budget was exceeded.
  public var droppedUndoSteps: Int { undoStack.dropped }

  /// Forgets all steps: what is done from now on begins with nothing to undo or redo. For tables
  /// without a journal, which would still have them.
  package mutating func forgetSteps() {
    let budget = undoStack.budget
    undoStack = Undo()
    undoStack.budget = budget
  }

  /// Undoes the last step.
  ///
  /// If others changed the table since, the step is taken back cell by cell: see `StepFitting`. A
  /// note counts the rows that are left out. A step of which nothing is left is dropped, which a
  /// note says, and changes nothing.
  ///
  /// - Returns: a transaction whose plan is the inverse of the step's.
  /// - Throws: `nothingToUndo`, and what the keeper throws.
  /// - Complexity: O(1); O(rows of the step) if others changed the table since.
  @discardableResult
  public mutating func undo() throws(EditError) -> Transaction {
    guard var step = undoStack.done.last else { throw .nothingToUndo }
    let identities = table.identities.next
    var notes: [String] = []
    if undoStack.isDoneStale {
      let rest = fitted(undoing: step, after: undoStack.position - 1, to: state)
      guard let left = rest.step else { return try drop(step, isUndo: true) }
      (step, notes) = (left, rest.notes)
    }
    var transaction = step.between(now(step.after), step.before, isUndo: true)
    transaction.notes = notes
    try ask(transaction, .undone(1, to: step.before.rehearsed), before: identities)
    if undoStack.isDoneStale { undoStack.replaceLast(with: step, cost: Self.cost(of: step)) }
    _ = undoStack.takeBack()
    restore(step.before)
    files.follow(transaction)
    transaction.checkInvariants()
    return transaction
  }

  /// Redoes the last undone step, cell by cell as `undo` does.
  ///
  /// - Throws: `nothingToRedo`, and what the keeper throws.
  /// - Complexity: O(1); O(rows of the step) if others changed the table since.
  @discardableResult
  public mutating func redo() throws(EditError) -> Transaction {
    guard var step = undoStack.undone.last else { throw .nothingToRedo }
    let identities = table.identities.next
    var notes: [String] = []
    if undoStack.isUndoneStale {
      let rest = fitted(redoing: step)
      guard let left = rest.step else { return try drop(step, isUndo: false) }
      (step, notes) = (left, rest.notes)
    }
    var transaction = step.between(now(step.before), step.after)
    transaction.notes = notes
    try ask(transaction, .redone(to: step.after.rehearsed), before: identities)
    if undoStack.isUndoneStale { undoStack.replaceUndone(with: step) }
    _ = undoStack.doAgain(cost: Self.cost)
    restore(step.after)
    files.follow(transaction)
    transaction.checkInvariants()
    return transaction
  }

  /// Drops a step of which nothing is left.
  private mutating func drop(_ step: Transaction, isUndo: Bool) throws(EditError) -> Transaction {
    try keeper?.record(.dropped(isUndo: isUndo), of: self, origin: .session)
    if isUndo { undoStack.dropLast() } else { undoStack.dropUndone() }
    var transaction = step.between(state, state, ChangeLog(), isUndo: isUndo)
    transaction.notes = [Self.nothingLeft(of: step)]
    return transaction
  }

  static func nothingLeft(of step: Transaction) -> String {
    "nothing is left of '\(step.title)': what it changed has been changed since"
  }

  /// Returns a former state with the current selection: a change of mode, which is no step, may
  /// have cleared it since.
  private func now(_ former: EditorState) -> EditorState {
    var state = former
    state.selection = selection
    return state
  }

  /// Asks the keeper whether an undo or redo may be performed.
  ///
  /// - Parameter identities: those before it, which the next ones are while others are asked, and
  ///   stay if it may not be.
  func ask(
    _ transaction: Transaction, _ step: EditorStep, before identities: Identities.Numbers
  ) throws(EditError) {
    let taken = table.identities.next
    table.identities.next = identities
    try keeper?.approve(transaction, origin: .session)
    try keeper?.record(step, of: self, origin: .session)
    table.identities.next = taken
  }

  /// The current position in the undo history, for `joinSteps(since:title:)`.
  public var stepPosition: Int { undoStack.position }

  /// Joins all steps since a position into one, so that a command that edits several times is
  /// undone at once.
  ///
  /// - Returns: their combined transaction; nil if there was no step.
  /// - Complexity: O(rows changed).
  @discardableResult
  public mutating func joinSteps(since position: Int, title: String) -> Transaction? {
    let count = undoStack.position - position
    guard count > 0, count <= undoStack.done.count else { return nil }
    if undoStack.isStale(since: position) {
      // What others did in between is no part of it.
      undoStack.replace(count, with: takenBack(count, leavingOut: true).steps, cost: Self.cost)
    }
    let joined = undoStack.join(since: position) { steps in
      Transaction(joining: steps, title: title)
    }
    joined?.checkInvariants()
    return joined
  }
}

extension Editor {
  /// Takes the last steps back at once; `redo` does them again one by one. Those of which others have
  /// left nothing are dropped, as notes then say.
  ///
  /// - Parameter count: how many steps, from 1.
  /// - Returns: a transaction whose plan leads straight to the table before them.
  /// - Throws: `nothingToUndo`, and what the keeper throws.
  /// - Complexity: O(rows changed).
  @discardableResult
  public mutating func undo(steps count: Int) throws(EditError) -> Transaction {
    precondition(count > 0, "\(count) steps are none")
    guard count <= undoStack.done.count else { throw .nothingToUndo }
    let identities = table.identities.next
    let (stack, steps, notes) = takenBack(count, leavingOut: true)
    guard let first = steps.first else {
      var last = try undo()
      for _ in 1..<count { last = try undo() }
      last.notes = notes
      return last
    }
    let joined = Transaction(joining: steps, title: first.title)
    var transaction = joined.between(joined.after, joined.before, isUndo: true)
    transaction.notes = notes
    // A replay drops the same steps.
    try ask(transaction, .undone(count, to: joined.before.rehearsed), before: identities)
    undoStack = stack
    restore(joined.before)
    files.follow(transaction)
    transaction.checkInvariants()
    return transaction
  }

  /// Does undone steps again as one change. It stops before a step that the keeper refuses, as
  /// a note then says, unless that is the first one.
  ///
  /// - Parameter count: how many steps, from 1.
  /// - Returns: a transaction whose plan leads straight to the table behind them.
  /// - Throws: `nothingToRedo` if there are fewer; what the keeper throws.
  /// - Complexity: O(rows changed).
  @discardableResult
  public mutating func redo(steps count: Int) throws(EditError) -> Transaction {
    precondition(count > 0, "\(count) steps are none")
    guard count <= undoStack.undone.count else { throw .nothingToRedo }
    var steps = [try redo()]
    var notes: [String] = []
    while steps.count < count, let title = redoTitles.first {
      do throws(EditError) { steps.append(try redo()) } catch {
        notes.append("stopped before '\(title)': \(error.message)")
        break
      }
    }
    guard steps.count > 1 else {
      steps[0].notes += notes
      return steps[0]
    }
    var joined = Transaction(joining: steps, title: steps[0].title)
    joined.notes += notes
    joined.checkInvariants()
    return joined
  }

  /// Returns the last steps, each leading to where the next one begins and the last one to the
  /// current state, and the history without them.
  ///
  /// - Parameter leavingOut: whether to leave out a step of which nothing is left, not to stop there.
  func takenBack(
    _ count: Int, leavingOut: Bool = false
  ) -> (stack: Undo, steps: [Transaction], notes: [String]) {
    var stack = undoStack
    var steps: [Transaction] = []
    var notes: [String] = []
    for _ in 0..<count {
      if stack.isDoneStale, let step = stack.done.last {
        let rest = fitted(undoing: step, after: stack.position - 1, to: steps.last?.before ?? state)
        notes += rest.notes
        guard let left = rest.step else {
          notes.append(Self.nothingLeft(of: step))
          guard leavingOut else { break }
          stack.dropLast()
          continue
        }
        stack.replaceLast(with: left, cost: Self.cost(of: left))
      }
      if let step = stack.takeBack() { steps.append(step) }
    }
    return (stack, steps.reversed(), notes)
  }

  /// Returns what is left of a step to undo now that others have changed the table: a step that
  /// leads to the given state; nil if nothing is.
  ///
  /// - Parameter position: the number of steps before it.
  private func fitted(
    undoing step: Transaction, after position: Int, to state: EditorState
  ) -> (step: Transaction?, notes: [String]) {
    let arrivals = undoStack.arrivals.filter { $0.position > position }
    return fitted(step, from: step.after, to: step.before, of: state, arrivals) {
      state, rest, log in
      step.between(rest, state, log.inverse)
    }
  }

  /// Returns what is left of a step to redo: a step from the current state.
  private func fitted(redoing step: Transaction) -> (step: Transaction?, notes: [String]) {
    fitted(step, from: step.before, to: step.after, of: state, []) { state, rest, log in
      step.between(state, rest, log)
    }
  }

  private func fitted(
    _ step: Transaction, from old: EditorState, to new: EditorState, of state: EditorState,
    _ arrivals: [Undo.Arrival], _ make: (EditorState, EditorState, ChangeLog) -> Transaction
  ) -> (step: Transaction?, notes: [String]) {
    let identities = table.identities.next
    var fitting = StepFitting(
      from: old.whole.table, to: new.whole.table, step.whole.log, of: state.table, saved: saved,
      arrivals)
    fitting.fit()
    var log = fitting.log
    let rest = state.following(fitting.table, from: old, to: new, &log)
    guard log.changesTable || !rest.hasSameRows(as: state) else {
      table.identities.next = identities
      return (nil, [])
    }
    let left = fitting.leftOut
    let note =
      "\(Counts.of(left, "row")) of '\(step.title)' left out: they have been changed or deleted since"
    return (make(state, rest, log), left > 0 ? [note] : [])
  }
}

// MARK: - Rows that leave a part of a table

extension Editor {
  /// Drops the steps of undo and redo that changed rows of a base which neither the base nor the table has
  /// any more: those of a part of a source, where another part was merged in. The rows are in the
  /// source still, and nothing here can change them.
  ///
  /// - Parameter base: `saved` before that merge.
  /// - Returns: the titles of the dropped steps that changed the table and could be undone, the oldest
  ///   first, and whether the last of them is newer than all that stay.
  /// - Complexity: O(rows), and O(rows that it changed) for each step.
  public mutating func dropSteps(
    ofRowsGoneFrom base: Table
  ) -> (titles: [String], hasNewest: Bool) {
    if undoStack.done.isEmpty, undoStack.undone.isEmpty { return ([], false) }
    let (saved, table) = (saved, table)
    let gone = RowSet(base.allRows.filter { !saved.contains($0) && !table.contains($0) })
    if gone.count == 0 { return ([], false) }
    let (steps, newestCount) = undoStack.remove(
      where: { $0.concerns(gone) }, cost: { Self.cost(of: $0) })
    let changes = steps.filter(\.changesTable)
    return (changes.map(\.title), steps.suffix(newestCount).contains(where: \.changesTable))
  }
}

extension Transaction {
  /// Whether it changed one of some rows; if it changed none, whether it selected or marked one, or
  /// did so no longer.
  fileprivate func concerns(_ rows: RowSet) -> Bool {
    func hasAny(_ list: [RowID]) -> Bool { list.contains { rows.contains($0) } }
    if changesTable {
      return hasAny(log.updated) || hasAny(log.inserted) || hasAny(log.deleted)
        || hasAny(log.moved)
    }
    return [before, after].contains { hasAny($0.selection.rows) || hasAny($0.marks.rows) }
  }
}

extension EditorState {
  /// The state with the identities given so far, whatever becomes of them.
  fileprivate var rehearsed: EditorState {
    var state = self
    state.table = table.rehearsal()
    return state
  }

  /// Returns the state with another table, and with the selection, marks and hidden rows of the
  /// state that a step leads to, as far as it changed them.
  ///
  /// - Parameter log: what leads to that table.
  fileprivate func following(
    _ table: Table, from old: EditorState, to new: EditorState, _ log: inout ChangeLog
  ) -> EditorState {
    var state = self
    state.table = table
    if old.selection != new.selection { state.selection = new.selection }
    if old.marks != new.marks { state.marks = new.marks }
    let changesHidden =
      new.hidden.map { !(old.hidden?.isEqual(to: $0) ?? false) } ?? (old.hidden != nil)
    if changesHidden, new.hidden?.hide(in: &state.table) ?? true {
      state.hidden = new.hidden
      for row in new.hidden?.hidden ?? [] {
        if self.table.contains(row) {
          log.deleted.append(row)
        } else {
          log.inserted.removeAll { $0 == row }
        }
      }
    } else {
      state.hidden = hidden?.fitted(to: table, loose: RowSet(log.inserted + log.moved))
    }
    state.dropMissingRows()
    return state
  }
}
