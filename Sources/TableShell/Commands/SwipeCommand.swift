import TableInteraction
import TableKit

extension Command {
  /// Slides over a row.
  static var swipe: Command {
    Command(
      name: "swipe", group: .editing, summary: "slide over a row: it shows what can be done",
      synopsis: ["swipe PATH [full] [leading]"],
      details: """
        Works outside editing mode, on rows that can be edited and have the style delete or \
        actions of their own. full slides all the way and does the first; leading slides from the \
        beginning. confirm presses a button, tap elsewhere closes the row. A refusal is no error.
        """,
      example: "swipe 0:1", arguments: [.target, .words(["full", "leading"])], changes: true
    ) { invocation throws(CommandError) in
      let words = invocation.arguments
      let rest = words.reversed().prefix { $0.is("full") || $0.is("leading") }
      let row = try invocation.touchedRow(words.dropLast(rest.count))
      let edge: SwipeEdge = rest.contains { $0.is("leading") } ? .leading : .trailing
      let isFull = rest.contains { $0.is("full") }
      return try invocation.touch([.swipe(row, edge, isFull: isFull)]) { editor, transaction in
        if let action = transaction.pressedAction { return "pressed [\(action)]" }
        guard editor.touches.swiped != nil else { return nil }
        return "\(editor.table.path(of: row)?.description ?? "") shows \(editor.shownButtons)"
      }
    }
  }
}
