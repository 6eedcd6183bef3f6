import BatchUpdates
import CommandLanguage
import TableInteraction
import TableKit
import TableShell
import TableSources
import Wording

// Windows over tables of PostgreSQL that are too large for memory: where they are, and how they move.
//
// The table of such a document is a page of rows, and the rows elsewhere whose changes are not saved:
// so undo, changes, save and the journal work as on a whole table. Moving is a merge of what the server
// has there: rows that leave and enter are a change of the source, no step of undo.

extension EditorRecord {
  fileprivate var bytes: [UInt8] {
    var bytes: [UInt8] = []
    forEachPiece { bytes += $0 }
    return bytes
  }
}

extension PostgresTable {
  /// The rows that differ from the server's, as far as it is known: those that are in the table, and
  /// the keys by which the server knows them and deleted ones.
  ///
  /// - Complexity: O(rows), plus O(cells) of rows with other records.
  static func localChanges(of editor: Editor) -> (rows: [RowID], keys: [[String]]) {
    let (base, table) = (editor.saved, editor.wholeTable)
    if table.isSame(as: base) { return ([], []) }
    var rows: [RowID] = []
    var keys: [[String]] = []
    func note(_ row: RowID) { keys.append(base.keyColumns.map { base.cell(row, $0).text }) }
    for row in base.allRows where !table.contains(row) { note(row) }
    for row in table.allRows {
      guard row.rawValue < base.rowIDCount, base.contains(row) else {
        rows.append(row)
        continue
      }
      let (a, b) = (table.record(of: row), base.record(of: row))
      if a.chunk === b.chunk && a.record == b.record { continue }
      let isChanged = table.columns.contains { column in
        let former = base.column(column.id) == nil ? .null : base.cell(row, column.id)
        return table.cell(row, column.id) != former
      }
      guard isChanged else { continue }
      rows.append(row)
      note(row)
    }
    return (rows, keys)
  }

  /// The part of the server's table that is in memory; nil: the table is whole, as is one of which all
  /// rows are in the window.
  var window: PostgresWindow? { server.window.flatMap { $0.isWhole ? nil : $0 } }

  /// Where a window is: `@1001 to @2000 of about 300,000 rows`.
  var windowText: String? {
    guard let window = server.window else { return nil }
    let size = Self.size(of: window)
    guard let first = window.keys.first, let last = window.keys.last else {
      return "no rows"
    }
    let place = first == last ? Self.typed(first) : "\(Self.typed(first)) to \(Self.typed(last))"
    return window.isWhole ? "\(place), which are all" : "\(place) of \(size)"
  }

  /// How many rows the whole table of a window has: `about 300,000 rows`, `5,000 rows` where they were
  /// counted, or `more than 1,000 rows` of a page of so many.
  private static func size(of window: PostgresWindow) -> String {
    guard let count = window.estimate else {
      return "more than \(Counts.of(window.keys.count, "row"))"
    }
    return (window.isCounted ? "" : "about ") + Counts.of(count, "row")
  }

  var wholeSize: String? {
    guard let window else { return nil }
    let size = Self.size(of: window)
    return size.lastIndex(of: " ").map { String(size[..<$0]) }
  }

  /// A key as it is typed.
  private static func typed(_ key: [String]) -> String {
    "@" + key.map(Quoting.keyComponent).joined(separator: "/")
  }

  var windowNote: String? {
    guard let window, let place = windowText else { return nil }
    let why = window.isAutomatic ? "the table is large, so this is a window: " : "a window: "
    return why + "\(place); scroll next moves it; see help window"
  }

  /// Moves a window, and merges in what the server has there.
  ///
  /// - Throws: errors of the server, which leave it where it is.
  func move(
    _ document: Document, _ move: PostgresWindow.Move, title: String, in shell: Shell
  ) throws(CommandError) -> CommandResult {
    guard let former = server.window else { throw .noSource("to read more rows from") }
    try checkPermission(of: document, in: shell)
    server.move = move
    server.kept = Self.localChanges(of: document.editor).keys
    let fresh: Document
    let merged: Merged
    do throws(CommandError) {
      fresh = try PostgresSession(shell).read(server, document.opening.reading)
      merged = try shell.merge(fresh, into: document, title: title)
    } catch {
      server.takeBack(to: former)
      throw error
    }
    let (transaction, conflicts) = (merged.transaction, merged.conflicts)
    var result = CommandResult(transaction: transaction, notes: transaction.notes, showsTable: true)
    result.noteDropped(by: "moving the window")
    let page = Set(server.window?.keys ?? [])
    let outside = Self.localChanges(of: document.editor).keys.count { !page.contains($0) }
    result.sentence =
      (windowText ?? "") + (outside > 0 ? "; \(Counts.of(outside, "change")) outside" : "")
    result.details = conflicts.map { "conflict: \($0.message)" }
    result.conflicts = document.editor.conflicts
    renew(document, as: fresh, in: shell, &result)
    showPage(of: document, atEnd: false, in: shell)
    return result
  }

  /// Scrolls to the first rows of the page, or to its last ones.
  func showPage(of document: Document, atEnd: Bool, in shell: Shell) {
    guard let keys = server.window?.keys else { return }
    let table = document.table
    let rows = (atEnd ? Array(keys.reversed()) : keys).lazy.compactMap { table.row(withKey: $0) }
    guard let row = rows.first else { return shell.scroll(document, to: 0) }
    if !atEnd, table.path(of: row) == RowPath(0, 0) { return shell.scroll(document, to: 0) }
    shell.reveal(row, atEnd ? .bottom : .top, in: document)
  }

  /// How many pages a table has seen when it begins anew.
  private static let mostPages = 32
  /// How many bytes it has read then, if there are steps of undo, which may keep them.
  private static let mostBytes = 32 << 20

  /// Begins anew with the table of a window that has seen many rows: each keeps a number for ever, and
  /// steps of undo keep rows. Unsaved changes are made again, as one step.
  ///
  /// - Complexity: O(rows in memory), once in many moves.
  private func renew(
    _ document: Document, as fresh: Document, in shell: Shell, _ result: inout CommandResult
  ) {
    guard let window = server.window, !document.editor.hidesRows
    else { return }
    let most = Self.mostPages * window.rowLimit + 2 * document.table.rowCount
    let hasHistory = !document.editor.undoTitles.isEmpty
    if !hasHistory { server.countBytesAnew() }
    guard document.table.rowIDCount > most || hasHistory && window.bytesRead > Self.mostBytes else {
      return
    }
    let former = document.editor
    var replay = EditorReplay(fresh: fresh.table)
    var recorder = EditorRecorder()
    let records = recorder.begin(former, at: former.state, on: .keyed)
    // What cannot be told by key, such as a new order, stays as it is.
    guard (try? records.forEach { try replay.follow($0.bytes) }) != nil,
      Self.isAlike(replay.editor, former)
    else { return }
    document.editor = replay.editor
    deletedThere = RowSet()
    departed = nil
    server.countBytesAnew()
    document.journal?.markStale()
    shell.prepare(document)
    let selected = former.selection.rows.compactMap { row in
      document.table.row(withKey: former.table.keyColumns.map { former.table.cell(row, $0).text })
    }
    if !selected.isEmpty { _ = try? document.editor.perform([.select(selected)], title: "select") }
    if hasHistory {
      result.notes.append("the window has moved far: earlier undo steps are gone")
    }
  }

  /// Whether two editors have rows of the same keys in the same order, and changes of the same rows.
  private static func isAlike(_ a: Editor, _ b: Editor) -> Bool {
    func keys(_ table: Table) -> [String] { table.rowList.map { table.key(of: $0) } }
    return a.table.columns.map(\.name) == b.table.columns.map(\.name)
      && keys(a.table) == keys(b.table)
      && Self.localChanges(of: a).keys == Self.localChanges(of: b).keys
  }
}

extension PostgresTable {
  /// Drops the steps of undo whose rows have left the window.
  ///
  /// - Parameter base: the rows of the source that were here before.
  /// - Returns: what is said of that; nil: nothing.
  private func dropSteps(ofRowsGoneFrom base: Table, _ document: Document) -> String? {
    // Rows that leave a whole table are deleted.
    guard window != nil else { return nil }
    func count() -> Int { document.editor.undoTitles.count + document.editor.redoTitles.count }
    let former = count()
    let (titles, hasNewest) = document.editor.dropSteps(ofRowsGoneFrom: base)
    if count() < former { document.journal?.markStale() }
    guard let last = titles.last else { return nil }
    departed = (last, hasNewest ? document.editor.stepPosition : nil)
    return titles.count == 1
      ? "undo does not reach '\(last)' any more: its rows are no longer in the window"
      : "undo does not reach \(Counts.of(titles.count, "step")) any more: their rows are no longer in "
        + "the window"
  }

  /// Refuses, once, to undo what is before a step whose rows have left the window.
  func checkDeparted(_ document: Document) throws(CommandError) {
    let editor = document.editor
    guard let (title, position) = departed,
      position == editor.stepPosition || editor.undoTitles.isEmpty
    else { return }
    departed = nil
    let next = editor.undoTitles.last.map { "; undo again takes back '\($0)'" } ?? ""
    throw .window(
      "the rows that '\(title)' changed are no longer in the window",
      hint: "scroll to them, edit them there" + next)
  }

  /// The error for a row that is not in the whole table of a window.
  func error(ofUnknownKey key: [String], in table: Table) -> CommandError {
    let names = table.keyColumns.compactMap { table.column($0)?.name }
    return .outside(
      code: "no-such-key", message: "no row \(Self.typed(key)) in the whole table",
      hint: "a key is \(Self.typed(names)) here")
  }

  /// The error for a row that is not in the window; nil: it is none.
  func error(ofMissing key: [String]) -> CommandError? {
    guard isWindow else { return nil }
    let typed = Self.typed(key)
    return .outside(
      code: "no-such-key", message: "no row \(typed) in this window",
      hint: "scroll \(typed) goes there, if the table has it")
  }
}

extension PostgresTable {
  /// Reads the page of a window again, and other rows.
  func readPage(
    keeping keys: [[String]], _ document: Document, in shell: Shell
  ) throws(CommandError) -> Document {
    (server.move, server.kept) = (.here, keys)
    return try PostgresSession(shell).read(server, document.opening.reading)
  }
}

extension PostgresTable {
  func didMerge(
    _ merged: inout Merged, from former: Table, to fresh: Document, _ document: Document,
    in shell: Shell
  ) {
    let notes = [
      dropSteps(ofRowsGoneFrom: former, document),
      noteOnGoneTables(former, fresh.table, document.table),
    ]
    merged.transaction.notes += notes.compactMap(\.self)
    guard let equal = takeEqual(document, merged.origin, shell) else { return }
    merged.transaction = Transaction(
      joining: [merged.transaction, equal], title: merged.transaction.title)
    let open = document.editor.conflicts
    merged.conflicts.removeAll { found in
      !open.contains { $0.row == found.row && $0.columnID == found.columnID }
    }
  }
}
