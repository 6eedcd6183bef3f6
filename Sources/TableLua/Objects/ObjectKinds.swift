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
    makeTable = try Self.kind(session, "table", "t", TableMethods.all)
    makeEdit = try Self.kind(session, "edit", "t", TableMethods.all + EditMethods.all)
    makeSelection = try Self.selections(session)
    makePlan = try Self.plans(session)
    makeSnapshot = try Self.kind(session, "snapshot", "s", SnapshotMethods.all)
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
    session.state.function {
      [reads = session.numberReads, comparisons = session.comparisons] call throws(LuaError) in
      let row = try call.object(1, as: RowHandle.self)
      let name = try call.string(2)
      let table = row.owner.table
      if let column = table.column(named: name) {
        if row.owner.isStale(row.row, column.id) { try row.owner.flush() }
        if !row.owner.refusals(of: column, comparisons).isEmpty, let place = call.runningPlace,
          let error = row.owner.refusal(of: column, row.row, at: place, comparisons)
        {
          throw error
        }
        return try call.returning(row.owner.value(row.row, column, reads).luaValue)
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
    session.state.function { [reads = session.numberReads] call throws(LuaError) in
      let row = try call.object(1, as: RowHandle.self)
      if row.owner.isStale(row.row) { try row.owner.flush() }
      let values = try liveState(call).table()
      for column in row.owner.table.columns {
        try values.set(.string(column.name), row.owner.value(row.row, column, reads).luaValue)
      }
      return try call.returning(.table(values))
    }
  }

  /// `row.text.age`: the text of a cell, whatever the type of its column.
  private static func rowTexts(_ session: LuaSession) throws(LuaError) -> LuaFunction {
    let index = session.state.function { call throws(LuaError) in
      let row = try call.object(1, as: RowHandle.self)
      if row.owner.isStale(row.row) { try row.owner.flush() }
      let column = try row.owner.column(try call.string(2))
      row.owner.table.withCell(row.row, column.id) { _, bytes in call.push(bytes: bytes) }
      return 1
    }
    return try kind(session, "row", index)
  }

  /// `#selection`, `selection[1]`, `selection:deselect(…)`
  private static func selections(_ session: LuaSession) throws(LuaError) -> LuaFunction {
    let deselect = ObjectMethod<SelectionHandle>("deselect") {
      call, selection, session throws(LuaError) in
      guard selection.canDeselect else { throw LuaFailure.deselectsElsewhere.luaError }
      let rows = try TargetReader(session: session, handle: selection.owner).rows(call.value(2))
      return try call.returning(.integer(selection.deselect(rows)))
    }
    return try kind(session, "selection", "selection", [deselect]) {
      [unowned session] selection, key throws(LuaError) in
      guard let place = key.integer, let row = selection.row(at: place) else { return .nil }
      return try session.objects?.row(selection.owner, row) ?? .nil
    }
  }

  /// Makes the constructor of a kind with methods and a length.
  ///
  /// - Parameters:
  ///   - variable: the object in messages, such as `t`.
  ///   - fields: the names of its fields, for the hint.
  ///   - each: walks over the fields.
  ///   - field: finds what is no method; nil: there is no such field, which is an error.
  static func kind<Handle: ObjectHandle>(
    _ session: LuaSession, _ name: String, _ variable: String, _ methods: [ObjectMethod<Handle>],
    fields: [String] = [], each: LuaFunction? = nil,
    field: @escaping (Handle, LuaValue) throws(LuaError) -> LuaValue? = { _, _ in nil }
  ) throws(LuaError) -> LuaFunction {
    let table = session.state.table()
    for method in methods {
      let body = session.state.function(method.name) { [unowned session] call throws(LuaError) in
        guard let handle = call.object(1, field: LuaPrelude.handle) as? Handle else {
          throw LuaError(
            "call it with a colon: \(variable):\(method.name)(…)", code: "bad-argument")
        }
        if method.flushes { try handle.flush() }
        return try method.body(call, handle, session)
      }
      try table.set(.string(method.name), .function(body))
    }
    let names = fields + methods.map(\.name)
    let index = session.state.function { call throws(LuaError) in
      if let value = try field(try call.object(1, as: Handle.self), call.value(2)) {
        return try call.returning(value)
      }
      let wanted = try call.display(2)
      throw LuaError(
        "a \(name) has no '\(wanted)'", code: "no-such-function",
        hint: Nearest.hint(for: wanted, in: names) ?? names.joined(separator: ", "))
    }
    let length = session.state.function { [unowned session] call throws(LuaError) in
      session.host?.willReadRows()
      let handle = try call.object(1, as: Handle.self)
      try handle.flush()
      return try call.returning(.integer(handle.count))
    }
    return try kind(session, name, index, length: length, each: each, methods: table)
  }

  private static func kind(
    _ session: LuaSession, _ name: String, _ index: LuaFunction, length: LuaFunction? = nil,
    each: LuaFunction? = nil, methods: LuaTable? = nil
  ) throws(LuaError) -> LuaFunction {
    let made = try session.prelude.kind.call(
      .string(name), .function(index), length.map { .function($0) } ?? .nil,
      each.map { .function($0) } ?? .nil, .function(shows(session)),
      methods.map { .table($0) } ?? .nil)
    guard let make = made.first?.function else { throw LuaError("no constructor") }
    return make
  }

  private static func shows(_ session: LuaSession) -> LuaFunction {
    session.state.function { call throws(LuaError) in
      let shown = (call.value(1).heldObject as? any ShownObject)?.shown
      return try call.returning(.string(shown ?? "object"))
    }
  }

  private static func liveState(_ call: borrowing LuaCall) throws(LuaError) -> LuaState {
    guard let state = call.state else { throw LuaError("the Lua state is closed") }
    return state
  }
}

/// A method of a kind of objects in Lua. Argument 1 is the object.
struct ObjectMethod<Handle: ObjectHandle> {
  typealias Body = (borrowing LuaCall, Handle, LuaSession) throws(LuaError) -> Int32
  let name: String
  /// Whether pending changes are made before the call.
  let flushes: Bool
  let body: Body

  init(_ name: String, flushes: Bool = true, _ body: @escaping Body) {
    self.name = name
    self.flushes = flushes
    self.body = body
  }
}

/// The Swift half of an object with methods.
protocol ObjectHandle: ShownObject {
  /// The value of `#object`.
  var count: Int { get }
  /// Brings the object up to date with pending changes.
  func flush() throws(LuaError)
}

extension ObjectHandle {
  func flush() throws(LuaError) {}
}

extension LuaValue {
  /// The Swift half of an object in Lua, or of a row; nil for any other value.
  var heldObject: AnyObject? {
    switch self {
    case .object(let object): return object
    case .other(let reference): return reference.object
    case .table(let table):
      guard case .object(let object) = table[LuaPrelude.handle] else { return nil }
      return object
    default: return nil
    }
  }
}
