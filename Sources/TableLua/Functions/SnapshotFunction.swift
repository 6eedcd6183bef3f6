import Lua
import TableInteraction
import TableKit

/// `tablesh.snapshot`
enum SnapshotFunction: LibraryFunction {
  static let reference = FunctionReference(
    "snapshot", "tablesh.snapshot() → snapshot",
    """
    identifiers of the current table: rows by key, sections by name. You can change and apply \
    them. Apply needs diffable on
    > snapshot  tablesh.Snapshot  what is shown
    """,
    example: """
      local s = tablesh.snapshot()
      s:append({"new"}, s:sections()[1])
      s:move("new", "before", s:rows()[1])
      s:reconfigure(s:rows()[2])
      local plan, err = s:apply{}
      print(plan and #plan or err.code)
      """)

  static func call(_ call: borrowing LuaCall, _ session: LuaSession) throws(LuaError) -> Int32 {
    try session.raiseUnseenFailure()
    let table = try session.currentTable()
    let snapshot: Snapshot
    do throws(SnapshotError) { snapshot = try Snapshot(of: table) } catch {
      throw LuaFailure(error, in: Snapshot()).luaError
    }
    return try call.returning(try session.objects?.snapshot(snapshot) ?? .nil)
  }
}

extension LuaFailure {
  /// The failure that an error of a snapshot is.
  init(_ error: SnapshotError, in snapshot: Snapshot) {
    self.init(code: error.code, message: error.message, hint: error.hint(in: snapshot))
  }
}
