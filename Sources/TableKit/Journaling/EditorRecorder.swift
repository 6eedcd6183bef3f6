import BatchUpdates

/// Encodes what an editor does as records for `EditorReplay`: the initial state with its undo
/// history, then each step.
///
/// A step is recorded as its changes, not as its edits. So a replay calls no policy, hook or rule,
/// and future kinds of edits need no new record.
public struct EditorRecorder: Sendable {
  /// The version of the records that are written.
  public static let version = 6
  /// The versions that are read, the last two. They differ in what they can say, not in how.
  public static let readVersions = version - 1...version

  /// The number of bytes for the history at the start of a journal; older steps are left out.
  static let historyBudget = 64 << 20

  /// The largest table, in rows, that is recorded as a whole if its source lacks rows of states in
  /// the history.
  static let copiedRows = 50_000

  /// The table whose rows a replay reads from the source.
  var saved: Table?
  /// The saved table and other views of it.
  var views: WrittenViews?
  /// Whether changes are recorded by key, without a history.
  var isKeyed = false
  /// The numbers of steps that a replay of the records can undo and redo.
  var reach = (done: 0, undone: 0)

  /// Creates a recorder; call `begin` first.
  public init() {}

  /// Creates a recorder that continues a replayed journal.
  public init(after replay: EditorReplay) {
    saved = replay.editor.saved
    views = replay.editor.files.views
    reach = (replay.editor.undoStack.done.count, replay.editor.undoStack.undone.count)
  }

  /// Returns the records that a journal begins with.
  ///
  /// - Parameters:
  ///   - editor: the editor with its history; its current table is ignored.
  ///   - state: the current state.
  ///   - base: how the source can be read again.
  ///   - savedPosition: `Editor.stepPosition` when the table was last loaded or saved.
  ///   - keepsHistory: whether to record the undo history.
  /// - Complexity: what differs between the states of the history, and from what is saved.
  public mutating func begin(
    _ editor: Editor, at state: EditorState, on base: RecordBase, savedPosition: Int = 0,
    keepsHistory: Bool = true
  ) -> [EditorRecord] {
    var base = base
    var keepsHistory = keepsHistory
    if case .keyed = base {
      if let records = beginKeyed(editor, at: state, savedPosition) { return records }
      base = .unknown
    }
    if case .written = base, editor.saved.hasHiddenCells {
      // The source lacks rows of former states.
      if editor.saved.rowCount <= Self.copiedRows { base = .unknown } else { keepsHistory = false }
    }
    var start = RecordWriter(.start)
    start.count(Self.version)
    start.syntax(editor.saved.syntax)
    let isRead = start.base(base, saved: editor.saved)
    var records = [start.record]
    if !isRead || !base.isLoaded {
      var writer = RecordWriter(.saved)
      // What the source holds is entered before: all rows have arrived with their records.
      writer.table(editor.saved, isRead: isRead)
      records.append(writer.record)
    }
    (saved, views, isKeyed) = (editor.saved, editor.files.views, false)
    if let copied = editor.files.copied {
      var copy = editor
      copy.table = copied
      records.append(recordOfCopy(copy))
    }
    return records + history(of: editor, at: state, savedPosition, keepsHistory)
  }

  /// Whether a step can be recorded as one: not if it undoes or redoes what was left out of the
  /// history, or cannot be told by key where changes are. Then the records must begin anew, without a
  /// history, at the state it leads to.
  public func canFollow(_ step: EditorStep, of editor: Editor) -> Bool {
    if isKeyed { return keyedRows(step, of: editor) != nil }
    return switch step {
    case .performed, .merged, .pushed, .written, .changedMode: true
    case .undone(let count, _): count <= reach.done
    case .dropped(isUndo: true): reach.done > 0
    case .redone, .dropped(isUndo: false): reach.undone > 0
    }
  }

  /// Returns the records that a journal begins anew with when a step cannot be recorded as one.
  public mutating func begin(
    after step: EditorStep, of editor: Editor, on base: RecordBase, savedPosition: Int
  ) -> [EditorRecord] {
    begin(
      editor, at: step.ends(editor).after, on: base,
      savedPosition: savedPosition, keepsHistory: false)
  }

  /// Returns the records that a journal begins anew with when the current source is merged in.
  ///
  /// - Parameters:
  ///   - transaction: the merge that `StepKeeper.record` is told of.
  ///   - editor: the editor as it then is.
  public mutating func begin(
    merging transaction: Transaction, into editor: Editor, on base: RecordBase,
    savedPosition: Int = 0
  ) -> [EditorRecord] {
    let isStep = transaction.isStep && transaction.changesState
    var records = begin(
      editor, at: isStep ? transaction.before : transaction.after, on: base,
      savedPosition: savedPosition)
    guard isStep else { return records }
    let step = EditorStep.merged(transaction)
    guard canFollow(step, of: editor) else {
      return begin(after: step, of: editor, on: base, savedPosition: savedPosition)
    }
    records.append(record(step, of: editor))
    didRecord(step)
    return records
  }

  /// Notes that the record of a step was written.
  public mutating func didRecord(_ step: EditorStep) {
    switch step {
    case .performed(let transaction), .merged(let transaction), .pushed(let transaction),
      .written(let transaction):
      views?.follow(transaction)
      if transaction.changesState, transaction.isStep { reach = (reach.done + 1, 0) }
    case .undone(let count, _): reach = (reach.done - count, reach.undone + count)
    case .redone: reach = (reach.done + 1, reach.undone - 1)
    case .dropped(isUndo: true): reach.done -= 1
    case .dropped(isUndo: false): reach.undone -= 1
    case .changedMode: break
    }
  }

  /// The record of a copy: the current table, after the records so far, was written to another
  /// file.
  public var recordOfCopy: EditorRecord { RecordWriter(.copiedAsIs).record }

  /// Returns the record of an earlier copy.
  private func recordOfCopy(_ editor: Editor) -> EditorRecord {
    var writer = RecordWriter(.copied)
    writer.state(
      from: EditorState(table: editor.saved), to: EditorState(table: editor.table), saved: saved)
    return writer.record
  }

  /// Returns the records of the states in the history, the oldest first.
  private mutating func history(
    of editor: Editor, at state: EditorState, _ savedPosition: Int, _ isKept: Bool
  ) -> [EditorRecord] {
    let (done, dropped) = editor.undoStack.newest(within: isKept ? Self.historyBudget : -1)
    let undone = isKept ? Array(editor.undoStack.undone.suffix(.max).reversed()) : []
    reach = (done.count, undone.count)
    let first = done.first?.before ?? undone.first?.before ?? state
    var writer = RecordWriter(.origin)
    writer.count(dropped)
    writer.signed(Int64(dropped - savedPosition))
    writer.flag(differs(first))
    writer.flag(editor.isEditing)
    writer.state(from: EditorState(table: editor.saved), to: first, saved: saved)
    var records = [writer.record]
    var last = first
    for step in done + undone {
      if !step.before.isShared(with: last) {
        records.append(record(from: last, to: step.before))
      }
      records.append(record(of: step, isEditing: editor.isEditing))
      last = step.after
    }
    if !undone.isEmpty {
      last = undone[0].before
      records.append(record(undoing: undone.count, to: last, isEditing: editor.isEditing))
    }
    if !state.isShared(with: last) { records.append(record(from: last, to: state)) }
    return records + arrivals(of: editor, isKept)
  }

  /// Returns the record of what came from others amid the history and of the conflicts that it
  /// brought; none if nothing did.
  private func arrivals(of editor: Editor, _ isKept: Bool) -> [EditorRecord] {
    let arrivals = isKept ? editor.undoStack.arrivals : []
    let staleUndone = isKept ? editor.undoStack.staleUndone : 0
    guard let saved, !arrivals.isEmpty || staleUndone > 0 || !editor.openConflicts.isEmpty else {
      return []
    }
    var writer = RecordWriter(.arrivals)
    let source = EditorState(table: saved)
    writer.list(arrivals) { writer, arrival in
      writer.count(arrival.position)
      writer.flag(arrival.isWrite)
      writer.state(from: source, to: EditorState(table: arrival.before), saved: saved)
      writer.flag(arrival.after != nil)
      if let after = arrival.after {
        writer.state(from: source, to: EditorState(table: after), saved: saved)
      }
    }
    writer.count(staleUndone)
    writer.list(editor.openConflicts) { $0.conflict($1) }
    return [writer.record]
  }

  /// Returns the record of a change of state that is no step; the visible content is the same.
  private func record(from old: EditorState, to new: EditorState) -> EditorRecord {
    var writer = RecordWriter(.state)
    writer.flag(differs(new))
    writer.state(from: old, to: new, saved: saved)
    return writer.record
  }

  /// Returns the record of a step about to be performed.
  ///
  /// - Parameter editor: the editor before the step is added to its history.
  /// - Complexity: what the step changes.
  public func record(_ step: EditorStep, of editor: Editor) -> EditorRecord {
    if isKeyed { return keyedRecord(step, of: editor) }
    switch step {
    case .performed(let transaction), .merged(let transaction), .pushed(let transaction):
      return record(of: transaction, isEditing: editor.isEditing)
    case .written(let transaction): return record(ofWrite: transaction)
    case .undone(let count, to: let state):
      return record(undoing: count, to: state, isEditing: editor.isEditing)
    case .dropped(isUndo: true):
      return record(undoing: 1, to: editor.state, isEditing: editor.isEditing)
    case .redone, .dropped(isUndo: false):
      let state = step.outcome ?? editor.state
      var writer = RecordWriter(.redone)
      writer.flag(differs(state))
      writer.flag(editor.isEditing)
      return writer.record
    case .changedMode(let before):
      var writer = RecordWriter(.mode)
      writer.flag(editor.isEditing)
      if before.selection != editor.selection {
        writer.rows(from: before.selection, to: editor.selection)
      }
      return writer.record
    }
  }

  /// Returns the record of what others write into the table, which is no step.
  private func record(ofWrite transaction: Transaction) -> EditorRecord {
    var writer = RecordWriter(.written)
    writer.flag(differs(transaction.after))
    writer.text(transaction.title)
    writer.list(transaction.whole.words(limit: 10)) { $0.text($1) }
    writer.state(from: transaction.before, to: transaction.after, saved: saved)
    return writer.record
  }

  private func record(undoing count: Int, to state: EditorState, isEditing: Bool) -> EditorRecord {
    var writer = RecordWriter(.undone)
    writer.count(count)
    writer.flag(differs(state))
    writer.flag(isEditing)
    return writer.record
  }

  /// Whether a state has unsaved changes.
  func differs(_ state: EditorState) -> Bool {
    views.map { !$0.contains(state.whole.table) } ?? true
  }

  /// Returns the record of a transaction that is or will be an undo step.
  ///
  /// Its log is written twice: with all rows shown, and as it is.
  public func record(of transaction: Transaction, isEditing: Bool) -> EditorRecord {
    let whole = transaction.whole
    var writer = RecordWriter(.step)
    writer.flag(views.map { !$0.contain(after: transaction) } ?? true)
    writer.flag(isEditing)
    writer.text(transaction.title)
    writer.list(whole.words(limit: 10)) { $0.text($1) }
    writer.look(transaction.look)
    let hides = transaction.before.hidden != nil || transaction.after.hidden != nil
    if let edits = transaction.repeatable, !hides {
      writer.flag(true)
      writer.edits(edits, leadingTo: transaction.after.table)
      return writer.record
    }
    writer.flag(false)
    writer.state(
      from: transaction.before, to: transaction.after, saved: saved,
      moved: RowSet(whole.log.moved))
    writer.log(whole.log)
    writer.flag(hides)
    if hides { writer.log(transaction.log) }
    return writer.record
  }
}

/// The kind of a record.
enum RecordKind: Int {
  case saved = 1, copied, origin, state, step, undone, redone, mode, copiedAsIs
  /// The first record; the version of all follows.
  case start
  /// What came from others amid the history.
  case arrivals
  /// What others wrote into the table.
  case written
  /// Rows that a step or several change, by key, since version 6.
  case keyed
}

extension RecordBase {
  /// Whether the source is read just as it was loaded.
  public var isAsLoaded: Bool { isLoaded }

  /// What the source calls the columns, and which they are here.
  fileprivate func columns(of saved: Table, _ order: RowRuns) -> [(name: String, id: ColumnID)] {
    if case .read(let fresh) = self, order.count > 0 {
      return saved.columns(ofRecordsIn: fresh, rows: order)
    }
    return saved.columns.map { ($0.name, $0.id) }
  }

  var isLoaded: Bool { if case .loaded = self { true } else { false } }
}

extension RecordWriter {
  /// Writes how a plan shows what changed, with the animations that are not automatic.
  fileprivate mutating func look(_ look: PlanLook) {
    flag(look.contentChange == .reload)
    let animations = look.animations
    flag(animations.isOn)
    list(PlanAnimations.Operation.allCases.filter { animations[$0] != .automatic }) {
      $0.text($1.rawValue)
      $0.text(animations[$1].rawValue)
    }
  }

  /// Begins a record of a kind.
  init(_ kind: RecordKind) {
    self.init()
    count(kind.rawValue)
  }

  mutating func syntax(_ syntax: CellSyntax) {
    flag(syntax.isTyped)
    // Above the delimiter, so that journals without it can be read.
    number(UInt64(syntax.delimiter) | UInt64(syntax.escape ?? 0) << 8)
    flag(syntax.quote != nil)
    number(UInt64(syntax.quote ?? 0))
    list(syntax.nulls) { $0.text($1) }
  }

  /// Writes the identities of the source's rows; returns whether a replay reads them from the
  /// source.
  fileprivate mutating func base(_ base: RecordBase, saved: Table) -> Bool {
    if base.isLoaded {
      count(0)
      return true
    }
    let order: RowRuns? =
      switch base {
      case .loaded, .unknown, .keyed: nil
      // Records in another syntax are not those of the source, be there none.
      case .read(let fresh) where fresh.syntax != saved.syntax: nil
      case .read(let fresh): saved.order(ofRecordsIn: fresh).map(RowRuns.init)
      case .written: saved.runsOfSource
      }
    guard let order else {
      count(2)
      return false
    }
    let columns = base.columns(of: saved, order)
    count(1)
    count(saved.rowIDCount)
    rows(order)
    list(columns) { writer, column in
      writer.text(column.name)
      writer.count(column.id.rawValue)
    }
    number(saved.sample(of: order, columns: columns.map(\.id)))
    return true
  }
}
