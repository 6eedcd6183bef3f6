import CommandLanguage
import TableKit
import TableLua

extension Shell {
  /// The Lua state; made when it is first needed.
  package var lua: LuaSession { luaLayer.session }
  /// True if Lua was needed yet.
  package var hasLua: Bool { luaLayer.isStarted }

  /// The Lua compiler for the parser of lines.
  var luaCheck: LuaCheck {
    { [unowned self] text, grammar in
      switch lua.verdict(text, isExpression: grammar == .expression) {
      case .ok: .ok
      case .incomplete: .incomplete
      case .error: .error
      }
    }
  }

  /// Returns the rows for which a Lua expression is true.
  ///
  /// - Parameter rows: the candidates; nil: all rows.
  package func rows(
    where expression: String, in table: Table, among rows: [RowID]? = nil
  ) throws(CommandError) -> [RowID] {
    if let negated = NegatedOperand(in: expression) { throw .lua(negated.failure) }
    return try matches(
      in: table, lua.rows(where: expression, in: table, among: rows, skipErrors: skipsErrors))
  }

  /// Returns the rows that a Lua rule selects.
  ///
  /// - Parameter rows: the candidates; nil: all rows.
  func rows(
    rule name: String, in table: Table, among rows: [RowID]? = nil
  ) throws(CommandError) -> [RowID] {
    try matches(in: table, lua.rows(rule: name, in: table, among: rows, skipErrors: skipsErrors))
  }

  private func matches(
    in table: Table, _ body: @autoclosure () throws(LuaFailure) -> RowMatches
  ) throws(CommandError) -> [RowID] {
    let matches = try calling(body())
    if let errors = matches.errors { context.reply.warnings.append(errors.message) }
    context.reply.warnings += table.notesOnNumbers(in: matches.columnsRead)
    context.reply.warnings += matches.notes
    return matches.rows
  }

  /// Turns an error of the Lua layer into one of the command.
  package func calling<T>(_ body: @autoclosure () throws(LuaFailure) -> T) throws(CommandError) -> T
  {
    do throws(LuaFailure) { return try body() } catch {
      throw error.code == "lua-interrupted" ? .stopped : .lua(luaLayer.explained(error))
    }
  }

  /// Flushes files that scripts left open, and reports failed writes.
  public func finishFiles() { if hasLua { lua.finishFiles() } }
}
