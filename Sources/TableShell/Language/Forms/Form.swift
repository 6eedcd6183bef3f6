import TableKit

/// One line of a command's synopsis, which is the command's grammar: parsing, errors, completion,
/// help and the manual page follow from it.
///
///     Form("selection limit SECTION none|exclusive|max N|inclusive") { invocation … }
///
/// - `limit` is literal; `SECTION` is a placeholder, named by its kind (see `Placeholder`);
/// - `a|b` is a choice; a word takes a placeholder after it if more choices follow: `max N|all`;
/// - `[…]` is optional, `(…)` is a group, `X …` is one X or more;
/// - `X, …` repeats all that follows the last word, once or more, separated by commas;
/// - `--flag`, `--option VALUE`, `--option=VALUE`, `--option[=VALUE]`, `-o|--option VALUE` are
///   options, accepted in any order. `--flag X …` is a flag and an argument.
struct Form: Sendable {
  typealias Run = @Sendable (Invocation) throws(CommandError) -> CommandResult

  /// The line as in the synopsis, the command's name first.
  let line: String
  /// The program that matches what follows the name; see `FormMatcher`.
  private(set) var steps: [FormStep] = []
  /// Its options, in order.
  private(set) var options: [FormOption]
  /// Whether commas separate words.
  let hasList: Bool
  /// Whether an option follows an argument.
  let hasLateOptions: Bool
  /// Runs the command in this form.
  let run: Run

  /// Creates a form of a built-in command; a malformed line is a programming error.
  ///
  /// - Parameter kinds: the placeholders by name, in place of those of `Placeholder.known`.
  init(_ line: String, kinds: [String: Placeholder] = [:], run: @escaping Run) {
    do throws(FormReader.Malformed) {
      try self.init(reading: line, kinds: kinds, run: run)
    } catch {
      preconditionFailure("the form '\(line)' is malformed: \(error.what)")
    }
  }

  /// Parses a line, such as one that a Lua plugin declares.
  ///
  /// - Parameter otherwise: the kind of unknown placeholders; nil: they are errors.
  /// - Throws: the reason, if the line is malformed.
  init(
    reading line: String, kinds: [String: Placeholder] = [:], otherwise: Placeholder? = nil,
    run: @escaping Run
  ) throws(FormReader.Malformed) {
    var reader = FormReader(line, kinds: kinds, otherwise: otherwise)
    let pattern = try reader.read()
    self.line = line
    options = reader.options
    hasList = reader.hasList
    hasLateOptions = reader.hasLateOptions
    self.run = run
    compile(pattern)
  }

  /// Whether it takes a target.
  var hasTarget: Bool { placeholders.contains { $0.isTarget } }

  /// Whether it takes assignments, such as COL=VALUE.
  var hasAssignments: Bool { placeholders.contains { $0.isAssignment } }

  /// The placeholders of its arguments.
  var placeholders: [Placeholder] {
    steps.compactMap { if case .placeholder(let kind) = $0.action { kind } else { nil } }
  }

  /// The literal words.
  var words: [String] {
    steps.compactMap { if case .word(let word) = $0.action { word } else { nil } }
  }

  /// Returns the rest of the line from a step on.
  func text(from step: Int) -> String {
    String(line.dropFirst(steps[step].offset))
  }

  private mutating func compile(_ pattern: FormPattern) {
    switch pattern {
    case .word(let word, let offset): steps.append(FormStep(.word(word), offset))
    case .placeholder(let kind, let offset): steps.append(FormStep(.placeholder(kind), offset))
    case .option(let index): steps.append(FormStep(.option(index), 0))
    case .sequence(let patterns): for pattern in patterns { compile(pattern) }
    case .optional(let inner):
      let split = fork()
      compile(inner)
      steps[split].action = .split(split + 1, steps.count)
    case .repeated(let inner):
      let start = steps.count
      compile(inner)
      steps.append(FormStep(.split(start, steps.count + 1), 0))
    case .list(let inner):
      let start = steps.count
      compile(inner)
      let split = fork()
      steps.append(FormStep(.word(","), 0))
      steps.append(FormStep(.jump(start), 0))
      steps[split].action = .split(split + 1, steps.count)
    case .choice(let patterns):
      var jumps: [Int] = []
      for pattern in patterns.dropLast() {
        let split = fork()
        compile(pattern)
        jumps.append(steps.count)
        steps.append(FormStep(.jump(0), 0))
        steps[split].action = .split(split + 1, steps.count)
      }
      if let last = patterns.last { compile(last) }
      for jump in jumps { steps[jump].action = .jump(steps.count) }
    }
  }

  private mutating func fork() -> Int {
    steps.append(FormStep(.jump(0), 0))
    return steps.count - 1
  }
}

/// An instruction of the program that matches a form, as in a regular expression's machine.
struct FormStep: Sendable {
  enum Action: Sendable {
    case word(String)
    case placeholder(Placeholder)
    /// The option of that index in `Form.options`; consumes no argument.
    case option(Int)
    /// Continues at either step; the first is preferred.
    case split(Int, Int)
    case jump(Int)
  }

  var action: Action
  /// The offset in the line, in characters.
  let offset: Int

  init(_ action: Action, _ offset: Int) {
    self.action = action
    self.offset = offset
  }
}

/// An option of a form.
struct FormOption: Sendable {
  /// Its name, and whether it takes a value.
  var declaration: OptionDeclaration
  /// The kind of its value.
  var kind: Placeholder?
  /// The literal values it accepts, besides those of its kind.
  var words: [String] = []
  /// The number of the choice that it is part of; options of one choice exclude each other.
  var group: Int
}

/// The syntax tree of a form's line.
indirect enum FormPattern {
  case word(String, Int)
  case placeholder(Placeholder, Int)
  case option(Int)
  case sequence([FormPattern])
  case choice([FormPattern])
  case optional(FormPattern)
  case repeated(FormPattern)
  case list(FormPattern)

  /// Whether it is a literal word.
  var isWord: Bool { if case .word = self { true } else { false } }
}
