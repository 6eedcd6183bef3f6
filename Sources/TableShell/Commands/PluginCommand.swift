extension Command {
  /// Loads, lists, reloads and disables plugins.
  static var plugin: Command {
    Command(
      name: "plugin", group: .lua, summary: "list, load, reload or disable Lua plugins",
      synopsis: [
        "plugin list", "plugin load FILE", "plugin reload [FILE]", "plugin disable FILE",
        "plugin health",
      ],
      details: """
        reload reads all plugins again, or one; disable forgets what one declares until it is \
        reloaded; health tells what each declares, or why it failed.
        """,
      example: "plugin list",
      arguments: [.words(["list", "load", "reload", "disable", "health"]), .file]
    ) { invocation throws(CommandError) in
      let shell = invocation.shell
      let path = invocation.arguments.dropFirst().first?.text
      switch invocation.arguments.first?.text ?? "list" {
      case "list":
        try invocation.expect(0...1)
        let lines = shell.plugins.map { plugin in
          shell.disabledPlugins.contains(plugin) ? plugin + " (disabled)" : plugin
        }
        return .output(lines.isEmpty ? "no plugins" : lines.joined(separator: "\n"))
      case "load":
        try invocation.expect(2...2)
        let path = invocation.arguments[1].text
        try shell.checkPermission(reading: path)
        try shell.load(plugin: path)
        return CommandResult(sentence: "loaded \(path)")
      case "reload":
        try invocation.expect(1...2)
        let paths = try path.map { path throws(CommandError) in [try shell.plugin(path)] }
        for path in paths ?? shell.plugins { try shell.load(plugin: path) }
        let count = paths ?? shell.plugins
        return CommandResult(
          sentence: count.isEmpty ? "no plugins" : "reloaded \(count.joined(separator: ", "))")
      case "disable":
        try invocation.expect(2...2)
        let path = try shell.plugin(invocation.arguments[1].text)
        shell.disable(plugin: path)
        return CommandResult(sentence: "disabled \(path)")
      case "health":
        try invocation.expect(1...1)
        let lines = shell.plugins.map { "\($0): \(shell.health(of: $0))" }
        return .output(lines.isEmpty ? "no plugins" : lines.joined(separator: "\n"))
      default: throw invocation.usage("'plugin' wants list, load, reload, disable or health")
      }
    }
  }
}
