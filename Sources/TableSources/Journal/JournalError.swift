/// An error of the journal of unsaved work.
public enum JournalError: Error, Hashable, Sendable {
  /// The file does not begin like a journal.
  case notAJournal(String)
  /// Another version of the program wrote it.
  case otherVersion(String, found: Int, known: Int)
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

extension JournalError {
  /// The stable code of the error.
  public var code: String {
    switch self {
    case .notAJournal: "not-a-journal"
    case .otherVersion: "journal-version"
    case .damaged: "journal-damaged"
    case .cannotRead: "cannot-read"
    case .cannotWrite, .unusable: "journal"
    case .inUse: "journal-in-use"
    case .nothingKept: "nothing-kept"
    case .sourceChanged: "source-changed"
    case .mismatch: "journal-mismatch"
    case .hasEdits: "unsaved-changes"
    case .cancelled: "cancelled"
    }
  }

  /// The message, in one line.
  public var message: String {
    switch self {
    case .notAJournal(let path): "'\(path)' is no journal"
    case .otherVersion(let path, let found, let known):
      "the journal '\(path)' is of format \(found), this program reads format \(known)"
    case .damaged(let path, let record): "the journal '\(path)' is damaged in record \(record)"
    case .cannotRead(let path, let reason): "cannot read the journal '\(path)': \(reason)"
    case .cannotWrite(let path, let reason): "cannot write the journal '\(path)': \(reason)"
    case .unusable(let path, let reason): "no journal can be kept in '\(path)': \(reason)"
    case .inUse(let process): "process \(process) has this journal"
    case .nothingKept(let source, let count, let aside):
      count == 0
        ? "no unsaved work of '\(source)' \(aside.isEmpty ? "is kept" : "can be recovered")"
        : "there \(count == 1 ? "is 1 journal" : "are \(count) journals") of '\(source)'"
    case .sourceChanged(let source):
      "'\(source)' was changed since: the unsaved work was done on what it held before"
    case .mismatch(let source, let reason): "the unsaved work does not fit '\(source)': \(reason)"
    case .hasEdits(let source, false): "'\(source)' has unsaved changes of its own"
    case .hasEdits(let source, true): "'\(source)' has unsaved changes that others wrote"
    case .cancelled: "recovering was stopped"
    }
  }

  /// The hint what to do next, in one line; nil: none.
  public var hint: String? {
    switch self {
    case .notAJournal: "discard deletes it"
    case .otherVersion(_, let found, let known):
      found > known
        ? "recover with the newer program, or discard"
        : "recover with the program that wrote it, or discard"
    case .damaged(_, record: 1): "nothing of it can be recovered; discard deletes it"
    case .damaged: "recover --partial takes what stands before, recover --list shows it"
    case .nothingKept(_, 0, let aside):
      aside.first.map { "what could not be read of a damaged journal stays as '\($0)'" }
    case .nothingKept(_, let count, _): count > 1 ? "recover 1 … \(count)" : nil
    case .sourceChanged:
      "recover where it holds that again; recover --list says what was done, discard deletes it"
    case .mismatch: "recover --list says what was done; discard deletes it"
    case .hasEdits(_, byOthers: true): "save, then recover"
    case .hasEdits: "save, or take them back with undo, then recover"
    default: nil
    }
  }
}
