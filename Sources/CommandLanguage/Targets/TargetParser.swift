/// A parser of targets, from the words of a command and the Lua text after them.
///
/// Commas separate the targets of a list, with or without blanks around them. `in SECTION` applies
/// to the whole list after it; `where` takes the rest of the line. A nested `in` is refused as
/// ambiguous.
package struct TargetParser {
  /// A word between two commas, or a comma, in the word of that index.
  private struct Token {
    let word: Word?
    let place: TextPosition
    let index: Int
  }

  private var tokens: ArraySlice<Token>
  private let lua: LuaText?
  private let end: TextPosition

  /// The name of a target in errors.
  package static let what = "a target"

  private var lastText = ""
  /// Whether other words may follow the target.
  private var allowsMore = false

  /// Parses words that form exactly one target.
  ///
  /// - Parameters:
  ///   - words: the words of the target, without the command's name and options.
  ///   - lua: the statement's Lua text; only that of `where` is part of a target.
  ///   - place: the position for errors if there is no word.
  package static func parse(
    _ words: some Collection<Word>, lua: LuaText? = nil, at place: TextPosition
  ) throws(SyntaxError) -> Target {
    var parser = TargetParser(words, lua: lua, at: place)
    return try parser.list(isInside: false)
  }

  /// Returns the extent of a target at the start of words; other words may follow it.
  package static func reach(
    of words: some Collection<Word>, lua: LuaText? = nil, at place: TextPosition
  ) throws(SyntaxError) -> ArgumentReach {
    var parser = TargetParser(words, lua: lua, at: place)
    parser.allowsMore = true
    let target = try parser.list(isInside: false)
    if let rest = parser.tokens.first { return .init(count: rest.index) }
    return .init(count: words.count, takesLua: parser.lua != nil && target.endsInCondition)
  }

  /// Whether the last of words is `COL=COL` after `matching FILE on`, and no assignment.
  static func isColumnPair(_ words: ArraySlice<Word>) -> Bool {
    let last = words.suffix(4)
    guard last.count == 4, let first = last.first?.split(at: ",").last else { return false }
    return first.is("matching") && last[last.endIndex - 2].is("on")
  }

  private init(_ words: some Collection<Word>, lua: LuaText?, at place: TextPosition) {
    self.lua = lua?.kind == .condition ? lua : nil
    var tokens: [Token] = []
    for (number, word) in words.enumerated() {
      for (index, piece) in word.split(at: ",").enumerated() {
        if index > 0 { tokens.append(Token(word: nil, place: piece.place, index: number)) }
        if !piece.isEmpty {
          tokens.append(Token(word: piece, place: piece.place, index: number))
        }
      }
      if word.isEmpty { tokens.append(Token(word: word, place: word.place, index: number)) }
    }
    self.tokens = tokens[...]
    end = self.lua?.place ?? words.reversed().first?.end ?? place
  }

  /// The place of the next token.
  private var place: TextPosition { tokens.first?.place ?? end }

  private mutating func nextWord() -> Word? {
    guard let word = tokens.first?.word else { return nil }
    tokens.removeFirst()
    lastText = word.text
    return word
  }

  private mutating func list(isInside: Bool) throws(SyntaxError) -> Target {
    var targets = [try item(isInside: isInside)]
    while let token = tokens.first {
      if let word = token.word {
        if allowsMore { break }
        let known = shown(targets.last)
        throw word.fault(
          ArgumentReader.isOption(word)
            ? .optionInTarget(word.text) : .unexpectedWord(word.text, after: known))
      }
      lastText = ","
      tokens.removeFirst()
      targets.append(try item(isInside: isInside))
    }
    if !allowsMore, let lua, let last = targets.last, !last.endsInCondition {
      throw SyntaxError(.unexpectedWord("where", after: shown(last)), at: lua.place)
    }
    return targets.count == 1 ? targets[0] : .union(targets.flatMap(\.members))
  }

  /// A target as it was typed: a section alone is not `NAME:*`.
  private func shown(_ target: Target?) -> String {
    let text = target?.description ?? ""
    return text == "\(lastText):*" || text == "\(Quoting.quoted(lastText)):*" ? lastText : text
  }

  private mutating func item(isInside: Bool) throws(SyntaxError) -> Target {
    guard let word = nextWord() else { return try itemWithoutWord() }
    if let condition = word.condition { return .condition(condition.text) }
    guard word.isUnquoted else { return try word.target() }
    switch word.text {
    case "*": return .everything
    case "selected": return .selected
    case "marked": return .marked
    case "visible": return .visible
    case "rule":
      guard let name = nextWord() else { throw missing("the name of a rule", after: "rule") }
      return .rule(name.text)
    case "matching":
      guard let file = nextWord() else { throw missing("a file", after: "matching") }
      guard let on = tokens.first?.word, on.is("on") else {
        throw missing("'on'", after: "matching \(file.text)")
      }
      tokens.removeFirst()
      lastText = "on"
      guard let column = nextWord() else { throw missing("a column", after: "on") }
      return .matching(file.path, try ColumnPair(column))
    case "in":
      let place = word.place
      guard let name = nextWord() else { throw missing("a section", after: "in") }
      guard !isInside else { throw SyntaxError(.nestedIn("in \(name.text)"), at: place) }
      lastText = "in \(name.text)"
      return .within(try SectionReference(name), try list(isInside: true))
    default: return try word.target()
    }
  }

  /// Parses an item without a word: a `where`.
  private func itemWithoutWord() throws(SyntaxError) -> Target {
    guard tokens.isEmpty, let lua else {
      throw lastText.isEmpty && tokens.isEmpty
        ? SyntaxError(.missingTarget, at: end) : missing(Self.what, after: lastText)
    }
    guard !lua.text.isEmpty else {
      throw SyntaxError(.missing("a Lua expression", after: "where"), at: lua.place)
    }
    return .condition(lua.text)
  }

  private func missing(_ what: String, after before: String) -> SyntaxError {
    before.isEmpty
      ? SyntaxError(.missingTarget, at: place)
      : SyntaxError(.missing(what, after: before), at: place)
  }
}

extension Target {
  /// The targets of a union, else the target itself.
  fileprivate var members: [Target] {
    if case .union(let targets) = self { targets } else { [self] }
  }

  /// Whether it ends with `where`.
  fileprivate var endsInCondition: Bool {
    switch self {
    case .condition: true
    case .within(_, let target): target.endsInCondition
    case .union(let targets): targets.last?.endsInCondition ?? false
    default: false
    }
  }
}

extension Word {
  /// Parses a key, rows of a section, or a section.
  fileprivate func target() throws(SyntaxError) -> Target {
    if unquotedStart.unicodeScalars.first == "@" { return .key(try keyComponents()) }
    if ArgumentReader.isOption(self) { throw SyntaxError(.optionInTarget(text), at: place) }
    let pieces = split(at: ":")
    guard pieces.count > 1 else { return .rows(try SectionReference(self), .all) }
    guard pieces.count == 2 else { throw SyntaxError(.tooManyColons(text), at: place) }
    guard !pieces[0].isEmpty else { throw SyntaxError(.missingSection(before: text), at: place) }
    guard !pieces[1].isEmpty else { throw pieces[1].fault(.missing("a row", after: text)) }
    return .rows(try SectionReference(pieces[0]), try RowSpan(pieces[1]))
  }

  /// Returns the components of a key: the texts after `@`, separated by slashes.
  package func keyComponents() throws(SyntaxError) -> [String] {
    var components: [String] = []
    for piece in droppingFirst().split(at: "/") {
      guard !piece.isEmpty else { throw piece.fault(.missing("a key", after: text)) }
      components.append(piece.text)
    }
    return components
  }
}
