import Postgres
import TableInteraction
import TableKit
import TableLive
import TableLua
import TableSources
import Wording

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

  init(_ server: PostgresSource) { self.server = server }

  var place: String? { server.name }
  var tableName: String? { server.shortName }

  func told(of document: Document) -> (source: String, facts: [SourceFact])? {
    ("\(server.name), PostgreSQL", server.facts)
  }

  func reason(ofKey names: [String]) -> String? {
    guard let shape = server.shape, shape.key == names else { return nil }
    return shape.keyReason?.rawValue
  }

  var readsTheSame: Bool { false }
  var hasTypes: Bool { true }
  var hasNulls: Bool { true }
  var isPaged: Bool { server.window != nil }
  var isWindow: Bool { server.window.map { !$0.isWhole } ?? false }

  func prepareToReload(
    _ document: Document, _ path: String, in shell: Shell
  ) throws(CommandError) -> AllowedFile? {
    if document.isOfLua { try shell.checkPermission(reaching: server.address) }
    _ = try document.settle(server, shell)
    return nil
  }

  func readAgain(
    _ document: Document, _ path: String, as file: AllowedFile?, in shell: Shell
  ) throws(CommandError) -> Document {
    // Rows of a window stand in the order of their key, whatever was done to them.
    if !isPaged { return try shell.read(server, document.reading, for: document) }
    return try shell.readAgain(server, keeping: document.localChanges.keys, document.reading)
  }

  func follower(
    of document: Document, usesLog: Bool, in shell: Shell
  ) throws(CommandError) -> any Follower {
    if isWindow {
      throw document.refusal(
        ofWindow: "a window is not watched: what others change there is read when it moves",
        hint: "reload reads it anew")
    }
    if document.isOfLua { try shell.checkPermission(reaching: server.address) }
    return try shell.follow(server, of: document, usesLog: usesLog)
  }

  var hasLog: Bool { true }

  func statementsToTell(
    removing: Bool, _ document: Document, in shell: Shell
  ) throws(CommandError) -> String? {
    if document.isOfLua { try shell.checkPermission(reaching: server.address) }
    do throws(PostgresSourceError) {
      return try server.triggerStatements(removing: removing, isWanted: { !shell.isStopped })
    } catch {
      throw CommandError(error)
    }
  }

  var tellsHowFollowed: Bool { true }

  func save(
    _ document: Document, _ request: SaveRequest, in shell: Shell
  ) throws(CommandError) -> CommandResult? {
    if request.path == nil || request.path == server.name {
      return try document.save(request, to: server, in: shell)
    }
    guard isWindow, let target = request.path else { return nil }
    return try document.saveWhole(to: target, request, in: shell)
  }

  var ownChanges: [String] { wholeChanges.map(\.told) }
  func dropOwnChanges() { wholeChanges = [] }
  func deleted(_ rows: [RowID]) { deletedThere.formUnion(rows) }
  func forgetDeparted() { departed = nil }

  func recordBase(of table: Table) -> RecordBase { table.hasKey ? .keyed : .unknown }

  func hasSaved(_ journal: Journal, of document: Document) -> Bool {
    journal.savingHash.map(server.hasCommitted) ?? false
  }

  func hasCommitted(_ transaction: UInt64) -> Bool { server.hasCommitted(transaction) }

  func readAgain(
    keeping keys: [[String]], _ document: Document, in shell: Shell
  ) throws(CommandError) -> Document? {
    isPaged ? try shell.readAgain(server, keeping: keys, document.reading) : nil
  }

  func answer(_ sql: String, _ invocation: Invocation) throws(CommandError) -> CommandResult? {
    let document = try invocation.document()
    return try invocation.query(sql, at: (server.address, document.shortName), for: document)
  }
}

extension Invocation {
  /// Runs a query at the server of a table.
  fileprivate func query(
    _ sql: String, at server: (address: PostgresAddress, name: String), for document: Document
  ) throws(CommandError) -> CommandResult {
    guard QueriedFile.isQuery(sql) else {
      throw refusal(
        "a query is one SELECT, WITH or VALUES",
        ["query \"SELECT …\"", "query --local \"SELECT …\""])
    }
    let made = try shell.read(server.address.naming(sql), ReadOptions())
    var notes = made.notes.filter { $0 != Shell.noKeyNote }
    let unsaved = document.editor.differsFromSource
    if unsaved { notes.append("what is not saved is not in it; query --local asks the table here") }
    notes.append("the server has answered, as it will the next query; --local asks the tables here")
    let result = open(made: made.table, as: "query of \(server.name)", notes: notes)
    shell.current?.source = QueriedServer(server)
    return result
  }
}

/// The result of a query of a server, of which the next query is asked, too.
final class QueriedServer: TableSource {
  private let server: (address: PostgresAddress, name: String)

  init(_ server: (address: PostgresAddress, name: String)) { self.server = server }

  /// It was the server's before.
  var whenSavedToFile: any TableSource { self }

  func answer(_ sql: String, _ invocation: Invocation) throws(CommandError) -> CommandResult? {
    try invocation.query(sql, at: server, for: invocation.document())
  }
}

/// Addresses of tables of PostgreSQL.
struct PostgresKind: SourceKind {
  func name(of path: String, in shell: Shell) throws(CommandError) -> String? {
    PostgresAddress(path)?.name
  }

  func read(
    _ path: String, _ reading: ReadOptions, in shell: Shell
  ) throws(CommandError) -> Document {
    guard let address = PostgresAddress(path) else { throw .noSource("to open") }
    return try shell.read(address, reading)
  }

  func saveCopy(
    of document: Document, to path: String, _ request: SaveRequest, in shell: Shell
  ) throws(CommandError) -> CommandResult? {
    guard let address = PostgresAddress(path) else { return nil }
    return try document.saveCopy(to: address, request, in: shell)
  }

  func export(
    _ table: Table, to path: String, _ invocation: Invocation
  ) throws(CommandError) -> CommandResult? {
    guard let address = PostgresAddress(path) else { return nil }
    if invocation.has("--format") {
      throw .usage(
        "a table of PostgreSQL has no format", synopsis: ["export ADDRESS#TABLE [TARGET]"])
    }
    return try invocation.shell.export(
      table, of: invocation.document(), to: address, replaces: invocation.has("--overwrite"))
  }
}

extension Document {
  /// The table of PostgreSQL that it comes from; nil: from none.
  var postgres: PostgresTable? { source as? PostgresTable }
  /// That table on its server.
  var server: PostgresSource? { postgres?.server }
}
