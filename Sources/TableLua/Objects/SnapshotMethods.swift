import BatchUpdates
import Lua
import TableInteraction
import TableKit

/// The methods of a snapshot in Lua. Argument 1 is the snapshot.
enum SnapshotMethods {
  typealias Body = (borrowing LuaCall, SnapshotHandle, LuaSession) throws(LuaError) -> Int32

  static var all: [(name: String, body: Body)] {
    [
      ("sections", sections), ("rows", rows), ("section_of", sectionOf), ("equals", equals),
      ("append", append), ("append_sections", appendSections), ("insert", insert),
      ("insert_sections", insertSections), ("move", move), ("move_section", moveSection),
      ("delete", delete), ("delete_sections", deleteSections), ("delete_all", deleteAll),
      ("reload", reload), ("reconfigure", reconfigure), ("reload_sections", reloadSections),
      ("apply", apply),
    ]
  }

  // MARK: Looking

  private static func sections(
    _ call: borrowing LuaCall, _ handle: SnapshotHandle, _ session: LuaSession
  ) throws(LuaError) -> Int32 {
    try list(handle.snapshot.sections, call, session)
  }

  /// `s:rows()`, `s:rows("Crew")`
  private static func rows(
    _ call: borrowing LuaCall, _ handle: SnapshotHandle, _ session: LuaSession
  ) throws(LuaError) -> Int32 {
    guard !call.isNil(2) else { return try list(handle.snapshot.rows, call, session) }
    let name = try name(call.value(2))
    guard handle.snapshot.sections.contains(name) else {
      throw LuaFailure(.noSuchSection(name), in: handle.snapshot).luaError
    }
    return try list(handle.snapshot.rows(in: name), call, session)
  }

  private static func list(
    _ names: [String], _ call: borrowing LuaCall, _ session: LuaSession
  ) throws(LuaError) -> Int32 {
    try call.returning(.table(session.state.table(sequence: names.map { .string($0) })))
  }

  private static func sectionOf(
    _ call: borrowing LuaCall, _ handle: SnapshotHandle, _ session: LuaSession
  ) throws(LuaError) -> Int32 {
    let section = handle.snapshot.section(of: try name(call.value(2)))
    return try call.returning(section.map { .string($0) } ?? .nil)
  }

  private static func equals(
    _ call: borrowing LuaCall, _ handle: SnapshotHandle, _ session: LuaSession
  ) throws(LuaError) -> Int32 {
    guard case .object(let object) = call.value(2).table?[LuaPrelude.handle] ?? .nil,
      let other = object as? SnapshotHandle
    else { throw call.argumentError(2, expected: "a snapshot") }
    return try call.returning(.boolean(handle.snapshot == other.snapshot))
  }

  // MARK: Changing

  private static func append(
    _ call: borrowing LuaCall, _ handle: SnapshotHandle, _ session: LuaSession
  ) throws(LuaError) -> Int32 {
    let rows = try names(call.value(2), session)
    let section = call.isNil(3) ? nil : try name(call.value(3))
    try handle.change { s throws(SnapshotError) in try s.append(rows: rows, to: section) }
    return 0
  }

  private static func appendSections(
    _ call: borrowing LuaCall, _ handle: SnapshotHandle, _ session: LuaSession
  ) throws(LuaError) -> Int32 {
    let names = try names(call.value(2), session)
    try handle.change { s throws(SnapshotError) in try s.append(sections: names) }
    return 0
  }

  private static func insert(
    _ call: borrowing LuaCall, _ handle: SnapshotHandle, _ session: LuaSession
  ) throws(LuaError) -> Int32 {
    let rows = try names(call.value(2), session)
    let (side, neighbour) = (try side(call), try name(call.value(4)))
    try handle.change { s throws(SnapshotError) in try s.insert(rows: rows, side, neighbour) }
    return 0
  }

  private static func insertSections(
    _ call: borrowing LuaCall, _ handle: SnapshotHandle, _ session: LuaSession
  ) throws(LuaError) -> Int32 {
    let names = try names(call.value(2), session)
    let (side, neighbour) = (try side(call), try name(call.value(4)))
    try handle.change { s throws(SnapshotError) in
      try s.insert(sections: names, side, neighbour)
    }
    return 0
  }

  private static func move(
    _ call: borrowing LuaCall, _ handle: SnapshotHandle, _ session: LuaSession
  ) throws(LuaError) -> Int32 {
    let row = try name(call.value(2))
    let (side, neighbour) = (try side(call), try name(call.value(4)))
    try handle.change { s throws(SnapshotError) in try s.move(row, side, neighbour) }
    return 0
  }

  private static func moveSection(
    _ call: borrowing LuaCall, _ handle: SnapshotHandle, _ session: LuaSession
  ) throws(LuaError) -> Int32 {
    let section = try name(call.value(2))
    let (side, neighbour) = (try side(call), try name(call.value(4)))
    try handle.change { s throws(SnapshotError) in
      try s.move(section: section, side, neighbour)
    }
    return 0
  }

  private static func delete(
    _ call: borrowing LuaCall, _ handle: SnapshotHandle, _ session: LuaSession
  ) throws(LuaError) -> Int32 {
    handle.snapshot.delete(rows: try names(call.value(2), session))
    return 0
  }

  private static func deleteSections(
    _ call: borrowing LuaCall, _ handle: SnapshotHandle, _ session: LuaSession
  ) throws(LuaError) -> Int32 {
    handle.snapshot.delete(sections: try names(call.value(2), session))
    return 0
  }

  private static func deleteAll(
    _ call: borrowing LuaCall, _ handle: SnapshotHandle, _ session: LuaSession
  ) throws(LuaError) -> Int32 {
    handle.snapshot.deleteAll()
    return 0
  }

  private static func reload(
    _ call: borrowing LuaCall, _ handle: SnapshotHandle, _ session: LuaSession
  ) throws(LuaError) -> Int32 {
    let rows = try names(call.value(2), session)
    try handle.change { s throws(SnapshotError) in try s.reload(rows) }
    return 0
  }

  private static func reconfigure(
    _ call: borrowing LuaCall, _ handle: SnapshotHandle, _ session: LuaSession
  ) throws(LuaError) -> Int32 {
    let rows = try names(call.value(2), session)
    try handle.change { s throws(SnapshotError) in try s.reconfigure(rows) }
    return 0
  }

  private static func reloadSections(
    _ call: borrowing LuaCall, _ handle: SnapshotHandle, _ session: LuaSession
  ) throws(LuaError) -> Int32 {
    let names = try names(call.value(2), session)
    try handle.change { s throws(SnapshotError) in try s.reload(sections: names) }
    return 0
  }

  // MARK: Applying

  /// `s:apply{reload_data = true}`, `s:apply{animated = false}`, `s:apply()`: the plan, or nil and
  /// the error.
  private static func apply(
    _ call: borrowing LuaCall, _ handle: SnapshotHandle, _ session: LuaSession
  ) throws(LuaError) -> Int32 {
    var how = SnapshotApplying.difference
    var title = "snapshot:apply"
    for (key, value) in call.isNil(2) ? [] : try call.table(2).pairs() {
      switch (key.text, value) {
      case ("reload_data", .boolean(let on)): if on { how = .reloadData }
      case ("animated", .boolean(let on)): if !on, how == .difference { how = .unanimated }
      case ("title", let value) where value.text != nil: title = value.text ?? title
      default:
        throw LuaError(
          "apply takes reload_data, animated and title", code: "bad-argument",
          hint: "s:apply{animated = false}")
      }
    }
    guard let host = session.host else { throw LuaError("the shell is gone") }
    if host.isApplying { throw LuaFailure(EditError.applying).luaError }
    try session.checkMayChange("snapshot:apply")
    try session.raiseUnseenFailure()
    let change: Transaction
    do throws(LuaFailure) {
      change = try host.apply(handle.snapshot, how, title: title)
    } catch {
      return try session.returning(error.luaError, from: call)
    }
    return try call.returning(try session.objects?.plan(LuaPlan(change)) ?? .nil)
  }

  // MARK: Arguments

  private static func side(_ call: borrowing LuaCall) throws(LuaError) -> Snapshot.Side {
    guard let side = call.value(3).text.flatMap(Snapshot.Side.init(rawValue:)) else {
      throw LuaError("before or after which one?", code: "bad-argument", hint: "\"before\"")
    }
    return side
  }

  /// An identifier: a text, a number, or the key of a row.
  private static func name(_ value: LuaValue) throws(LuaError) -> String {
    var held: AnyObject?
    switch value {
    case .integer(let number): return String(number)
    case .object(let object): held = object
    case .other(let reference): held = reference.object
    case .table(let table): if case .object(let object) = table[LuaPrelude.handle] { held = object }
    default: break
    }
    if let row = held as? RowHandle {
      try row.owner.settle()
      return row.owner.table.key(of: row.row)
    }
    guard let text = value.text else {
      throw LuaError(
        "a \(value.typeName) is no identifier", code: "bad-argument",
        hint: "identifiers are keys of rows and names of sections")
    }
    return text
  }

  /// One identifier or a list of them.
  private static func names(_ value: LuaValue, _ session: LuaSession) throws(LuaError) -> [String] {
    guard case .table(let list) = value, list[LuaPrelude.handle] == .nil else {
      return [try name(value)]
    }
    var names: [String] = []
    for element in try list.sequence {
      try session.state.checkStop()
      names.append(try name(element))
    }
    return names
  }
}
