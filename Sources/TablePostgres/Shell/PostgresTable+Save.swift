import CommandLanguage
import TableKit
import TableShell
import TableSources
import Wording

// Saving to a server of PostgreSQL: all that was changed or nothing, where nobody else changed it.

extension PostgresTable {
  /// Writes what was changed here.
  ///
  /// Others' changes of the same rows come in, as far as they do not conflict, and then it is tried
  /// again. With a conflict nothing is saved. What the server makes of the values comes into the
  /// table.
  ///
  /// - Throws: `outside`, `conflicts`, `edit`, `lua`, `interrupted`.
  func saveRows(
    of document: Document, _ request: SaveRequest, in shell: Shell
  ) throws(CommandError) -> CommandResult {
    try PostgresSession(shell).checkPermission(reaching: server.address)
    try shell.ask(.willSave, path: server.name)
    server.lockWait = shell.progress.lockWait
    if let refusal = server.refusal { throw error(refusal, document) }
    // What comes back must find its rows.
    if document.editor.hidesRows {
      throw .edit(.rowsAreHidden(document.wholeTable.rowCount - document.table.rowCount))
    }
    if !wholeChanges.isEmpty { return try saveWholeChanges(of: document, request, in: shell) }
    if request.isDryRun { return try dryRun(of: changes(of: document), document, shell) }
    var arrived = try resolveUnknownSave(document, shell)
    try request.checkConflicts(of: document)
    shell.progress.begin("saving \(server.name)", .rows)
    defer { shell.progress.end() }
    // A window has the rows of a page only, and undo brings back none but those.
    var isCurrent = isPaged
    for _ in 0..<PostgresSource.tries {
      let changes = try changes(of: document)
      let losses = request.losses(of: document) + notesOnOrderOfColumns(in: document)
      if changes.count == 0 {
        return try adoptNothing(arrived, document, shell).noting(losses)
      }
      let saved: PostgresSaved
      do throws(PostgresSaveError) {
        saved = try server.save(
          changes, isCurrent: isCurrent,
          beforeCommit: { number, saved in
            document.journal?.willSave(
              GivenKeys(transaction: number, cells: keys(givenTo: saved, document)))
          })
      } catch {
        if case .divided = error, let saved = server.dividedSave {
          throw takeParts(of: saved, error, document, shell)
        }
        guard error.mayBeConflict else { throw self.error(error, document) }
        let former = document.editor.saved
        arrived.append(try shell.mergeAgain(document, title: "save"))
        try request.checkConflicts(of: document)
        isCurrent = true
        if error == .outdated { continue }
        // The server has what it had: it is not others who are in the way.
        if former.isSame(as: document.editor.saved) { throw self.error(error, document) }
        continue
      }
      return try adopt(saved, arrived, document, shell).noting(losses)
    }
    throw .outside(
      code: "source-changed", message: "others change '\(server.name)' all the time",
      hint: "save tries again; nothing is saved")
  }

  private func notesOnOrderOfColumns(in document: Document) -> [String] {
    document.wholeTable.columns.map(\.id) == document.editor.saved.columns.map(\.id)
      ? [] : ["the order of columns is not saved: a server's columns stay as they are"]
  }

  /// What differs from what the server is known to have.
  func changes(of document: Document) throws(CommandError) -> PostgresChanges {
    let (base, table) = (document.editor.saved, document.wholeTable)
    let hintOfCopy = Self.hintOfCopy(document)
    func unlike(_ name: String, _ what: String) -> CommandError {
      .outside(
        code: "cannot-save", message: "column '\(shown: name)' is \(what) here only",
        hint: "undo that: a server's columns are not saved; \(hintOfCopy)")
    }
    for column in table.columns where base.column(column.id) == nil {
      throw .outside(
        code: "cannot-save",
        message:
          "column '\(shown: column.name)' is here only: '\(shown: server.shortName)' has none of that name",
        hint: "column delete \(Quoting.word(column.name)) takes it out with its values, then save; "
          + hintOfCopy)
    }
    for column in base.columns {
      guard let mine = table.column(column.id) else { throw unlike(column.name, "deleted") }
      if mine.name !== column.name { throw unlike(mine.name, "called so") }
    }
    let columns = server.columnNames.map { base.column(named: $0)?.id }
    let known = columns.compactMap { $0 }
    if known.count != columns.count || known.count != base.columns.count {
      throw error(.columnsChanged(server.name), document)
    }
    return try saving(document) { () throws(PostgresSaveError) in
      try PostgresChanges(
        from: base, to: table, columns: known, computed: server.computedColumns,
        tableColumn: server.tableColumn,
        isReturning: { deletedThere.contains($0) || document.editor.sourceHad($0) })
    }
  }

  /// Has the server make the changes and take them back, which shows what it refuses, and what foreign
  /// keys would do.
  private func dryRun(
    of changes: PostgresChanges, _ document: Document, _ shell: Shell
  ) throws(CommandError) -> CommandResult {
    let counts = Self.counts(changes.insertCount, changes.updateCount, changes.deleteCount)
    var result = CommandResult()
    result.sentence =
      "dry run: nothing is written to \(server.name)"
      + (counts.isEmpty ? "" : "; save would have " + counts.joined(separator: ", "))
    if counts.isEmpty { return result }
    if server.hasPending {
      result.notes.append("it is not known yet whether the last save was done: save asks first")
      return result
    }
    do throws(PostgresSaveError) {
      let saved = try server.save(changes, isTrial: true)
      result.notes += saved.effects.list.map(\.trialNote)
      if saved.effects.mayHaveMore {
        result.notes.append("foreign keys or triggers may change more rows")
      }
    } catch {
      guard case .conflict = error, let row = error.row?.row else {
        throw self.error(error, document)
      }
      throw .outside(
        code: "source-changed",
        message:
          "\(name(of: row, in: document.wholeTable, document)): the server has other values by now, or does not "
          + "let it be changed", hint: "reload brings in what others changed; this was a dry run")
    }
    return result
  }

  private static func counts(_ inserted: Int, _ updated: Int, _ deleted: Int) -> [String] {
    [("inserted", inserted), ("changed", updated), ("deleted", deleted)].filter { $0.1 > 0 }
      .map { "\($0.0) \(Counts.of($0.1, "row"))" }
  }

  /// Finds out whether a save whose answer was lost was committed, and merges what it wrote.
  func resolveUnknownSave(
    _ document: Document, _ shell: Shell
  ) throws(CommandError) -> [Transaction] {
    let outcome = try saving(document) { () throws(PostgresSaveError) in
      try server.resolvePending()
    }
    guard case .saved(let saved) = outcome else { return [] }
    // New rows have the keys that the server gave them, by which the rest comes in.
    let given = keys(givenTo: saved, document).filter { document.table.contains($0.row) }
    let own = given.isEmpty ? nil : try editing(document.editor.takeOver(given))
    document.journal?.markStale()
    return [own, try shell.mergeAgain(document, title: "save")].compactMap { $0 }
  }
}

// MARK: - Afterwards

extension PostgresTable {
  /// Takes over what the server has of the rows: values that were written here as a part of the
  /// step that wrote them, others as a change of others.
  private func adopt(
    _ saved: PostgresSaved, _ arrived: [Transaction], _ document: Document, _ shell: Shell
  ) throws(CommandError) -> CommandResult {
    var result = CommandResult()
    var made = SavedRows()
    (made.arrived, made.effects) = (arrived, saved.effects)
    var rewritten: [(sent: String, stored: String)] = []
    var foreign: [(row: RowID, cells: [CellChange])] = []
    for row in saved.rows where !row.corrections.isEmpty {
      var others: [CellChange] = []
      for correction in row.corrections {
        let column = saved.columns[correction.column]
        if saved.isWritten(row, correction.column), let stored = correction.text,
          let sent = saved.sent(row, correction.column)
        {
          rewritten.append((sent, stored))
        }
        guard let cell = cell(row.row, column, correction.text, document) else { continue }
        // Keys tell rows apart: they are never a part of others' changes.
        if saved.isWritten(row, correction.column) || document.table.keyColumns.contains(column) {
          made.stored.append(cell)
        } else {
          others.append(cell)
        }
      }
      if !others.isEmpty { foreign.append((row.row, others)) }
    }
    let bringsOrder = document.table.hasOwnOrder && !document.editor.saved.hasOwnOrder
    if saved.effects.reachRows {
      do throws(CommandError) { made.fresh = try shell.readAgain(document, server.name) } catch {
        made.problem = error
      }
    }
    if !foreign.isEmpty { made.changed = { Self.delta(of: foreign, $0) } }
    server.didWrite()
    server.didSave(addingRows: saved.counts.inserted - saved.counts.deleted)
    document.take(made, in: shell, &result)
    shell.didSave(document)
    let count = foreign.reduce(made.stored.count) { $0 + $1.cells.count }
    if count > 0 {
      result.notes.append(
        "\(Counts.of(count, "value")) that the server or others made came in"
          + Self.list(rewritten))
    }
    if saved.unseen > 0, made.fresh == nil {
      let count = Counts.of(saved.unseen, "row")
      result.notes.append(
        "triggers or foreign keys deleted \(count) again or gave them other keys: reload shows that"
      )
    }
    if bringsOrder {
      result.notes.append("the server keeps no order: rows that you moved have moved only here")
    }
    try shell.tell(.didSave, path: server.name)
    result.sentence =
      "saved to \(server.name): "
      + Self.counts(saved.counts.inserted, saved.counts.updated, saved.counts.deleted)
      .joined(separator: ", ")
    return result
  }

  /// Cells of rows that others gave other values, by key.
  private static func delta(of rows: [(row: RowID, cells: [CellChange])], _ table: Table) -> Delta {
    Delta(
      rows: rows.map { row, cells in
        Delta.Row(
          table.keyColumns.map { table.cell(row, $0).text },
          cells.map { (table.column($0.column)?.name ?? "", $0.cell) })
      })
  }

  /// What is said of values that are stored in another form: the first one, rather a time that loses
  /// its zone, or gets one.
  private static func list(_ values: [(sent: String, stored: String)]) -> String {
    let losing = values.first { losesZone($0.sent, as: $0.stored) }
    let zoned = values.first { isZoned($0.sent, as: $0.stored) }
    guard let (sent, stored) = losing ?? zoned ?? values.first else { return "" }
    let more = values.count > 1 ? "; and \(values.count - 1) more in another form" : ""
    return ": '\(shown: short(sent))' is '\(shown: short(stored))' there"
      + (losing != nil
        ? ", as its column keeps no zone" : zoned != nil ? ", as a time without a zone is UTC" : "")
      + more
  }

  private static func short(_ text: String) -> String {
    let longest = 60
    return text.count > longest ? text.prefix(longest) + "…" : text
  }

  /// Whether a time was sent without a zone, and is stored with that of UTC.
  private static func isZoned(_ sent: String, as stored: String) -> Bool {
    guard stored.hasSuffix("+00"), stored.contains(":") else { return false }
    guard let colon = sent.firstIndex(of: ":") else { return sent.allSatisfy { $0 != "+" } }
    return sent[colon...].allSatisfy { $0.isNumber || ":. ".contains($0) }
  }

  /// Whether a time was sent with a zone, and is stored without.
  private static func losesZone(_ sent: String, as stored: String) -> Bool {
    guard let colon = stored.firstIndex(of: ":"), let own = sent.firstIndex(of: ":"),
      stored[colon...].allSatisfy({ $0.isNumber || ":.".contains($0) }),
      stored.allSatisfy({ $0.isNumber || ":.- ".contains($0) })
    else { return false }
    let rest = sent[own...].uppercased().replacing("AM", with: "").replacing("PM", with: "")
    return rest.contains { $0.isLetter || "+-".contains($0) }
  }

  /// Nothing is to be written: others have written the same, or only what a server does not have
  /// differs.
  private func adoptNothing(
    _ arrived: [Transaction], _ document: Document, _ shell: Shell
  ) throws(CommandError) -> CommandResult {
    var result = CommandResult()
    document.show(arrived, in: &result)
    let isLocal = document.editor.differsFromSource
    result.sentence =
      "nothing to save: \(server.name) "
      + (isLocal
        ? "keeps no order and no sections; they stay here only"
        : "has all that was changed here")
    if isLocal || !arrived.isEmpty {
      document.markSaved(toSource: true)
      shell.didSave(document)
    }
    try shell.tell(.didSave, path: server.name)
    return result
  }

  /// A cell as the server has it; nil: it is so here, too, or its row is gone.
  func cell(
    _ row: RowID, _ column: ColumnID, _ text: String?, _ document: Document
  ) -> CellChange? {
    let wholeTable = document.wholeTable
    guard wholeTable.contains(row) else { return nil }
    let theirs = text.map { Cell($0) } ?? .null
    return wholeTable.cell(row, column) == theirs ? nil : CellChange(row, column, theirs)
  }

  /// The cells of keys that are others than here: of new rows those that the server has made.
  ///
  /// - Complexity: O(rows), also of keys if something was changed here since they were sent.
  private func keys(givenTo saved: PostgresSaved, _ document: Document) -> [CellChange] {
    let wholeTable = document.wholeTable
    let (keys, isAsSent) = (wholeTable.keyColumns, saved.isOf(wholeTable))
    let numbers = saved.columns.indices.filter { keys.contains(saved.columns[$0]) }
    return saved.rows.flatMap { row in
      if isAsSent, row.corrections.isEmpty { return [CellChange]() }
      return numbers.compactMap { number in
        cell(row.row, saved.columns[number], saved.text(of: row, number), document)
      }
    }
  }

  /// Does something in order to save, and tells errors by the rows of the document.
  func saving<Result>(
    _ document: Document, _ body: () throws(PostgresSaveError) -> Result
  ) throws(CommandError) -> Result {
    do throws(PostgresSaveError) { return try body() } catch { throw self.error(error, document) }
  }

  func error(_ error: PostgresSaveError, _ document: Document) -> CommandError {
    if case .source(let error) = error { return CommandError(error) }
    let row =
      error.row.map {
        name(of: $0.row, in: $0.isDeleted ? document.editor.saved : document.wholeTable, document)
      } ?? ""
    return .outside(
      code: error.code, message: error.message(row: row),
      hint: error.hint(row: row) ?? Self.hintOfCopy(document))
  }

  private static func hintOfCopy(_ document: Document) -> String {
    let name = Quoting.word("\(document.shortName).\(TableFormats.plain.name)")
    return "save \(name) writes a copy; save --as \(name) goes on there"
  }

  /// How a row is typed: `@42`, or by its place if it has no key yet.
  func name(of row: RowID, in table: Table, _ document: Document) -> String {
    let table = table.contains(row) ? table : document.editor.saved
    guard table.contains(row) else { return "a row" }
    var columns = table.keyColumns
    // Where tables of a database are sections, each has its own key columns.
    if let first = columns.first, server.tableColumn != nil {
      let own = server.key(ofTable: table.cell(row, first).text) ?? []
      columns = [first] + own.compactMap { table.column(named: $0)?.id }
    }
    let parts = columns.map { table.cell(row, $0) }
    guard !parts.isEmpty, !parts.contains(where: \.isNull) else {
      return table.path(of: row).map { "\($0.section):\($0.row)" } ?? "a row"
    }
    return "@" + parts.map { Quoting.keyComponent($0.text) }.joined(separator: "/")
  }
}

extension PostgresSaveError {
  /// Whether others may have changed, deleted or inserted the same row.
  fileprivate var mayBeConflict: Bool {
    switch self {
    case .conflict, .followed, .outdated: true
    case .row(_, _, let refusal): refusal.code == "23505"
    default: false
    }
  }
}
