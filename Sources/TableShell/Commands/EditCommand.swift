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
    var edits: [Edit] = []
    for word in values(of: "--null") {
      let column = try column(word).id
      edits.append(
        .updateColumn(column, of: rows, to: CellList(repeating: .null, count: rows.count)))
    }
    for assignment in try all(.assignment) {
      let column = try column(assignment.column).id
      let text = assignment.value.text
      edits.append(
        .updateColumn(column, of: rows, to: try cells(text, of: rows, column, in: table)))
    }
    return try perform(edits)
  }

  /// The cells that a typed text makes: of a source without kinds one for all rows.
  private func cells(
    _ text: String, of rows: [RowID], _ column: ColumnID, in table: Table
  ) throws(CommandError) -> CellList {
    guard table.syntax.isTyped else {
      let cell = try shell.fitting(text, row: rows.first, column: column, in: table)
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

  /// Runs `edit TARGET COL := LUA`.
  fileprivate func editWithLua() throws(CommandError) -> CommandResult {
    let column = try self[.column]
    let rows = try rows()
    let table = try document().table
    let skips = shell.skipsErrors
    let text = try self[.lua]
    try demand(rows.count * 2 * MemoryLayout<Int>.stride)
    let values = try shell.calling(
      shell.lua.cells(of: text, in: table, rows: rows, column, skipErrors: skips))
    var result = try perform([.updateColumn(column.id, of: values.rows, to: values.cells)])
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
    let pattern = Array(old.utf8)
    let bytes = Array(utf8)
    guard let first = pattern.first, bytes.count >= pattern.count else { return self }
    // A search of the standard library for a collection in another takes ten times as long.
    var result: [UInt8] = []
    var i = 0
    while i < bytes.count {
      if bytes[i] == first, bytes[i...].starts(with: pattern) {
        result += new.utf8
        i += pattern.count
      } else {
        result.append(bytes[i])
        i += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
