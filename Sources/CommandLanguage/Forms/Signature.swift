import TableKit

/// What can be typed of a command: its forms, and the options that they share. Reading, errors,
/// completion and help follow from it.
package struct Signature {
  /// The name of the command.
  package var name: String
  /// The forms; the first that matches is meant.
  package var forms: [Grammar]
  /// Whether it takes `--dry-run`.
  var changes: Bool
  /// Whether its options may follow arguments, though no form shows one there.
  var allowsLateOptions: Bool
  /// The kind in the error for an unknown first word, `no-such-KIND`; nil: a usage error.
  var kindOfVerb: String?

  /// Creates a signature.
  package init(
    name: String, forms: [Grammar], changes: Bool, allowsLateOptions: Bool, kindOfVerb: String?
  ) {
    (self.name, self.forms, self.changes) = (name, forms, changes)
    (self.allowsLateOptions, self.kindOfVerb) = (allowsLateOptions, kindOfVerb)
  }

  /// The lines of its forms.
  package var synopsis: [String] { forms.map(\.shownLine) }

  /// The options that every form takes.
  package var commonOptions: [OptionDeclaration] {
    (changes ? [OptionDeclaration("dry-run")] : [])
      + (forms.contains { $0.hasTarget || $0.option("skip-errors") != nil }
        ? [OptionDeclaration("skip-errors")] : [])
  }

  /// All options, without duplicates; `dry-run` and `skip-errors` come last.
  package var options: [OptionDeclaration] {
    var all: [OptionDeclaration] = []
    for option in forms.flatMap(\.options).map(\.declaration)
    where !["dry-run", "skip-errors"].contains(option.name) {
      if !all.contains(where: { $0.name == option.name }) { all.append(option) }
    }
    let hasDryRun =
      changes || forms.contains { $0.options.contains { $0.declaration.name == "dry-run" } }
    if hasDryRun { all.append(OptionDeclaration("dry-run")) }
    return all + commonOptions.filter { $0.name == "skip-errors" }
  }

  /// Whether its options may follow arguments, too.
  package var takesLateOptions: Bool {
    allowsLateOptions || forms.contains(where: \.hasLateOptions)
  }
}

extension Signature {
  /// Matches a statement with the forms.
  ///
  /// - Parameters:
  ///   - table: the current table, if any.
  ///   - compiles: the Lua compiler.
  package func match(
    _ statement: Statement, table: Table?, compiles: @escaping LuaCheck
  ) throws(MatchError) -> (options: ArgumentReader, match: FormMatch) {
    let options: ArgumentReader
    do throws(SyntaxError) {
      options = try ArgumentReader(
        statement.words.dropFirst(), options: self.options, anywhere: takesLateOptions)
    } catch { throw .syntax(error) }
    let matcher = FormMatcher(
      forms,
      FormInput(
        words: options.arguments, lua: statement.lua, options: withoutCommon(options.given),
        end: options.arguments.last?.end ?? statement.end, table: table))
    guard let match = matcher.match else {
      throw matcher.error(of: self, in: statement, compiles: compiles)
    }
    return (options, match)
  }

  /// The lines of the forms that words may be the beginning of; all if none fits.
  package func lines(fitting words: some Sequence<Word>, table: Table?) -> [String] {
    let typed = ArgumentReader(open: words, options: options, anywhere: takesLateOptions)
    let matcher = FormMatcher(forms, FormInput(words: typed.arguments, end: .start, table: table))
    let fitting = Set(matcher.waiting.map(\.form))
    guard matcher.reached == matcher.words.count, !fitting.isEmpty else { return synopsis }
    return fitting.sorted().map { forms[$0].line }
  }

  /// The options that not every form takes.
  func withoutCommon(_ options: [(name: String, value: Word?)]) -> [(name: String, value: Word?)] {
    let common = commonOptions.map(\.name)
    return options.filter { !common.contains($0.name) }
  }
}
