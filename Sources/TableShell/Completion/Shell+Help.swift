extension Shell {
  /// What the command at the cursor is, and the forms that fit what is typed of it, for M-h.
  ///
  /// - Parameters:
  ///   - line: the statement so far, which may span lines.
  ///   - cursor: the offset of the cursor, in bytes of UTF-8.
  public func help(_ line: String, cursor: Int) -> String? {
    let text = String(decoding: line.utf8.prefix(cursor), as: UTF8.self)
    let typed = TypedLine(text, compiles: luaCheck)
    guard let verb = (typed.words + [typed.word]).first, !verb.isEmpty else {
      return "help lists the commands, help NAME tells of one; TAB completes\n"
    }
    if let body = aliases[verb.text], verb.isUnquoted {
      return "\(verb.text)  is an alias of: \(body)\n"
    }
    guard let command = registry.find(verb.text) else {
      let names = registry.names.filter { $0.hasPrefix(verb.text) }
      return names.isEmpty
        ? "no command '\(verb.text)': help lists the commands\n"
        : names.joined(separator: "  ") + "\n"
    }
    let lines = forms(of: command, fitting: Array(typed.words.dropFirst()))
    return command.summary + "\n" + lines.map { "  \($0)\n" }.joined()
  }

  /// The lines of the forms that words may be the beginning of; all if none fits.
  private func forms(of command: Command, fitting words: [Word]) -> [String] {
    let typed = ArgumentReader(
      open: words, options: command.allOptions, anywhere: command.takesLateOptions)
    let matcher = FormMatcher(
      command.forms,
      FormInput(
        words: typed.arguments, end: TextPosition(offset: 0, line: 1, column: 1),
        table: current?.table))
    let fitting = Set(matcher.waiting.map(\.form))
    guard matcher.reached == matcher.words.count, !fitting.isEmpty else { return command.synopsis }
    return fitting.sorted().map { command.forms[$0].line }
  }
}
