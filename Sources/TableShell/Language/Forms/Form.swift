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
  typealias Method = @Sendable (Invocation) -> () throws(CommandError) -> CommandResult

  /// The line, the command's name first.
  let line: String
  /// What is behind the name, as steps of a machine.
  let steps: [FormStep]
  /// Its options, in order.
  let options: [FormOption]
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

  /// Reads a line that the program declares, whose work a method does.
  init(_ line: String, kinds: [String: Placeholder] = [:], does method: @escaping Method) {
    self.init(line, kinds: kinds) { invocation throws(CommandError) in try method(invocation)() }
  }

  /// Reads a line.
  ///
  /// - Throws: what is wrong with the line.
  init(
    reading line: String, kinds: [String: Placeholder] = [:], otherwise: Placeholder? = nil,
    run: @escaping Run
  ) throws(FormReader.Malformed) {
    var reader = FormReader(line, kinds: kinds, otherwise: otherwise)
    steps = try reader.read()
    self.line = line
    options = reader.options
    hasList = reader.hasList
    hasLateOptions = reader.hasLateOptions
    self.run = run
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

  /// Its option of a name.
  func option(_ name: String) -> FormOption? { options.first { $0.declaration.name == name } }

  /// The names of the placeholders that can be typed several times, being in a loop.
  var repeated: Set<String> {
    var names: Set<String> = []
    for (index, step) in steps.enumerated() {
      guard case .go(let ways) = step.action, let back = ways.min(), back < 0 else { continue }
      for case .placeholder(let kind) in steps[(index + back)..<index].map(\.action) {
        names.insert(kind.name)
      }
    }
    return names
  }

  /// What stands from a step on, in the line.
  func text(from step: Int) -> String {
    String(line.dropFirst(steps[step].offset))
  }
}

/// A step of the machine that a form is.
struct FormStep: Sendable {
  enum Action: Sendable {
    case word(String)
    case placeholder(Placeholder)
    /// An option of that index, which takes no argument.
    case option(Int)
    /// Goes on so many steps further, wherever that leads on; the first is preferred.
    case go([Int])
  }

  let action: Action
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
