import Lua

/// `tablesh.policy`
enum PolicyFunction: LibraryFunction {
  static let name = "policy"
  static let help = """
    tablesh.policy { name=, section=, will_select=function(row, selection) return true end,
    will_deselect=… } allows or refuses selection: true; false and a reason; or another row
    """

  static func call(
    _ call: borrowing LuaCall, _ session: LuaSession
  ) throws(LuaError) -> Int32 {
    let fields = ["name", "section", "will_select", "will_deselect"]
    let declaration = try Declaration(call, "tablesh.policy", fields: fields)
    let policy = LuaPolicy(
      name: try declaration.name(), section: try declaration.text("section"),
      plugin: session.loadingPlugin, session: session,
      select: try declaration.optionalFunction("will_select"),
      deselect: try declaration.optionalFunction("will_deselect"))
    if let other = session.registry.policies.first(where: { $0.name == policy.name }) {
      throw Declaration.duplicate("policy", policy.name, declaredBy: other.plugin)
    }
    session.registry.policies.append(policy)
    return 0
  }
}
