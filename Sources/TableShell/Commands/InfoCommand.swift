import TableKit
import TablePrinters

extension Command {
  /// Tells about the current table.
  static var info: Command {
    Command(
      name: "info", group: .tables, summary: "tell about the current table and the open ones",
      synopsis: ["info"], example: "info"
    ) { invocation throws(CommandError) in
      try invocation.expect(0...0)
      let document = try invocation.document()
      let table = document.table
      var lines = ["table    \(document.shownName)"]
      if let origin = document.origin {
        lines.append("source   \(origin.path ?? origin.name), \(origin.formatName)")
        for fact in origin.facts {
          lines.append(fact.name + String(repeating: " ", count: 9 - fact.name.count) + fact.text)
        }
      } else {
        lines.append("source   none")
      }
      lines.append("size     \(document.size)")
      let keys = table.keyColumns.compactMap { table.column($0)?.name }
      lines.append("key      \(keys.isEmpty ? "row numbers" : keys.joined(separator: ", "))")
      if let column = table.sectionColumn.flatMap({ table.column($0) }) {
        lines.append("sections by column \(column.name)")
      }
      let state = document.hasUnsavedChanges ? "unsaved changes" : "no unsaved changes"
      lines.append("state    \(state), \(Counts.of(document.editor.undoTitles.count, "undo step"))")
      for note in invocation.shell.notes(of: document) { lines.append("note     \(note)") }
      let others = invocation.shell.documents.filter { $0 !== document }.map(\.name)
      if !others.isEmpty { lines.append("open     \(others.joined(separator: ", "))") }
      return .output(DisplayText.lines(lines.joined(separator: "\n")))
    }
  }

  /// Closes the current table.
  static var close: Command {
    Command(
      name: "close", group: .tables, summary: "close the current table",
      synopsis: ["close [--force]"],
      details:
        "Unsaved changes are asked about, and are an error in a batch, unless --force.",
      example: "close --force", options: [OptionDeclaration("force")]
    ) { invocation throws(CommandError) in
      try invocation.expect(0...0)
      let shell = invocation.shell
      let document = try invocation.document()
      if document.origin != nil, document.hasUnsavedChanges, !invocation.options.has("force"),
        !shell.options.isDryRun
      {
        guard shell.console.isInteractive else { throw .unsavedChanges([document.name]) }
        try shell.confirm("Close \(document.shownName) without saving?")
      }
      document.journal?.drop()
      shell.documents.removeAll { $0 === document }
      shell.current = shell.documents.last
      let now = shell.current.map { "; the current table is \($0.name)" } ?? ""
      return CommandResult(sentence: "closed \(document.name)\(now)")
    }
  }
}
