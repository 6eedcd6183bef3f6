import TableKit
import TableSources
import Wording

extension Shell {
  /// Has what is done to a table written down, where it has a source and journals are kept.
  ///
  /// - Parameter isLoaded: whether the table was just read from its source.
  func keepJournal(of document: Document, isLoaded: Bool) {
    guard let path = document.sourcePath, !isDryRun, !document.isNew,
      let folder = options.journalFolder, let source = JournalFolder.resolved(path)
    else {
      document.journal = nil
      return
    }
    let journal = DocumentJournal(
      folder: folder, source: source, isRepeatable: document.loader == nil,
      loaded: isLoaded && document.loader == nil ? document.editor.saved : nil, isOn: keepsJournal,
      note: { [unowned self] in context.reply.warnings.append($0) },
      describe: { [unowned document] in (document.journalBase, document.origin) })
    document.journal = journal
  }

  /// What is worth telling about a table: what happened while reading, and what other sessions have
  /// left of its source or are doing with it.
  func notes(of document: Document) -> [String] {
    var notes = document.notes
    for entry in leftBehind(document, tellingOf: { notes.append($0) }) {
      notes.append(entry.note(number: entry.number))
    }
    return notes
  }

  /// The unsaved work that is kept of a table's source, the newest first.
  ///
  /// Where saving was all but over when a session ended, its journal is deleted, and one without a
  /// change, unless its last one was not written whole.
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
        content.isSaved(in: document.origin) || (!content.hasChanges && !content.isTorn)
      {
        try? folder.claim(entry.path).remove()
        continue
      }
      found.append(left)
    }
    return found
  }

  /// Ends the journal of a table that was written to its source; what follows goes to another one,
  /// and of another file where it has moved.
  func didSave(_ document: Document) {
    let source = document.sourcePath.flatMap(JournalFolder.resolved)
    if document.journal == nil || document.journal?.source != source {
      document.journal?.drop()
      keepJournal(of: document, isLoaded: false)
      document.connectJournal()
    }
    document.journal?.didSave(document.editor, canReadAgain: document.canReadAgain)
  }

  /// Keeps journals from now on, of unsaved edits too, or none; what is written already stays then,
  /// which is said.
  func keepJournals(_ isOn: Bool) throws(CommandError) {
    for document in documents {
      guard let journal = document.journal else { continue }
      if isOn {
        do throws(EditError) { try journal.switchOn(document.editor) } catch {
          throw CommandError(error)
        }
      } else if journal.switchOff(), document.hasUnsavedChanges {
        context.reply.warnings.append(
          "unsaved changes of \(document.shownName) so far stay in its journal until it is saved; "
            + "those that follow would not survive a crash")
      }
    }
    keepsJournal = isOn
  }

  /// Deletes the journals of all tables: the session ends in order.
  ///
  /// - Parameter keepingRecovered: whether work that was recovered and is not saved yet stays.
  public func endJournals(keepingRecovered: Bool = false) {
    for document in documents {
      if keepingRecovered, document.journal?.isRecovered == true, document.hasUnsavedChanges {
        continue
      }
      document.journal?.drop()
    }
  }
}

/// A journal that a session left behind.
struct LeftBehind {
  let path: String
  /// As it is typed, from 1.
  let number: Int
  let content: Result<Journal, JournalError>

  init(path: String, of source: String, number: Int) {
    self.path = path
    self.number = number
    do throws(JournalError) { content = .success(try Journal(path: path, of: source)) } catch {
      content = .failure(error)
    }
  }

  /// `unsaved work of 2026-11-21 16:02, 12 changes`.
  var title: String {
    switch content {
    case .success(let journal):
      "unsaved work of \(journal.timeText), \(Counts.of(journal.changeCount, "change"))"
    case .failure: "unsaved work"
    }
  }

  /// What is said when its source is opened.
  func note(number: Int) -> String {
    let suffix = number == 1 ? "" : " \(number)"
    switch content {
    case .success(let journal) where journal.isTorn && !journal.hasChanges:
      return "unsaved work was kept of which the last change was not written whole: "
        + "recover\(suffix) or discard\(suffix)"
    case .success(let journal):
      let how = journal.isHeaderDamaged ? ", in a journal whose header is damaged" : ""
      return "\(title), is kept\(how): recover\(suffix) or discard\(suffix)"
    case .failure(let error):
      return "\(title) is kept and cannot be recovered as it is: \(error.message)"
        + (error.hint.map { "; \($0)" } ?? "")
    }
  }
}

extension JournalFolder.Entry {
  /// Whether who writes it has something unsaved; of what cannot be read that is assumed.
  func hasUnsavedChanges(of source: String) -> Bool {
    (try? Journal(path: path, of: source, isPartial: true).hasUnsavedChanges) ?? true
  }
}

extension Document {
  /// The file it came from; nil for standard input and new tables.
  var sourcePath: String? { origin?.path ?? path }

  /// How its source was read and is.
  var journalBase: JournalBase {
    JournalBase(
      origin, path: sourcePath ?? "", reading: reading, loader: loader,
      sectionColumn: sectionColumn)
  }

  /// Whether reading the source again would give the rows that were just written there, in an
  /// order that is known.
  var canReadAgain: Bool {
    origin.map { $0.keepsRecords && $0.readsInOrder(table) } ?? false
  }

  /// Writes down what a command did as one step.
  func release(joined: Transaction?) throws(CommandError) {
    do throws(EditError) { try journal?.release(editor, joined: joined) } catch {
      throw CommandError(error)
    }
  }

  /// Has the editor tell the journal of each step.
  func connectJournal() {
    guard let journal else { return editor.willStep = nil }
    editor.willStep = journal.taker
  }
}
