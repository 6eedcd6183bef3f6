import TableInteraction
import TableKit

/// An editor whose steps are written down in memory, as a journal has them on disk.
///
/// A class, because the editor tells it each step.
public final class RecordedEditor {
  /// The controller of the table.
  public var controller: TableController
  /// The editor.
  public var editor: Editor {
    get { controller.editor }
    _modify { yield &controller.editor }
  }
  /// What a replay follows; empty before the first step.
  public private(set) var records: [[UInt8]] = []
  /// The source as it would be read again.
  public private(set) var fresh: Table
  /// Whether the next step is refused, as by a full disk.
  public var isFull = false

  private var recorder = EditorRecorder()
  private var base: RecordBase

  /// - Parameters:
  ///   - table: what is edited.
  ///   - fresh: another table of the same content, as reading it again gives.
  ///   - base: how it is read again.
  public init(_ table: Table, fresh: Table, on base: RecordBase = .loaded) {
    self.base = base
    controller = TableController(table: table)
    self.fresh = fresh
    editor.keeper = TestKeeper(recording: { [unowned self] (step, editor) throws(EditError) in
      try write(step, editor)
    })
  }

  private func write(_ step: EditorStep, _ editor: Editor) throws(EditError) {
    if isFull { throw .notJournaled("no space left on the device") }
    var state = editor.state
    switch step {
    case .performed(let transaction), .written(let transaction): state = transaction.before
    case .merged(let transaction):
      records = recorder.begin(merging: transaction, into: editor, on: base).map(\.bytes)
      return
    case .pushed:
      (records, base) = ([], .keyed)
      return
    case .undone, .redone, .dropped, .changedMode: break
    }
    if records.isEmpty { records = recorder.begin(editor, at: state, on: base).map(\.bytes) }
    guard recorder.canFollow(step, of: editor) else {
      records = recorder.begin(after: step, of: editor, on: base, savedPosition: 0).map(\.bytes)
      return
    }
    records.append(recorder.record(step, of: editor).bytes)
    recorder.didRecord(step)
  }

  /// Saves: the journal ends, and the next step begins another.
  public func save(isKnown: Bool = true) {
    editor.markSaved()
    fresh = Tables.reloaded(editor.wholeTable)
    base = isKnown ? .written : .unknown
    records = []
  }

  /// Saves a copy.
  public func copy() {
    editor.markCopied()
    if !records.isEmpty { records.append(recorder.recordOfCopy.bytes) }
  }

  /// Merges what the source has become.
  public func merge(_ incoming: Table, discardingEdits: Bool) throws(EditError) {
    let former = base
    base = .read(incoming)
    do throws(EditError) {
      try editor.merge(
        incoming: incoming, base: editor.saved, title: "reload", discardingEdits: discardingEdits)
      fresh = Tables.reloaded(incoming)
    } catch {
      base = former
      throw error
    }
  }

  /// Makes one step of several, which writes everything anew.
  public func join(since position: Int) {
    editor.joinSteps(since: position, title: "joined")
    records = recorder.begin(editor, at: editor.state, on: base).map(\.bytes)
  }

  /// Forgets what was written, so that the next step writes everything anew.
  public func beginAnew() { records = [] }

  /// What following the records leads to.
  ///
  /// - Parameter showsAll: whether the replay knows no trees, so that all rows are shown.
  public func replayed(showsAll: Bool = false) throws(RecordError) -> Editor {
    var replay = EditorReplay(fresh: fresh, hiddenRows: showsAll ? nil : RowTree.self)
    for record in records { try replay.follow(record) }
    return replay.editor
  }
}
