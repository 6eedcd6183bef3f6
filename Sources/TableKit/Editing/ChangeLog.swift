/// What the edits of one transaction did, by identity; its plan and its summary come from here.
struct ChangeLog: Sendable {
  var inserted: [RowID] = []
  var deleted: [RowID] = []
  /// Rows with another content, each once.
  var updated: [RowID] = []
  private var updatedSet = RowSet()
  var cellCount = 0
  /// Rows that were moved by name, each once.
  var moved: [RowID] = []
  private var movedSet = RowSet()
  /// Sections whose rows were put into another order.
  var arranged: Set<SectionID> = []
  /// How many rows stand in another order through sorting.
  var sortedCount: Int?
  var insertedSections: [SectionID] = []
  var deletedSections: [SectionID] = []
  var relabelled: [SectionID] = []
  var arrangesSections = false
  var changesColumns = false
  var reloaded: [RowID] = []
  /// Rows whose cells are filled again, though what they hold is the same.
  var reconfigured: [RowID] = []
  /// Sections that get new cells.
  var reloadedSections: [SectionID] = []
  var reloadsData = false
  /// Whether rows that are not among the updated ones may have another version of the same
  /// content.
  var repointed = false
  /// Rows that a partial selection left out.
  var refused: [EditError] = []
  /// What was written by hand, where that is the plan.
  var batch: BatchOutcome?
  /// Why a tap was refused.
  var refusal: String?

  mutating func update(_ row: RowID) { if updatedSet.insert(row) { updated.append(row) } }

  func isUpdated(_ row: RowID) -> Bool { updatedSet.contains(row) }

  mutating func move(_ row: RowID) { if movedSet.insert(row) { moved.append(row) } }

  /// Whether rows or sections changed place, so that the plan needs more than lists of rows.
  var changesOrder: Bool {
    !moved.isEmpty || !arranged.isEmpty || arrangesSections || !insertedSections.isEmpty
      || !deletedSections.isEmpty
  }

  /// Whether something is drawn anew that has not changed.
  var redraws: Bool {
    reloadsData || !reloaded.isEmpty || !reconfigured.isEmpty || !reloadedSections.isEmpty
  }

  /// Whether the table changed at all.
  var changesTable: Bool {
    changesOrder || !inserted.isEmpty || !deleted.isEmpty || !updated.isEmpty
      || !relabelled.isEmpty || changesColumns
  }
}
