/// A step that an editor tells its keeper before it counts.
public enum EditorStep: Sendable {
  /// A transaction that becomes an undo step.
  case performed(Transaction)
  /// The current source was merged in, so that `Editor.saved` changes; an undo step only if unsaved
  /// edits were discarded.
  case merged(Transaction)
  /// Rows that others changed were merged in, so that `Editor.saved` changes; no undo step. Records
  /// of further steps cannot follow those before: begin anew.
  case pushed(Transaction)
  /// Rows that others changed are written into the table, `Editor.saved` staying as it is; no undo
  /// step.
  case written(Transaction)
  /// This number of steps is undone, which leads to a state.
  case undone(Int, to: EditorState)
  /// The last undone step is redone, which leads to a state.
  case redone(to: EditorState)
  /// The last step, or the one undone last, is dropped because others have left nothing of it.
  case dropped(isUndo: Bool)
  /// Editing mode was entered or left, which may have cleared the selection of this state.
  case changedMode(from: EditorState)

  /// The states before and after it.
  ///
  /// - Parameter editor: the editor before it is performed.
  func ends(_ editor: Editor) -> (before: EditorState, after: EditorState) {
    switch self {
    case .performed(let transaction), .merged(let transaction), .pushed(let transaction),
      .written(let transaction):
      (transaction.before, transaction.after)
    case .undone(_, to: let state), .redone(to: let state): (editor.state, state)
    case .dropped: (editor.state, editor.state)
    case .changedMode(let before): (before, editor.state)
    }
  }

  /// The state that an undo or redo leads to; nil for other steps.
  var outcome: EditorState? {
    switch self {
    case .undone(_, to: let state), .redone(to: let state): state
    case .performed, .merged, .pushed, .written, .changedMode, .dropped: nil
    }
  }
}
