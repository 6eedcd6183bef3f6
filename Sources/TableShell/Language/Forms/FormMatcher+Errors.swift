import TableKit
import Wording

/// The error if no form matches, on the forms that matched the most words.
extension FormMatcher {
  /// Returns the error for words that no form matches.
  ///
  /// - Parameters:
  ///   - command: the command of the forms.
  ///   - statement: the statement as typed.
  ///   - ignored: the options that every form takes.
  func error(
    of command: Command, in statement: Statement, ignoring ignored: Set<String>, shell: Shell
  ) -> CommandError {
    for (name, value) in input.options {
      if let value, let error = valueError(name, value, statement) { return error }
    }
    if let misfit = misfits.max(by: { $0.index < $1.index }), misfit.index >= reached {
      return told(misfit.problem, lines([misfit.thread]), statement)
    }
    return reached < words.count
      ? wrongWord(command, statement) : unfinished(command, statement, ignored, shell)
  }

  /// Returns the error for an option's value that no form accepts; nil: some form accepts it.
  private func valueError(
    _ name: String, _ value: Word, _ statement: Statement
  ) -> CommandError? {
    var problem: FormProblem?
    var knowing: [Form] = []
    for form in forms {
      guard let option = form.options.first(where: { $0.declaration.name == name }) else {
        continue
      }
      if option.takes(value, in: input) { return nil }
      problem = problem ?? option.problem(with: value, in: input)
      knowing.append(form)
    }
    return problem.map { told($0, knowing.map(\.line), statement) }
  }

  private func told(
    _ problem: FormProblem, _ lines: [String], _ statement: Statement
  ) -> CommandError {
    switch problem {
    case .usage(let what), .unfinished(let what): .usage(what, synopsis: lines)
    case .syntax(let error):
      .syntax(error.inStatement(at: statement.place), source: statement.text)
    }
  }

  /// Returns the lines of the threads' forms, without duplicates.
  private func lines(_ threads: [Thread]) -> [String] {
    var lines: [String] = []
    for thread in threads where !lines.contains(forms[thread.form].line) {
      lines.append(forms[thread.form].line)
    }
    return lines
  }

  /// Returns the error for a word that no form accepts.
  private func wrongWord(_ command: Command, _ statement: Statement) -> CommandError {
    let word = words[reached]
    let wanted = waiting.filter { $0.step < forms[$0.form].steps.count }
    let choices = wanted.compactMap(self.choice)
    if choices.isEmpty || choices.count < wanted.count,
      let thread = waiting.first(where: { lastCapture(of: $0)?.kind.isTarget == true }),
      let capture = lastCapture(of: thread), let error = targetError(from: capture.start)
    {
      return told(.syntax(error), lines([thread]), statement)
    }
    guard !choices.isEmpty else {
      return .usage("'\(word.text)' is one argument too many", synopsis: lines(waiting))
    }
    let names = choices.unique()
    if reached == 0, let kind = command.kindOfVerb {
      return .noSuchName(kind: kind, word.text, names: names)
    }
    let nearest = Nearest.nearest(to: word.text, in: names)
    let near = wanted.filter { thread in nearest.contains { $0 == choice(thread) } }
    let what =
      switch names.count {
      case 1: "'\(word.text)' stands where '\(names[0])' is wanted"
      case 2: "'\(word.text)' is neither \(names[0]) nor \(names[1])"
      default: "'\(word.text)' is none of \(names.joined(separator: ", "))"
      }
    return .usage(what, synopsis: lines(near.isEmpty ? waiting : near))
  }

  private func choice(_ thread: Thread) -> String? {
    guard case .word(let word) = forms[thread.form].steps[thread.step].action else { return nil }
    return word
  }

  /// Returns the error for words that follow a complete target; nil: they parse as part of it.
  private func targetError(from start: Int) -> SyntaxError? {
    do throws(SyntaxError) {
      _ = try TargetParser.parse(words[start...reached], at: input.end)
      return nil
    } catch {
      return error
    }
  }

  /// Returns the error if all words match, but an argument is missing, or an option or Lua text is
  /// left over.
  private func unfinished(
    _ command: Command, _ statement: Statement, _ ignored: Set<String>, _ shell: Shell
  ) -> CommandError {
    let whole = waiting.filter { $0.step == forms[$0.form].steps.count }
    let lacking = waiting.contains { thread in
      thread.step < forms[thread.form].steps.count && !input.options.isEmpty
        && leftOver(thread, ignored) == nil
    }
    // An option that the form does not take.
    for thread in whole where lacksNothing(thread) && !lacking {
      if let name = leftOver(thread, ignored) { return strayOption(name, thread, command) }
    }
    if let lua = input.lua {
      if let thread = whole.first(where: { lastCapture(of: $0)?.kind.isTarget == true }),
        !thread.hasTakenLua, let capture = lastCapture(of: thread)
      {
        do throws(SyntaxError) {
          _ = try TargetParser.parse(words[capture.start...], lua: lua, at: input.end)
        } catch {
          return told(.syntax(error), lines([thread]), statement)
        }
      }
      if let thread = waiting.first(where: { $0.hasTakenLua }),
        thread.step < forms[thread.form].steps.count
      {
        var wanted = forms[thread.form].text(from: thread.step)
        if wanted.hasSuffix(" …") { wanted.removeLast(2) }
        if let error = shell.restOfLine(of: statement, wanted: wanted) { return error }
      }
      if !whole.isEmpty || waiting.isEmpty {
        return .usage(
          "'\(command.name)' takes no '\(lua.kind.rawValue) \(lua.text)'",
          synopsis: lines(waiting))
      }
    }
    if waiting.isEmpty, let name = input.options.first(where: { !ignored.contains($0.name) })?.name
    {
      return strayOption(name, Thread(form: 0), command)
    }
    return missing(command, statement, ignored)
  }

  private func missing(
    _ command: Command, _ statement: Statement, _ ignored: Set<String>
  ) -> CommandError {
    var wanted = waiting.filter { $0.step < forms[$0.form].steps.count }
    // Prefers forms that take the options and Lua text typed.
    let better = wanted.filter { thread in
      leftOver(thread, ignored) == nil
        && input.lua.map { forms[thread.form].words.contains($0.kind.rawValue) } ?? true
    }
    if !better.isEmpty { wanted = better }
    let names = wanted.map { thread in
      switch forms[thread.form].steps[thread.step].action {
      case .placeholder(let kind): kind.what
      case .word(let word): word
      default: ""
      }
    }.unique()
    if words.isEmpty, input.lua == nil, names.contains(Slot.target.kind.what) {
      return told(.syntax(SyntaxError(.missingTarget, at: input.end)), [], statement)
    }
    let list = Counts.list(names, last: "or")
    let place =
      input.lua.map { " before '\($0.kind.rawValue)'" }
      ?? words.last.map { " behind '\($0.text)'" }
    return .usage(
      place.map { "\(list) is missing\($0)" } ?? "'\(command.name)' needs \(list)",
      synopsis: lines(wanted))
  }

  /// Returns the error for an option that a form does not take, or not with another one.
  private func strayOption(_ name: String, _ thread: Thread, _ command: Command) -> CommandError {
    func knows(_ form: Form, _ name: String) -> Bool {
      form.options.contains { $0.declaration.name == name }
    }
    let form = forms[thread.form]
    let group = form.options.first { $0.declaration.name == name }?.group
    // Another option that excludes it.
    let rival = input.options.first { other in
      guard other.name != name, forms.contains(where: { knows($0, other.name) }) else {
        return false
      }
      return form.options.contains { $0.group == group && $0.declaration.name == other.name }
        || !forms.contains { knows($0, name) && knows($0, other.name) }
    }
    let beside = rival.map { "--\($0.name)" } ?? words.first?.text
    return .usage(
      beside.map { "'--\(name)' does not go with '\($0)'" }
        ?? "'\(command.name)' alone takes no '--\(name)'",
      synopsis: forms.filter { knows($0, name) }.map(\.line))
  }
}

extension [String] {
  /// Returns the strings without duplicates, in order of first appearance.
  fileprivate func unique() -> [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
