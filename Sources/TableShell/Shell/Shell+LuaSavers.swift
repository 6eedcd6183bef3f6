import TableKit
import TableLua
import TableSources

extension Shell {
  /// The Lua loader that writes files of an extension. Nil where none is declared, and where one
  /// that only reads stands beside a format that the program knows.
  ///
  /// - Throws: `cannot-save` where it only reads and the program knows no format either.
  func luaSaver(for path: String) throws(CommandError) -> LuaSaver? {
    guard let loader = try luaLoader(nil, for: path) else { return nil }
    let canSave = lua.loaders.contains { $0.name == loader && $0.canSave }
    return canSave || ExportFormat(path: path) == nil ? try luaSaver(loader) : nil
  }

  /// The Lua loaders that can write.
  var luaSaverNames: [String] { luaLoaders.filter(\.canSave).map(\.name) }

  /// The bytes of a table as a saver writes it, for standard output.
  func bytes(of table: Table, with saver: LuaSaver) throws(CommandError) -> [UInt8] {
    console.progress?.begin("writing \(saver.name)", .bytes)
    defer { console.progress?.end() }
    return try calling(lua.save(table, with: saver.name))
  }

  /// The saver of a loader.
  func luaSaver(_ loader: String) throws(CommandError) -> LuaSaver {
    try calling(lua.checkSaver(loader))
    return LuaSaver(name: loader, shell: self)
  }
}

/// Writes tables as a Lua loader does that can save.
///
/// A class because it remembers why a saver has failed.
final class LuaSaver {
  /// The name of the loader.
  let name: String
  private unowned let shell: Shell
  private var failure: LuaFailure?

  init(name: String, shell: Shell) {
    self.name = name
    self.shell = shell
  }

  /// How a table is written.
  ///
  /// - Parameter target: what messages call the file.
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

  /// The error of a save: what the saver itself has raised, with its place, is said as that.
  func commandError(_ error: SourceError) -> CommandError {
    failure.map { .lua($0) } ?? CommandError(error)
  }

  private final class SinkFailure {
    var error: SourceError?
  }
}
