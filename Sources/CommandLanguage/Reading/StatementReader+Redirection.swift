extension StatementReader {
  /// Reads the redirection between a command and the end of its statement, if there is one.
  mutating func readRedirection(after command: inout Command) throws(SyntaxError) -> Redirection {
    try cursor.skipBlanks()
    guard !isAtStatementEnd else { return .none }
    let place = cursor.place
    guard let scalar = cursor.peek(), scalar == "|" || scalar == ">" else {
      throw SyntaxError(.textAfterParenthesis(restOfLine), at: place)
    }
    guard !command.words.isEmpty else {
      throw SyntaxError(.missingCommand(before: String(scalar)), at: place)
    }
    cursor.advance()
    if scalar == "|" { return .pipe(try readProgram(from: place, end: &command.end)) }
    let append = cursor.peek() == ">"
    if append { cursor.advance() }
    return try readFile(append: append, from: place, end: &command.end)
  }

  private var isAtStatementEnd: Bool {
    switch cursor.peek() {
    case nil, "\n", ";", "#": true
    default: false
    }
  }

  private var restOfLine: String {
    var ahead = cursor
    ahead.skipLine()
    var rest = cursor.text(cursor.index..<ahead.index).unicodeScalars[...]
    while let last = rest.last, last.isBlank || last == "\n" { rest.removeLast() }
    return String(rest)
  }

  private mutating func readFile(
    append: Bool, from place: TextPosition, end: inout Int
  ) throws(SyntaxError) -> Redirection {
    try cursor.skipBlanks()
    expectWord(behind: [])
    typed.context = .file
    guard !isAtStatementEnd, cursor.peek() != "|", cursor.peek() != ">" else {
      throw SyntaxError(.missingFile(after: append ? ">>" : ">"), at: place)
    }
    let file = try readWord(in: nil, inGroup: false)
    end = wordEnd
    if cursor.isAtEnd { typed.word = file } else { typed.context = .other }
    try cursor.skipBlanks()
    guard isAtStatementEnd else { throw SyntaxError(.textAfterFile(restOfLine), at: cursor.place) }
    return OutputPath.isStandardOutput(file.path) ? .none : .file(file, append: append)
  }

  /// Reads the text of a program up to a `;`, a comment or a line end outside its quotes.
  ///
  /// The text is for `sh`, so its quotes and escapes are kept.
  private mutating func readProgram(from place: TextPosition, end: inout Int) throws(SyntaxError)
    -> String
  {
    typed.context = .other
    try cursor.skipBlanks()
    var program = String.UnicodeScalarView()
    var kept = program.endIndex
    var isWordStart = true
    while let scalar = cursor.peek(), scalar != "\n", scalar != ";" {
      if scalar == "#", isWordStart { break }
      if try cursor.skipContinuation() {
        program.append(contentsOf: "\\\n".unicodeScalars)
        continue
      }
      isWordStart = scalar.isBlank
      let start = cursor.index
      if scalar == "'" || scalar == "\"" {
        try skipProgramQuote(scalar)
      } else {
        cursor.advance(scalar == "\\" ? 2 : 1)
      }
      program.append(contentsOf: cursor.text(start..<cursor.index).unicodeScalars)
      if !scalar.isBlank {
        end = cursor.index
        kept = program.endIndex
      }
    }
    guard kept > program.startIndex else { throw SyntaxError(.missingProgram, at: place) }
    return String(program[..<kept])
  }

  private mutating func skipProgramQuote(_ quote: Unicode.Scalar) throws(SyntaxError) {
    let start = cursor.place
    cursor.advance()
    while let scalar = cursor.peek() {
      cursor.advance(scalar == "\\" && quote == "\"" ? 2 : 1)
      if scalar == quote { return }
    }
    throw SyntaxError(.unclosedQuote(String(quote)), at: start)
  }
}
