import TableKit

/// One line of a command's synopsis, which is the command's grammar: parsing, errors, completion,
/// help and the manual page follow from it.
///
///     Form("selection limit SECTION none|exclusive|max N|inclusive") { invocation … }
///
/// - `limit` is typed as it stands; `SECTION` stands for a value, and its name says of which kind
///   (see `Placeholder`);
/// - `a|b` is one of both, with placeholders behind a word if more alternatives follow: `max N|all`;
/// - `[…]` can be left out, `(…)` is a group, `X …` is one X or more;
/// - `X, …` is all that stands behind the last word, once or more, with commas between;
/// - `--flag`, `--option VALUE`, `--option=VALUE`, `--option[=VALUE]`, `-o|--option VALUE`. An option
///   has no value where `…` follows the placeholder. Options may be given in any order.
struct Form: Sendable {
  typealias Run = @Sendable (Invocation) throws(CommandError) -> CommandResult

  /// The line, the command's name first.
  let line: String
  /// What is behind the name, as steps of a machine.
  private(set) var steps: [FormStep] = []
  /// The names of the placeholders that can be typed several times.
  private(set) var repeated: Set<String> = []
  /// Its options, in order.
  private(set) var options: [FormOption]
  /// Whether commas part its words.
  let hasList: Bool
  /// Whether an option stands behind an argument.
  let hasLateOptions: Bool
  /// Does what the form says.
  let run: Run

  /// Reads a line that the program declares.
  ///
  /// - Parameter kinds: what placeholders stand for here, where that is not what they stand for
  ///   elsewhere.
  init(_ line: String, kinds: [String: Placeholder] = [:], run: @escaping Run) {
    do throws(FormReader.Malformed) {
      try self.init(reading: line, kinds: kinds, run: run)
    } catch {
      preconditionFailure("the form '\(line)' is malformed: \(error.what)")
    }
  }

  /// Reads a line.
  ///
  /// - Throws: what is wrong with the line.
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

  /// Whether rows can be named in it.
  var hasTarget: Bool { placeholders.contains { $0.isTarget } }

  /// Whether a word that sets something may follow a target.
  var hasAssignments: Bool { placeholders.contains { $0.isAssignment } }

  /// The placeholders of its arguments.
  var placeholders: [Placeholder] {
    steps.compactMap { if case .placeholder(let kind) = $0.action { kind } else { nil } }
  }

  /// The words of it that are typed as they stand.
  var words: [String] {
    steps.compactMap { if case .word(let word) = $0.action { word } else { nil } }
  }

  /// What stands from a step on, in the line.
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
      noteRepeated(from: start)
      steps.append(FormStep(.split(start, steps.count + 1), 0))
    case .list(let inner):
      let start = steps.count
      compile(inner)
      noteRepeated(from: start)
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

  private mutating func noteRepeated(from start: Int) {
    for case .placeholder(let kind) in steps[start...].map(\.action) { repeated.insert(kind.name) }
  }

  private mutating func fork() -> Int {
    steps.append(FormStep(.jump(0), 0))
    return steps.count - 1
  }
}

/// A step of the machine that a form is.
struct FormStep: Sendable {
  enum Action: Sendable {
    case word(String)
    case placeholder(Placeholder)
    /// An option of that index, which takes no argument.
    case option(Int)
    /// Goes on at either step; the first is preferred.
    case split(Int, Int)
    case jump(Int)
  }

  var action: Action
  /// Where it stands in the line.
  let offset: Int

  init(_ action: Action, _ offset: Int) {
    self.action = action
    self.offset = offset
  }
}

/// An option of a form.
struct FormOption: Sendable {
  /// Its name and what may follow.
  var declaration: OptionDeclaration
  /// What its value stands for.
  var kind: Placeholder?
  /// The only values it has, besides those of its kind.
  var words: [String] = []
  /// The alternatives it is one of, by number.
  var group: Int
}

/// What a form says, as a tree.
indirect enum FormPattern {
  case word(String, Int)
  case placeholder(Placeholder, Int)
  case option(Int)
  case sequence([FormPattern])
  case choice([FormPattern])
  case optional(FormPattern)
  case repeated(FormPattern)
  case list(FormPattern)

  /// Whether it is a word that is typed as it stands.
  var isWord: Bool { if case .word = self { true } else { false } }
}
