import TableKit

extension Command {
  /// Touches the plus of a row.
  static var plus: Command {
    Command(
      name: "plus", group: .editing, summary: "touch the plus of a row: a row is inserted there",
      synopsis: ["plus PATH [COL=VALUE …]"],
      details: """
        Rows have one in editing mode where one row at most can be selected and their style is \
        insert. The new row stands where the touched one stood; it has the cells that the commit \
        of a Lua policy answers and those that are given, and is empty otherwise.
        """,
      example: "selection none --editing; edit on; traits 0:1 style=insert; plus 0:1 id=X1",
      arguments: [.target, .assignment], changes: true
    ) { invocation throws(CommandError) in
      let (words, assignments) = try invocation.reading { () throws(SyntaxError) in
        try Assignment.split(invocation.arguments)
      }
      let row = try invocation.touchedRow(words)
      let table = try invocation.document().table
      var cells: [ColumnID: Cell] = [:]
      for assignment in assignments {
        let column = try invocation.column(assignment.column).id
        cells[column] = try invocation.shell.fitting(
          assignment.value.text, row: nil, column: column, in: table)
      }
      return try invocation.touch([.plus(row, cells: cells)]) { _, _ in nil }
    }
  }
}
