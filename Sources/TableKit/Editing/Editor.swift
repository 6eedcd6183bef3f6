import BatchUpdates

/// The one door through which a table, its selection and its mode change.
///
///     var editor = Editor(table: table)
///     let transaction = try editor.perform([.delete([row])], title: "delete 0:1")
///     transaction.plan                       // delete rows 0:1
///     try editor.undo()
///
/// `perform` happens whole or not at all. What it answers holds the states around it, so undo is
/// putting one back; copying a state is cheap because tables share what did not change.
public struct Editor {
  /// The table and its selection.
  public internal(set) var state: EditorState
  /// Whether the table is in editing mode. Not undone.
  public internal(set) var isEditing = false
  /// What decides which rows may be selected. Not undone.
  public var settings = SelectionSettings()
  /// Whether changed rows are reloaded or reconfigured in plans.
  public var contentChange: ContentChange = .reconfigure
  /// What was said of rows: whether they can be edited, moved and so on. Not undone.
  public var traitSettings = TraitSettings()
  /// What a user's hands have begun and not ended. Not undone.
  public internal(set) var touches = TouchState()
  /// What each touch on the first row starts later. Not undone.
  public var reorderTrigger: ReorderTrigger?
  /// Policies beside the limits of sections; asked in order.
  public var policies: [any SelectionPolicy] = []
  /// Asked before a transaction is kept; throwing undoes it all.
  public var willCommit: ((Transaction) throws(EditError) -> Void)?

  /// Told of each step before it is done, with the editor as it is before; throwing leaves all as
  /// it was. A journal is written here.
  public var willStep: ((EditorStep, Editor) throws(EditError) -> Void)?

  /// Told of each call that follows a touch at the moment of the call, with the editor as it is
  /// then, which it may change; throwing leaves all as it was. Only where a touch is the only edit.
  public var listener: ((DelegateEvent, RowID, inout Editor) throws(EditError) -> Void)?

  /// Polled in long work on many rows: true stops it with `EditError.cancelled`, everything being
  /// as it was.
  public var isCancelled: (() -> Bool)?

  /// Told how far long work on many rows is.
  public var progress: Progress?

  /// Do long work in two parts at once.
  public var workers = Workers.one

  /// What is on the screen. Not undone.
  public var view = ViewState()
  /// Whether rows and sections change by snapshots alone. Not undone.
  public internal(set) var isDiffable = false
  /// The snapshot that is being made. Not undone.
  public var pendingSnapshot: PendingSnapshot?
  /// Who is asked and told when a user reorders rows.
  public var reordering = ReorderingHandlers()
  /// How the last row was reordered.
  public internal(set) var lastReorder: ReorderTransaction?

  /// How the last pan went.
  public internal(set) var lastPan: PanOutcome?

  var undoStack = Undo()

  /// The transaction of which others are told while it is made.
  var openStep: OpenStep?

  /// The table as it was last loaded from its source or saved there: what a three-way reload
  /// compares with. It shares what did not change.
  public internal(set) var saved: Table { didSet { views = WrittenViews(saved) } }
  /// That table and other views of it.
  var views: WrittenViews

  /// The table as it was last written elsewhere.
  var copied: Table? { didSet { copiedViews = copied.map { WrittenViews($0) } } }
  /// That table and other views of it.
  var copiedViews: WrittenViews?

  /// Creates an editor of a table with nothing selected, as it was loaded.
  public init(table: Table) {
    state = EditorState(table: table)
    saved = table
    views = WrittenViews(table)
  }

  /// The table.
  public internal(set) var table: Table {
    get { state.table }
    _modify { yield &state.table }
  }

  var cancellation: Cancellation { Cancellation(isCancelled, progress) }

  /// The selected rows.
  public internal(set) var selection: Selection {
    get { state.selection }
    _modify { yield &state.selection }
  }

  /// Which rows stand in which others, and which are open.
  public internal(set) var tree: RowTree {
    get { state.tree }
    _modify { yield &state.tree }
  }

  /// The marked rows.
  public internal(set) var marks: Selection {
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
  ///   - edits: what to change; rows and sections by identity, indexes in the table as the edits
  ///     before left it.
  ///   - title: what the step is called in the list of undo steps.
  /// - Returns: what happened; an undo step only when table, sections or selection changed.
  /// - Throws: the first edit that is refused. Nothing has changed then.
  /// - Complexity: what the edits change, see `Table`.
  @discardableResult
  public mutating func perform(_ edits: [Edit], title: String) throws(EditError) -> Transaction {
    try checkDoor(edits)
    return try performUnchecked(edits, title: title)
  }

  /// Applies edits whoever may make them: what a source has made of values comes in by this.
  mutating func performUnchecked(
    _ edits: [Edit], title: String
  ) throws(EditError) -> Transaction {
    let before = state
    let wasEditing = isEditing
    let (wasTouched, wasSeen) = (touches, view)
    let identities = table.identities.next
    let isHeard = listener != nil && edits.count == 1 && edits[0].isTouch
    // What others do meanwhile is in the history, too.
    let former = isHeard ? self : nil
    openStep =
      isHeard
      ? OpenStep(title: title, position: stepPosition, before: before, wasEditing: wasEditing) : nil
    var log = ChangeLog()
    var events: [DelegateEvent] = []
    do throws(EditError) {
      for (i, edit) in edits.enumerated() {
        try cancellation.check(at: i)
        let first = events.count
        try apply(edit, &log, &events)
        followRange(edit, events[first...])
      }
      try checkKeys(log)
    } catch {
      if let former { self = former }
      state = before
      isEditing = wasEditing
      (touches, view) = (wasTouched, wasSeen)
      table.identities.next = identities
      throw error
    }
    let notes = endTouches(log)
    let manner = Manner(of: edits)
    let step = openStep.flatMap { $0.hasTold ? $0 : nil }
    openStep = nil
    do throws(EditError) {
      guard let step else {
        return try commit(
          before, wasEditing, log, events, title: title, notes: notes, manner: manner)
      }
      let last = try commit(
        step.before, step.wasEditing, log, [], title: title, notes: notes, manner: manner)
      return close(step, last, events)
    } catch {
      if let former { self = former }
      (touches, view) = (wasTouched, wasSeen)
      throw error
    }
  }

  /// Ends a change: asks `willCommit`, remembers an undo step, and answers what happened.
  mutating func commit(
    _ before: EditorState, _ wasEditing: Bool, _ log: ChangeLog, _ events: [DelegateEvent],
    title: String, notes: [String] = [], isMerge: Bool = false, manner: Manner = Manner()
  ) throws(EditError) -> Transaction {
    if !tree.isEmpty, log.changesTable {
      tree = tree.fitted(to: table, loose: RowSet(log.inserted + log.moved))
    }
    state.settle()
    dropReloaded(log)
    table.checkInvariants()
    let changesState = log.changesTable || !before.hasSameRows(as: state)
    if !changesState, !log.repointed { state = before }
    var transaction = Transaction(
      title: title, before: before, after: state, events: events, log: log,
      contentChange: contentChange)
    transaction.notes = notes
    transaction.manner = manner
    do throws(EditError) {
      if changesState, let willCommit { try willCommit(transaction) }
      if manner.isStep && changesState || isMerge, let willStep {
        try willStep(isMerge ? .merged(transaction) : .performed(transaction), self)
      } else if isEditing != wasEditing, let willStep {
        try willStep(.changedMode(from: before), self)
      }
    } catch {
      state = before
      isEditing = wasEditing
      throw error
    }
    views.follow(transaction)
    copiedViews?.follow(transaction)
    if manner.isStep, changesState {
      let dropped = undoStack.remember(transaction, cost: Self.cost(of: transaction))
      if dropped > 0, dropped == undoStack.dropped {
        transaction.notes.append(
          "the undo memory is full: the oldest steps are dropped from now on")
      }
    }
    transaction.checkInvariants()
    touches.settle(in: table)
    return transaction
  }

  private mutating func apply(
    _ edit: Edit, _ log: inout ChangeLog, _ events: inout [DelegateEvent]
  ) throws(EditError) {
    switch edit {
    case .insert(let rows, let section, let index):
      try insert(rows, section, at: index, &log)
    case .update(let changes): try update(changes, &log)
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
    case .select(let rows, let change): try select(rows, change, &log, &events)
    case .selectAsSeedText(let rows): try selectAsSeedText(rows, &log, &events)
    case .tapAccessory(let row): try tapAccessory(row, &events)
    case .tap(let row): try tap(row, &log, &events)
    case .control(let control): try touch(control, &log, &events)
    case .pan(let gesture): try pan(gesture, &events)
    case .tapStrip(let row, let settings): try tapStrip(row, settings, &events)
    case .point(let event, let mayBegin): try point(event, mayBegin: mayBegin, &log, &events)
    case .touch(let touch): try self.touch(touch, &log, &events)
    case .reappear(let appearance): reappear(appearance, &events)
    case .mark(let rows, let change): try mark(rows, change)
    case .setEditing(let on):
      guard !events.contains(where: { $0.name == .commit }) else {
        throw .refused("a commit must not change the editing mode", hint: "edit off, afterwards")
      }
      setEditing(on, &events)
    case .batch(let batch): try update(by: batch, &log, &events)
    case .reloadRows(let rows): try reload(rows, &log)
    case .reconfigureRows(let rows): log.reconfigured += try present(rows)
    case .reloadSections(let sections): try reload(sections, &log)
    case .reloadData:
      log.reloadsData = true
      if settings.holding == .view { selection.removeAll() }
    case .apply(let snapshot, let how): try apply(snapshot, how, &log)
    case .applySection(let snapshot, let section): try apply(snapshot, to: section, &log)
    case .reorder(let row, let side, let other): try reorder(row, side, other, &log, &events)
    }
  }

  /// Refuses keys that inserted or updated rows would share with others.
  private func checkKeys(_ log: ChangeLog) throws(EditError) {
    guard table.hasKey else { return }
    for (i, row) in (log.inserted + log.updated).enumerated()
    where table.contains(row) && !table.awaitsKey(row, table.keyColumns) {
      try cancellation.check(at: i)
      if table.otherRow(withKeyOf: row) != nil { throw .duplicateKey(table.key(of: row)) }
    }
  }

  static func cost(of transaction: Transaction) -> Int {
    let (old, new) = (transaction.before.table.sections, transaction.after.table.sections)
    let isShared = old.withUnsafeBufferPointer { x in
      new.withUnsafeBufferPointer { $0.baseAddress == x.baseAddress }
    }
    return (isShared ? 0 : old.count * MemoryLayout<Section>.stride)
      + abs(transaction.after.table.bytesWritten - transaction.before.table.bytesWritten)
      + (transaction.before.rowsHeld + transaction.after.rowsHeld) * 4 + 512
  }

  /// Puts a state in place without remembering a step.
  mutating func restore(_ new: EditorState) {
    state = new
    touches.drag = nil
    touches.settle(in: new.table)
    view.range = ClickRange()
  }
}
