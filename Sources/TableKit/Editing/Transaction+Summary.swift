extension Transaction {
  /// The counts of a transaction's changes; for an undo, of those it reverts.
  public struct Summary: Hashable, Sendable {
    /// Rows that appeared.
    public var insertedRows: Int
    /// Rows that vanished.
    public var deletedRows: Int
    /// Rows whose content changed.
    public var updatedRows: Int
    /// Cells whose content changed.
    public var updatedCells: Int
    /// Rows moved by name.
    public var movedRows: Int
    /// Rows that were sorted or arranged.
    public var arrangedRows: Int
    /// Sections that appeared.
    public var insertedSections: Int
    /// Sections that vanished.
    public var deletedSections: Int
    /// Sections that were renamed.
    public var renamedSections: Int
    /// Whether sections were reordered.
    public var arrangesSections: Bool
    /// Whether columns were added, removed, renamed, moved or typed.
    public var changesColumns: Bool
    /// Sections in which rows were inserted, deleted, updated or moved.
    public var touchedSections: Int
    /// Rows that became selected.
    public var newlySelected: Int
    /// Rows that became deselected.
    public var newlyDeselected: Int
    /// Rows that became marked.
    public var newlyMarked: Int
    /// Rows that became unmarked.
    public var newlyUnmarked: Int

    init(_ transaction: Transaction) {
      let log = transaction.log
      insertedRows = log.inserted.count
      deletedRows = log.deleted.count
      updatedRows = log.updated.count
      updatedCells = log.cellCount
      movedRows = log.moved.count
      arrangedRows = log.sortedCount ?? 0
      insertedSections = log.insertedSections.count
      deletedSections = log.deletedSections.count
      renamedSections = log.relabelled.count
      arrangesSections = transaction.reordersSections
      changesColumns = log.changesColumns
      let old = transaction.isUndo ? transaction.after : transaction.before
      let new = transaction.isUndo ? transaction.before : transaction.after
      var touched = log.arranged
      for rows in [log.deleted, log.updated, log.moved] {
        old.table.addSections(of: rows, to: &touched)
      }
      for rows in [log.inserted, log.moved] { new.table.addSections(of: rows, to: &touched) }
      touchedSections = touched.count
      let (was, isNow) = (transaction.before, transaction.after)
      newlySelected = isNow.selection.count(missingIn: was.selection)
      newlyDeselected = was.selection.count(missingIn: isNow.selection)
      newlyMarked = isNow.marks.count(missingIn: was.marks)
      newlyUnmarked = was.marks.count(missingIn: isNow.marks)
      if transaction.isUndo {
        swap(&insertedRows, &deletedRows)
        swap(&insertedSections, &deletedSections)
      }
    }
  }
}

extension Transaction {
  /// Whether the remaining sections were reordered.
  package var reordersSections: Bool {
    guard log.arrangesSections else { return false }
    let (old, new) = (before.table, after.table)
    return old.sections.map(\.id).filter { new.index(of: $0) != nil }
      != new.sections.map(\.id).filter { old.index(of: $0) != nil }
  }
}

extension Table {
  /// Adds the sections of rows to a set.
  fileprivate func addSections(of rows: [RowID], to sections: inout Set<SectionID>) {
    var last: SectionID?
    for row in rows {
      guard let section = section(of: row), section != last else { continue }
      sections.insert(section)
      last = section
    }
  }
}

extension Selection {
  /// Returns the number of rows that are not in another selection.
  fileprivate func count(missingIn other: Selection) -> Int {
    other.isEmpty ? count : rows.reduce(0) { $0 + (other.contains($1) ? 0 : 1) }
  }
}
