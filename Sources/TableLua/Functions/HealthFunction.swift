import Lua

/// `tablesh.health`
enum HealthFunction: LibraryFunction {
  static let name = "health"
  static let help = """
    tablesh.health(function() return true | false, "text" | {{ok=, message=}, …} end)
    tells 'plugin health' how the plugin is
    """

  static func call(
    _ call: borrowing LuaCall, _ session: LuaSession
  ) throws(LuaError) -> Int32 {
    let check = HealthCheck(plugin: session.loadingPlugin, function: try call.function(1))
    session.registry.healthChecks.append(check)
    return 0
  }
}
