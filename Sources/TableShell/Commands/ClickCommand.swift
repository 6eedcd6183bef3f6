import BatchUpdates
import TableKit

extension Command {
  /// Clicks on a row.
  static var click: Command {
    Command(
      name: "click", group: .selection, summary: "click on a row with a pointer, as on the Mac",
      synopsis: ["click [--command] [--shift] [--dry-run] PATH"],
      details: """
        A plain click replaces what is selected, even where several rows can be. --command toggles \
        one row, --shift selects or deselects all rows from the one that was changed last, in its \
        section; another one aims the same range elsewhere.
        """,
      example: "click 0:1; click --shift 0:2", changes: true
    ) { invocation throws(CommandError) in
      let row = try invocation[.path]
      // Command wins over shift.
      let event: PointerEvent =
        invocation.has("--command")
        ? .commandClick(row) : invocation.has("--shift") ? .shiftClick(row) : .click(row)
      let path = try invocation.document().table.path(of: row)?.description ?? ""
      return try invocation.point(event, "clicked \(path)")
    }
  }

  /// Presses an arrow key with the shift key.
  static var press: Command {
    Command(
      name: "press", group: .selection, summary: "press an arrow key together with the shift key",
      synopsis: ["press [--dry-run] shift-down|shift-up"],
      details: "The end of the selected range moves by one row, as far as its section goes.",
      example: "click 0:0; press shift-down", changes: true
    ) { invocation throws(CommandError) in
      let isDown = invocation.has("shift-down")
      return try invocation.point(
        isDown ? .shiftDown : .shiftUp, "pressed shift-\(isDown ? "down" : "up")")
    }
  }
}

extension Invocation {
  fileprivate func point(
    _ event: PointerEvent, _ what: String
  ) throws(CommandError) -> CommandResult {
    let document = try document()
    let wasEditing = document.editor.isEditing
    var result = try perform([.point(event, mayBegin: shell.touch.mayBegin)])
    let count = Counts.grouped(document.editor.selection.count)
    let refusal = result.transaction?.refusal
    result.sentence = "\(what): \(count) selected" + (refusal.map { "; \($0)" } ?? "")
    if !wasEditing, document.editor.isEditing { result.details.append("editing is on") }
    return result
  }
}
