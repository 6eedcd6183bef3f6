import BatchUpdates

/// The only way to change a table, its selection and its mode.
///
///     var editor = Editor(table: table)
///     let transaction = try editor.perform([.delete([row])], title: "delete 0:1")
///     transaction.plan                       // delete rows 0:1
///     try editor.undo()
///
/// `perform` happens whole or not at all. What it answers holds the states around it, so undo is
/// putting one back; copying a state is cheap because tables share what did not change.
///
/// Its extensions, by what they do:
///
/// - rows that are inserted, updated, moved and sorted: `Editor+Rows.swift`
/// - sections and columns: `Editor+Structure.swift`
/// - undo, redo and joined steps: `Editor+Undo.swift`; what steps did to a row: `RowStory.swift`
/// - what is saved, and what a save takes over from the source: `Editor+Saved.swift`
/// - what others changed: `Editor+Merge.swift` for a whole source, `Editor+Delta.swift` for rows,
///   `Editor+Conflicts.swift`
/// - changes told by key, for journals: `KeyedRow.swift`
public struct Editor: Attempting {
  /// The table, its selection and its marks.
  public package(set) var state: EditorState
  /// Whether the table is in editing mode. Not undone; journaled.
  public package(set) var isEditing = false
  /// How plans of the transactions to come show what changed.
  public var look = PlanLook()
  /// The owner of the selection: one held by the view is lost where rows get new cells.
  public var holding: SelectionHolding = .data
  /// The partner that is asked before a change counts and told of each step; nil: nobody is.
  public var keeper: (any StepKeeper)?
  /// Told how far long work on many rows is, and asked whether to stop it with
  /// `EditError.cancelled`, everything being as it was.
  public var progress = Progress.none
  /// Do long work in two parts at once.
  public var workers = Workers.one
  /// The number of the command that is at work, which its steps keep; 0: none is known.
  package var command = 0
  package var undoStack = Undo()
  /// The tables as they were last written.
  package var files: WrittenTables
  /// The conflicts that merges found and nobody has resolved, those included that edits have settled
  /// since.
  package var openConflicts: [MergeConflict] = []

  /// Creates an editor of a loaded table, with nothing selected.
  public init(table: Table) {
    state = EditorState(table: table)
    files = WrittenTables(saved: table)
  }

  /// How plans show changed rows: reload or reconfigure.
  public var contentChange: ContentChange {
    get { look.contentChange }
    set { look.contentChange = newValue }
  }

  /// The table.
  public package(set) var table: Table {
    get { state.table }
    _modify { yield &state.table }
  }

  /// The selected rows.
  public package(set) var selection: Selection {
    get { state.selection }
    _modify { yield &state.selection }
  }

  /// The marked rows.
  public package(set) var marks: Selection {
    get { state.marks }
    _modify { yield &state.marks }
  }

  /// Bytes that undo may keep alive; 1 GiB unless set.
  public var undoBudget: Int {
    get { undoStack.budget }
    set { undoStack.budget = newValue }
  }

  /// Applies edits in order as one transaction and one undo step.
  ///
  /// - Parameters:
  ///   - edits: the changes; rows and sections by identity, indexes in the table as the edits before
  ///     them left it.
  ///   - title: the name of the undo step.
  /// - Returns: the transaction, an undo step only if table, sections or selection changed.
  /// - Throws: the error of the first edit that is refused. Nothing has changed then.
  /// - Complexity: that of the edits, see `Table`.
  @discardableResult
  public mutating func perform(_ edits: [Edit], title: String) throws(EditError) -> Transaction {
    let transaction = try attempt { (editor) throws(EditError) in
      var change = OpenChange(title: title, in: editor)
      for (i, edit) in edits.enumerated() {
        try editor.progress.check(at: i)
        try editor.apply(edit, &change.log)
      }
      try editor.checkKeys(change.log)
      change.repeatable = edits
      return try editor.close(change)
    }
    return keep(transaction)
  }

  /// Applies an edit without keeping a transaction, as an editor of a rehearsal needs none.
  ///
  /// - Throws: what `perform` throws. Nothing has changed then.
  /// - Complexity: that of the edit, see `Table`.
  public mutating func rehearse(_ edit: Edit) throws(EditError) {
    try attempt { (editor) throws(EditError) in
      var log = ChangeLog()
      try editor.apply(edit, &log)
      try editor.checkKeys(log)
      editor.table.checkInvariants()
    }
  }

  /// Ends a change and asks whether it may be kept. The caller puts everything back where it may
  /// not.
  package mutating func close(_ change: OpenChange) throws(EditError) -> Transaction {
    let log = change.log
    if log.changesTable {
      state.hidden = state.hidden?.fitted(to: table, loose: RowSet(log.inserted + log.moved))
    }
    if log.changesTable || !table.home.isShared(with: change.before.table.home) {
      state.dropMissingRows()
    }
    dropReloaded(log)
    table.checkInvariants()
    let changesState = log.changesTable || !change.before.hasSameRows(as: state)
    if !changesState, !log.repointed { state = change.before }
    var look = look
    if let animations = change.animations { look.animations = animations }
    var transaction = Transaction(change, after: state, look: look)
    transaction.command = command
    guard let keeper else { return transaction }
    if changesState { try keeper.approve(transaction, origin: change.origin) }
    if let step = step(of: change, transaction, changesState: changesState) {
      try keeper.record(step, of: self, origin: change.origin)
    }
    return transaction
  }

  /// Returns the step that a change is; nil: it is none.
  private func step(
    of change: OpenChange, _ transaction: Transaction, changesState: Bool
  ) -> EditorStep? {
    switch change.merge {
    case .source: return .merged(transaction)
    case .push: return .pushed(transaction)
    case .write: return changesState ? .written(transaction) : nil
    case nil: break
    }
    if transaction.isStep && changesState { return .performed(transaction) }
    return isEditing != change.wasEditing ? .changedMode(from: change.before) : nil
  }

  /// Whether a step about to be performed changes the table, and not only the selection.
  public func changesTable(_ step: EditorStep) -> Bool {
    switch step {
    case .performed(let transaction), .merged(let transaction), .pushed(let transaction),
      .written(let transaction):
      transaction.changesTable
    case .undone(let count, _): undoStack.done.suffix(count).contains(where: \.changesTable)
    case .redone: undoStack.undone.last?.changesTable ?? false
    case .changedMode, .dropped: false
    }
  }

  /// Records a transaction, as an undo step if it changed something.
  package mutating func keep(_ closed: Transaction) -> Transaction {
    var transaction = closed
    files.follow(transaction)
    forgetConflicts(resolvedBefore: transaction)
    if transaction.isStep, transaction.changesState {
      undoStack.remember(transaction, cost: Self.cost(of: transaction))
    }
    let dropped = undoStack.keepToBudget(base: saved)
    if dropped > 0, dropped == undoStack.dropped {
      transaction.notes.append("the undo memory is full: the oldest steps are dropped from now on")
    }
    transaction.checkInvariants()
    return transaction
  }

  package mutating func apply(_ edit: Edit, _ log: inout ChangeLog) throws(EditError) {
    switch edit {
    case .insert(let rows, let section, let index):
      try insert(rows, section, at: index, &log)
    case .insertRecords(let records, let places): try insert(records, places, &log)
    case .update(let changes): try update(changes, &log)
    case .updateColumn(let column, let rows, let values):
      try update(column, of: rows, to: values, &log)
    case .delete(let rows): try delete(rows, &log)
    case .move(let rows, let section, let index): try move(rows, section, at: index, &log)
    case .arrangeRows(let section, let rows): try arrange(section, rows, &log)
    case .sort(let keys, let section): try sort(by: keys, section, &log)
    case .insertSection(let name, let index): try insertSection(name, at: index, &log)
    case .deleteSections(let sections): try deleteSections(sections, &log)
    case .renameSection(let section, let name): try renameSection(section, name, &log)
    case .labelSections(let labels): try labelSections(labels, &log)
    case .arrangeSections(let sections): try arrangeSections(sections, &log)
    case .sectionBy(let column): try section(by: column, &log)
    case .insertColumn(let name, let index): try insertColumn(name, at: index, &log)
    case .deleteColumn(let column): try deleteColumn(column, &log)
    case .renameColumn(let column, let name): try renameColumn(column, name, &log)
    case .moveColumn(let column, let index): try moveColumn(column, at: index, &log)
    case .typeColumn(let column, let typing): try typeColumn(column, typing, &log)
    case .select(let rows): selection = Selection(try present(rows))
    case .mark(let rows): marks = Selection(try present(rows))
    }
  }

  /// Checks that no rows are collapsed, which would be left behind.
  package func checkNothingHidden() throws(EditError) {
    guard let hidden = state.hidden, hidden.hidesRows else { return }
    throw .rowsAreHidden(hidden.hidden.count)
  }

  /// Refuses keys of inserted or updated rows that other rows have.
  ///
  /// - Throws: `duplicateKey`, `cancelled`.
  package func checkKeys(_ log: ChangeLog) throws(EditError) {
    guard table.hasKey else { return }
    if log.rekeyed.isEmpty, !log.inserted.isEmpty, table.keys.ascendsThroughout(table) { return }
    for (i, row) in (log.inserted + log.rekeyed).enumerated()
    where table.contains(row) && !table.awaitsKey(row, table.keyColumns) {
      try progress.check(at: i)
      if table.otherRow(withKeyOf: row) != nil { throw .duplicateKey(table.key(of: row)) }
    }
  }

  /// The number of bytes that a step keeps in memory.
  static func cost(of transaction: Transaction) -> Int {
    MemoryLayout<Transaction>.size + transaction.log.byteCount
      + transaction.before.bytesApart(from: transaction.after)
  }

  /// Sets the state without recording a step.
  package mutating func restore(_ new: EditorState) { state = new }
}

/// A value with a table that changes as a whole or not at all.
package protocol Attempting {
  var table: Table { get set }
}

extension Attempting {
  /// Runs a change that puts everything back where it fails.
  ///
  /// What it answers is kept afterwards, so that no copy of the history is made for it.
  package mutating func attempt<Result>(
    _ body: (inout Self) throws(EditError) -> Result
  ) throws(EditError) -> Result {
    let (former, identities) = (self, table.identities.next)
    do throws(EditError) { return try body(&self) } catch {
      self = former
      table.identities.next = identities
      throw error
    }
  }
}
