import BatchUpdates
import TableKit

extension Command {
  /// Touches a row.
  static var tap: Command {
    Command(
      name: "tap", group: .selection, summary: "touch a row, with all that its delegate is asked",
      synopsis: ["tap [--strip] [--dry-run] PATH"],
      details: """
        Works as a finger does: it selects the row, or deselects a selected one where several can \
        be selected. A refusal is no error; the reply says why. set trace on shows the calls. \
        --strip taps the strip beside the row in editing mode: nobody is asked, only told.
        """,
      example: "tap 0:1", options: [OptionDeclaration("strip")], arguments: [.target], changes: true
    ) { invocation throws(CommandError) in
      let rows = try invocation.rows(try invocation.target())
      guard rows.count == 1, let row = rows.first else {
        throw invocation.usage("'tap' touches one row, not \(rows.count)")
      }
      let document = try invocation.document()
      let path = document.table.path(of: row)?.description ?? ""
      let isStrip = invocation.options.has("strip")
      var result = try invocation.perform([
        isStrip ? .tapStrip(row, invocation.shell.touch.pan) : .tap(row)
      ])
      let refusal = result.transaction?.refusal
      if let refusal, result.transaction?.changesState == false {
        result.sentence = "tap refused: \(refusal)"
        return result
      }
      let selection = document.editor.selection
      let isSelected = { (row: RowID) in selection.contains(row) ? "selected" : "not selected" }
      let other = result.transaction?.redirection.flatMap { path in
        document.table.row(at: path).map { "\(path) \(isSelected($0)) in its place" }
      }
      let outcome = other ?? isSelected(row)
      result.sentence =
        "tapped \(path): \(outcome); \(selection.count) selected"
        + (refusal.map { "; \($0)" } ?? "")
      return result
    }
  }
}
