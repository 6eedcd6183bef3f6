import TableKit
import TableLua
import TableSources

extension Shell {
  /// Asks the Lua compiler about Lua text in a line.
  var luaCheck: LuaCheck {
    { [unowned self] text, grammar in
      switch lua.verdict(text, isExpression: grammar == .expression) {
      case .ok: .ok
      case .incomplete: .incomplete
      case .error: .error
      }
    }
  }

  /// The rows for which a Lua expression is true.
  func rows(
    where expression: String, in table: Table, among rows: [RowID]? = nil
  ) throws(CommandError) -> [RowID] {
    try matches { () throws(LuaFailure) in
      try lua.rows(
        where: expression, in: table, among: rows, skipErrors: options.skipsErrors)
    }
  }

  /// The rows that a Lua rule picks.
  func rows(
    rule name: String, in table: Table, among rows: [RowID]? = nil
  ) throws(CommandError) -> [RowID] {
    try matches { () throws(LuaFailure) in
      try lua.rows(
        rule: name, in: table, among: rows, skipErrors: options.skipsErrors)
    }
  }

  private func matches(_ body: () throws(LuaFailure) -> RowMatches) throws(CommandError) -> [RowID]
  {
    let matches = try calling(body)
    if let errors = matches.errors { warnings.append(errors.message) }
    return matches.rows
  }

  /// Turns an error of the Lua layer into one of the command.
  func calling<T>(_ body: () throws(LuaFailure) -> T) throws(CommandError) -> T {
    do throws(LuaFailure) { return try body() } catch {
      throw error.code == "lua-interrupted" ? .interrupted : .lua(explained(error))
    }
  }

  func makeLua() -> LuaSession {
    hasLua = true
    let session = LuaSession(host: luaHost, access: access)
    if let folder = options.pluginFolder { session.modulePaths = [folder.modules] }
    session.progress = console.progress
    session.workers = .two
    session.builtIn = BuiltInNames(
      commands: Set(Registry.builtInNames), loaders: Set(LoadedTable.loaders.map(\.name)),
      printers: Set(PlanForm.allCases.map(\.rawValue)))
    if isForeground {
      session.setForeground()
      // A ^C that came before there was anything to stop.
      if console.isInterrupted { session.interrupt() }
    }
    return session
  }
}
