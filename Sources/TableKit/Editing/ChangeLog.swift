/// What the edits of one transaction did, by identity; its plan and its summary come from here.
package struct ChangeLog: Sendable {
  package init() {}

  package var inserted: [RowID] = []
  package var deleted: [RowID] = []
  /// Rows with another content, each once.
  package var updated: [RowID] = []
  private var updatedSet = RowSet()
  /// Those of them whose keys may be others.
  package private(set) var rekeyed: [RowID] = []
  package var cellCount = 0
  /// Rows that were moved by name, each once.
  package var moved: [RowID] = []
  private var movedSet = RowSet()
  /// Sections whose rows were put into another order.
  package var arranged: Set<SectionID> = []
  /// How many rows stand in another order through sorting.
  package var sortedCount: Int?
  package var insertedSections: [SectionID] = []
  package var deletedSections: [SectionID] = []
  package var relabelled: [SectionID] = []
  package var arrangesSections = false
  package var changesColumns = false
  package var reloaded: [RowID] = []
  /// Rows whose cells are filled again, though what they hold is the same.
  package var reconfigured: [RowID] = []
  /// Sections that get new cells.
  package var reloadedSections: [SectionID] = []
  package var reloadsData = false
  /// Whether rows that are not among the updated ones may have another version of the same
  /// content.
  package var repointed = false
  /// What was written by hand, where that is the plan.
  package var batch: BatchOutcome?

  /// Notes that a row has another content.
  package mutating func update(_ row: RowID, keepsKey: Bool = false) {
    if updatedSet.insert(row) { updated.append(row) }
    if !keepsKey { rekeyed.append(row) }
  }

  package func isUpdated(_ row: RowID) -> Bool { updatedSet.contains(row) }

  package mutating func move(_ row: RowID) { if movedSet.insert(row) { moved.append(row) } }

  /// Whether rows or sections changed place, so that the plan needs more than lists of rows.
  package var changesOrder: Bool {
    !moved.isEmpty || !arranged.isEmpty || arrangesSections || !insertedSections.isEmpty
      || !deletedSections.isEmpty
  }

  /// Whether something is drawn anew that has not changed.
  package var redraws: Bool {
    reloadsData || !reloaded.isEmpty || !reconfigured.isEmpty || !reloadedSections.isEmpty
  }

  /// Whether the table changed at all.
  package var changesTable: Bool {
    changesOrder || !inserted.isEmpty || !deleted.isEmpty || !updated.isEmpty
      || !relabelled.isEmpty || changesColumns
  }
}
