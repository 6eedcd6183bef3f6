import CommandLanguage
import TableKit
import TableSources
import Wording

extension Shell {
  /// Gives a document a journal, if it has a source and journals are kept.
  ///
  /// - Parameter isLoaded: whether the table was just read from its source.
  func keepJournal(of document: Document, isLoaded: Bool) {
    // A marked file is read again as it is written, and not as its versions merge.
    guard !isDryRun, !document.source.isNew, document.origin?.holdsConflicts != true,
      let folder = options.journalFolder, let source = document.journalSource
    else {
      document.journal = nil
      return
    }
    let journal = DocumentJournal(
      folder: folder, source: source,
      base: document.source.readsTheSame ? .loaded : document.source.recordBase(of: document.table),
      loaded: isLoaded && document.source.readsTheSame ? document.editor.saved : nil,
      isOn: keepsJournal, note: { [unowned self] in context.reply.warnings.append($0) },
      describe: { [unowned document] in (document.journalBase, document.origin) })
    document.journal = journal
  }

  /// Returns the notes on a table: on reading it, on unsaved work that was kept, and on other
  /// sessions with its source.
  func notes(of document: Document) -> [String] { notes(of: [document]) }

  /// Returns the notes on tables that are opened together.
  func notes(of documents: [Document]) -> [String] {
    var notes: [String] = []
    var kept: [(document: Document, work: [LeftBehind])] = []
    for document in documents {
      notes += document.opening.notes + cutOffWrites(of: document).map(\.message)
      let work = leftBehind(document, tellingOf: { notes.append($0) })
      if !work.isEmpty { kept.append((document, work)) }
    }
    return notes + keptNotes(kept)
  }

  /// The most lines on unsaved work, before the line that counts the rest.
  private static let mostKept = 3

  /// Returns the notes on unsaved work: of many pieces the newest of each table, and how many there are
  /// besides. In a batch they are one line.
  private func keptNotes(_ kept: [(document: Document, work: [LeftBehind])]) -> [String] {
    let count = kept.reduce(0) { $0 + $1.work.count }
    let isCurrent = kept.count == 1 && kept[0].document === current
    let list = "recover --list lists it" + (isCurrent ? ", discard --all deletes all" : "")
    if count > 1, !console.canAsk {
      let tables = kept.count > 1 ? ", of \(kept.count) tables" : ""
      return ["unsaved work of \(count) sessions is kept\(tables): \(list)"]
    }
    var told: [(document: Document, work: LeftBehind)] = []
    let isShort = kept.count == 1 ? count < Self.mostKept : count <= Self.mostKept
    for (document, work) in kept {
      told += (isShort ? work[...] : work.prefix(1)).map { (document, $0) }
    }
    told = Array(told.prefix(Self.mostKept))
    let notes = told.map { document, work in
      work.note(
        number: work.number, opening: document === current ? nil : Quoting.word(document.name))
    }
    let rest = count - told.count
    guard rest > 0 else { return notes }
    let others =
      kept.count == 1
      ? "\(Counts.of(rest, "older session")) is kept as well"
      : "\(Counts.of(rest, "more session")) is kept"
    return notes + ["unsaved work of \(others): \(list)"]
  }

  /// Returns the writes in place of the file of a table that were cut off.
  func cutOffWrites(of document: Document) -> [CutOffWrite] {
    guard let path = document.source.path, document.source.place == nil else { return [] }
    return options.journalFolder?.cutOffWrites(of: path) ?? []
  }

  /// Returns the unsaved work kept of a table's source, the newest first.
  ///
  /// Deletes journals whose changes are in the source already, and those without a change, unless
  /// their last record is torn.
  ///
  /// - Parameter tell: called with a note on each other session that has unsaved changes.
  func leftBehind(_ document: Document, tellingOf tell: (String) -> Void = { _ in }) -> [LeftBehind]
  {
    guard let journal = document.journal, let folder = options.journalFolder else { return [] }
    var found: [LeftBehind] = []
    for entry in folder.entries(of: journal.source) {
      if let process = entry.process {
        guard entry.hasUnsavedChanges(of: journal.source) else { continue }
        journal.know(process)
        tell(DocumentJournal.alsoOpen(journal.source, process))
        continue
      }
      let left = LeftBehind(path: entry.path, of: journal.source, number: found.count + 1)
      if case .success(let content) = left.content, !content.isDamaged,
        document.source.hasSaved(content, of: document) || (!content.hasChanges && !content.isTorn)
      {
        try? folder.claim(entry.path).remove()
        continue
      }
      found.append(left)
    }
    return found
  }

  /// Returns the paths of the journals of a table's source that no session is writing.
  func abandonedJournals(of document: Document) -> [String] {
    guard let source = document.journal?.source else { return [] }
    return (options.journalFolder?.entries(of: source) ?? []).filter { $0.process == nil }
      .map(\.path)
  }

  /// Returns the unsaved work kept of all other sources, the newest first.
  ///
  /// - Parameter document: the table whose source is left out; nil: of all sources.
  func leftElsewhere(than document: Document?) -> [Journal] {
    let entries = options.journalFolder?.abandoned(besides: document?.journal?.source) ?? []
    return entries.compactMap { entry in
      (try? Journal(path: entry.path, isPartial: true)).flatMap { $0.hasChanges ? $0 : nil }
    }
  }

  /// Says that unsaved work of a source is kept which cannot be opened now.
  package func tellLeftBehind(ofUnreachable source: String) {
    guard let entry = options.journalFolder?.entries(of: source).first(where: { $0.process == nil })
    else { return }
    let left = LeftBehind(path: entry.path, of: source, number: 1)
    guard case .success(let journal) = left.content, journal.hasChanges else { return }
    writeNote("\(left.title), is kept: recover, once '\(source)' can be opened")
  }

  /// Ends the journal of a table saved to its source; if the source is another file now, starts a
  /// journal for that.
  package func didSave(_ document: Document) {
    let source = document.journalSource
    if document.journal == nil || document.journal?.source != source {
      document.journal?.drop()
      keepJournal(of: document, isLoaded: false)
      connectKeeper(of: document)
    }
    document.journal?.didSave(document.editor, canReadAgain: document.canReadAgain)
  }

  /// Turns journals on, recording changes that are unsaved already, or off; files with unsaved
  /// changes then stay, with a warning.
  func keepJournals(_ isOn: Bool) throws(CommandError) {
    for document in documents {
      guard let journal = document.journal else { continue }
      if isOn {
        try editing(journal.switchOn(document.editor))
      } else if journal.switchOff(), document.hasUnsavedChanges {
        context.reply.warnings.append(
          "unsaved changes of \(document.shownName) so far stay in its journal until it is saved; "
            + "those that follow would not survive a crash")
      }
    }
    keepsJournal = isOn
  }

  /// Deletes the journals of all tables at the regular end of a session.
  ///
  /// - Parameter keepingRecovered: whether recovered work that is not saved yet stays.
  public func endJournals(keepingRecovered: Bool = false) {
    for document in documents {
      if keepingRecovered, document.journal?.isRecovered == true, document.hasUnsavedChanges {
        continue
      }
      document.journal?.drop()
    }
  }
}

extension DocumentJournal {
  /// A source that is merged in, and how it was read.
  struct Incoming: IncomingSource {
    let base: JournalBase
    let origin: FileOrigin?
    let table: Table
  }
}

extension Journal {
  /// How to recover it, where another table is open: `unsaved work of crew.csv, 3 changes: open that,
  /// then recover`.
  var wayBack: String {
    "unsaved work of \(shown: source), \(Counts.of(changeCount, "change")): open that, then recover"
  }
}

/// A journal left by a session that did not end regularly.
struct LeftBehind {
  let path: String
  /// The number for `recover N`, from 1: the newest.
  let number: Int
  let content: Result<Journal, JournalError>

  init(path: String, of source: String, number: Int) {
    self.path = path
    self.number = number
    content = Result { () throws(JournalError) in try Journal(path: path, of: source) }
  }

  /// The title: `unsaved work of 2026-11-21 16:02, 12 changes`.
  var title: String {
    switch content {
    case .success(let journal):
      "unsaved work of \(journal.timeText), \(Counts.of(journal.changeCount, "change"))"
    case .failure: "unsaved work"
    }
  }

  /// Returns the note shown when its source is opened.
  ///
  /// - Parameter name: the table as it is typed after `open`, where it is not the current one.
  func note(number: Int, opening name: String? = nil) -> String {
    let suffix = number == 1 ? "" : " \(number)"
    let start = name.map { "\($0): " } ?? ""
    let way = name.map { "open \($0); recover\(suffix)" } ?? "recover\(suffix) or discard\(suffix)"
    switch content {
    case .success(let journal) where journal.isTorn && !journal.hasChanges:
      return start + "unsaved work is kept; its last change was not written completely: \(way)"
    case .success(let journal):
      let how = journal.isHeaderDamaged ? ", in a journal whose header is damaged" : ""
      return "\(start)\(title), is kept\(how): \(way)"
    case .failure(let error):
      return "\(start)\(title) is kept and cannot be recovered as it is: \(error.message)"
        + (error.hint.map { "; \($0)" } ?? "")
    }
  }
}

extension JournalFolder.Entry {
  /// Whether the session that writes it has unsaved changes; true if it cannot be read.
  func hasUnsavedChanges(of source: String) -> Bool {
    (try? Journal(path: path, of: source, isPartial: true).hasUnsavedChanges) ?? true
  }
}

extension Shell {
  /// Connects the editor of a table to the hooks and to the journal that there are now.
  func connectKeeper(of document: Document) {
    let asksHooks = hasLua && lua.hearsAnything
    document.editor.keeper =
      asksHooks || document.journal != nil
      ? DocumentKeeper(self, document, asksHooks: asksHooks) : nil
  }
}
