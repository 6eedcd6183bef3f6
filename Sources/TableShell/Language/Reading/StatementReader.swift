/// Cuts a text into statements, one at a time.
///
/// One command stands on a line; `;` separates several. A `\` at the end of a line, or an open
/// quote, continues it on the next. `#` at the start of a word begins a comment. The reader goes on
/// behind a line with an error, so a batch may report it and keep going:
///
///     var reader = StatementReader("count; show name > names.txt", compiles: check)
///     try reader.next()?.text  // "count"
///     try reader.next()?.text  // "show name > names.txt"
struct StatementReader {
  /// Where reading stands.
  var cursor: Cursor
  /// Asks the Lua compiler.
  let compiles: LuaCheck
  /// The index behind the last word, without a `\` that continues the line behind it.
  var wordEnd = 0

  /// Starts at the beginning of a text whose first line has the given number.
  init(_ source: String, line: Int = 1, compiles: @escaping LuaCheck) {
    cursor = Cursor(source, line: line)
    self.compiles = compiles
  }

  /// The next statement, nil behind the last.
  ///
  /// - Throws: what is wrong with the next statement; the line it ends on is skipped.
  mutating func next() throws(SyntaxError) -> Statement? {
    do {
      try skipSeparators()
      guard !cursor.isAtEnd else { return nil }
      cursor.origin = cursor.index
      return try readStatement()
    } catch {
      cursor.skipLine()
      throw error
    }
  }

  /// Moves over blanks, empty lines, empty statements and comments.
  private mutating func skipSeparators() throws(SyntaxError) {
    while true {
      cursor.origin = cursor.index
      try cursor.skipBlanks()
      switch cursor.peek() {
      case "\n", ";": cursor.advance()
      case "#": cursor.skipLine()
      default: return
      }
    }
  }

  private mutating func readStatement() throws(SyntaxError) -> Statement {
    let place = cursor.place
    let start = cursor.index
    let isGroup = cursor.peek() == "("
    if isGroup { cursor.advance() }
    var command = try readCommand(inGroup: isGroup)
    if isGroup { command.end = try readGroupEnd(command, from: place) }
    let redirection = try readRedirection(after: &command)
    let text = cursor.text(start..<command.end)
    return Statement(
      text: text, place: place, words: command.words, lua: command.lua, redirection: redirection)
  }

  /// Reads the `)` of a command in parentheses and returns the index behind it.
  private mutating func readGroupEnd(_ command: Command, from place: TextPosition)
    throws(SyntaxError)
    -> Int
  {
    guard cursor.peek() == ")" else {
      guard let scalar = cursor.peek(), ";|>".unicodeScalars.contains(scalar) else {
        throw SyntaxError(.unclosedParenthesis, at: place)
      }
      throw SyntaxError(.separatorInParentheses(String(scalar)), at: cursor.place)
    }
    guard !command.words.isEmpty else { throw SyntaxError(.emptyParentheses, at: place) }
    cursor.advance()
    return cursor.index
  }
}
