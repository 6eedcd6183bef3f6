import TableKit
import TableShell
import Wording

// What the server has of values and rows that are here: values that are equal by their type, and rows that
// were saved where others were not.

extension PostgresTable {
  /// Ends conflicts in which both sides have the same by the type of the column on the server, written
  /// in two ways: the table takes the server's.
  ///
  /// - Parameter origin: where the merge came from that found them.
  /// - Returns: the change; nil: there are no such conflicts.
  func takeEqual(_ document: Document, _ origin: ChangeOrigin, _ shell: Shell) -> Transaction? {
    let (editor, table) = (document.editor, document.table)
    if editor.conflicts.isEmpty { return nil }
    let tableColumn = server.tableColumn == nil ? nil : editor.saved.columns.first?.id
    var cells: [CellChange] = []
    var pairs: [PostgresSource.Pair] = []
    for conflict in editor.conflicts where [.changed, .added].contains(conflict.kind) {
      guard let row = conflict.row, let column = conflict.columnID, table.contains(row),
        !table.keyColumns.contains(column), let name = editor.saved.column(column)?.name,
        let here = conflict.local, let there = conflict.remote, !here.isNull, !there.isNull
      else { continue }
      cells.append(CellChange(row, column, there))
      pairs.append(
        PostgresSource.Pair(
          table: tableColumn.map { editor.saved.cell(row, $0).text }, column: name,
          here: here.text, there: there.text))
    }
    if pairs.isEmpty { return nil }
    let equal = server.areEqual(pairs)
    let taken = zip(cells, equal).filter(\.1).map(\.0)
    guard !taken.isEmpty,
      let transaction = try? document.editor.takeOver(taken, origin: origin)
    else { return nil }
    document.journal?.markStale()
    return transaction
  }

  /// Reads what the servers have of a save that was refused at its end, where others may have stored
  /// their part of it by then, and takes that as saved.
  ///
  /// - Returns: what to tell.
  func takeParts(
    of saved: PostgresSaved, _ error: PostgresSaveError, _ document: Document, _ shell: Shell
  ) -> CommandError {
    do throws(CommandError) {
      let fresh = try shell.readAgain(document, server.name)
      let given = storedCells(of: saved, in: fresh.table, document)
      if !given.isEmpty { _ = try editing(document.editor.takeOver(given)) }
      let sent = saved.sentRows
      let names = sent.map { name(of: $0, in: document.wholeTable, document) }
      _ = try shell.merge(fresh, into: document, title: "save")
      document.journal?.markStale()
      let left = try changes(of: document).rows
      if left.count >= sent.count, left.isSuperset(of: sent) {
        return .outside(
          code: "refused", message: error.problem,
          hint: "save tries again; of these rows nothing is saved")
      }
      let holders = server.holders(of: saved)
      func list(isLeft: Bool) -> String {
        let some = sent.indices.filter { left.contains(sent[$0]) == isLeft }
        let shown = some.prefix(Self.mostNames).map { i in
          names[i] + (holders[sent[i]].map { " on \(shown: $0)" } ?? "")
        }
        return (shown.isEmpty ? "none" : shown.joined(separator: ", "))
          + (some.count > shown.count ? " and \(some.count - shown.count) more" : "")
      }
      return .outside(
        code: error.code,
        message:
          "saved in part: \(error.problem); saved: \(list(isLeft: false)); not saved: \(list(isLeft: true))",
        hint: "save tries the others again, and changes lists them; "
          + "changes on several servers are not saved as one")
    } catch {
      return self.error(.divided(server.name, problem: error.message), document)
    }
  }

  /// The most rows of either kind that are named.
  private static let mostNames = 8

  /// The cells that a server gave other values than were sent, keys first, of rows that it has so.
  private func storedCells(
    of saved: PostgresSaved, in fresh: Table, _ document: Document
  ) -> [CellChange] {
    let (editor, table) = (document.editor, document.table)
    var cells: [CellChange] = []
    for row in saved.rows where !row.corrections.isEmpty {
      let key = table.keyColumns.map { column in
        saved.columns.firstIndex(of: column).flatMap { saved.text(of: row, $0) } ?? ""
      }
      guard let there = fresh.row(withKey: key) else { continue }
      for correction in row.corrections {
        let column = saved.columns[correction.column]
        guard let name = editor.saved.column(column)?.name,
          let theirs = fresh.column(named: name)?.id,
          let cell = cell(row.row, column, correction.text, document),
          fresh.cell(there, theirs) == cell.cell
        else { continue }
        cells.append(cell)
      }
    }
    return cells
  }
}
