import TableInteraction
import TableKit
import TableSources

/// Unsaved work that was followed: what it led to, and what its source is now.
struct RecoveredWork {
  /// Where it was written down.
  let journal: Journal
  /// What it led to.
  private let replay: EditorReplay
  /// The table and its history.
  var controller: TableController
  /// The source as it is now.
  let fresh: Document
  /// Whether that is not what the work was done on.
  let isChanged: Bool

  fileprivate init(_ journal: Journal, _ replay: EditorReplay, fresh: Document, isChanged: Bool) {
    self.journal = journal
    self.replay = replay
    controller = TableController(editor: replay.editor)
    // Only a table that is driven by snapshots can open its rows again.
    if replay.editor.state.tree.hidesRows { try? controller.setDiffable(true) }
    self.fresh = fresh
    self.isChanged = isChanged
  }

  /// How many of the steps that can be taken back are saved.
  var savedPosition: Int { replay.editor.stepPosition - journal.changeCount }

  /// What further records stand on.
  var base: RecordBase {
    if !isChanged { return replay.base }
    return fresh.loader == nil ? .read(fresh.table) : .unknown
  }

  /// What goes on writing, behind what is written already.
  var recorder: EditorRecorder { EditorRecorder(after: replay) }

  /// What a journal of it begins with that stands on the source as it is now.
  func begin(_ recorder: inout EditorRecorder) -> (base: JournalBase, records: [[UInt8]]) {
    recorder = EditorRecorder()
    var info = fresh.journalBase
    let editor = controller.editor
    info.tellDelimiter(of: editor.saved.syntax)
    let records = recorder.begin(editor, at: editor.state, on: base, savedPosition: savedPosition)
    return (info, records)
  }
}

extension JournalBase {
  /// Says by what cells are parted, which what was written need not tell, as with one column.
  mutating func tellDelimiter(of syntax: CellSyntax) {
    if syntax.form == .delimited { reading.delimiter = syntax.delimiter }
  }
}

extension Shell {
  /// Follows a journal, on what its source held when the work began.
  ///
  /// - Parameter took: told of each record that was followed, by its number from 0.
  /// - Throws: `sourceChanged` where the source holds something else by now and no copy of what it
  ///   held was kept; `mismatch`.
  func follow(
    _ journal: Journal, of document: Document, took: (Int, EditorReplay) -> Void = { _, _ in }
  ) throws(CommandError) -> RecoveredWork {
    let fresh = try source(of: journal, at: document.sourcePath ?? journal.source)
    let isChanged = !journal.fits(fresh.origin)
    var basis = fresh
    if isChanged, !journal.isWhole {
      guard let former = try former(of: journal) else {
        throw .journal(.sourceChanged(document.shownName))
      }
      basis = former
    }
    var replay = EditorReplay(
      fresh: basis.table,
      // What has come in can be merged only where all rows are shown.
      hiddenRows: isChanged ? nil : RowTree.self,
      isCancelled: { [unowned self] in isStopped })
    do throws(RecordError) {
      for (number, record) in journal.records.enumerated() {
        try replay.follow(record)
        took(number, replay)
      }
    } catch {
      if case .cancelled = error { throw .stopped }
      throw .journal(.mismatch(document.shownName, reason: error.reason))
    }
    return RecoveredWork(journal, replay, fresh: fresh, isChanged: isChanged)
  }

  /// Reads a source as the journal says.
  private func source(of journal: Journal, at path: String) throws(CommandError) -> Document {
    let base = journal.base
    var reading = base.reading
    // Key and sections may be called otherwise by now; the journal knows them.
    if !journal.isAsLoaded { reading.key = [] }
    let document = try read(path, reading.sectioned(by: base.sectionColumn), loader: base.loader)
    if journal.isAsLoaded, let name = base.sectionColumn {
      try makeSections(of: document, by: name)
    }
    document.reading = base.reading
    document.sectionColumn = base.sectionColumn
    return document
  }

  /// What the source held when the work began; nil where that was not kept.
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

extension RecordError {
  fileprivate var reason: String {
    switch self {
    case .malformed, .cancelled: "a record says nothing that could be done"
    case .otherSource(let reason), .otherOutcome(let reason): reason
    }
  }
}
