/// A line parsed up to the cursor, for completion: unlike `StatementReader` it accepts open quotes
/// and unfinished Lua.
struct TypedLine {
  /// The context of the cursor.
  enum Context: Equatable {
    /// In a word of a command.
    case word
    /// In the name of a file after `>`.
    case file
    /// Lua text; where it begins, in scalars.
    case lua(LuaText.Kind, start: Int)
    /// In text without completion: a program, a comment.
    case other
  }

  /// The words before the one at the cursor, the command's name first.
  private(set) var words: [Word] = []
  /// What the cursor stands in.
  private(set) var context = Context.word

  private var cursor: Cursor
  private var begun: Word?
  private let compiles: LuaCheck

  /// - Parameter text: what stands before the cursor.
  init(_ text: String, compiles: @escaping LuaCheck) {
    self.compiles = compiles
    cursor = Cursor(text, line: 1)
    while !cursor.isAtEnd { readNext() }
  }

  /// The word at the cursor, perhaps empty.
  var word: Word { begun ?? Word(parts: [], place: cursor.place) }

  private var verbIndex: Int { words.first?.is("alias") == true ? 2 : 0 }

  private mutating func beginStatement() {
    cursor.advance()
    words = []
    context = .word
  }

  private mutating func readNext() {
    switch cursor.peek() {
    case " ", "\t", "\r": cursor.advance()
    case "\n", ";": beginStatement()
    case "\\" where cursor.peek(1) == "\n": cursor.advance(2)
    case "#": skip(until: "\n")
    case "|": skip(until: "\n;")
    case ">":
      cursor.advance()
      context = .file
    case "(" where words.isEmpty: cursor.advance()
    case "=" where words.count == verbIndex:
      cursor.advance()
      readLua(.expression)
    default: readWord()
    }
  }

  private mutating func skip(until ends: String) {
    while let scalar = cursor.peek(), !ends.unicodeScalars.contains(scalar) { cursor.advance() }
    if cursor.isAtEnd { context = .other }
  }

  private mutating func readWord() {
    var word = Word(parts: [], place: cursor.place)
    while let scalar = cursor.peek(), !scalar.isBlank, !"\n;|>".unicodeScalars.contains(scalar) {
      if isEdit, cursor.isAt(":=") {
        if !word.isEmpty { words.append(word) }
        cursor.advance(2)
        return readLua(.assignment)
      }
      if scalar == "(", let kind = luaKind(of: word) { return readLua(kind) }
      if scalar == "'" || scalar == "\"" {
        word.parts.append(readQuoted(scalar))
        continue
      }
      if word.parts.last?.isQuoted != false {
        word.parts.append(Word.Part(text: "", isQuoted: false, place: cursor.place))
      }
      word.parts[word.parts.count - 1].text.unicodeScalars.append(scalar)
      cursor.advance()
    }
    if cursor.isAtEnd {
      begun = word
    } else if let kind = luaKind(of: word) {
      readLua(kind)
    } else {
      words.append(word)
    }
  }

  private mutating func readQuoted(_ quote: Unicode.Scalar) -> Word.Part {
    cursor.advance()
    var part = Word.Part(text: "", isQuoted: true, place: cursor.place)
    while var scalar = cursor.peek() {
      cursor.advance()
      if scalar == quote { break }
      if scalar == "\\", quote == "\"", let letter = cursor.peek() {
        cursor.advance()
        scalar = letter == "n" ? "\n" : letter == "t" ? "\t" : letter
      }
      part.text.unicodeScalars.append(scalar)
    }
    return part
  }

  private var isEdit: Bool { words.count > verbIndex && words[verbIndex].is("edit") }

  /// The kind of Lua text that a word begins.
  private func luaKind(of word: Word) -> LuaText.Kind? {
    if words.count == verbIndex {
      return word.is("lua") ? .chunk : word.is("assert") ? .assertion : nil
    }
    let last = word.behindLast(",") ?? word
    return !words.isEmpty && last.is("where") ? .condition : nil
  }

  /// Reads to the end of Lua text: a `;` or line end, outside strings and brackets, before which
  /// the text compiles.
  private mutating func readLua(_ kind: LuaText.Kind) {
    let start = cursor.index
    var depth = 0
    var quote: Unicode.Scalar?
    while let scalar = cursor.peek() {
      if let open = quote {
        if scalar == "\\" { cursor.advance() } else if scalar == open { quote = nil }
      } else {
        switch scalar {
        case "'", "\"": quote = scalar
        case "(", "[", "{": depth += 1
        case ")", "]", "}": depth -= 1
        case ";", "\n":
          let text = cursor.text(start..<cursor.index)
          let verdict = depth > 0 ? .incomplete : compiles(text, kind.grammar)
          if verdict == .ok || verdict == .error && scalar == "\n" { return beginStatement() }
        default: break
        }
      }
      cursor.advance()
    }
    context = .lua(kind, start: start)
  }
}

extension Word {
  /// Where it starts in its line, in scalars.
  var start: Int { place.offset }

  /// Whether it starts, unquoted, with a scalar.
  func starts(with scalar: Unicode.Scalar) -> Bool {
    unquotedStart.unicodeScalars.first == scalar
  }

  /// What stands behind the last unquoted scalar, nil when there is none.
  func behindLast(_ scalar: Unicode.Scalar) -> Word? {
    let pieces = split(at: scalar)
    return pieces.count > 1 ? pieces.last : nil
  }
}
