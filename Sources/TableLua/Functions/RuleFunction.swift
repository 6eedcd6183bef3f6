import Lua

/// `tablesh.rule`
enum RuleFunction: LibraryFunction {
  static let name = "rule"
  static let help = """
    tablesh.rule { name=, help=, columns={"age","name"}, fn=function(age, name) return age > 30 end }
    declares a rule that picks rows; without columns the function is given the row
    """

  static func call(
    _ call: borrowing LuaCall, _ session: LuaSession
  ) throws(LuaError) -> Int32 {
    let fields = ["name", "help", "columns", "fn"]
    let declaration = try Declaration(call, "tablesh.rule", fields: fields)
    let info = RuleInfo(
      name: try declaration.name(), help: try declaration.text("help") ?? "",
      columns: try declaration.texts("columns"), plugin: session.loadingPlugin)
    let function = try declaration.function("fn")
    if let other = session.registry.rule(named: info.name)?.info {
      throw Declaration.duplicate("rule", info.name, declaredBy: other.plugin)
    }
    session.registry.rules.append(Registry.Rule(info: info, function: function))
    return 0
  }
}

extension Declaration {
  /// - Parameter plugin: the file that declares the other one.
  static func duplicate(
    _ what: String, _ name: String, declaredBy plugin: String? = nil
  ) -> LuaError {
    error(
      "there is a \(what) '\(name)' already",
      hint: (plugin.map { "\($0) declares it; " } ?? "") + "choose another name")
  }
}
