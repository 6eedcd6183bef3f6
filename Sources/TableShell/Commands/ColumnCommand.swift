import TableKit

extension Command {
  /// A command that adds, renames, deletes, moves and types columns.
  static var column: Command {
    Command(
      name: "column", group: .editing, summary: "add, rename, delete, move or type columns",
      details: """
        A type says how cells are compared and what Lua sees; their text stays. In a column typed \
        number, a cell that is no number counts as null.
        """,
      example: "column add note", changes: true,
      forms: [
        Form("column add NAME [at INDEX]") { invocation throws(CommandError) in
          let name = try invocation[.word]
          try invocation.checkColumnName(name)
          let count = try invocation.document().table.columns.count
          let index = try invocation.columnIndex(upTo: count) ?? count
          return try invocation.perform([.insertColumn(name: name.text, at: index)])
        },
        Form("column rename COL NAME") { invocation throws(CommandError) in
          let name = try invocation[.word]
          try invocation.checkColumnName(name)
          return try invocation.perform([.renameColumn(try invocation[.column].id, name.text)])
        },
        Form("column delete COL …") { invocation throws(CommandError) in
          try invocation.perform(try invocation.all(.column).map { .deleteColumn($0.id) })
        },
        Form("column move COL to INDEX") { invocation throws(CommandError) in
          let last = try invocation.document().table.columns.count - 1
          return try invocation.perform([
            .moveColumn(
              try invocation[.column].id, at: try invocation.columnIndex(upTo: last) ?? last)
          ])
        },
        Form("column type COL number|text|auto") { invocation throws(CommandError) in
          let typing: Column.Typing =
            invocation.has("number") ? .number : invocation.has("text") ? .text : .automatic
          return try invocation.perform([.typeColumn(try invocation[.column].id, typing)])
        },
      ])
  }
}

extension Invocation {
  /// Throws if a column's name is blank.
  func checkColumnName(_ word: Word) throws(CommandError) {
    guard HeaderNames.isBlank(word.text) else { return }
    throw .edit(.refused("a column needs a name", hint: "choose another name"))
  }

  /// Returns the INDEX of the form, from 0; nil if it was left out.
  ///
  /// - Parameter last: the largest valid index.
  /// - Throws: `usage` if the index is larger.
  fileprivate func columnIndex(upTo last: Int) throws(CommandError) -> Int? {
    guard let index = try optional(.index) else { return nil }
    guard index <= last else {
      throw refusal("no place \(index) for a column: they count from 0 to \(last)")
    }
    return index
  }
}
