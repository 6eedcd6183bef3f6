/// Splits Lua text into tokens, without compiling it.
///
/// It finds which columns an expression names, and what stands at a cursor. It never fails: text that is not Lua becomes an `invalid` or `unfinished` token.
///
///     LuaLexer("age > 30").tokens.map(\.kind)    // [.name, .symbol, .number]
///
/// Source: Lua 5.4 manual, section 3.1.
public struct LuaLexer {
  /// The text's UTF-8.
  public let bytes: [UInt8]
  /// The tokens, blanks left out.
  public let tokens: [LuaToken]

  /// Splits a text.
  public init(_ text: String) { self.init(bytes: Array(text.utf8)) }

  /// Splits a text of bytes.
  public init(bytes: [UInt8]) {
    self.bytes = bytes
    var scanner = LuaScanner(bytes)
    tokens = scanner.scan()
  }

  /// The text of a token.
  public func text(of token: LuaToken) -> String {
    String(decoding: bytes[token.range], as: UTF8.self)
  }

  /// The tokens besides comments, with the kind and the text of each.
  public var code: (tokens: [LuaToken], kinds: [LuaToken.Kind], texts: [String]) {
    let tokens = tokens.filter { $0.kind != .comment }
    return (tokens, tokens.map(\.kind), tokens.map(text(of:)))
  }

  /// Returns the text between the quotes of a string without escapes, compared byte by byte,
  /// because a quote and the character beside it can be one `Character`.
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

  /// True if a text is a name that a Lua variable can have.
  public static func isIdentifier(_ text: String) -> Bool {
    let lexer = LuaLexer(text)
    return lexer.tokens == [LuaToken(kind: .name, range: 0..<text.utf8.count, depth: 0)]
  }
}

/// A piece of Lua text.
public struct LuaToken: Equatable, Sendable {
  /// The kinds of tokens.
  public enum Kind: Equatable, Sendable {
    /// A name that is no keyword.
    case name
    /// A reserved word.
    case keyword
    /// A number.
    case number
    /// A quoted or long string, quotes included.
    case string
    /// A comment.
    case comment
    /// An operator or a bracket.
    case symbol
    /// A string or long comment whose end is missing.
    case unfinished
    /// A byte that begins nothing in Lua.
    case invalid
  }

  /// The kind.
  public var kind: Kind
  /// Its range in the text, in bytes of UTF-8.
  public var range: Range<Int>
  /// The number of brackets open before it; a closing bracket counts itself as closed.
  public var depth: Int
}

/// The scanner behind `LuaLexer`: one pass over the bytes.
struct LuaScanner {
  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func scan() -> [LuaToken] {
    var tokens: [LuaToken] = []
    while let first = peek() {
      if Self.isBlank(first) {
        position += 1
        continue
      }
      let start = position
      let kind = next(first)
      let text = bytes[start..<position]
      if kind == .symbol, Self.closes(text) { depth = max(0, depth - 1) }
      tokens.append(LuaToken(kind: kind, range: start..<position, depth: depth))
      if kind == .symbol, Self.opens(text) { depth += 1 }
    }
    return tokens
  }

  /// Passes one token that begins with `first`.
  private mutating func next(_ first: UInt8) -> LuaToken.Kind {
    switch first {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      return quoted(first)
    case UInt8(ascii: "-") where peek(1) == UInt8(ascii: "-"):
      return comment()
    case UInt8(ascii: "[") where longBracketLevel() != nil:
      return long(longBracketLevel() ?? 0) ? .string : .unfinished
    case UInt8(ascii: "."):
      return Self.isDigit(peek(1)) ? number() : symbol()
    case _ where Self.isDigit(first):
      return number()
    case _ where Self.isLetter(first):
      return word()
    default:
      return symbol()
    }
  }

  private func peek(_ offset: Int = 0) -> UInt8? {
    position + offset < bytes.count ? bytes[position + offset] : nil
  }
}

// MARK: - Words and numbers

extension LuaScanner {
  private mutating func word() -> LuaToken.Kind {
    let start = position
    while let byte = peek(), Self.isLetter(byte) || Self.isDigit(byte) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    return LuaLexer.keywords.contains(text) ? .keyword : .name
  }

  /// Scans a number as Lua does, which takes `3..2` for one malformed number.
  private mutating func number() -> LuaToken.Kind {
    let isHexadecimal =
      peek() == UInt8(ascii: "0") && (peek(1) == UInt8(ascii: "x") || peek(1) == UInt8(ascii: "X"))
    let exponent = isHexadecimal ? UInt8(ascii: "p") : UInt8(ascii: "e")
    while let byte = peek() {
      if byte | 0x20 == exponent, let sign = peek(1), sign == 43 || sign == 45 {
        position += 2
      } else if Self.isDigit(byte) || Self.isLetter(byte) || byte == UInt8(ascii: ".") {
        position += 1
      } else {
        break
      }
    }
    return .number
  }

  // MARK: Strings and comments

  /// A string in quotes; it ends with the line unless the newline is escaped.
  private mutating func quoted(_ quote: UInt8) -> LuaToken.Kind {
    position += 1
    while let byte = peek() {
      switch byte {
      case quote:
        position += 1
        return .string
      case UInt8(ascii: "\\"):
        position = min(position + 2, bytes.count)
        if bytes[position - 1] == UInt8(ascii: "z") {
          while let blank = peek(), Self.isBlank(blank) { position += 1 }
        }
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        return .unfinished
      default:
        position += 1
      }
    }
    return .unfinished
  }

  private mutating func comment() -> LuaToken.Kind {
    position += 2
    if peek() == UInt8(ascii: "["), let level = longBracketLevel() {
      return long(level) ? .comment : .unfinished
    }
    while let byte = peek(), byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") {
      position += 1
    }
    return .comment
  }

  /// The count of `=` in a long bracket that opens here; nil when none does.
  private func longBracketLevel() -> Int? {
    var level = 0
    while peek(1 + level) == UInt8(ascii: "=") { level += 1 }
    return peek(1 + level) == UInt8(ascii: "[") ? level : nil
  }

  /// Passes a long bracket; false when its end is missing.
  private mutating func long(_ level: Int) -> Bool {
    position += level + 2
    while position < bytes.count {
      if peek() == UInt8(ascii: "]"), peek(1 + level) == UInt8(ascii: "]"),
        (0..<level).allSatisfy({ peek(1 + $0) == UInt8(ascii: "=") })
      {
        position += level + 2
        return true
      }
      position += 1
    }
    return false
  }

  // MARK: Symbols

  private static let longSymbols = ["...", "..", "==", "~=", "<=", ">=", "//", "<<", ">>", "::"]
    .map { Array($0.utf8) }
  private static let shortSymbols = Set("+-*/%^#&~|<>=(){}[];:,.".utf8)

  private mutating func symbol() -> LuaToken.Kind {
    for symbol in Self.longSymbols where bytes[position...].starts(with: symbol) {
      position += symbol.count
      return .symbol
    }
    let isKnown = Self.shortSymbols.contains(bytes[position])
    position += 1
    if isKnown { return .symbol }
    while let byte = peek(), byte >= 0x80 { position += 1 }  // the rest of one character
    return .invalid
  }

  static func opens(_ text: ArraySlice<UInt8>) -> Bool {
    text.count == 1 && text.first.map { Array("([{".utf8).contains($0) } ?? false
  }

  static func closes(_ text: ArraySlice<UInt8>) -> Bool {
    text.count == 1 && text.first.map { Array(")]}".utf8).contains($0) } ?? false
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

  static func isDigit(_ byte: UInt8?) -> Bool { byte.map { (48...57).contains($0) } ?? false }

  static func isLetter(_ byte: UInt8) -> Bool {
    (65...90).contains(byte) || (97...122).contains(byte) || byte == UInt8(ascii: "_")
  }
}
