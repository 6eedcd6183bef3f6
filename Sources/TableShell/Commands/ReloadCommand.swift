import TableKit
import TablePrinters
import TableSources

extension Command {
  /// Reads the source again, or draws rows anew.
  static var reload: Command {
    Command(
      name: "reload", group: .tables, summary: "read the source again and apply the difference",
      synopsis: ["reload [--discard]", "reload --data", "reload TARGET"],
      details: """
        The source's changes come in by key, unsaved edits stay, and conflicts are listed and keep \
        the local value; --discard drops unsaved edits. --data is UIKit's reloadData: everything is \
        drawn anew from what the table holds. reload TARGET is reloadRows.
        """,
      example: "reload --data",
      options: [OptionDeclaration("discard"), OptionDeclaration("data")],
      arguments: [.target], changes: true
    ) { invocation throws(CommandError) in
      let document = try invocation.document()
      if invocation.options.has("data") {
        try invocation.expect(0...0)
        var result = try invocation.perform([.reloadData])
        result.sentence = "reloaded the data"
        result.noteDropped(by: "reloadData")
        return result
      }
      guard invocation.arguments.isEmpty, invocation.lua == nil else {
        if invocation.options.has("discard") {
          throw invocation.usage("'--discard' takes no target")
        }
        let named = try invocation.rows(try invocation.target())
        let rows = invocation.shell.options.isExactReload ? invocation.onScreen(named) : named
        var result = try invocation.perform([.reloadRows(rows)])
        result.sentence = "reloaded \(Counts.of(rows.count, "row"))"
        if rows.count < named.count {
          let count = Counts.of(named.count - rows.count, "row")
          result.notes.append("\(count) off the screen: UIKit does not reload them")
        }
        result.noteDropped(by: "reloading")
        return result
      }
      try invocation.shell.ask(.willReload, path: document.origin?.path ?? document.path)
      let result = try invocation.merge(document)
      try invocation.shell.tell(.didReload, path: document.origin?.path ?? document.path)
      return result
    }
  }
}

extension CommandResult {
  /// Says how many rows left a selection that the view holds.
  mutating func noteDropped(by what: String) {
    guard let transaction else { return }
    let gone = transaction.before.selection.count - transaction.after.selection.count
    if gone > 0 { notes.append("\(what) took \(Counts.of(gone, "row")) out of the selection") }
  }
}

extension Invocation {
  /// Those of some rows that have a cell at the moment.
  fileprivate func onScreen(_ rows: [RowID]) -> [RowID] {
    guard let document = shell.current else { return rows }
    let visible = RowSet(shell.visibleRows(of: document))
    return rows.filter { visible.contains($0) }
  }

  fileprivate func merge(_ document: Document) throws(CommandError) -> CommandResult {
    guard let path = document.origin?.path ?? document.path else {
      throw .noSource("to reload from")
    }
    let file = document.isOfLua ? try shell.permitted(reading: path) : nil
    let fresh = try shell.read(path, as: file, document.reading, loader: document.loader)
    if let name = document.sectionColumn {
      try shell.makeSections(of: fresh, by: name)
    }
    document.journal?.incoming = (fresh.journalBase, fresh.origin, fresh.table)
    defer { document.journal?.incoming = nil }
    let (transaction, conflicts) = try merge(
      fresh, into: &document.editor, discardingEdits: options.has("discard"))
    if transaction.changesTable { document.lastChange = transaction }
    document.lastTransaction = transaction
    if let read = fresh.origin { document.origin?.adopt(read, as: document.editor.saved) }
    var result = CommandResult(
      transaction: transaction, notes: transaction.notes, showsTable: true)
    result.sentence = "reloaded \(path): " + shell.sentence(for: result, on: document)
    result.details = conflicts
    return result
  }

  /// Merges what a source has become into a table.
  ///
  /// - Returns: what was done, and a line for each conflict.
  func merge(
    _ fresh: Document, into editor: inout Editor, discardingEdits: Bool = false
  ) throws(CommandError) -> (transaction: Transaction, conflicts: [String]) {
    do throws(EditError) {
      let merged = try editor.merge(
        incoming: fresh.table, base: editor.saved, title: statement.text,
        discardingEdits: discardingEdits, keepingSections: fresh.origin?.hasSections == false)
      return (merged.transaction, merged.conflicts.map { "conflict: \($0.message)" })
    } catch {
      throw CommandError(error)
    }
  }
}
