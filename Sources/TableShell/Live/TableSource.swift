import TableKit
import TableLive
import TableLua
import TableSources
import Wording

/// Where a table comes from, and where its changes go.
///
/// What a source does not say itself is as with files, which `FileOrigin` reads and writes. A class,
/// because a source knows more after each reading and each save.
protocol TableSource: AnyObject {
  // MARK: What it is called

  /// Where it is, as it is typed; nil: it is a file, or nowhere.
  var place: String? { get }
  /// What it calls its table; nil: the table is called as its path ends.
  var tableName: String? { get }
  /// The table's name in SQL, and where a short one is shown.
  func shortName(of document: Document) -> String
  /// What `info` says of it; nil: there is no source.
  func told(of document: Document) -> (source: String, facts: [SourceFact])?
  /// Why columns are the key, as far as the source has said; nil: it has not.
  func reason(ofKey names: [String]) -> String?

  // MARK: What it can do

  /// Whether it gives the same rows when it is read again, as long as it has not changed, and all that
  /// is to be noted each time.
  var readsTheSame: Bool { get }
  /// Whether its columns have types of their own, so that a type here was not set by hand.
  var hasTypes: Bool { get }
  /// Whether the rows of a table without a key have names there.
  var namesRows: Bool { get }
  /// Whether null that is typed as a value is easily meant as no value.
  var hasNulls: Bool { get }
  /// Whether it is read in pages, of which one is in memory.
  var isPaged: Bool { get }
  /// Whether it is read in pages and has more than the one in memory.
  var isWindow: Bool { get }

  // MARK: Reading again, and following

  /// Asks what became of an earlier save, and checks that Lua may reach it, before it is read again.
  ///
  /// - Returns: the file that is read, as Lua may; nil: no permission is needed.
  func prepareToReload(
    _ document: Document, _ path: String, in shell: Shell
  ) throws(CommandError) -> AllowedFile?
  /// Reads it again.
  ///
  /// - Parameter file: the file that Lua's permissions allow; nil: no permission is needed.
  func readAgain(
    _ document: Document, _ path: String, as file: AllowedFile?, in shell: Shell
  ) throws(CommandError) -> Document
  /// What tells of others' changes.
  ///
  /// - Parameter usesLog: whether a log of changes is read.
  func follower(
    of document: Document, usesLog: Bool, in shell: Shell
  ) throws(CommandError) -> any Follower
  /// Whether it has a log of changes that can be read.
  var hasLog: Bool { get }
  /// The statements by which it is made to tell of changes, or no longer; nil: there are none.
  func statementsToTell(
    removing: Bool, _ document: Document, in shell: Shell
  ) throws(CommandError) -> String?
  /// Whether it is followed as soon as it is opened where somebody sits before it.
  var isFollowedAtPrompt: Bool { get }
  /// Whether `info` says how it is followed.
  var tellsHowFollowed: Bool { get }

  // MARK: Saving

  /// Saves a table to it, or writes a copy that it knows to write; nil: it is saved as a file.
  func save(
    _ document: Document, _ request: SaveRequest, in shell: Shell
  ) throws(CommandError) -> CommandResult?
  /// Changes that are made there when it is saved, and of which the table here shows nothing.
  var ownChanges: [String] { get }
  /// Drops these.
  func dropOwnChanges()
  /// Takes notice that rows were deleted there, which undo may bring back.
  func deleted(_ rows: [RowID])
  /// Takes notice that the user steps back in the history: what rows have left the window is known.
  func forgetDeparted()
  /// What the table comes from when it lives in a file from now on.
  var whenSavedToFile: any TableSource { get }

  // MARK: Journals

  /// The base of a journal where it may give other rows when it is read again.
  func recordBase(of table: Table) -> RecordBase
  /// Whether it has already what a journal holds: it ended when the save was nearly done.
  func hasSaved(_ journal: Journal, of document: Document) -> Bool
  /// Whether a transaction that a journal names was committed.
  func hasCommitted(_ transaction: UInt64) -> Bool
  /// Reads it again with the rows of keys, wherever they are; nil: all its rows are read anyway.
  func readAgain(
    keeping keys: [[String]], _ document: Document, in shell: Shell
  ) throws(CommandError) -> Document?

  // MARK: Asking it

  /// Has it answer a query; nil: the query runs here.
  func answer(_ sql: String, _ invocation: Invocation) throws(CommandError) -> CommandResult?
}

// MARK: - Files

extension TableSource {
  var place: String? { nil }
  var tableName: String? { nil }

  func shortName(of document: Document) -> String {
    tableName ?? document.name.lastPathPart.nameOfTable
  }

  func told(of document: Document) -> (source: String, facts: [SourceFact])? {
    document.origin.map {
      ("\(shown: $0.path ?? $0.name), \($0.formatName)", $0.facts)
    }
  }

  func reason(ofKey names: [String]) -> String? { nil }

  var readsTheSame: Bool { true }
  var hasTypes: Bool { false }
  var namesRows: Bool { false }
  var hasNulls: Bool { false }
  var isPaged: Bool { false }
  var isWindow: Bool { false }

  func prepareToReload(
    _ document: Document, _ path: String, in shell: Shell
  ) throws(CommandError) -> AllowedFile? {
    document.isOfLua ? try shell.permitted(reading: path) : nil
  }

  func readAgain(
    _ document: Document, _ path: String, as file: AllowedFile?, in shell: Shell
  ) throws(CommandError) -> Document {
    let base = document.editor.saved
    var reading = document.reading
    reading.knownOutline = document.origin?.knownOutline(of: base) ?? reading.knownOutline
    reading.knownStart = document.origin?.knownStart(of: base)
    let fresh = try shell.read(path, as: file, reading, loader: document.loader)
    if fresh.origin?.jsonForm != nil {
      try shell.arrange(fresh, as: base, besides: fresh.table.places?.sections ?? [])
    }
    return fresh
  }

  func follower(
    of document: Document, usesLog: Bool, in shell: Shell
  ) throws(CommandError) -> any Follower {
    if let loader = document.loader, let path = document.sourcePath,
      let seconds = shell.luaLoaders.first(where: { $0.name == loader })?.watchSeconds
    {
      return LoaderFollower(loader, path, every: .seconds(seconds), at: shell.live.now)
    }
    guard let path = document.origin?.path, FileOrigin.state(ofFile: path) != nil else {
      throw .noSource("to watch")
    }
    if document.isOfLua { _ = try shell.permitted(reading: path) }
    return try FileFollower(
      path, isDatabase: document.origin?.holdsBytes == true, at: shell.live.now)
  }

  var hasLog: Bool { false }

  func statementsToTell(
    removing: Bool, _ document: Document, in shell: Shell
  ) throws(CommandError) -> String? { nil }

  var isFollowedAtPrompt: Bool { false }
  var tellsHowFollowed: Bool { false }

  func save(
    _ document: Document, _ request: SaveRequest, in shell: Shell
  ) throws(CommandError) -> CommandResult? { nil }

  var ownChanges: [String] { [] }
  func dropOwnChanges() {}
  func deleted(_ rows: [RowID]) {}
  func forgetDeparted() {}
  var whenSavedToFile: any TableSource { FileSource() }

  func recordBase(of table: Table) -> RecordBase { .unknown }

  func hasSaved(_ journal: Journal, of document: Document) -> Bool {
    journal.isSaved(in: document.origin)
  }

  func hasCommitted(_ transaction: UInt64) -> Bool { false }

  func readAgain(
    keeping keys: [[String]], _ document: Document, in shell: Shell
  ) throws(CommandError) -> Document? { nil }

  func answer(_ sql: String, _ invocation: Invocation) throws(CommandError) -> CommandResult? {
    nil
  }
}

extension String {
  /// What stands behind `#` in a name, else the name without extension.
  fileprivate var nameOfTable: String {
    lastIndex(of: "#").map { String(self[index(after: $0)...]) } ?? withoutExtension
  }
}

/// A file in any format, standard input, or none yet: its `FileOrigin` says which.
final class FileSource: TableSource {}
