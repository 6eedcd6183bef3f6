import BatchUpdates
import TableKit

/// An editor together with what a table view and its delegate add: selection, touches, policies and
/// scrolling.
///
///     var controller = TableController(table: table)
///     let transaction = try controller.perform([.tap(row)], title: "tap 0:1")
///     transaction.events                     // willSelect 0:1 → 0:1, didSelect 0:1
///     try controller.update { (editor) throws(EditError) in try editor.undo() }
///
/// All that changes the table goes through `perform` or `update`, which end what hands have begun
/// where its rows are gone.
public struct TableController: Attempting {
  /// The table, its selection and its history; others change it by `perform` and `update`.
  public package(set) var editor: Editor
  /// What decides which rows may be selected. Not undone.
  public var settings = SelectionSettings()
  /// Policies besides the limits of sections, asked in order.
  public var policies: [any SelectionPolicy] = []
  /// The traits set for rows: whether they can be edited, moved and so on. Not undone.
  public var traitSettings = TraitSettings()
  /// The touches in progress. Not undone.
  public internal(set) var touches = TouchState()
  /// The scroll state of the view. Not undone.
  public var view = ViewState()
  /// How snapshots drive the table.
  public var snapshots = SnapshotDriving()
  /// The reordering that each touch on the first row schedules. Not undone.
  public var reorderTrigger: ReorderTrigger?
  /// The outcome of the last pan.
  public internal(set) var lastPan: PanOutcome?

  /// Called at each delegate call of a touch, with the controller as it is at that moment, which it
  /// may change; throwing reverts everything. Only if the touch is the only action.
  public var listener: ((DelegateEvent, RowID, inout TableController) throws(EditError) -> Void)?
  /// The transaction in progress while the listener is called.
  var openStep: OpenStep?

  /// Creates a controller of a loaded table, with nothing selected.
  public init(table: Table) { editor = Editor(table: table) }

  /// Creates a controller of an editor.
  public init(editor: Editor) { self.editor = editor }

  // MARK: - The editor's

  /// The table.
  public package(set) var table: Table {
    get { editor.table }
    _modify { yield &editor.table }
  }
  /// Whether the table is in editing mode.
  public internal(set) var isEditing: Bool {
    get { editor.isEditing }
    set { editor.isEditing = newValue }
  }
  /// The selected rows.
  public internal(set) var selection: Selection {
    get { editor.selection }
    _modify { yield &editor.selection }
  }
  /// The marked rows.
  public internal(set) var marks: Selection {
    get { editor.marks }
    _modify { yield &editor.marks }
  }
  /// The tree of rows in outline sections, and which rows are expanded.
  public internal(set) var tree: RowTree {
    get { editor.state.tree }
    set { editor.state.tree = newValue }
  }

  var progress: Progress { editor.progress }

  // MARK: - Changes

  /// Performs actions in order as one transaction and one undo step.
  ///
  /// - Parameters:
  ///   - actions: the actions; indexes in the table after the actions before.
  ///   - title: the name of the undo step.
  ///   - animations: those of its plan; nil: those of the editor.
  /// - Returns: the transaction, with the delegate calls; an undo step only if table, sections,
  ///   selection or marks changed.
  /// - Throws: the error of the first action that is refused. Nothing has changed then.
  /// - Complexity: that of the actions, see `Table`.
  @discardableResult
  package mutating func perform(
    _ actions: [TableAction], title: String, animations: PlanAnimations? = nil
  ) throws(EditError) -> Transaction {
    try checkDoor(actions)
    let (transaction, step) = try attempt { (controller) throws(EditError) in
      try controller.run(actions, title: title, animations)
    }
    let kept = editor.keep(transaction)
    touches.endMissing(in: table)
    return step.map { join($0, kept) } ?? kept
  }

  /// Merges the current source; see `Editor.merge`.
  @discardableResult
  public mutating func merge(
    incoming: Table, title: String, discardingEdits: Bool = false, keepingSections: Bool = false,
    origin: ChangeOrigin = .session
  ) throws(EditError) -> (transaction: Transaction, conflicts: [MergeConflict]) {
    var merged = try editor.merge(
      incoming: incoming, base: editor.saved, title: title, discardingEdits: discardingEdits,
      keepingSections: keepingSections, origin: origin)
    merged.transaction.notes += endTouches(merged.transaction.log).notes
    touches.endMissing(in: table)
    return merged
  }

  /// Merges what others changed in the source; see `Editor.merge(delta:title:origin:)`. Where a
  /// drag is in progress, end it first: this cancels it.
  @discardableResult
  public mutating func merge(
    delta: Delta, title: String, origin: ChangeOrigin = .session
  ) throws(EditError) -> (transaction: Transaction, conflicts: [MergeConflict]) {
    var merged = try editor.merge(delta: delta, title: title, origin: origin)
    merged.transaction.notes += endTouches(merged.transaction.log).notes
    touches.endMissing(in: table)
    return merged
  }

  /// Applies what others write into the table itself; see `Editor.write(_:title:addsColumns:)`.
  /// Where a drag is in progress, end it first: this cancels it.
  @discardableResult
  public mutating func write(
    _ delta: Delta, title: String, addsColumns: Bool = false
  ) throws(EditError) -> Transaction {
    var transaction = try editor.write(delta, title: title, addsColumns: addsColumns)
    transaction.notes += endTouches(transaction.log).notes
    touches.endMissing(in: table)
    return transaction
  }

  /// Runs a closure that changes the editor directly, such as an undo, and ends the touches on rows
  /// that are gone.
  @discardableResult
  public mutating func update<Result>(
    _ body: (inout Editor) throws(EditError) -> Result
  ) throws(EditError) -> Result {
    let result = try body(&editor)
    touches.drag = nil
    touches.endMissing(in: table)
    view.range = ClickRange()
    return result
  }

  /// Does actions and asks whether they may be kept; answers the step to join with what comes last,
  /// if others were told meanwhile.
  private mutating func run(
    _ actions: [TableAction], title: String, _ animations: PlanAnimations?
  ) throws(EditError) -> (Transaction, OpenStep?) {
    var change = OpenChange(title: title, in: editor)
    if listener != nil, actions.count == 1, actions[0].isTouch {
      openStep = OpenStep(change, position: editor.stepPosition)
    }
    var draft = Draft()
    for (i, action) in actions.enumerated() {
      try progress.check(at: i)
      let first = draft.account.events.count
      try apply(action, &draft)
      followRange(action, draft.account.events[first...])
    }
    try editor.checkKeys(draft.log)
    let ended = endTouches(draft.log)
    change.notes = ended.notes
    if ended.cancelsDrag { draft.account.cancelsDrag = true }
    draft.account.closesOpenRow = ended.closesOpenRow
    let step = openStep.flatMap { $0.hasTold ? $0 : nil }
    openStep = nil
    if let step {
      (change.before, change.wasEditing) = (step.change.before, step.change.wasEditing)
    }
    draft.account.describe(actions)
    change.animations = draft.account.snapshotStep == .whole(.unanimated) ? .off : animations
    change.finish(draft, actions)
    return (try editor.close(change), step)
  }

  private mutating func apply(_ action: TableAction, _ draft: inout Draft) throws(EditError) {
    switch action {
    case .edit(let edit): try editor.apply(edit, &draft.log)
    case .select(let rows, let change): try select(rows, change, &draft)
    case .selectTelling(let rows): try selectTelling(rows, &draft)
    case .tapAccessory(let row): try tapAccessory(row, &draft)
    case .tap(let row): try tap(row, &draft)
    case .control(let control): try touch(control, &draft)
    case .pan(let gesture): try pan(gesture, &draft)
    case .tapStrip(let row, let settings): try tapStrip(row, settings, &draft)
    case .point(let event, let mayBegin): try point(event, mayBegin: mayBegin, &draft)
    case .touch(let touch): try self.touch(touch, &draft)
    case .reappear(let appearance): reappear(appearance, &draft)
    case .mark(let rows, let change): try mark(rows, change)
    case .setEditing(let on):
      guard !draft.account.events.contains(where: { $0.name == .commit }) else {
        throw .interaction(.commitChangesMode)
      }
      setEditing(on, &draft)
    case .batch(let batch): try update(by: batch, &draft)
    case .reloadRows(let rows): try reload(rows, &draft)
    case .reconfigureRows(let rows): draft.log.reconfigured += try editor.present(rows)
    case .reloadSections(let sections): try reload(sections, &draft)
    case .reloadData:
      draft.log.reloadsData = true
      if editor.holding == .view { selection.removeAll() }
    case .apply(let snapshot, let how): try apply(snapshot, how, &draft)
    case .applySection(let snapshot, let section): try apply(snapshot, to: section, &draft)
    case .reorder(let row, let side, let other): try reorder(row, side, other, &draft)
    }
  }

  /// Reloads rows; a selection held by the view loses them.
  mutating func reload(_ rows: [RowID], _ draft: inout Draft) throws(EditError) {
    let rows = try editor.present(rows)
    draft.log.reloaded += rows
    guard editor.holding == .view else { return }
    let gone = RowSet(rows)
    selection.removeAll { gone.contains($0) }
  }

  /// Reloads sections; a selection held by the view loses their rows.
  mutating func reload(_ sections: [SectionID], _ draft: inout Draft) throws(EditError) {
    for section in sections { _ = try editor.index(of: section) }
    draft.log.reloadedSections += sections
    guard editor.holding == .view, !sections.isEmpty else { return }
    let (table, gone) = (table, Set(sections))
    selection.removeAll { row in table.section(of: row).map(gone.contains) ?? false }
  }
}
