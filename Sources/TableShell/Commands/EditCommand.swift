import TableKit
import TableLua

extension Command {
  /// A command that changes cells, or turns editing mode on and off.
  static var edit: Command {
    Command(
      name: "edit", group: .editing, summary: "change cells, or turn editing mode on and off",
      details: """
        COL= sets empty text, --null COL sets null. COL := LUA sets each row's cell to the value of \
        a Lua expression over the row's columns; nil is null. edit alone toggles editing mode.
        """,
      example: "edit 0:0 name=Anna", changes: true,
      forms: [
        Form("edit [on|off|toggle]", does: Invocation.setEditing),
        Form("edit TARGET COL=VALUE …", does: Invocation.editCells),
        Form("edit --null COL TARGET [COL=VALUE …]") { invocation throws(CommandError) in
          if let error = invocation.shell.restOfLine(
            of: invocation.statement, wanted: "COL=VALUE", isOptional: true)
          {
            throw error
          }
          return try invocation.editCells()
        },
        // COL has no completion here: after a target, COL=VALUE is completed.
        Form(
          "edit [--skip-errors] TARGET COL := LUA", kinds: ["COL": .columnToSet],
          does: Invocation.editWithLua),
      ])
  }

  /// A command that replaces text in the cells of a column.
  static var replace: Command {
    Command(
      name: "replace", group: .editing, summary: "replace a text in the cells of a column",
      synopsis: ["replace [--whole] [--dry-run] COL OLD NEW [TARGET]"],
      details: """
        Every occurrence is replaced; --whole changes only cells that are OLD throughout. Null cells \
        stay as they are: edit gives them a value.
        """,
      example: "replace name Ann Anna", changes: true
    ) { invocation throws(CommandError) in
      let column = try invocation[.column]
      let texts = try invocation.all(.word).map(\.text)
      let (old, new) = (texts[0], texts[1])
      let rows = try invocation.rows(otherwise: .everything)
      guard !old.isEmpty || invocation.has("--whole") else {
        throw invocation.refusal(
          "the old text is empty; --whole finds cells of empty text, and null cells are set by edit",
          [
            "replace --whole \(Quoting.word(column.name)) \"\" NEW",
            "select only where row[\(Quoting.quoted(column.name))] == nil; edit selected "
              + "\(Quoting.word(column.name))=VALUE",
          ])
      }
      let table = try invocation.document().table
      var changes: [CellChange] = []
      for (i, row) in rows.enumerated() {
        if i % 4096 == 4095 { try invocation.shell.pollLoop(at: i) }
        let cell = table.cell(row, column.id)
        if cell.isNull { continue }
        let text =
          invocation.has("--whole")
          ? (cell.text == old ? new : cell.text) : cell.text.replacing(old, with: new)
        guard text != cell.text else { continue }
        let fitted = try invocation.shell.fitting(text, row: row, column: column.id, in: table)
        changes.append(CellChange(row, column.id, fitted))
      }
      return try invocation.perform([.update(changes)])
    }
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
    let button = document.controller.deleteButton
    result.sentence = "editing is \(on ? "on" : "off"); the button says \(button.title)"
    result.noteDropped(by: "changing the mode")
    return result
  }
}

extension Invocation {
  /// Runs `edit TARGET COL=VALUE …` and `edit --null COL TARGET [COL=VALUE …]`.
  fileprivate func editCells() throws(CommandError) -> CommandResult {
    let rows = try rows()
    let table = try document().table
    var changes: [CellChange] = []
    let cleared = try values(of: "--null").map(column).map(\.id)
    let columns = try all(.assignment).map { (assignment) throws(CommandError) in
      (try column(assignment.column).id, assignment.value.text)
    }
    try demand(rows.count * (cleared.count + columns.count) * MemoryLayout<CellChange>.stride)
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

  /// Runs `edit TARGET COL := LUA`.
  fileprivate func editWithLua() throws(CommandError) -> CommandResult {
    let column = try self[.column]
    let rows = try rows()
    let table = try document().table
    let skips = shell.skipsErrors
    let text = try self[.lua]
    let values = try shell.calling(
      shell.lua.values(of: text, in: table, rows: rows, skipErrors: skips))
    var changes: [CellChange] = []
    try demand(values.rows.count * MemoryLayout<CellChange>.stride)
    changes.reserveCapacity(values.rows.count)
    for (i, (row, value)) in zip(values.rows, values.values).enumerated() {
      if i % 4096 == 4095 { try shell.pollLoop(at: i) }
      changes.append(CellChange(row, column.id, value.cell(in: table, row: row, column: column)))
    }
    var result = try perform([.update(changes)])
    if let errors = values.errors { result.notes.append(errors.message) }
    return result
  }
}

extension Shell {
  /// Returns the cell for a typed text, of a kind that fits the column.
  ///
  /// - Parameter row: the row that gets the cell; nil: a new row.
  func fitting(
    _ text: String, row: RowID?, column: ColumnID, in table: Table
  ) throws(CommandError) -> Cell {
    try editing(table.cellFitting(text, row: row, column: column))
  }
}

extension String {
  /// Returns the string with every occurrence of a text replaced, compared by UTF-8 bytes from the
  /// left.
  func replacing(_ old: String, with new: String) -> String {
    guard !old.isEmpty else { return self }
    return String(
      decoding: Array(utf8).replacing(Array(old.utf8), with: Array(new.utf8)), as: UTF8.self)
  }
}
