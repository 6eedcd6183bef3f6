/// A piece of Swift or Objective-C, without comments and with strings as one piece.
struct CodeToken: Hashable {
  enum Kind: Hashable {
    case name(String)
    case number(Int)
    /// A string, a character, or a number that is no index.
    case literal
    /// A bracket, an operator or another mark, as long as it goes on: `..<`, `!=`, `(`.
    case mark(String)
    /// The end of the source.
    case end
  }

  let kind: Kind
  /// The token as it stands in the source.
  let text: String
  /// The line and the column in characters, from 1.
  let line: Int
  let column: Int
  /// The line on which the token ends: a string may have several.
  let endLine: Int
  /// Whether nothing stands between the token before and this one.
  let isJoined: Bool

  func isMark(_ mark: String) -> Bool { kind == .mark(mark) }

  var name: String? { if case .name(let name) = kind { name } else { nil } }
  var number: Int? { if case .number(let number) = kind { number } else { nil } }
}

/// Takes Swift and Objective-C apart.
struct CodeLexer {
  private let source: [Character]
  private var position = 0
  private var line = 1
  private var column = 1
  private var tokens: [CodeToken] = []
  /// Where the last token ended.
  private var lastEnd = 0
  private static let longMarks = [
    "..<", "...", "===", "!==", "->", "==", "!=", "<=", ">=", "&&", "||", "??", "+=", "-=", "*=",
    "/=",
    "++", "--",
  ]

  /// Returns the tokens of a source; the last is its end.
  ///
  /// - Complexity: O(length).
  static func tokens(of source: String) -> [CodeToken] {
    var lexer = CodeLexer(source: Array(source))
    while lexer.readToken() {}
    lexer.add(.end, from: (lexer.position, line: lexer.line, column: lexer.column))
    return lexer.tokens
  }

  private init(source: [Character]) { self.source = source }

  private var next: Character? { position < source.count ? source[position] : nil }

  private func at(_ offset: Int) -> Character? {
    position + offset < source.count ? source[position + offset] : nil
  }

  private func starts(_ text: String) -> Bool {
    for (i, character) in text.enumerated() where at(i) != character { return false }
    return true
  }

  private mutating func advance(_ count: Int = 1) {
    for _ in 0..<count where position < source.count {
      if source[position].isNewline {
        line += 1
        column = 1
      } else {
        column += 1
      }
      position += 1
    }
  }

  private mutating func add(_ kind: CodeToken.Kind, from start: (Int, line: Int, column: Int)) {
    tokens.append(
      CodeToken(
        kind: kind, text: String(source[start.0..<position]), line: start.line,
        column: start.column, endLine: line, isJoined: start.0 == lastEnd))
    lastEnd = position
  }

  /// Reads up to the end of the next token; false at the end of the source.
  private mutating func readToken() -> Bool {
    skipBlanks()
    guard let first = next else { return false }
    let start = (position, line: line, column: column)
    if first.isLetter || first == "_" || first == "$" {
      while let letter = next, letter.isLetter || letter.isNumber || letter == "_" || letter == "$"
      {
        advance()
      }
      add(.name(String(source[start.0..<position])), from: start)
    } else if first.isASCII, first.isNumber {
      add(readNumber().map { .number($0) } ?? .literal, from: start)
    } else if first == "\"" || first == "#" && hasRawString {
      readString()
      add(.literal, from: start)
    } else if first == "'" {
      readCharacter()
      add(.literal, from: start)
    } else {
      let mark = Self.longMarks.first(where: starts) ?? String(first)
      advance(mark.count)
      add(.mark(mark), from: start)
    }
    return true
  }

  private mutating func skipBlanks() {
    while let character = next {
      if character.isWhitespace {
        advance()
      } else if starts("//") {
        while let character = next, !character.isNewline { advance() }
      } else if starts("/*") {
        skipComment()
      } else {
        return
      }
    }
  }

  /// Comments of Swift nest.
  private mutating func skipComment() {
    var depth = 0
    while next != nil {
      if starts("/*") {
        depth += 1
        advance(2)
      } else if starts("*/") {
        depth -= 1
        advance(2)
        if depth == 0 { return }
      } else {
        advance()
      }
    }
  }

  /// `12`, `1_000`, `0x1F`; nil for `1.5` and what is too large.
  private mutating func readNumber() -> Int? {
    let start = position
    while let digit = next,
      digit.isLetter || digit.isNumber || digit == "_"
        || digit == "." && at(1)?.isNumber == true && at(1) != "."
    {
      advance()
    }
    let text = source[start..<position].filter { $0 != "_" }
    if text.starts(with: "0x") || text.starts(with: "0X") {
      return Int(String(text.dropFirst(2)), radix: 16)
    }
    // `2u` and `2UL` of Objective-C.
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let suffix = text.dropFirst(digits.count).map { $0.lowercased() }.joined()
    return ["", "u", "l", "ul", "lu"].contains(suffix) ? Int(String(digits)) : nil
  }

  private var hasRawString: Bool {
    var offset = 0
    while at(offset) == "#" { offset += 1 }
    return at(offset) == "\""
  }

  private mutating func readString() {
    var marks = 0
    while next == "#" {
      marks += 1
      advance()
    }
    let end = (starts("\"\"\"") ? "\"\"\"" : "\"") + String(repeating: "#", count: marks)
    advance(end.count - marks)
    while let character = next {
      if starts(end) {
        advance(end.count)
        return
      }
      // A line end closes a string that is not closed.
      if character.isNewline, end.first == "\"", !end.hasPrefix("\"\"\"") { return }
      if character == "\\", marks == 0 {
        if at(1) == "(" { skipInterpolation() } else { advance(2) }
      } else {
        advance()
      }
    }
  }

  /// `\(…)` with brackets and strings inside.
  private mutating func skipInterpolation() {
    advance(2)
    var depth = 1
    while let character = next, depth > 0 {
      if character == "\"" {
        readString()
      } else {
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
        advance()
      }
    }
  }

  /// `'a'`, `'\n'`; a lone quote is skipped.
  private mutating func readCharacter() {
    let length = at(1) == "\\" ? 4 : 3
    advance(at(length - 1) == "'" ? length : 1)
  }
}
