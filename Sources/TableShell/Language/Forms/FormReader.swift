/// A parser of a synopsis line; see `Form` for its grammar.
struct FormReader {
  /// An error in a line.
  struct Malformed: Error {
    let what: String
  }

  private enum Token: Equatable {
    case word(String)
    case mark(Character)
    case dots
  }

  /// The options read so far, in order.
  private(set) var options: [FormOption] = []
  /// Whether commas separate words.
  private(set) var hasList = false
  /// Whether an option follows an argument.
  private(set) var hasLateOptions = false

  private let kinds: [String: Placeholder]
  /// The kind of unknown placeholders; nil: they are errors.
  private let otherwise: Placeholder?
  private var tokens: ArraySlice<(token: Token, offset: Int, isGlued: Bool)>
  private var groups = 0
  private var hasArgument = false

  init(_ line: String, kinds: [String: Placeholder], otherwise: Placeholder?) {
    self.kinds = kinds
    self.otherwise = otherwise
    tokens = Self.tokens(line).dropFirst()
  }

  /// Parses the whole line.
  mutating func read() throws(Malformed) -> FormPattern {
    let pattern = try sequence()
    if let rest = tokens.first { throw Malformed(what: "'\(rest.token)' stands alone") }
    return pattern
  }

  private static func tokens(
    _ line: String
  ) -> ArraySlice<(token: Token, offset: Int, isGlued: Bool)> {
    var tokens: [(token: Token, offset: Int, isGlued: Bool)] = []
    let letters = Array(line)
    var i = 0
    while i < letters.count {
      let start = i
      let isGlued = i > 0 && letters[i - 1] != " "
      switch letters[i] {
      case " ":
        i += 1
        continue
      case "[", "]", "(", ")", "|", ",":
        tokens.append((.mark(letters[i]), start, isGlued))
        i += 1
      case "…":
        tokens.append((.dots, start, isGlued))
        i += 1
      default:
        while i < letters.count, !" []()|,…".contains(letters[i]) { i += 1 }
        // A list in one placeholder: `COL,…`.
        if i + 1 < letters.count, letters[i] == ",", letters[i + 1] == "…" { i += 2 }
        let word = String(letters[start..<i])
        tokens.append((word == "..." ? .dots : .word(word), start, isGlued))
      }
    }
    return tokens[...]
  }

  private func isNext(_ mark: Character) -> Bool { tokens.first?.token == .mark(mark) }

  private mutating func take(_ mark: Character) -> Bool {
    guard isNext(mark) else { return false }
    tokens.removeFirst()
    return true
  }

  /// Parses up to the end of a group.
  private mutating func sequence() throws(Malformed) -> FormPattern {
    var patterns: [FormPattern] = []
    var listStart = 0
    while !tokens.isEmpty, !isNext("]"), !isNext(")") {
      let pattern = try alternatives()
      if tokens.first?.token == .dots {
        tokens.removeFirst()
        patterns.append(.repeated(pattern))
      } else {
        patterns.append(pattern)
      }
      if pattern.isWord { listStart = patterns.count }
      if take(",") {
        guard tokens.popFirst()?.token == .dots else { throw Malformed(what: "',' wants '…'") }
        let items = Array(patterns[listStart...])
        patterns[listStart...] = [.list(.sequence(items))]
        hasList = true
      }
    }
    return patterns.count == 1 ? patterns[0] : .sequence(patterns)
  }

  private mutating func alternatives() throws(Malformed) -> FormPattern {
    groups += 1
    let group = groups
    var choices = [try item(group)]
    while take("|") {
      var choice = try item(group)
      // `max N|inclusive`
      if choice.isWord, tokens.count > 1,
        case .word(let word) = tokens.first?.token, tokens.first?.isGlued == false,
        isPlaceholder(word), tokens.dropFirst().first?.token == .mark("|")
      {
        choice = .sequence([choice, try item(group)])
      }
      choices.append(choice)
    }
    return choices.count == 1 ? choices[0] : .choice(choices)
  }

  private mutating func item(_ group: Int) throws(Malformed) -> FormPattern {
    guard let next = tokens.popFirst() else { throw Malformed(what: "something is missing") }
    switch next.token {
    case .mark("["):
      let inner = try sequence()
      guard take("]") else { throw Malformed(what: "a '[' is not closed") }
      return .optional(inner)
    case .mark("("):
      let inner = try sequence()
      guard take(")") else { throw Malformed(what: "a '(' is not closed") }
      return inner
    case .mark(let mark): throw Malformed(what: "'\(mark)' stands alone")
    case .dots: throw Malformed(what: "'…' follows nothing")
    case .word(let word):
      if word.hasPrefix("-"), word.count > 1 { return try option(word, group) }
      hasArgument = true
      guard isPlaceholder(word) else { return .word(word, next.offset) }
      return .placeholder(try kind(word), next.offset)
    }
  }

  private mutating func option(_ word: String, _ group: Int) throws(Malformed) -> FormPattern {
    var spelling = word
    var short: Unicode.Scalar?
    if !word.hasPrefix("--") {
      short = word.unicodeScalars.dropFirst().first
      guard take("|"), case .word(let long) = tokens.popFirst()?.token, long.hasPrefix("--") else {
        throw Malformed(what: "'\(word)' wants |--NAME")
      }
      spelling = long
    }
    let pieces = spelling.split(separator: "=", maxSplits: 1).map(String.init)
    var option = FormOption(
      declaration: OptionDeclaration(String(pieces[0].dropFirst(2)), short: short), group: group)
    if pieces.count > 1 {
      try give(&option, value: pieces[1])
    } else if tokens.first?.isGlued == true, isNext("[") {
      tokens.removeFirst()
      guard case .word(let value) = tokens.popFirst()?.token, value.hasPrefix("="), take("]") else {
        throw Malformed(what: "'\(spelling)[' wants '=VALUE]'")
      }
      try give(&option, value: String(value.dropFirst()))
      option.declaration.value = .optional(String(value.dropFirst()))
    } else if case .word(let value) = tokens.first?.token, isPlaceholder(value),
      tokens.dropFirst().first?.token != .dots
    {
      tokens.removeFirst()
      try give(&option, value: value)
    }
    if hasArgument { hasLateOptions = true }
    if let known = options.firstIndex(where: {
      $0.declaration.name == option.declaration.name
    }) {
      return .option(known)
    }
    options.append(option)
    return .option(options.count - 1)
  }

  /// Parses the value of an option: a placeholder or word, and `|`-separated alternatives.
  private mutating func give(_ option: inout FormOption, value: String) throws(Malformed) {
    var label = value
    if isPlaceholder(value) { option.kind = try kind(value) } else { option.words.append(value) }
    while isNext("|"), case .word(let word) = tokens.dropFirst().first?.token,
      !word.hasPrefix("-")
    {
      tokens.removeFirst(2)
      option.words.append(word)
      label += "|\(word)"
    }
    option.declaration.value = .required(label)
  }

  private func isPlaceholder(_ word: String) -> Bool {
    if kinds[word] != nil || Placeholder.known[word] != nil { return true }
    return word.contains { $0.isUppercase } && !word.contains { $0.isLowercase }
  }

  private func kind(_ word: String) throws(Malformed) -> Placeholder {
    guard let kind = kinds[word] ?? Placeholder.known[word] ?? otherwise else {
      throw Malformed(what: "no placeholder is called \(word)")
    }
    return kind
  }
}
