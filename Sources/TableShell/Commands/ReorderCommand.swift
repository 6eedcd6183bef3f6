import TableInteraction
import TableKit

extension Command {
  /// Puts sections or rows into another order.
  static var reorder: Command {
    Command(
      name: "reorder", group: .editing,
      summary: "put sections, or the rows of one, in another order",
      synopsis: [
        "reorder sections [--by-rows] [--after-tap SECONDS] SECTION …",
        "reorder rows SECTION KEY …",
        "reorder sections --after-tap off",
      ],
      details: """
        What is not named follows in its old order. --by-rows writes the batch by hand, as an \
        article does: the rows of the sections named are deleted where they were and inserted where \
        they will be, and no section moves; the selection that is lost is made again from the rows \
        that were selected. --after-tap does it so many seconds after each tap that selects 0:0, whatever \
        row is there: wait lets the time pass.
        """,
      example: "reorder sections 1 0",
      options: [
        OptionDeclaration("by-rows"), OptionDeclaration("after-tap", value: .required("SECONDS")),
      ],
      arguments: [.words(["sections", "rows"]), .section], changes: true, takesLateOptions: true
    ) { invocation throws(CommandError) in
      let words = invocation.arguments
      let document = try invocation.document()
      let table = document.table
      if words.first?.is("sections") == true {
        if words.count == 1, invocation.options.value(of: "after-tap")?.is("off") == true {
          document.controller.reorderTrigger = nil
          return CommandResult(sentence: "a tap on 0:0 starts nothing")
        }
        var order: [Int] = []
        for word in words.dropFirst() {
          let s = try invocation.section(word)
          guard !order.contains(s) else { throw invocation.usage("'\(word.text)' is named twice") }
          order.append(s)
        }
        guard !order.isEmpty else { throw invocation.usage("no section is named") }
        let named = order.map { table.sections[$0].id }
        if let delay = invocation.options.value(of: "after-tap") {
          return try invocation.reorder(named, after: delay)
        }
        order += table.sections.indices.filter { !order.contains($0) }
        let all = order.map { table.sections[$0].id }
        guard invocation.options.has("by-rows") else {
          return try invocation.perform([.arrangeSections(all)])
        }
        let batch = HandWrittenBatch.scramble(named, to: all, in: table)
        var result = try invocation.perform([.batch(batch)])
        result.details = result.transaction.map(invocation.shell.fate) ?? []
        return result
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
  fileprivate func reorder(
    _ sections: [SectionID], after delay: Word
  ) throws(CommandError) -> CommandResult {
    guard let seconds = Double(delay.text), seconds >= 0, seconds <= 1e6 else {
      throw usage("'\(delay.text)' is no number of seconds")
    }
    let byRows = options.has("by-rows")
    try document().controller.reorderTrigger = ReorderTrigger(
      seconds: seconds, sections: sections, byRows: byRows)
    return CommandResult(
      sentence: "each tap that selects 0:0 reorders the sections \(delay.text) s later"
        + (byRows ? ", by rows" : ""))
  }

  /// The row of a key, typed with or without `@`.
  func row(ofKey word: Word) throws(CommandError) -> RowID {
    let hasSign = word.unquotedStart.hasPrefix("@")
    let text = hasSign ? String(word.text.dropFirst()) : word.text
    let resolver = Resolver(shell: shell, document: try document())
    return try resolver.rows(
      .key(text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)))[0]
  }
}
