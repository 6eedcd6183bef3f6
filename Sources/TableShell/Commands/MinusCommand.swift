import TableKit

extension Command {
  /// Touches the minus of a row.
  static var minus: Command {
    Command(
      name: "minus", group: .editing, summary: "touch the minus of a row: it asks for confirmation",
      synopsis: ["minus PATH"],
      details: """
        Rows have one in editing mode where one row at most can be selected. It shows the button \
        that deletes, or the row's own actions as a swipe does. confirm presses a button, a second \
        touch or tap elsewhere hides them.
        """,
      example: "selection none --editing; edit on; minus 0:1", changes: true
    ) { invocation throws(CommandError) in
      let row = try invocation[.path]
      return try invocation.touch([.minus(row)]) { editor, _ in
        guard editor.touches.confirming != nil else { return "the button is hidden" }
        return "\(editor.table.path(of: row)?.description ?? "") shows \(editor.shownButtons)"
      }
    }
  }
}
