extension Editor {
  /// The titles of the steps that can be taken back, the oldest first.
  public var undoTitles: [String] { undoStack.done.map(\.title) }
  /// The titles of the steps that can be done again, the next one first.
  public var redoTitles: [String] { undoStack.undone.reversed().map(\.title) }
  /// How many steps were dropped because the budget was spent.
  public var droppedUndoSteps: Int { undoStack.dropped }

  /// Takes the last step back.
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

  /// Does the last undone step again.
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

  /// A state that a step led to or began with, with what is selected now: a change of mode, which is
  /// no step, may have cleared the selection since.
  private func now(_ former: EditorState) -> EditorState {
    var state = former
    state.selection = selection
    return state
  }

  /// Asks whether a step through the history may be kept, and has it written down.
  func ask(_ transaction: Transaction, _ step: EditorStep) throws(EditError) {
    if let willCommit { try willCommit(transaction) }
    if let willStep { try willStep(step, self) }
  }
}
