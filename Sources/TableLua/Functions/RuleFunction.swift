import Lua

/// `tablesh.rule`
enum RuleFunction: LibraryFunction {
  static let fields =
    """
    - name  string  one word: rule NAME picks its rows
    - help?  string  which rows it picks, in a line
    - columns?  string[]  the columns that it is given; without, it is given the row
    - prepare?  fun(table: tablesh.Table)  called before each run: looks at the whole table, and \
    sets anew what fn keeps from row to row
    - fn  fun(...: any): boolean?  answers whether a row is meant
    """.references()
  static let reference = FunctionReference(
    "rule",
    """
    tablesh.rule { name=, help=, columns={"age"}, fn=function(age) return age > 30 end }
    """,
    """
    declares a rule that picks rows: select rule NAME. The function gets the values of columns; \
    without columns, the row
    < declaration  tablesh.RuleDeclaration  the rule
    """,
    example: """
      tablesh.rule {
        name = "grown-up", columns = { "age" }, fn = function(age) return age >= 18 end,
      }
      \(counting)
      """)

  /// A rule with a state, which `prepare` sets for each run: without it the second would find that of
  /// the first.
  static let counting = """
    local seen
    tablesh.rule {
      name = "first", help = "the first row of each name", columns = { "name" },
      prepare = function() seen = {} end,
      fn = function(name)
        local is_first = not seen[name]
        seen[name] = true
        return is_first
      end,
    }
    """

  static func call(_ call: borrowing LuaCall, _ session: LuaSession) throws(LuaError) -> Int32 {
    let declaration = try Declaration(call, "tablesh.rule", fields: fields.map(\.name))
    let info = RuleInfo(
      name: try declaration.name(), help: try declaration.text("help") ?? "",
      columns: try declaration.texts("columns"), plugin: session.loadingPlugin)
    let function = try declaration.function("fn")
    try Declaration.checkNew("rule", info.name, among: session.registry.rules.map(\.info))
    let prepare = try declaration.optionalFunction("prepare")
    session.registry.rules.append(
      PluginRegistry.Rule(info: info, function: function, prepare: prepare))
    return 0
  }
}

extension Declaration {
  /// Refuses a name that the program itself has.
  ///
  /// - Parameter hint: how to get there all the same.
  func checkFree(_ name: String, of builtIn: Set<String>, hint: String? = nil) throws(LuaError) {
    guard builtIn.contains(name) else { return }
    throw Self.error(
      "\(function): '\(name)' is built in",
      hint: "choose another name" + (hint.map { "; \($0)" } ?? ""))
  }

  /// Checks that no plugin declares a name yet.
  static func checkNew(
    _ what: String, _ name: String, among parts: [some PluginPart]
  ) throws(LuaError) {
    guard let other = parts.first(where: { $0.name == name }) else { return }
    throw error(
      "there is a \(what) '\(name)' already",
      hint: (other.plugin.map { "\($0) declares it; " } ?? "") + "choose another name")
  }
}
