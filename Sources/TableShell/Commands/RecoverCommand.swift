import BatchUpdates
import TableInteraction
import TableKit
import TablePrinters
import TableSources
import Wording

extension Command {
  /// A command that recovers unsaved work from a journal, or lists it.
  static var recover: Command {
    Command(
      name: "recover", group: .tables,
      summary: "bring back unsaved work of a session that did not end in order",
      details: """
        Every change of a table that came from a file is written to a journal before its reply is \
        shown, and the journal is deleted when the table is saved or the session ends in order. What \
        a crash leaves is offered when its file is opened next: recover brings table, selection and \
        undo steps back as they were. Where the file was changed meanwhile, its changes come in by \
        key as with reload: conflicts are listed and keep the recovered value. Of a table of a server, \
        or one whose rows others pushed, only your own changes are kept, by key: they are made again on \
        what the source holds by then, without the selection and the steps before. --list says what was \
        done, of ten rows a step or --all; --partial takes what stands before a \
        damaged record. A journal of which something is damaged is kept beside the others when it \
        was recovered. N chooses where several sessions left work, 1 being the newest; where none is \
        left of this table, --list names the other sources with unsaved work. Tables from \
        standard input and new ones that were never saved have no journal.
        """,
      example: "recover --list",
      forms: [
        Form("recover [--partial] [N]") { invocation throws(CommandError) in
          let document = try invocation.document()
          guard let left = try invocation.leftBehind(document) else {
            throw invocation.nothingKept(document)
          }
          let isPartial = invocation.has("--partial")
          return try invocation.recover(left, isPartial: isPartial, on: document)
        },
        Form("recover --list [--all] [N]") { invocation throws(CommandError) in
          if invocation.shell.current == nil { return invocation.listElsewhere(than: nil) }
          let document = try invocation.document()
          return try invocation.list(try invocation.leftBehind(document), on: document)
        },
      ])
  }

  /// A command that deletes the journals of unsaved work.
  static var discard: Command {
    Command(
      name: "discard", group: .tables, summary: "delete unsaved work that recover would bring back",
      synopsis: ["discard [N]", "discard --all"],
      details: "The newest, or the one of that number. A person is asked first.",
      example: "discard --all"
    ) { invocation throws(CommandError) in
      let document = try invocation.document()
      let chosen =
        invocation.has("--all")
        ? invocation.shell.leftBehind(document) : try invocation.leftBehind(document).map { [$0] }
      guard let chosen, let first = chosen.first else {
        if invocation.has("--all") { return CommandResult(sentence: "nothing is kept") }
        throw invocation.nothingKept(document)
      }
      for left in chosen { _ = try invocation.shell.permitted(writing: left.path) }
      let what = chosen.count == 1 ? first.title : "\(chosen.count) times unsaved work"
      try invocation.shell.confirm("Discard \(what)?")
      try journaling(invocation.shell.options.journalFolder?.remove(chosen.map(\.path)))
      return CommandResult(sentence: "discarded \(what)")
    }
  }
}

extension Invocation {
  /// What is said where there is no unsaved work that can be read.
  fileprivate func nothingKept(_ document: Document) -> CommandError {
    let error = JournalError.nothingKept(document.shownName, count: 0, aside: setAside(document))
    let others = shell.leftElsewhere(than: document)
    if error.hint == nil, document.hasWorkToLose {
      return .hinted(
        .journal(error),
        "the edits of this session: undo to 0 takes them back; reload --discard, too")
    }
    guard error.hint == nil, let first = others.first else { return .journal(error) }
    let hint = others.count == 1 ? first.wayBack : "recover --list names that of other sources"
    return .outside(code: error.code, message: error.message, hint: hint)
  }

  /// Lists the unsaved work of other sources.
  fileprivate func listElsewhere(than document: Document?) -> CommandResult {
    let kept = shell.leftElsewhere(than: document).map(\.wayBack)
    let none = document.map { "no unsaved work of '\($0.shownName)' is kept" }
    guard !kept.isEmpty else { return .output("no unsaved work is kept") }
    return .output(([none].compactMap(\.self) + kept).joined(separator: "\n"))
  }

  /// Returns the paths of damaged journals of the source that were set aside.
  private func setAside(_ document: Document) -> [String] {
    guard let source = document.journal?.source else { return [] }
    return shell.options.journalFolder?.setAside(of: source) ?? []
  }

  /// Returns the unsaved work numbered N in the form, else the newest; nil: none is kept.
  ///
  /// - Throws: `usage`, `nothingKept` if N names none.
  fileprivate func leftBehind(_ document: Document) throws(CommandError) -> LeftBehind? {
    let all = shell.leftBehind(document)
    guard let number = try optional(.number) else { return all.first }
    guard number > 0 else {
      throw refusal("'\(number)' is no number of unsaved work; they count from 1")
    }
    guard let left = all.first(where: { $0.number == number }) else {
      throw .journal(.nothingKept(document.shownName, count: all.count))
    }
    return left
  }

  /// Returns the steps of a journal as lines; with `--all` every row of each.
  fileprivate func list(
    _ left: LeftBehind?, on document: Document
  ) throws(CommandError) -> CommandResult {
    guard let left else {
      let lines = setAside(document).map {
        "what could not be read of a damaged journal stays as '\($0)'"
      }
      return lines.isEmpty
        ? listElsewhere(than: document) : .output(lines.joined(separator: "\n"))
    }
    let journal = try journaling(
      Journal(
        path: left.path, of: document.journal?.source, isPartial: true,
        progress: shell.progress))
    var words = journal.summaries.map(\.words)
    if has("--all") {
      _ = try shell.follow(journal, of: document) { number, replay in
        if journal.summaries[number].title != nil, !journal.summaries[number].isWrite {
          words[number] = replay.wordsOfLastStep
        }
      }
    }
    let others = shell.leftBehind(document).count - 1
    var lines = ["unsaved work of \(journal.timeText), \(Counts.of(journal.changeCount, "change"))"]
    for (summary, words) in zip(journal.summaries, words).dropFirst(journal.savedCount) {
      if let title = summary.title {
        lines.append("  \(DisplayText(line: title).text)")
        lines += words.map { "    \(DisplayText(line: $0).text)" }
      } else if summary.isRedo {
        lines.append("  redo")
      } else if summary.change < 0, summary.isStep {
        lines.append(summary.change == -1 ? "  undo" : "  undo of \(-summary.change) steps")
      }
    }
    if journal.isHeaderDamaged { lines.append("  (its header is damaged)") }
    if let record = journal.damagedRecord { lines.append("  (damaged from record \(record) on)") }
    if journal.isTorn { lines.append("  (a last record was not written whole)") }
    if others > 0 { lines.append("and \(others) more: recover --list N") }
    return .output(lines.joined(separator: "\n"))
  }

  /// Restores table, selection and history from a journal, and merges in the source if it has
  /// changed since.
  fileprivate func recover(
    _ left: LeftBehind, isPartial: Bool, on document: Document
  ) throws(CommandError) -> CommandResult {
    guard let folder = shell.options.journalFolder, let own = document.journal else {
      throw .journal(.nothingKept(document.shownName, count: 0))
    }
    guard !document.editor.differsFromSource, own.file == nil || !document.hasUnsavedChanges else {
      throw .journal(
        .hasEdits(document.shownName, byOthers: document.unsavedWriteCount > 0))
    }
    let claim = try journaling(folder.claim(left.path))
    let journal = try journaling(
      Journal(
        path: left.path, of: own.source, isPartial: isPartial, progress: shell.progress))
    var work = try shell.follow(journal, of: document)
    let merged =
      try work.isChanged
      ? shell.merge(work.fresh, into: &work.controller, title: statement.text) : nil
    var recorder = work.recorder
    var aside: String?
    func newFile() throws(JournalError) -> JournalFile {
      guard work.isChanged || journal.isDamaged || journal.isOutdated else {
        return try claim.goOn(journal)
      }
      let (info, records) = work.begin(&recorder)
      if journal.isDamaged {
        // The new journal is written first, so that the work is always on disk.
        let file = try folder.make(
          source: own.source, base: info, records: records, origin: work.fresh.origin)
        aside = try claim.setAside()
        return file
      }
      return try folder.replace(
        try claim.goOn(journal), source: own.source, base: info, records: records,
        origin: work.fresh.origin)
    }
    let file = try journaling(newFile())
    own.drop()
    document.take(work)
    shell.prepare(document)
    own.goOn(
      file, recorder, with: work.controller.editor, on: work.base, savedPosition: work.savedPosition
    )
    var result = try result(journal, on: document)
    if let aside { result.notes.append("the damaged journal stays as '\(aside)'") }
    // Of changes told by key nobody looks whether the source has others before.
    if let merged, !journal.isKeyed || merged.transaction.changesTable || !merged.conflicts.isEmpty
    {
      result.notes.append(
        "'\(document.shownName)' was changed since: what it holds now is merged in")
      result.notes += merged.transaction.notes
      result.details = merged.conflicts.map { "conflict: \($0.message)" }
    }
    return result
  }

  private func result(
    _ journal: Journal, on document: Document
  ) throws(CommandError) -> CommandResult {
    let editor = document.editor
    var planner = Planner(content: editor.contentChange)
    planner.checksIdentities = false
    let plan = try? planner.plan(from: Outline(of: editor.saved), to: Outline(of: editor.table))
    var notes: [String] = []
    if journal.isTorn { notes.append("a last change was not written whole and is lost") }
    if journal.isHeaderDamaged {
      notes.append("the header of the journal is damaged; its records were checked one by one")
    }
    if let record = journal.damagedRecord {
      notes.append("the journal is damaged from record \(record) on: what stands there is lost")
    }
    return CommandResult(
      sentence: "recovered \(Counts.of(journal.changeCount, "change")) of \(document.shownName)",
      notes: notes, plan: plan, showsTable: true)
  }
}

extension Document {
  /// Replaces the table, its history and its origin by recovered work; keeps the settings.
  fileprivate func take(_ work: RecoveredWork) {
    let fresh = work.fresh
    let (settings, holding) = (controller.settings, editor.holding)
    controller = work.controller
    controller.settings = settings
    editor.holding = holding
    reading = fresh.reading
    loader = fresh.loader
    sectionColumn = fresh.sectionColumn
    path = fresh.path
    origin = fresh.origin
    if !work.base.isAsLoaded, let read = fresh.origin {
      origin?.adopt(read, as: editor.saved)
    }
    lastChange = nil
  }
}

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
    return fresh.isReadTheSame ? .read(fresh.table) : fresh.baseOfOthers
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
    info.tellDelimiter(of: editor.saved.syntax)
    let records = recorder.begin(editor, at: editor.state, on: base, savedPosition: savedPosition)
    return (info, records)
  }
}

extension Shell {
  /// Replays a journal on the content that its source had when the work began.
  ///
  /// - Parameter took: called after each record, with its number from 0 and the state so far.
  /// - Throws: `sourceChanged` if the source has changed and no copy of its former content was
  ///   kept; `mismatch`.
  func follow(
    _ journal: Journal, of document: Document, took: (Int, EditorReplay) -> Void = { _, _ in }
  ) throws(CommandError) -> RecoveredWork {
    var fresh = try source(of: journal, of: document)
    if let server = document.server, server.window != nil {
      // The rows that were changed stand anywhere.
      var replay = EditorReplay(fresh: fresh.table, progress: progress)
      guard (try? journal.records.forEach { try replay.follow($0) }) != nil else {
        throw .journal(.mismatch(document.shownName, reason: "its records cannot be followed"))
      }
      fresh = try readAgain(server, keeping: replay.keyedKeys, document.reading)
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
      hiddenRows: isChanged ? nil : RowTree.self, progress: progress)
    // Rows that the server has already must not be inserted again.
    if let given = journal.given, document.server?.hasCommitted(given.transaction) == true {
      replay.expect(given.cells)
    }
    do throws(RecordError) {
      for (number, record) in journal.records.enumerated() {
        try replay.follow(record)
        took(number, replay)
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
    if let server = document.server, server.window != nil {
      return try readAgain(server, of: document)
    }
    return try source(of: journal, at: document.sourcePath ?? journal.source)
  }

  /// Reads a source with the options recorded in the journal.
  private func source(of journal: Journal, at path: String) throws(CommandError) -> Document {
    let base = journal.base
    var reading = base.reading
    // Columns may be renamed since; the journal itself holds key and sections.
    let isReadAlone = !journal.isAsLoaded && !journal.isKeyed
    if isReadAlone { reading.key = [] }
    let document = try read(path, reading.sectioned(by: base.sectionColumn), loader: base.loader)
    if !isReadAlone, let name = base.sectionColumn {
      try makeSections(of: document, by: name)
    }
    document.reading = base.reading
    document.sectionColumn = base.sectionColumn
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

extension RecordError {
  fileprivate var reason: String {
    switch self {
    case .malformed, .cancelled: "a record says nothing that could be done"
    case .otherSource(let reason), .otherOutcome(let reason): reason
    }
  }
}
