import TableKit
import TablePrinters
import Wording

extension Command {
  /// A command that lists unsaved changes.
  static var changes: Command {
    Command(
      name: "changes", group: .tables, summary: "list what is not saved yet",
      synopsis: ["changes [--all]"], details: "The first twenty; --all lists every one.",
      example: "edit 0:0 name=Anna; changes"
    ) { invocation throws(CommandError) in
      let document = try invocation.document()
      guard document.hasUnsavedChanges else { return .output("no unsaved changes") }
      let shell = invocation.shell
      let rows = document.table.rowCount
      shell.progress.begin("comparing", .rows, total: rows)
      defer { shell.progress.end() }
      let ends = PlanEnds(before: document.editor.written, after: document.wholeTable)
      var changes = ChangeList(
        ends, style: shell.style, limit: invocation.has("--all") ? .max : 20)
      try changes.find { (row) throws(CommandError) in try shell.pollLoop(at: row) }
      guard changes.count > 0 else { return .output("only the order of the records") }
      var shown = changes.lines
      if changes.count > shown.count {
        shown.append("… \(Counts.grouped(changes.count - shown.count)) more")
      }
      return .output(shown.joined(separator: "\n"))
    }
  }
}
