/// One command as it was typed, cut into words.
struct Statement: Hashable, Sendable {
  /// What was typed, without blanks around it and without a comment behind it.
  var text: String
  /// Where it starts in the source; its offset is 0.
  var place: TextPosition
  /// The words, the command's name first; the keyword before Lua text is no word, unless it is the
  /// command's name.
  var words: [Word]
  /// The Lua text that ends the command, if it has one.
  var lua: LuaText?
  /// Where the output goes.
  var redirection: Redirection

  /// The line of the source on which the statement starts, from 1.
  var line: Int { place.line }

  /// What was typed from a word on, as an alias keeps it; it includes a redirection.
  ///
  /// - Parameter index: an index of `words`; behind the last word the text is empty.
  func text(fromWord index: Int) -> String {
    guard index < words.count else { return "" }
    return String(
      String.UnicodeScalarView(text.unicodeScalars.dropFirst(words[index].place.offset)))
  }
}

/// Where the output of a statement goes.
enum Redirection: Hashable, Sendable {
  /// To standard output.
  case none
  /// To the standard input of a program; the text is for `sh -c`.
  case pipe(String)
  /// To a file, replacing or continuing it.
  case file(Word, append: Bool)
}

/// The statements of a text.
enum Script {
  /// Reads all statements of a text, or none.
  ///
  /// - Parameters:
  ///   - source: one line or many.
  ///   - line: the number of its first line.
  ///   - compiles: asks the Lua compiler.
  /// - Throws: the first error.
  static func statements(
    of source: String, line: Int = 1, compiles: @escaping LuaCheck
  ) throws(SyntaxError) -> [Statement] {
    var reader = StatementReader(source, line: line, compiles: compiles)
    var statements: [Statement] = []
    while let statement = try reader.next() { statements.append(statement) }
    return statements
  }

  /// Whether a text can be run as it is: no quote is open, no line is to be continued, no Lua text
  /// wants more. A text with any other error is complete, too: more lines would not mend it.
  static func isComplete(_ source: String, compiles: @escaping LuaCheck) -> Bool {
    let error = SyntaxError.thrown(by: try statements(of: source, compiles: compiles))
    return error?.problem.isUnfinished != true
  }
}

/// The Lua text of a statement, as it was typed.
struct LuaText: Hashable, Sendable {
  /// The word that the text follows.
  enum Kind: String, Hashable, Sendable {
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

    /// What the text has to be for Lua.
    var grammar: LuaGrammar { self == .chunk ? .chunk : .expression }
  }

  /// Which word it follows.
  var kind: Kind
  /// The text without the blanks around it; a `\` that continued a line is a blank in it.
  var text: String
  /// Where the text starts: a Lua error in its first line is this many columns further right.
  var place: TextPosition
}

/// What a piece of Lua text has to be.
enum LuaGrammar: Hashable, Sendable {
  /// What may follow `return`.
  case expression
  /// Statements.
  case chunk
}

/// What the Lua compiler says about a piece of text.
enum LuaTextVerdict: Hashable, Sendable {
  /// It compiles.
  case ok
  /// It is a beginning: the compiler met the end where it wanted more.
  case incomplete
  /// It is wrong, whatever may follow.
  case error
}

/// Asks the Lua compiler about a piece of text; the command language knows no more of Lua.
typealias LuaCheck = (_ text: String, _ grammar: LuaGrammar) -> LuaTextVerdict
