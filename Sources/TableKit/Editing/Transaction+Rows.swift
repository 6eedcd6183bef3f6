extension Transaction {
  /// Rows in the table after but not in the one before, in the order of the edits.
  public var insertedRows: [RowID] {
    (isUndo ? log.deleted : log.inserted).filter { isOnly(in: after, $0) }
  }

  /// Rows in the table before but not in the one after; collapsed rows do not count.
  public var deletedRows: [RowID] {
    (isUndo ? log.inserted : log.deleted).filter { isOnly(in: before, $0) }
  }

  /// Rows of both tables whose content changed.
  public var updatedRows: [RowID] { log.updated.filter(isInBoth) }

  /// Rows of both tables that an edit moved by name, without those of a sorted section.
  public var movedRows: [RowID] { log.moved.filter(isInBoth) }

  private func isInBoth(_ row: RowID) -> Bool {
    before.table.contains(row) && after.table.contains(row)
  }

  private func isOnly(in state: EditorState, _ row: RowID) -> Bool {
    state.table.contains(row) && !isInBoth(row) && !before.hides(row)
      && !after.hides(row)
  }

  /// The numbers of rows and sections that are redrawn though they did not change.
  public var redrawn: (reloadedRows: Int, reconfiguredRows: Int, reloadedSections: Int) {
    (log.reloaded.count, log.reconfigured.count, log.reloadedSections.count)
  }
}
