import Postgres
import TableInteraction
import TableKit
import TableLive
import TablePrinters
import Wording

// New tables of PostgreSQL.

extension Shell {
  /// Writes a table as a new one of a server.
  ///
  /// - Parameters:
  ///   - document: what it is the table of, or some rows.
  ///   - replaces: whether a table of that name makes way for it; on a terminal that is asked.
  func export(
    _ table: Table, of document: Document, to address: PostgresAddress, replaces: Bool,
    isDryRun: Bool = false
  ) throws(CommandError) -> CommandResult {
    let export: PostgresExport
    do throws(PostgresSourceError) {
      export = try PostgresExport(
        table, to: address, declared: try declaredTypes(of: table, of: document))
    } catch {
      throw CommandError(error)
    }
    let notes = export.notes.map(\.description)
    if isDryRun || self.isDryRun {
      return CommandResult(sentence: "dry run: nothing is written to \(address.name)", notes: notes)
    }
    let report: PostgresExport.Report
    do throws(CommandError) { report = try write(export, to: address, replaces: replaces) } catch {
      guard case .outside("table-exists", let message, _) = error, console.isInteractive,
        !context.isOfLua
      else { throw error }
      try confirm(DisplayText("\(message): drop it, with its indexes and rights?").text)
      report = try write(export, to: address, replaces: true)
    }
    return CommandResult(
      sentence: "exported \(Counts.of(report.rowCount, "row")) to table '\(report.name)' of "
        + address.server, notes: notes)
  }

  /// The types that columns have on the server that they are from, where they were not typed anew.
  private func declaredTypes(
    of table: Table, of document: Document
  ) throws(PostgresSourceError) -> [ColumnID: PostgresDeclaredType] {
    guard let server = document.server else { return [:] }
    let types = try server.declaredTypes(isWanted: { !self.isStopped })
    let base = document.editor.saved
    var found: [ColumnID: PostgresDeclaredType] = [:]
    for column in table.columns {
      guard let known = base.column(column.id), known.typing == column.typing else { continue }
      found[column.id] = types[known.name]
    }
    return found
  }

  private func write(
    _ export: PostgresExport, to address: PostgresAddress, replaces: Bool
  ) throws(CommandError) -> PostgresExport.Report {
    try withPassword(for: address) { (address) throws(PostgresSourceError) in
      try export.write(
        to: address, replaces: replaces, usesSecrets: !context.isOfLua, progress: progress,
        isWanted: { !self.isStopped })
    }
  }
}

extension Document {
  /// Writes a copy to a new table of a server.
  func saveCopy(
    to address: PostgresAddress, _ request: SaveRequest, in shell: Shell
  ) throws(CommandError) -> CommandResult {
    if request.moves || request.backupSuffix != nil {
      throw .usage(
        "a table of PostgreSQL is a copy, without --as and --backup",
        synopsis: ["save ADDRESS#TABLE", "open ADDRESS#TABLE"])
    }
    try shell.ask(.willSave, path: address.name)
    let result = try shell.export(
      wholeTable, of: self, to: address, replaces: request.overwrites || request.isForced,
      isDryRun: request.isDryRun)
    if !request.isDryRun, !shell.isDryRun {
      markSaved(toSource: false)
      journal?.didCopy(editor)
    }
    try shell.tell(.didSave, path: address.name)
    return result
  }
}
