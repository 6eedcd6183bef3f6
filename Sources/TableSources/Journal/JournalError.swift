import TableKit
import Wording

/// An error of the journal of unsaved work.
public enum JournalError: Error, Hashable, Sendable {
  /// The file does not begin like a journal.
  case notAJournal(String)
  /// A version of the program wrote it whose journals are not read; `found` is the version of its
  /// records, `.max` if that is a later one and not known.
  case otherVersion(String, found: Int)
  /// A record before the last one is damaged; counted from 1.
  case damaged(String, record: Int)
  /// The file exists but cannot be read.
  case cannotRead(String, reason: String)
  /// The file cannot be written.
  case cannotWrite(String, reason: String)
  /// No journal can be kept: its folder cannot be created or written to.
  case unusable(String, reason: String)
  /// Another process is using it.
  case inUse(process: Int)
  /// There is no unsaved work of this source, or none of that number; damaged journals may have
  /// been set aside.
  case nothingKept(String, count: Int, aside: [String] = [])
  /// The source has changed since the work was done.
  case sourceChanged(String)
  /// The records do not fit the source.
  case mismatch(String, reason: String)
  /// The open table has unsaved changes of its own, or such that others wrote to it.
  case hasEdits(String, byOthers: Bool = false)
  /// The user cancelled the recovery.
  case cancelled
}

extension JournalError: TextedError {
  package var text: ErrorText {
    switch self {
    case .notAJournal(let path):
      ErrorText("not-a-journal", "'\(path)' is not a journal", "discard deletes it")
    case .otherVersion(let path, let found) where found > EditorRecorder.version:
      ErrorText(
        "journal-version", "a later version of tablesh wrote the journal '\(path)'",
        "recover with that version, or discard")
    case .otherVersion(let path, let found):
      ErrorText(
        "journal-version",
        "the journal '\(path)' is of version \(found), and this program reads "
          + Counts.list(EditorRecorder.readVersions.map(String.init)),
        "tablesh 0.2.0 reads it: recover with that, or discard")
    case .damaged(let path, let record):
      ErrorText(
        "journal-damaged", "the journal '\(path)' is damaged in record \(record)",
        record == 1
          ? "nothing of it can be recovered; discard deletes it"
          : "recover --partial takes what comes before, recover --list shows it")
    case .cannotRead(let path, let reason):
      ErrorText("cannot-read", "cannot read the journal '\(path)': \(reason)")
    case .cannotWrite(let path, let reason):
      ErrorText("journal", "cannot write the journal '\(path)': \(reason)")
    case .unusable(let path, let reason):
      ErrorText("journal", "no journal can be kept in '\(path)': \(reason)")
    case .inUse(let process):
      ErrorText("journal-in-use", "process \(process) is using this journal")
    case .nothingKept(let source, 0, let aside):
      ErrorText(
        "nothing-kept",
        "no unsaved work of '\(source)' \(aside.isEmpty ? "is kept" : "can be recovered")",
        aside.first.map { "the unreadable part of a damaged journal remains as '\($0)'" })
    case .nothingKept(let source, let count, _):
      ErrorText(
        "nothing-kept",
        "there \(count == 1 ? "is 1 journal" : "are \(count) journals") of '\(source)'",
        count > 1 ? "recover 1 … \(count)" : nil)
    case .sourceChanged(let source):
      ErrorText(
        "source-changed",
        "'\(source)' was changed since then: the unsaved work belongs to its former content",
        "recover when it has that content again; recover --list shows what was done, discard deletes it"
      )
    case .mismatch(let source, let reason):
      ErrorText(
        "journal-mismatch", "the unsaved work does not fit '\(source)': \(reason)",
        "recover --list shows what was done; discard deletes it")
    case .hasEdits(let source, let byOthers):
      ErrorText(
        "unsaved-changes",
        "'\(source)' has unsaved changes \(byOthers ? "that others wrote" : "of its own")",
        byOthers ? "save, then recover" : "save or undo them, then recover")
    case .cancelled: ErrorText("cancelled", "recovering was stopped")
    }
  }
}
