import Postgres
import TableKit
import TableShell
import TablePrinters
import Wording

// New tables of PostgreSQL.

extension PostgresSession {
  /// Writes a table as a new one of a server.
  ///
  /// - Parameters:
  ///   - document: what it is the table of, or some rows.
  ///   - replaces: whether a table of that name makes way for it; on a terminal that is asked.
  func export(
    _ table: Table, of document: Document, to address: PostgresAddress, replaces: Bool,
    isDryRun: Bool = false
  ) throws(CommandError) -> CommandResult {
    let export = try reaching(
      PostgresExport(
        table, to: address, declared: declaredTypes(of: table, of: document),
        progress: shell.progress))
    return try self.export(export, to: address, replaces: replaces, isDryRun: isDryRun) {
      (export, address, replaces) throws(PostgresSourceError) in
      try export.write(to: address, replaces: replaces, progress: shell.progress)
    }
  }

  /// Writes all rows of the table of a window as a new one of a server.
  ///
  /// - Parameter write: writes them to an address, in the place of a table of that name or not.
  func export(
    columnsOf document: Document, to address: PostgresAddress, replaces: Bool,
    _ write: (PostgresExport, PostgresAddress, Bool) throws(PostgresSourceError) ->
      PostgresExport.Report
  ) throws(CommandError) -> CommandResult {
    let table = document.wholeTable
    let export = try reaching(
      PostgresExport(
        columnsOf: table, to: address, declared: declaredTypes(of: table, of: document)))
    return try self.export(export, to: address, replaces: replaces, write)
  }

  private func export(
    _ export: PostgresExport, to address: PostgresAddress, replaces: Bool, isDryRun: Bool = false,
    _ write: (PostgresExport, PostgresAddress, Bool) throws(PostgresSourceError) ->
      PostgresExport.Report
  ) throws(CommandError) -> CommandResult {
    var export = export
    export.usesSecrets = !shell.context.isOfLua
    export.isWanted = { !shell.isStopped }
    let notes = export.notes.map(\.description)
    if isDryRun || shell.isDryRun {
      return CommandResult(sentence: "dry run: nothing is written to \(address.name)", notes: notes)
    }
    func written(replaces: Bool) throws(CommandError) -> PostgresExport.Report {
      try withPassword(for: address) { (address) throws(PostgresSourceError) in
        try write(export, address, replaces)
      }
    }
    let report: PostgresExport.Report
    do throws(CommandError) { report = try written(replaces: replaces) } catch {
      guard case .outside("table-exists", let message, _) = error, shell.console.isInteractive,
        !shell.context.isOfLua
      else { throw error }
      try shell.confirm(DisplayText(line: "\(message): drop it, with its indexes and rights?").text)
      report = try written(replaces: true)
    }
    return CommandResult(
      sentence: "exported \(Counts.of(report.rowCount, "row")) to table '\(report.name)' of "
        + address.server, notes: notes)
  }

  /// The types that columns have on the server that they are from, where they were not typed anew.
  private func declaredTypes(
    of table: Table, of document: Document
  ) throws(PostgresSourceError) -> [ColumnID: PostgresDeclaredType] {
    guard let server = PostgresTable.of(document)?.server else { return [:] }
    let types = try server.declaredTypes()
    let base = document.editor.saved
    var found: [ColumnID: PostgresDeclaredType] = [:]
    for column in table.columns {
      guard let known = base.column(column.id), known.typing == column.typing else { continue }
      found[column.id] = types[known.name]
    }
    return found
  }
}

extension PostgresSession {
  /// Writes a copy to a new table of a server.
  func saveCopy(
    of document: Document, to address: PostgresAddress, _ request: SaveRequest
  ) throws(CommandError) -> CommandResult {
    if request.moves || request.backupSuffix != nil {
      throw .usage(
        "a table of PostgreSQL is a copy, without --as and --backup",
        synopsis: ["save ADDRESS#TABLE", "open ADDRESS#TABLE"])
    }
    try shell.ask(.willSave, path: address.name)
    let result = try export(
      document.wholeTable, of: document, to: address,
      replaces: request.overwrites || request.isForced,
      isDryRun: request.isDryRun)
    if !request.isDryRun, !shell.isDryRun { document.didCopy() }
    try shell.tell(.didSave, path: address.name)
    return result
  }
}
