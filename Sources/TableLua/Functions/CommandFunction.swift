import Lua

/// `tablesh.command`
enum CommandFunction: LibraryFunction {
  static let fields =
    """
    - name  string  the word that is typed; of built-in commands only one that is younger than \
    plugins
    - help?  string  what it does, in a line
    - details?  string  more for help NAME
    - example?  string  a line that shows it
    - synopsis?  string|string[]  how it is typed, a line for each form as in help, which is its \
    grammar then: args.NAME is a placeholder, an option or a word, in lower case; args= says the \
    types of placeholders
    - args?  (string|tablesh.Argument)[]  its arguments, in order
    - complete?  fun(context: tablesh.Context, argument: integer, typed: string): string[]  what \
    may stand in place of an argument, counted from 1
    - run  fun(context: tablesh.Context, args: table): any, any  does it; answers what is printed, \
    or nil and why it failed
    """.references()
  static let argumentFields =
    """
    - [1]  string  the name: args.NAME, and args[i] in order
    - type?  tablesh.ArgumentType  what may stand there: checked, completed, and given as a value \
    of that type; text
    - values?  string[]  the only words that may stand there
    - optional?  boolean  whether it may be left out
    - many?  boolean  whether it takes all words that follow, as a list
    - help?  string  what it is for, in a line
    """.references()
  static let reference = FunctionReference(
    "command",
    """
    tablesh.command { name=, help=, args={{"column", type="column"}}, complete=,
      run=function(context, args) … return "text" end }
    tablesh.command { name="shift", synopsis="shift TARGET --by N", run=… }
    """,
    """
    declares a command, with help, completion, checked arguments and --dry-run. Its changes are \
    one undo step; if it fails, nothing changes
    < declaration  tablesh.CommandDeclaration  the command
    """,
    example: """
      tablesh.command {
        name = "raise", help = "make the selected rows older", args = { { "by", type = "integer" } },
        run = function(context, args)
          return #tablesh.edit(function(t)
            for row in t:selected() do t:set(row, "age", row.age + args.by) end
          end) .. " operations"
        end,
      }
      """)

  static func call(_ call: borrowing LuaCall, _ session: LuaSession) throws(LuaError) -> Int32 {
    let declaration = try Declaration(call, "tablesh.command", fields: fields.map(\.name))
    var info = LuaCommandInfo(
      name: try declaration.name(), help: try declaration.text("help") ?? "",
      details: try declaration.text("details") ?? "",
      example: try declaration.text("example"), arguments: try arguments(declaration),
      hasCompletion: try declaration.optionalFunction("complete") != nil,
      plugin: session.loadingPlugin)
    try declaration.checkFree(
      info.name, of: session.builtIn.commands, hint: "alias \(info.name) NAME puts it in its place")
    info.forms = try forms(declaration, of: info.name)
    if let host = session.host, !info.forms.isEmpty { try raising(host.check(info)) }
    let run = try declaration.function("run")
    let complete = try declaration.optionalFunction("complete")
    try Declaration.checkNew("command", info.name, among: session.registry.commands.map(\.info))
    session.registry.commands.append(
      PluginRegistry.Command(info: info, run: run, complete: complete))
    return 0
  }

  /// The lines of the synopsis; empty if none is declared.
  private static func forms(
    _ declaration: Declaration, of name: String
  ) throws(LuaError) -> [String] {
    let lines = try declaration.texts("synopsis")
    for line in lines where line.split(separator: " ").first.map(String.init) != name {
      throw Declaration.error("tablesh.command: the synopsis '\(line)' must begin with '\(name)'")
    }
    return lines
  }

  private static func arguments(
    _ declaration: Declaration
  ) throws(LuaError) -> [LuaCommandInfo.Argument] {
    let value = declaration.table["args"]
    guard value != .nil else { return [] }
    guard let list = value.table else {
      throw Declaration.error("tablesh.command: field 'args' must be a list")
    }
    var arguments: [LuaCommandInfo.Argument] = []
    for (index, element) in try list.sequence.enumerated() {
      let argument = try self.argument(element, "tablesh.command: args[\(index + 1)]")
      if let last = arguments.last {
        guard !last.isRepeated else {
          throw Declaration.error(
            "tablesh.command: nothing may follow '\(last.name)', which takes many words")
        }
        guard !last.isOptional || argument.isOptional else {
          throw Declaration.error(
            "tablesh.command: argument '\(argument.name)' must be optional, as '\(last.name)' is")
        }
      }
      guard !arguments.contains(where: { $0.name == argument.name }) else {
        throw Declaration.error("tablesh.command: two arguments '\(argument.name)'")
      }
      arguments.append(argument)
    }
    return arguments
  }

  /// `"name"`, or `{"name", type=, values=, optional=, many=, help=}`.
  private static func argument(
    _ value: LuaValue, _ place: String
  ) throws(LuaError) -> LuaCommandInfo.Argument {
    if let name = value.text { return .init(name: name, type: .text) }
    guard let table = value.table, let name = try table.sequence.first?.text else {
      throw Declaration.error("\(place) must be {\"name\", type=\"text\"}")
    }
    let known = argumentFields.map(\.name)
    for (key, _) in try table.pairs() where key != .integer(1) {
      guard let field = key.text, known.contains(field) else {
        throw Declaration.error("\(place): unknown field '\(key.text ?? key.typeName)'")
      }
    }
    var type = LuaCommandInfo.ArgumentType.text
    if let wanted = table["type"].text {
      let known = LuaCommandInfo.ArgumentType.allCases.map(\.rawValue)
      guard let match = LuaCommandInfo.ArgumentType(rawValue: wanted) else {
        throw Declaration.error(
          "\(place): no type '\(wanted)'", hint: "types: \(known.joined(separator: ", "))")
      }
      type = match
    }
    return .init(
      name: name, type: type, values: try table["values"].table?.sequence.compactMap(\.text) ?? [],
      isOptional: table["optional"].isTrue, isRepeated: table["many"].isTrue,
      help: table["help"].text)
  }
}
