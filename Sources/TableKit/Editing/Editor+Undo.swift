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
    guard !undoStack.done.isEmpty else { throw .nothingToUndo }
    if let willStep { try willStep(.undone(1), self) }
    guard let step = undoStack.takeBack() else { throw .nothingToUndo }
    restore(step.before)
    return Transaction(
      title: step.title, before: step.after, after: step.before, events: [], log: step.log,
      contentChange: step.contentChange, isUndo: true)
  }

  /// Does the last undone step again.
  @discardableResult
  public mutating func redo() throws(EditError) -> Transaction {
    guard !undoStack.undone.isEmpty else { throw .nothingToRedo }
    if let willStep { try willStep(.redone, self) }
    guard let step = undoStack.doAgain(cost: Self.cost) else { throw .nothingToRedo }
    restore(step.after)
    return Transaction(
      title: step.title, before: step.before, after: step.after, events: [], log: step.log,
      contentChange: step.contentChange)
  }
}
