import Memory
import TableKit
import TableLua
import TablePrinters
import TableSources
import Wording

/// Lua beside the shell: its state, what it may do, and what it has loaded and declared. A class,
/// because its parts are made when they are first needed: starting up costs nothing for them.
package final class LuaLayer {
  private unowned let shell: Shell
  /// True if Lua was needed yet.
  var isStarted = false
  /// What Lua asks.
  lazy var host = ShellHost(shell)
  /// The Lua state.
  lazy var session: LuaSession = shell.makeLua()
  /// Decides what Lua may do outside the table.
  package lazy var access: AccessGuard = shell.makeAccess()
  /// The Lua files that were loaded or should have been, in order.
  var plugins: [Plugin] = []
  /// Aliases that Lua has made, with the plugin; nil: none has. What they stand for may do no more.
  var aliases: [String: String?] = [:]
  /// The version of the declarations that were taken over last.
  var adoptedVersion = 0
  /// Counts what is held of what Lua writes.
  let held = HeldBytes(limit: 1 << 30)

  init(_ shell: Shell) { self.shell = shell }
}

extension Shell {
  /// The Lua state; made when it is first needed.
  package var lua: LuaSession { luaLayer.session }
  /// True if Lua was needed yet.
  package var hasLua: Bool { luaLayer.isStarted }
}

extension Shell {
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

  /// Returns the error for a statement without a command, with the line to type if it is Lua, as `x
  /// = 5`.
  func unknownCommand(of statement: Statement) -> CommandError {
    let name = statement.words.first?.text ?? ""
    if let room = registry.closedRoom(of: name) { return .closed(room, for: name) }
    var near = Nearest.nearest(to: name, in: registry.names.filter { $0 != "=" })
    let called = Self.luaName(in: name)
    if near.isEmpty, registry.find(called) != nil { near = [called] }
    if near.isEmpty, let setting = Setting.named(name) { near = ["set \(setting.name)"] }
    return .unknownCommand(name, nearest: near, lua: luaLine(of: statement))
  }

  /// The words with which statements of Lua begin, and no command.
  private static let luaWords = ["for", "function", "if", "local", "repeat", "return", "while"]

  /// Returns the error for a text that cannot be read, with the line to type if it is Lua in which a
  /// `>` was taken for a redirection: `for i = 1, 2 do print(i > 1) end`.
  func unreadable(_ error: SyntaxError, in text: String) -> CommandError {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(error.line - 1) else { return .syntax(error, source: text) }
    let pieces = lines[error.line - 1].split(separator: ";", omittingEmptySubsequences: false)
    for first in pieces.indices.reversed() {
      let name = Self.luaName(in: String(pieces[first]).trimmingBlanks)
      guard Self.luaWords.contains(name), registry.find(name) == nil else { continue }
      for last in (first..<pieces.count).reversed() {
        let lua = pieces[first...last].joined(separator: ";").trimmingBlanks
        guard luaCheck(lua, .chunk) == .ok else { continue }
        let former = pieces[..<first].joined(separator: " ")
        return .unknownCommand(name, nearest: [], lua: "lua \(luaText(lua, after: former))")
      }
    }
    return .syntax(error, source: text)
  }

  /// A text of Lua, behind that of the `lua` command before it, if it uses a name from there.
  private func luaText(_ text: String, after former: String) -> String {
    func names(_ text: String) -> Set<Substring> {
      Set(text.matches(of: /[A-Za-z_][A-Za-z_0-9]*/).map(\.output)).subtracting(["local", "end"])
    }
    let former = former.trimmingBlanks
    guard former.hasPrefix("lua "), !names(former).isDisjoint(with: names(text)) else {
      return text
    }
    let both = String(former.dropFirst(4)).trimmingBlanks + " " + text
    return luaCheck(both, .chunk) == .ok ? both : text
  }

  /// Returns the prefix of a text with the characters of a Lua name.
  private static func luaName(in text: String) -> String {
    String(text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
  }

  /// Returns a statement as a `lua` or `=` line; nil if it is not Lua, or calls a command like a
  /// function.
  private func luaLine(of statement: Statement) -> String? {
    let text = statement.text
    guard text.utf8.count < 80, !text.contains("\n") else { return nil }
    if text.utf8.first.map({ (0x30...0x39).contains($0) }) == true {
      return luaCheck(text, .expression) == .ok ? "= \(text)" : nil
    }
    let name = Self.luaName(in: text)
    let begins = Self.luaWords.contains(name)
    guard begins || text.contains("=") || text.contains("("), registry.find(name) == nil else {
      return nil
    }
    switch luaCheck(text, .chunk) {
    case .ok: return "lua \(luaText(text, after: context.former))"
    case .incomplete: return begins || text.contains("=") ? "lua \(text)" : nil
    case .error: return nil
    }
  }

  /// Returns the rows for which a Lua expression is true.
  ///
  /// - Parameter rows: the candidates; nil: all rows.
  package func rows(
    where expression: String, in table: Table, among rows: [RowID]? = nil
  ) throws(CommandError) -> [RowID] {
    try matches(
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
    context.reply.warnings += notesOnNumbers(in: matches.columnsRead, of: table)
    context.reply.warnings += matches.notes
    return matches.rows
  }

  /// Turns an error of the Lua layer into one of the command.
  package func calling<T>(_ body: @autoclosure () throws(LuaFailure) -> T) throws(CommandError) -> T
  {
    do throws(LuaFailure) { return try body() } catch {
      throw error.code == "lua-interrupted" ? .stopped : .lua(explained(error))
    }
  }

  /// Flushes files that scripts left open, and reports failed writes.
  public func finishFiles() {
    if hasLua { lua.finishFiles() }
  }

  private static var defaultLuaMemory: Int { MemoryWatch.bound(most: 256 << 20, share: 4) }

  /// Applies the limits of the options to Lua, where it has been started.
  func limitLua() {
    if hasLua { limit(lua) }
  }

  private func limit(_ session: LuaSession) {
    let seconds = options.luaSeconds
    session.ruleSeconds = seconds ?? 30
    session.hookSeconds = seconds ?? 5
    session.scriptSeconds = seconds ?? 0
    session.memory = options.luaMemory ?? Self.defaultLuaMemory
  }

  func makeLua() -> LuaSession {
    luaLayer.isStarted = true
    let session = LuaSession(
      host: luaLayer.host, access: luaLayer.access,
      memory: Self.defaultLuaMemory)
    session.held = luaLayer.held
    session.version = options.version
    limit(session)
    if let folder = options.pluginFolder { session.modulePaths = [folder.modules] }
    session.progress = progress
    session.workers = .two
    session.builtIn = BuiltInNames(
      commands: Set(registry.reservedNames), loaders: Set(builtInLoaders.map(\.name)),
      printers: Set(PlanPrinters.names))
    if isForeground {
      session.setForeground()
      // Delivers a ^C that came before Lua was started.
      if console.isInterrupted { session.interrupt() }
    }
    return session
  }
}
