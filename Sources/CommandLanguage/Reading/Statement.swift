/// One command line as typed, split into words.
package struct Statement: Hashable, Sendable {
  /// The text, without surrounding blanks and trailing comment.
  package var text: String
  /// Its position in the source; its offset is 0.
  package var place: TextPosition
  /// The words, the command's name first. The keyword before Lua text is among them only if it is
  /// the command's name.
  package var words: [Word]
  /// The Lua text that ends the command, if it has one.
  package var lua: LuaText?
  /// The redirection of the output.
  package var redirection: Redirection

  /// The line of the source on which the statement starts, from 1.
  package var line: Int { place.line }

  /// The position after the last word.
  package var end: TextPosition { words.last?.end ?? place }

  /// Returns the text from a word on, including a redirection, as an alias stores it.
  ///
  /// - Parameter index: an index of `words`; their count is that of the Lua text with its keyword, if
  ///   there is one. Further on the text is empty.
  package func text(fromWord index: Int) -> String {
    let start = index < words.count ? words[index].place.offset : keywordOffset
    guard index <= words.count, let start else { return "" }
    return String(String.UnicodeScalarView(text.unicodeScalars.dropFirst(start)))
  }

  /// Returns the text behind a word, the blank included.
  package func tail(behind word: Word) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.dropFirst(word.end.offset)))
  }

  /// Where the keyword before the Lua text stands, in scalars of `text`; nil without Lua text.
  var keywordOffset: Int? {
    guard let lua else { return nil }
    var start = text.unicodeScalars.prefix(lua.place.offset)
    while let last = start.last, last.properties.isWhitespace || last == "\\" { start.removeLast() }
    return start.count - lua.kind.rawValue.unicodeScalars.count
  }
}

extension Statement {
  /// Creates a statement of the words of a text as they stand: quotes, `;`, `>` and `#` are letters.
  ///
  /// - Parameter text: one line, without blanks around it.
  package init(asTyped text: String) {
    var words: [Word] = []
    var start = TextPosition.start
    for piece in text.unicodeScalars.split(
      omittingEmptySubsequences: false, whereSeparator: \.isBlank)
    {
      if !piece.isEmpty {
        let part = Word.Part(text: String(piece), isQuoted: false, place: start)
        words.append(Word(parts: [part], place: start))
      }
      start = start.advanced(by: piece.count + 1)
    }
    self.init(text: text, place: .start, words: words, lua: nil, redirection: .none)
  }
}

/// The destination of a statement's output.
package enum Redirection: Hashable, Sendable {
  /// Standard output.
  case none
  /// The standard input of a program; the text is for `sh -c`.
  case pipe(String)
  /// A file, which is replaced or appended to.
  case file(Word, append: Bool)

  /// Whether a program gets it.
  package var isProgram: Bool { if case .pipe = self { true } else { false } }
}

/// Parsing of a text with any number of statements.
package enum Script {
  /// Parses all statements of a text.
  ///
  /// - Parameters:
  ///   - source: one line or many.
  ///   - line: the number of its first line.
  ///   - compiles: the Lua compiler.
  /// - Throws: the first error.
  package static func statements(
    of source: String, line: Int = 1, compiles: @escaping LuaCheck
  ) throws(SyntaxError) -> [Statement] {
    var reader = StatementReader(source, line: line, compiles: compiles)
    var statements: [Statement] = []
    while let statement = try reader.next() { statements.append(statement) }
    return statements
  }

  /// Whether a text needs no further line: no quote is open, no line continues, no Lua text is
  /// incomplete. A text with any other error is complete, too: more lines would not fix it.
  package static func isComplete(_ source: String, compiles: @escaping LuaCheck) -> Bool {
    let error = SyntaxError.thrown(by: try statements(of: source, compiles: compiles))
    return error?.problem.isUnfinished != true
  }
}

/// The Lua text of a statement, as it was typed.
package struct LuaText: Hashable, Sendable {
  /// The word that the text follows.
  package enum Kind: String, Hashable, Sendable {
    /// A condition that picks rows.
    case condition = "where"
    /// Statements to run.
    case chunk = "lua"
    /// An expression to print.
    case expression = "="
    /// The new value of a cell.
    case assignment = ":="
    /// A condition that must hold.
    case assertion = "assert"
    /// A condition that must hold for every row, after `assert`.
    case every = "every"

    /// What the text has to be for Lua.
    var grammar: LuaGrammar { self == .chunk ? .chunk : .expression }
  }

  /// Which word it follows.
  package var kind: Kind
  /// The text without the blanks around it; a `\` that continued a line is a blank in it.
  package var text: String
  /// Where the text starts: a Lua error in its first line is this many columns further right.
  package var place: TextPosition
}

/// What a piece of Lua text has to be.
package enum LuaGrammar: Hashable, Sendable {
  /// What may follow `return`.
  case expression
  /// Statements.
  case chunk
}

/// What the Lua compiler says about a piece of text.
package enum LuaTextVerdict: Hashable, Sendable {
  /// It compiles.
  case ok
  /// It is a beginning: the compiler met the end where it wanted more.
  case incomplete
  /// It is wrong, whatever may follow.
  case error
}

/// Asks the Lua compiler about a piece of text; the command language knows no more of Lua.
package typealias LuaCheck = (_ text: String, _ grammar: LuaGrammar) -> LuaTextVerdict
