import CommandLanguage
import Postgres
import TableKit
import TableShell
import TableLua
import TableSources

/// A table of PostgreSQL as what a table comes from.
final class PostgresTable: TableSource {
  /// The table on its server.
  let server: PostgresSource
  /// Changes of all rows of the table of which a window is here, which save makes there.
  var wholeChanges: [PostgresWholeChange] = []
  /// Rows that saves have deleted there, and that undo can bring back.
  var deletedThere = RowSet()
  /// The tables of which it was told that the server has them no more.
  var goneTables: NameSet = []
  /// The last step of undo that is gone because its rows have left the window, and the position in the
  /// history where it stood if it was the newest one; nil: none, or the user knows it.
  var departed: (title: String, position: Int?)?

  var origin: FileOrigin?

  init(_ server: PostgresSource, _ origin: FileOrigin?) {
    (self.server, self.origin) = (server, origin)
  }

  /// The PostgreSQL table that a document was opened from, or nil.
  static func of(_ document: Document) -> PostgresTable? { document.source as? PostgresTable }

  /// Checks that Lua may read a document again, if Lua opened it.
  func checkPermission(of document: Document, in shell: Shell) throws(CommandError) {
    guard document.opening.isOfLua else { return }
    try PostgresSession(shell).checkPermission(reaching: server.address)
  }

  var path: String? { server.name }
  var place: String? { server.name }
  var tableName: String? { server.shortName }

  func info(of document: Document) -> (source: String, facts: [SourceFact])? {
    ("\(server.name), PostgreSQL", server.facts)
  }

  func reason(ofKey names: [String]) -> String? {
    guard let shape = server.shape, shape.key == names else { return nil }
    return shape.keyReason?.rawValue
  }

  /// Says where null is typed as a value, which is a text.
  func notes(on invocation: Invocation) throws(CommandError) -> [String] {
    guard ["edit", "insert"].contains(invocation.command.name) else { return [] }
    let typed = try invocation.all(.assignment).first { assignment in
      assignment.value.isUnquoted && assignment.value.text.lowercased() == "null"
    }
    guard let typed else { return [] }
    let name = Quoting.word(try invocation.column(typed.column).name)
    let hint = invocation.command.name == "edit" ? "edit --null \(name) …" : "--null \(name)"
    return ["\(name) is the text '\(typed.value.text)' now: \(hint) is not a value"]
  }

  var readsTheSame: Bool { false }
  var notesAllAgain: Bool { false }
  var hasTypes: Bool { true }
  var isPaged: Bool { server.window != nil }
  var isWindow: Bool { server.window.map { !$0.isWhole } ?? false }

  func prepareToReload(
    _ document: Document, _ path: String, in shell: Shell
  ) throws(CommandError) -> AllowedFile? {
    try checkPermission(of: document, in: shell)
    _ = try resolveUnknownSave(document, shell)
    return nil
  }

  func readAgain(
    _ document: Document, _ path: String, as file: AllowedFile?, in shell: Shell
  ) throws(CommandError) -> Document {
    // Rows of a window stand in the order of their key, whatever was done to them.
    if !isPaged {
      return try PostgresSession(shell).read(server, document.opening.reading, for: document)
    }
    return try readPage(keeping: Self.localChanges(of: document.editor).keys, document, in: shell)
  }

  func follower(
    of document: Document, usesLog: Bool, in shell: Shell
  ) throws(CommandError) -> any Follower {
    if isWindow {
      throw CommandError.window(
        "a window is not watched: what others change there is read when it moves",
        hint: "reload reads it again")
    }
    try checkPermission(of: document, in: shell)
    return try PostgresSession(shell).follow(server, of: document, usesLog: usesLog)
  }

  var hasLog: Bool { true }

  func statementsToTell(
    removing: Bool, _ document: Document, in shell: Shell
  ) throws(CommandError) -> String? {
    try checkPermission(of: document, in: shell)
    return try reaching(server.triggerStatements(removing: removing))
  }

  var tellsHowFollowed: Bool { true }

  func save(
    _ document: Document, _ request: SaveRequest, in shell: Shell
  ) throws(CommandError) -> CommandResult? {
    if request.path == nil || request.path == server.name {
      return try saveRows(of: document, request, in: shell)
    }
    guard isWindow, let target = request.path else { return nil }
    return try saveWhole(document, to: target, request, in: shell)
  }

  var ownChanges: [String] { wholeChanges.map(\.summary) }
  func dropOwnChanges() { wholeChanges = [] }
  func deleted(_ rows: [RowID]) { deletedThere.formUnion(rows) }

  func isTable(_ name: String, besides other: any TableSource) -> Bool {
    guard let other = other as? PostgresTable else { return false }
    return server.address.server == other.server.address.server && server.shape?.name == name
  }

  // The connection stays.
  func recovered(as fresh: any TableSource) -> any TableSource {
    origin = fresh.origin
    return self
  }

  func recordBase(of table: Table) -> RecordBase { table.hasKey ? .keyed : .unknown }

  func hasSaved(_ journal: Journal, of document: Document) -> Bool {
    journal.savingHash.map(server.hasCommitted) ?? false
  }

  func hasCommitted(_ transaction: UInt64) -> Bool { server.hasCommitted(transaction) }

  func readAgain(
    keeping keys: [[String]], _ document: Document, in shell: Shell
  ) throws(CommandError) -> Document? {
    isPaged ? try readPage(keeping: keys, document, in: shell) : nil
  }

  func answer(_ sql: String, _ invocation: Invocation) throws(CommandError) -> CommandResult? {
    let document = try invocation.document()
    return try invocation.query(sql, at: (server.address, document.shortName), for: document)
  }
}
