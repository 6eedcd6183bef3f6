import TableKit

extension Command {
  /// Slides over a row.
  static var swipe: Command {
    Command(
      name: "swipe", group: .editing, summary: "slide over a row: it shows what can be done",
      synopsis: ["swipe PATH [full|leading] …"],
      details: """
        Works outside editing mode, on rows that can be edited and have the style delete or \
        actions of their own. full slides all the way and does the first; leading slides from the \
        beginning. confirm presses a button, tap elsewhere closes the row. A refusal is no error.
        """,
      example: "swipe 0:1", changes: true
    ) { invocation throws(CommandError) in
      let row = try invocation[.path]
      let edge: SwipeEdge = invocation.has("leading") ? .leading : .trailing
      let isFull = invocation.has("full")
      return try invocation.touch([.swipe(row, edge, isFull: isFull)]) { editor, transaction in
        if let action = transaction.pressedAction { return "pressed [\(action)]" }
        guard editor.touches.swiped != nil else { return nil }
        return "\(editor.table.path(of: row)?.description ?? "") shows \(editor.shownButtons)"
      }
    }
  }
}
