import CommandLanguage
import TableKit
import TableLua
import TablePrinters
import Wording

extension Command {
  /// A command that changes cells, or turns editing mode on and off.
  static var edit: Command {
    Command(
      name: "edit", group: .editing, summary: "change cells, or turn editing mode on and off",
      details: """
        COL= writes empty text. COL := LUA computes each cell with a Lua expression; nil makes it \
        null. After a target with where, the word 'set' comes before the changes.
        --editor opens the rows in $VISUAL or $EDITOR. All changes there are one step.
        edit on shows the controls of rows. edit off hides them. edit alone changes from one to \
        the other.
        """,
      options: [
        "editor": "edit the rows as text, one cell on each line",
        "null": "make the cells of this column null",
      ],
      examples: [
        "edit @012 pay=30": "change one cell",
        "edit where team == \"Kitchen\" set team=Dock": "where a condition is true",
        "edit where pay set pay := pay + 1": "compute cells that are not null",
        "edit --null since @031": "make a cell null",
      ], readOn: ["targets", "values", "replace"], changes: true, window: .whole,
      forms: [
        Form("edit [on|off|toggle]", does: Invocation.setEditing),
        Form("edit TARGET COL=VALUE …", does: Invocation.editCells),
        Form("edit (--editor) TARGET [COLS]", does: Invocation.editInEditor),
        Form("edit --null COL TARGET [COL=VALUE …]", does: Invocation.editCells),
        // COL has no completion here: after a target, COL=VALUE is completed.
        Form(
          "edit [--skip-errors] TARGET COL := LUA", kinds: ["COL": .columnToSet]
        ) { invocation throws(CommandError) in
          try invocation.setWithLua(try invocation[.column], in: try invocation[.target])
        },
      ])
  }
}

extension Placeholder {
  /// The column before `:=`; an assignment is not read as one.
  fileprivate static let columnToSet = Placeholder(
    "COL", "a column",
    read: { rest in
      .init(count: rest.words.first.map(Assignment.isAssignment) == true ? 0 : 1)
    })
}

extension Invocation {
  /// Runs `edit [on|off|toggle]`; without on or off it toggles.
  fileprivate func setEditing() throws(CommandError) -> CommandResult {
    let document = try document()
    let isEditing = document.controller.readsAsEditing
    let on = isOn ?? !isEditing
    try shell.ask(.willSetEditing, isEditing: on)
    let asks = on && !document.editor.isEditing
    let visible = asks ? shell.visibleRows(of: document) : []
    var result = try perform(
      [.setEditing(on)] + (visible.isEmpty ? [] : [.control(.appear(visible))]))
    try shell.tell(.didSetEditing, isEditing: on)
    let (edit, delete) = (document.controller.editButton, document.controller.shownDeleteButton)
    result.sentence = "editing is \(on ? "on" : "off"); the buttons say \(edit), \(delete)"
    result.noteDropped(by: "changing the mode")
    return result
  }

  /// Runs `edit TARGET COL=VALUE …` and `edit --null COL TARGET [COL=VALUE …]`.
  fileprivate func editCells() throws(CommandError) -> CommandResult {
    try checkRestOfEdit()
    let rows = try rows()
    let table = try document().table
    var edits: [Edit] = []
    var columns: [(column: Column, text: String)] = []
    for word in values(of: "--null") {
      let column = try column(word).id
      edits.append(
        .updateColumn(column, of: rows, to: CellList(repeating: .null, count: rows.count)))
    }
    for assignment in try assignments() {
      let column = try column(assignment.column)
      let text = assignment.value.text
      columns.append((column, text))
      edits.append(
        .updateColumn(
          column.id, of: rows, to: try cells(text, of: rows, column.id, in: table)))
    }
    try refuseComputed()
    let numbers = columns.filter { holdsNumbers($0.column) }
    var result = try perform(edits)
    let hidden = try document().hiddenColumns.filter { column in
      columns.contains { $0.column.id == column.id }
    }
    if !hidden.isEmpty {
      let names = hidden.map { Quoting.word($0.name) }
      result.notes.append(
        "\(Counts.list(names)) \(names.count == 1 ? "is" : "are") hidden: "
          + "column unhide \(names.joined(separator: " "))")
    }
    for (column, text) in numbers where !holdsNumbers(column) && table.hasValue(in: column.id) {
      let name = Quoting.word(column.name)
      result.notes.append(
        "column \(name) is text now, no longer numbers, because of "
          + "\"\(DisplayText(text, limit: 40).text)\"; undo takes it back")
    }
    if columns.count == 1, let (column, text) = columns.first {
      if let line = computing(column, text, in: table) {
        result.notes.append("a text was set; to compute the value: undo; \(line)")
      } else if let line = copying(column, text, in: table) {
        result.notes.append("the text \(text) was set; for the cells of that column: undo; \(line)")
      } else if let line = nulling(column, text, in: table) {
        result.notes.append("the text \(text) was set; for no value: undo; \(line)")
      }
    }
    return result
  }

  /// Words for no value in other tools.
  private static let wordsForNull: Set<String> = [
    "null", "nil", "none", "na", "nan", "blank", "empty",
  ]

  /// The line that gives no value where a typed text is the word for that in other tools; nil: it is another
  /// text.
  private func nulling(_ column: Column, _ text: String, in table: Table) -> String? {
    guard !table.syntax.isTyped, Self.wordsForNull.contains(text.lowercased()),
      let start = typedTarget(before: text)
    else { return nil }
    let target = start.hasSuffix(" set") ? start.dropLast(4) : start
    return readable("edit --null \(Quoting.word(column.name)) \(target.dropFirst(5))")
  }

  /// The line that copies the cells of another column whose name is the typed text; nil: it is none, or a text
  /// that the column holds.
  private func copying(_ column: Column, _ text: String, in table: Table) -> String? {
    guard let other = table.column(named: text), other.id != column.id,
      let start = typedTarget(before: text),
      !ForeignColumns(table).holds(text, in: column, whole: true)
    else { return nil }
    return readable("\(start) \(Quoting.word(column.name)) := \(ForeignColumns.lua(other))")
  }

  /// What was typed before the only `COL=VALUE`, with the name of the command; nil: it is not at the end.
  private func typedTarget(before text: String) -> Substring? {
    let typed = statement.text
    guard typed.hasPrefix("edit "), typed.hasSuffix("=" + text) else { return nil }
    return typed.dropLast(text.count).lastIndex(of: " ").map { typed[..<$0] }
  }

  private func readable(_ line: String) -> String? {
    MeantLine(shell: shell).isReadable(line) ? line : nil
  }

  /// The line that computes what a typed text says, such as `Price*1.1`; nil: it is a text.
  func computing(_ column: Column, _ text: String, in table: Table) -> String? {
    guard text.contains(where: "*+(".contains), !table.columns.contains(where: { $0.name == text }),
      let start = typedTarget(before: text)
    else { return nil }
    let target = "\(start) \(Quoting.word(column.name)) := "
    // A call that is a command here: `title(City)`.
    if text.contains("("), let line = MeantLine(shell: shell).line(inPlaceOf: target + text),
      !["help ", "column "].contains(where: line.hasPrefix)
    {
      return line
    }
    return ForeignExpression.lua(text, ForeignColumns(table), isCondition: false)
      .flatMap { readable(target + $0) }
  }

  /// Refuses what stands behind the target of `edit --null` and is no COL=VALUE.
  package func checkRestOfEdit() throws(CommandError) {
    guard form.line.hasPrefix("edit --null"),
      let error = statement.restOfLine(
        wanted: "COL=VALUE", isOptional: true, compiles: shell.luaCheck)
    else { return }
    throw CommandError(error, in: statement)
  }

  /// Whether a column of a source without kinds is known to hold numbers; in a large table nobody looks.
  func holdsNumbers(_ column: Column) -> Bool {
    guard let document = shell.current, document.table.rowCount <= 1 << 16,
      !document.table.syntax.isTyped
    else { return false }
    return document.editor.kind(of: column).isNumeric
  }

  /// The cells that a typed text makes: of a source without kinds one for all rows.
  private func cells(
    _ text: String, of rows: [RowID], _ column: ColumnID, in table: Table
  ) throws(CommandError) -> CellList {
    guard table.syntax.isTyped else {
      let cell = try table.fitting(text, row: rows.first, column: column)
      return CellList(repeating: cell, count: rows.count)
    }
    try demand(rows.count * (text.utf8.count + MemoryLayout<Int>.stride + 1))
    let leading = table.leadingKind(of: column)
    var cells = CellList()
    for (i, row) in rows.enumerated() {
      if i % 4096 == 4095 { try shell.pollLoop(at: i) }
      cells.append(try editing(table.cellFitting(text, row: row, column: column) { leading }))
    }
    return cells
  }

  /// Gives the cells of a column the values of the form's Lua expression.
  ///
  /// - Parameter edits: what comes before in the same step, such as the column's insertion.
  func setWithLua(
    _ column: Column, in target: Target, after edits: [Edit] = []
  ) throws(CommandError) -> CommandResult {
    let rows = try rows(target)
    let table = try document().table
    let text = try self[.lua]
    guard BaseOfNumber(in: text) == nil else {
      throw .lua(
        LuaFailure(
          code: "lua-error",
          message: "gsub has two results, and tonumber takes the second as the base of the number"))
    }
    try demand(rows.count * 2 * MemoryLayout<Int>.stride)
    let values = try shell.calling(
      shell.lua.cells(of: text, in: table, rows: rows, column, skipErrors: shell.skipsErrors))
    var result = try perform(edits + [.updateColumn(column.id, of: values.rows, to: values.cells)])
    if let errors = values.errors { result.notes.append(errors.message) }
    let lost = text == "nil" ? 0 : table.lostCells(of: column.id, values.rows, values.cells)
    if lost > 0 {
      result.notes.append(
        "\(Counts.of(lost, "cell")) with a value became null; undo takes that back")
    }
    result.notes += table.notesOnNumbers(in: values.columnsRead)
    result.notes += values.notes
    return result
  }
}

extension Table {
  /// How many cells of a column have a value and get none.
  ///
  /// - Parameter cells: the new cell of each of the rows.
  /// - Complexity: O(rows).
  fileprivate func lostCells(of column: ColumnID, _ rows: [RowID], _ cells: CellList) -> Int {
    guard self.column(column) != nil else { return 0 }
    var reader = CellReader(self, column)
    return rows.enumerated().count { index, row in
      cells.isNull(at: index) && reader.withCell(row) { kind, _ in kind != .null }
    }
  }

  /// Whether a cell of a column is not null.
  fileprivate func hasValue(in column: ColumnID) -> Bool {
    var reader = CellReader(self, column)
    return allRows.contains { reader.withCell($0) { kind, _ in kind != .null } }
  }
}
