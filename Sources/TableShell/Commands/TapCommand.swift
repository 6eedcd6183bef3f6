import BatchUpdates
import TableKit

extension Command {
  /// Touches a row.
  static var tap: Command {
    Command(
      name: "tap", group: .selection, summary: "touch a row, with all that its delegate is asked",
      details: """
        Works as a finger does: it selects the row, or deselects a selected one where several can \
        be selected. A refusal is no error; the reply says why. set trace on shows the calls. \
        tap elsewhere closes what minus or swipe has opened, and puts a row in the hand back; a \
        tap on a row then does no more either. --strip taps the strip beside the row in editing \
        mode: nobody is asked, only told.
        """,
      example: "tap 0:1", changes: true,
      forms: [
        Form("tap [--strip] [--dry-run] PATH") { invocation throws(CommandError) in
          let row = try invocation[.path]
          let isStrip = invocation.has("--strip")
          return try invocation.tapped(
            row,
            try invocation.perform([
              isStrip ? .tapStrip(row, invocation.shell.touch.pan) : .tap(row)
            ]))
        },
        Form("tap elsewhere") { invocation throws(CommandError) in
          try invocation.touch([.elsewhere]) { _, _ in "nothing is open, and no row in the hand" }
        },
      ])
  }
}

extension Invocation {
  /// What a tap on a row has done, in words.
  func tapped(_ row: RowID, _ done: CommandResult) throws(CommandError) -> CommandResult {
    var result = done
    let document = try document()
    let path = done.transaction?.before.table.path(of: row)?.description ?? ""
    let refusal = done.transaction?.refusal
    if let refusal, done.transaction?.changesState == false {
      result.sentence = "tap refused: \(refusal)"
      return result
    }
    let (selection, marks) = (document.editor.selection, document.editor.marks)
    let outcome = { (row: RowID) in
      if document.editor.isChecklist(row) { return marks.contains(row) ? "marked" : "not marked" }
      return selection.contains(row) ? "selected" : "not selected"
    }
    let other = done.transaction?.redirection.flatMap { path in
      document.table.row(at: path).map { "\(path) \(outcome($0)) in its place" }
    }
    result.sentence =
      "tapped \(path): \(other ?? outcome(row)); \(selection.count) selected"
      + (refusal.map { "; \($0)" } ?? "")
    return result
  }
}
