import Postgres
import TableInteraction
import TableKit
import TableLive
import TableSources
import Wording

// Tables of PostgreSQL.

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

extension Shell {
  /// Reads a table of PostgreSQL into a document.
  func read(
    _ address: PostgresAddress, _ reading: ReadOptions
  ) throws(CommandError) -> Document {
    try checkPermission(reaching: address)
    // A password that was typed once need not be again, but is not Lua's.
    let known = documents.lazy.compactMap(\.server).first { $0.name == address.name }?.address
    let isKnown = !context.isOfLua && !address.hasPassword
    let source = PostgresSource(
      isKnown ? known ?? address : address, options: reading, usesSecrets: !context.isOfLua)
    do throws(CommandError) { return try read(source, reading) } catch {
      if !error.isInterruption { tellLeftBehind(ofUnreachable: address.name) }
      throw error
    }
  }

  /// Reads a table of PostgreSQL, perhaps again.
  ///
  /// - Parameter known: the document as it was; nil: it is opened.
  func read(
    _ source: PostgresSource, _ reading: ReadOptions, for known: Document? = nil
  ) throws(CommandError) -> Document {
    let loaded: LoadedTable
    do throws(PostgresSourceError) {
      loaded = try source.read(progress: progress, isWanted: { !self.isStopped })
    } catch {
      throw CommandError(error)
    }
    let document = Document(
      name: source.name, table: loaded.table, origin: loaded.origin, reading: reading)
    document.server = source
    document.path = source.name
    document.notes = loaded.notes.map(\.description)
    if !loaded.table.hasKey {
      document.notes.append("the rows have no key: --key COLUMN,… tells them apart")
    }
    if let base = known?.editor.saved, base.hasOwnOrder { try arrange(document, as: base) }
    return document
  }

  /// Checks that Lua may reach the servers of an address.
  func checkPermission(reaching address: PostgresAddress) throws(CommandError) {
    guard context.isOfLua else { return }
    let hosts: [String]
    do throws(PostgresError) { hosts = try address.hosts() } catch {
      throw CommandError(.postgres(error))
    }
    for host in hosts { try checkPermission(reaching: host) }
  }
}
