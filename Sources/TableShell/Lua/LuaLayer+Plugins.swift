import CommandLanguage
import TableLua
import Wording

extension LuaLayer {
  /// Loads a plugin, and replaces its former declarations; if that fails, they stay.
  ///
  /// - Parameter file: the file that Lua's permissions allow; nil: no permission is needed.
  func load(_ plugin: Plugin, as file: AllowedFile? = nil) throws(CommandError) {
    let former = commands(of: plugin.path)
    var loaded = plugin
    loaded.isDisabled = false
    loaded.failure = nil
    loaded.isOfLua = file != nil
    do throws(CommandError) {
      try shell.calling(session.load(plugin: plugin.path, as: file, modules: plugin.modules))
    } catch {
      if let index = plugins.firstIndex(where: { $0.path == plugin.path }) {
        plugins[index].failure = error.message
      }
      throw error
    }
    if let index = plugins.firstIndex(where: { $0.path == plugin.path }) {
      plugins[index] = loaded
    } else {
      plugins.append(loaded)
    }
    for name in former { shell.registry.remove(name) }
    adoptDeclarations()
  }

  /// Returns the known plugin with a name or path.
  func plugin(_ name: String) throws(CommandError) -> Plugin {
    if let known = plugins.first(where: { $0.name == name || $0.path == name }) {
      return known
    }
    throw .noSuchName(kind: "plugin", name, names: plugins.map(\.name))
  }

  /// Returns the plugin for `plugin load`: a known one, one of the user's folder, or a file.
  ///
  /// - Returns: the plugin, and the file that Lua's permissions allow; nil: no permission is
  ///   needed.
  func plugin(toLoad name: String) throws(CommandError) -> (plugin: Plugin, file: AllowedFile?) {
    if let known = try? plugin(name) { return (known, nil) }
    if let own = shell.options.pluginFolder?.all.first(where: { $0.name == name }) {
      return (own, nil)
    }
    return (Plugin(path: name), try shell.permitted(reading: name))
  }

  /// Removes the declarations of a plugin until it is loaded again.
  func disable(_ plugin: Plugin) {
    for name in commands(of: plugin.path) { shell.registry.remove(name) }
    session.forget(plugin: plugin.path)
    for index in plugins.indices where plugins[index].path == plugin.path {
      plugins[index].isDisabled = true
    }
    adoptDeclarations()
  }

  private func commands(of path: String) -> [String] {
    session.commands.filter { $0.plugin == path }.map(\.name)
  }

  /// The names of plugins, loaded or in the user's folder.
  var pluginCandidates: [Completion.Candidate] {
    let others = (shell.options.pluginFolder?.all ?? []).filter { own in
      !plugins.contains { $0.path == own.path }
    }
    return (plugins + others).map {
      .init(Quoting.word($0.name), $0.name == $0.path ? "plugin" : $0.path)
    }
  }
}

// MARK: - Health

extension LuaLayer {
  /// Returns whether a plugin is healthy, with its declarations and the text of its health
  /// function, or its error.
  func health(of plugin: Plugin) -> (isOK: Bool, text: String) {
    if plugin.isDisabled { return (true, "disabled") }
    if let failure = plugin.failure { return (false, "failed: \(failure)") }
    let path = plugin.path
    let counts = [
      (session.rules.count { $0.plugin == path }, "rule", "rules"),
      (session.policyCount(of: path), "policy", "policies"),
      (session.loaders.count { $0.plugin == path }, "loader", "loaders"),
      (session.commands.count { $0.plugin == path }, "command", "commands"),
      (session.printers.count { $0.plugin == path }, "printer", "printers"),
      (session.hookCount(of: path), "hook", "hooks"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
    let said = session.health(of: path)
    let isOK = said?.isOK ?? true
    let text = parts.isEmpty ? "declares nothing" : parts.joined(separator: ", ")
    let lines = (said?.lines ?? []).map { "\n  " + $0 }.joined()
    return (isOK, (isOK ? "ok, " : "not well, ") + text + lines)
  }
}

// MARK: - The start

extension LuaLayer {
  /// Loads the plugins of the command line, then the user's `init.lua` and plugins, before anything
  /// else. What the command line names must load; what the user keeps is told of where it does not,
  /// and the rest goes on.
  public func loadPlugins() -> Outcome {
    for path in shell.options.plugins {
      do throws(CommandError) { try loadAtStart(Plugin(path: path)) } catch {
        return shell.fail(error, of: "plugin load \(path)")
      }
    }
    for plugin in shell.options.pluginFolder?.all ?? [] {
      if let other = plugins.first(where: { $0.name == plugin.name }) {
        shell.console.writeError(
          "warning: two plugins '\(shown: plugin.name)': \(shown: other.path) is loaded, "
            + "\(shown: plugin.path) is not\n")
        continue
      }
      guard !plugins.contains(where: { $0.path == plugin.path }) else { continue }
      plugins.append(plugin)
      do throws(CommandError) { try loadAtStart(plugin) } catch {
        if error.isInterruption { return shell.isUnread ? .leave(status: 0) : .interrupted }
        shell.console.writeError(Failure(error, at: nil).warning)
      }
    }
    return .done
  }

  private func loadAtStart(_ plugin: Plugin) throws(CommandError) {
    try shell.answering("plugin load \(plugin.path)") { () throws(CommandError) in try load(plugin)
    }
  }

  /// Runs a Lua script, as `tablesh run script.lua` does. A status that it chooses ends the session,
  /// but 0 does so as `quit` does: unsaved changes are still an error.
  ///
  /// In JSON there is one reply, to `run SCRIPT`.
  public func run(script path: String, arguments: [String]) -> Outcome {
    let (line, outer) = ("run \(path)", shell.context)
    defer { shell.context = outer }
    shell.context.reply = ReplyParts()
    shell.context.reply.printed = shell.repliesInJSON ? [] : nil
    do throws(CommandError) {
      let status = try held.whileHolding { () throws(CommandError) in
        try shell.calling(session.run(script: path, arguments: arguments))
      }
      adoptDeclarations()
      let notes = shell.context.reply.takeWarnings()
      for note in notes { shell.writeNote(note) }
      let isEnded = status != nil && status != 0
      if shell.repliesInJSON {
        let result = CommandResult(output: shell.context.reply.takePrinted(), notes: notes)
        let message = "'\(path)' ended with status \(status ?? 0)"
        let error = CommandError.outside(code: "script-ended", message: message, hint: nil)
        let failure = isEnded ? Failure(error, at: nil) : nil
        shell.emit(Reply(result, to: line, in: shell, failure: failure).json)
      }
      if isEnded { return .leave(status: status ?? 0) }
      return shell.leaveStatus.map { .leave(status: $0) } ?? .done
    } catch {
      shell.willRun(line)(.failed(error))
      return shell.fail(error, of: line)
    }
  }

  /// Returns a failure with a hint on plugins that failed to load, which may declare the missing
  /// name.
  func explained(_ failure: LuaFailure) -> LuaFailure {
    let failed = plugins.filter { $0.failure != nil }.map(\.name)
    guard !failed.isEmpty, ["no-such-rule", "no-such-loader"].contains(failure.code) else {
      return failure
    }
    var failure = failure
    let hint = "'\(failed.joined(separator: "', '"))' failed to load: plugin health"
    failure.hint = failure.hint.map { "\($0); \(hint)" } ?? hint
    return failure
  }
}
