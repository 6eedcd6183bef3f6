import TableKit
import TableLua
import TableSources

extension Shell {
  /// Returns the saver of the Lua loader for a path's extension; nil if there is none, or if it
  /// cannot save and a built-in format has the extension.
  ///
  /// - Throws: `cannot-save` if it cannot save and no built-in format has the extension.
  func luaSaver(for path: String) throws(CommandError) -> LuaSaver? {
    guard let loader = try luaLoader(nil, for: path) else { return nil }
    let canSave = lua.loaders.contains { $0.name == loader && $0.canSave }
    return canSave || ExportFormat(path: path) == nil ? try luaSaver(loader) : nil
  }

  /// The names of the Lua loaders that can save.
  var luaSaverNames: [String] { luaLoaders.filter(\.canSave).map(\.name) }

  /// Returns the bytes of a table as a saver writes it, for standard output.
  func bytes(of table: Table, with saver: LuaSaver) throws(CommandError) -> [UInt8] {
    progress.begin("writing \(saver.name)", .bytes)
    defer { progress.end() }
    return try calling(lua.save(table, with: saver.name))
  }

  /// Returns the saver of a loader.
  ///
  /// - Throws: `cannot-save` if the loader has none.
  func luaSaver(_ loader: String) throws(CommandError) -> LuaSaver {
    try calling(lua.checkSaver(loader))
    return LuaSaver(name: loader, shell: self)
  }
}

/// The saver of a Lua loader: writes tables.
///
/// A class because it keeps the error of a failed save.
final class LuaSaver {
  /// The name of the loader.
  let name: String
  private unowned let shell: Shell
  private var failure: LuaFailure?

  init(name: String, shell: Shell) {
    self.name = name
    self.shell = shell
  }

  /// Returns a writer of a table.
  ///
  /// - Parameter target: the name of the file in error messages.
  func writer(of table: Table, to target: String) -> ScriptWriter {
    ScriptWriter(name: name) { [self] (sink) throws(SourceError) in
      let stopped = SinkFailure()
      do throws(LuaFailure) {
        try shell.lua.save(table, with: name) { (bytes) throws(LuaFailure) in
          do throws(SourceError) { try sink(bytes) } catch {
            stopped.error = error
            throw LuaFailure(code: error.code, message: error.message, hint: error.hint)
          }
        }
      } catch {
        if let error = stopped.error { throw error }
        if error.code == "lua-interrupted" { throw .cancelled("saving") }
        failure = error
        throw .cannotSave(target, reason: error.message)
      }
    }
  }

  /// Returns the error of a save: that raised by the saver itself, with its place, takes
  /// precedence.
  func commandError(_ error: SourceError) -> CommandError {
    failure.map { .lua($0) } ?? CommandError(error)
  }

  private final class SinkFailure {
    var error: SourceError?
  }
}
