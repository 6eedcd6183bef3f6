/// Writes down what an editor does, as records that `EditorReplay` follows: what was there when a
/// journal begins, with all that can be undone, and then each step.
///
/// A step is written as what it changed and not as what was asked for. So nothing is asked again
/// when it is followed: no policy, no hook, no rule; and an edit that nobody has thought of yet is
/// written like any other.
public struct EditorRecorder: Sendable {
  /// The version of the records, which a reader must know.
  public static let version = 2

  /// Bytes that the history of a journal that begins may take; older steps are left out.
  static let historyBudget = 64 << 20

  /// A table of up to so many rows is written down as a whole where its source does not hold all
  /// that can be gone back to.
  static let copiedRows = 50_000

  /// The table whose rows the source holds.
  private var saved: Table?
  /// That table and other views of it.
  private var views: WrittenViews?
  /// How many steps whoever follows the records can take back, and do again.
  private var reach = (done: 0, undone: 0)

  /// Creates a recorder that has yet to begin.
  public init() {}

  /// Creates a recorder that goes on where a journal ended.
  public init(after replay: EditorReplay) {
    saved = replay.editor.saved
    views = replay.editor.files.views
    reach = (replay.editor.undoStack.done.count, replay.editor.undoStack.undone.count)
  }

  /// The records that a journal begins with.
  ///
  /// - Parameters:
  ///   - editor: its history; its table is not looked at.
  ///   - state: where it stands.
  ///   - base: how its source would be read again.
  ///   - savedPosition: `Editor.stepPosition` when it was loaded or saved last.
  ///   - keepsHistory: whether steps can be taken back and done again.
  /// - Complexity: what differs between the states of the history, and from what is saved.
  public mutating func begin(
    _ editor: Editor, at state: EditorState, on base: RecordBase, savedPosition: Int = 0,
    keepsHistory: Bool = true
  ) -> [[UInt8]] {
    var base = base
    var keepsHistory = keepsHistory
    if case .written = base, editor.saved.hasHiddenCells {
      // The source has lost what former states show.
      if editor.saved.rowCount <= Self.copiedRows { base = .unknown } else { keepsHistory = false }
    }
    var start = RecordWriter()
    start.count(RecordKind.versionedStart.rawValue)
    start.count(Self.version)
    start.syntax(editor.saved.syntax)
    let isRead = start.base(base, saved: editor.saved)
    var records = [start.bytes]
    if !isRead || !base.isLoaded {
      var writer = RecordWriter()
      writer.count(RecordKind.saved.rawValue)
      // What the source holds is entered before: all rows have arrived with their records.
      writer.table(editor.saved, isRead: isRead)
      records.append(writer.bytes)
    }
    saved = editor.saved
    views = editor.files.views
    if let copied = editor.files.copied {
      var copy = editor
      copy.table = copied
      records.append(recordOfCopy(copy))
    }
    return records + history(of: editor, at: state, savedPosition, keepsHistory)
  }

  /// Whether a step can be said as one: not when it takes back, or does again, what was left out of
  /// the history. Then the records are to begin anew, without a history, at where it leads.
  public func canFollow(_ step: EditorStep) -> Bool {
    switch step {
    case .performed, .merged, .changedMode: true
    case .undone(let count): count <= reach.done
    case .redone: reach.undone > 0
    }
  }

  /// The records that a journal begins with when a step cannot be said as one.
  public mutating func begin(
    after step: EditorStep, of editor: Editor, on base: RecordBase, savedPosition: Int
  ) -> [[UInt8]] {
    begin(
      editor, at: editor.state(after: step) ?? editor.state, on: base,
      savedPosition: savedPosition, keepsHistory: false)
  }

  /// Takes notice that the record of a step was written.
  public mutating func didRecord(_ step: EditorStep) {
    switch step {
    case .performed(let transaction), .merged(let transaction):
      views?.follow(transaction)
      if transaction.changesState { reach = (reach.done + 1, 0) }
    case .undone(let count): reach = (reach.done - count, reach.undone + count)
    case .redone: reach = (reach.done + 1, reach.undone - 1)
    case .changedMode: break
    }
  }

  /// The record of a copy: the table as it is, after the records so far, was written elsewhere.
  public var recordOfCopy: [UInt8] {
    var writer = RecordWriter()
    writer.count(RecordKind.copiedAsIs.rawValue)
    return writer.bytes
  }

  /// The record of an earlier copy: this table was written elsewhere.
  private func recordOfCopy(_ editor: Editor) -> [UInt8] {
    var writer = RecordWriter()
    writer.count(RecordKind.copied.rawValue)
    writer.state(
      from: EditorState(table: editor.saved), to: EditorState(table: editor.table), saved: saved)
    return writer.bytes
  }

  /// The states that can be gone back to, oldest first.
  private mutating func history(
    of editor: Editor, at state: EditorState, _ savedPosition: Int, _ isKept: Bool
  ) -> [[UInt8]] {
    let (done, dropped) = editor.undoStack.newest(within: isKept ? Self.historyBudget : -1)
    let undone = isKept ? Array(editor.undoStack.undone.reversed()) : []
    reach = (done.count, undone.count)
    let first = done.first?.before ?? undone.first?.before ?? state
    var writer = RecordWriter()
    writer.count(RecordKind.origin.rawValue)
    writer.count(dropped)
    writer.signed(Int64(dropped - savedPosition))
    writer.flag(differs(first))
    writer.flag(editor.isEditing)
    writer.state(from: EditorState(table: editor.saved), to: first, saved: saved)
    var records = [writer.bytes]
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
    if !state.isShared(with: last) {
      records.append(record(from: last, to: state))
    }
    return records
  }

  /// A state that follows without being a step: what is shown is the same.
  private func record(from old: EditorState, to new: EditorState) -> [UInt8] {
    var writer = RecordWriter()
    writer.count(RecordKind.state.rawValue)
    writer.flag(differs(new))
    writer.state(from: old, to: new, saved: saved)
    return writer.bytes
  }

  /// The record of a step that is about to be done.
  ///
  /// - Parameter editor: before the step is among its history.
  /// - Complexity: what the step changes.
  public func record(_ step: EditorStep, of editor: Editor) -> [UInt8] {
    switch step {
    case .performed(let transaction), .merged(let transaction):
      return record(of: transaction, isEditing: editor.isEditing)
    case .undone(let count):
      let state = editor.state(after: step) ?? editor.state
      return record(undoing: count, to: state, isEditing: editor.isEditing)
    case .redone:
      var writer = RecordWriter()
      writer.count(RecordKind.redone.rawValue)
      writer.flag(differs(editor.state(after: step) ?? editor.state))
      writer.flag(editor.isEditing)
      return writer.bytes
    case .changedMode(let before):
      var writer = RecordWriter()
      writer.count(RecordKind.mode.rawValue)
      writer.flag(editor.isEditing)
      if before.selection != editor.selection {
        writer.rows(from: before.selection, to: editor.selection)
      }
      return writer.bytes
    }
  }

  private func record(undoing count: Int, to state: EditorState, isEditing: Bool) -> [UInt8] {
    var writer = RecordWriter()
    writer.count(RecordKind.undone.rawValue)
    writer.count(count)
    writer.flag(differs(state))
    writer.flag(isEditing)
    return writer.bytes
  }

  /// Whether a state has something that is not saved.
  private func differs(_ state: EditorState) -> Bool {
    views.map { !$0.contains(state.whole.table) } ?? true
  }

  /// The record of a table that was exchanged for an equal one, as merging in a source that brings
  /// nothing new does.
  public func record(replacing old: EditorState, in editor: Editor) -> [UInt8] {
    record(from: old, to: editor.state)
  }

  /// The record of a transaction that is or will be an undo step.
  ///
  /// Its log is written as it is with all rows in sight, and once more as it is.
  public func record(of transaction: Transaction, isEditing: Bool) -> [UInt8] {
    let whole = transaction.whole
    var writer = RecordWriter()
    writer.count(RecordKind.step.rawValue)
    writer.flag(views.map { !$0.contain(after: transaction) } ?? true)
    writer.flag(isEditing)
    writer.text(transaction.title)
    writer.list(whole.words(limit: 10)) { $0.text($1) }
    writer.flag(transaction.contentChange == .reload)
    let hides = transaction.before.hidden != nil || transaction.after.hidden != nil
    if let edits = transaction.repeatable, !hides {
      writer.flag(true)
      writer.edits(edits, leadingTo: transaction.after.table)
      return writer.bytes
    }
    writer.flag(false)
    writer.state(
      from: transaction.before, to: transaction.after, saved: saved,
      moved: RowSet(whole.log.moved))
    writer.log(whole.log)
    writer.flag(hides)
    if hides { writer.log(transaction.log) }
    return writer.bytes
  }
}

/// What a record says.
enum RecordKind: Int {
  case start, saved, copied, origin, state, step, undone, redone, mode, copiedAsIs
  /// The start of records of version 2 and later, which say which.
  case versionedStart
}

extension RecordBase {
  /// Whether the source is read again just as it was loaded.
  public var isAsLoaded: Bool { isLoaded }

  /// What the source calls the columns, and which they are here.
  fileprivate func columns(of saved: Table, _ order: RowRuns) -> [(name: String, id: ColumnID)] {
    if case .read(let fresh) = self, let first = order.runs.first, let chunk = fresh.chunks.first {
      let fields = saved.record(of: RowID(first.lowerBound)).chunk.fields
      return fresh.columns.compactMap { column in
        chunk.field(of: column.id).map { (column.name, fields[$0]) }
      }
    }
    return saved.columns.map { ($0.name, $0.id) }
  }

  var isLoaded: Bool { if case .loaded = self { true } else { false } }
}

extension RecordWriter {
  mutating func syntax(_ syntax: CellSyntax) {
    flag(syntax.isTyped)
    number(UInt64(syntax.delimiter))
    flag(syntax.quote != nil)
    number(UInt64(syntax.quote ?? 0))
    list(syntax.nulls) { $0.text($1) }
  }

  /// How the rows of the source are called here; answers whether they are read from it.
  fileprivate mutating func base(_ base: RecordBase, saved: Table) -> Bool {
    if base.isLoaded {
      count(0)
      return true
    }
    let order: RowRuns? =
      switch base {
      case .loaded, .unknown: nil
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
