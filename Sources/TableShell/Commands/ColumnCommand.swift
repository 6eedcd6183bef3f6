import CommandLanguage
import TableKit
import TableLua
import Wording

extension Command {
  /// A command that adds, renames, deletes, keeps, moves, types and hides columns.
  static var column: Command {
    Command(
      name: "column", group: .editing,
      summary: "add, rename, delete, keep, move, type or hide columns",
      details: """
        column keep deletes all other columns and puts these in your order. column hide only stops \
        printing columns: query, changes, save and other commands see them. column unhide brings \
        them back, undo does not. INDEX counts from 0.
        A type says how cells are compared and what Lua sees; the text of the cells stays. In \
        conditions and in Lua, cells that do not fit number, decimal or boolean are nil. true, t, \
        yes, y, on and 1 are true; false, f, no, n, off and 0 are false; upper and lower case are \
        the same. With auto, the cells decide.
        """,
      options: [
        "regex": "rename every column that fits OLD, as in rename"
      ],
      examples: [
        "column add bonus := pay and pay // 10": "computed by Lua; null if pay is",
        "column keep id,name,team,pay": "no others, in this order",
        "column move pay before name": "another place",
      ], readOn: ["lists", "columns", "values"], changes: true,
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
        Form("column rename (--regex) OLD NEW", does: Invocation.renameColumns),
        Form("column delete COLS …") { invocation throws(CommandError) in
          try invocation.perform((try invocation.allColumns() ?? []).map { .deleteColumn($0.id) })
        },
        Form("column keep COLS …", does: Invocation.keepColumns),
        Form("column move COL [to] INDEX") { invocation throws(CommandError) in
          let last = try invocation.document().table.columns.count - 1
          let column = try invocation[.column]
          var result = try invocation.perform([
            .moveColumn(column.id, at: try invocation.columnIndex(upTo: last) ?? last)
          ])
          // The order alone does not tell which of two neighbours was moved.
          if result.transaction?.changesTable == true {
            result.sentence = "moved column '\(shown: column.name)'"
          }
          return result
        },
        Form("column move COLS before|after COL", does: Invocation.moveColumns),
        Form("column hide COLS …", does: Invocation.hideColumns),
        Form("column unhide COLS …", does: Invocation.unhideColumns),
        Form("column type COL number|decimal|boolean|text|auto") {
          invocation throws(CommandError) in
          let typing = Column.Typing.allCases.first { invocation.has($0.word) }
          return try invocation.typeColumn(typing ?? .automatic)
        },
      ])
  }

  /// A short name of `column rename`.
  static var rename: Command {
    Command(
      name: "rename", group: .editing, summary: "rename columns, as column rename does",
      details: """
        With --regex, rename changes every column name that fits OLD. In NEW, $1 and ${name} are \
        groups of OLD. If two columns would get the same name, nothing is renamed.
        """,
      options: [
        "regex": "OLD is a regular expression, as in Perl (PCRE2)"
      ],
      examples: [
        "rename name person": "one column",
        "rename --regex '^(name|pay)$' 'staff_$1'": "all columns that fit",
      ], readOn: ["column", "regex"], changes: true, yields: true,
      forms: [
        Form("rename COL NAME", does: Invocation.renameColumn),
        Form("rename (--regex) OLD NEW", does: Invocation.renameColumns),
      ])
  }
}

// MARK: - Names and types

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

  /// Renames all columns that a pattern fits.
  fileprivate func renameColumns() throws(CommandError) -> CommandResult {
    let columns = try document().table.columns
    let words = try all(.word)
    let pattern = try reading(Pattern(words[0]))
    let template = try reading(Pattern.Template(words[1], for: pattern))
    let names = try columns.map { (column) throws(CommandError) in
      try renamed(column.name, by: pattern, with: template)
    }
    guard names.contains(where: { $0 != nil }) else {
      throw refusal("no column's name fits '\(shown: words[0].text)'", ["columns"])
    }
    var seen: NameTable<String> = [:]
    for (column, name) in zip(columns, names) {
      let new = name ?? column.name
      if HeaderNames.isBlank(new), name != nil {
        throw .edit(
          .refused("'\(shown: column.name)' would have no name", hint: "choose another name"))
      }
      if let other = seen[new] {
        throw .edit(
          .refused(
            "'\(shown: other)' and '\(shown: column.name)' would both be called '\(shown: new)'",
            hint: "choose a pattern that fits one of them"))
      }
      seen[new] = column.name
    }
    let changes = zip(columns, names).compactMap { column, name in
      name.flatMap { $0 === column.name ? nil : (column, $0) }
    }
    return try perform(Self.renames(changes, among: columns))
  }

  /// The new name of a column that a pattern fits; nil: it does not fit.
  private func renamed(
    _ name: String, by pattern: Pattern, with template: Pattern.Template
  ) throws(CommandError) -> String? {
    var (name, text): (String, [UInt8]) = (name, [])
    let finding = name.withUTF8 {
      pattern.replace(
        in: UnsafeRawBufferPointer($0), with: template, into: &text, mustStop: { _ in false })
    }
    switch finding {
    case .found: return String(decoding: text, as: UTF8.self)
    case .tooLong: throw .patternTooLong(at: name)
    case .none, .stopped: return nil
    }
  }

  /// The edits that give columns new names, all different: first those whose name is free, and where
  /// names go round in a ring, through a name that no column has.
  private static func renames(_ changes: [(Column, String)], among all: [Column]) -> [Edit] {
    var taken = NameSet(all.map(\.name))
    var left = changes.map { (id: $0.0.id, old: $0.0.name, new: $0.1) }
    var edits: [Edit] = []
    while !left.isEmpty {
      let index = left.firstIndex { !taken.contains($0.new) }
      let change = left.remove(at: index ?? 0)
      var name = change.new
      if index == nil {
        while taken.contains(name) { name += "_" }
        left.append((change.id, name, change.new))
      }
      edits.append(.renameColumn(change.id, name))
      taken.remove(change.old)
      taken.insert(name)
    }
    return edits
  }
}

// MARK: - Which columns there are, and their order

extension Invocation {
  /// Deletes all other columns, and brings these into the order of the list.
  fileprivate func keepColumns() throws(CommandError) -> CommandResult {
    let table = try document().table
    let kept = try allColumns() ?? []
    let ids = Set(kept.map(\.id))
    let others = table.columns.filter { !ids.contains($0.id) }
    // As with delete, what tells rows apart and makes sections stays.
    let used = others.filter {
      table.keyColumns.contains($0.id) || table.sectionColumn == $0.id
    }
    if let first = used.first {
      let use = table.keyColumns.contains(first.id) ? "identifies the rows" : "makes the sections"
      let error = EditError.columnIsUsed(first.name, by: "\(use) and cannot be deleted")
      throw .hinted(.edit(error), "column keep \(Self.listed(used + kept))")
    }
    return try perform(
      others.map { .deleteColumn($0.id) }
        + kept.enumerated().map { .moveColumn($1.id, at: $0) })
  }

  /// Moves columns, in the order of the list, beside another one.
  fileprivate func moveColumns() throws(CommandError) -> CommandResult {
    let moved = try self[.columnList]
    let other = try self[.column]
    guard !moved.contains(other) else {
      throw refusal("'\(shown: other.name)' is one of the columns that move")
    }
    let ids = moved.map(\.id)
    var order = try document().table.columns.map(\.id).filter { !ids.contains($0) }
    let place = (order.firstIndex(of: other.id) ?? 0) + (has("after") ? 1 : 0)
    order.insert(contentsOf: ids, at: place)
    // Each goes to its place from the left, so that no later one moves what stands already.
    var result = try perform(order.enumerated().map { .moveColumn($1, at: $0) })
    if result.transaction?.changesTable == true {
      result.sentence =
        "moved \(Self.named(moved)) \(has("after") ? "after" : "before") '\(shown: other.name)'"
    }
    return result
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

  /// Throws if a column's name is blank.
  func checkColumnName(_ word: Word) throws(CommandError) {
    guard HeaderNames.isBlank(word.text) else { return }
    throw .edit(.refused("a column needs a name", hint: "choose another name"))
  }

  /// Throws if a column cannot be added under a name: it is blank, or there is one.
  func checkNewColumn(_ word: Word) throws(CommandError) {
    try checkColumnName(word)
    if word.containsUnquoted("=") {
      throw refusal("put a name with '=' in quotes", ["column add \(Quoting.quoted(word.text))"])
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
}

// MARK: - Which columns are printed

extension Invocation {
  fileprivate func hideColumns() throws(CommandError) -> CommandResult {
    let document = try document()
    let columns = try allColumns() ?? []
    let hidden = document.hiddenColumns.map(\.id) + columns.map(\.id)
    guard document.table.columns.contains(where: { !hidden.contains($0.id) }) else {
      throw refusal(
        "no column would be left to print",
        ["show \(Quoting.word(columns[0].name))  # prints only that, once"])
    }
    document.screen.hidden.formUnion(columns.map(\.id))
    let isOne = columns.count == 1
    let names =
      columns.count > 3 ? "*" : columns.map { Quoting.word($0.name) }.joined(separator: ",")
    return hiding(
      columns, "hid",
      "\(isOne ? "it is" : "they are") saved all the same; column unhide \(names) shows "
        + "\(isOne ? "it" : "them") again, undo does not")
  }

  fileprivate func unhideColumns() throws(CommandError) -> CommandResult {
    let document = try document()
    let columns = try allColumns() ?? []
    let shown = columns.filter { document.screen.hidden.contains($0.id) }
    guard !shown.isEmpty else {
      return CommandResult(
        sentence: columns.count == 1
          ? "'\(shown: columns[0].name)' is not hidden" : "none of them is hidden")
    }
    document.screen.hidden.subtract(shown.map(\.id))
    return hiding(shown, "unhid")
  }

  private func hiding(_ columns: [Column], _ verb: String, _ end: String = "") -> CommandResult {
    CommandResult(
      sentence: "\(verb) \(Self.named(columns))" + (end.isEmpty ? "" : "; \(end)"),
      showsTable: true)
  }

  /// `columns 'name', 'age'`.
  private static func named(_ columns: [Column]) -> String {
    let names = columns.map { "'\(shown: $0.name)'" }.joined(separator: ", ")
    return "\(Counts.word(columns.count, "column")) \(names)"
  }

  /// Says which columns are hidden and written all the same, where none are named.
  func notesOnHiddenColumns() throws(CommandError) -> [String] {
    let hidden = try document().hiddenColumns
    guard !hidden.isEmpty, words(of: Slot<[Column]>.columns).isEmpty else { return [] }
    let names = hidden.map { Quoting.word($0.name) }.joined(separator: ", ")
    return ["hidden columns are in it, too: \(names)"]
  }
}
