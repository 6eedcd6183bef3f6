import Wording

extension Command {
  /// A command that lists, loads, reloads and disables plugins, and prints their health.
  static var plugin: Command {
    Command(
      name: "plugin", group: .lua, summary: "list, load, reload or disable Lua plugins",
      details: """
        A plugin is a Lua file that adds rules, commands, formats or hooks. A session begins with \
        the files in ~/.config/tablesh/plugins and init.lua beside that folder.
          plugin load     loads a file, or a plugin of that folder by its name
          plugin reload   reads all again, or one; if one fails, its former version stays
          plugin disable  takes away what a plugin declares, until it is loaded again
          plugin health   says what each one declares, why one failed, and what its own check says
        """,
      examples: [
        "plugin health": "what each declares, and whether it works",
        "plugin reload": "read all again after you changed one",
      ], readOn: ["plugins", "scripting", "permissions"],
      forms: [
        Form("plugin [list]") { invocation in
          let lines = invocation.shell.luaLayer.plugins.map { plugin in
            VisibleText.of(plugin.shown)
              + (plugin.isDisabled ? " (disabled)" : plugin.failure == nil ? "" : " (failed)")
          }
          return .output(lines.isEmpty ? "no plugins" : lines.joined(separator: "\n"))
        },
        Form("plugin load NAME|FILE", kinds: ["NAME": .plugin, "FILE": .pluginFile]) {
          invocation throws(CommandError) in
          let shell = invocation.shell
          let (plugin, file) = try shell.luaLayer.plugin(toLoad: try invocation[.word].path)
          try shell.luaLayer.load(plugin, as: file)
          return CommandResult(sentence: "loaded \(plugin.name)")
        },
        Form("plugin reload [NAME|FILE]", kinds: pluginKinds, does: Invocation.reloadPlugins),
        Form("plugin disable NAME|FILE", kinds: pluginKinds) { invocation throws(CommandError) in
          let plugin = try invocation.shell.luaLayer.plugin(try invocation[.word].path)
          invocation.shell.luaLayer.disable(plugin)
          return CommandResult(sentence: "disabled \(plugin.name)")
        },
        Form("plugin health [NAME|FILE]", kinds: pluginKinds, does: Invocation.pluginHealth),
      ])
  }

  private static let pluginKinds: [String: Placeholder] = [
    "NAME": .plugin, "FILE": .named("a file"),
  ]

  /// A command that runs Lua statements.
  static var lua: Command {
    Command(
      name: "lua", group: .lua, summary: "run Lua statements", synopsis: ["lua TEXT"],
      kinds: ["TEXT": Slot.lua.kind],
      details: """
        TEXT is one Lua statement or more. The next line continues an unfinished statement. All \
        changes of TEXT are one undo step.
        """,
      examples: [
        "lua print(1 + 1)": "print a value",
        "lua for row in tablesh.table():rows() do print(row.id) end": "go through all rows",
        "lua tablesh.run(\"sort by id desc\")": "run a command from Lua",
      ], readOn: ["scripting", "reference", "permissions"], joinsSteps: true
    ) { invocation throws(CommandError) in
      try invocation.evaluate(isExpression: false)
    }
  }

  /// A command that prints the value of a Lua expression.
  static var equals: Command {
    Command(
      name: "=", group: .lua, summary: "print the value of a Lua expression", synopsis: ["= EXPR"],
      details: "The next line continues an unfinished expression.",
      examples: [
        "= 1 + 1": "compute", "= #tablesh.table()": "the number of rows",
        "= tablesh.table():row(\"0:0\").id": "a cell of a row",
      ], readOn: ["lua", "scripting", "reference"], joinsSteps: true
    ) { invocation throws(CommandError) in
      try invocation.evaluate(isExpression: true)
    }
  }

  /// A command that lists the Lua selection rules.
  static var rules: Command {
    Command(
      name: "rules", group: .lua, summary: "list the Lua selection rules", synopsis: ["rules"],
      details: """
        A rule picks rows by a Lua function. select rule NAME selects them, count rule NAME counts \
        them.
        """,
      examples: [
        "rules": "the rules with their help",
        #"lua tablesh.rule {name="all", fn=function() return true end}; rules"#: "declare one",
      ], readOn: ["targets", "scripting", "plugins"]
    ) { invocation throws(CommandError) in
      return .output(
        AlignedText.list(invocation.shell.lua.rules.map { ($0.name, $0.help) }, "rules"))
    }
  }

  /// A command that lists the loaders: the built-in formats, then those of Lua.
  static var loaders: Command {
    Command(
      name: "loaders", group: .lua,
      summary: "list what can read files: formats, and loaders written in Lua",
      synopsis: ["loaders"],
      details: """
        The extension of a file chooses a loader; open --loader NAME overrides it.
        """,
      examples: [
        "loaders": "all of them, each with what it reads",
        "loaders > loaders.log": "write the list into a file",
      ], readOn: ["open", "files", "plugins"]
    ) { invocation throws(CommandError) in
      let lua = invocation.shell.lua.loaders.map { ($0.name, $0.help) }
      let builtIn = invocation.shell.luaLayer.builtInLoaders.map {
        ($0.name, $0.summary as String?)
      }
      return .output(AlignedText.list(builtIn + lua, "loaders"))
    }
  }
}

extension AlignedText {
  /// Names and their help, in lines; that there are none.
  fileprivate static func list(_ items: [(name: String, help: String?)], _ what: String) -> String {
    guard !items.isEmpty else { return "no \(what)" }
    var lines = AlignedText(columnWidth: 10_000)
    for (name, help) in items { lines.add(name, help ?? "") }
    return lines.text()
  }
}

extension Placeholder {
  fileprivate static let plugin = named("a plugin") { $0.luaLayer.pluginCandidates }
  fileprivate static let pluginFile = Placeholder("word", "a file", complete: file.complete)
}

extension Invocation {
  /// Returns the plugin named in the form, else all.
  private func namedPlugins() throws(CommandError) -> [Plugin] {
    guard let name = try optional(.word) else { return shell.luaLayer.plugins }
    return [try shell.luaLayer.plugin(name.path)]
  }

  /// Reloads the named plugins, or all; goes on after a failure and throws the last one.
  fileprivate func reloadPlugins() throws(CommandError) -> CommandResult {
    let chosen = try namedPlugins()
    var failure: CommandError?
    for plugin in chosen {
      do throws(CommandError) {
        let file = plugin.isOfLua ? try shell.permitted(reading: plugin.path) : nil
        try shell.luaLayer.load(plugin, as: file)
      } catch {
        if case .interrupted = error { throw error }
        if let failure { shell.console.writeError(Failure(failure, at: nil).warning) }
        failure = error
      }
    }
    if let failure { throw failure }
    let names = chosen.map(\.name).joined(separator: ", ")
    return CommandResult(sentence: chosen.isEmpty ? "no plugins" : "reloaded \(names)")
  }

  /// Returns the health of the named plugins, or all.
  ///
  /// - Throws: `pluginsFailed`, after printing the text, if one is not healthy.
  fileprivate func pluginHealth() throws(CommandError) -> CommandResult {
    var lines: [String] = []
    var failed: [String] = []
    for plugin in try namedPlugins() {
      let (isOK, text) = shell.luaLayer.health(of: plugin)
      if shell.console.isInterrupted { throw .interrupted }
      lines.append("\(shown: plugin.name): \(text)")
      if !isOK { failed.append(plugin.name) }
    }
    let text = lines.isEmpty ? "no plugins" : lines.joined(separator: "\n")
    guard !failed.isEmpty else { return .output(text) }
    try shell.calling(shell.luaLayer.host.print(Array(text.utf8)))
    throw .lua(.pluginsFailed(failed))
  }

  fileprivate func evaluate(isExpression: Bool) throws(CommandError) -> CommandResult {
    let text = try self[.lua]
    let values = try shell.calling(shell.lua.evaluate(text, isExpression: isExpression))
    return .output(values.joined(separator: "\n"))
  }
}
