extension Editor {
  /// The titles of the steps that can be undone, the oldest first.
  public var undoTitles: [String] { undoStack.done.titles }
  /// The titles of the steps that can be redone, the next one first.
  public var redoTitles: [String] { undoStack.undone.titles.reversed() }
  /// The number of steps dropped because the undo budget was exceeded.
  public var droppedUndoSteps: Int { undoStack.dropped }

  /// Undoes the last step.
  ///
  /// - Returns: a transaction whose plan is the inverse of the step's.
  /// - Complexity: O(1).
  @discardableResult
  public mutating func undo() throws(EditError) -> Transaction {
    guard let step = undoStack.done.last else { throw .nothingToUndo }
    let transaction = Transaction(
      title: step.title, before: now(step.after), after: step.before, log: step.log,
      contentChange: step.contentChange, isUndo: true)
    try ask(transaction, .undone(1))
    _ = undoStack.takeBack()
    restore(step.before)
    return transaction
  }

  /// Redoes the last undone step.
  @discardableResult
  public mutating func redo() throws(EditError) -> Transaction {
    guard let step = undoStack.undone.last else { throw .nothingToRedo }
    let transaction = Transaction(
      title: step.title, before: now(step.before), after: step.after, log: step.log,
      contentChange: step.contentChange)
    try ask(transaction, .redone)
    _ = undoStack.doAgain(cost: Self.cost)
    restore(step.after)
    return transaction
  }

  /// Returns a former state with the current selection: a change of mode, which is no step, may
  /// have cleared it since.
  private func now(_ former: EditorState) -> EditorState {
    var state = former
    state.selection = selection
    return state
  }

  /// Asks `willCommit` and `willStep` whether an undo or redo may be performed.
  func ask(_ transaction: Transaction, _ step: EditorStep) throws(EditError) {
    if let willCommit { try willCommit(transaction) }
    if let willStep { try willStep(step, self) }
  }
}

extension Editor {
  /// Takes the last steps back at once; `redo` does them again one by one.
  ///
  /// - Parameter count: how many steps, from 1.
  /// - Returns: a transaction whose plan leads straight to the table before them.
  /// - Complexity: O(rows changed).
  @discardableResult
  public mutating func undo(steps count: Int) throws(EditError) -> Transaction {
    precondition(count > 0, "\(count) steps are none")
    guard count <= undoStack.done.count else { throw .nothingToUndo }
    var stack = undoStack
    let steps = Array((0..<count).compactMap { _ in stack.takeBack() }.reversed())
    let joined = Transaction(joining: steps, title: steps[0].title)
    let transaction = Transaction(
      title: joined.title, before: joined.after, after: joined.before,
      log: joined.log, contentChange: joined.contentChange, isUndo: true)
    try ask(transaction, .undone(count))
    undoStack = stack
    restore(joined.before)
    transaction.checkInvariants()
    return transaction
  }
}
