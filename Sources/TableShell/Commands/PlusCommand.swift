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
      changes: true
    ) { invocation throws(CommandError) in
      let row = try invocation[.path]
      let cells = try invocation.cells(in: try invocation.document().table)
      return try invocation.touch([.plus(row, cells: cells)]) { _, _ in nil }
    }
  }
}
