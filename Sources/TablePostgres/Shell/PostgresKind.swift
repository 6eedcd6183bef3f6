import Postgres
import TableKit
import TableShell
import TableSources

/// Addresses of tables of PostgreSQL.
struct PostgresKind: SourceKind {
  func name(of path: String, in shell: Shell) throws(CommandError) -> String? {
    PostgresAddress(path)?.name
  }

  func read(
    _ path: String, _ reading: ReadOptions, in shell: Shell
  ) throws(CommandError) -> Document {
    guard let address = PostgresAddress(path) else { throw .noSource("to open") }
    return try PostgresSession(shell).read(address, reading)
  }

  func saveCopy(
    of document: Document, to path: String, _ request: SaveRequest, in shell: Shell
  ) throws(CommandError) -> CommandResult? {
    guard let address = PostgresAddress(path) else { return nil }
    return try PostgresSession(shell).saveCopy(of: document, to: address, request)
  }

  func export(
    _ table: Table, to path: String, _ invocation: Invocation
  ) throws(CommandError) -> CommandResult? {
    guard let address = PostgresAddress(path) else { return nil }
    if invocation.has("--format") {
      throw .usage(
        "a table of PostgreSQL has no format", synopsis: ["export ADDRESS#TABLE [TARGET]"])
    }
    return try PostgresSession(invocation.shell).export(
      table, of: invocation.document(), to: address, replaces: invocation.has("--overwrite"))
  }
}
