import TableKit

extension Command {
  /// Lists the columns.
  static var columns: Command {
    Command(
      name: "columns", group: .looking, summary: "list the columns and how their cells are read",
      synopsis: ["columns"],
      details: """
        A number column holds plain numbers and nulls only; in a typed source each cell says itself \
        what it is. Change it with: column type NAME number|text|auto. A name stands there as it is \
        typed: in double quotes where it has other characters than letters, digits and - . / _
        """,
      example: "columns"
    ) { invocation throws(CommandError) in
      let document = try invocation.document()
      let table = document.table
      var lines = AlignedText(in: invocation.shell)
      for column in table.columns {
        var marks: [String] = []
        if table.keyColumns.contains(column.id) { marks.append("key") }
        if table.sectionColumn == column.id { marks.append("sections") }
        if column.typing != .automatic { marks.append("type set by hand") }
        let kind =
          switch document.editor.kind(of: column) {
          case .number: "number"
          case .text: "text"
          case .mixed: "typed"
          }
        lines.add(Quoting.word(column.name), kind, marks.joined(separator: ", "))
      }
      return .output(lines.isEmpty ? "no columns" : lines.text())
    }
  }
}
