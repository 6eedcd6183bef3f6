/// The changes that the edits of one transaction made, by identity; its plan and summary derive
/// from it.
package struct ChangeLog: Sendable {
  package init() {}

  package var inserted: [RowID] = []
  package var deleted: [RowID] = []
  /// Rows whose content changed, each once.
  package var updated: [RowID] = []
  private var updatedSet = RowSet()
  /// Those of them whose keys may be others.
  package private(set) var rekeyed: [RowID] = []
  package var cellCount = 0
  /// Rows that an edit moved by name, each once.
  package var moved: [RowID] = []
  private var movedSet = RowSet()
  /// Sections whose rows were reordered.
  package var arranged: Set<SectionID> = []
  /// The number of rows whose index sorting or arranging changed; nil without either.
  package var sortedCount: Int?
  package var insertedSections: [SectionID] = []
  package var deletedSections: [SectionID] = []
  package var relabelled: [SectionID] = []
  package var arrangesSections = false
  package var changesColumns = false
  package var reloaded: [RowID] = []
  /// Rows to reconfigure though their content is unchanged.
  package var reconfigured: [RowID] = []
  /// Sections to reload.
  package var reloadedSections: [SectionID] = []
  package var reloadsData = false
  /// Whether rows outside `updated` may have another version of the same content.
  package var repointed = false
  /// The outcome of hand-written batch updates, if they are the plan.
  package var batch: BatchOutcome?

  /// Notes that a row has another content.
  package mutating func update(_ row: RowID, keepsKey: Bool = false) {
    if updatedSet.insert(row) { updated.append(row) }
    if !keepsKey { rekeyed.append(row) }
  }

  package func isUpdated(_ row: RowID) -> Bool { updatedSet.contains(row) }

  package mutating func move(_ row: RowID) { if movedSet.insert(row) { moved.append(row) } }

  /// The number of bytes that its lists of rows take.
  var byteCount: Int {
    let rows = inserted.count + deleted.count + updated.count + rekeyed.count + moved.count
    return rows * MemoryLayout<RowID>.stride + updatedSet.byteCount + movedSet.byteCount + 64
  }

  /// The log of what leads back.
  var inverse: ChangeLog {
    var log = self
    swap(&log.inserted, &log.deleted)
    swap(&log.insertedSections, &log.deletedSections)
    return log
  }

  /// Whether rows or sections changed position, so that the plan needs more than lists of rows.
  package var changesOrder: Bool {
    !moved.isEmpty || !arranged.isEmpty || arrangesSections || !insertedSections.isEmpty
      || !deletedSections.isEmpty
  }

  /// Whether something is redrawn that has not changed.
  package var redraws: Bool {
    reloadsData || !reloaded.isEmpty || !reconfigured.isEmpty || !reloadedSections.isEmpty
  }

  /// Whether the table changed at all.
  package var changesTable: Bool {
    changesOrder || !inserted.isEmpty || !deleted.isEmpty || !updated.isEmpty
      || !relabelled.isEmpty || changesColumns
  }
}
