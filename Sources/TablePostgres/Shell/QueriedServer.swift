import Postgres
import TableKit
import TableShell
import TableSources

/// The result of a query of a server, of which the next query is asked, too.
final class QueriedServer: TableSource {
  private let server: (address: PostgresAddress, name: String)
  /// It lives in no file, or in one.
  private var file: any TableSource = FileSource(nil, isNew: true)

  init(_ server: (address: PostgresAddress, name: String)) { self.server = server }

  var origin: FileOrigin? {
    get { file.origin }
    _modify { yield &file.origin }
  }
  var path: String? { file.path }
  var realPath: String? { file.realPath }
  var loader: String? { file.loader }
  var readsTheSame: Bool { file.readsTheSame }
  var isNew: Bool {
    get { file.isNew }
    set { file.isNew = newValue }
  }

  func follower(
    of document: Document, usesLog: Bool, in shell: Shell
  ) throws(CommandError) -> any Follower {
    try file.follower(of: document, usesLog: usesLog, in: shell)
  }

  func moved(to origin: FileOrigin, loader: String?) -> any TableSource {
    file = file.moved(to: origin, loader: loader)
    return self
  }

  func recovered(as fresh: any TableSource) -> any TableSource {
    file = fresh
    return self
  }

  func answer(_ sql: String, _ invocation: Invocation) throws(CommandError) -> CommandResult? {
    try invocation.query(sql, at: server, for: invocation.document())
  }
}

extension Invocation {
  /// Runs a query at the server of a table.
  func query(
    _ sql: String, at server: (address: PostgresAddress, name: String), for document: Document
  ) throws(CommandError) -> CommandResult {
    guard QueriedFile.isQuery(sql) else {
      throw refusal(
        "a query is one SELECT, WITH or VALUES",
        ["query \"SELECT …\"", "query --local \"SELECT …\""])
    }
    let made = try PostgresSession(shell).read(server.address.naming(sql), ReadOptions())
    var notes = made.opening.notes.filter { $0 != PostgresSession.noKeyNote }
    let unsaved = document.editor.differsFromSource
    if unsaved { notes.append("what is not saved is not in it; query --local asks the table here") }
    notes.append("the server has answered, as it will the next query; --local asks the tables here")
    return open(
      made: made.table, as: "query of \(server.name)", notes: notes, from: QueriedServer(server))
  }
}
