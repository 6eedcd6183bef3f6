import TableKit
import TableSources

/// The journal of one table's steps, from its first change until it is saved. A class, because the
/// editor of the table has it called at each step, by a `DocumentKeeper`.
///
/// No file is created before the first change. Steps of a command that makes several are held back
/// until it ends.
package final class DocumentJournal {
  /// The kind of steps that are held back.
  private enum Held {
    case nothing
    /// Plain steps only, which can be joined.
    case steps
    /// Undo, saves or other steps among them, so that the journal is rewritten.
    case anything
  }

  private let folder: JournalFolder
  /// The resolved path of the source.
  let source: String
  /// Returns how the source was read, and its state as far as the document knows.
  private let describe: () -> (base: JournalBase, origin: FileOrigin?)
  /// Adds a note to the reply.
  private let note: (String) -> Void

  private(set) var file: JournalFile?
  /// Whether it holds recovered work, which running a script again would not restore.
  private(set) var isRecovered = false
  private var recorder = EditorRecorder()
  /// The base of the next records: how the source would be read again.
  private var base: RecordBase
  /// What it stays where reading the source again may give other rows; nil: it gives the same.
  private let unrepeated: RecordBase?
  /// The table as read from the source; nil if the source has since changed in more than cells.
  private var loaded: Table?
  /// Whether the source was written since, so that its bytes may no longer show how to read it.
  private var isWritten = false
  private var savedPosition = 0
  /// The keys of new rows of a save of which it may not be known whether it was done.
  private var given: GivenKeys?
  /// Whether steps are recorded.
  private var isOn: Bool
  /// Whether it was turned off because nothing can be written.
  private var hasFailed = false
  /// Whether the file no longer matches the editor's history.
  private var isStale = false
  private var holds = 0
  /// The steps held back.
  private var held = Held.nothing
  private var baseBeforeHold = RecordBase.loaded
  private var folderStamp: [Int] = []
  private var knownProcesses: Set<Int> = []
  /// Journals of other sessions without unsaved changes: by path, their modification time then.
  private var quietJournals: [String: [Int]] = [:]
  private var hasToldSyncProblem = false

  /// - Parameters:
  ///   - base: how the source would be read again: the same, or as a Lua loader or a server has it.
  ///   - loaded: the table just read from the source; nil: it was not.
  ///   - isOn: whether steps are recorded.
  init(
    folder: JournalFolder, source: String, base: RecordBase, loaded: Table?, isOn: Bool,
    note: @escaping (String) -> Void,
    describe: @escaping () -> (base: JournalBase, origin: FileOrigin?)
  ) {
    self.folder = folder
    self.isOn = isOn
    self.loaded = loaded
    self.source = source
    self.base = base
    unrepeated = base.isAsLoaded ? nil : base
    self.note = note
    self.describe = describe
  }

  /// Continues a journal whose records were replayed into an editor.
  func resume(
    _ file: JournalFile, _ recorder: EditorRecorder, with editor: Editor, on base: RecordBase,
    savedPosition: Int
  ) {
    loaded = base.isAsLoaded ? editor.saved : nil
    self.file = file
    isRecovered = true
    self.recorder = recorder
    self.base = base
    self.savedPosition = savedPosition
  }

  /// Records a step before it counts. While the journal is off, only merges are tracked, as they
  /// change the base.
  func record(
    _ step: EditorStep, of editor: Editor, _ changeOrigin: ChangeOrigin
  ) throws(EditError) {
    let incoming = changeOrigin.incoming as? Incoming
    if case .pushed = step { return takePush(editor) }
    // Whoever wrote it will rely on it.
    if case .written = step, hasFailed { throw .notJournaled("an earlier write failed") }
    guard isOn else {
      if case .merged = step { moveBase(to: incoming) }
      return
    }
    if holds > 0 {
      switch step {
      case .performed where held != .anything: held = .steps
      case .changedMode(let before):
        if before.selection != editor.selection { held = .anything }
      case .merged:
        held = .anything
        moveBase(to: incoming)
      default: held = .anything
      }
      return
    }
    let former = base
    do throws(JournalError) { try tryToWrite(step, editor, incoming) } catch {
      if case .unusable = error {
        if case .written = step { throw .notJournaled(error.reason) }
        return giveUp(error)
      }
      base = former
      throw .notJournaled(error.reason)
    }
    noteOtherJournals()
  }

  /// Turns the journal off, with a note.
  private func giveUp(_ error: JournalError) {
    isOn = false
    hasFailed = true
    markStale()
    note("\(error.message): what is unsaved would not survive a crash")
  }

  private func tryToWrite(
    _ step: EditorStep, _ editor: Editor, _ incoming: Incoming?
  ) throws(JournalError) {
    if case .merged(let transaction) = step {
      moveBase(to: incoming)
      // A table that equals its source has nothing to lose.
      guard editor.differsFromSource else { return drop() }
      var new = EditorRecorder()
      let records = new.begin(
        merging: transaction, into: editor, on: base, savedPosition: savedPosition)
      return try put(records, new, incoming)
    }
    let isWrite = if case .written = step { true } else { false }
    if let file, !isStale, recorder.canFollow(step, of: editor) {
      try file.append(recorder.record(step, of: editor), isSynced: isWrite)
      return recorder.didRecord(step)
    }
    guard file != nil || editor.changesTable(step) else { return }
    var new = EditorRecorder()
    var state = editor.state
    switch step {
    case .performed(let transaction), .written(let transaction): state = transaction.before
    default: break
    }
    var records = begin(&new, editor, at: state)
    if new.canFollow(step, of: editor) {
      records.append(new.record(step, of: editor))
      new.didRecord(step)
    } else {
      records = new.begin(after: step, of: editor, on: base, savedPosition: savedPosition)
    }
    // One that replaces another is synced before that goes.
    let isFirst = file == nil
    try put(records, new, incoming)
    guard isWrite, isFirst else { return }
    do throws(JournalError) { try file?.syncNow() } catch {
      drop()
      throw error
    }
  }

  /// Others have changed the base, which no reading of the source is known to give. What the journal
  /// holds stays valid for the source as it was; the next step begins it anew, with the own changes.
  private func takePush(_ editor: Editor) {
    loaded = nil
    base = .keyed
    if holds > 0 { held = .anything }
    if editor.differsFromSource { markStale() } else { drop() }
  }

  /// Makes the table being merged in the base of further records.
  private func moveBase(to incoming: Incoming?) {
    guard let incoming, unrepeated == nil else { return }
    loaded = nil
    base = .read(incoming.table)
  }

  /// Returns the first records of a journal: the state, and all steps that can be undone.
  private func begin(
    _ recorder: inout EditorRecorder, _ editor: Editor, at state: EditorState
  ) -> [EditorRecord] {
    recorder.begin(editor, at: state, on: base, savedPosition: savedPosition)
  }

  /// Creates the journal file, or replaces it.
  ///
  /// - Parameter incoming: the source as it was read for a merge that is written; nil: it is as the
  ///   document knows.
  private func put(
    _ records: [EditorRecord], _ new: EditorRecorder, _ incoming: Incoming? = nil
  ) throws(JournalError) {
    var (info, origin) = incoming.map { ($0.base, $0.origin) } ?? describe()
    if !base.isAsLoaded || isWritten { info.tellDelimiter(of: origin) }
    file =
      if let file {
        try folder.replace(file, source: source, base: info, records: records, origin: origin)
      } else {
        try folder.make(source: source, base: info, records: records, origin: origin)
      }
    recorder = new
    isStale = false
    if let given { try? file?.willGive(given) }
  }

  /// Adds a note for each other session with unsaved changes of the same source, once.
  private func noteOtherJournals() {
    let stamp = folder.stamp
    guard stamp != folderStamp || !quietJournals.isEmpty else { return }
    folderStamp = stamp
    let quiet = quietJournals
    quietJournals = [:]
    for entry in folder.entries(of: source) {
      guard let process = entry.process, !knownProcesses.contains(process) else { continue }
      if quiet[entry.path] == entry.time || !entry.hasUnsavedChanges(of: source) {
        quietJournals[entry.path] = entry.time
        continue
      }
      know(process)
      note(Self.alsoOpen(source, process))
    }
  }

  /// Adds a note, once, if the journal cannot be synced to disk.
  func tellSyncProblem() {
    guard !hasToldSyncProblem, let reason = file?.takeSyncProblem() else { return }
    hasToldSyncProblem = true
    note(
      "the journal of '\(source.lastPathPart)' does not reach the disk (\(reason)): "
        + "what is unsaved might not survive a power cut")
  }

  /// Suppresses the note that a process has the source open.
  func know(_ process: Int) { knownProcesses.insert(process) }

  static func alsoOpen(_ source: String, _ process: Int) -> String {
    "'\(source.lastPathPart)' is also open in another session (process \(process)), "
      + "with unsaved changes"
  }
}

extension DocumentJournal {
  /// Holds steps back until the matching `release` or `forget`.
  func hold() {
    if holds == 0 { baseBeforeHold = base }
    holds += 1
  }

  /// Records the steps held back.
  ///
  /// - Parameters:
  ///   - joined: the steps as one transaction; nil: none, or not joined.
  func release(_ editor: Editor, joined: Transaction?) throws(EditError) {
    // It was made while the others were held.
    guard holds > 0 else { return markStale() }
    holds -= 1
    guard holds == 0, held != .nothing, isOn else { return }
    let isPlain = held == .steps
    held = .nothing
    do throws(JournalError) {
      if let step = joined.map({ EditorStep.performed($0) }), let file, isPlain, !isStale,
        recorder.canFollow(step, of: editor)
      {
        try file.append(recorder.record(step, of: editor))
        return recorder.didRecord(step)
      }
      guard file != nil || editor.differsFromSource else { return }
      guard editor.differsFromSource else { return drop() }
      var new = EditorRecorder()
      try put(begin(&new, editor, at: editor.state), new)
    } catch {
      if case .unusable = error { return giveUp(error) }
      throw .notJournaled(error.reason)
    }
  }

  /// Drops the steps held back, which were rolled back.
  func forget() {
    guard holds > 0 else { return markStale() }
    holds -= 1
    guard holds == 0 else { return }
    held = .nothing
    base = baseBeforeHold
  }

  /// Marks the file as outdated: the next step rewrites it.
  package func markStale() { if file != nil { isStale = true } }

  /// Records the hash of the bytes about to be written to the source.
  func willSave(hash: UInt64) {
    // A save must not fail for this: without the record, saved work is offered for recovery once
    // more.
    try? file?.willSave(hash: hash)
  }

  /// Records the number of a server's transaction about to be committed, and the keys that it gives
  /// new rows.
  package func willSave(_ keys: GivenKeys) {
    given = keys.cells.isEmpty ? nil : keys
    if let given { try? file?.willGive(given) }
    willSave(hash: keys.transaction)
  }

  /// Deletes the journal after a save to the source.
  ///
  /// - Parameter canReadAgain: whether the source, read again, gives these rows in a known order.
  package func didSave(_ editor: Editor, canReadAgain: Bool) {
    drop()
    if holds > 0 { held = .anything }
    isWritten = true
    if let loaded, canReadAgain, editor.saved.differsInCellsOnly(from: loaded) {
      base = .loaded
    } else {
      loaded = nil
      base = unrepeated ?? (canReadAgain ? .written : .unknown)
    }
    savedPosition = editor.stepPosition
  }

  /// Records that the table was saved as a copy.
  func didCopy() {
    if holds > 0 { return held = .anything }
    if !isStale { try? file?.append(recorder.recordOfCopy) }
  }

  /// Deletes the journal file.
  func drop() {
    file?.remove()
    file = nil
    given = nil
    isRecovered = false
    isStale = false
  }

  /// Turns the journal on, and records changes that are unsaved already.
  ///
  /// - Throws: `notJournaled`; the journal stays off.
  func switchOn(_ editor: Editor) throws(EditError) {
    hasFailed = false
    guard !isOn else { return }
    isOn = true
    guard editor.differsFromSource else { return drop() }
    do throws(JournalError) {
      var new = EditorRecorder()
      try put(begin(&new, editor, at: editor.state), new)
    } catch {
      if case .unusable = error { return giveUp(error) }
      isOn = false
      throw .notJournaled(error.reason)
    }
  }

  /// Turns the journal off. The file stays until the table is saved or closed.
  ///
  /// - Returns: whether a valid file stays.
  func switchOff() -> Bool {
    let isKept = isOn && file != nil && !isStale
    isOn = false
    hasFailed = false
    markStale()
    return isKept
  }
}

extension JournalError {
  /// The reason without the path.
  fileprivate var reason: String {
    switch self {
    case .cannotWrite(_, let reason), .unusable(_, let reason), .cannotRead(_, let reason): reason
    default: message
    }
  }
}

extension JournalBase {
  /// Sets the delimiter, which a written file may no longer show, as with one column.
  mutating func tellDelimiter(of origin: FileOrigin?) {
    if let delimiter = origin?.delimiter { reading.delimiter = delimiter }
  }
}
