/// Parses a text into statements, one at a time.
///
/// Each line holds one command, or several separated by `;`. A `\` at the end of a line, or an open
/// quote, continues it on the next. `#` at the start of a word begins a comment. After an error the
/// reader continues on the next line, so a batch may report it and keep going:
///
///     var reader = StatementReader("count; show name > names.txt", compiles: check)
///     try reader.next()?.text  // "count"
///     try reader.next()?.text  // "show name > names.txt"
struct StatementReader {
  /// The reading position.
  var cursor: Cursor
  /// The Lua compiler.
  let compiles: LuaCheck
  /// The index after the last word, without a line continuation after it.
  var wordEnd = 0

  /// Whether the text ends at the cursor of a line that is being typed: then quotes and Lua text may
  /// be open, and all places count from the start of the text.
  let isOpen: Bool
  /// The context at the end of an open text.
  var typed: TypedLine

  /// Creates a reader at the start of a text.
  ///
  /// - Parameter line: the number of the first line.
  init(_ source: String, line: Int = 1, isOpen: Bool = false, compiles: @escaping LuaCheck) {
    cursor = Cursor(source, line: line)
    self.isOpen = isOpen
    self.compiles = compiles
    typed = TypedLine(word: Word(at: cursor.place))
  }

  /// Records that an empty word here would follow the words.
  mutating func expectWord(behind words: [Word]) {
    if isOpen { typed = TypedLine(words: words, word: Word(at: cursor.place)) }
  }

  /// Returns the next statement; nil after the last.
  ///
  /// - Throws: the error in the next statement; the rest of its line is skipped.
  mutating func next() throws(SyntaxError) -> Statement? {
    do {
      try skipSeparators()
      guard !cursor.isAtEnd else { return nil }
      return try readStatement()
    } catch {
      if !cursor.isAtEnd || error.problem == .nothingAfterBackslash { typed.context = .other }
      cursor.skipLine()
      throw error
    }
  }

  /// Skips blanks, empty lines, empty statements and comments.
  private mutating func skipSeparators() throws(SyntaxError) {
    while true {
      if !isOpen { cursor.origin = cursor.index }
      try cursor.skipBlanks()
      expectWord(behind: [])
      switch cursor.peek() {
      case "\n", ";": cursor.advance()
      case "#":
        cursor.skipLine()
        if cursor.isAtEnd, cursor.peek(-1) != "\n" { return typed.context = .other }
      default: return
      }
    }
  }

  private mutating func readStatement() throws(SyntaxError) -> Statement {
    if !isOpen { cursor.origin = cursor.index }
    let place = cursor.place
    let start = cursor.index
    let isGroup = cursor.peek() == "("
    if isGroup { cursor.advance() }
    var command = try readCommand(inGroup: isGroup)
    if isGroup {
      command.end = try readGroupEnd(command, from: place)
      typed.context = .other
    }
    let redirection = try readRedirection(after: &command)
    let text = cursor.text(start..<command.end)
    return Statement(
      text: text, place: place, words: command.words, lua: command.lua, redirection: redirection)
  }

  /// Reads the `)` of a command in parentheses and returns the index after it.
  private mutating func readGroupEnd(_ command: Command, from place: TextPosition)
    throws(SyntaxError) -> Int
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
