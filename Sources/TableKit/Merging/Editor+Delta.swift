extension Editor {
  /// Merges what others changed in the source, told row by row: the same as `merge` with the whole
  /// source that the delta describes, at the cost of the rows that it names.
  ///
  /// Local cells win, and conflicts are listed. `saved` moves with the source. It is nobody's undo
  /// step; what equals the base, such as the echo of a save, changes nothing.
  ///
  /// - Parameters:
  ///   - isOwn: whether it is what this editor's own save has written of the table: then it is part of
  ///     the steps that made it, which undo takes back.
  ///   - origin: where it comes from, for the keeper.
  /// - Returns: a transaction in which rows keep identity and selection and changed ones are
  ///   reconfigured, and the conflicts that it brought.
  /// - Throws: `deltaNeedsKey`, `sourceHasNewColumn`, `rowsAreHidden`, `cannotWrite`,
  ///   `valueDoesNotFit`, and what the keeper throws. Nothing has changed then.
  /// - Complexity: O(rows of the delta, with a block for each inserted or deleted one); O(table)
  ///   where sections are a view of a column and rows change section or a section its first row, and
  ///   where sections differ on both sides.
  @discardableResult
  public mutating func merge(
    delta: Delta, title: String, isOwn: Bool = false, origin: ChangeOrigin = .session
  ) throws(EditError) -> (transaction: Transaction, conflicts: [MergeConflict]) {
    guard table.hasKey else { throw .deltaNeedsKey }
    if let hidden = state.hidden, hidden.hidesRows {
      throw .rowsAreHidden(hidden.hidden.count)
    }
    let (transaction, conflicts) = try attempt { (editor) throws(EditError) in
      var change = OpenChange(title: title, in: editor)
      change.origin = origin
      let conflicts = try editor.takeIn(delta, &change, isOwn: isOwn).map { editor.noted($0) }
      if !conflicts.isEmpty {
        editor.openConflicts = editor.openConflicts.joined(with: conflicts)
      }
      return (try editor.close(change), conflicts)
    }
    return (keep(transaction), conflicts)
  }

  private mutating func takeIn(
    _ delta: Delta, _ change: inout OpenChange, isOwn: Bool
  ) throws(EditError) -> [MergeConflict] {
    let base = saved
    var merger = DeltaMerger(base: base, local: table)
    try merger.merge(delta)
    change.isStep = false
    guard !merger.needsWhole else {
      let history = undoStack
      let conflicts = try takeIn(try FreshSource(base, delta).table, base, &change)
      if isOwn {
        undoStack = history
        undoStack.save(base: base)
      }
      (change.isStep, change.merge) = (false, .push)
      return conflicts
    }
    guard merger.changesBase else { return [] }
    let isView = !merger.isOne && files.views.contains(table)
    if isOwn {
      undoStack.save(base: base)
    } else {
      undoStack.arrive(at: undoStack.position, base: base)
    }
    table = merger.table
    merger.base.checkInvariants()
    files.save(merger.base, view: isView ? table : nil)
    change.log = merger.log
    change.merge = .push
    return merger.conflicts
  }
}
