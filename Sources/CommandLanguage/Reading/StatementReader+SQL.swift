extension StatementReader {
  /// Reads SQL as it stands, as one word: to the end of the line outside its quotes, or in `(COMMAND)` to
  /// the parenthesis. A `;` at its end is left out, and a `\\` at the end of a line is a blank.
  ///
  /// - Throws: `unclosedQuote`, `nothingAfterBackslash`.
  mutating func readSQL(into command: inout Command, inGroup: Bool) throws(SyntaxError) {
    let place = cursor.place
    typed.context = .sql(start: cursor.index)
    var text = String.UnicodeScalarView()
    var (kept, depth) = (text.endIndex, 0)
    func take() {
      guard let scalar = cursor.peek() else { return }
      text.append(scalar)
      cursor.advance()
      if !scalar.isBlank, scalar != ";", scalar != "\n" {
        kept = text.endIndex
        command.end = cursor.index
      }
    }
    reading: while let scalar = cursor.peek(), scalar != "\n" {
      if try cursor.skipContinuation() {
        text.append(" ")
        continue
      }
      switch scalar {
      case ")" where inGroup && depth == 0: break reading
      case "(", ")":
        depth += scalar == "(" ? 1 : -1
        take()
      case "'", "\"", "`":
        let quote = cursor.place
        take()
        while let next = cursor.peek(), next != scalar { take() }
        if cursor.isAtEnd, !isOpen {
          throw SyntaxError(.unclosedQuote(String(scalar)), at: quote)
        }
        take()
      case "-" where cursor.peek(1) == "-":
        while let next = cursor.peek(), next != "\n", cursor.continuation == nil {
          _ = next
          take()
        }
      default: take()
      }
    }
    if isOpen, cursor.isAtEnd { return }
    guard kept > text.startIndex else { return }
    command.words.append(Word(quoted: String(text[..<kept]), at: place))
  }
}
