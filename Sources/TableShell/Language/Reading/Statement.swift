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
