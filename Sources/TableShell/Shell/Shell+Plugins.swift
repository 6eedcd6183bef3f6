import TableKit
import TableLua

extension Shell {
  /// Loads a plugin and takes over what it declares, in place of what it declared before.
  func load(plugin path: String) throws(CommandError) {
    let former = commands(of: path)
    do throws(CommandError) {
      try calling { () throws(LuaFailure) in try lua.load(plugin: path) }
    } catch {
      if plugins.contains(path) { pluginFailures[path] = error.message }
      throw error
    }
    if !plugins.contains(path) { plugins.append(path) }
    disabledPlugins.remove(path)
    pluginFailures[path] = nil
    for name in former { registry.restore(name) }
    adoptDeclarations()
  }

  /// The plugin of a path that was loaded.
  func plugin(_ path: String) throws(CommandError) -> String {
    guard plugins.contains(path) else {
      throw .noSuchName(kind: "plugin", path, names: plugins)
    }
    return path
  }

  /// Forgets what a plugin declares, until it is loaded again.
  func disable(plugin path: String) {
    for name in commands(of: path) { registry.restore(name) }
    lua.forget(plugin: path)
    disabledPlugins.insert(path)
    adoptDeclarations()
  }

  /// What a plugin declares, or why it does not.
  func health(of path: String) -> String {
    if disabledPlugins.contains(path) { return "disabled" }
    if let failure = pluginFailures[path] { return "failed: \(failure)" }
    let counts = [
      (lua.rules.count { $0.plugin == path }, "rule", "rules"),
      (lua.policyCount(of: path), "policy", "policies"),
      (lua.loaders.count { $0.plugin == path }, "loader", "loaders"),
      (lua.commands.count { $0.plugin == path }, "command", "commands"),
      (lua.printers.count { $0.plugin == path }, "printer", "printers"),
      (lua.hookCount(of: path), "hook", "hooks"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
    return parts.isEmpty ? "ok, declares nothing" : "ok, " + parts.joined(separator: ", ")
  }

  private func commands(of path: String) -> [String] {
    lua.commands.filter { $0.plugin == path }.map(\.name)
  }

  /// Runs `init.lua` and the plugins of the command line, before anything else.
  public func loadPlugins() -> Ending {
    let paths = (options.loadsInit ? initFile.map { [$0] } ?? [] : []) + options.plugins
    for path in paths {
      do throws(CommandError) { try load(plugin: path) } catch {
        report(Failure(error, at: nil), of: "plugin load \(path)")
        if case .interrupted = error { return .interrupted }
        return .failed
      }
    }
    return .done
  }

  /// Runs a Lua script, as `tablesh run script.lua` does.
  public func run(script path: String, arguments: [String]) -> Ending {
    do throws(CommandError) {
      try calling { () throws(LuaFailure) in try lua.run(script: path, arguments: arguments) }
      adoptDeclarations()
      return leaveStatus.map { .leave(status: $0) } ?? .done
    } catch {
      report(Failure(error, at: nil), of: "run \(path)")
      if case .interrupted = error { return .interrupted }
      return .failed
    }
  }
}
