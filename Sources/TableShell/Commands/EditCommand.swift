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
      let replacement = Replacement(old, new, isWhole: invocation.has("--whole"))
      let (changed, values) = try invocation.cells(of: rows, column.id, with: replacement)
      return try invocation.perform([.updateColumn(column.id, of: changed, to: values)])
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

  /// The rows whose cells in a column a replacement changes, and their new values.
  fileprivate func cells(
    of rows: [RowID], _ column: ColumnID, with replacement: Replacement
  ) throws(CommandError) -> (rows: [RowID], values: CellList) {
    let table = try document().table
    let leading = table.leadingKind(of: column)
    var changed: [RowID] = []
    var values = CellList()
    var reader = CellReader(table, column)
    var text: [UInt8] = []
    for (i, row) in rows.enumerated() {
      if i % 4096 == 4095 { try shell.pollLoop(at: i) }
      let isChanged = reader.withCell(row) { kind, bytes in
        kind != .null && replacement.replace(in: bytes, into: &text)
      }
      guard isChanged else { continue }
      changed.append(row)
      if table.syntax.isTyped {
        let typed = String(decoding: text, as: UTF8.self)
        values.append(
          try editing(table.cellFitting(typed, row: row, column: column) { leading }))
      } else {
        text.withUnsafeBytes { values.append(.text, $0) }
      }
    }
    return (changed, values)
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

/// A text to put in place of another one, byte for byte.
private struct Replacement {
  private let old: [UInt8]
  private let new: [UInt8]
  private let isWhole: Bool

  /// - Parameter isWhole: whether only texts that are `old` throughout are changed.
  init(_ old: String, _ new: String, isWhole: Bool) {
    (self.old, self.new, self.isWhole) = (Array(old.utf8), Array(new.utf8), isWhole)
  }

  /// Writes a text with every occurrence replaced, from the left; returns whether it is another.
  func replace(in text: UnsafeRawBufferPointer, into result: inout [UInt8]) -> Bool {
    result.removeAll(keepingCapacity: true)
    if isWhole || old.isEmpty {
      guard text.elementsEqual(old) else { return false }
      result += new
    } else {
      guard let first = old.first, text.contains(first) else { return false }
      // A search of the standard library for a collection in another takes ten times as long.
      var i = 0
      while i < text.count {
        if text[i] == first, text[i...].starts(with: old) {
          result += new
          i += old.count
        } else {
          result.append(text[i])
          i += 1
        }
      }
    }
    return !result.elementsEqual(text)
  }
}
