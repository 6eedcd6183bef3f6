/// What an editor tells its journal, before it does it.
public enum EditorStep: Sendable {
  /// A transaction that becomes an undo step.
  case performed(Transaction)
  /// What a source has become was merged in, so that `Editor.saved` is another table; an undo step
  /// where it changed something.
  case merged(Transaction)
  /// So many steps are taken back.
  case undone(Int)
  /// The step that was undone last is done again.
  case redone
  /// Editing mode was entered or left, which may have cleared the selection of this state.
  case changedMode(from: EditorState)
}

extension Editor {
  /// Whether a step that is about to be done changes the table, and not the selection alone.
  public func changesTable(_ step: EditorStep) -> Bool {
    switch step {
    case .performed(let transaction), .merged(let transaction): transaction.changesTable
    case .undone(let count): undoStack.done.suffix(count).contains(where: \.changesTable)
    case .redone: undoStack.undone.last?.changesTable ?? false
    case .changedMode: false
    }
  }

  /// What a step that takes back or does again leads to; nil for another one.
  func state(after step: EditorStep) -> EditorState? {
    switch step {
    case .performed, .merged, .changedMode: return nil
    case .undone(let count):
      let done = undoStack.done
      return count > 0 && count <= done.count ? done[done.count - count].before : nil
    case .redone: return undoStack.undone.last?.after
    }
  }
}
