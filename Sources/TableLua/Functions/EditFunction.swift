import BatchUpdates
import Lua
import TableKit

/// `tablesh.edit`
enum EditFunction: LibraryFunction {
  static let name = "edit"
  static let help = """
    tablesh.edit(function(t) t:set("0:2", "pay", 3); t:insert(section, {…}); t:delete("@P1");
    t:move("@P2", "Crew:end") end [, title]) changes the table as one step, or not at all; → plan
    """

  static func call(
    _ call: borrowing LuaCall, _ session: LuaSession
  ) throws(LuaError) -> Int32 {
    let function = try call.function(1)
    let title = call.isNil(2) ? "tablesh.edit" : try call.string(2)
    guard session.openEdit == nil else {
      throw LuaFailure.busy("tablesh.edit", in: "inside tablesh.edit").luaError
    }
    guard session.rowRunDepth == 0 else {
      throw LuaFailure.busy("tablesh.edit", in: "by a rule").luaError
    }
    try session.raiseUnseenFailure()
    let table = try session.currentTable()
    guard let host = session.host, let objects = session.objects else {
      throw LuaFailure.noTable.luaError
    }
    let edit = EditHandle(table, selection: host.selection)
    session.openEdit = edit
    defer {
      edit.isOpen = false
      session.openEdit = nil
    }
    try function.call(try objects.table(edit))
    try edit.settle()
    session.openEdit = nil
    var plan = Plan.empty
    if !edit.edits.isEmpty {
      do throws(EditError) {
        plan = try host.perform(edit.edits, title: title).plan
      } catch { throw LuaFailure(error).luaError }
    }
    return try call.returning(try LuaTree(plan).luaValue(in: session.state))
  }
}
