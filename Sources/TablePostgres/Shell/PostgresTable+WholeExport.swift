import Postgres
import TableKit
import TableShell
import TableSources
import Wording

// Files of a table of which a window is here: the server sends all rows, a batch at a time, and the
// changes that are not saved are made in them.

extension PostgresTable {
  /// The format in which a window's table is written.
  ///
  /// - Throws: `window` for a format that must see all rows at once.
  private func batchFormat(_ format: ExportFormat, name: String) throws(CommandError) -> TableFormat
  {
    if case .source(let format) = format, format.takesBatches { return format }
    let names = TableFormats.all.filter(\.takesBatches).map(\.name).joined(separator: ", ")
    throw .window(
      "\(name) needs a table in memory, and this is a window",
      hint: "\(names) take any number of rows; open --whole reads all of them")
  }

  /// Takes rows, and where they are from.
  typealias RowSink = (Table, FileOrigin?) throws(SourceError) -> Void

  /// Writes the whole table of a window.
  ///
  /// - Parameter write: calls its argument with what takes the batches.
  /// - Returns: what is to be said.
  private func writeWhole(
    _ document: Document, in shell: Shell, as target: String,
    _ write: ((@escaping RowSink) throws(SourceError) -> Void) throws(SourceError) -> Void
  ) throws(CommandError) -> (rowCount: Int, notes: [String]) {
    try checkPermission(of: document, in: shell)
    if let change = wholeChanges.first {
      throw .window(
        "'\(change.text)' is not saved yet: the server has its rows as they were",
        hint: "save makes it; undo drops it")
    }
    var edits = try WindowEdits(document)
    let progress = shell.progress
    progress.begin("writing \(target)", .rows, total: server.window?.estimate)
    defer { progress.end() }
    var count = 0
    var problem: PostgresSourceError?
    do throws(SourceError) {
      try write { (sink) throws(SourceError) in
        do throws(PostgresSourceError) {
          try server.forEachBatch { (batch) throws(SourceError) in
            let table = edits.applied(to: batch.table)
            try sink(table, batch.origin)
            count += table.rowCount
            progress.advance(to: count)
          }
        } catch {
          problem = error
          throw .cancelled("writing '\(target)'")
        }
        if let new = edits.newRows {
          try sink(new, origin)
          count += new.rowCount
        }
      }
    } catch {
      throw problem.map { CommandError($0) } ?? CommandError(error)
    }
    return (count, edits.notes)
  }

  /// Writes a copy of the whole table of a window, which counts as saved.
  func saveWhole(
    _ document: Document, to target: String, _ request: SaveRequest, in shell: Shell
  ) throws(CommandError) -> CommandResult {
    if request.moves || request.backupSuffix != nil || PostgresAddress(target) != nil {
      throw .window(
        "for a window, save writes the server's table, or a copy to a file",
        hint: "save FILE; open FILE goes on there")
    }
    if target == "-" {
      if let style = request.style {
        throw .source(style.refusal(by: TableFormats.complete.name, for: target))
      }
      try shell.ask(.willSave, path: target)
      let notes = try writeWhole(document, in: shell, to: TableFormats.complete)
      document.didCopyToOutput(in: shell)
      try shell.tell(.didSave, path: target)
      return CommandResult(notes: notes)
    }
    let file = try shell.permitted(saving: target, nil)
    guard
      let known = try ExportFormat(path: target)
        ?? (target.pathExtension.isEmpty ? .source(TableFormats.complete) : nil)
    else { throw .unknownExtension(FileOrigin.fileExtension(target), takesFormat: false) }
    var format = try batchFormat(known, name: "a file '\(target)'")
    if let style = request.style { format = try sourcing(format.styled(style, for: target)) }
    let seen = try shell.checkOverwriting(target, request)
    try shell.ask(.willSave, path: target)
    if request.isDryRun {
      return CommandResult(sentence: "dry run: nothing is written to \(target)")
    }
    try shell.confirmInPlace(target, request)
    let result = try writeWhole(
      document, in: shell, to: request.target(target, at: file, replacing: seen, shell.progress),
      as: format, verb: "saved")
    document.didCopy()
    shell.written.add(target)
    try shell.tell(.didSave, path: target)
    return result
  }

  /// Writes a file.
  private func writeWhole(
    _ document: Document, in shell: Shell, to target: FileTarget, as format: TableFormat,
    verb: String
  ) throws(CommandError) -> CommandResult {
    let path = target.path
    var target = target
    target.progress = shell.progress.unwatched
    var report: SaveReport?
    let losses = try losses(of: document, in: format, shell)
    let written = try writeWhole(document, in: shell, as: path) { (batches) throws(SourceError) in
      report = try FileOrigin.exportBatches(as: format, to: target) {
        (writer) throws(SourceError) in
        try batches { (table, source) throws(SourceError) in try writer.write(table, from: source) }
      }
    }
    return CommandResult(
      sentence: "\(verb) \(Counts.of(written.rowCount, "row")) to \(path) "
        + "(\(Counts.of(report?.byteCount ?? 0, "byte")))",
      notes: losses + written.notes + (report?.notes.map(\.description) ?? []))
  }

  /// Writes to standard output, as it comes.
  private func writeWhole(
    _ document: Document, in shell: Shell, to format: TableFormat
  ) throws(CommandError) -> [String] {
    let losses = try losses(of: document, in: format, shell)
    let written = try writeWhole(document, in: shell, as: "-") { (batches) throws(SourceError) in
      try FileOrigin.exportBatches(
        as: format,
        to: { bytes in
          shell.emit(table: Array(bytes))
          shell.console.flush()
        }, progress: shell.progress.unwatched
      ) { (writer) throws(SourceError) in
        try batches { (table, source) throws(SourceError) in try writer.write(table, from: source) }
      }
    }
    return losses + written.notes
  }

  /// Writes a new table of a server.
  private func writeWhole(
    _ document: Document, in shell: Shell, to address: PostgresAddress, replaces: Bool
  ) throws(CommandError) -> CommandResult {
    var notes: [String] = []
    var failure: CommandError?
    do throws(CommandError) {
      var result = try PostgresSession(shell).export(
        columnsOf: document, to: address, replaces: replaces
      ) {
        (export, address, replaces) throws(PostgresSourceError) in
        var made: Result<PostgresExport.Report, PostgresSourceError>?
        do throws(CommandError) {
          notes = try self.writeWhole(document, in: shell, as: address.name) {
            (batches) throws(SourceError) in
            do throws(PostgresSourceError) {
              made = .success(
                try export.write(to: address, replaces: replaces) { (sink) throws(SourceError) in
                  try batches { (table, _) throws(SourceError) in try sink(table) }
                })
            } catch {
              if case .source(let error) = error { throw error }
              made = .failure(error)
              throw .cancelled("writing '\(address.name)'")
            }
          }.notes
        } catch {
          failure = error
        }
        // What stopped the reading stopped the writing, too.
        if case .failure(.postgres(.cancelled))? = made, failure != nil { made = nil }
        guard let made else { throw .postgres(.cancelled) }
        failure = nil
        return try made.get()
      }
      result.notes += notes
      return result
    } catch {
      throw failure ?? error
    }
  }

  private func losses(
    of document: Document, in format: TableFormat, _ shell: Shell
  ) throws(CommandError) -> [String] {
    try ExportFormat.source(format).losses(
      in: document.wholeTable, from: origin, progress: shell.progress)
  }
}

extension PostgresTable {
  func export(to path: String, _ invocation: Invocation) throws(CommandError) -> CommandResult? {
    guard isWindow, try invocation.optional(.target) == nil else { return nil }
    if try invocation.optional(.columns) != nil {
      throw .window(
        "of the whole table, all columns are written",
        hint: "add a target for the rows that are here, or: "
          + "psql -c '\\copy (SELECT … FROM …) TO FILE CSV HEADER'")
    }
    let (document, shell) = (try invocation.document(), invocation.shell)
    if let address = PostgresAddress(path) {
      return try writeWhole(
        document, in: shell, to: address, replaces: invocation.has("--overwrite"))
    }
    let known = try invocation.exportFormat(for: path)
    let batches = try batchFormat(
      known, name: invocation.value(of: "--format")?.text ?? "'\(path)'")
    if path == "-" {
      return CommandResult(notes: try writeWhole(document, in: shell, to: batches))
    }
    let target = try invocation.fileTarget(path, as: known)
    if shell.isDryRun {
      return CommandResult(sentence: "dry run: nothing is written to \(path)")
    }
    let result = try writeWhole(document, in: shell, to: target, as: batches, verb: "exported")
    shell.written.add(path)
    return result
  }
}

/// The changes of a window that are not saved, to be made in rows that the server sends.
private struct WindowEdits {
  private let table: Table
  private let base: Table
  /// The changed rows that were not met yet, by the key that the server knows.
  private var updates: [(key: [String], row: RowID)] = []
  /// The keys of deleted rows that were not met yet.
  private var deletes: [[String]] = []
  private var inserts: [RowID] = []

  /// - Throws: `window` if columns were changed.
  init(_ document: Document) throws(CommandError) {
    (table, base) = (document.wholeTable, document.editor.saved)
    guard table.columns.map(\.id) == base.columns.map(\.id),
      table.columns.map(\.name) == base.columns.map(\.name)
    else {
      throw .window(
        "columns were changed here, and the rows come from the server",
        hint: "undo that; open --whole reads all rows")
    }
    let changed = PostgresTable.localChanges(of: document.editor)
    for row in changed.rows {
      if row.rawValue < base.rowIDCount, base.contains(row) {
        updates.append((key(of: row), row))
      } else {
        inserts.append(row)
      }
    }
    let kept = Set(updates.map(\.key))
    deletes = changed.keys.filter { !kept.contains($0) }
  }

  private func key(of row: RowID) -> [String] { base.keyColumns.map { base.cell(row, $0).text } }

  /// Returns rows of the server with the changes made.
  ///
  /// - Complexity: O(rows), plus O(changes) that were not met yet.
  mutating func applied(to batch: Table) -> Table {
    if updates.isEmpty, deletes.isEmpty { return batch }
    var edits: [Edit] = []
    var changes: [CellChange] = []
    var rest: [(key: [String], row: RowID)] = []
    for (key, row) in updates {
      guard let place = batch.row(withKey: key) else {
        rest.append((key, row))
        continue
      }
      for (mine, theirs) in zip(table.columns, batch.columns) {
        let cell = table.cell(row, mine.id)
        if cell != base.cell(row, mine.id) { changes.append(CellChange(place, theirs.id, cell)) }
      }
    }
    updates = rest
    let gone = deletes.compactMap { batch.row(withKey: $0) }
    deletes.removeAll { batch.row(withKey: $0) != nil }
    if !changes.isEmpty { edits.append(.update(changes)) }
    if !gone.isEmpty { edits.append(.delete(gone)) }
    if edits.isEmpty { return batch }
    var editor = Editor(table: batch)
    editor.undoBudget = 0
    // A key that another row of the batch has until the save cannot be set here.
    _ = try? editor.perform(edits, title: "")
    return editor.table
  }

  /// The new rows; nil: there are none.
  var newRows: Table? {
    if inserts.isEmpty { return nil }
    let mine = Set(inserts)
    var editor = Editor(table: table.rehearsal())
    editor.undoBudget = 0
    let others = table.rowList.filter { !mine.contains($0) }
    if !others.isEmpty { _ = try? editor.perform([.delete(others)], title: "") }
    return editor.table
  }

  /// What is said once all rows were met.
  var notes: [String] {
    var notes: [String] = []
    if !inserts.isEmpty {
      notes.append(
        "\(Counts.of(inserts.count, "new row")) stand\(inserts.count == 1 ? "s" : "") at the end")
    }
    if !updates.isEmpty {
      let count = Counts.of(updates.count, "changed row")
      notes.append(
        "\(count) of this window \(updates.count == 1 ? "is" : "are") no longer on the server, and left out"
      )
    }
    return notes
  }
}
