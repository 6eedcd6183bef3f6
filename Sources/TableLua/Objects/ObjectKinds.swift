import Lua
import TableInteraction
import TableKit
import Wording

/// Creates Lua objects for rows, tables, edits and selections.
///
/// A class because it keeps references into one state. The session owns it; its functions are
/// held by Lua and know the session without keeping it alive.
final class ObjectKinds {
  private let makeRow: LuaFunction
  private let makeTable: LuaFunction
  private let makeEdit: LuaFunction
  private let makeSelection: LuaFunction
  private let makePlan: LuaFunction
  private let makeSnapshot: LuaFunction
  private let rowIndex: LuaFunction
  private let rowFields: LuaFunction
  private let showRow: LuaFunction

  init(_ session: LuaSession) throws(LuaError) {
    let texts = try Self.rowTexts(session)
    rowIndex = Self.rowIndex(session, texts)
    rowFields = Self.rowFields(session)
    showRow = Self.shows(session)
    makeRow = try Self.kind(session, "row", rowIndex, each: rowFields)
    makeTable = try Self.tables(session, "table", TableMethods.all)
    makeEdit = try Self.tables(session, "edit", TableMethods.all + EditMethods.all)
    makeSelection = try Self.selections(session)
    makePlan = try Self.plans(session)
    makeSnapshot = try Self.snapshots(session)
  }

  func row(_ owner: TableHandle, _ row: RowID) throws(LuaError) -> LuaValue {
    try makeRow.call(.object(RowHandle(owner, row))).first ?? .nil
  }

  /// Pushes an iterator over rows of a snapshot.
  func pushRows(_ rows: SnapshotRows, _ call: borrowing LuaCall) {
    call.push(rowsOf: rows, index: rowIndex, show: showRow, each: rowFields)
  }

  func table(_ handle: TableHandle) throws(LuaError) -> LuaValue {
    let make = handle is EditHandle ? makeEdit : makeTable
    return try make.call(.object(handle)).first ?? .nil
  }

  func selection(_ handle: TableHandle) throws(LuaError) -> LuaValue {
    try selection(SelectionHandle(handle))
  }

  func selection(_ handle: SelectionHandle) throws(LuaError) -> LuaValue {
    try makeSelection.call(.object(handle)).first ?? .nil
  }

  func plan(_ plan: LuaPlan) throws(LuaError) -> LuaValue {
    try makePlan.call(.object(PlanHandle(plan))).first ?? .nil
  }

  func snapshot(_ snapshot: Snapshot) throws(LuaError) -> LuaValue {
    try makeSnapshot.call(.object(SnapshotHandle(snapshot))).first ?? .nil
  }

  // MARK: Kinds

  /// `row.name`, `row["unit price"]`; and, where no column has that name, `row.key`, `row.path`,
  /// `row.section`, `row.number`, `row.text`.
  private static func rowIndex(_ session: LuaSession, _ texts: LuaFunction) -> LuaFunction {
    session.state.function { call throws(LuaError) in
      let row = try call.object(1, as: RowHandle.self)
      let name = try call.string(2)
      if row.owner.isStale(row.row) { try row.owner.settle() }
      let table = row.owner.table
      if let column = table.column(named: name) {
        return try call.returning(row.owner.value(row.row, column).luaValue)
      }
      switch name {
      case "key": return try call.returning(.string(table.key(of: row.row)))
      case "number": return try call.returning(.integer(row.row.number))
      case "path":
        return try call.returning(table.path(of: row.row).map { .string($0.description) } ?? .nil)
      case "section":
        let place = table.section(of: row.row).flatMap(table.index(of:))
        return try call.returning(place.map { .string(table.sections[$0].title) } ?? .nil)
      case "text":
        return try call.returning(try texts.call(.object(row)).first ?? .nil)
      default:
        throw LuaFailure.noSuchColumn(name, among: table.columns.map(\.name)).luaError
      }
    }
  }

  private static func rowFields(_ session: LuaSession) -> LuaFunction {
    session.state.function { call throws(LuaError) in
      let row = try call.object(1, as: RowHandle.self)
      if row.owner.isStale(row.row) { try row.owner.settle() }
      let values = try liveState(call).table()
      for column in row.owner.table.columns {
        try values.set(.string(column.name), row.owner.value(row.row, column).luaValue)
      }
      return try call.returning(.table(values))
    }
  }

  /// `row.text.age`: the text of a cell, whatever the type of its column.
  private static func rowTexts(_ session: LuaSession) throws(LuaError) -> LuaFunction {
    let index = session.state.function { call throws(LuaError) in
      let row = try call.object(1, as: RowHandle.self)
      if row.owner.isStale(row.row) { try row.owner.settle() }
      let column = try row.owner.column(try call.string(2))
      row.owner.table.withCell(row.row, column.id) { _, bytes in call.push(bytes: bytes) }
      return 1
    }
    return try kind(session, "row", index)
  }

  private static func tables(
    _ session: LuaSession, _ name: String, _ methods: [TableMethod]
  ) throws(LuaError) -> LuaFunction {
    let table = session.state.table()
    for method in methods {
      let body = session.state.function(method.name) { [unowned session] call throws(LuaError) in
        guard case .object(let object) = call.value(1).table?[LuaPrelude.handle] ?? .nil,
          let handle = object as? TableHandle
        else {
          throw LuaError("call it with a colon: t:\(method.name)(…)", code: "bad-argument")
        }
        try handle.settle()
        return try method.body(call, handle, session)
      }
      try table.set(.string(method.name), .function(body))
    }
    let names = methods.map(\.name)
    let index = session.state.function { call throws(LuaError) in
      let wanted = try call.display(2)
      let method = table[wanted]
      guard method != .nil else {
        throw LuaError(
          "a \(name) has no '\(wanted)'", code: "no-such-function",
          hint: Nearest.hint(for: wanted, in: names) ?? names.joined(separator: ", "))
      }
      return try call.returning(method)
    }
    let length = session.state.function { call throws(LuaError) in
      let handle = try call.object(1, as: TableHandle.self)
      try handle.settle()
      return try call.returning(.integer(handle.count))
    }
    return try kind(session, name, index, length: length)
  }

  private static func selections(_ session: LuaSession) throws(LuaError) -> LuaFunction {
    let deselect = session.state.function("deselect") { [unowned session] call throws(LuaError) in
      guard case .object(let object) = call.value(1).table?[LuaPrelude.handle] ?? .nil,
        let selection = object as? SelectionHandle
      else { throw LuaError("call it with a colon: selection:deselect(…)", code: "bad-argument") }
      guard selection.canDeselect else { throw LuaFailure.deselectsElsewhere.luaError }
      let rows = try TargetReader(session: session, handle: selection.owner).rows(call.value(2))
      return try call.returning(.integer(selection.deselect(rows)))
    }
    let index = session.state.function { [unowned session] call throws(LuaError) in
      let selection = try call.object(1, as: SelectionHandle.self)
      if call.value(2).text == "deselect" { return try call.returning(.function(deselect)) }
      guard let place = call.value(2).integer, let row = selection.row(at: place),
        let objects = session.objects
      else { return try call.returning(.nil) }
      return try call.returning(try objects.row(selection.owner, row))
    }
    let length = session.state.function { call throws(LuaError) in
      let handle = try call.object(1, as: SelectionHandle.self).owner
      return try call.returning(.integer(handle.selection.count))
    }
    return try kind(session, "selection", index, length: length)
  }

  static func kind(
    _ session: LuaSession, _ name: String, _ index: LuaFunction, length: LuaFunction? = nil,
    each: LuaFunction? = nil
  ) throws(LuaError) -> LuaFunction {
    let made = try session.prelude.kind.call(
      .string(name), .function(index), length.map { .function($0) } ?? .nil,
      each.map { .function($0) } ?? .nil, .function(shows(session)))
    guard let make = made.first?.function else { throw LuaError("no constructor") }
    return make
  }

  private static func shows(_ session: LuaSession) -> LuaFunction {
    session.state.function { call throws(LuaError) in
      var held: AnyObject?
      switch call.value(1) {
      case .object(let object): held = object
      case .other(let reference): held = reference.object
      default: break
      }
      guard let shown = held as? any ShownObject else {
        return try call.returning("object")
      }
      return try call.returning(.string(shown.shown))
    }
  }

  private static func liveState(_ call: borrowing LuaCall) throws(LuaError) -> LuaState {
    guard let state = call.state else { throw LuaError("the Lua state is closed") }
    return state
  }
}
