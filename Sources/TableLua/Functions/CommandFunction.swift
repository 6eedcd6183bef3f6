import Lua

/// `tablesh.command`
enum CommandFunction: LibraryFunction {
  static let name = "command"
  static let help = """
    tablesh.command { name=, help=, args={{"column", type="column"}}, complete=,
    run=function(context, args) return "text" end } declares a command
    """

  static func call(
    _ call: borrowing LuaCall, _ session: LuaSession
  ) throws(LuaError) -> Int32 {
    let fields = ["name", "help", "args", "complete", "run"]
    let declaration = try Declaration(call, "tablesh.command", fields: fields)
    let info = LuaCommandInfo(
      name: try declaration.name(), help: try declaration.text("help") ?? "",
      arguments: try arguments(declaration), plugin: session.loadingPlugin)
    let run = try declaration.function("run")
    let complete = try declaration.optionalFunction("complete")
    if let other = session.registry.command(named: info.name)?.info {
      throw Declaration.duplicate("command", info.name, declaredBy: other.plugin)
    }
    session.registry.commands.append(Registry.Command(info: info, run: run, complete: complete))
    return 0
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
    for (index, element) in list.sequence.enumerated() {
      let argument = try self.argument(element, "tablesh.command: args[\(index + 1)]")
      if let last = arguments.last, last.isOptional, !argument.isOptional {
        throw Declaration.error(
          "tablesh.command: argument '\(argument.name)' must be optional, as '\(last.name)' is")
      }
      guard !arguments.contains(where: { $0.name == argument.name }) else {
        throw Declaration.error("tablesh.command: two arguments '\(argument.name)'")
      }
      arguments.append(argument)
    }
    return arguments
  }

  /// `"name"`, or `{"name", type=, optional=, help=}`.
  private static func argument(
    _ value: LuaValue, _ place: String
  ) throws(LuaError) -> LuaCommandInfo.Argument {
    if let name = value.text { return .init(name: name, type: .text, isOptional: false) }
    guard let table = value.table, let name = table.sequence.first?.text else {
      throw Declaration.error("\(place) must be {\"name\", type=\"text\"}")
    }
    for (key, _) in try table.pairs() where key != .integer(1) {
      guard let field = key.text, ["type", "optional", "help"].contains(field) else {
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
      name: name, type: type, isOptional: table["optional"].isTrue, help: table["help"].text)
  }
}
