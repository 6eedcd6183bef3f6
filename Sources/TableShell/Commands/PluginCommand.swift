import TableLua
import Wording

extension Command {
  /// A command that lists, loads, reloads and disables plugins, and prints their health.
  static var plugin: Command {
    Command(
      name: "plugin", group: .lua, summary: "list, load, reload or disable Lua plugins",
      details: """
        At the start the files of --plugin are loaded, which must not fail, then what the user keeps \
        in $XDG_CONFIG_HOME/tablesh (else ~/.config/tablesh): init.lua, then plugins/NAME.lua and \
        plugins/NAME/main.lua by name; one that fails is told of, with its file and line, and the \
        rest is loaded. --no-init leaves that folder alone. require looks in its lua/, and before \
        that in the lua/ beside a main.lua. Nothing is ever loaded because it lies beside a table. \
        Each plugin has globals and modules of its own; two cannot declare the same name.

        reload reads all plugins and their modules again, or one; where that fails, what it declared \
        before stays. disable forgets what one declares until it is loaded again or the session \
        ends. health tells what each declares, why it failed, and what the function says that it \
        gave to tablesh.health, which may take 5 seconds; it fails when one is not well.

        A plugin reads, writes and runs nothing outside the table, and neither does a script or \
        what is typed as Lua, unless the command line allows it: --allow-read=PATH, \
        --allow-write=PATH, --allow-run=PROGRAM, --allow-env=VARIABLE, several parted by commas (,, \
        is a comma), or all with no value; --allow-all is all of them. Folders hold what is in them, \
        and links count as what they lead to. At a prompt one is asked instead: o allows it once, a \
        until the session ends, anything else does not; in a batch it is an error. Files of the \
        command line may be read, and written by save. A script needs --allow-read for modules \
        beside it. A loader reads the source that is opened and nothing else. There is no network in \
        Lua: --allow-net=127.0.0.1 opens the command serve alone.

        io.write, io.stdout and io.stderr write where print and where warnings go, and need no \
        permission; standard input is the shell's: tablesh.run("open -") reads a table from it. A \
        script that is stopped ends the programs that it has started: they are asked to end and, \
        after a fifth of a second, ended with all that came of them. Only what one that has ended has \
        left running on a terminal, as with sleep 9 &, goes on. A loader may emit 1 GiB, or \
        four times what it has read of its source.
        """,
      examples: ["plugin list": ""],
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
      details: "Unfinished Lua continues on the next line. What it changes is one undo step.",
      examples: ["lua print(1 + 1)": ""], joinsSteps: true
    ) { invocation throws(CommandError) in
      try invocation.evaluate(isExpression: false)
    }
  }

  /// A command that prints the value of a Lua expression.
  static var equals: Command {
    Command(
      name: "=", group: .lua, summary: "print the value of a Lua expression",
      synopsis: ["= EXPR"], details: "An unfinished expression continues on the next line.",
      examples: ["= 1 + 1": ""], joinsSteps: true
    ) { invocation throws(CommandError) in
      try invocation.evaluate(isExpression: true)
    }
  }

  /// A command that lists the Lua selection rules.
  static var rules: Command {
    Command(
      name: "rules", group: .lua, summary: "list the Lua selection rules", synopsis: ["rules"],
      examples: ["rules": ""]
    ) { invocation throws(CommandError) in
      return .output(
        AlignedText.list(invocation.shell.lua.rules.map { ($0.name, $0.help) }, "rules"))
    }
  }

  /// A command that lists the loaders: the built-in formats, then those of Lua.
  static var loaders: Command {
    Command(
      name: "loaders", group: .lua, summary: "list what reads files, Lua loaders included",
      synopsis: ["loaders"], examples: ["loaders": ""]
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
  fileprivate static func list(
    _ items: [(name: String, help: String?)], _ what: String
  ) -> String {
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
}

extension Invocation {
  fileprivate func evaluate(isExpression: Bool) throws(CommandError) -> CommandResult {
    let text = try self[.lua]
    let values = try shell.calling(shell.lua.evaluate(text, isExpression: isExpression))
    return .output(values.joined(separator: "\n"))
  }
}
