import TableKit
import TableSources

/// Writes down what is done to one table, from its first change to when it is saved. A class,
/// because the editor of the table tells it each step.
///
/// Nothing is made on disk before something changes. Steps of a command that makes several are
/// held back until it is done.
final class DocumentJournal {
  /// What a command did while its steps were held back.
  private enum Held {
    case nothing
    /// Steps, one after the other.
    case steps
    /// Undo, saving and the like among them, so that the journal begins anew.
    case anything
  }

  private let folder: JournalFolder
  /// The resolved path of the source.
  let source: String
  /// How the source was read and in which state it is, as far as the document knows.
  private let describe: () -> (base: JournalBase, origin: FileOrigin?)
  /// Says something to the user, once.
  private let note: (String) -> Void

  private(set) var file: JournalFile?
  /// Whether it holds work that was recovered, which no script says again.
  private(set) var isRecovered = false
  private var recorder = EditorRecorder()
  /// Whether reading the source again gives the same rows.
  private let isRepeatable: Bool
  /// How the source would be read again.
  private var base: RecordBase
  /// What was read from the source; nil where what is written there is not as that was.
  private var loaded: Table?
  /// Whether the source was written, so that it need not tell any more how it is to be read.
  private var isWritten = false
  private var savedPosition = 0
  /// Whether steps are written down.
  private var isOn: Bool
  /// Whether what the file holds is not what was done.
  private var isStale = false
  private var holds = 0
  /// What was held back.
  private var held = Held.nothing
  private var baseBeforeHold = RecordBase.loaded
  private var folderStamp: [Int] = []
  private var knownProcesses: Set<Int> = []
  /// Journals of other sessions that had nothing unsaved, by path: when that was.
  private var quietJournals: [String: [Int]] = [:]
  private var hasToldSyncProblem = false
  /// What is being merged in, and where it came from.
  var incoming: (base: JournalBase, origin: FileOrigin?, table: Table)?

  /// - Parameters:
  ///   - isRepeatable: whether reading the source again gives the same rows, as a script need not do.
  ///   - loaded: what was just read from it, if it was.
  ///   - isOn: whether steps are written down.
  init(
    folder: JournalFolder, source: String, isRepeatable: Bool, loaded: Table?, isOn: Bool,
    note: @escaping (String) -> Void,
    describe: @escaping () -> (base: JournalBase, origin: FileOrigin?)
  ) {
    self.folder = folder
    self.isOn = isOn
    self.loaded = loaded
    self.source = source
    self.isRepeatable = isRepeatable
    base = isRepeatable ? .loaded : .unknown
    self.note = note
    self.describe = describe
  }

  /// Goes on with a journal whose records led to an editor.
  func goOn(
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

  /// Takes the steps of an editor. It does not keep the journal alive, which its table does.
  var taker: (EditorStep, Editor) throws(EditError) -> Void {
    { [weak self] (step, editor) throws(EditError) -> Void in
      if let self { try self.write(step, editor) }
    }
  }

  /// Writes a step down before it is done, even where no journal is kept: then only what the source
  /// holds is followed.
  private func write(_ step: EditorStep, _ editor: Editor) throws(EditError) {
    guard isOn else {
      if case .merged = step { moveBase() }
      return
    }
    if holds > 0 {
      switch step {
      case .performed where held != .anything: held = .steps
      case .changedMode(let before):
        if before.selection != editor.selection { held = .anything }
      case .merged:
        held = .anything
        moveBase()
      default: held = .anything
      }
      return
    }
    let former = base
    do throws(JournalError) { try tryToWrite(step, editor) } catch {
      if case .unusable = error { return giveUp(error) }
      base = former
      throw .notJournaled(error.reason)
    }
    lookAround()
  }

  /// Goes on without a journal, which is said.
  private func giveUp(_ error: JournalError) {
    isOn = false
    markStale()
    note("\(error.message): what is unsaved would not survive a crash")
  }

  private func tryToWrite(_ step: EditorStep, _ editor: Editor) throws(JournalError) {
    if case .merged(let transaction) = step {
      moveBase()
      // A table that is as its source has nothing to lose.
      guard editor.differsFromSource else { return drop() }
      var new = EditorRecorder()
      var records = begin(&new, editor, at: transaction.before)
      records.append(
        transaction.changesState
          ? new.record(step, of: editor) : new.record(replacing: transaction.before, in: editor))
      new.didRecord(step)
      return try put(records, new, editor.saved.syntax)
    }
    if let file, !isStale, recorder.canFollow(step) {
      try file.append(recorder.record(step, of: editor))
      return recorder.didRecord(step)
    }
    guard file != nil || editor.changesTable(step) else { return }
    var new = EditorRecorder()
    var state = editor.state
    if case .performed(let transaction) = step { state = transaction.before }
    var records = begin(&new, editor, at: state)
    if new.canFollow(step) {
      records.append(new.record(step, of: editor))
      new.didRecord(step)
    } else {
      records = new.begin(after: step, of: editor, on: base, savedPosition: savedPosition)
    }
    try put(records, new, editor.saved.syntax)
  }

  /// From now on the source would be read as what is merged in.
  private func moveBase() {
    guard let incoming, isRepeatable else { return }
    loaded = nil
    base = .read(incoming.table)
  }

  /// The records of a journal that begins with all that can be undone.
  private func begin(
    _ recorder: inout EditorRecorder, _ editor: Editor, at state: EditorState
  ) -> [[UInt8]] {
    recorder.begin(editor, at: state, on: base, savedPosition: savedPosition)
  }

  /// Makes a journal, or puts it in the place of the one that is there.
  private func put(
    _ records: [[UInt8]], _ new: EditorRecorder, _ syntax: CellSyntax
  ) throws(JournalError) {
    var (info, origin) = incoming.map { ($0.base, $0.origin) } ?? describe()
    if !base.isAsLoaded || isWritten { info.tellDelimiter(of: syntax) }
    file =
      if let file {
        try folder.replace(file, source: source, base: info, records: records, origin: origin)
      } else {
        try folder.make(source: source, base: info, records: records, origin: origin)
      }
    recorder = new
    isStale = false
  }

  /// Says when another session has unsaved changes of the same source, too.
  private func lookAround() {
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

  /// Says once that the disk does not take the journal.
  func tellSyncProblem() {
    guard !hasToldSyncProblem, let reason = file?.takeSyncProblem() else { return }
    hasToldSyncProblem = true
    note(
      "the journal of '\(source.lastPathPart)' does not reach the disk (\(reason)): "
        + "what is unsaved might not survive a power cut")
  }

  /// Does not say again that a process has the source open.
  func know(_ process: Int) { knownProcesses.insert(process) }

  static func alsoOpen(_ source: String, _ process: Int) -> String {
    "'\(source.lastPathPart)' is also open in another session (process \(process)), "
      + "with unsaved changes"
  }
}

extension DocumentJournal {
  /// Holds steps back until the command that makes them is done.
  func hold() {
    if holds == 0 { baseBeforeHold = base }
    holds += 1
  }

  /// Writes down what was held back.
  ///
  /// - Parameters:
  ///   - joined: its steps as one, if it made any.
  func release(_ editor: Editor, joined: Transaction?) throws(EditError) {
    holds -= 1
    guard holds == 0, held != .nothing, isOn else { return }
    let isPlain = held == .steps
    held = .nothing
    do throws(JournalError) {
      if let joined, let file, isPlain, !isStale {
        try file.append(recorder.record(of: joined, isEditing: editor.isEditing))
        return recorder.didRecord(.performed(joined))
      }
      guard file != nil || editor.differsFromSource else { return }
      guard editor.differsFromSource else { return drop() }
      var new = EditorRecorder()
      try put(begin(&new, editor, at: editor.state), new, editor.saved.syntax)
    } catch {
      if case .unusable = error { return giveUp(error) }
      throw .notJournaled(error.reason)
    }
  }

  /// Forgets what was held back: it was taken back.
  func forget() {
    holds -= 1
    guard holds == 0 else { return }
    held = .nothing
    base = baseBeforeHold
  }

  /// What the file holds was taken back: the next step writes everything anew.
  func markStale() { if file != nil { isStale = true } }

  /// Notes what is about to be written to the source.
  func willSave(hash: UInt64) {
    // A save must not fail for this: without the note, work that is saved is offered once more.
    try? file?.willSave(hash: hash)
  }

  /// Ends the journal: what it held is in the source now.
  func didSave(_ editor: Editor, canReadAgain: Bool) {
    drop()
    if holds > 0 { held = .anything }
    isWritten = true
    if let loaded, canReadAgain, editor.saved.differsInCellsOnly(from: loaded) {
      base = .loaded
    } else {
      loaded = nil
      base = canReadAgain ? .written : .unknown
    }
    savedPosition = editor.stepPosition
  }

  /// Notes that the table as it is was written elsewhere.
  func didCopy(_ editor: Editor) {
    if holds > 0 { return held = .anything }
    if !isStale { try? file?.append(recorder.recordOfCopy) }
  }

  /// Deletes what was written: nobody wants it back.
  func drop() {
    file?.remove()
    file = nil
    isRecovered = false
    isStale = false
  }

  /// Keeps a journal from now on, what is unsaved already included.
  ///
  /// - Throws: `notJournaled`; none is kept then.
  func switchOn(_ editor: Editor) throws(EditError) {
    guard !isOn else { return }
    isOn = true
    guard editor.differsFromSource else { return drop() }
    do throws(JournalError) {
      var new = EditorRecorder()
      try put(begin(&new, editor, at: editor.state), new, editor.saved.syntax)
    } catch {
      if case .unusable = error { return giveUp(error) }
      isOn = false
      throw .notJournaled(error.reason)
    }
  }

  /// Writes nothing down from now on. What is written already stays until it is saved or given up.
  ///
  /// - Returns: whether there is something.
  func switchOff() -> Bool {
    let isKept = isOn && file != nil && !isStale
    isOn = false
    markStale()
    return isKept
  }
}

extension JournalError {
  /// Why it cannot be written.
  fileprivate var reason: String {
    switch self {
    case .cannotWrite(_, let reason), .unusable(_, let reason), .cannotRead(_, let reason): reason
    default: message
    }
  }
}
