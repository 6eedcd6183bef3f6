import BatchUpdates
import Lua
import TableInteraction
import TableKit

/// The Swift half of the `t` in `tablesh.edit(function(t) … end)`: a rehearsal of the table
/// and the edits so far.
///
/// Every edit is tried there at once, so that a refused one is raised on its own line and
/// later ones see it; at the end all go to the host as one transaction. Cells that are set one
/// after the other are one edit. A column keeps its type until the end.
final class EditHandle: TableHandle {
  private var editor: Editor
  private(set) var actions: [TableAction] = []
  private var pending: [CellChange] = []
  private var pendingRows: Set<RowID> = []
  private let syntax: CellSyntax
  private let sectionColumn: ColumnID?
  /// True if the function still runs.
  var isOpen = true

  init(_ table: Table, selection: [RowID]) {
    editor = Editor(table: table.rehearsal())
    editor.undoBudget = 0
    syntax = table.syntax
    sectionColumn = table.sectionColumn
    super.init(table, selection: selection)
  }

  override var table: Table { editor.table }

  /// True if cells have types of their own.
  var isTyped: Bool { syntax.isTyped }

  override func isStale(_ row: RowID) -> Bool { pendingRows.contains(row) }

  override func settle() throws(LuaError) {
    guard isOpen else {
      throw LuaError("this edit has ended", code: "not-now", hint: "keep 't' inside tablesh.edit")
    }
    guard !pending.isEmpty else { return }
    let changes = pending
    pending = []
    pendingRows = []
    try tryOut(.update(changes))
  }

  /// Adds an edit, once it has worked on the copy.
  func add(_ edit: Edit) throws(LuaError) {
    try settle()
    try tryOut(edit)
  }

  /// Adds an edit that the copy knows nothing of, such as a selection.
  func addUntried(_ action: TableAction) throws(LuaError) {
    try settle()
    actions.append(action)
  }

  /// Sets a cell.
  func set(_ change: CellChange) throws(LuaError) {
    if !syntax.canEncode(change.cell) {
      let name = table.column(change.column)?.name ?? ""
      throw LuaFailure(EditError.cannotWrite(change.cell.text, column: name)).luaError
    }
    pending.append(change)
    pendingRows.insert(change.row)
    // The row may stand elsewhere now.
    if change.column == sectionColumn { try settle() }
  }

  private func tryOut(_ edit: Edit) throws(LuaError) {
    do throws(EditError) {
      try editor.perform([edit], title: "")
    } catch { throw LuaFailure(error).luaError }
    actions.append(.edit(edit))
  }
}

/// The methods of an edit in Lua, besides those of a table. Argument 1 is the edit.
enum EditMethods {
  static var all: [TableMethod] {
    [
      // `t:set(target, "pay", 3)`, `t:set(target, {pay = 3})`
      method("set") { call, edit, reader throws(LuaError) in
        let rows = try reader.rows(call.value(2))
        let values: [(Column, LuaScalar)]
        if let table = call.value(3).table {
          values = try cells(table, edit)
        } else {
          values = [try cell(try call.string(3), call.value(4), edit)]
        }
        for row in rows {
          for (column, value) in values {
            let cell =
              edit.isStale(row)
              ? value.cell(isTyped: edit.isTyped)
              : value.cell(in: edit.table, row: row, column: column)
            try edit.set(CellChange(row, column.id, cell))
          }
        }
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
        for (column, value) in try cells(try call.table(3), edit) {
          row[column.id] = value.cell(isTyped: edit.isTyped)
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
      guard let edit = handle as? EditHandle else {
        throw LuaError("only tablesh.edit changes a table", code: "not-now")
      }
      if session.rowRunDepth > 0 { throw LuaFailure.busy(name, in: "by a rule").luaError }
      return try body(call, edit, TargetReader(session: session, handle: handle))
    }
  }

  private static func select(_ name: String, _ change: SelectionChange) -> TableMethod {
    method(name) { call, edit, reader throws(LuaError) in
      let rows = once(try reader.rows(call.value(2)))
      try edit.addUntried(.select(rows, change))
      return try call.returning(.integer(rows.count))
    }
  }

  // MARK: Arguments

  private static func cells(
    _ table: LuaTable, _ edit: EditHandle
  ) throws(LuaError) -> [(Column, LuaScalar)] {
    var cells: [(Column, LuaScalar)] = []
    for (key, value) in try table.pairs() {
      guard let name = key.text else {
        throw LuaError("cells are given by column: {name = \"Ann\"}", code: "bad-argument")
      }
      cells.append(try cell(name, value, edit))
    }
    return cells.sorted { $0.0.id < $1.0.id }
  }

  private static func cell(
    _ name: String, _ value: LuaValue, _ edit: EditHandle
  ) throws(LuaError) -> (Column, LuaScalar) {
    let column = try edit.column(name)
    guard let scalar = LuaScalar(value) else {
      throw LuaFailure.badValue(name, "a \(value.typeName) is no value for a cell").luaError
    }
    if let fault = scalar.fault { throw LuaFailure.badValue(name, fault).luaError }
    return (column, scalar)
  }

  /// The rows in order, each once.
  private static func once(_ rows: [RowID]) -> [RowID] {
    var seen: Set<RowID> = []
    return rows.filter { seen.insert($0).inserted }
  }
}
