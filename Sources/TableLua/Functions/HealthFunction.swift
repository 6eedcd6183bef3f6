import Lua

/// `tablesh.health`
enum HealthFunction: LibraryFunction {
  static let reference = FunctionReference(
    "health", #"tablesh.health(function() return true | false, "text" | {{ok=, message=}, …} end)"#,
    """
    sets the check that the command plugin health runs
    < check  fun(): boolean|table, string?  asked by plugin health
    """,
    example: """
      tablesh.health(function() return 1 + 1 == 2, "numbers add up" end)
      """)

  static func call(_ call: borrowing LuaCall, _ session: LuaSession) throws(LuaError) -> Int32 {
    let check = HealthCheck(plugin: session.loadingPlugin, function: try call.function(1))
    session.registry.healthChecks.append(check)
    return 0
  }
}
