import TableInteraction
import TableKit
import TableSources

/// Unsaved work replayed from a journal: the resulting table, and its source as it is now.
struct RecoveredWork {
  /// The journal that was replayed.
  let journal: Journal
  /// The state after the last record.
  private let replay: EditorReplay
  /// The recovered table with its selection and history.
  var controller: TableController
  /// The source as it is now.
  let fresh: Document
  /// Whether the source has changed since the work began.
  let isChanged: Bool

  fileprivate init(_ journal: Journal, _ replay: EditorReplay, fresh: Document, isChanged: Bool) {
    self.journal = journal
    self.replay = replay
    controller = TableController(editor: replay.editor)
    // Only a table driven by snapshots can expand rows.
    if replay.editor.state.tree.hidesRows { try? controller.setDiffable(true) }
    self.fresh = fresh
    self.isChanged = isChanged
  }

  /// The number of undo steps that are saved.
  var savedPosition: Int {
    replay.editor.stepPosition
      - (journal.isKeyed ? journal.changeCount - journal.writeCount : journal.stepOffset)
  }

  /// The base of further records.
  var base: RecordBase {
    if !isChanged { return replay.base }
    return fresh.source.readsTheSame ? .read(fresh.table) : fresh.source.recordBase(of: fresh.table)
  }

  /// A recorder that continues after the replayed records.
  var recorder: EditorRecorder { EditorRecorder(after: replay) }

  /// Returns the base and first records of a new journal on the source as it is now.
  ///
  /// - Parameter recorder: replaced by the recorder of the new journal.
  func begin(_ recorder: inout EditorRecorder) -> (base: JournalBase, records: [EditorRecord]) {
    recorder = EditorRecorder()
    var info = fresh.journalBase
    let editor = controller.editor
    info.tellDelimiter(of: fresh.origin)
    let records = recorder.begin(editor, at: editor.state, on: base, savedPosition: savedPosition)
    return (info, records)
  }
}

extension RecordError {
  fileprivate var reason: String {
    switch self {
    case .malformed, .otherVersion, .cancelled: "a record says nothing that could be done"
    case .otherSource(let reason), .otherOutcome(let reason): reason
    }
  }
}

/// Makes the table that a journal leads to.
struct Recovery {
  let shell: Shell

  /// Replays a journal on the content that its source had when the work began.
  ///
  /// - Parameter didFollow: called after each record, with its number from 0 and the state so far.
  /// - Throws: `sourceChanged` if the source has changed and no copy of its former content was
  ///   kept; `mismatch`.
  func follow(
    _ journal: Journal, of document: Document, didFollow: (Int, EditorReplay) -> Void = { _, _ in }
  ) throws(CommandError) -> RecoveredWork {
    var fresh = try source(of: journal, of: document)
    if document.source.isPaged {
      // The rows that were changed stand anywhere.
      var replay = EditorReplay(fresh: fresh.table, progress: shell.progress)
      guard (try? journal.records.forEach { try replay.follow($0) }) != nil else {
        throw .journal(.mismatch(document.shownName, reason: "its records cannot be followed"))
      }
      fresh = try document.source.readAgain(keeping: replay.keyedKeys, document, in: shell) ?? fresh
    }
    let isChanged = journal.isKeyed || !journal.fits(fresh.origin)
    var basis = fresh
    if isChanged, !journal.isWhole, !journal.isKeyed {
      guard let former = try former(of: journal) else {
        throw .journal(.sourceChanged(document.shownName))
      }
      basis = former
    }
    var replay = EditorReplay(
      fresh: basis.table,
      // What has come in can be merged only where all rows are shown.
      hiddenRows: isChanged ? nil : RowTree.self, progress: shell.progress)
    // Rows that the server has already must not be inserted again.
    if let given = journal.given, document.source.hasCommitted(given.transaction) {
      replay.expect(given.cells)
    }
    do throws(RecordError) {
      for (number, record) in journal.records.enumerated() {
        try replay.follow(record)
        didFollow(number, replay)
      }
    } catch {
      if case .cancelled = error { throw .stopped }
      throw .journal(.mismatch(document.shownName, reason: error.reason))
    }
    replay.takeExpectedKeys()
    return RecoveredWork(journal, replay, fresh: fresh, isChanged: isChanged)
  }

  /// Reads the source of a table anew, as the journal has recorded; of a window what that shows.
  private func source(of journal: Journal, of document: Document) throws(CommandError) -> Document {
    if document.source.isPaged, let path = document.source.path {
      return try document.source.readAgain(document, path, as: nil, in: shell)
    }
    return try source(of: journal, at: document.source.path ?? journal.source)
  }

  /// Reads a source with the options recorded in the journal.
  private func source(of journal: Journal, at path: String) throws(CommandError) -> Document {
    let base = journal.base
    var reading = base.reading
    // Columns may be renamed since; the journal itself holds key and sections.
    let isReadAlone = !journal.isAsLoaded && !journal.isKeyed
    if isReadAlone { reading.key = [] }
    let document = try shell.read(
      path, reading.sectioned(by: base.sectionColumn), loader: base.loader)
    if !isReadAlone, let name = base.sectionColumn {
      try shell.makeSections(of: document, by: name)
    }
    document.opening.reading = base.reading
    document.opening.sectionColumn = base.sectionColumn
    return document
  }

  /// Reads the copy of the source from when the work began; nil: none was kept.
  private func former(of journal: Journal) throws(CommandError) -> Document? {
    guard let path = journal.formerPath else { return nil }
    do throws(CommandError) {
      let former = try source(of: journal, at: path)
      return journal.fits(former.origin) ? former : nil
    } catch {
      if case .interrupted = error { throw error }
      return nil
    }
  }
}
