import TableKit
import TableLua
import TablePrinters

extension Command {
  /// Turns editing mode on and off, and changes cells.
  static var edit: Command {
    Command(
      name: "edit", group: .editing, summary: "change cells, or turn editing mode on and off",
      synopsis: [
        "edit [on|off|toggle]", "edit TARGET COL=VALUE …",
        "edit --null COL TARGET [COL=VALUE …]",
        "edit [--skip-errors] TARGET COL := LUA",
      ],
      details: """
        COL= sets empty text, --null COL sets null. COL := LUA sets each row's cell to the value of \
        a Lua expression over the row's columns; nil is null. edit alone toggles editing mode.
        """,
      example: "edit 0:0 name=Anna",
      options: [
        OptionDeclaration("null", value: .required("COL")), OptionDeclaration("skip-errors"),
      ],
      arguments: [.any([.words(["on", "off", "toggle"]), .target]), .assignment], changes: true
    ) { invocation throws(CommandError) in
      if invocation.lua?.kind == .assignment { return try invocation.editWithLua() }
      let nulls = invocation.options.values(of: "null")
      if let error = invocation.restOfLine("COL=VALUE", isOptional: !nulls.isEmpty) { throw error }
      guard nulls.isEmpty, invocation.arguments.count <= 1,
        let mode = EditMode(invocation.arguments.first)
      else { return try invocation.editCells(nulls: nulls) }
      let document = try invocation.document()
      let isEditing = document.controller.readsAsEditing
      let on = mode == .toggle ? !isEditing : mode == .on
      try invocation.shell.ask(.willSetEditing, isEditing: on)
      let asks = on && !document.editor.isEditing
      let visible = asks ? invocation.shell.visibleRows(of: document) : []
      var result = try invocation.perform(
        [.setEditing(on)] + (visible.isEmpty ? [] : [.control(.appear(visible))]))
      try invocation.shell.tell(.didSetEditing, isEditing: on)
      let button = document.controller.deleteButton
      result.sentence = "editing is \(on ? "on" : "off"); the button says \(button.title)"
      result.noteDropped(by: "changing the mode")
      return result
    }
  }

  private enum EditMode: String {
    case on, off, toggle

    /// No word toggles.
    init?(_ word: Word?) {
      guard let word else {
        self = .toggle
        return
      }
      guard word.isUnquoted else { return nil }
      self.init(rawValue: word.text)
    }
  }
}

extension Invocation {
  /// `edit TARGET COL=VALUE…`
  fileprivate func editCells(nulls: [Word]) throws(CommandError) -> CommandResult {
    let (words, assignments) = try reading { () throws(SyntaxError) in
      try Assignment.split(arguments)
    }
    guard !assignments.isEmpty || !nulls.isEmpty else {
      throw usage("nothing to set: 'edit TARGET' wants COL=VALUE")
    }
    let rows = try rows(try target(words))
    let table = try document().table
    var changes: [CellChange] = []
    var cleared: [ColumnID] = []
    for word in nulls { cleared.append(try column(word).id) }
    var columns: [(ColumnID, String)] = []
    for assignment in assignments {
      columns.append((try column(assignment.column).id, assignment.value.text))
    }
    try shell.demand(
      rows.count * (cleared.count + columns.count) * MemoryLayout<CellChange>.stride)
    changes.reserveCapacity(rows.count * (cleared.count + columns.count))
    for (i, row) in rows.enumerated() {
      if i % 4096 == 4095 { try shell.pollLoop(at: i) }
      for column in cleared { changes.append(CellChange(row, column, .null)) }
      for (column, text) in columns {
        let cell = try shell.fitting(text, row: row, column: column, in: table)
        changes.append(CellChange(row, column, cell))
      }
    }
    return try perform([.update(changes)])
  }

  /// `edit TARGET COL := LUA`
  fileprivate func editWithLua() throws(CommandError) -> CommandResult {
    guard let lua, let name = arguments.last else { throw usage("a column is missing before ':='") }
    guard arguments.count > 1 else {
      throw usage("'\(name.text)' alone before ':=': a target and a column are wanted")
    }
    let column = try column(name)
    let words = Array(arguments.dropLast())
    let rows = try rows(
      try reading { () throws(SyntaxError) in try TargetParser.parse(words, at: end) })
    let table = try document().table
    let skips = shell.options.skipsErrors || options.has("skip-errors")
    let values = try shell.calling { () throws(LuaFailure) in
      try shell.lua.values(of: lua.text, in: table, rows: rows, skipErrors: skips)
    }
    var changes: [CellChange] = []
    try shell.demand(values.rows.count * MemoryLayout<CellChange>.stride)
    changes.reserveCapacity(values.rows.count)
    for (i, (row, value)) in zip(values.rows, values.values).enumerated() {
      if i % 4096 == 4095 { try shell.pollLoop(at: i) }
      changes.append(
        CellChange(row, column.id, value.cell(in: table, row: row, column: column)))
    }
    var result = try perform([.update(changes)])
    if let errors = values.errors { result.notes.append(errors.message) }
    return result
  }
}

extension Shell {
  /// The cell that a typed text makes.
  func fitting(
    _ text: String, row: RowID?, column: ColumnID, in table: Table
  ) throws(CommandError) -> Cell {
    do throws(EditError) { return try table.cellFitting(text, row: row, column: column) } catch {
      throw .edit(error)
    }
  }
}
