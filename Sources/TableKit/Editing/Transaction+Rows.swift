import BatchUpdates

extension Transaction {
  /// Rows that are in the table after and not in the one before, in the order of the edits.
  public var insertedRows: [RowID] {
    (isUndo ? log.deleted : log.inserted).filter { isOnly(in: after, $0) }
  }

  /// Rows that are in the table before and not in the one after; collapsed ones have not gone.
  public var deletedRows: [RowID] {
    (isUndo ? log.inserted : log.deleted).filter { isOnly(in: before, $0) }
  }

  /// Rows of both tables that have another content.
  public var updatedRows: [RowID] { log.updated.filter(isInBoth) }

  /// Rows of both tables that were moved by name; those of a sorted section are not among them.
  public var movedRows: [RowID] { log.moved.filter(isInBoth) }

  private func isInBoth(_ row: RowID) -> Bool {
    before.table.contains(row) && after.table.contains(row)
  }

  private func isOnly(in state: EditorState, _ row: RowID) -> Bool {
    state.table.contains(row) && !isInBoth(row) && !before.hides(row)
      && !after.hides(row)
  }

  /// The number of rows and sections that are drawn anew and have not changed.
  public var redrawn: (reloadedRows: Int, reconfiguredRows: Int, reloadedSections: Int) {
    (log.reloaded.count, log.reconfigured.count, log.reloadedSections.count)
  }
}
