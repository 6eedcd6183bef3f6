extension Editor {
  /// Undoes the last steps at once; `redo` redoes them one by one.
  ///
  /// - Parameter count: the number of steps, from 1.
  /// - Returns: a transaction whose plan leads straight to the table before them.
  /// - Complexity: O(rows changed).
  @discardableResult
  public mutating func undo(steps count: Int) throws(EditError) -> Transaction {
    precondition(count > 0, "\(count) steps are none")
    let done = undoStack.done
    guard count <= done.count else { throw .nothingToUndo }
    let steps = Array(done.suffix(count))
    let joined = Transaction(joining: steps, title: steps[0].title)
    let transaction = Transaction(
      title: joined.title, before: joined.after, after: joined.before,
      log: joined.log, contentChange: joined.contentChange, isUndo: true)
    try ask(transaction, .undone(count))
    for _ in 0..<count { _ = undoStack.takeBack() }
    restore(joined.before)
    transaction.checkInvariants()
    return transaction
  }
}
