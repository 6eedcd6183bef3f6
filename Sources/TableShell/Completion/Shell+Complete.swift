import TableInteraction
import TableKit

extension Shell {
  /// What could stand at the cursor.
  ///
  /// - Parameters:
  ///   - line: the whole statement so far, which may span lines.
  ///   - cursor: where the cursor is, in bytes of UTF-8.
  /// - Complexity: O(length of the line + columns + sections), and a bounded number of keys.
  public func complete(_ line: String, cursor: Int) -> ShellCompletion {
    isCompleting = true
    defer { isCompleting = false }
    let typed = TypedLine(Array(line.utf8.prefix(cursor)), compiles: luaCheck)
    switch typed.context {
    case .other: return .none
    case .file: return ShellCompletion(start: typed.word.start, choices: .fileNames)
    case .lua(let kind, let start): return LuaCompletion(shell: self).complete(typed, kind, start)
    case .word: return complete(typed.word, behind: typed.words)
    }
  }

  private func complete(_ word: TypedWord, behind words: [TypedWord]) -> ShellCompletion {
    guard let verb = words.first else { return candidates(.command, word) }
    if verb.is("alias"), words.count >= 2 {
      return complete(word, behind: Array(words.dropFirst(2)))
    }
    if let body = aliases[verb.text], !verb.hasQuotes {
      // What follows an alias completes as what follows the command it stands for.
      let inner = TypedLine(Array((body + " ").utf8), compiles: luaCheck).words
      guard let first = inner.first, aliases[first.text] == nil else { return .none }
      return complete(word, behind: inner + words.dropFirst())
    }
    guard let command = registry.find(verb.text) else { return .none }
    return complete(word, behind: Array(words.dropFirst()), of: command)
  }

  /// Completes an option, its value, or an argument.
  private func complete(
    _ word: TypedWord, behind words: [TypedWord], of command: Command
  ) -> ShellCompletion {
    var rest = words[...]
    var takesOptions = true
    while let first = rest.first, first.starts(with: "-") {
      rest.removeFirst()
      if first.is("--") {
        takesOptions = false
        break
      }
      let option = command.allOptions.first { $0.spellings.contains(first.text) }
      if case .required(let label) = option?.value {
        if rest.isEmpty { return value(labelled: label, word) }
        rest.removeFirst()
      }
    }
    if takesOptions, rest.isEmpty, word.starts(with: "-") {
      if let value = word.behindLast("="),
        let option = command.allOptions.first(where: { word.text.hasPrefix("--\($0.name)=") })
      {
        switch option.value {
        case .none: return .none
        case .required(let label), .optional(let label): return self.value(labelled: label, value)
        }
      }
      return fitting(word, command.allOptions.map { .init("--\($0.name)", $0.value.label) })
    }
    if command.group == .plugins,
      let own = try? lua.completions(command: command.name, argument: rest.count, typed: word.text)
    {
      return fitting(word, own.map { .init(Quoting.word($0)) })
    }
    return candidates(kind(of: Array(rest), in: command), word)
  }

  private func value(labelled label: String, _ word: TypedWord) -> ShellCompletion {
    switch label {
    case "COL", "COLUMN": candidates(.column, word)
    case "FORMAT": candidates(.words(ExportFormat.names), word)
    case "FILE", "PATH": candidates(.file, word)
    case "POSITION": candidates(.words(Viewport.Position.allCases.map(\.rawValue)), word)
    default: .none
    }
  }

  /// What the argument behind some others names.
  private func kind(of arguments: [TypedWord], in command: Command) -> Command.Argument {
    let kinds = command.arguments
    guard let last = kinds.last else { return .words([]) }
    guard let before = arguments.last else { return kinds[0] }
    let hasTarget = kinds.contains(where: \.isTarget)
    if hasTarget || command.name == "sort", before.is("in") { return .section }
    if hasTarget {
      if before.is("rule") { return .rule }
      if arguments.count > 1, arguments[arguments.count - 2].is("in") { return .target }
      if before.ends(with: ",") { return kinds[min(arguments.count, kinds.count) - 1] }
    }
    if hasTarget, before.is("to") { return .path }
    let kind = arguments.count < kinds.count ? kinds[arguments.count] : last
    switch kind {
    case .settingValue: return .words(Setting.all.first { $0.name == before.text }?.values ?? [])
    case .behind(let kinds, let otherwise): return kinds[arguments[0].text] ?? otherwise
    default: return kind
    }
  }

  /// The candidates that begin as the word does.
  func fitting(_ word: TypedWord, _ all: [ShellCompletion.Candidate]) -> ShellCompletion {
    let typed = word.text
    let fitting = all.filter { candidate in
      candidate.text.hasPrefix(typed) || candidate.text.hasPrefix(Quoting.opened(typed))
    }
    return ShellCompletion(start: word.start, choices: .candidates(fitting))
  }
}

extension Command.Argument {
  /// Whether rows can be named there.
  var isTarget: Bool {
    switch self {
    case .target: true
    case .any(let kinds): kinds.contains(where: \.isTarget)
    default: false
    }
  }
}

extension OptionDeclaration.Value {
  /// What stands for the value, nil for a flag.
  fileprivate var label: String? {
    switch self {
    case .none: nil
    case .required(let label), .optional(let label): label
    }
  }
}

extension Quoting {
  /// The text in double quotes of which the second is not typed yet.
  static func opened(_ text: String) -> String { String(quoted(text).dropLast()) }
}
