import TableInteraction
import TableKit
import TableLive
import TableLua
import TableSources
import Wording

// What commands ask the server of a window for: scrolling, counting and finding in the whole table.

extension Invocation {
  /// Moves a window where the typed scroll leads out of it; nil: it does not.
  func moveWindow() throws(CommandError) -> CommandResult? {
    let document = try document()
    let isPaged = has("next") || has("previous")
    guard let window = document.window else {
      guard isPaged else { return nil }
      throw document.refusal(
        ofWindow: "all rows are here: only a window over a large table has pages",
        hint: has("next") ? "scroll down" : "scroll up")
    }
    let title = statement.text
    if has("next") {
      guard window.hasRowsBehind else { return end(document, "the last rows are here") }
      return try shell.move(document, .next, title: title)
    }
    if has("previous") {
      guard window.hasRowsBefore else { return end(document, "the first rows are here") }
      return try shell.move(document, .previous, title: title)
    }
    if has("home") {
      return window.hasRowsBefore ? try shell.move(document, .first, title: title) : nil
    }
    if has("end") {
      guard window.hasRowsBehind else { return nil }
      let result = try shell.move(document, .last, title: title)
      shell.showPage(of: document, atEnd: true)
      return result
    }
    if has("down") || has("up") { return try moveByScreen(document, window) }
    return try moveToTarget(document)
  }

  private func end(_ document: Document, _ what: String) -> CommandResult {
    CommandResult(sentence: what, showsTable: true)
  }

  /// Scrolling on at an end of the page leads to the next one.
  private func moveByScreen(
    _ document: Document, _ window: PostgresWindow
  ) throws(CommandError) -> CommandResult? {
    let viewport = shell.viewport(of: document)
    if has("down"), window.hasRowsBehind, viewport.offset >= viewport.maximumOffset {
      return try shell.move(document, .next, title: statement.text)
    }
    if has("up"), window.hasRowsBefore, viewport.offset <= 0 {
      let result = try shell.move(document, .previous, title: statement.text)
      shell.showPage(of: document, atEnd: true)
      return result
    }
    return nil
  }

  /// Moves to the row with a key, or to the first one in the whole table for which a condition holds.
  private func moveToTarget(_ document: Document) throws(CommandError) -> CommandResult? {
    guard let server = document.server, let target = try optional(.target) else { return nil }
    switch target {
    case .key(let parts):
      let keys = server.shape?.key.count == 1 ? [[parts.joined(separator: "/")]] : [parts]
      for key in keys where document.table.row(withKey: key) == nil {
        if try asking(server.has(key: key, isWanted: { !self.shell.isStopped })) {
          return try go(to: key, document)
        }
      }
      if document.window != nil, keys.allSatisfy({ document.table.row(withKey: $0) == nil }) {
        throw document.refusal(ofUnknownKey: parts)
      }
      return nil
    case .condition(let expression):
      guard let window = document.window else { return nil }
      let changes = document.localChanges
      let condition = try shell.compiled(expression, for: document)
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
        let keys = try asking(
          server.keys(
            where: condition, limit: changed.count + 1, progress: shell.progress,
            isWanted: { !self.shell.isStopped }))
        found = keys.first { !changed.contains($0) }
      } else {
        found = try search(expression, server, changed)
      }
      guard let key = found else {
        if let row = here.first {
          shell.reveal(row, .top, in: document)
          return CommandResult(sentence: shell.visiblePart(of: document), showsTable: true)
        }
        return CommandResult(sentence: "no row of the whole table has it", showsTable: true)
      }
      var result = try go(to: key, document)
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
    _ expression: String, _ server: PostgresSource, _ changed: Set<[String]>
  ) throws(CommandError) -> [String]? {
    let (shell, progress) = (shell, shell.progress)
    progress.begin("finding in \(server.name)", .rows, total: server.window?.estimate)
    defer { progress.end() }
    var (found, count): ([String]?, Int) = (nil, 0)
    var failure: CommandError?
    // A member of cells that some of the rows have may be missing in others.
    var (hasMembers, missing): (Bool, CommandError?) = (false, nil)
    do throws(PostgresSourceError) {
      try server.forEachBatch(isWanted: { !shell.isStopped }) { (batch) throws(SourceError) in
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
  private func go(to key: [String], _ document: Document) throws(CommandError) -> CommandResult {
    if let row = document.table.row(withKey: key) {
      shell.reveal(row, .top, in: document)
      return CommandResult(sentence: shell.visiblePart(of: document), showsTable: true)
    }
    return try shell.move(document, .at(key), title: statement.text)
  }

  /// Counts rows of the whole table of a window; nil if it is none, or the server cannot count them.
  func countAll(_ target: Target) throws(CommandError) -> Int? {
    let document = try document()
    guard document.window != nil, let server = document.server else { return nil }
    let changes = document.localChanges
    func count(_ condition: PostgresCondition?) throws(CommandError) -> Int {
      try asking(
        server.count(
          where: condition, except: changes.keys, progress: shell.progress,
          isWanted: { !self.shell.isStopped }))
    }
    switch target {
    case .everything: return try count(nil) + changes.rows.count
    case .condition(let expression):
      guard let condition = try shell.compiled(expression, for: document) else { return nil }
      let here = try shell.rows(where: expression, in: document.table, among: changes.rows)
      try noteEmptiness(expression, document)
      return try count(condition) + here.count
    default: return nil
    }
  }

  /// Says where a condition asks for an empty text, or nil, of which the whole table has none.
  private func noteEmptiness(
    _ expression: String, _ document: Document
  ) throws(CommandError) {
    let columns = document.editor.saved.columns
    let notes = try asking(
      LuaSession.emptinessNotes(expression, in: document.table) {
        (column, isNull) throws(PostgresSourceError) in
        guard let place = columns.firstIndex(where: { $0.id == column.id }),
          document.server?.shape?.operand(place) == .text
        else { return 1 }  // Only texts can be empty.
        return try shell.count(
          isNull ? .null(column: place) : .text(column: place, .equal, ""), of: document)
      })
    shell.context.reply.warnings += notes
  }

  /// Finds the first rows of the whole table of a window that hold a text, and moves to the first one;
  /// nil if it is none, or the server cannot find it.
  ///
  /// - Parameter isPattern: whether the text is a regular expression.
  func findAll(
    _ text: String, isPattern: Bool, in columns: [Column]
  ) throws(CommandError) -> CommandResult? {
    let document = try document()
    guard document.window != nil, let server = document.server, let shape = server.shape else {
      return nil
    }
    let places = columns.compactMap { column in
      document.editor.saved.columns.firstIndex { $0.id == column.id }
    }
    guard !isPattern, text.utf8.allSatisfy({ $0 < 0x80 }), places.count == columns.count,
      document.editor.saved.columns.map(\.name) == shape.columnNames
    else {
      shell.noteWindow(document)
      return nil
    }
    let needle = text.lowercased()
    let condition = PostgresCondition.any(places.map { .holds(column: $0, needle) })
    let keys = try asking(
      server.keys(
        where: condition, limit: Self.mostFound, progress: shell.progress,
        isWanted: { !self.shell.isStopped }))
    guard let first = keys.first else {
      return .output("no cell of the whole table holds '\(shown: text)'")
    }
    var result = try go(to: first, document)
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

extension Invocation {
  private func asking<Result>(
    _ body: @autoclosure () throws(PostgresSourceError) -> Result
  ) throws(CommandError) -> Result {
    do throws(PostgresSourceError) { return try body() } catch { throw CommandError(error) }
  }
}
