import CommandLanguage
import TableInteraction
import TableKit
import TableLua
import Wording

extension Command {
  /// A command that adds, renames, deletes and moves sections, or makes them from a column.
  static var section: Command {
    Command(
      name: "section", group: .editing, summary: "add, rename, delete or move sections",
      details: """
        section by COL makes one section for each value, in order of first appearance. They are a \
        view: renaming one rewrites its cells, moving a row between them sets its cell.
        """,
      example: "section rename 0 Captains", changes: true,
      window: .refused(
        "sections would have a part of their rows",
        "open --whole reads all rows, which sections can then part"),
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
          return try invocation.perform([
            .deleteSections(sections.map { table.sections[$0].id })
          ])
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
          try invocation.perform([.sectionBy(try invocation[.column].id)])
        },
      ])
  }

  /// A command that reorders sections, or the rows of a section.
  static var reorder: Command {
    Command(
      name: "reorder", group: .editing,
      summary: "put sections, or the rows of one, in another order",
      details: """
        What is not named follows in its old order. --by-rows writes the batch by hand, as an \
        article does: the rows of the sections named are deleted where they were and inserted where \
        they will be, and no section moves; the selection that is lost is made again from the rows \
        that were selected. --after-tap does it so many seconds after each tap that selects 0:0, whatever \
        row is there, also while nothing is typed at the prompt; in a batch, wait lets the time pass.
        """,
      example: "reorder sections 1 0",
      changes: true, window: .refusedInOrderOfKey,
      forms: [
        Form(
          "reorder sections [--by-rows] [--after-tap SECONDS] SECTION …",
          does: Invocation.reorderSections),
        Form("reorder rows SECTION KEY …", does: Invocation.reorderRows),
        Form("reorder sections --after-tap=off") { invocation throws(CommandError) in
          try invocation.document().controller.reorderTrigger = nil
          return CommandResult(sentence: "a tap on 0:0 starts nothing")
        },
      ])
  }

  /// A command that adds, renames, deletes, moves and types columns.
  static var column: Command {
    Command(
      name: "column", group: .editing, summary: "add, rename, delete, move or type columns",
      details: """
        A type says how cells are compared and what Lua sees; their text stays. In a column typed \
        number, decimal or boolean, a cell that is no number, or neither true nor false, counts as \
        null. The truths are true, t, yes, y, on and 1, and false, f, no, n, off and 0, in any case. Numbers compare with every digit. To Lua those \
        of up to 17 digits are numbers, with decimal only where that keeps every digit; it refuses to \
        compute with others. add NAME := LUA gives each row the value \
        of a Lua expression over its other columns.
        """,
      example: "column add both := id .. name", changes: true,
      window: .checked { invocation, document throws(CommandError) in
        if invocation.form.line.contains(":=") { invocation.shell.noteWindow(document) }
      },
      forms: [
        Form("column add NAME [at INDEX]") { invocation throws(CommandError) in
          try invocation.perform([try invocation.columnToAdd().edit])
        },
        Form("column add [--skip-errors] NAME [at INDEX] := LUA") {
          invocation throws(CommandError) in
          let (column, edit) = try invocation.columnToAdd()
          return try invocation.setWithLua(column, in: .everything, after: [edit])
        },
        Form("column rename COL NAME", does: Invocation.renameColumn),
        Form("column delete COL …") { invocation throws(CommandError) in
          try invocation.perform(try invocation.all(.column).map { .deleteColumn($0.id) })
        },
        Form("column move COL [to] INDEX") { invocation throws(CommandError) in
          let last = try invocation.document().table.columns.count - 1
          return try invocation.perform([
            .moveColumn(
              try invocation[.column].id, at: try invocation.columnIndex(upTo: last) ?? last)
          ])
        },
        Form("column type COL number|decimal|boolean|text|auto") {
          invocation throws(CommandError) in
          let typing = Column.Typing.allCases.first { invocation.has($0.word) }
          return try invocation.typeColumn(typing ?? .automatic)
        },
      ])
  }
}

extension Command {
  /// A short name of `column rename`.
  static var rename: Command {
    Command(
      name: "rename", group: .editing, summary: "rename a column, as column rename does",
      example: "rename name called", changes: true, yields: true,
      forms: [Form("rename COL NAME", does: Invocation.renameColumn)])
  }
}

extension Invocation {
  /// Sets the type of a column, and tells of cells that count as null then.
  fileprivate func typeColumn(_ typing: Column.Typing) throws(CommandError) -> CommandResult {
    let column = try self[.column]
    var result = try perform([.typeColumn(column.id, typing)])
    let table = try document().table
    guard typing != .automatic, typing != .text else { return result }
    let (count, first) = LuaSession.unreadCells(of: column.id, in: table)
    if let first {
      let what = typing == .boolean ? "neither true nor false" : "no number"
      result.notes.append(
        "\(Counts.of(count, "cell")) of '\(shown: column.name)' \(count == 1 ? "is" : "are") \(what) and "
          + "\(count == 1 ? "counts" : "count") as null; first '\(shown: table.cell(first, column.id).text)' in "
          + table.name(of: first))
    }
    return result
  }

  fileprivate func renameColumn() throws(CommandError) -> CommandResult {
    let name = try self[.word]
    try checkColumnName(name)
    return try perform([.renameColumn(try self[.column].id, name.text)])
  }

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
      throw refusal("'\(shown: delay.text)' is no number of seconds")
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

extension Invocation {
  /// Throws if a column's name is blank.
  func checkColumnName(_ word: Word) throws(CommandError) {
    guard HeaderNames.isBlank(word.text) else { return }
    throw .edit(.refused("a column needs a name", hint: "choose another name"))
  }

  /// Throws if a column cannot be added under a name: it is blank, or there is one.
  func checkNewColumn(_ word: Word) throws(CommandError) {
    try checkColumnName(word)
    if word.containsUnquoted("=") {
      throw refusal("a name with '=' stands in quotes", ["column add \(Quoting.quoted(word.text))"])
    }
    if try document().table.column(named: word.text) != nil {
      throw .edit(.duplicateColumn(word.text))
    }
  }

  /// Returns the column of the form's NAME, and the edit that inserts it.
  fileprivate func columnToAdd() throws(CommandError) -> (column: Column, edit: Edit) {
    let name = try self[.word]
    try checkNewColumn(name)
    let table = try document().table
    let count = table.columns.count
    let edit = Edit.insertColumn(name: name.text, at: try columnIndex(upTo: count) ?? count)
    return (Column(id: table.nextColumns(1)[0], name: name.text), edit)
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
