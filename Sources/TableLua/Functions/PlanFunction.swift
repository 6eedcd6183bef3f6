import Lua

/// `tablesh.plan`
enum PlanFunction: LibraryFunction {
  static let reference = FunctionReference(
    "plan", "tablesh.plan() → plan",
    """
    the plan of the last change of the current table; nil: none
    > plan?  tablesh.Plan  the plan
    """,
    example: """
      tablesh.edit(function(t) t:delete("0:0") end)
      print(tablesh.plan():text())
      """)

  static func call(_ call: borrowing LuaCall, _ session: LuaSession) throws(LuaError) -> Int32 {
    try session.raiseUnseenFailure()
    _ = try session.currentTable()
    guard let plan = session.host?.lastPlan else { return try call.returning(.nil) }
    return try call.returning(try session.objects?.plan(plan) ?? .nil)
  }
}
