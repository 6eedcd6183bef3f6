import TableKit
import TablePrinters
import Wording

extension Command {
  /// A command that prints facts about the current table and lists the open ones.
  static var info: Command {
    Command(
      name: "info", group: .tables, summary: "tell about the current table and the open ones",
      synopsis: ["info"],
      details: "It says how the file was read, and why.",
      example: "info"
    ) { invocation throws(CommandError) in
      let document = try invocation.document()
      let table = document.table
      var lines: [(name: String, text: String)] = [("table", document.shownName)]
      if let origin = document.origin {
        let source = DisplayText(origin.path ?? origin.name).text
        lines.append(("source", "\(source), \(origin.formatName)"))
        lines += origin.facts.map { ($0.name, $0.text) }
      } else {
        lines.append(("source", "none"))
      }
      lines.append(("size", document.size))
      let keys = table.keyColumns.compactMap { table.column($0)?.name }
      lines.append(("key", keys.isEmpty ? "row numbers" : keys.joined(separator: ", ")))
      if let column = table.sectionColumn.flatMap({ table.column($0) }) {
        lines.append(("sections", "by column \(column.name)"))
      }
      let state = document.hasUnsavedChanges ? "unsaved changes" : "no unsaved changes"
      let steps = Counts.of(document.editor.undoTitles.count, "undo step")
      lines.append(("state", "\(state), \(steps)"))
      for note in invocation.shell.notes(of: document) { lines.append(("note", note)) }
      let others = invocation.shell.documents.filter { $0 !== document }.map(\.name)
      if !others.isEmpty { lines.append(("open", others.joined(separator: ", "))) }
      let width = lines.map(\.name.utf8.count).max() ?? 0
      let padded = lines.map { line in
        line.name + String(repeating: " ", count: width + 2 - line.name.utf8.count) + line.text
      }
      return .output(DisplayText.lines(padded.joined(separator: "\n")))
    }
  }

  /// A command that closes the current table.
  static var close: Command {
    Command(
      name: "close", group: .tables, summary: "close the current table",
      synopsis: ["close [--force]"],
      details:
        "Unsaved changes are asked about, and are an error in a batch, unless --force.",
      example: "close --force"
    ) { invocation throws(CommandError) in
      let shell = invocation.shell
      let document = try invocation.document()
      if document.hasWorkToLose, !invocation.has("--force"), !shell.isDryRun {
        guard shell.console.isInteractive else { throw .unsavedChangesToClose(document.name) }
        try shell.confirm("Close \(document.shownName) without saving?")
      }
      try shell.ask(.willClose, path: document.origin?.path ?? document.path)
      let former = shell.documents
      shell.documents.removeAll { $0 === document }
      shell.current = shell.documents.last
      do throws(CommandError) {
        try shell.tell(.didClose, path: document.origin?.path ?? document.path)
      } catch {
        shell.documents = former
        shell.current = document
        throw error
      }
      document.journal?.drop()
      let now = shell.current.map { "; the current table is \($0.name)" } ?? ""
      return CommandResult(sentence: "closed \(document.name)\(now)")
    }
  }
}
