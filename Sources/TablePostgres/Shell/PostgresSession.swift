import CommandLanguage
import Postgres
import TableKit
import TableShell
import TablePrinters
import TableSources
import Wording

// Tables of PostgreSQL.

/// Reaches a server.
func reaching<T>(
  _ body: @autoclosure () throws(PostgresSourceError) -> T
) throws(CommandError) -> T {
  do throws(PostgresSourceError) { return try body() } catch { throw CommandError(error) }
}

extension CommandError {
  /// The error for one of a server's; what the user has stopped is `stopped`.
  init(_ error: PostgresSourceError) {
    switch error {
    case .postgres(.cancelled): self = .stopped
    case .source(let error): self.init(error)
    default: self = .outside(code: error.code, message: error.message, hint: error.hint)
    }
  }
}

/// Tables of PostgreSQL in a session.
struct PostgresSession {
  let shell: Shell

  init(_ shell: Shell) { self.shell = shell }

  /// Reads a table of PostgreSQL into a document.
  func read(_ address: PostgresAddress, _ reading: ReadOptions) throws(CommandError) -> Document {
    do throws(CommandError) {
      let (source, loaded) = try withPassword(for: address) {
        (address) throws(PostgresSourceError) in
        let source = PostgresSource(address, options: reading, usesSecrets: !shell.context.isOfLua)
        source.isWanted = { [weak shell] in shell?.isStopped != true }
        return (source, try source.read(progress: shell.progress))
      }
      return try document(of: source, loaded, reading)
    } catch {
      if !error.isInterruption { shell.tellLeftBehind(ofUnreachable: address.name) }
      throw error
    }
  }

  /// Calls `body` with an address, and again with the password that it turns out to need: one that
  /// was typed before for the same server, or is asked for. Lua knows none.
  func withPassword<Result>(
    for address: PostgresAddress,
    _ body: (PostgresAddress) throws(PostgresSourceError) -> Result
  ) throws(CommandError) -> Result {
    try checkPermission(reaching: address)
    let isSecret = shell.context.isOfLua || address.hasPassword
    let known = shell.documents.lazy.compactMap { PostgresTable.of($0)?.server.address }.first {
      $0.server == address.server && $0.hasPassword
    }
    do throws(PostgresSourceError) {
      return try body(isSecret ? address : known?.naming(address.part) ?? address)
    } catch {
      guard !isSecret, case .postgres(.noPassword) = error,
        let password = shell.console.askSecret("Password for \(DisplayText(address.server).text): ")
      else { throw CommandError(error) }
      var address = address
      address.password = password
      return try reaching(body(address))
    }
  }

  /// Reads a table of PostgreSQL, perhaps again.
  ///
  /// - Parameter known: the document as it was; nil: it is opened.
  func read(
    _ source: PostgresSource, _ reading: ReadOptions, for known: Document? = nil
  ) throws(CommandError) -> Document {
    let loaded = try reaching(source.read(progress: shell.progress))
    return try document(of: source, loaded, reading, for: known)
  }

  /// The rows that a source has read, as a document.
  ///
  /// - Parameter known: the document as it was, whose rows may have an order of their own.
  func document(
    of source: PostgresSource, _ loaded: LoadedTable, _ reading: ReadOptions,
    for known: Document? = nil
  ) throws(CommandError) -> Document {
    let document = Document(
      name: source.name, table: loaded.table, source: PostgresTable(source, loaded.origin),
      reading: reading)
    document.opening.notes = loaded.notes.map(\.description)
    if !loaded.table.hasKey { document.opening.notes.append(Self.noKeyNote) }
    if let base = known?.editor.saved, base.hasOwnOrder { try document.arrange(like: base) }
    return document
  }

  /// What is said of a table whose rows nothing tells apart.
  static let noKeyNote = "the rows have no key: --key COLUMN,… tells them apart"

  /// Checks that Lua may reach the servers of an address.
  func checkPermission(reaching address: PostgresAddress) throws(CommandError) {
    guard shell.context.isOfLua else { return }
    for host in try reaching(asking(address.hosts())) { try shell.checkPermission(reaching: host) }
  }
}

extension PostgresTable {
  /// What is said, once, of tables that the server has no more while their sections stay here.
  ///
  /// - Parameters:
  ///   - former: the tables as the server had them, read as one.
  ///   - fresh: as it has them now.
  ///   - table: as they are here.
  func noteOnGoneTables(_ former: Table, _ fresh: Table, _ table: Table) -> String? {
    guard server.tableColumn != nil, let column = former.columns.first?.id,
      former.sectionColumn == column, table.sectionColumn == column
    else { return nil }
    let (known, there) = (NameSet(former.sections.map(\.name)), NameSet(fresh.sections.map(\.name)))
    let gone = table.sections.map(\.name).filter { known.contains($0) && !there.contains($0) }
    let news = gone.filter { !goneTables.contains($0) }
    goneTables = NameSet(gone)
    guard let first = news.first else { return nil }
    return news.count == 1
      ? "the server has no table '\(shown: first)' any more: its section stays here only; "
        + "section delete \(Quoting.word(first)) takes it out"
      : "the server has no tables \(Counts.list(news.map { "'\(shown: $0)'" }, last: "and")) any more: "
        + "their sections stay here only; section delete takes them out"
  }
}
