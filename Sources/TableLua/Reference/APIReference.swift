import BatchUpdates

/// The reference of everything that scripts can use: `help reference`, the page in Examples and the stubs for
/// editors are made of it.
public enum APIReference {
  /// The functions of the global `tablesh`.
  public static var functions: [FunctionReference] { LuaLibrary.functions.map { $0.reference } }

  /// The other fields of the global `tablesh`.
  public static var fields: [ValueReference] {
    [
      ValueReference(
        "version", "string", "the version of the program, such as 0.3.0", since: "0.3"),
      ValueReference(
        "strict", "boolean",
        """
        if true, it is an error to read a global that nothing assigns; _G.name gives nil. If \
        false, the global is nil, as in other Lua. A plugin does not see globals of others
        """, since: "0.3"),
    ]
  }

  /// A rule that keeps a state from row to row, as a plugin declares it.
  public static var ruleWithState: String { RuleFunction.counting }

  /// The functions of Lua's own library that differ here.
  public static let library: [FunctionReference] = [
    FunctionReference(
      "os.exit", "os.exit([status])",
      """
      ends a script of tablesh run, and the program, at once. The status is 0 to 255; true or \
      nothing is 0, false is 1. With 0, unsaved changes are an error. In a plugin, in a hook or \
      typed, os.exit is an error
      < status?  integer|boolean  the exit status
      """),
    FunctionReference(
      "decimal", "decimal(text) → number",
      """
      a decimal number of any length, such as decimal("0.30000000000000001"). If a Lua number \
      keeps every digit, the result is a Lua number. Otherwise comparing is exact, arithmetic is \
      an error, and tonumber rounds
      < text  string|number  digits, with a point at most
      > number  number  the number
      """),
  ]

  /// The types that scripts give and get, in reading order.
  public static let classes: [ClassReference] =
    [
      table, row, edit, selection, plan, snapshot, operation, reply, error, event, context, source,
      ClassReference(
        "RuleDeclaration", "What tablesh.rule takes.", fields: RuleFunction.fields),
      ClassReference(
        "PolicyDeclaration", "What tablesh.policy takes.", fields: PolicyFunction.fields),
      ClassReference(
        "LoaderDeclaration", "What tablesh.loader takes.", fields: LoaderFunction.fields),
      ClassReference(
        "CommandDeclaration", "What tablesh.command takes.", fields: CommandFunction.fields),
      ClassReference(
        "Argument", "An argument of a command.", fields: CommandFunction.argumentFields),
      ClassReference(
        "PrinterDeclaration", "What tablesh.printer takes.", fields: PrinterFunction.fields),
    ] + ExecFunction.classes + FilesFunction.classes

  /// Types with a few values.
  static var aliases: [(name: String, values: [(String, help: String)])] {
    [
      ("EventName", LuaEvent.Name.allCases.map { ($0.name, $0.help) }),
      ("ArgumentType", LuaCommandInfo.ArgumentType.allCases.map { ($0.rawValue, "") }),
      (
        "OperationKind",
        ["delete", "insert", "move", "reload", "reconfigure"].map { ($0, "") }
      ),
      ("Animation", RowAnimation.allCases.map { ($0.rawValue, "") }),
    ]
  }

  /// Types that are functions or several types.
  static var typeAliases: [(name: String, type: String, help: String)] {
    [
      (
        "Target", "string|integer|integer[]|tablesh.Row|table|function",
        "rows: a target as commands take it (\"0:2\", \"@KEY\", \"where EXPR\", \"0:*,selected\"), "
          + "a key, {0, 2}, a row, a list of these, or an iterator of rows"
      ),
      ("Value", "string|number|boolean|nil", "what a cell can hold; nil is null"),
      (
        "Emit", "fun(section: string|table|nil, row?: table, names?: string[])",
        "takes a section and a row, or a row alone: values by column, or in the order of columns=; "
          + "names is the order of columns that are new"
      ),
    ]
  }
}
