import CommandLanguage
import TableInteraction
import TableKit
import TableShell
import TableLua
import TableSources
import Wording

// What commands ask the server of a window for: scrolling, counting and finding in the whole table.

extension PostgresTable {
  /// Moves a window where the typed scroll leads out of it; nil: it does not.
  func moveWindow(_ invocation: Invocation) throws(CommandError) -> CommandResult? {
    guard let window else { return nil }
    let (document, shell) = (try invocation.document(), invocation.shell)
    func has(_ word: String) -> Bool { invocation.has(word) }
    func go(_ move: PostgresWindow.Move) throws(CommandError) -> CommandResult {
      try self.move(document, move, title: invocation.statement.text, in: shell)
    }
    if has("left") || has("right") { return nil }
    if has("next") {
      return window.hasRowsBehind
        ? try go(.next) : CommandResult(sentence: "the last rows are here", showsTable: true)
    }
    if has("previous") {
      return window.hasRowsBefore
        ? try go(.previous) : CommandResult(sentence: "the first rows are here", showsTable: true)
    }
    if has("home") { return window.hasRowsBefore ? try go(.first) : nil }
    if has("end") {
      guard window.hasRowsBehind else { return nil }
      let result = try go(.last)
      showPage(of: document, atEnd: true, in: shell)
      return result
    }
    guard has("down") || has("up") else { return try moveToTarget(invocation, document) }
    // Scrolling on at an end of the page leads to the next one.
    let viewport = shell.viewport(of: document)
    if has("down"), window.hasRowsBehind, viewport.offset >= viewport.maximumOffset {
      return try go(.next)
    }
    guard has("up"), window.hasRowsBefore, viewport.offset <= 0 else { return nil }
    let result = try go(.previous)
    showPage(of: document, atEnd: true, in: shell)
    return result
  }

  /// Moves to the row with a key, or to the first one in the whole table for which a condition holds.
  private func moveToTarget(
    _ invocation: Invocation, _ document: Document
  ) throws(CommandError) -> CommandResult? {
    let shell = invocation.shell
    guard let target = try invocation.optional(.target) else { return nil }
    switch target {
    case .key(let parts):
      let keys = server.shape?.key.count == 1 ? [[parts.joined(separator: "/")]] : [parts]
      for key in keys where document.table.row(withKey: key) == nil {
        if try reaching(server.has(key: key)) {
          return try go(to: key, invocation, document)
        }
      }
      if keys.allSatisfy({ document.table.row(withKey: $0) == nil }) {
        throw error(ofUnknownKey: parts, in: document.table)
      }
      return nil
    case .condition(let expression):
      guard let window else { return nil }
      let changes = Self.localChanges(of: document.editor)
      let condition = try compiled(expression, for: document, in: shell)
      let isAsItWas =
        document.table.columns == document.editor.saved.columns
        && window.key == document.table.keyColumns.compactMap { document.table.column($0)?.name }
      // Over columns that the server does not have the window's rows are looked at.
      guard condition != nil || isAsItWas else { return nil }
      let here =
        try changes.rows.isEmpty
        ? [] : shell.rows(where: expression, in: document.table, among: changes.rows)
      let changed = Set(changes.keys)
      let found: [String]?
      if let condition {
        let keys = try reaching(
          server.keys(
            where: condition, limit: changed.count + 1, progress: shell.progress))
        found = keys.first { !changed.contains($0) }
      } else {
        found = try search(expression, changed, in: shell)
      }
      guard let key = found else {
        if let row = here.first {
          shell.reveal(row, .top, in: document)
          return CommandResult(sentence: shell.visiblePart(of: document), showsTable: true)
        }
        return CommandResult(sentence: "no row of the whole table has it", showsTable: true)
      }
      var result = try go(to: key, invocation, document)
      if !here.isEmpty {
        let count = Counts.of(here.count, "row")
        result.notes.append("\(count) with unsaved changes, too: changes lists them")
      }
      return result
    default: return nil
    }
  }

  /// Has the server send all rows, and returns the key of the first one for which an expression of Lua
  /// holds.
  ///
  /// - Parameter changed: the keys of rows that are others here.
  private func search(
    _ expression: String, _ changed: Set<[String]>, in shell: Shell
  ) throws(CommandError) -> [String]? {
    let progress = shell.progress
    progress.begin("finding in \(server.name)", .rows, total: server.window?.estimate)
    defer { progress.end() }
    var (found, count): ([String]?, Int) = (nil, 0)
    var failure: CommandError?
    // A member of cells that some of the rows have may be missing in others.
    var (hasMembers, missing): (Bool, CommandError?) = (false, nil)
    do throws(PostgresSourceError) {
      try server.forEachBatch { (batch) throws(SourceError) in
        let table = batch.table
        do throws(CommandError) {
          found = try shell.rows(where: expression, in: table).lazy
            .map { table.keyTexts(of: $0) }.first { !changed.contains($0) }
          hasMembers = true
        } catch {
          if error.isMissingMember { missing = error } else { failure = error }
        }
        count += table.rowCount
        progress.advance(to: count)
        // No more rows are needed.
        if found != nil || failure != nil { throw .cancelled("finding a row") }
      }
    } catch {
      if let failure { throw failure }
      if found == nil { throw CommandError(error) }
    }
    if !hasMembers, let missing { throw missing }
    return found
  }

  /// Shows a row of the whole table, where it is in the page already without moving that.
  private func go(
    to key: [String], _ invocation: Invocation, _ document: Document
  ) throws(CommandError) -> CommandResult {
    let shell = invocation.shell
    if let row = document.table.row(withKey: key) {
      shell.reveal(row, .top, in: document)
      return CommandResult(sentence: shell.visiblePart(of: document), showsTable: true)
    }
    return try move(document, .at(key), title: invocation.statement.text, in: shell)
  }

  /// Counts rows of the whole table of a window; nil if it is none, or the server cannot count them.
  func countAll(_ invocation: Invocation) throws(CommandError) -> CommandResult? {
    if !isWindow { return nil }
    let (document, shell) = (try invocation.document(), invocation.shell)
    let changes = Self.localChanges(of: document.editor)
    func count(
      _ condition: PostgresCondition?, besides own: Int
    ) throws(CommandError) -> CommandResult {
      let count = try reaching(
        server.count(
          where: condition, except: changes.keys, progress: shell.progress))
      return .output(String(count + own))
    }
    switch try invocation.optional(.target) ?? .everything {
    case .everything: return try count(nil, besides: changes.rows.count)
    case .condition(let expression):
      guard let condition = try compiled(expression, for: document, in: shell) else { return nil }
      let here = try shell.rows(where: expression, in: document.table, among: changes.rows)
      try noteEmptiness(expression, document, in: shell)
      return try count(condition, besides: here.count)
    default: return nil
    }
  }

  /// Says where a condition asks for an empty text, or nil, of which the whole table has none.
  private func noteEmptiness(
    _ expression: String, _ document: Document, in shell: Shell
  ) throws(CommandError) {
    let columns = document.editor.saved.columns
    let notes = try reaching(
      LuaSession.emptinessNotes(expression, in: document.table) {
        (column, isNull) throws(PostgresSourceError) in
        guard let place = columns.firstIndex(where: { $0.id == column.id }),
          server.shape?.operand(place) == .text
        else { return 1 }  // Only texts can be empty.
        return try count(
          isNull ? .null(column: place) : .text(column: place, .equal, ""), in: shell)
      })
    shell.context.reply.warnings += notes
  }

  /// Finds the first rows of the whole table of a window that hold a text, and moves to the first one;
  /// nil if it is none, or the server cannot find it.
  func findAll(_ invocation: Invocation) throws(CommandError) -> CommandResult? {
    guard isWindow, let shape = server.shape else { return nil }
    let (document, shell) = (try invocation.document(), invocation.shell)
    let text = try invocation[.word].text
    if text.isEmpty { return nil }
    var columns = try invocation.values(of: "--column").map(invocation.column)
    if columns.isEmpty { columns = document.table.columns }
    let places = columns.compactMap { column in
      document.editor.saved.columns.firstIndex { $0.id == column.id }
    }
    guard !invocation.has("--regex"), text.utf8.allSatisfy({ $0 < 0x80 }),
      places.count == columns.count,
      document.editor.saved.columns.map(\.name) == shape.columnNames
    else {
      shell.noteWindow(document)
      return nil
    }
    let needle = text.lowercased()
    let condition = PostgresCondition.any(places.map { .holds(column: $0, needle) })
    let keys = try reaching(
      server.keys(
        where: condition, limit: Self.mostFound, progress: shell.progress))
    guard let first = keys.first else {
      return .output("no cell of the whole table holds '\(shown: text)'")
    }
    var result = try go(to: first, invocation, document)
    let typed = keys.map { "@" + $0.map(Quoting.keyComponent).joined(separator: "/") }
    let more = keys.count == Self.mostFound ? "the first \(keys.count) rows" : "all rows"
    result.output =
      "\(more) of the whole table that hold '\(shown: text)': \(typed.joined(separator: " "))\n"
    if document.hasUnsavedChanges {
      result.notes.append("rows with unsaved changes are found as the server has them")
    }
    return result
  }

  private static let mostFound = 20
}
