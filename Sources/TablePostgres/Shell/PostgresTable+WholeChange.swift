import CommandLanguage
import TableKit
import TableShell
import TableSources
import Wording

// Changes of all rows of a table of which a window is here. They are typed as others are, `delete where
// …` and `edit where … set COL=VALUE`, counted by the server at once, and made by it when they are
// saved: then, and only if it are as many rows still.

extension PostgresWholeChange {
  /// The change in one line: `delete where n == 1: 1,000 rows of the whole table`.
  var summary: String { "\(text): \(Counts.of(count, "row")) of the whole table" }
}

extension PostgresTable {
  /// Does what a command says with all rows of the table of which a window is here, if the server can.
  func carryOut(_ invocation: Invocation) throws(CommandError) -> CommandResult? {
    switch invocation.command.name {
    case "edit", "delete": try changeAll(invocation)
    case "undo": try undo(invocation)
    case "scroll": try moveWindow(invocation)
    case "count": try countAll(invocation)
    case "find": try findAll(invocation)
    default: nil
    }
  }

  /// Refuses edits and undo while save is to change all rows of the server's table: that stands alone.
  func check(_ invocation: Invocation) throws(CommandError) {
    guard let change = wholeChanges.first else { return }
    let (name, group) = (invocation.command.name, invocation.command.group)
    guard group == .editing || ["apply", "recover"].contains(name) else { return }
    // That drops it.
    if name == "undo", invocation.statement.words.count == 1 { return }
    throw .window(
      "'\(change.text)' is not saved yet, and must be saved alone",
      hint: "save makes it; undo drops it")
  }

  /// Drops a change of all rows that is not saved, and refuses, once, to undo what is before a step
  /// whose rows have left the window.
  private func undo(_ invocation: Invocation) throws(CommandError) -> CommandResult? {
    let steps = try invocation.document().editor.undoTitles.count
    switch invocation.form.line {
    case "undo": break
    case "undo N":
      // What steps there are is known then.
      if let count = try invocation.optional(.number), 1...max(1, steps) ~= count { departed = nil }
      return nil
    case "undo to N":
      if let left = try invocation.optional(.index), left < steps { departed = nil }
      return nil
    default: return nil
    }
    if let change = wholeChanges.popLast() {
      return CommandResult(sentence: "took back: \(change.summary); nothing was sent")
    }
    try checkDeparted(invocation.document())
    return nil
  }

  /// The condition of a typed change of all rows of a window's table; nil: the server cannot judge it,
  /// or make the change.
  private func compiledChange(
    _ target: Target, _ invocation: Invocation
  ) throws(CommandError) -> PostgresCondition? {
    let line = invocation.form.line
    guard case .condition(let expression) = target,
      !line.contains(":="), !line.contains("--editor")
    else { return nil }
    return try compiled(expression, for: invocation.document(), in: invocation.shell)
  }

  /// Notes a change of all rows of a window's table, to be saved; nil: the change names its rows.
  ///
  /// - Throws: `window` for what would change some of the rows that it seems to name.
  private func changeAll(_ invocation: Invocation) throws(CommandError) -> CommandResult? {
    guard isWindow, let target = try invocation.optional(.target), target.seemsToNameAll else {
      return nil
    }
    let (document, shell) = (try invocation.document(), invocation.shell)
    let (name, statement) = (invocation.command.name, invocation.statement)
    guard let condition = try compiledChange(target, invocation) else {
      throw .window(
        "'\(name) \(target)' would reach the "
          + "\(Counts.of(document.table.rowCount, "row")) of this window only",
        hint: "\(name) in 0 \(target.isEverything ? "*" : "\(target)") for these")
    }
    if document.opening.isOfLua || shell.context.isOfLua {
      try PostgresSession(shell).checkPermission(reaching: server.address)
    }
    if let refusal = server.refusal { throw error(refusal, document) }
    if document.hasUnsavedChanges {
      throw .window(
        "a change of the whole table must be saved alone, and other changes are not saved yet",
        hint: "save, then \(statement.text)")
    }
    try invocation.checkRestOfEdit()
    let assignments = name == "edit" ? try assignments(of: invocation, document) : []
    try reaching(server.check(assignments))
    let count = try reaching(self.count(condition, in: shell))
    let change = PostgresWholeChange(
      text: statement.text, condition: condition, assignments: assignments, count: count)
    if count == 0 { return CommandResult(sentence: "no row of the whole table has it") }
    if !shell.isDryRun { wholeChanges = [change] }
    let what = change.isDeletion ? "deletes" : "changes"
    return CommandResult(
      sentence: "save \(what) \(Counts.of(count, "row")) of the whole table on the server",
      notes: [
        "the window shows it once it is saved; undo drops it before, and cannot bring it back then",
        "no journal keeps it: after a crash before save, type it again",
      ])
  }

  private func assignments(
    of invocation: Invocation, _ document: Document
  ) throws(CommandError) -> [PostgresWholeChange.Assignment] {
    let base = document.editor.saved
    var found: [PostgresWholeChange.Assignment] = []
    func add(_ column: Column, _ text: String?) throws(CommandError) {
      guard !document.table.keyColumns.contains(column.id) else {
        throw .window(
          "'\(shown: column.name)' tells the rows apart: they cannot all have the same value",
          hint: "edit in 0 where … for rows of this window")
      }
      guard let place = base.columns.firstIndex(where: { $0.id == column.id }) else { return }
      found.append(.init(column: place, text: text))
    }
    for word in invocation.values(of: "--null") { try add(try invocation.column(word), nil) }
    for assignment in try invocation.assignments() {
      try add(try invocation.column(assignment.column), assignment.value.text)
    }
    return found
  }
}

extension PostgresTable {
  /// Has the server make the changes of all rows, and reads the window again.
  func saveWholeChanges(
    of document: Document, _ request: SaveRequest, in shell: Shell
  ) throws(CommandError) -> CommandResult {
    let changes = ownChanges.joined(separator: "; ")
    shell.progress.begin("saving \(server.name)", .rows)
    defer { shell.progress.end() }
    let consequences = try saving(document) { () throws(PostgresSaveError) in
      try server.apply(wholeChanges, isTrial: request.isDryRun)
    }
    if request.isDryRun {
      return CommandResult(
        sentence: "dry run: nothing is written to \(server.name); save: \(changes)",
        notes: consequences.map(\.trialNote))
    }
    dropOwnChanges()
    var result = CommandResult(
      transaction: try shell.mergeAgain(document, title: "save"), showsTable: true)
    result.sentence = "saved to \(server.name): \(changes)"
    result.notes += consequences.map { $0.note(isUndoable: false) }
    try shell.tell(.didSave, path: server.name)
    return result
  }
}
