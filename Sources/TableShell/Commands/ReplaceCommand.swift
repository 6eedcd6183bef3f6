import TableKit

extension Command {
  /// A command that replaces text in the cells of a column.
  static var replace: Command {
    Command(
      name: "replace", group: .editing, summary: "replace a text in the cells of a column",
      synopsis: ["replace [--whole] [--dry-run] COL OLD NEW [TARGET]"],
      details: """
        Every occurrence is replaced; --whole changes only cells that are OLD throughout. Null cells \
        stay as they are: edit gives them a value.
        """,
      example: "replace name Ann Anna", changes: true
    ) { invocation throws(CommandError) in
      let column = try invocation[.column]
      let texts = try invocation.all(.word).map(\.text)
      let (old, new) = (texts[0], texts[1])
      let rows = try invocation.rows(otherwise: .everything)
      guard !old.isEmpty || invocation.has("--whole") else {
        throw invocation.refusal(
          "the old text is empty; --whole finds cells of empty text, and null cells are set by edit",
          [
            "replace --whole \(Quoting.word(column.name)) \"\" NEW",
            "select only where row[\(Quoting.quoted(column.name))] == nil; edit selected "
              + "\(Quoting.word(column.name))=VALUE",
          ])
      }
      let table = try invocation.document().table
      var changes: [CellChange] = []
      for (i, row) in rows.enumerated() {
        if i % 4096 == 4095 { try invocation.shell.pollLoop(at: i) }
        let cell = table.cell(row, column.id)
        if cell.isNull { continue }
        let text =
          invocation.has("--whole")
          ? (cell.text == old ? new : cell.text) : cell.text.replacing(old, with: new)
        guard text != cell.text else { continue }
        let fitted = try invocation.shell.fitting(text, row: row, column: column.id, in: table)
        changes.append(CellChange(row, column.id, fitted))
      }
      return try invocation.perform([.update(changes)])
    }
  }
}

extension String {
  /// Returns the string with every occurrence of a text replaced, compared by UTF-8 bytes from the
  /// left.
  func replacing(_ old: String, with new: String) -> String {
    guard !old.isEmpty else { return self }
    return String(
      decoding: Array(utf8).replacing(Array(old.utf8), with: Array(new.utf8)), as: UTF8.self)
  }
}
