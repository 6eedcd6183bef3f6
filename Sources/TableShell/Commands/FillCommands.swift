import CommandLanguage
import Memory
import TableKit
import TablePrinters
import Wording

// Commands that make cells from other cells of their column or row.

extension Command {
  /// A command that gives null cells the value above or below.
  static var fill: Command {
    Command(
      name: "fill", group: .editing, summary: "give null cells the value above or below",
      synopsis: ["fill [--dry-run] down|up COLS [in SECTION]"],
      details: """
        fill down takes the last value above the cell, fill up the next value below it, in the \
        same section. Empty text is not null. The order of the rows is the one you see: fill before \
        you sort.
        """,
      examples: [
        "edit --null pay @012; fill down pay": "take the pay of the row above",
        "fill up pay,since in Dock": "two columns, in one section",
      ], readOn: ["null", "edit", "lists"], changes: true, yields: true, window: .part
    ) { invocation throws(CommandError) in
      let isDown = invocation.has("down")
      let table = try invocation.document().table
      let sections =
        try invocation.optional(.section).map { [table.sections[$0]] } ?? table.sections
      var edits: [Edit] = []
      var left = 0
      for column in try invocation[.columnList] {
        let filling = try invocation.filling(column.id, of: sections, isDown: isDown)
        edits.append(.updateColumn(column.id, of: filling.rows, to: filling.values))
        left += filling.left
      }
      let former = try invocation.document().editor.titlesSinceReordering
      var result = try invocation.perform(edits)
      if left > 0 {
        result.details = [
          "\(Counts.of(left, "cell")) left null: there is no value \(isDown ? "above" : "below")"
        ]
      }
      if let step = former.first, result.transaction?.changesTable == true {
        result.notes.append(invocation.noteOnOrder(since: step, former, isDown: isDown))
      }
      return result
    }
  }

  /// A command that splits the cells of a column into new columns.
  static var split: Command {
    Command(
      name: "split", group: .editing, summary: "split the cells of a column into new columns",
      synopsis: ["split [--rest] [--dry-run] [--skip-errors] COL by SEPARATOR into NAME,…"],
      kinds: ["SEPARATOR": .named("a separator"), "NAME,…": Slot.newNames.kind],
      details: """
        The new columns come after COL. COL and the blanks around the parts stay: trim removes \
        blanks. If a cell has too few parts, the last new cells are null. If it has too many, \
        nothing is changed.
        """,
      options: [
        "rest": "put the rest into the last column",
        "skip-errors": "if there are too many parts, leave the new cells null",
      ],
      examples: [
        "split name by \", \" into last,first": "Olsen, Mia becomes Olsen and Mia",
        "split --rest since by - into year,day": "2019-04-01 becomes 2019 and 04-01",
      ], readOn: ["combine", "column", "replace"], changes: true, yields: true,
      window: .part
    ) { invocation throws(CommandError) in
      let column = try invocation[.column]
      let separator = Array(try invocation[.word].text.utf8)
      guard !separator.isEmpty else { throw invocation.refusal("the separator is empty") }
      let names = try invocation[.newNames]
      let table = try invocation.document().table
      let ids = table.nextColumns(names.count)
      let index = table.columns.firstIndex { $0.id == column.id } ?? 0
      var edits: [Edit] = []
      for (offset, name) in names.enumerated() {
        try invocation.checkNewColumn(name)
        edits.append(.insertColumn(name: name.text, at: index + 1 + offset))
      }
      let parts = try invocation.parts(
        of: column, by: separator, count: names.count, leavesRest: invocation.has("--rest"))
      for (id, values) in zip(ids, parts.values) {
        edits.append(.updateColumn(id, of: parts.rows, to: values))
      }
      var result = try invocation.perform(
        edits, leaving: parts.unreadable, "cannot be split into \(Counts.of(names.count, "part"))",
        hint: "--rest puts all that is left into column \(Quoting.word(names.last?.text ?? ""))"
      ) { column in
        let first = names.first.map { ForeignColumns.lua(named: $0.text) }
        return first.map { "\(ForeignColumns.lua(column)) and not \($0)" }
      }
      if names.count > 1, !parts.rows.isEmpty,
        !parts.isSplit
      {
        result.notes.append(invocation.noteOnSeparator(of: column, into: names.count, in: table))
      } else if parts.wholeCount > 0, names.count > 1 {
        result.notes.append(invocation.noteOnWholeCells(parts.wholeCount, names.map(\.text)))
      }
      return result
    }
  }

  /// A command that joins the cells of columns in a new one.
  static var combine: Command {
    Command(
      name: "combine", group: .editing, summary: "join the cells of columns in a new column",
      synopsis: ["combine [--dry-run] COLS into NAME [with SEPARATOR]"],
      kinds: ["SEPARATOR": .named("a separator")],
      details: """
        The new column comes after the last of COLS. COLS stay. combine leaves out null cells; if \
        all are null, the new cell is null.
        """,
      examples: [
        "combine team,name into label": "with a blank between them",
        "combine team,name into label with \" - \"": "with another separator",
      ], readOn: ["split", "column", "lists"], changes: true, yields: true, window: .part
    ) { invocation throws(CommandError) in
      let columns = try invocation[.columnList]
      let words = try invocation.all(.word)
      try invocation.checkNewColumn(words[0])
      let table = try invocation.document().table
      let last = table.columns.lastIndex { columns.map(\.id).contains($0.id) } ?? 0
      try invocation.refuseNameOfSign()
      let joined = try invocation.joined(
        columns.map(\.id), with: Array((words.count > 1 ? words[1].text : " ").utf8))
      return try invocation.perform([
        .insertColumn(name: words[0].text, at: last + 1),
        .updateColumn(table.nextColumns(1)[0], of: joined.rows, to: joined.values),
      ])
    }
  }
}

extension Slot where Value == [Word] {
  /// Names of columns that are not there yet, separated by commas.
  fileprivate static var newNames: Slot {
    Slot(kind: Placeholder("NAME,…", "a name", read: names.kind.read), value: names.value)
  }
}

extension Invocation {
  /// The null cells of a column and the values that they get; and how many get none.
  fileprivate func filling(
    _ column: ColumnID, of sections: [Section], isDown: Bool
  ) throws(CommandError) -> (rows: [RowID], values: CellList, left: Int) {
    let table = try document().table
    var reader = CellReader(table, column)
    var filled: [RowID] = []
    var values = CellList()
    var (left, visited) = (0, 0)
    var last: (kind: CellKind, text: [UInt8]) = (.null, [])
    shell.progress.begin("filling", .rows, total: sections.reduce(0) { $0 + $1.count })
    defer { shell.progress.end() }
    for section in sections {
      last.kind = .null
      let rows = section.rows.list
      for i in rows.indices {
        visited += 1
        if visited % 4096 == 0 { try shell.pollLoop(at: visited) }
        let row = rows[isDown ? i : rows.count - 1 - i]
        let isNull = reader.withCell(row) { kind, bytes in
          if kind == .null { return true }
          last.kind = kind
          last.text.removeAll(keepingCapacity: true)
          last.text += bytes
          return false
        }
        guard isNull else { continue }
        guard last.kind != .null else {
          left += 1
          continue
        }
        try demand(values.room(for: last.text.count))
        filled.append(row)
        last.text.withUnsafeBytes { values.append(last.kind, $0) }
      }
    }
    return (filled, values, left)
  }

  /// Tells that values came from rows that were not neighbours in the source, and what fills in that order.
  ///
  /// - Parameters:
  ///   - step: the title of the step that reordered the rows.
  ///   - titles: those of all steps since, that one first.
  fileprivate func noteOnOrder(since step: String, _ titles: [String], isDown: Bool) -> String {
    let note =
      "the rows are in the order of '\(DisplayText(line: step, limit: 40).text)', and each value came "
      + "from the row \(isDown ? "above" : "below") as shown; in their former order: "
    let back = titles.count + (shell.isDryRun ? 0 : 1)
    let again = ([statement.text] + titles).joined(separator: "; ")
    let line = (back == 1 ? "undo; " : "undo \(back); ") + again
    // Of many steps, one may not do the same again.
    guard titles.count <= 3, MeantLine(shell: shell).isTyped(line) else {
      return note + "undo list"
    }
    return note + line
  }

  /// Tells that no cell was split, and the line that was meant where the separator is called by its name.
  ///
  /// - Parameter count: the number of new columns.
  fileprivate func noteOnSeparator(
    of column: Column, into count: Int, in table: Table
  ) -> String {
    let word = words(of: .word).first ?? Word(at: end)
    let what = "no cell of '\(shown: column.name)' holds '\(shown: word.text)'"
    let named = SignName.sign(of: word)
    guard let separator = named ?? CellParts(in: column, of: table, count: count)?.separator,
      word.end.offset <= statement.text.unicodeScalars.count
    else { return what }
    let start = String(
      String.UnicodeScalarView(statement.text.unicodeScalars.prefix(word.place.offset)))
    let line = start + Quoting.quoted(separator) + statement.tail(behind: word)
    return "\(what): \(has("--dry-run") ? "" : "undo; ")\(line)"
  }

  /// Tells of cells without a separator, which are whole in the first new column, and how they are shown.
  ///
  /// - Parameter names: those of the new columns.
  fileprivate func noteOnWholeCells(_ count: Int, _ names: [String]) -> String {
    let separator = words(of: .word).first?.text ?? ""
    let note =
      "\(Counts.of(count, "cell")) \(count == 1 ? "has" : "have") no '\(shown: separator)', "
      + "and went whole into \(Quoting.word(names[0]))"
    // Behind a rehearsal, the columns are not there.
    if has("--dry-run") { return note }
    let (first, second) = (ForeignColumns.lua(named: names[0]), ForeignColumns.lua(named: names[1]))
    return "\(note): show where \(first) and \(second) == nil"
  }

  /// The parts of the cells of a column, a list for each part, for the rows that have any.
  fileprivate func parts(
    of column: Column, by separator: [UInt8], count: Int, leavesRest: Bool
  ) throws(CommandError) -> SplitCells {
    let table = try document().table
    try demand(table.rowCount * (count + 1) * MemoryLayout<Int>.stride)
    var rows: [RowID] = []
    var values = Array(repeating: CellList(), count: count)
    var unreadable = UnreadableCells()
    var wholeCount = 0
    var ranges: [Range<Int>] = []
    var reader = CellReader(table, column.id)
    shell.progress.begin("splitting", .rows, total: table.rowCount)
    defer { shell.progress.end() }
    for (i, row) in table.allRows.enumerated() {
      if i % 4096 == 4095 { try shell.pollLoop(at: i) }
      let isGranted = reader.withCell(row) { kind, text in
        if kind == .null { return true }
        ranges.removeAll(keepingCapacity: true)
        text.split(at: separator, most: leavesRest ? count : count + 1, into: &ranges)
        guard ranges.count <= count else {
          unreadable.add(row, column, in: table)
          return true
        }
        var room = 0
        for (part, range) in ranges.enumerated() { room += values[part].room(for: range.count) }
        guard MemoryWatch.grants(room) else { return false }
        rows.append(row)
        if ranges.count == 1, !text.isEmpty { wholeCount += 1 }
        for part in values.indices {
          let range = part < ranges.count ? ranges[part] : 0..<0
          values[part].append(
            part < ranges.count ? .text : .null, UnsafeRawBufferPointer(rebasing: text[range]))
        }
        return true
      }
      if !isGranted { throw .stopped }
    }
    return SplitCells(
      rows: rows, values: values, unreadable: unreadable, wholeCount: wholeCount)
  }

  /// Refuses `combine … with comma`, where the word would stand between the cells.
  ///
  /// - Throws: `usage`, with the line with the sign in quotes.
  fileprivate func refuseNameOfSign() throws(CommandError) {
    let words = words(of: .word)
    guard words.count > 1, let sign = SignName.sign(of: words[1]) else { return }
    let start = String(
      String.UnicodeScalarView(statement.text.unicodeScalars.prefix(words[1].place.offset)))
    throw .hinted(
      refusal("the word '\(words[1].text)' would stand between the cells", []),
      start + Quoting.quoted(sign) + statement.tail(behind: words[1]))
  }

  /// The texts of several columns with a separator between them, for the rows that have any.
  fileprivate func joined(
    _ columns: [ColumnID], with separator: [UInt8]
  ) throws(CommandError) -> (rows: [RowID], values: CellList) {
    let table = try document().table
    try demand(table.rowCount * 2 * MemoryLayout<Int>.stride)
    var readers = columns.map { CellReader(table, $0) }
    var rows: [RowID] = []
    var values = CellList()
    var text: [UInt8] = []
    shell.progress.begin("joining", .rows, total: table.rowCount)
    defer { shell.progress.end() }
    for (i, row) in table.allRows.enumerated() {
      if i % 4096 == 4095 { try shell.pollLoop(at: i) }
      text.removeAll(keepingCapacity: true)
      var isNull = true
      for index in readers.indices {
        readers[index].withCell(row) { kind, bytes in
          if kind == .null { return }
          if !isNull { text += separator }
          text += bytes
          isNull = false
        }
      }
      if isNull { continue }
      try demand(values.room(for: text.count))
      rows.append(row)
      text.withUnsafeBytes { values.append(.text, $0) }
    }
    return (rows, values)
  }
}

/// The parts of cells that were split.
private struct SplitCells {
  /// The rows that have any.
  var rows: [RowID]
  /// For each part a list as long as `rows`.
  var values: [CellList]
  var unreadable: UnreadableCells
  /// How many cells that are not empty have no separator.
  var wholeCount: Int

  /// Whether a cell has a second part.
  var isSplit: Bool { rows.indices.contains { !values[1][$0].isNull } }
}

extension UnsafeRawBufferPointer {
  /// Finds the parts between separators, at most so many; the last holds the rest.
  fileprivate func split(at separator: [UInt8], most: Int, into parts: inout [Range<Int>]) {
    var (start, i) = (0, 0)
    while i + separator.count <= count, parts.count < most - 1 {
      guard self[i] == separator[0], self[i...].starts(with: separator) else {
        i += 1
        continue
      }
      parts.append(start..<i)
      i += separator.count
      start = i
    }
    parts.append(start..<count)
  }
}
