import TableLua
import Wording

extension Shell {
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
      try calling(lua.load(plugin: plugin.path, as: file, modules: plugin.modules))
    } catch {
      if let index = luaLayer.plugins.firstIndex(where: { $0.path == plugin.path }) {
        luaLayer.plugins[index].failure = error.message
      }
      throw error
    }
    if let index = luaLayer.plugins.firstIndex(where: { $0.path == plugin.path }) {
      luaLayer.plugins[index] = loaded
    } else {
      luaLayer.plugins.append(loaded)
    }
    for name in former { registry.remove(name) }
    adoptDeclarations()
  }

  /// Returns the known plugin with a name or path.
  func plugin(_ name: String) throws(CommandError) -> Plugin {
    if let known = luaLayer.plugins.first(where: { $0.name == name || $0.path == name }) {
      return known
    }
    throw .noSuchName(kind: "plugin", name, names: luaLayer.plugins.map(\.name))
  }

  /// Returns the plugin for `plugin load`: a known one, one of the user's folder, or a file.
  ///
  /// - Returns: the plugin, and the file that Lua's permissions allow; nil: no permission is
  ///   needed.
  func plugin(
    toLoad name: String
  ) throws(CommandError) -> (plugin: Plugin, file: AllowedFile?) {
    if let known = try? plugin(name) { return (known, nil) }
    if let own = options.pluginFolder?.all.first(where: { $0.name == name }) { return (own, nil) }
    return (Plugin(path: name), try permitted(reading: name))
  }

  /// Removes the declarations of a plugin until it is loaded again.
  func disable(_ plugin: Plugin) {
    for name in commands(of: plugin.path) { registry.remove(name) }
    lua.forget(plugin: plugin.path)
    for index in luaLayer.plugins.indices where luaLayer.plugins[index].path == plugin.path {
      luaLayer.plugins[index].isDisabled = true
    }
    adoptDeclarations()
  }

  private func commands(of path: String) -> [String] {
    lua.commands.filter { $0.plugin == path }.map(\.name)
  }

  /// The names of plugins, loaded or in the user's folder.
  var pluginCandidates: [Completion.Candidate] {
    let others = (options.pluginFolder?.all ?? []).filter { own in
      !luaLayer.plugins.contains { $0.path == own.path }
    }
    return (luaLayer.plugins + others).map {
      .init(Quoting.word($0.name), $0.name == $0.path ? "plugin" : $0.path)
    }
  }
}

// MARK: - Health

extension Shell {
  /// Returns whether a plugin is healthy, with its declarations and the text of its health
  /// function, or its error.
  func health(of plugin: Plugin) -> (isOK: Bool, text: String) {
    if plugin.isDisabled { return (true, "disabled") }
    if let failure = plugin.failure { return (false, "failed: \(failure)") }
    let path = plugin.path
    let counts = [
      (lua.rules.count { $0.plugin == path }, "rule", "rules"),
      (lua.policyCount(of: path), "policy", "policies"),
      (lua.loaders.count { $0.plugin == path }, "loader", "loaders"),
      (lua.commands.count { $0.plugin == path }, "command", "commands"),
      (lua.printers.count { $0.plugin == path }, "printer", "printers"),
      (lua.hookCount(of: path), "hook", "hooks"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
    let said = lua.health(of: path)
    let isOK = said?.isOK ?? true
    let text = parts.isEmpty ? "declares nothing" : parts.joined(separator: ", ")
    let lines = (said?.lines ?? []).map { "\n  " + $0 }.joined()
    return (isOK, (isOK ? "ok, " : "not well, ") + text + lines)
  }
}

// MARK: - The start

extension Shell {
  /// Loads the plugins of the command line, then the user's `init.lua` and plugins, before anything
  /// else. What the command line names must load; what the user keeps is told of where it does not,
  /// and the rest goes on.
  public func loadPlugins() -> Outcome {
    for path in options.plugins {
      do throws(CommandError) { try loadAtStart(Plugin(path: path)) } catch {
        return fail(error, of: "plugin load \(path)")
      }
    }
    for plugin in options.pluginFolder?.all ?? [] {
      if let other = luaLayer.plugins.first(where: { $0.name == plugin.name }) {
        console.writeError(
          "warning: two plugins '\(shown: plugin.name)': \(shown: other.path) is loaded, "
            + "\(shown: plugin.path) is not\n")
        continue
      }
      guard !luaLayer.plugins.contains(where: { $0.path == plugin.path }) else { continue }
      luaLayer.plugins.append(plugin)
      do throws(CommandError) { try loadAtStart(plugin) } catch {
        if error.isInterruption { return isUnread ? .leave(status: 0) : .interrupted }
        console.writeError(Failure(error, at: nil).warning)
      }
    }
    return .done
  }

  private func loadAtStart(_ plugin: Plugin) throws(CommandError) {
    try answering("plugin load \(plugin.path)") { () throws(CommandError) in try load(plugin) }
  }

  /// Runs a Lua script, as `tablesh run script.lua` does. A status that it chooses ends the session,
  /// but 0 does so as `quit` does: unsaved changes are still an error.
  ///
  /// In JSON there is one reply, to `run SCRIPT`.
  public func run(script path: String, arguments: [String]) -> Outcome {
    let (line, outer) = ("run \(path)", context)
    defer { context = outer }
    context.reply = ReplyParts()
    context.reply.printed = repliesInJSON ? [] : nil
    do throws(CommandError) {
      let status = try luaLayer.held.whileHolding { () throws(CommandError) in
        try calling(lua.run(script: path, arguments: arguments))
      }
      adoptDeclarations()
      let notes = context.reply.takeWarnings()
      for note in notes { writeNote(note) }
      let isEnded = status != nil && status != 0
      if repliesInJSON {
        let result = CommandResult(output: context.reply.takePrinted(), notes: notes)
        let message = "'\(path)' ended with status \(status ?? 0)"
        let error = CommandError.outside(code: "script-ended", message: message, hint: nil)
        let failure = isEnded ? Failure(error, at: nil) : nil
        emit(Reply(result, to: line, in: self, failure: failure).json)
      }
      if isEnded { return .leave(status: status ?? 0) }
      return leaveStatus.map { .leave(status: $0) } ?? .done
    } catch {
      willRun(line)(.failed(error))
      return fail(error, of: line)
    }
  }

  /// Returns a failure with a hint on plugins that failed to load, which may declare the missing
  /// name.
  func explained(_ failure: LuaFailure) -> LuaFailure {
    let failed = luaLayer.plugins.filter { $0.failure != nil }.map(\.name)
    guard !failed.isEmpty, ["no-such-rule", "no-such-loader"].contains(failure.code) else {
      return failure
    }
    var failure = failure
    let hint = "'\(failed.joined(separator: "', '"))' failed to load: plugin health"
    failure.hint = failure.hint.map { "\($0); \(hint)" } ?? hint
    return failure
  }
}
