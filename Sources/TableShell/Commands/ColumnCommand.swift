import TableKit

extension Command {
  /// Adds, renames, deletes, moves and types columns.
  static var column: Command {
    Command(
      name: "column", group: .editing, summary: "add, rename, delete, move or type columns",
      synopsis: [
        "column add NAME [at INDEX]", "column rename COL NAME", "column delete COL …",
        "column move COL to INDEX", "column type COL number|text|auto",
      ],
      details: """
        A type says how cells are compared and what Lua sees; their text stays. In a column typed \
        number, a cell that is no number counts as null.
        """,
      example: "column add note",
      arguments: [
        .words(["add", "rename", "delete", "move", "type"]),
        .behind(["add": .words([])], otherwise: .column),
        .behind(
          ["type": .words(["number", "text", "auto"]), "delete": .column],
          otherwise: .words([])),
      ], changes: true
    ) { invocation throws(CommandError) in
      let words = Array(invocation.arguments.dropFirst())
      let table = try invocation.document().table
      switch invocation.arguments.first?.text {
      case "add":
        guard words.count == 1 || (words.count == 3 && words[1].is("at")) else {
          throw invocation.usage("'column add' wants a name")
        }
        try invocation.checkColumnName(words[0])
        let count = table.columns.count
        let index = words.count == 3 ? try invocation.columnIndex(words[2], upTo: count) : count
        return try invocation.perform([.insertColumn(name: words[0].text, at: index)])
      case "rename":
        guard words.count == 2 else { throw invocation.usage("'column rename' wants two names") }
        try invocation.checkColumnName(words[1])
        return try invocation.perform([
          .renameColumn(try invocation.column(words[0]).id, words[1].text)
        ])
      case "delete":
        guard !words.isEmpty else { throw invocation.usage("no column is named") }
        var edits: [Edit] = []
        for word in words { edits.append(.deleteColumn(try invocation.column(word).id)) }
        return try invocation.perform(edits)
      case "move":
        guard words.count == 3, words[1].is("to") else {
          throw invocation.usage("'column move' wants COL to INDEX")
        }
        return try invocation.perform([
          .moveColumn(
            try invocation.column(words[0]).id,
            at: try invocation.columnIndex(words[2], upTo: table.columns.count - 1))
        ])
      case "type":
        guard words.count == 2, let typing = Column.Typing(word: words[1].text) else {
          throw invocation.usage("'column type' wants a column and number, text or auto")
        }
        return try invocation.perform([.typeColumn(try invocation.column(words[0]).id, typing)])
      default: throw invocation.usage("'column' wants add, rename, delete, move or type")
      }
    }
  }
}

extension Invocation {
  /// Refuses a name for a column in which there is nothing to see.
  func checkColumnName(_ word: Word) throws(CommandError) {
    guard HeaderNames.isBlank(word.text) else { return }
    throw .edit(.refused("a column needs a name", hint: "choose another name"))
  }

  /// The place of a column, from 0.
  fileprivate func columnIndex(_ word: Word, upTo last: Int) throws(CommandError) -> Int {
    let index = try index(word)
    guard index <= last else {
      throw usage("no place \(index) for a column: they count from 0 to \(last)")
    }
    return index
  }
}

extension Column.Typing {
  fileprivate init?(word: String) {
    switch word {
    case "number": self = .number
    case "text": self = .text
    case "auto": self = .automatic
    default: return nil
    }
  }
}
