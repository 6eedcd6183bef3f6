import CommandLanguage

extension Command {
  /// A command that defines, prints and removes aliases.
  static var alias: Command {
    Command(
      name: "alias", group: .shell, summary: "give a command a name of your own",
      synopsis: ["alias", "alias NAME", "alias [--save] NAME COMMAND …"],
      kinds: [
        "NAME": .named("a name") { shell in
          shell.aliases.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) }
        },
        "COMMAND": Slot.command.kind,
      ],
      details: """
        NAME then runs COMMAND, with the words after NAME. Put several commands in quotes, with ; \
        between them. alias NAME '' removes an alias. alias NAME prints the alias. alias alone \
        lists all.
        An alias that a Lua script or plugin makes has the permissions of the script.
        """,
      options: ["save": "keep it for later sessions, in ~/.config/tablesh/init.tsh"],
      examples: [
        "alias first select only 0:0; first": "select the first row",
        "alias ids 'count; show id'; ids 0": "two commands; the 0 goes to the second",
      ], readOn: ["set", "source"]
    ) { invocation throws(CommandError) in
      let shell = invocation.shell
      // With a body the redirection is part of the alias; without one it is this command's.
      let body = try invocation.optional(.command)
      let file = body == nil ? try shell.checkRedirection(of: invocation.statement) : nil
      guard let name = try invocation.optional(.word) else {
        var lines = AlignedText(in: invocation.shell)
        for (name, body) in shell.aliases.sorted(by: { $0.key < $1.key }) { lines.add(name, body) }
        return CommandResult(output: lines.isEmpty ? "no aliases" : lines.text(), outputFile: file)
      }
      guard let body else {
        guard let body = shell.aliases[name.text] else {
          throw .noSuchName(kind: "alias", name.text, names: shell.aliases.keys.sorted())
        }
        return CommandResult(output: body, outputFile: file)
      }
      guard name.isUnquoted, !ArgumentReader.isOption(name) else {
        throw invocation.refusal("'\(name.text)' cannot be a command's name")
      }
      try invocation.checkAlias(body)
      shell.aliases[name.text] = body.isEmpty ? nil : body
      shell.luaLayer.aliases[name.text] = nil
      if shell.context.isOfLua {
        shell.luaLayer.aliases.updateValue(shell.luaLayer.access.plugin, forKey: name.text)
      }
      if invocation.has("--save") {
        try shell.keep("alias \(name.text) \(Quoting.word(body))", replacing: ["alias", name.text])
      }
      // A redirection in the line belongs to the command that the alias stands for.
      let isBuiltIn = !body.isEmpty && shell.registry.find(name.text)?.yields == true
      let note = "the built-in '\(name.text)' is back after: alias \(name.text) ''"
      return CommandResult(notes: isBuiltIn ? [note] : [], redirection: Redirection.none)
    }
  }
}

extension Slot where Value == String {
  /// The text of a command as typed; a single quoted word loses its quotes.
  fileprivate static var command: Slot {
    Slot(kind: Placeholder("COMMAND", "a command", read: Placeholder.restOfLine)) {
      invocation, capture in
      let word = capture.word
      return capture.words.count == 1 && capture.lua == nil && word.parts.allSatisfy(\.isQuoted)
        ? word.text.trimmingBlanks
        : invocation.statement.text(fromWord: invocation.has("--save") ? 3 : 2)
    }
  }
}

extension Invocation {
  /// Checks that every statement of a body parses and begins with a command or an alias.
  ///
  /// - Throws: `syntax`, `unknownCommand`.
  fileprivate func checkAlias(_ body: String) throws(CommandError) {
    for statement in try shell.statements(of: body) {
      guard let first = statement.words.first?.text, shell.aliases[first] == nil else { continue }
      _ = try shell.registry.command(named: first)
    }
  }
}
