import Lua
import TableInteraction
import TableKit
import Wording

/// The Swift half of a snapshot in Lua. A class because Lua holds it, and changes it.
final class SnapshotHandle: ObjectHandle {
  var snapshot: Snapshot

  init(_ snapshot: Snapshot) { self.snapshot = snapshot }

  var count: Int { snapshot.rowCount }

  var shown: String {
    let sections = Counts.of(snapshot.sections.count, "section")
    return "snapshot of \(Counts.of(snapshot.rowCount, "row")) in \(sections)"
  }

  /// Changes the snapshot, or raises why it stays as it is.
  func change(_ body: (inout Snapshot) throws(SnapshotError) -> Void) throws(LuaError) {
    var changed = snapshot
    do throws(SnapshotError) { try body(&changed) } catch {
      throw LuaFailure(error, in: snapshot).luaError
    }
    snapshot = changed
  }
}

typealias SnapshotMethod = ObjectMethod<SnapshotHandle>

/// The methods of a snapshot in Lua.
enum SnapshotMethods {
  static var all: [SnapshotMethod] { looking + changing + [apply] }

  private static var looking: [SnapshotMethod] {
    [
      SnapshotMethod("sections") { call, handle, session throws(LuaError) in
        try list(handle.snapshot.sections, call, session)
      },
      // `s:rows()`, `s:rows("Crew")`
      SnapshotMethod("rows") { call, handle, session throws(LuaError) in
        guard !call.isNil(2) else { return try list(handle.snapshot.rows, call, session) }
        let name = try identifier(call.value(2), session)
        guard handle.snapshot.sections.contains(name) else {
          throw LuaFailure(.noSuchSection(name), in: handle.snapshot).luaError
        }
        return try list(handle.snapshot.rows(in: name), call, session)
      },
      SnapshotMethod("section_of") { call, handle, session throws(LuaError) in
        let section = handle.snapshot.section(of: try identifier(call.value(2), session))
        return try call.returning(section.map { .string($0) } ?? .nil)
      },
      SnapshotMethod("equals") { call, handle, _ throws(LuaError) in
        guard let other = call.value(2).heldObject as? SnapshotHandle else {
          throw call.argumentError(2, expected: "a snapshot")
        }
        return try call.returning(.boolean(handle.snapshot == other.snapshot))
      },
    ]
  }

  private static func list(
    _ names: [String], _ call: borrowing LuaCall, _ session: LuaSession
  ) throws(LuaError) -> Int32 {
    try call.returning(.table(session.state.table(sequence: names.map { .string($0) })))
  }

  private static var changing: [SnapshotMethod] {
    [
      SnapshotMethod("append") { call, handle, session throws(LuaError) in
        let rows = try identifiers(call.value(2), session)
        let section = call.isNil(3) ? nil : try identifier(call.value(3), session)
        try handle.change { s throws(SnapshotError) in try s.append(rows: rows, to: section) }
        return 0
      },
      change("append_sections") { s, names throws(SnapshotError) in try s.append(sections: names) },
      place("insert", identifiers) { s, rows, side, other throws(SnapshotError) in
        try s.insert(rows: rows, side, other)
      },
      place("insert_sections", identifiers) { s, names, side, other throws(SnapshotError) in
        try s.insert(sections: names, side, other)
      },
      place("move", identifier) { s, row, side, other throws(SnapshotError) in
        try s.move(row, side, other)
      },
      place("move_section", identifier) { s, section, side, other throws(SnapshotError) in
        try s.move(section: section, side, other)
      },
      SnapshotMethod("delete") { call, handle, session throws(LuaError) in
        handle.snapshot.delete(rows: try identifiers(call.value(2), session))
        return 0
      },
      SnapshotMethod("delete_sections") { call, handle, session throws(LuaError) in
        handle.snapshot.delete(sections: try identifiers(call.value(2), session))
        return 0
      },
      SnapshotMethod("delete_all") { _, handle, _ throws(LuaError) in
        handle.snapshot.deleteAll()
        return 0
      },
      change("reload") { s, rows throws(SnapshotError) in try s.reload(rows) },
      change("reconfigure") { s, rows throws(SnapshotError) in try s.reconfigure(rows) },
      change("reload_sections") { s, names throws(SnapshotError) in try s.reload(sections: names) },
    ]
  }

  /// A method that takes identifiers and changes the snapshot.
  private static func change(
    _ name: String, _ body: @escaping (inout Snapshot, [String]) throws(SnapshotError) -> Void
  ) -> SnapshotMethod {
    SnapshotMethod(name) { call, handle, session throws(LuaError) in
      let names = try identifiers(call.value(2), session)
      try handle.change { s throws(SnapshotError) in try body(&s, names) }
      return 0
    }
  }

  /// A method that puts what `read` takes from its first argument before or after another
  /// identifier.
  private static func place<Placed>(
    _ name: String, _ read: @escaping (LuaValue, LuaSession) throws(LuaError) -> Placed,
    _ body: @escaping (inout Snapshot, Placed, Snapshot.Side, String) throws(SnapshotError) -> Void
  ) -> SnapshotMethod {
    SnapshotMethod(name) { call, handle, session throws(LuaError) in
      let placed = try read(call.value(2), session)
      let (side, other) = (try side(call), try identifier(call.value(4), session))
      try handle.change { s throws(SnapshotError) in try body(&s, placed, side, other) }
      return 0
    }
  }

  /// `s:apply{reload_data = true}`, `s:apply{animated = false}`, `s:apply()`: the plan, or nil and
  /// the error.
  private static var apply: SnapshotMethod {
    SnapshotMethod("apply") { call, handle, session throws(LuaError) in
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
      if host.isApplying { throw LuaFailure(EditError.interaction(.applying)).luaError }
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
  }

  // MARK: Arguments

  private static func side(_ call: borrowing LuaCall) throws(LuaError) -> Snapshot.Side {
    guard let side = call.value(3).text.flatMap(Snapshot.Side.init(rawValue:)) else {
      throw LuaError("before or after which one?", code: "bad-argument", hint: "\"before\"")
    }
    return side
  }

  /// An identifier: a text, a number, or the key of a row.
  private static func identifier(_ value: LuaValue, _ session: LuaSession) throws(LuaError)
    -> String
  {
    if case .integer(let number) = value { return String(number) }
    if let row = value.heldObject as? RowHandle {
      try row.owner.flush()
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
  private static func identifiers(_ value: LuaValue, _ session: LuaSession) throws(LuaError)
    -> [String]
  {
    guard case .table(let list) = value, list[LuaPrelude.handle] == .nil else {
      return [try identifier(value, session)]
    }
    var names: [String] = []
    for element in try list.sequence {
      try session.state.checkStop()
      names.append(try identifier(element, session))
    }
    return names
  }
}
