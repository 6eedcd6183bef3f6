import Wording

/// Why no form of a command matches what was typed.
package enum MatchError: Error {
  /// The text is malformed.
  case syntax(SyntaxError)
  /// What is wrong, and the forms to type instead.
  case usage(String, synopsis: [String])
  /// The first word is none of those that the command knows.
  case noSuchName(kind: String, String, names: [String])
  /// A condition includes what belongs to the command.
  case restOfLine(condition: String, hint: String)

  /// An error of a placeholder, in forms of these lines.
  fileprivate init(_ error: SyntaxError, _ lines: [String]) {
    switch error.problem {
    case .usage(let what), .unfinished(let what): self = .usage(what, synopsis: lines)
    default: self = .syntax(error)
    }
  }
}

/// The error if no form matches, on the forms that matched the most words.
extension FormMatcher {
  /// Returns the error for words that no form matches.
  ///
  /// - Parameters:
  ///   - command: the one that was typed.
  ///   - statement: what was typed.
  ///   - compiles: the Lua compiler.
  func error(
    of command: Signature, in statement: Statement, compiles: @escaping LuaCheck
  ) -> MatchError {
    for (name, value) in input.options {
      if let value, let error = valueError(name, value) { return error }
    }
    if let misfit = misfits.max(by: { $0.index < $1.index }), misfit.index >= reached,
      misfit.index > reached || !isNearChoice
    {
      return MatchError(misfit.error, lines([misfit.thread]))
    }
    return reached < words.count ? wrongWord(command) : unfinished(command, statement, compiles)
  }

  /// The value of an option that no form takes.
  private func valueError(_ name: String, _ value: Word) -> MatchError? {
    let knowing = forms.filter { $0.option(name) != nil }
    let problems = knowing.compactMap { $0.option(name)?.problem(with: value, in: input) }
    guard let first = problems.first, problems.count == knowing.count else { return nil }
    return MatchError(first, knowing.map(\.shownLine))
  }

  /// Returns the lines of the threads' forms, without duplicates.
  private func lines(_ threads: [Thread]) -> [String] {
    threads.map { forms[$0.form].shownLine }.unique()
  }

  /// Whether the first word that no form accepts is a slip of a literal word that one wants there.
  private var isNearChoice: Bool {
    guard words.indices.contains(reached) else { return false }
    let choices = waiting.compactMap(word).filter { $0.unicodeScalars.count > 2 }
    return !Nearest.nearest(to: words[reached].text, in: choices).isEmpty
  }

  /// Returns the error for a word that no form accepts.
  private func wrongWord(_ command: Signature) -> MatchError {
    let word = words[reached]
    let wanted = waiting.filter { next(of: $0) != nil }
    let choices = wanted.compactMap(self.word)
    if choices.isEmpty || choices.count < wanted.count, let error = targetError(waiting, nil) {
      return error
    }
    guard !choices.isEmpty else {
      return .usage("'\(shown: word.text)' is one argument too many", synopsis: lines(waiting))
    }
    let names = choices.unique()
    if reached == 0, let kind = command.kindOfVerb {
      return .noSuchName(kind: kind, word.text, names: names)
    }
    let nearest = Nearest.nearest(to: word.text, in: names)
    if word.text == "=", reached > 0, names.contains(":=") {
      return spacedAssignment(command, wanted.filter { self.word(of: $0) == ":=" })
    }
    // Of words behind it, one may say the opposite.
    if names.count == 1, reached + 1 == words.count, let thread = wanted.first,
      forms[thread.form].text(from: thread.step).hasPrefix("\(names[0]) COL")
    {
      return .usage(
        "'\(shown: names[0])' is missing before '\(shown: word.text)'",
        synopsis: ["\(command.name) \(names[0]) \(Quoting.word(word.text))"])
    }
    let near = wanted.filter { thread in nearest.contains { $0 == self.word(of: thread) } }
    let what =
      switch names.count {
      case 1: "'\(shown: names[0])' is missing before '\(shown: word.text)'"
      case 2: "'\(shown: word.text)' is neither \(names[0]) nor \(names[1])"
      default:
        "'\(shown: word.text)' is not one of "
          + names.map { $0 == "," ? "','" : $0 }.joined(separator: ", ")
          + (nearest.first.map { "; did you mean '\(shown: $0)'?" } ?? "")
      }
    return .usage(what, synopsis: lines(near.isEmpty ? waiting : near))
  }

  /// Returns the error for `NAME = VALUE`: a value that is computed stands behind `:=`, another one
  /// without blanks.
  private func spacedAssignment(_ command: Signature, _ computing: [Thread]) -> MatchError {
    let values = words[(reached + 1)...]
    guard command.forms.contains(where: \.hasAssignments), values.count == 1,
      let value = values.first, !value.isUnquoted || !value.text.contains(where: "*+/(".contains)
    else {
      return .usage("what is computed stands behind ':='", synopsis: lines(computing))
    }
    return .usage(
      "there are blanks around '='",
      synopsis: ["without: \(Quoting.word(words[reached - 1].text))=\(Quoting.word(value.text))"])
  }

  /// What is wrong with a target that continues after its end.
  private func targetError(_ threads: [Thread], _ lua: LuaText?) -> MatchError? {
    guard let thread = threads.first(where: { lastTarget(of: $0) != nil }), !thread.hasTakenLua,
      let start = lastTarget(of: thread)
    else { return nil }
    let target = words[start...].prefix(reached + 1 - start)
    let error = SyntaxError.thrown(by: try TargetParser.parse(target, lua: lua, at: input.end))
    return error.map { MatchError($0, lines([thread])) }
  }

  /// Returns the error if all words match, but an argument is missing, or an option or Lua text is
  /// left over.
  private func unfinished(
    _ command: Signature, _ statement: Statement, _ compiles: @escaping LuaCheck
  ) -> MatchError {
    let whole = waiting.filter { next(of: $0) == nil }
    let lacking = waiting.contains { thread in
      next(of: thread) != nil && !input.options.isEmpty && leftOver(thread) == nil
    }
    // An option that the form does not take.
    for thread in whole where lacksNothing(thread) && !lacking {
      if let name = leftOver(thread) { return strayOption(name, thread, command) }
    }
    if let lua = input.lua {
      if let error = targetError(whole, lua) { return error }
      if let thread = waiting.first(where: \.hasTakenLua), next(of: thread) != nil {
        var wanted = forms[thread.form].text(from: thread.step)
        if wanted.hasSuffix(" …") { wanted.removeLast(2) }
        if let error = statement.restOfLine(wanted: wanted, compiles: compiles) { return error }
      }
      if !whole.isEmpty || waiting.isEmpty {
        return .usage(
          "'\(shown: command.name)' takes no '\(lua.kind.rawValue) \(lua.text)'",
          synopsis: lines(waiting))
      }
    }
    if waiting.isEmpty, unmet.isEmpty, let name = input.options.first?.name {
      return strayOption(name, Thread(form: 0), command)
    }
    return missing(command)
  }

  private func missing(_ command: Signature) -> MatchError {
    var wanted = waiting.filter { next(of: $0) != nil }
    if wanted.isEmpty { wanted = unmet }
    // Rather of the forms that take the options, and the Lua text, that were typed.
    let better = wanted.filter { thread in
      leftOver(thread) == nil
        && input.lua.map { forms[thread.form].words.contains($0.kind.rawValue) } ?? true
    }
    if !better.isEmpty { wanted = better }
    let names = wanted.map { thread in
      switch next(of: thread) {
      case .placeholder(let kind): kind.what
      case .option(let index): forms[thread.form].options[index].declaration.usage
      default: "'" + (word(of: thread) ?? "") + "'"
      }
    }.unique()
    if words.isEmpty, input.lua == nil, names.contains(TargetParser.what) {
      return .syntax(SyntaxError(.missingTarget, at: input.end))
    }
    let list = Counts.list(names, last: "or")
    let place =
      input.lua.map { " before '\(shown: $0.kind.rawValue)'" }
      ?? words.last.map { " after '\(shown: $0.text)'" }
    return .usage(
      place.map { "\(list) is missing\($0)" } ?? "'\(shown: command.name)' needs \(list)",
      synopsis: lines(wanted))
  }

  /// Returns the error for an option that a form does not take, or not with another one.
  private func strayOption(_ name: String, _ thread: Thread, _ command: Signature) -> MatchError {
    func knows(_ form: Grammar, _ name: String) -> Bool { form.option(name) != nil }
    let form = forms[thread.form]
    let group = form.option(name)?.group
    // Another option that excludes it.
    let rival = input.options.first { other in
      guard other.name != name, forms.contains(where: { knows($0, other.name) }) else {
        return false
      }
      return form.option(other.name).map { $0.group == group } ?? false
        || !forms.contains { knows($0, name) && knows($0, other.name) }
    }
    let beside = rival.map { "--\($0.name)" } ?? words.first?.text
    return .usage(
      beside.map { "'--\(name)' does not go with '\(shown: $0)'" }
        ?? "'\(shown: command.name)' alone takes no '--\(name)'",
      synopsis: forms.filter { knows($0, name) }.map(\.shownLine))
  }
}

extension [String] {
  /// Returns the strings without duplicates, in order of first appearance.
  fileprivate func unique() -> [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}

extension Statement {
  /// The error for a `where` that includes what belongs to the command, or nil.
  ///
  ///     edit where age > 40 role=Crew
  ///     hint:  edit where age > 40 set role=Crew
  ///     move where age > 40 to 0:1
  ///     hint:  select only where age > 40; move selected to 0:1
  ///
  /// - Parameters:
  ///   - wanted: what follows a target here, such as `COL=VALUE`.
  ///   - isOptional: whether the command is whole without it.
  ///   - compiles: the Lua compiler.
  package func restOfLine(
    wanted: String, isOptional: Bool = false, compiles: @escaping LuaCheck
  ) -> MatchError? {
    guard let lua, lua.kind == .condition, let keyword = keywordOffset else { return nil }
    let parts = Self.split(lua.text, compiles)
    if parts == nil, isOptional { return nil }
    let (condition, rest) = parts ?? (lua.text, wanted)
    let command = String(text.unicodeScalars.prefix(keyword).drop { $0 == "(" })
    let isEdit = words.first?.is("edit") == true
    return .restOfLine(
      condition: lua.text,
      hint: isEdit
        ? "\(command)where \(condition) set \(rest)"
        : "select only where \(condition); \(command)selected \(rest)")
  }

  /// Separates a condition from `to PATH` or assignments after it: at the first blank that has an
  /// expression before it, and nothing but those after it.
  private static func split(
    _ text: String, _ compiles: @escaping LuaCheck
  ) -> (condition: String, rest: String)? {
    for blank in text.indices where text[blank] == " " {
      let condition = String(text[..<blank]).trimmingBlanks
      let rest = String(text[blank...]).trimmingBlanks
      guard let tail = try? Script.statements(of: "count " + rest, compiles: compiles).first,
        case let words = tail.words.dropFirst(), !words.isEmpty, tail.redirection == .none,
        words.first?.is("to") == true || words.allSatisfy(\.isAssignment),
        compiles(condition, .expression) == .ok
      else { continue }
      return (condition, rest)
    }
    return nil
  }
}

extension Word {
  /// Whether it is `NAME=VALUE`, and no comparison.
  fileprivate var isAssignment: Bool {
    guard let assignment = try? Assignment(self) else { return false }
    return assignment.column.parts.allSatisfy {
      $0.isQuoted || $0.text.unicodeScalars.allSatisfy { $0.isWordScalar || $0 == "-" }
    } && assignment.value.unquotedStart.first != "="
  }
}
