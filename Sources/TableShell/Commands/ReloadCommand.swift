import TableInteraction
import TableKit
import TablePrinters
import TableSources
import Wording

extension Command {
  /// Reads the source again, or draws rows anew.
  static var reload: Command {
    Command(
      name: "reload", group: .tables, summary: "read the source again and apply the difference",
      synopsis: [
        "reload [--discard]", "reload --data", "reload [--reconfigure] TARGET",
        "reload --sections SECTION …",
      ],
      details: """
        The source's changes come in by key, unsaved edits stay, and conflicts are listed and keep \
        the local value; --discard drops unsaved edits. --data is UIKit's reloadData: everything is \
        drawn anew from what the table holds. reload TARGET is reloadRows, with --reconfigure \
        reconfigureRows, which keeps the cells; --sections is reloadSections. A selection that the \
        view holds loses what is reloaded, and keeps what is reconfigured.
        """,
      example: "reload --data",
      options: [
        OptionDeclaration("discard"), OptionDeclaration("data"), OptionDeclaration("reconfigure"),
        OptionDeclaration("sections"),
      ],
      arguments: [.target], changes: true
    ) { invocation throws(CommandError) in
      let document = try invocation.document()
      if let kind = try invocation.redrawing() { return try invocation.redraw(kind, document) }
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

/// What is drawn anew from what the table holds.
private enum Redrawing {
  case data, sections, rows, cells
}

extension Invocation {
  /// What is to be drawn anew; nil where the source is to be read again.
  fileprivate func redrawing() throws(CommandError) -> Redrawing? {
    let named = ["data", "sections", "reconfigure", "discard"].filter { options.has($0) }
    guard named.count < 2 else {
      throw usage("'--\(named[0])' and '--\(named[1])' do not go together")
    }
    if options.has("data") {
      try expect(0...0)
      return .data
    }
    if options.has("sections") { return .sections }
    if options.has("reconfigure") { return .cells }
    guard !arguments.isEmpty || lua != nil else { return nil }
    if options.has("discard") { throw usage("'--discard' takes no target") }
    return .rows
  }

  fileprivate func redraw(
    _ kind: Redrawing, _ document: Document
  ) throws(CommandError) -> CommandResult {
    switch kind {
    case .data: return try redraw([.reloadData], "reloaded the data", by: "reloadData", document)
    case .sections:
      guard !arguments.isEmpty else { throw usage("'--sections' needs a section") }
      var sections: [SectionID] = []
      for word in arguments { sections.append(document.table.sections[try section(word)].id) }
      return try redraw(
        [.reloadSections(sections)], "reloaded \(Counts.of(sections.count, "section"))",
        by: "reloading", document)
    case .cells:
      let rows = try rows(try target())
      return try redraw(
        [.reconfigureRows(rows)], "reconfigured \(Counts.of(rows.count, "row"))",
        by: "reconfiguring", document)
    case .rows:
      let named = try rows(try target())
      let rows = shell.options.isExactReload ? onScreen(named) : named
      var result = try redraw(
        [.reloadRows(rows)], "reloaded \(Counts.of(rows.count, "row"))", by: "reloading", document)
      if rows.count < named.count {
        let count = Counts.of(named.count - rows.count, "row")
        result.notes.insert("\(count) off the screen: UIKit does not reload them", at: 0)
      }
      return result
    }
  }

  private func redraw(
    _ actions: [TableAction], _ sentence: String, by what: String, _ document: Document
  ) throws(CommandError) -> CommandResult {
    var result = try perform(actions)
    result.sentence = sentence
    result.noteDropped(by: what)
    if result.transaction?.changesState == true, document.editor.isEditing {
      result.notes.append("the button says \(document.controller.deleteButton.title)")
    }
    return result
  }

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
      fresh, into: &document.controller, discardingEdits: options.has("discard"))
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
    _ fresh: Document, into controller: inout TableController, discardingEdits: Bool = false
  ) throws(CommandError) -> (transaction: Transaction, conflicts: [String]) {
    do throws(EditError) {
      let merged = try controller.merge(
        incoming: fresh.table, title: statement.text, discardingEdits: discardingEdits,
        keepingSections: fresh.origin?.hasSections == false)
      return (merged.transaction, merged.conflicts.map { "conflict: \($0.message)" })
    } catch {
      throw CommandError(error)
    }
  }
}
