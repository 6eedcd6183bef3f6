import TableLua
import TableSources

extension Command {
  /// A command that runs Lua statements.
  static var lua: Command {
    Command(
      name: "lua", group: .lua, summary: "run Lua statements", synopsis: ["lua TEXT"],
      kinds: ["TEXT": Slot.lua.kind],
      details: "Unfinished Lua continues on the next line. What it changes is one undo step.",
      example: "lua print(1 + 1)", joinsSteps: true
    ) { invocation throws(CommandError) in
      try invocation.evaluate(isExpression: false)
    }
  }

  /// A command that prints the value of a Lua expression.
  static var equals: Command {
    Command(
      name: "=", group: .lua, summary: "print the value of a Lua expression",
      synopsis: ["= EXPR"], details: "An unfinished expression continues on the next line.",
      example: "= 1 + 1", joinsSteps: true
    ) { invocation throws(CommandError) in
      try invocation.evaluate(isExpression: true)
    }
  }

  /// A command that lists the Lua selection rules.
  static var rules: Command {
    Command(
      name: "rules", group: .lua, summary: "list the Lua selection rules", synopsis: ["rules"],
      example: "rules"
    ) { invocation throws(CommandError) in
      return .output(Self.list(invocation.shell.lua.rules.map { ($0.name, $0.help) }, "rules"))
    }
  }

  /// A command that lists the loaders: the built-in formats, then those of Lua.
  static var loaders: Command {
    Command(
      name: "loaders", group: .lua, summary: "list what reads files, Lua loaders included",
      synopsis: ["loaders"], example: "loaders"
    ) { invocation throws(CommandError) in
      let builtIn = TableFormats.readable
      let lua = invocation.shell.lua.loaders.map { ($0.name, $0.help) }
      return .output(Self.list(builtIn.map { ($0.name, $0.summary as String?) } + lua, "loaders"))
    }
  }

  private static func list(_ items: [(name: String, help: String?)], _ what: String) -> String {
    guard !items.isEmpty else { return "no \(what)" }
    var lines = AlignedText(columnWidth: 10_000)
    for (name, help) in items { lines.add(name, help ?? "") }
    return lines.text()
  }
}

extension Invocation {
  fileprivate func evaluate(isExpression: Bool) throws(CommandError) -> CommandResult {
    let text = try self[.lua]
    let values = try shell.calling(shell.lua.evaluate(text, isExpression: isExpression))
    return .output(values.joined(separator: "\n"))
  }
}
