/// A parser of a synopsis line; see `Grammar` for what it may hold.
package struct FormReader {
  /// An error in a line.
  package struct Malformed: Error {
    package let what: String
  }

  /// What a line declares.
  struct Result: Sendable {
    var steps: [FormStep] = []
    /// The options, in order.
    var options: [FormOption] = []
    /// Whether commas separate words.
    var hasList = false
    /// Whether an option follows an argument.
    var hasLateOptions = false
  }

  private typealias Token = (text: String, offset: Int, isGlued: Bool)

  private static let marks: Set<Character> = ["[", "]", "(", ")", "|", ",", "…"]

  /// What was read so far.
  private var result = Result()
  private let kinds: Grammar.Kinds
  private var tokens: ArraySlice<Token>
  private var groups = 0
  private var hasArgument = false

  private init(_ line: String, kinds: @escaping Grammar.Kinds) {
    self.kinds = kinds
    tokens = Self.tokens(line).dropFirst()
  }

  /// Reads the whole line.
  static func read(_ line: String, kinds: @escaping Grammar.Kinds) throws(Malformed) -> Result {
    var reader = FormReader(line, kinds: kinds)
    reader.result.steps = try reader.sequence()
    if let rest = reader.tokens.first { throw Malformed(what: "'\(rest.text)' stands alone") }
    return reader.result
  }

  private static func tokens(_ line: String) -> ArraySlice<Token> {
    var tokens: [Token] = []
    let letters = Array(line)
    var i = 0
    while i < letters.count {
      let start = i
      i += 1
      if letters[start] == " " { continue }
      if !marks.contains(letters[start]) {
        while i < letters.count, letters[i] != " ", !marks.contains(letters[i]) { i += 1 }
        // A list in one placeholder: `COL,…`.
        if letters[i...].starts(with: ",…") { i += 2 }
      }
      let text = String(letters[start..<i])
      let isGlued = start > 0 && letters[start - 1] != " "
      tokens.append((text == "..." ? "…" : text, start, isGlued))
    }
    return tokens[...]
  }

  private func isNext(_ text: String) -> Bool { tokens.first?.text == text }

  private mutating func take(_ text: String) -> Bool {
    guard isNext(text) else { return false }
    tokens.removeFirst()
    return true
  }

  private static func go(_ ways: Int...) -> FormStep { FormStep(action: .go(ways)) }

  /// All up to the end of a group.
  private mutating func sequence() throws(Malformed) -> [FormStep] {
    var steps: [FormStep] = []
    var listStart = 0
    while !tokens.isEmpty, !isNext("]"), !isNext(")") {
      let part = try alternatives()
      steps += part
      if take("…") { steps.append(Self.go(-part.count, 1)) }
      if part.isWord { listStart = steps.count }
      if take(",") {
        guard take("…") else { throw Malformed(what: "',' wants '…'") }
        let count = steps.count - listStart
        steps += [Self.go(1, 3), FormStep(action: .word(",")), Self.go(-count - 2)]
        result.hasList = true
      }
    }
    return steps
  }

  private mutating func alternatives() throws(Malformed) -> [FormStep] {
    groups += 1
    let group = groups
    var choices = [try item(group)]
    while take("|") {
      var choice = try item(group)
      // `max N|inclusive`, and the last of `(all|max N|least N)`
      let end = tokens.dropFirst().first?.text
      if choice.isWord, let next = tokens.first, !next.isGlued, isPlaceholder(next.text),
        end == "|" || (end == ")" && choices.contains { $0.count > 1 })
      {
        choice += try item(group)
      }
      choices.append(choice)
    }
    var steps = choices.removeLast()
    for choice in choices.reversed() {
      steps = [Self.go(1, choice.count + 2)] + choice + [Self.go(steps.count + 1)] + steps
    }
    return steps
  }

  private mutating func item(_ group: Int) throws(Malformed) -> [FormStep] {
    guard let next = tokens.popFirst() else { throw Malformed(what: "something is missing") }
    switch next.text {
    case "[":
      let inner = try sequence()
      guard take("]") else { throw Malformed(what: "a '[' is not closed") }
      return [Self.go(1, inner.count + 1)] + inner
    case "(":
      let inner = try sequence()
      guard take(")") else { throw Malformed(what: "a '(' is not closed") }
      return inner
    case "]", ")", "|", ",": throw Malformed(what: "'\(next.text)' stands alone")
    case "…": throw Malformed(what: "'…' follows nothing")
    case let word where word.hasPrefix("-") && word.count > 1:
      return [FormStep(action: try option(word, group))]
    case let word:
      hasArgument = true
      let action: FormStep.Action = isPlaceholder(word) ? .placeholder(try kind(word)) : .word(word)
      return [FormStep(action: action, offset: next.offset)]
    }
  }

  private mutating func option(_ word: String, _ group: Int) throws(Malformed) -> FormStep.Action {
    var spelling = word
    var short: Unicode.Scalar?
    if !word.hasPrefix("--") {
      short = word.unicodeScalars.dropFirst().first
      guard take("|"), let long = tokens.popFirst()?.text, long.hasPrefix("--") else {
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
      guard let value = tokens.popFirst()?.text, value.hasPrefix("="), take("]") else {
        throw Malformed(what: "'\(spelling)[' wants '=VALUE]'")
      }
      try give(&option, value: String(value.dropFirst()))
      option.declaration.value = .optional(String(value.dropFirst()))
    } else if let value = tokens.first?.text, isPlaceholder(value),
      tokens.dropFirst().first?.text != "…"
    {
      tokens.removeFirst()
      try give(&option, value: value)
    }
    if hasArgument { result.hasLateOptions = true }
    let name = option.declaration.name
    if let known = result.options.firstIndex(where: { $0.declaration.name == name }) {
      return .option(known)
    }
    result.options.append(option)
    return .option(result.options.count - 1)
  }

  /// Parses the value of an option: a placeholder or word, and `|`-separated alternatives.
  private mutating func give(_ option: inout FormOption, value: String) throws(Malformed) {
    var label = value
    if isPlaceholder(value) { option.kind = try kind(value) } else { option.words.append(value) }
    while isNext("|"), let word = tokens.dropFirst().first?.text, let first = word.first,
      first != "-", !Self.marks.contains(first)
    {
      tokens.removeFirst(2)
      option.words.append(word)
      label += "|\(word)"
    }
    option.declaration.value = .required(label)
  }

  private func isPlaceholder(_ word: String) -> Bool {
    kinds(word) != nil
      || word.contains(where: \.isUppercase) && !word.contains(where: \.isLowercase)
  }

  private func kind(_ word: String) throws(Malformed) -> any ArgumentKind {
    guard let kind = kinds(word) else {
      throw Malformed(what: "no placeholder is called \(word)")
    }
    return kind
  }
}

extension [FormStep] {
  /// Whether it is a word that is typed as it stands.
  fileprivate var isWord: Bool {
    if count == 1, case .word = self[0].action { true } else { false }
  }
}
