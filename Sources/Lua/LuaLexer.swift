/// Cuts Lua text into tokens, without judging whether it compiles.
///
/// The shell asks it where Lua text may end, and which columns an expression names. It never
/// fails: what is no Lua becomes an `invalid` or `unfinished` token.
///
///     LuaLexer("age > 30 and city ~= 'B;C'").identifiers    // ["age", "city"]
///
/// Source: Lua 5.4 manual, section 3.1.
public struct LuaLexer {
  /// The text's UTF-8.
  public let bytes: [UInt8]
  /// The tokens, blanks left out.
  public let tokens: [LuaToken]

  /// Cuts a text.
  public init(_ text: String) { self.init(bytes: Array(text.utf8)) }

  /// Cuts a text of bytes.
  public init(bytes: [UInt8]) {
    self.bytes = bytes
    var scanner = LuaScanner(bytes)
    tokens = scanner.scan()
  }

  /// The text of a token.
  public func text(of token: LuaToken) -> String {
    String(decoding: bytes[token.range], as: UTF8.self)
  }

  /// What stands between the quotes of a text without escapes: byte for byte, because a quote and
  /// the character beside it can be one to Swift.
  public static func unquoted(_ text: String) -> String {
    String(decoding: text.utf8.dropFirst().dropLast(), as: UTF8.self)
  }
}

extension LuaLexer {
  /// The words that cannot be names.
  public static let keywords: Set<String> = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
    "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
  ]

  /// Whether a text is a name that a Lua variable can have.
  public static func isIdentifier(_ text: String) -> Bool {
    let lexer = LuaLexer(text)
    return lexer.tokens == [LuaToken(kind: .name, range: 0..<text.utf8.count, depth: 0)]
  }

  /// The names used as variables, each once, in order of first appearance.
  ///
  /// Names after `.` or `:` are fields and methods, those around `::` and after `goto` labels.
  /// A name that the text itself declares is among the variables: a lexer knows no scopes.
  public var identifiers: [String] {
    var seen: Set<String> = []
    var names: [String] = []
    var before = ""
    for token in tokens where token.kind != .comment {
      let text = text(of: token)
      if token.kind == .name, ![".", ":", "::", "goto"].contains(before),
        seen.insert(text).inserted
      {
        names.append(text)
      }
      before = text
    }
    return names
  }

  /// Where each `;` stands that is outside strings, comments and brackets, in bytes.
  public var semicolons: [Int] {
    tokens.compactMap { token in
      let isSemicolon = bytes[token.range.lowerBound] == UInt8(ascii: ";")
      return token.kind == .symbol && token.depth == 0 && isSemicolon
        ? token.range.lowerBound : nil
    }
  }

  /// Whether a string, a long comment or a bracket is still open at the end.
  public var isOpen: Bool {
    guard let last = tokens.last else { return false }
    if last.kind == .unfinished { return true }
    return last.depth + (LuaScanner.opens(bytes[last.range]) && last.kind == .symbol ? 1 : 0) > 0
  }

  /// How much of a line is Lua, when more of another language may follow after a `;`: the bytes
  /// before the first `;` outside strings and brackets at which what stands before it compiles,
  /// else all.
  ///
  /// - Parameter compiles: asked for each candidate, shortest first.
  public func end(where compiles: (String) -> Bool) -> Int {
    for end in semicolons where compiles(String(decoding: bytes[..<end], as: UTF8.self)) {
      return end
    }
    return bytes.count
  }
}
