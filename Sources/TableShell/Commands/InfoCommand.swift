import CommandLanguage
import TableKit
import Wording

extension Command {
  /// A command that prints facts about the current table and lists the open ones.
  static var info: Command {
    Command(
      name: "info", group: .tables, summary: "describe the current table and list the open ones",
      details: """
        info shows the file and how it was read, the size, the key, unsaved changes and the other \
        open tables. It names options of open that override guesses about the file.
        """,
      examples: [
        "info": "about this table",
        "open more.csv; info": "about another file",
      ],
      readOn: ["open", "columns"],
      forms: [Form("info", does: Invocation.tableFacts)])
  }

  /// A command that closes the current table.
  static var close: Command {
    Command(
      name: "close", group: .tables, summary: "close the current table",
      details: """
        If the table has unsaved changes, close asks first. In a batch, unsaved changes of a file \
        are an error. The table that you used before becomes the current table.
        """,
      options: [
        "force": "drop unsaved changes without a question"
      ],
      examples: [
        "close": "close a table without unsaved changes",
        "edit @007 pay=32; close --force": "drop the change",
      ],
      readOn: ["save", "quit"],
      forms: [Form("close [--force]", does: Invocation.closeTable)])
  }
}

extension Invocation {
  fileprivate func tableFacts() throws(CommandError) -> CommandResult {
    let document = try document()
    let table = document.table
    var lines = AlignedText(columnWidth: 10_000)
    lines.add("table", VisibleText.of(document.name))
    let info = document.source.info(of: document)
    lines.add("source", info?.source ?? "none")
    for fact in info?.facts ?? [] { lines.add(fact.name, fact.text) }
    if let window = document.source.windowText { lines.add("window", window) }
    lines.add("size", document.size)
    let keys = table.keyColumns.compactMap { table.column($0)?.name }
    let reason = document.source.reason(ofKey: keys).map { " (\($0))" }
    lines.add(
      "key",
      keys.isEmpty
        ? "row numbers" : keys.map(Self.listed).joined(separator: ", ") + (reason ?? ""))
    if let column = table.sectionColumn.flatMap({ table.column($0) }) {
      lines.add("sections", "by column \(shown: column.name)")
    }
    let state = document.hasUnsavedChanges ? "unsaved changes" : "no unsaved changes"
    let steps = Counts.of(document.editor.undoTitles.count, "undo step")
    lines.add("state", "\(state), \(steps)")
    if let live = shell.live[document] {
      let how = document.source.tellsHowFollowed ? ", \(live.follower.how)" : ""
      lines.add(
        "watched",
        "\(live.state.summary)\(how), \(Counts.of(live.pushCount, "push", plural: "pushes"))")
    }
    for fact in shell.parts.flatMap({ $0.facts(of: document) }) {
      lines.add(fact.name, fact.text)
    }
    let conflicts = document.editor.conflicts.count
    if conflicts > 0 { lines.add("conflicts", "\(conflicts) open: conflicts lists them") }
    for note in shell.notes(of: document) { lines.add("note", VisibleText.line(note)) }
    let rows = table.hasOwnColumns ? ColumnRows(table) : nil
    for column in table.columns {
      guard !document.editor.kind(of: column).isNumeric,
        let others = table.fewNonNumbers(in: column, of: rows)
      else { continue }
      lines.add(
        "note", "\(Quoting.word(column.name)): \(others.sentence(in: table)): \(others.mend)")
    }
    let others = shell.documents.filter { $0 !== document }
      .map { $0.name.contains(",") ? Quoting.quoted($0.name) : $0.shownName }
    if !others.isEmpty { lines.add("open", others.joined(separator: ", ")) }
    return .output(lines.text(width: shell.terminalWidth))
  }

  /// A name in a list with commas: in quotes where it holds one.
  static func listed(_ name: String) -> String {
    name.contains(",") ? Quoting.quoted(name) : VisibleText.of(name)
  }

  fileprivate func closeTable() throws(CommandError) -> CommandResult {
    let document = try document()
    let isAtPrompt = shell.console.isInteractive
    if document.losesWork(isAtPrompt: isAtPrompt), !has("--force"), !shell.isDryRun {
      guard isAtPrompt else { throw .unsavedChangesToClose(document.name) }
      if document.hasPlaceToSave {
        try shell.confirm("Close \(document.shownName) without saving?")
      } else {
        try shell.askToDiscard([document])
      }
    }
    try shell.ask(.willClose, path: document.source.path)
    let former = shell.documents
    shell.documents.removeAll { $0 === document }
    shell.current = shell.latestTable
    do throws(CommandError) {
      try shell.tell(.didClose, path: document.source.path)
    } catch {
      shell.documents = former
      shell.current = document
      throw error
    }
    document.journal?.drop()
    shell.live.remove(document)
    let now = shell.current.map { "; the current table is \($0.name)" } ?? ""
    return CommandResult(sentence: "closed \(document.name)\(now)")
  }
}
