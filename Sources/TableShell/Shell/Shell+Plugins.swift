import TableKit
import TableLua

extension Shell {
  /// Loads a plugin and takes over the commands that it declares.
  func load(plugin path: String) throws(CommandError) {
    try calling { () throws(LuaFailure) in try lua.load(plugin: path) }
    if !plugins.contains(path) { plugins.append(path) }
    adoptDeclarations()
  }

  /// Runs `init.lua` and the plugins of the command line, before anything else.
  public func loadPlugins() -> Ending {
    let paths = (options.loadsInit ? initFile.map { [$0] } ?? [] : []) + options.plugins
    for path in paths {
      do throws(CommandError) { try load(plugin: path) } catch {
        report(Failure(error, at: nil), of: "plugin load \(path)")
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
