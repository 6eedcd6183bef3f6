extension EditorRecorder {
  /// Begins with the rows that differ from the source, by key; nil if they cannot be told so.
  mutating func beginKeyed(
    _ editor: Editor, at state: EditorState, _ savedPosition: Int
  ) -> [EditorRecord]? {
    let source = EditorState(table: editor.saved)
    guard editor.files.copied == nil,
      editor.openConflicts.allSatisfy({ $0.row != nil && $0.kind != .moved }),
      let rows = KeyedRow.changes(from: source, to: state, base: editor.saved)
    else { return nil }
    (saved, views, isKeyed, reach) = (editor.saved, editor.files.views, true, (0, 0))
    var start = RecordWriter(.start)
    start.count(Self.version)
    start.syntax(editor.saved.syntax)
    start.count(3)
    start.columns(keyedBy: editor.saved)
    let conflicts = editor.openConflicts
    guard !rows.isEmpty || !conflicts.isEmpty else { return [start.record] }
    let count = max(1, abs(editor.stepPosition - savedPosition))
    let words = Transaction(keyed: rows, from: source, to: state).words(limit: 10)
    let title = "unsaved changes"
    return [
      start.record,
      keyedRecord(count, (title, words), rows, differs(state), conflicts: conflicts, editor),
    ]
  }

  /// Returns the rows that a step changes, by key; nil if they cannot be told so.
  func keyedRows(_ step: EditorStep, of editor: Editor) -> [KeyedRow]? {
    let ends = step.ends(editor)
    return saved.flatMap { KeyedRow.changes(from: ends.before, to: ends.after, base: $0) }
  }

  func keyedRecord(_ step: EditorStep, of editor: Editor) -> EditorRecord {
    var count = 0
    var words: (title: String?, lines: [String]) = (nil, [])
    switch step {
    case .performed(let transaction), .merged(let transaction), .pushed(let transaction):
      count = 1
      words = (transaction.title, transaction.whole.words(limit: 10))
    case .written(let transaction): words = (transaction.title, transaction.words(limit: 10))
    case .undone(let steps, _): (count, words.lines) = (-steps, editor.undoTitles.suffix(steps))
    case .redone: (count, words.lines) = (1, Array(editor.redoTitles.prefix(1)))
    case .dropped, .changedMode: break
    }
    let rows = keyedRows(step, of: editor) ?? []
    return keyedRecord(count, words, rows, differs(step.ends(editor).after), conflicts: [], editor)
  }

  private func keyedRecord(
    _ steps: Int, _ words: (title: String?, lines: [String]), _ rows: [KeyedRow], _ differs: Bool,
    conflicts: [MergeConflict], _ editor: Editor
  ) -> EditorRecord {
    var writer = RecordWriter(.keyed)
    writer.signed(Int64(steps))
    writer.flag(differs)
    writer.optional(words.title)
    writer.list(words.lines) { $0.text($1) }
    writer.keyed(rows, editor.saved.columns)
    writer.keyed(conflicts, of: editor)
    return writer.record
  }
}
