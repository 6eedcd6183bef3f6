import CommandLanguage

/// Judges Lua text by its brackets, its blocks and its last scalar: enough to tell where it ends.
package func check(_ text: String, _ grammar: LuaGrammar) -> LuaTextVerdict {
  if text.last(where: { !$0.isWhitespace }) == "\\" { return .error }
  let words = text.split { !$0.isLetter }
  if text.filter({ $0 == "\"" }).count % 2 == 1 { return .error }
  let opened = words.count { ["do", "then", "function", "repeat"].contains($0) }
  let closed = words.count { ["end", "until"].contains($0) }
  let open = text.count { "([{".contains($0) }
  let close = text.count { ")]}".contains($0) }
  if opened < closed || open < close { return .error }
  if opened > closed || open > close { return .incomplete }
  guard let last = text.last(where: { !$0.isWhitespace }) else {
    return grammar == .chunk ? .ok : .incomplete
  }
  return "=<>+-*/,~".contains(last) ? .incomplete : .ok
}

/// The statements of a text that has no error.
package func read(_ source: String) throws -> [Statement] {
  try Script.statements(of: source, compiles: check)
}

/// The words of a line with one statement.
package func words(_ line: String) throws -> [Word] {
  try read(line).first?.words ?? []
}

/// The one word of a line.
package func word(_ line: String) throws -> Word {
  let words = try words(line)
  return words.first ?? Word(at: .start)
}

/// The target that a command line names behind its first word.
package func target(_ text: String) throws -> Target {
  let statement = try read("select " + text).first
  let words = statement?.words.dropFirst() ?? []
  return try TargetParser.parse(words, lua: statement?.lua, at: .start)
}

/// What is wrong with a text, nil when nothing is.
package func problem(_ body: () throws -> Void) -> SyntaxError? {
  do {
    try body()
    return nil
  } catch {
    return error as? SyntaxError
  }
}

extension Statement {
  /// A statement without its places, to compare what was read from different texts.
  package var shape: [String] {
    let words = words.map { $0.parts.map { ($0.isQuoted ? "q:" : "u:") + $0.text }.description }
    let output =
      switch redirection {
      case .none: "none"
      case .pipe(let program): "pipe \(program)"
      case .file(let file, let append): "file \(file.text) \(append)"
      }
    return words + ["lua \(lua?.kind.rawValue ?? "") \(lua?.text ?? "")", output]
  }
}
