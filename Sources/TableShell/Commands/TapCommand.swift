import BatchUpdates
import TableKit

extension Command {
  /// Touches a row.
  static var tap: Command {
    Command(
      name: "tap", group: .selection, summary: "touch a row, with all that its delegate is asked",
      synopsis: ["tap [--dry-run] PATH", "tap elsewhere"],
      details: """
        Works as a finger does: it selects the row, or deselects a selected one where several can \
        be selected. A refusal is no error; the reply says why. set trace on shows the calls. \
        tap elsewhere closes what minus or swipe has opened, and puts a row in the hand back; a \
        tap on a row then does no more either.
        """,
      example: "tap 0:1", arguments: [.target], changes: true
    ) { invocation throws(CommandError) in
      if invocation.arguments.count == 1, invocation.arguments[0].is("elsewhere") {
        return try invocation.touch([.elsewhere]) { _, _ in
          "nothing is open, and no row in the hand"
        }
      }
      let rows = try invocation.rows(try invocation.target())
      guard rows.count == 1, let row = rows.first else {
        throw invocation.usage("'tap' touches one row, not \(rows.count)")
      }
      let document = try invocation.document()
      let path = document.table.path(of: row)?.description ?? ""
      var result = try invocation.perform([.tap(row)])
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
