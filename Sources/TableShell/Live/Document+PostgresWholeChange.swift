import TableInteraction
import TableKit
import TableLive
import TableSources
import Wording

// Changes of all rows of a table of which a window is here. They are typed as others are, `delete where
// …` and `edit where … set COL=VALUE`, counted by the server at once, and made by it when they are
// saved: then, and only if it are as many rows still.

extension PostgresWholeChange {
  /// The change in one line: `delete where n == 1: 1,000 rows of the whole table`.
  var told: String { "\(text): \(Counts.of(count, "row")) of the whole table" }
}

extension Invocation {
  /// The condition of a typed change of all rows of a window's table; nil: the server cannot judge it,
  /// or make the change.
  func compiledChange(_ target: Target) throws(CommandError) -> PostgresCondition? {
    let document = try document()
    guard document.window != nil, case .condition(let expression) = target,
      ["edit", "delete"].contains(command.name), !isOfLuaOrEditor
    else { return nil }
    return try shell.compiled(expression, for: document)
  }

  /// Whether new values come from Lua or an editor.
  private var isOfLuaOrEditor: Bool {
    form.line.contains(":=") || form.line.contains("--editor")
  }

  /// Notes a change of all rows of a window's table, to be saved; nil: the change is another one.
  func changeAll() throws(CommandError) -> CommandResult? {
    guard let target = try optional(.target), let condition = try compiledChange(target) else {
      return nil
    }
    let document = try document()
    guard let server = document.server else { return nil }
    if document.isOfLua || shell.context.isOfLua {
      try shell.checkPermission(reaching: server.address)
    }
    if let refusal = server.refusal { throw document.error(refusal) }
    if document.hasUnsavedChanges {
      throw document.refusal(
        ofWindow: "a change of the whole table stands alone, and other changes are not saved yet",
        hint: "save, then \(statement.text)")
    }
    let assignments = command.name == "edit" ? try assignments(of: document) : []
    let count: Int
    do throws(PostgresSourceError) {
      try server.check(assignments, isWanted: { !self.shell.isStopped })
      count = try server.count(
        where: condition, progress: shell.progress, isWanted: { !self.shell.isStopped })
    } catch {
      throw CommandError(error)
    }
    let change = PostgresWholeChange(statement.text, where: condition, assignments, count: count)
    if count == 0 { return CommandResult(sentence: "no row of the whole table has it") }
    if !shell.isDryRun { document.postgres?.wholeChanges = [change] }
    let what = change.isDeletion ? "deletes" : "changes"
    return CommandResult(
      sentence: "save \(what) \(Counts.of(count, "row")) of the whole table on the server",
      notes: [
        "the window shows it once it is saved; undo drops it before, and cannot bring it back then",
        "no journal keeps it: after a crash before save, type it again",
      ])
  }

  /// Drops a change of all rows of a window's table that is not saved; nil: there is none.
  func dropWholeChange() throws(CommandError) -> CommandResult? {
    let document = try document()
    guard let change = document.postgres?.wholeChanges.popLast() else { return nil }
    return CommandResult(sentence: "took back: \(change.told); nothing was sent")
  }

  private func assignments(
    of document: Document
  ) throws(CommandError) -> [PostgresWholeChange.Assignment] {
    let base = document.editor.saved
    var found: [PostgresWholeChange.Assignment] = []
    func add(_ column: Column, _ text: String?) throws(CommandError) {
      guard !document.table.keyColumns.contains(column.id) else {
        throw document.refusal(
          ofWindow:
            "'\(shown: column.name)' tells the rows apart: not all of them can have one value",
          hint: "edit in 0 where … for rows of this window")
      }
      guard let place = base.columns.firstIndex(where: { $0.id == column.id }) else { return }
      found.append(.init(column: place, text: text))
    }
    if command.allOptions.contains(where: { $0.name == "null" }) {
      for word in values(of: "--null") { try add(try column(word), nil) }
    }
    for assignment in try all(.assignment) {
      try add(try column(assignment.column), assignment.value.text)
    }
    return found
  }
}

extension Document {
  /// Has the server make the changes of all rows, and reads the window again.
  func saveWholeChanges(
    _ request: SaveRequest, to server: PostgresSource, in shell: Shell
  ) throws(CommandError) -> CommandResult {
    let told = source.ownChanges.joined(separator: "; ")
    shell.progress.begin("saving \(server.name)", .rows)
    defer { shell.progress.end() }
    let consequences: [ForeignKeyEffect]
    do throws(PostgresSource.WholeFailure) {
      consequences = try server.apply(
        postgres?.wholeChanges ?? [], isWanted: { !shell.isStopped }, isTrial: request.isDryRun)
    } catch {
      switch error {
      case .save(let error): throw self.error(error)
      case .otherCount(let change, let now):
        throw .outside(
          code: "source-changed",
          message: "'\(change.text)' concerns \(Counts.of(now, "row")) now, not "
            + "\(Counts.grouped(change.count)): nothing is saved",
          hint: "reload --discard drops it; type it again to see the rows that there are")
      }
    }
    if request.isDryRun {
      return CommandResult(
        sentence: "dry run: nothing is written to \(server.name); save: \(told)",
        notes: consequences.map(\.toldAsTrial))
    }
    source.dropOwnChanges()
    let fresh = try shell.readAgain(self, server.name)
    let merged = try shell.merge(fresh, into: self, title: "save")
    var result = CommandResult(transaction: merged.transaction, showsTable: true)
    result.sentence = "saved to \(server.name): \(told)"
    result.notes += consequences.map { $0.told(isUndoable: false) }
    try shell.tell(.didSave, path: server.name)
    return result
  }
}
