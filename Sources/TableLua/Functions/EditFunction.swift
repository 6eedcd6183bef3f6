import BatchUpdates
import Lua
import TableKit

/// `tablesh.edit`
enum EditFunction: LibraryFunction {
  static let reference = FunctionReference(
    "edit",
    #"tablesh.edit(function(t) t:set("0:2", "pay", 3) end [, title]) → plan, or nil and an error"#,
    """
    changes the table as one step, or not at all: when the function raises an error or the table \
    refuses an edit, nothing has changed. Errors of the table and error values come back; any other \
    error goes on
    """,
    parameters: [
      ValueReference("change", "fun(t: tablesh.Edit)", "makes the edits"),
      ValueReference("title?", "string", "what the step is called in undo list"),
    ],
    returns: [
      ValueReference("plan?", "tablesh.Plan", "the plan of all edits"),
      ValueReference("error?", "tablesh.Error", "why nothing has changed"),
    ],
    example: """
      local plan = tablesh.edit(function(t)
        for row in t:where("age > 40") do t:set(row, "age", row.age + 1) end
      end)
      print(#plan)
      """)

  static func call(_ call: borrowing LuaCall, _ session: LuaSession) throws(LuaError) -> Int32 {
    let function = try call.function(1)
    let title = call.isNil(2) ? "tablesh.edit" : try call.string(2)
    try session.checkMayChange("tablesh.edit")
    try session.raiseUnseenFailure()
    let handle = try session.currentHandle()
    let transaction: Transaction?
    do throws(LuaError) { transaction = try perform(function, on: handle, title, session) } catch {
      guard error.kind == .runtime, error.scriptCode != nil else { throw error }
      return try session.returning(error, from: call)
    }
    let plan = transaction.map { LuaPlan($0) } ?? LuaPlan(Plan.empty)
    return try call.returning(try session.objects?.plan(plan) ?? .nil)
  }

  private static func perform(
    _ function: LuaFunction, on handle: TableHandle, _ title: String, _ session: LuaSession
  ) throws(LuaError) -> Transaction? {
    guard let host = session.host, let objects = session.objects else {
      throw LuaFailure.noTable.luaError
    }
    let edit = EditHandle(handle.table, selection: handle.selection)
    session.openEdit = edit
    defer {
      edit.isOpen = false
      session.openEdit = nil
    }
    try function.call(try objects.table(edit))
    try edit.finish()
    session.openEdit = nil
    guard !edit.actions.isEmpty else { return nil }
    return try raising(host.perform(edit.actions, title: title))
  }
}
