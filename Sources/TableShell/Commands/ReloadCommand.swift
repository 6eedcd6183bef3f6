import TableInteraction
import TableKit
import Wording

extension Command {
  /// A command that reads the source again, or reloads or reconfigures rows.
  static var reload: Command {
    Command(
      name: "reload", group: .tables,
      summary: "read the file or database again and bring in what has changed",
      details: """
        reload brings in the changes of others; rows are matched by their keys. Your unsaved \
        changes stay. Where both changed a cell, your value stays and conflicts lists the cell.
        The other forms read nothing. They redraw the table by UIKit's methods: --data is \
        reloadData, TARGET reloadRows, --reconfigure reconfigureRows, and --sections \
        reloadSections. Your file and the cells stay as they are.
        """,
      options: [
        "discard": "drop your unsaved changes",
        "data": "redraw everything from what the table holds",
        "reconfigure": "redraw the rows in place; they stay selected",
        "sections": "redraw whole sections",
      ],
      examples: [
        "reload": "bring in what others changed",
        "edit @007 pay=32; reload --discard": "go back to what the file holds",
        "reload --reconfigure @007": "redraw one row",
      ],
      readOn: ["conflicts", "watch", "plans"],
      changes: true,
      forms: [
        Form("reload [--discard]") { invocation throws(CommandError) in
          let document = try invocation.document()
          try invocation.shell.ask(.willReload, path: document.source.path)
          let result = try invocation.merge(document)
          if invocation.has("--discard") { document.source.dropOwnChanges() }
          try invocation.shell.tell(.didReload, path: document.source.path)
          return result
        },
        Form("reload --data") { invocation throws(CommandError) in
          try invocation.redraw([.reloadData], "reloaded the data", by: "reloadData")
        },
        Form("reload [--reconfigure] TARGET", does: Invocation.redrawRows),
        Form("reload --sections SECTION …") { invocation throws(CommandError) in
          let table = try invocation.document().table
          let sections = try invocation.all(.section).map { table.sections[$0].id }
          return try invocation.redraw(
            [.reloadSections(sections)], "reloaded \(Counts.of(sections.count, "section"))",
            by: "reloading")
        },
      ])
  }
}

extension CommandResult {
  /// Adds a note on the rows that the view dropped from the selection.
  ///
  /// - Parameter what: the cause, as the subject of the note: `reloading`.
  package mutating func noteDropped(by what: String) {
    guard let transaction else { return }
    let gone = transaction.before.selection.count - transaction.after.selection.count
    if gone > 0 { notes.append("\(what) took \(Counts.of(gone, "row")) out of the selection") }
  }
}

extension Invocation {
  fileprivate func redrawRows() throws(CommandError) -> CommandResult {
    let named = try rows()
    if has("--reconfigure") {
      return try redraw(
        [.reconfigureRows(named)], "reconfigured \(Counts.of(named.count, "row"))",
        by: "reconfiguring")
    }
    let rows = shell.options.reloadsVisibleOnly ? onScreen(named) : named
    var result = try redraw(
      [.reloadRows(rows)], "reloaded \(Counts.of(rows.count, "row"))", by: "reloading")
    if rows.count < named.count {
      let count = Counts.of(named.count - rows.count, "row")
      result.notes.insert("\(count) off the screen: UIKit does not reload them", at: 0)
    }
    return result
  }

  fileprivate func redraw(
    _ actions: [TableAction], _ sentence: String, by what: String
  ) throws(CommandError) -> CommandResult {
    let document = try document()
    var result = try perform(actions)
    result.sentence = sentence
    result.noteDropped(by: what)
    if result.transaction?.changesState == true, document.editor.isEditing {
      result.notes.append("the button says \(document.controller.shownDeleteButton)")
    }
    return result
  }

  /// Returns the rows that are visible, and so have a cell.
  fileprivate func onScreen(_ rows: [RowID]) -> [RowID] {
    guard let document = shell.current else { return rows }
    let visible = RowSet(shell.visibleRows(of: document))
    return rows.filter { visible.contains($0) }
  }

  fileprivate func merge(_ document: Document) throws(CommandError) -> CommandResult {
    guard let path = document.source.path else { throw .noSource("to reload from") }
    let file = try document.source.prepareToReload(document, path, in: shell)
    if !has("--discard"), try shell.luaLayer.luaLoader(document.source.loader, for: path) == nil,
      document.origin?.readsTheSame(at: file?.place, progress: shell.progress) == true
    {
      return try unchanged(document, path)
    }
    let fresh = try shell.readAgain(document, path, as: file)
    let merged = try shell.merge(
      fresh, into: document, title: statement.text, discardingEdits: has("--discard"))
    let (transaction, conflicts) = (merged.transaction, merged.conflicts)
    var result = CommandResult(transaction: transaction, notes: transaction.notes, showsTable: true)
    let isConflictOnly = !conflicts.isEmpty && !transaction.changesTable
    result.sentence =
      "reloaded \(path): "
      + (isConflictOnly
        ? Counts.of(conflicts.count, "conflict")
        : shell.replies.sentence(for: result, on: document))
    result.details = conflicts.map { "conflict: \($0.message)" }
    result.conflicts = document.editor.conflicts
    return result
  }

  /// A reload of a source that reads as it did: nothing comes in.
  private func unchanged(
    _ document: Document, _ path: String
  ) throws(CommandError) -> CommandResult {
    let (transaction, _) = try editing(
      document.controller.merge(incoming: document.editor.saved, title: statement.text))
    document.lastTransaction = transaction
    var result = CommandResult(transaction: transaction, notes: transaction.notes, showsTable: true)
    result.sentence = "reloaded \(path): " + shell.replies.sentence(for: result, on: document)
    if document.hasWorkToLose {
      result.notes.append(
        "unsaved edits stay; reload --discard drops them, undo to 0 takes them back")
    }
    return result
  }
}
