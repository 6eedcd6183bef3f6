import TableInteraction
import TableKit
import TableLive
import TableSources
import Wording

// Saving to a server of PostgreSQL: all that was changed or nothing, where nobody else changed it.

extension Document {
  /// Writes what was changed here.
  ///
  /// Others' changes of the same rows come in, as far as they do not conflict, and then it is tried
  /// again. With a conflict nothing is saved. What the server makes of the values comes into the
  /// table.
  ///
  /// - Throws: `outside`, `conflicts`, `edit`, `lua`, `interrupted`.
  func save(
    _ request: SaveRequest, to server: PostgresSource, in shell: Shell
  ) throws(CommandError) -> CommandResult {
    try shell.checkPermission(reaching: server.address)
    try shell.ask(.willSave, path: server.name)
    server.lockWait = shell.progress.lockWait
    if let refusal = server.refusal { throw error(refusal) }
    // What comes back must find its rows.
    if editor.hidesRows {
      throw .edit(.rowsAreHidden(wholeTable.rowCount - table.rowCount))
    }
    if !source.ownChanges.isEmpty { return try saveWholeChanges(request, to: server, in: shell) }
    if request.isDryRun { return try dryRun(of: serverChanges(in: server), server, shell) }
    var arrived = try settle(server, shell)
    let conflicts = request.isForced ? [] : editor.conflicts
    if !conflicts.isEmpty { throw .conflicts(conflicts.count, first: conflicts[0].message) }
    shell.progress.begin("saving \(server.name)", .rows)
    defer { shell.progress.end() }
    // A window has the rows of a page only, and undo brings back none but those.
    var isCurrent = server.window != nil
    for _ in 0..<PostgresSource.tries {
      let changes = try serverChanges(in: server)
      let losses = request.isForced ? editor.conflicts.compactMap(\.loss) : []
      if changes.count == 0 { return try tookNothing(arrived, server, shell) }
      let saved: PostgresSaved
      do throws(PostgresSaveError) {
        saved = try server.save(
          changes, isCurrent: isCurrent, isWanted: { !shell.isStopped },
          willCommit: { number, saved in
            journal?.willSave(
              GivenKeys(transaction: number, cells: keys(givenTo: saved)))
          })
      } catch {
        if case .divided = error, let saved = server.dividedSave {
          throw takeParts(of: saved, error, server, shell)
        }
        guard error.mayBeConflict else { throw self.error(error) }
        let former = editor.saved
        arrived.append(try mergeAgain(server, shell))
        let conflicts = request.isForced ? [] : editor.conflicts
        if !conflicts.isEmpty { throw .conflicts(conflicts.count, first: conflicts[0].message) }
        isCurrent = true
        if error == .outdated { continue }
        // The server has what it had: it is not others who are in the way.
        if former.isSame(as: editor.saved) { throw self.error(error) }
        continue
      }
      return try took(saved, arrived, server, shell).noting(losses)
    }
    throw .outside(
      code: "source-changed", message: "others change '\(server.name)' all the time",
      hint: "save tries again; nothing is saved")
  }

  /// What differs from what the server is known to have.
  func serverChanges(in server: PostgresSource) throws(CommandError) -> PostgresChanges {
    let (base, table) = (editor.saved, wholeTable)
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
      throw error(.columnsChanged(server.name))
    }
    do throws(PostgresSaveError) {
      return try PostgresChanges(
        from: base, to: table, columns: known, computed: server.computedColumns,
        tableColumn: server.tableColumn,
        isReturning: { postgres?.deletedThere.contains($0) == true || editor.sourceHad($0) })
    } catch {
      throw self.error(error)
    }
  }

  /// Has the server make the changes and take them back, which shows what it refuses, and what foreign
  /// keys would do.
  private func dryRun(
    of changes: PostgresChanges, _ server: PostgresSource, _ shell: Shell
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
      let saved = try server.save(changes, isWanted: { !shell.isStopped }, isTrial: true)
      result.notes += saved.effects.list.map(\.toldAsTrial)
      if saved.effects.mayHaveMore {
        result.notes.append("foreign keys or triggers may change more rows")
      }
    } catch {
      guard case .conflict = error, let row = error.row?.row else { throw self.error(error) }
      throw .outside(
        code: "source-changed",
        message:
          "\(name(of: row, in: wholeTable)): the server has other values by now, or does not "
          + "let it be changed", hint: "reload brings in what others changed; this was a dry run")
    }
    return result
  }

  private static func counts(_ inserted: Int, _ updated: Int, _ deleted: Int) -> [String] {
    [("inserted", inserted), ("changed", updated), ("deleted", deleted)].filter { $0.1 > 0 }
      .map { "\($0.0) \(Counts.of($0.1, "row"))" }
  }

  /// Reads the server's table again, and merges it.
  private func mergeAgain(
    _ server: PostgresSource, _ shell: Shell
  ) throws(CommandError) -> Transaction {
    let fresh = try shell.readAgain(self, server.name)
    return try shell.merge(fresh, into: self, title: "save").transaction
  }

  /// Asks what became of a save of which it is not known, and takes it in.
  func settle(
    _ server: PostgresSource, _ shell: Shell
  ) throws(CommandError) -> [Transaction] {
    let settled: PostgresSource.Settled
    do throws(PostgresSaveError) {
      settled = try server.settle(isWanted: { !shell.isStopped })
    } catch {
      throw self.error(error)
    }
    guard case .saved(let saved) = settled else { return [] }
    // New rows have the keys that the server gave them, by which the rest comes in.
    let given = keys(givenTo: saved).filter { table.contains($0.row) }
    let transaction = try editing(takeOver(given))
    journal?.markStale()
    return [transaction, try mergeAgain(server, shell)].compactMap { $0 }
  }
}

// MARK: - Afterwards

extension Document {
  /// Takes over what the server has of the rows: values that were written here as a part of the
  /// step that wrote them, others as a change of others.
  private func took(
    _ saved: PostgresSaved, _ arrived: [Transaction], _ server: PostgresSource, _ shell: Shell
  ) throws(CommandError) -> CommandResult {
    var result = CommandResult()
    var transactions = arrived
    var own: [CellChange] = []
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
        guard let cell = cell(row.row, column, correction.text) else { continue }
        // Keys tell rows apart: they are never a part of others' changes.
        if saved.isWritten(row, correction.column) || table.keyColumns.contains(column) {
          own.append(cell)
        } else {
          others.append(cell)
        }
      }
      if !others.isEmpty { foreign.append((row.row, others)) }
    }
    // All of this is saved: after a crash there is nothing to do again.
    journal?.hold()
    let bringsOrder = table.hasOwnOrder && !editor.saved.hasOwnOrder
    let fresh = readAgain(after: saved.effects, server, shell, &result)
    do throws(EditError) {
      if let transaction = try takeOver(own) { transactions.append(transaction) }
    } catch {
      result.noteUnread(CommandError(error))
    }
    transactions += follow(saved.effects, fresh?.table, shell, &result)
    source.deleted(saved.effects.deletedRows)
    markSaved(toSource: true)
    server.didWrite()
    server.didSave(addingRows: saved.counts.inserted - saved.counts.deleted)
    if !foreign.isEmpty {
      let rows = foreign.map { row, cells in
        Delta.Row(
          table.keyColumns.map { table.cell(row, $0).text },
          cells.map { (table.column($0.column)?.name ?? "", $0.cell) })
      }
      do throws(EditError) {
        transactions.append(
          try controller.merge(delta: Delta(rows: rows), title: "save").transaction)
      } catch {
        result.noteUnread(CommandError(error))
      }
    }
    if let fresh {
      do throws(CommandError) {
        transactions.append(try shell.merge(fresh, into: self, title: "save").transaction)
      } catch {
        result.noteUnread(error)
      }
    }
    journal?.forget()
    if keepsSaves { controllerAtSave = controller }
    shell.didSave(self)
    let count = foreign.reduce(own.count) { $0 + $1.cells.count }
    if count > 0 {
      result.notes.append(
        "\(Counts.of(count, "value")) that the server or others made came in"
          + Self.told(rewritten))
    }
    if saved.unseen > 0, fresh == nil {
      let count = Counts.of(saved.unseen, "row")
      result.notes.append(
        "triggers or foreign keys deleted \(count) again or gave them other keys: reload shows that"
      )
    }
    if bringsOrder {
      result.notes.append("the server keeps no order: moved rows stay so here only")
    }
    show(transactions, in: &result)
    try shell.tell(.didSave, path: server.name)
    result.sentence =
      "saved to \(server.name): "
      + Self.counts(saved.counts.inserted, saved.counts.updated, saved.counts.deleted)
      .joined(separator: ", ")
    return result
  }

  /// What is said of values that are stored in another form: the first one, rather a time that loses
  /// its zone, or gets one.
  private static func told(_ values: [(sent: String, stored: String)]) -> String {
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
  private func tookNothing(
    _ arrived: [Transaction], _ server: PostgresSource, _ shell: Shell
  ) throws(CommandError) -> CommandResult {
    var result = CommandResult()
    show(arrived, in: &result)
    let isLocal = editor.differsFromSource
    result.sentence =
      "nothing to save: \(server.name) "
      + (isLocal
        ? "keeps no order and no sections; they stay here only"
        : "has all that was changed here")
    if isLocal || !arrived.isEmpty {
      markSaved(toSource: true)
      shell.didSave(self)
    }
    try shell.tell(.didSave, path: server.name)
    return result
  }

  func show(_ transactions: [Transaction], in result: inout CommandResult) {
    guard !transactions.isEmpty else { return }
    let joined =
      transactions.count == 1
      ? transactions[0] : Transaction(joining: transactions, title: "save")
    if joined.hasPlan { lastChange = joined }
    result.transaction = joined
    result.showsTable = joined.changesTable
    result.conflicts = editor.conflicts
  }

  /// A cell as the server has it; nil: it is so here, too, or its row is gone.
  func cell(_ row: RowID, _ column: ColumnID, _ text: String?) -> CellChange? {
    guard wholeTable.contains(row) else { return nil }
    let theirs = text.map { Cell($0) } ?? .null
    return wholeTable.cell(row, column) == theirs ? nil : CellChange(row, column, theirs)
  }

  /// The cells of keys that are others than here: of new rows those that the server has made.
  ///
  /// - Complexity: O(rows), also of keys if something was changed here since they were sent.
  private func keys(givenTo saved: PostgresSaved) -> [CellChange] {
    let (keys, isAsSent) = (wholeTable.keyColumns, saved.isOf(wholeTable))
    let numbers = saved.columns.indices.filter { keys.contains(saved.columns[$0]) }
    return saved.rows.flatMap { row in
      if isAsSent, row.corrections.isEmpty { return [CellChange]() }
      return numbers.compactMap { number in
        cell(row.row, saved.columns[number], saved.text(of: row, number))
      }
    }
  }

  private func takeOver(_ changes: [CellChange]) throws(EditError) -> Transaction? {
    changes.isEmpty ? nil : try editor.takeOver(changes)
  }

  func error(_ error: PostgresSaveError) -> CommandError {
    if case .source(let error) = error { return CommandError(error) }
    let row = error.row.map { name(of: $0.row, in: $0.isDeleted ? editor.saved : wholeTable) } ?? ""
    return .outside(
      code: error.code, message: error.message(row: row),
      hint: error.hint(row: row) ?? hintOfCopy)
  }

  private var hintOfCopy: String {
    let name = Quoting.word("\(shortName).\(TableFormats.plain.name)")
    return "save \(name) writes a copy; save --as \(name) goes on there"
  }

  /// How a row is typed: `@42`, or by its place if it has no key yet.
  func name(of row: RowID, in table: Table) -> String {
    let table = table.contains(row) ? table : editor.saved
    guard table.contains(row) else { return "a row" }
    var columns = table.keyColumns
    // Where tables of a database are sections, each has its own key columns.
    if let first = columns.first, server?.tableColumn != nil {
      let own = server?.key(ofTable: table.cell(row, first).text) ?? []
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
