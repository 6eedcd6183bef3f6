import TableKit
import TableLua
import TableSources

extension Shell {
  /// Refuses to read a file from Lua unless that was allowed.
  func checkPermission(reading path: String) throws(CommandError) {
    guard luaDepth > 0, !options.permissions.allowsReading(FileOrigin.file(of: path)) else {
      return
    }
    throw .permissionDenied(what: "reading '\(path)' from Lua", flag: "--allow-read")
  }

  /// Refuses to write a file from Lua unless that was allowed.
  func checkPermission(writing path: String) throws(CommandError) {
    guard luaDepth > 0, !options.permissions.allowsWriting(FileOrigin.file(of: path)) else {
      return
    }
    throw .permissionDenied(what: "writing '\(path)' from Lua", flag: "--allow-write")
  }

  /// Refuses to run a program from Lua unless that was allowed.
  func checkPermission(running program: String) throws(CommandError) {
    guard luaDepth > 0, !options.permissions.allowsRunning(program) else { return }
    throw .permissionDenied(what: "running '\(program)' from Lua", flag: "--allow-run")
  }
}
