import BatchUpdates
import Lua
import TableInteraction
import TableKit

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
        } else if let text = call.value(2).text, text.first == "@",
          let row = edit.row(key: text.dropFirst())
        {
          rows = [row]
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

  private static func scalar(_ column: Column, _ value: LuaValue) throws(LuaError) -> LuaScalar {
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
