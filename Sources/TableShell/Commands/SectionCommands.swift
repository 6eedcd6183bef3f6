import CommandLanguage
import TableInteraction
import TableKit

extension Command {
  /// A command that adds, renames, deletes and moves sections, or makes them from a column.
  static var section: Command {
    Command(
      name: "section", group: .editing, summary: "add, rename, delete or move sections",
      details: """
        section by COL makes a section for each value of a column, in order of first appearance. \
        These sections belong to the column. If you rename a section or move a row to another \
        section, the cells change, too. INDEX counts from 0.
        """,
      examples: [
        "section by team": "one section for each team",
        "section add Pier at 0": "a new section, before all others",
        "section delete Kitchen": "a section and its rows",
      ], readOn: ["sections", "reorder", "move"], changes: true,
      window: .refused(
        "sections would have a part of their rows",
        "open --whole reads all rows; then there can be sections"),
      forms: [
        Form("section add NAME [at INDEX]") { invocation throws(CommandError) in
          let count = try invocation.document().table.sections.count
          return try invocation.perform([
            .insertSection(
              name: try invocation[.word].text, at: try invocation.optional(.index) ?? count)
          ])
        },
        Form("section rename SECTION NAME") { invocation throws(CommandError) in
          let section = try invocation.document().table.sections[try invocation[.section]]
          return try invocation.perform([.renameSection(section.id, try invocation[.word].text)])
        },
        Form("section delete SECTION …") { invocation throws(CommandError) in
          let table = try invocation.document().table
          var sections: [Int] = []
          for s in try invocation.all(.section) where !sections.contains(s) { sections.append(s) }
          try invocation.confirmDeleting(sections.reduce(0) { $0 + table.sections[$1].count })
          return try invocation.perform([.deleteSections(sections.map { table.sections[$0].id })])
        },
        Form("section move SECTION to INDEX") { invocation throws(CommandError) in
          let table = try invocation.document().table
          let (s, index) = (try invocation[.section], try invocation[.index])
          guard index < table.sections.count else {
            throw .edit(.noSuchSection(index, count: table.sections.count))
          }
          var order = Array(table.sections.indices)
          order.remove(at: s)
          order.insert(s, at: index)
          return try invocation.perform([.arrangeSections(order.map { table.sections[$0].id })])
        },
        Form("section by COL") { invocation throws(CommandError) in
          let column = try invocation[.column]
          var result = try invocation.perform([.sectionBy(column.id)])
          let titles = try invocation.document().table.sections.map(\.title)
          if let near = NearValues(titles, of: column) {
            let way = invocation.shell.isDryRun ? "" : "undo; "
            result.notes.append(
              NearValues.note(on: [near], way: way, line: invocation.statement.text))
          }
          return result
        },
      ])
  }

  /// A command that reorders sections, or the rows of a section.
  static var reorder: Command {
    Command(
      name: "reorder", group: .editing,
      summary: "change the order of sections, or of rows in a section",
      details: """
        Sections and rows that you do not name keep their order, after the named ones.
        With --by-rows, no section moves. reorder deletes and inserts the rows of all named or \
        displaced sections, and then selects the selected rows again.
        --after-tap waits for a tap that selects 0:0, and reorders SECONDS later, each time. In a \
        script, wait lets the time pass. reorder sections --after-tap=off ends it.
        """,
      options: [
        "by-rows": "delete and insert rows, and move no section",
        "after-tap": "reorder after each tap that selects 0:0",
      ],
      examples: [
        "reorder sections 1 0": "exchange the first two sections",
        "reorder sections Kitchen": "one section first",
        "reorder rows Dock 012 007": "rows of a section, by their keys",
      ], readOn: ["sort", "move", "batch"],
      changes: true, window: .refusedInOrderOfKey,
      forms: [
        Form(
          "reorder sections [--by-rows] [--after-tap SECONDS] SECTION …",
          does: Invocation.reorderSections),
        Form("reorder rows SECTION KEY …", does: Invocation.reorderRows),
        Form("reorder sections --after-tap=off") { invocation throws(CommandError) in
          try invocation.document().controller.reorderTrigger = nil
          return CommandResult(sentence: "a tap on 0:0 does not reorder the sections")
        },
      ])
  }
}

extension Invocation {
  fileprivate func reorderSections() throws(CommandError) -> CommandResult {
    let table = try document().table
    var order = try all(.section)
    if let twice = order.first(where: { s in order.count { $0 == s } > 1 }) {
      throw refusal("section '\(shown: table.sections[twice].title)' is named twice")
    }
    let named = order.map { table.sections[$0].id }
    if let delay = value(of: "--after-tap") { return try reorder(named, after: delay) }
    order += table.sections.indices.filter { !order.contains($0) }
    let all = order.map { table.sections[$0].id }
    guard has("--by-rows") else { return try perform([.arrangeSections(all)]) }
    var result = try perform([.batch(HandWrittenBatch.scramble(named, to: all, in: table))])
    result.details = result.transaction.map(shell.replies.fate) ?? []
    return result
  }

  fileprivate func reorderRows() throws(CommandError) -> CommandResult {
    let table = try document().table
    let s = try self[.section]
    let id = table.sections[s].id
    var rows: [RowID] = []
    var named = RowSet()
    for word in try all(.key) {
      let row = try row(ofKey: word)
      guard table.section(of: row) == id else {
        throw refusal(
          "row '\(shown: word.text)' is not in section '\(shown: table.sections[s].title)'")
      }
      guard named.insert(row) else { throw refusal("'\(shown: word.text)' is named twice") }
      rows.append(row)
    }
    rows += table.sections[s].rows.filter { !named.contains($0) }
    return try perform([.arrangeRows(id, rows)])
  }

  fileprivate func reorder(
    _ sections: [SectionID], after delay: Word
  ) throws(CommandError) -> CommandResult {
    guard let seconds = DecimalNumber.double(delay.text), seconds >= 0, seconds <= 1e6 else {
      throw refusal("'\(shown: delay.text)' is not a number of seconds")
    }
    let byRows = has("--by-rows")
    try document().controller.reorderTrigger = ReorderTrigger(
      seconds: seconds, sections: sections, byRows: byRows)
    return CommandResult(
      sentence: "each tap that selects 0:0 reorders the sections \(delay.text) s later"
        + (byRows ? ", by rows" : ""))
  }

  /// Returns the row of a key, typed with or without `@`.
  ///
  /// - Throws: `noSuchKey`.
  func row(ofKey word: Word) throws(CommandError) -> RowID {
    let hasSign = word.unquotedStart.hasPrefix("@")
    let text = hasSign ? String(word.text.dropFirst()) : word.text
    let resolver = Resolver(shell: shell, document: try document())
    return try resolver.rows(
      .key(text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)))[0]
  }
}
