extension StatementReader {
  /// The words and the Lua text of a command.
  struct Command {
    /// The words read so far.
    var words: [Word] = []
    /// The Lua text at its end, if any.
    var lua: LuaText?
    /// The index in the source after its last word or Lua text.
    var end: Int

    /// The index of the command's name in `words`: 2 after `alias NAME`, else 0.
    var verbIndex: Int { words.first?.is("alias") == true ? 2 : 0 }

    /// Whether it is `edit`.
    var isEdit: Bool { words.count > verbIndex && words[verbIndex].is("edit") }

    /// Whether SQL may begin here: behind `query` and its options.
    var takesSQL: Bool {
      words.count > verbIndex && words[verbIndex].is("query")
        && words[(verbIndex + 1)...].allSatisfy { $0.starts(with: "-") }
    }

    /// Whether `:=` begins Lua text.
    var takesAssignment: Bool {
      isEdit
        || words.count > verbIndex + 1 && words[verbIndex].is("column")
          && words[verbIndex + 1].is("add")
    }
  }

  /// Reads words up to a separator, or up to and including Lua text.
  mutating func readCommand(inGroup: Bool) throws(SyntaxError) -> Command {
    var command = Command(end: cursor.index)
    while true {
      try cursor.skipBlanks()
      expectWord(behind: command.words)
      guard let scalar = cursor.peek(), scalar != "#", !endsCommand(scalar, inGroup: inGroup) else {
        return command
      }
      if command.takesSQL, scalar != "'", scalar != "\"", scalar != "-" {
        try readSQL(into: &command, inGroup: inGroup)
        return command
      }
      if let kind = luaKind(in: command, inGroup: inGroup) {
        try readLua(kind, into: &command, inGroup: inGroup)
        if command.lua == nil { continue }
        return command
      }
      let word = try readWord(in: command, inGroup: inGroup)
      command.words.append(word)
      command.end = wordEnd
      if cursor.isAtEnd {
        typed.word = word
        return command
      }
    }
  }

  private func endsCommand(_ scalar: Unicode.Scalar, inGroup: Bool) -> Bool {
    switch scalar {
    case "\n", ";", "|", ">": true
    case ")": inGroup
    default: false
    }
  }

  /// Returns the kind of Lua text whose keyword is next, at the start of a word; nil: none.
  private func luaKind(in command: Command, inGroup: Bool) -> LuaText.Kind? {
    if command.words.count == command.verbIndex {
      if cursor.peek() == "=" { return .expression }
      if isAtKeyword("lua", inGroup: inGroup) { return .chunk }
      if isAtKeyword("assert", inGroup: inGroup) { return isAtAssertEvery ? nil : .assertion }
    }
    if command.words.count == command.verbIndex + 1, command.words[command.verbIndex].is("assert") {
      return .every
    }
    if command.takesAssignment, cursor.isAt(":=") { return .assignment }
    let isCondition = !command.words.isEmpty && isAtKeyword("where", inGroup: inGroup)
    return isCondition ? .condition : nil
  }

  /// Whether `assert every` is next; with a parenthesis at it `every` is a function of Lua's.
  private var isAtAssertEvery: Bool {
    var ahead = cursor
    ahead.advance(6)
    guard (try? ahead.skipBlanks()) != nil, ahead.isAt("every") else { return false }
    ahead.advance(5)
    guard let next = ahead.peek() else { return !isOpen }
    return next.isBlank || next == "\n" || ahead.continuation != nil
  }

  /// Whether the given word is next, followed by what ends a word or by a parenthesis.
  private func isAtKeyword(_ keyword: String, inGroup: Bool) -> Bool {
    var ahead = cursor
    guard ahead.isAt(keyword) else { return false }
    ahead.advance(keyword.unicodeScalars.count)
    guard let next = ahead.peek() else { return !isOpen }
    return next.isBlank || next == "(" || endsCommand(next, inGroup: inGroup)
      || ahead.continuation != nil
  }

  /// Reads a keyword and the Lua text after it; `where EXPR set` of `edit` becomes a word.
  private mutating func readLua(
    _ kind: LuaText.Kind, into command: inout Command, inGroup: Bool
  ) throws(SyntaxError) {
    let keyword = Word.Part(text: kind.rawValue, isQuoted: false, place: cursor.place)
    if command.words.count == command.verbIndex {
      command.words.append(Word(parts: [keyword], place: keyword.place))
    }
    cursor.advance(kind.rawValue.unicodeScalars.count)
    command.end = cursor.index
    typed.context = .lua(kind, start: cursor.index)
    var reader = LuaTextReader(cursor: cursor, kind: kind, inGroup: inGroup, compiles: compiles)
    reader.isOfEdit = command.isEdit
    reader.isOpen = isOpen
    defer { cursor = reader.cursor }
    let lua = try reader.read()
    if reader.endedAtSet {
      let part = Word.Part(text: "where \(lua.text) set", isQuoted: true, place: keyword.place)
      command.words.append(Word(parts: [part], place: keyword.place, condition: lua))
      command.end = reader.end
      return
    }
    if !lua.text.isEmpty { command.end = reader.end }
    command.lua = lua
  }

  /// Reads one word; the next scalar belongs to it.
  ///
  /// - Parameter command: the command so far; nil for the name of a file.
  mutating func readWord(in command: Command?, inGroup: Bool) throws(SyntaxError) -> Word {
    var word = Word(at: cursor.place)
    var part = Word.Part(text: "", isQuoted: false, place: cursor.place)
    func finished() -> Word {
      part.text.isEmpty ? word : Word(parts: word.parts + [part], place: word.place)
    }
    while let scalar = cursor.peek(), !scalar.isBlank, !endsCommand(scalar, inGroup: inGroup) {
      if scalar == "'" || scalar == "\"" || cursor.continuation != nil {
        word = finished()
        if scalar != "\\" {
          word.parts.append(try readQuoted(scalar))
          wordEnd = cursor.index
        } else {
          _ = try cursor.skipContinuation()
        }
        part = Word.Part(text: "", isQuoted: false, place: cursor.place)
        continue
      }
      if let command, command.takesAssignment, cursor.isAt(":="), finished().isColumnName { break }
      part.text.unicodeScalars.append(scalar)
      cursor.advance()
      wordEnd = cursor.index
      if let command, !command.words.isEmpty, scalar == ",", isAtKeyword("where", inGroup: inGroup)
      {
        break
      }
    }
    return finished()
  }

  /// Reads a quoted part; the next scalar is the quote.
  private mutating func readQuoted(_ quote: Unicode.Scalar) throws(SyntaxError) -> Word.Part {
    let start = cursor.place
    cursor.advance()
    var part = Word.Part(text: "", isQuoted: true, place: cursor.place)
    while let scalar = cursor.peek() {
      let place = cursor.place
      cursor.advance()
      if scalar == quote { return part }
      if scalar == "\\", quote == "\"", let letter = cursor.peek() {
        cursor.advance()
        guard let meaning = Self.escapes[letter] ?? readNumber(letter) ?? (isOpen ? letter : nil)
        else { throw SyntaxError(.unknownEscape("\\\(letter)"), at: place) }
        part.text.unicodeScalars.append(meaning)
      } else {
        part.text.unicodeScalars.append(scalar)
      }
    }
    if isOpen { return part }
    throw SyntaxError(.unclosedQuote(String(quote)), at: start)
  }

  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "n": "\n", "r": "\r", "t": "\t", "\"": "\"", "\\": "\\",
  ]

  /// Reads the number of a scalar, as in `\x1b` and `\u{a0}`, after its letter; nil, and nothing is
  /// read, if there is none.
  private mutating func readNumber(_ letter: Unicode.Scalar) -> Unicode.Scalar? {
    var ahead = cursor
    let isBraced = letter == "u"
    guard isBraced || letter == "x" else { return nil }
    if isBraced {
      guard ahead.peek() == "{" else { return nil }
      ahead.advance()
    }
    var digits = ""
    while digits.utf8.count < (isBraced ? 6 : 2), let digit = ahead.peek(),
      digit.properties.isASCIIHexDigit
    {
      digits.unicodeScalars.append(digit)
      ahead.advance()
    }
    if isBraced {
      guard ahead.peek() == "}" else { return nil }
      ahead.advance()
    }
    guard let number = UInt32(digits, radix: 16), isBraced || digits.utf8.count == 2,
      isBraced || number < 0x80, let scalar = Unicode.Scalar(number)
    else { return nil }
    cursor = ahead
    return scalar
  }
}

extension Word {
  /// Whether it can be a column directly before `:=`: an identifier, or any text in quotes.
  fileprivate var isColumnName: Bool {
    let bare = parts.filter { !$0.isQuoted }
    guard bare.allSatisfy({ $0.text.unicodeScalars.allSatisfy(\.isWordScalar) }) else {
      return false
    }
    return unquotedStart.unicodeScalars.first?.isDigit != true && !isEmpty
  }
}
