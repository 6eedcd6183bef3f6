import TableKit

extension Command {
  /// Adds, renames, deletes and moves sections, and makes them from a column.
  static var section: Command {
    Command(
      name: "section", group: .editing, summary: "add, rename, delete or move sections",
      synopsis: [
        "section add NAME [at INDEX]", "section rename SECTION NAME", "section delete SECTION …",
        "section move SECTION to INDEX", "section by COL",
      ],
      details: """
        section by COL makes one section for each value, in order of first appearance. They are a \
        view: renaming one rewrites its cells, moving a row between them sets its cell.
        """,
      example: "section rename 0 Captains",
      arguments: [
        .words(["add", "rename", "delete", "move", "by"]),
        .behind(["add": .words([]), "by": .column], otherwise: .section),
        .behind(["delete": .section], otherwise: .words([])),
      ], changes: true
    ) { invocation throws(CommandError) in
      let words = Array(invocation.arguments.dropFirst())
      let table = try invocation.document().table
      switch invocation.arguments.first?.text {
      case "add":
        guard words.count == 1 || (words.count == 3 && words[1].is("at")) else {
          throw invocation.usage("'section add' wants a name")
        }
        let index = words.count == 3 ? try invocation.index(words[2]) : table.sections.count
        return try invocation.perform([.insertSection(name: words[0].text, at: index)])
      case "rename":
        guard words.count == 2 else { throw invocation.usage("'section rename' wants two names") }
        let s = try invocation.section(words[0])
        return try invocation.perform([.renameSection(table.sections[s].id, words[1].text)])
      case "delete":
        guard !words.isEmpty else { throw invocation.usage("no section is named") }
        var sections: [Int] = []
        for word in words {
          let s = try invocation.section(word)
          if !sections.contains(s) { sections.append(s) }
        }
        try invocation.confirmDeleting(sections.reduce(0) { $0 + table.sections[$1].count })
        return try invocation.perform([.deleteSections(sections.map { table.sections[$0].id })])
      case "move":
        guard words.count == 3, words[1].is("to") else {
          throw invocation.usage("'section move' wants SECTION to INDEX")
        }
        return try invocation.moveSection(words[0], to: try invocation.index(words[2]))
      case "by":
        guard words.count == 1 else { throw invocation.usage("'section by' wants one column") }
        return try invocation.perform([.sectionBy(try invocation.column(words[0]).id)])
      default: throw invocation.usage("'section' wants add, rename, delete, move or by")
      }
    }
  }
}

extension Invocation {
  /// A number from 0.
  func index(_ word: Word) throws(CommandError) -> Int {
    guard let index = Int(word.text), index >= 0 else {
      throw usage("'\(word.text)' is no index; indexes count from 0")
    }
    return index
  }

  fileprivate func moveSection(_ word: Word, to index: Int) throws(CommandError) -> CommandResult {
    let table = try document().table
    let s = try section(word)
    guard index < table.sections.count else {
      throw .edit(.noSuchSection(index, count: table.sections.count))
    }
    var order = Array(table.sections.indices)
    order.remove(at: s)
    order.insert(s, at: index)
    return try perform([.arrangeSections(order.map { table.sections[$0].id })])
  }
}
