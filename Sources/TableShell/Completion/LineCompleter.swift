import CommandLanguage
import Wording

/// What a session offers at the cursor of a line that is being typed: completion, and help on the
/// command. The names that complete placeholders are in `LineCompleter+Names.swift`.
struct LineCompleter {
  let shell: Shell

  /// Returns what can complete the word at the cursor.
  ///
  /// - Parameters:
  ///   - line: the statement so far, which may span lines.
  ///   - cursor: the offset of the cursor, in bytes of UTF-8.
  func completion(_ line: String, cursor: Int) -> Completion {
    for part in shell.parts {
      if let completion = part.complete(line, cursor: cursor) { return completion }
    }
    let outer = shell.context
    defer { shell.context = outer }
    shell.context.isCompleting = true
    let text = String(decoding: line.utf8.prefix(cursor), as: UTF8.self)
    let typed = TypedLine(text, compiles: shell.luaCheck)
    func byte(_ scalar: Int) -> Int { String(text.unicodeScalars.prefix(scalar)).utf8.count }
    var completion: Completion
    switch typed.context {
    case .other: return .none
    case .lua(let kind, let start):
      let isOfEdit = typed.words.first?.is("edit") == true
      return LuaCompletion(shell: shell, isOfEdit: isOfEdit)
        .complete(Array(text.utf8), kind, byte(start))
    case .sql(let start):
      let length = text.unicodeScalars.count
      let sql = String(text.unicodeScalars.dropFirst(start))
      completion = SQLCompletion(sql, in: shell).completion(endingAt: length)
    case .word where isQuery(typed):
      let quote = text.unicodeScalars.dropFirst(typed.word.start).first
      completion = SQLCompletion(typed.word.text, in: shell, escapes: quote == "\"")
        .completion(endingAt: text.unicodeScalars.count)
    case .file: completion = Completion(start: typed.word.start, choices: .fileNames())
    case .word: completion = self.completion(typed.word, behind: typed.words[...])
    }
    completion.start = byte(completion.start)
    return completion
  }

  /// Whether a query in quotes is at the cursor.
  private func isQuery(_ typed: TypedLine) -> Bool {
    typed.words.first?.is("query") == true && !typed.word.isUnquoted
      && typed.words.dropFirst().allSatisfy { $0.starts(with: "-") }
  }

  /// The candidates that fit a word, as `NameMatch` has it.
  func choices(for word: Word, among all: [Completion.Candidate]) -> Completion {
    word.completion(among: all, ignoresCase: shell.console.ignoresCaseInCompletion)
  }

  /// Completes a word of a statement: its command, or what the command takes.
  private func completion(_ word: Word, behind words: ArraySlice<Word>) -> Completion {
    guard let verb = words.first else { return choices(for: word, among: commands) }
    if verb.is("alias"), words.count >= 2 {
      return completion(word, behind: words.dropFirst(2))
    }
    if let body = shell.aliases[verb.text], verb.isUnquoted {
      // What follows an alias completes as what follows the command it stands for.
      let inner = TypedLine(body + " ", compiles: shell.luaCheck).words
      guard let first = inner.first, shell.aliases[first.text] == nil else { return .none }
      return completion(word, behind: inner + words.dropFirst())
    }
    guard let command = shell.registry.find(verb.text) else { return .none }
    if ["play", "step"].contains(command.name) {
      return completion(word, behind: words.dropFirst())
    }
    return completion(word, behind: words.dropFirst(), of: command)
  }

  /// Completes an option, its value or an argument of a command.
  private func completion(
    _ word: Word, behind words: ArraySlice<Word>, of command: Command
  ) -> Completion {
    let expected = command.signature.expectation(
      at: word, behind: words, table: shell.current?.table)
    if command.group == .plugins, let argument = expected.argument,
      let own = try? shell.lua.completions(
        command: command.name, argument: argument, typed: word.text)
    {
      return choices(for: word, among: own.map { .init(Quoting.word($0)) })
    }
    return .joining(
      expected.choices.map { choice in
        switch choice {
        case .word(let text, let description):
          choices(
            for: expected.word,
            among: [.init(text, command.meaning(of: String(text.dropFirst(2))) ?? description)])
        case .argument(let kind, let typed):
          (kind as? Placeholder)?.complete(self, expected.word, typed) ?? .none
        }
      })
  }
}

extension LineCompleter {
  /// What the command at the cursor is, and the forms that fit what is typed of it, for M-h.
  func help(_ line: String, cursor: Int) -> String {
    let text = String(decoding: line.utf8.prefix(cursor), as: UTF8.self)
    let typed = TypedLine(text, compiles: shell.luaCheck)
    guard let verb = (typed.words + [typed.word]).first, !verb.isEmpty else {
      return "help commands lists all commands, help NAME explains one; TAB completes\n"
    }
    if let body = shell.aliases[verb.text], verb.isUnquoted {
      return "\(verb.text)  is an alias of: \(body)\n"
    }
    guard let command = shell.registry.find(verb.text) else {
      let names = shell.registry.names.filter { $0.hasPrefix(verb.text) }
      return names.isEmpty
        ? "no command '\(verb.text)': help commands lists all commands\n"
        : names.joined(separator: "  ") + "\n"
    }
    let lines = command.signature.lines(
      fitting: typed.words.dropFirst(), table: shell.current?.table)
    return command.summary + "\n" + lines.map { "  \($0)\n" }.joined()
  }
}
