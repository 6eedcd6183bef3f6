import CommandLanguage
import Wording

/// Finds Lua in lines that are no commands, so that errors can say what to type.
struct LuaGuess {
  let shell: Shell

  /// Returns the error for a statement without a command, with the line to type if it is Lua, as `x
  /// = 5`.
  func unknownCommand(of statement: Statement) -> CommandError {
    let name = statement.words.first?.text ?? ""
    if let room = shell.registry.closedRoom(of: name) { return .closed(room, for: name) }
    var near = Nearest.commands(to: name, in: shell.registry.names.filter { $0 != "=" })
    let called = Self.luaName(in: name)
    if near.isEmpty, shell.registry.find(called) != nil { near = [called] }
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
      guard Self.luaWords.contains(name), shell.registry.find(name) == nil else { continue }
      for last in (first..<pieces.count).reversed() {
        let lua = pieces[first...last].joined(separator: ";").trimmingBlanks
        guard shell.luaCheck(lua, .chunk) == .ok else { continue }
        let former = pieces[..<first].joined(separator: " ")
        return .unknownCommand(name, nearest: [], lua: "lua \(luaText(lua, after: former))")
      }
    }
    if case .optionInWhere(let option) = error.problem,
      let meant = MeantLine(shell: shell).optionFirst(option, in: String(lines[error.line - 1]))
    {
      return .hinted(.syntax(error, source: text), meant)
    }
    if case .textAfterFile = error.problem,
      let meant = joinedConditions(of: String(lines[error.line - 1]))
    {
      return .hinted(.syntax(error, source: text), meant)
    }
    if !error.problem.isUnfinished || lines.count == 1,
      let meant = MeantLine(shell: shell).line(whole: String(lines[error.line - 1]))
    {
      return .hinted(.syntax(error, source: text), meant)
    }
    return .syntax(error, source: text)
  }

  /// The line of `edit * Qty=5 if Qty > 15 and City == "Bonn"`, in which `>` compares; nil: it has no condition.
  private func joinedConditions(of line: String) -> String? {
    guard let verb = line.split(separator: " ").first,
      let statement = try? Script.statements(of: String(verb), compiles: shell.luaCheck).first
    else { return nil }
    return Slip(shell, statement, .usage("", synopsis: [])).joinedConditions(of: line)
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
    return shell.luaCheck(both, .chunk) == .ok ? both : text
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
      return shell.luaCheck(text, .expression) == .ok ? "= \(text)" : nil
    }
    let name = Self.luaName(in: text)
    let begins = Self.luaWords.contains(name)
    // Outside of conditions and values, Lua does not know the columns.
    if !begins, let table = shell.current?.table,
      ForeignText(text).tokens.contains(where: { table.column(named: $0.text) != nil })
    {
      return nil
    }
    // What other programs call so is no variable here.
    let roots = ForeignText(text).tokens.prefix(3).filter { $0.kind == .name }.map(\.text)
    if roots.contains(where: ["df", "pd", "np", "plt"].contains) { return nil }
    guard begins || text.contains("=") || text.contains("("), shell.registry.find(name) == nil
    else { return nil }
    switch shell.luaCheck(text, .chunk) {
    case .ok: return "lua \(luaText(text, after: shell.context.former))"
    case .incomplete: return begins || text.contains("=") ? "lua \(text)" : nil
    case .error: return nil
    }
  }
}
