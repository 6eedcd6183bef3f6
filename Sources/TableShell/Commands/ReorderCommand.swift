import TableKit

extension Command {
  /// Puts sections or rows into another order.
  static var reorder: Command {
    Command(
      name: "reorder", group: .editing,
      summary: "put sections, or the rows of one, in another order",
      synopsis: ["reorder sections SECTION …", "reorder rows SECTION KEY …"],
      details: "What is not named follows in its old order.",
      example: "reorder sections 1 0", arguments: [.words(["sections", "rows"]), .section],
      changes: true
    ) { invocation throws(CommandError) in
      let words = invocation.arguments
      let document = try invocation.document()
      let table = document.table
      if words.first?.is("sections") == true {
        var order: [Int] = []
        for word in words.dropFirst() {
          let s = try invocation.section(word)
          guard !order.contains(s) else { throw invocation.usage("'\(word.text)' is named twice") }
          order.append(s)
        }
        guard !order.isEmpty else { throw invocation.usage("no section is named") }
        order += table.sections.indices.filter { !order.contains($0) }
        return try invocation.perform([.arrangeSections(order.map { table.sections[$0].id })])
      }
      guard words.first?.is("rows") == true, words.count >= 3 else {
        throw invocation.usage("'reorder' wants 'sections SECTION …' or 'rows SECTION KEY …'")
      }
      let s = try invocation.section(words[1])
      let id = table.sections[s].id
      var rows: [RowID] = []
      var named = RowSet()
      for word in words.dropFirst(2) {
        let row = try invocation.row(ofKey: word)
        guard table.section(of: row) == id else {
          throw invocation.usage(
            "row '\(word.text)' is not in section '\(table.sections[s].title)'")
        }
        guard named.insert(row) else { throw invocation.usage("'\(word.text)' is named twice") }
        rows.append(row)
      }
      rows += table.sections[s].rows.filter { !named.contains($0) }
      return try invocation.perform([.arrangeRows(id, rows)])
    }
  }
}

extension Invocation {
  /// The row of a key, typed with or without `@`.
  func row(ofKey word: Word) throws(CommandError) -> RowID {
    let hasSign = word.unquotedStart.hasPrefix("@")
    let text = hasSign ? String(word.text.dropFirst()) : word.text
    let resolver = Resolver(shell: shell, document: try document())
    return try resolver.rows(
      .key(text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)))[0]
  }
}
