import TableKit
import TableLua
import TableSources

/// Where a table comes from, and where its changes go.
///
/// What a source does not say itself is as with files, which `FileOrigin` reads and writes. A class,
/// because a source knows more after each reading and each save.
package protocol TableSource: AnyObject {
  // MARK: Where it is

  /// How the table is written there, of which files are made, too; nil: nothing was read or written yet.
  var origin: FileOrigin? { get set }
  /// What it is read again from; nil: it cannot be.
  var path: String? { get }
  /// The resolved path of its file when that was opened or saved; nil: it has none that Lua may write
  /// without being asked.
  var realPath: String? { get }
  /// The Lua loader that reads it; nil: none does.
  var loader: String? { get }
  /// Whether it was never written; setting it is ignored where it always was.
  var isNew: Bool { get set }

  // MARK: What it is called

  /// Where it is, as it is typed; nil: it is a file, or nowhere.
  var place: String? { get }
  /// What it calls its table; nil: the table is called as its path ends.
  var tableName: String? { get }
  /// The table's name in SQL, and where a short one is shown.
  func shortName(of document: Document) -> String
  /// What `info` says of it; nil: there is no source.
  func info(of document: Document) -> (source: String, facts: [SourceFact])?
  /// Why columns are the key, as far as the source has said; nil: it has not.
  func reason(ofKey names: [String]) -> String?

  // MARK: What it can do

  /// Whether it gives the same rows when it is read again, as long as it has not changed.
  var readsTheSame: Bool { get }
  /// Whether all that is to be noted of it is said each time it is read; of others, some notes tell how
  /// they were opened.
  var notesAllAgain: Bool { get }
  /// Whether its columns have types of their own, so that a type here was not set by hand.
  var hasTypes: Bool { get }
  /// Whether the rows of a table without a key have names there.
  var namesRows: Bool { get }
  /// What else is said of an edit that was typed.
  func notes(on invocation: Invocation) throws(CommandError) -> [String]
  /// Whether it is read in pages, of which one is in memory.
  var isPaged: Bool { get }
  /// Whether it is read in pages and has more than the one in memory: then the table here is a window.
  var isWindow: Bool { get }

  // MARK: What it does with all its rows, where the table here is a window

  /// Where the window is; nil: all rows are read at once.
  var windowText: String? { get }
  /// How many rows there are, without the word: `about 300,000`; nil: all are here.
  var wholeSize: String? { get }
  /// What is said of the window when it is opened; nil: it is none.
  var windowNote: String? { get }
  /// Does what a command says with all rows, as that stands on the command (`WindowUse.whole`); nil: it
  /// is done with those that are here.
  func carryOut(_ invocation: Invocation) throws(CommandError) -> CommandResult?
  /// Refuses a command where changes of all rows wait that stand alone.
  func check(_ invocation: Invocation) throws(CommandError)
  /// Writes all rows to a path; nil: those that are here are written.
  func export(to path: String, _ invocation: Invocation) throws(CommandError) -> CommandResult?
  /// The error for a key that no row here has, but another one may; nil: all rows are here.
  func error(ofMissing key: [String]) -> CommandError?

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

  /// Ends a merge of what was read again: what else is to be taken in, and said of it.
  ///
  /// - Parameters:
  ///   - former: the rows of the source before.
  ///   - fresh: the source as it was read now.
  func didMerge(
    _ merged: inout Merged, from former: Table, to fresh: Document, _ document: Document,
    in shell: Shell)

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
  /// What the table comes from when it lives in a file from now on.
  ///
  /// - Parameter loader: the Lua loader that wrote the file; nil: none did.
  func moved(to origin: FileOrigin, loader: String?) -> any TableSource
  /// What the table comes from when work that a journal holds was recovered.
  ///
  /// - Parameter fresh: the source as it was read for that.
  func recovered(as fresh: any TableSource) -> any TableSource
  /// Whether it is a table of a name, of the place of another one.
  func isTable(_ name: String, besides other: any TableSource) -> Bool

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
  package var path: String? { origin?.path }
  package var realPath: String? { nil }
  package var loader: String? { nil }
  package var isNew: Bool {
    get { false }
    set {}
  }

  package var place: String? { nil }
  package var tableName: String? { nil }

  package func shortName(of document: Document) -> String {
    tableName ?? document.name.lastPathPart.nameOfTable
  }

  package func info(of document: Document) -> (source: String, facts: [SourceFact])? {
    origin.map {
      ("\(shown: $0.path ?? $0.name), \($0.formatName)", $0.facts)
    }
  }

  package func reason(ofKey names: [String]) -> String? { nil }

  package var readsTheSame: Bool { true }
  package var notesAllAgain: Bool { true }
  package var hasTypes: Bool { false }
  package var namesRows: Bool { false }
  package func notes(on invocation: Invocation) throws(CommandError) -> [String] { [] }
  package var isPaged: Bool { false }
  package var isWindow: Bool { false }
  package var windowText: String? { nil }
  package var wholeSize: String? { nil }
  package var windowNote: String? { nil }
  package func carryOut(_ invocation: Invocation) throws(CommandError) -> CommandResult? { nil }
  package func check(_ invocation: Invocation) throws(CommandError) {}
  package func export(to path: String, _ invocation: Invocation) throws(CommandError)
    -> CommandResult?
  {
    nil
  }

  package func error(ofMissing key: [String]) -> CommandError? { nil }

  package func prepareToReload(
    _ document: Document, _ path: String, in shell: Shell
  ) throws(CommandError) -> AllowedFile? {
    document.opening.isOfLua ? try shell.permitted(reading: path) : nil
  }

  package func readAgain(
    _ document: Document, _ path: String, as file: AllowedFile?, in shell: Shell
  ) throws(CommandError) -> Document {
    let base = document.editor.saved
    var reading = document.opening.reading
    reading.knownOutline = origin?.knownOutline(of: base) ?? reading.knownOutline
    reading.knownStart = origin?.knownStart(of: base)
    let fresh = try shell.read(path, as: file, reading, loader: loader)
    if fresh.origin?.jsonForm != nil {
      try fresh.arrange(like: base, besides: fresh.table.places?.sections ?? [])
    }
    return fresh
  }

  package func follower(
    of document: Document, usesLog: Bool, in shell: Shell
  ) throws(CommandError) -> any Follower {
    guard let path = origin?.path, FileOrigin.state(ofFile: path) != nil else {
      throw .noSource("to watch")
    }
    if document.opening.isOfLua { _ = try shell.permitted(reading: path) }
    return try FileFollower(path, origin?.containerWatch, at: shell.live.now)
  }

  package var hasLog: Bool { false }

  package func statementsToTell(
    removing: Bool, _ document: Document, in shell: Shell
  ) throws(CommandError) -> String? { nil }

  package var isFollowedAtPrompt: Bool { false }
  package var tellsHowFollowed: Bool { false }

  package func didMerge(
    _ merged: inout Merged, from former: Table, to fresh: Document, _ document: Document,
    in shell: Shell
  ) {}

  package func save(
    _ document: Document, _ request: SaveRequest, in shell: Shell
  ) throws(CommandError) -> CommandResult? { nil }

  package var ownChanges: [String] { [] }
  package func dropOwnChanges() {}
  package func deleted(_ rows: [RowID]) {}

  package func moved(to origin: FileOrigin, loader: String?) -> any TableSource {
    loader.map { LoaderSource(origin, loader: $0) } ?? FileSource(origin)
  }

  package func recovered(as fresh: any TableSource) -> any TableSource { fresh }

  package func isTable(_ name: String, besides other: any TableSource) -> Bool {
    other.origin.map { origin?.hasTable(name, ofFileOf: $0) ?? false } ?? false
  }

  package func recordBase(of table: Table) -> RecordBase { .unknown }

  package func hasSaved(_ journal: Journal, of document: Document) -> Bool {
    journal.isSaved(in: origin)
  }

  package func hasCommitted(_ transaction: UInt64) -> Bool { false }

  package func readAgain(
    keeping keys: [[String]], _ document: Document, in shell: Shell
  ) throws(CommandError) -> Document? { nil }

  package func answer(_ sql: String, _ invocation: Invocation) throws(CommandError)
    -> CommandResult?
  {
    nil
  }
}

extension String {
  /// What stands behind `#` in a name, else the name without extension.
  package var nameOfTable: String {
    lastIndex(of: "#").map { String(self[index(after: $0)...]) } ?? withoutExtension
  }
}
