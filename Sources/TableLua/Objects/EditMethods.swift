import BatchUpdates
import Lua
import Memory
import TableInteraction
import TableKit

/// The Swift half of the `t` in `tablesh.edit(function(t) … end)`: a rehearsal of the table
/// and the edits so far.
///
/// Every edit is tried there at once, so that a refused one is raised on its own line and
/// later ones see it; at the end all go to the host as one transaction. Cells that are set one
/// after the other are one edit, tried when something else is to see it. A column keeps its type
/// until the end.
final class EditHandle: TableHandle {
  private var editor: Editor
  /// The editor's table; another object holds it so that a look at it makes no copy.
  private var current: TableHandle
  /// The columns that were set in the current table, and the last of them.
  private var targets: [ColumnID: SetColumn] = [:]
  private var last: SetColumn?
  private var versionNumber = 0
  private(set) var actions: [TableAction] = []
  private var pending = PendingCells()
  /// The bytes of all cells so far, and up to how many the memory was found to last.
  private var (byteCount, granted) = (0, 0)
  private let syntax: CellSyntax
  private let keyColumns: [ColumnID]
  private let sectionColumn: ColumnID?
  private let reads: NumberReads
  /// True if the function still runs.
  var isOpen = true

  init(_ table: Table, selection: [RowID], _ reads: NumberReads) {
    self.reads = reads
    editor = Editor(table: table.rehearsal())
    editor.undoBudget = 0
    current = TableHandle(editor.table, selection: [])
    syntax = table.syntax
    keyColumns = table.keyColumns
    sectionColumn = table.sectionColumn
    super.init(table, selection: selection)
  }

  override var table: Table { current.snapshot }

  override var isChanging: Bool { true }

  override var version: Int { versionNumber }

  override func contains(_ row: RowID) -> Bool { current.contains(row) }

  /// True if cells have types of their own.
  var isTyped: Bool { syntax.isTyped }

  override func isStale(_ row: RowID) -> Bool { pending.contains(row) }

  override func flush() throws(LuaError) {
    try checkOpen()
    for edit in pending.take() { try tryOut(edit) }
  }

  private func checkOpen() throws(LuaError) {
    guard isOpen else {
      throw LuaError("this edit has ended", code: "not-now", hint: "keep 't' inside tablesh.edit")
    }
  }

  /// Ends the edit: what was set last need not be tried.
  func finish() throws(LuaError) {
    try checkOpen()
    // The host does all of it once more.
    try demandMemory()
    actions += pending.take().map { .edit($0) }
    isOpen = false
  }

  /// Counts the text of a cell that is about to be added.
  ///
  /// - Throws: `out-of-memory`.
  func hold(_ cell: Cell) throws(LuaError) {
    byteCount += cell.text.utf8.count
    guard byteCount > granted else { return }
    try demandMemory()
    granted = byteCount + 1 << 20
  }

  /// Checks that the records of all cells can grow, which doubles their memory.
  private func demandMemory() throws(LuaError) {
    do throws(MemoryShortage) { try MemoryWatch.demand(2 * byteCount) } catch {
      throw LuaFailure(code: error.code, message: error.message, hint: error.hint).luaError
    }
  }

  /// Adds an edit, once it has worked on the copy.
  func add(_ edit: Edit) throws(LuaError) {
    try flush()
    try tryOut(edit)
  }

  /// Adds an edit that the copy knows nothing of, such as a selection.
  func addUntried(_ action: TableAction) throws(LuaError) {
    try flush()
    actions.append(action)
  }

  /// The column of a name, to be set.
  func target(_ name: UnsafeRawBufferPointer) throws(LuaError) -> SetColumn {
    if let last, last.isNamed(name) { return last }
    return target(try column(String(decoding: name, as: UTF8.self)))
  }

  /// A column, to be set.
  func target(_ column: Column) -> SetColumn {
    if let known = targets[column.id] {
      last = known
      return known
    }
    // Cells of a key are tried at once: another row may have it.
    let target = SetColumn(
      column, in: current.snapshot, isOfKey: keyColumns.contains(column.id),
      makesSections: column.id == sectionColumn)
    targets[column.id] = target
    last = target
    return target
  }

  /// The cell of a new row, which keeps the text of a number that was read.
  func cell(_ value: LuaScalar, _ column: Column) -> Cell {
    value.cell(isTyped: isTyped, as: reads.text(of: value, for: column.name))
  }

  /// The cells of a whole row, as they are written, by the columns here of the same names.
  func cells(of row: RowHandle) throws(LuaError) -> [(Column, EditValue)] {
    if row.owner.isStale(row.row) { try row.owner.flush() }
    let table = row.owner.table
    var cells: [(Column, EditValue)] = []
    for column in table.columns {
      let cell = table.cell(row.row, column.id)
      if table.syntax.isTyped == isTyped {
        cells.append((try self.column(column.name), .cell(cell)))
      } else {
        let value = row.owner.value(row.row, column, reads)
        cells.append(
          (try self.column(column.name), .cell(value.cell(isTyped: isTyped, as: cell.text))))
      }
    }
    return cells
  }

  /// Sets a cell; a number that was read keeps its text, and what the cell holds already stays as it is.
  func set(_ row: RowID, _ target: SetColumn, _ value: EditValue) throws(LuaError) {
    try checkOpen()
    var target = target
    let column = target.column.id
    if pending.contains(row, column) {
      try flush()
      target = self.target(target.column)
    }
    // What else is pending of the row leaves this cell as it is in the table.
    let cell: Cell
    switch value {
    case .cell(let given): cell = given
    case .value(let value):
      let text = reads.text(of: value, for: target.column.name, of: row)
      let held = text == nil ? target.held(row, value, isTyped: isTyped) : nil
      cell = held ?? value.cell(isTyped: isTyped, as: text)
    }
    if !syntax.canEncode(cell) {
      throw LuaFailure(EditError.cannotWrite(cell.text, column: target.column.name)).luaError
    }
    try hold(cell)
    pending.add(CellChange(row, column, cell))
    // The row may stand elsewhere now.
    if target.makesSections { try flush() }
  }

  private func tryOut(_ edit: Edit) throws(LuaError) {
    do throws(EditError) {
      try editor.perform([edit], title: "")
    } catch { throw LuaFailure(error).luaError }
    current = TableHandle(editor.table, selection: [])
    versionNumber += 1
    (last, targets) = (nil, [:])
    actions.append(.edit(edit))
  }
}

/// The methods of an edit in Lua, besides those of a table. Argument 1 is the edit.
enum EditMethods {
  static var all: [TableMethod] {
    [
      // `t:set(target, "pay", 3)`, `t:set(target, {pay = 3})`
      TableMethod("set", flushes: false) { call, handle, session throws(LuaError) in
        let edit = try edit(handle, "set", session)
        if try setWalked(call, edit) { return 0 }
        let reader = TargetReader(session: session, handle: edit)
        let rows: [RowID]
        if let row = call.object(2, field: LuaPrelude.handle) as? RowHandle {
          rows = [try reader.present(row)]
        } else {
          // Looking for rows sees what was set.
          try edit.flush()
          rows = try reader.rows(call.value(2))
        }
        let values: [(Column, EditValue)]
        if let cells = try cells(call, 3, edit) {
          values = cells
        } else {
          values = [try cell(edit.column(call.string(3)), call.value(4))]
        }
        let isOfKey = values.contains { edit.target($0.0).isOfKey }
        if isOfKey { try edit.flush() }
        for row in rows {
          for (column, value) in values { try edit.set(row, edit.target(column), value) }
        }
        if isOfKey { try edit.flush() }
        return 0
      },
      // `t:insert("Pilots", {name = "Ann"} [, index])`, `t:insert("0:2", {…})`; returns the row.
      method("insert") { call, edit, reader throws(LuaError) in
        var index: Int?
        let section: Int
        if let text = call.value(2).text, let place = try reader.place(text) {
          (section, index) = place
        } else {
          section = try reader.section(call.value(2))
        }
        if !call.isNil(4) { index = try call.integer(4) }
        var row: [ColumnID: Cell] = [:]
        guard let cells = try cells(call, 3, edit) else {
          throw call.argumentError(3, expected: "table")
        }
        for (column, value) in cells {
          let cell =
            switch value {
            case .cell(let cell): cell
            case .value(let value): edit.cell(value, column)
            }
          try edit.hold(cell)
          row[column.id] = cell
        }
        let place = edit.table.sections[section]
        let at = index ?? place.count
        try edit.add(.insert([row], section: place.id, at: at))
        guard let new = edit.table.row(at: RowPath(section, at)) else {
          return try call.returning(.nil)
        }
        return try call.returning(try reader.session.objects?.row(edit, new) ?? .nil)
      },
      // `t:delete(target)`; returns how many rows.
      method("delete") { call, edit, reader throws(LuaError) in
        let rows = once(try reader.rows(call.value(2)))
        if !rows.isEmpty { try edit.add(.delete(rows)) }
        return try call.returning(.integer(rows.count))
      },
      // `t:move(target, "1:0")`, `t:move(target, "Pilots:end")`
      method("move") { call, edit, reader throws(LuaError) in
        let rows = once(try reader.rows(call.value(2)))
        let text = try call.string(3)
        guard let place = try reader.place(text) else { throw LuaFailure.notATarget(text).luaError }
        let section = edit.table.sections[place.section]
        let staying = section.count - rows.count { edit.table.section(of: $0) == section.id }
        if !rows.isEmpty {
          try edit.add(.move(rows, section: section.id, at: place.index ?? staying))
        }
        return try call.returning(.integer(rows.count))
      },
      // `t:add_section("Crew" [, index])`
      method("add_section") { call, edit, _ throws(LuaError) in
        let index = call.isNil(3) ? edit.table.sections.count : try call.integer(3)
        try edit.add(.insertSection(name: try call.string(2), at: index))
        return 0
      },
      // `t:rename_section("Crew", "Cabin crew")`
      method("rename_section") { call, edit, reader throws(LuaError) in
        let section = edit.table.sections[try reader.section(call.value(2))].id
        try edit.add(.renameSection(section, try call.string(3)))
        return 0
      },
      // `t:delete_section("Crew")`: with its rows.
      method("delete_section") { call, edit, reader throws(LuaError) in
        try edit.add(.deleteSections([edit.table.sections[try reader.section(call.value(2))].id]))
        return 0
      },
      select("select", .add(partially: false)),
      select("deselect", .remove),
    ]
  }

  private static func method(
    _ name: String,
    _ body: @escaping (borrowing LuaCall, EditHandle, TargetReader) throws(LuaError) -> Int32
  ) -> TableMethod {
    TableMethod(name) { call, handle, session throws(LuaError) in
      try body(
        call, try edit(handle, name, session), TargetReader(session: session, handle: handle))
    }
  }

  /// The edit that a method is called on.
  private static func edit(
    _ handle: TableHandle, _ method: String, _ session: LuaSession
  ) throws(LuaError) -> EditHandle {
    guard let edit = handle as? EditHandle else {
      throw LuaError("only tablesh.edit changes a table", code: "not-now")
    }
    if session.rowRunDepth > 0 { throw LuaFailure.busy(method, in: "by a rule").luaError }
    return edit
  }

  /// Sets one cell, of no key, of a row that the edit walks over: the usual case, without a list of
  /// rows and values. Returns false if it is another case.
  private static func setWalked(
    _ call: borrowing LuaCall, _ edit: EditHandle
  ) throws(LuaError) -> Bool {
    guard call.isString(3), let (source, number) = call.row(2),
      let rows = source as? SnapshotRows, rows.owner === edit
    else { return false }
    let row = RowID(number)
    guard edit.contains(row) else { return false }
    let target = try call.withBytes(3) { (name) throws(LuaError) in try edit.target(name) }
    if target.isOfKey { return false }
    try edit.set(row, target, .value(try scalar(target.column, call.value(4))))
    return true
  }

  private static func select(_ name: String, _ change: SelectionChange) -> TableMethod {
    method(name) { call, edit, reader throws(LuaError) in
      let rows = once(try reader.rows(call.value(2)))
      try edit.addUntried(.select(rows, change))
      return try call.returning(.integer(rows.count))
    }
  }

  // MARK: Arguments

  /// The cells in an argument, a table or a row; nil: it is neither.
  private static func cells(
    _ call: borrowing LuaCall, _ index: Int, _ edit: EditHandle
  ) throws(LuaError) -> [(Column, EditValue)]? {
    if let row = call.object(index, field: LuaPrelude.handle) as? RowHandle {
      return try edit.cells(of: row)
    }
    guard let table = call.value(index).table else { return nil }
    var cells: [(Column, EditValue)] = []
    for (key, value) in try table.pairs() {
      guard let name = key.text else {
        throw LuaError("cells are given by column: {name = \"Ann\"}", code: "bad-argument")
      }
      cells.append(try cell(edit.column(name), value))
    }
    return cells.sorted { $0.0.id < $1.0.id }
  }

  private static func cell(
    _ column: Column, _ value: LuaValue
  ) throws(LuaError) -> (Column, EditValue) {
    (column, .value(try scalar(column, value)))
  }

  private static func scalar(
    _ column: Column, _ value: LuaValue
  ) throws(LuaError) -> LuaScalar {
    guard let scalar = LuaScalar(value) else {
      let fault = "a \(value.typeName) is no value for a cell"
      throw LuaFailure.badValue(column.name, fault).luaError
    }
    if let fault = scalar.fault { throw LuaFailure.badValue(column.name, fault).luaError }
    return scalar
  }

  /// The rows in order, each once.
  private static func once(_ rows: [RowID]) -> [RowID] {
    var seen: Set<RowID> = []
    return rows.filter { seen.insert($0).inserted }
  }
}
