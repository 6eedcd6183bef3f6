import TableKit
import Wording

/// What may stand at the cursor in the arguments of a command.
package struct Expectation {
  /// One of the choices.
  package enum Choice {
    /// A word that is typed as it stands; what follows it in its form, if anything.
    case word(String, String?)
    /// A value of a placeholder.
    case argument(any ArgumentKind, TypedArguments)
  }

  /// The word to complete: what is at the cursor, or the part of it after a `=` or a comma.
  package var word: Word
  /// The choices, in order.
  package var choices: [Choice]
  /// The number of arguments before it; nil: it is an option, or the value of one.
  package var argument: Int?
}

extension Signature {
  /// Returns what may stand at the cursor by the forms: an option, its value or an argument.
  ///
  /// - Parameters:
  ///   - word: what is typed of it.
  ///   - words: the words between the command's name and it.
  ///   - table: the current table, if any.
  package func expectation(
    at word: Word, behind words: some Sequence<Word>, table: Table?
  ) -> Expectation {
    let typed = ArgumentReader(open: words, options: options, anywhere: takesLateOptions)
    if let option = typed.open { return value(of: option, at: word) }
    guard typed.takesOptions, word.starts(with: "-") else {
      return arguments(at: word, behind: typed, table: table)
    }
    guard let value = word.behindLast("=") else {
      return Expectation(word: word, choices: options(besides: typed.given.map(\.name)))
    }
    let option = options.first { word.text.hasPrefix("--\($0.name)=") }
    return option.map { self.value(of: $0, at: value) } ?? Expectation(word: word, choices: [])
  }

  private func value(of option: OptionDeclaration, at word: Word) -> Expectation {
    let known = forms.compactMap { $0.option(option.name) }
    let kinds = known.compactMap(\.kind)
    return Expectation(
      word: word,
      choices: kinds.map { .argument($0, TypedArguments(words: [], own: [])) }
        + known.flatMap(\.words).map { .word($0, nil) })
  }

  /// The options that can be combined with those already given.
  private func options(besides given: [String]) -> [Expectation.Choice] {
    let common = commonOptions
    let possible = options.filter { option in
      if common.contains(option) { return !given.contains(option.name) }
      return forms.contains { form in
        guard let own = form.option(option.name) else { return false }
        return given.allSatisfy { name in
          guard let other = form.option(name) else { return common.contains { $0.name == name } }
          return other.declaration.name == option.name
            ? own.declaration.value != .none : other.group != own.group
        }
      }
    }
    return possible.map { .word("--\($0.name)", $0.value.label) }
  }

  /// Everything that any form accepts next.
  private func arguments(
    at word: Word, behind typed: ArgumentReader, table: Table?
  ) -> Expectation {
    var (word, words) = (word, typed.arguments)
    if forms.contains(where: \.hasList), let last = word.behindLast(",") {
      let pieces = FormMatcher.cutAtCommas(word)
      words += last.isEmpty ? pieces : pieces.dropLast()
      word = last
    }
    let options = withoutCommon(typed.given)
    let matcher = FormMatcher(
      forms, FormInput(words: words, options: options, end: .start, table: table))
    func canTakeOptions(_ thread: FormMatcher.Thread) -> Bool {
      options.allSatisfy { forms[thread.form].option($0.name) != nil }
    }
    var choices: [Expectation.Choice] = []
    for misfit in matcher.misfits where misfit.isUnfinished && canTakeOptions(misfit.thread) {
      guard case .placeholder(let kind) = matcher.next(of: misfit.thread) else { continue }
      let own = matcher.words[misfit.start...]
      choices.append(.argument(kind, TypedArguments(words: matcher.words, own: own)))
    }
    let isReached = matcher.reached == matcher.words.count
    for thread in matcher.waiting where isReached && canTakeOptions(thread) {
      if matcher.takesExceptions(thread) {
        choices.append(.word(ColumnList.except, "columns that are left out"))
      }
      switch matcher.next(of: thread) {
      case .word(let text):
        let rest = forms[thread.form].text(from: thread.step).dropFirst(text.count)
        choices.append(.word(text, Self.whole(rest)))
      case .placeholder(let kind):
        choices.append(.argument(kind, TypedArguments(words: matcher.words, own: [])))
      default: break
      }
    }
    return Expectation(word: word, choices: choices, argument: typed.arguments.count)
  }

  /// The part of a form after one of its words, up to the end of the brackets that the word stands in;
  /// nil: nothing.
  private static func whole(_ rest: Substring) -> String? {
    var depth = 0
    var last: Character = " "
    let part = rest.prefix { letter in
      if "[(".contains(letter) { depth += 1 }
      if "])".contains(letter) { depth -= 1 }
      defer { last = letter }
      // Behind a placeholder another choice begins.
      return depth >= 0 && (letter != "|" || depth > 0 || !last.isUppercase)
    }
    guard part.hasPrefix(" "), part.count > 1 else { return nil }
    return String(part).trimmingBlanks
  }
}

extension OptionDeclaration.Value {
  /// The placeholder for the value; nil for a flag.
  fileprivate var label: String? {
    switch self {
    case .none: nil
    case .required(let label), .optional(let label): label
    }
  }
}

extension Word {
  /// The candidates that begin as the word does; where none does, those in which a word inside does:
  /// `Name` is completed to `"Last Name"`.
  ///
  /// - Parameter ignoresCase: whether `last` begins as `Last Name` does.
  package func completion(
    among all: [Completion.Candidate], ignoresCase: Bool = false
  ) -> Completion {
    let match = NameMatch(text, ignoresCase: ignoresCase)
    let opened = NameMatch(Quoting.opened(text), ignoresCase: ignoresCase)
    let fitting = all.filter { match.begins($0.text) || opened.begins($0.text) }
    return Completion(
      start: start, fitting.isEmpty ? all.filter { match.isInside($0.text) } : fitting)
  }
}

extension Completion {
  /// Joins the candidates of several kinds; names of files come last.
  package static func joining(_ completions: [Completion]) -> Completion {
    var all: [Candidate] = []
    var start: Int?
    var files: Completion?
    for completion in completions {
      switch completion.choices {
      case .fileNames: files = completion
      case .candidates(let candidates):
        guard !candidates.isEmpty, start == nil || start == completion.start else { continue }
        start = completion.start
        all += candidates.filter { new in !all.contains { $0.text == new.text } }
      }
    }
    guard let start else { return files ?? .none }
    guard let files, files.start == start, case .fileNames(let own, let endings) = files.choices
    else { return Completion(start: start, all) }
    return Completion(start: start, choices: .fileNames(behind: all + own, endings: endings))
  }
}
