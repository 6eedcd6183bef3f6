import Lua
import TableInteraction
import TableKit
import Wording

/// The Swift half of a snapshot in Lua. A class because Lua holds it, and changes it.
final class SnapshotHandle: ShownObject {
  var snapshot: Snapshot

  init(_ snapshot: Snapshot) { self.snapshot = snapshot }

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

extension ObjectKinds {
  /// `snapshot:append(…)`, `#snapshot`
  static func snapshots(_ session: LuaSession) throws(LuaError) -> LuaFunction {
    let methods = session.state.table()
    for method in SnapshotMethods.all {
      let body = session.state.function(method.name) { [unowned session] call throws(LuaError) in
        guard case .object(let object) = call.value(1).table?[LuaPrelude.handle] ?? .nil,
          let snapshot = object as? SnapshotHandle
        else {
          throw LuaError("call it with a colon: s:\(method.name)(…)", code: "bad-argument")
        }
        return try method.body(call, snapshot, session)
      }
      try methods.set(.string(method.name), .function(body))
    }
    let names = SnapshotMethods.all.map(\.name)
    let index = session.state.function { call throws(LuaError) in
      let name = try call.display(2)
      let method = methods[name]
      guard method == .nil else { return try call.returning(method) }
      throw LuaError(
        "a snapshot has no '\(name)'", code: "no-such-function",
        hint: Nearest.hint(for: name, in: names) ?? names.joined(separator: ", "))
    }
    let length = session.state.function { call throws(LuaError) in
      let handle = try call.object(1, as: SnapshotHandle.self)
      return try call.returning(.integer(handle.snapshot.rowCount))
    }
    return try kind(session, "snapshot", index, length: length)
  }
}
