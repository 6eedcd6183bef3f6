import Synchronization

/// One line of a command's synopsis, which is the command's grammar: parsing, errors, completion,
/// help and the manual page follow from it.
///
///     selection limit SECTION none|exclusive|max N|inclusive
///
/// - `limit` is literal; `SECTION` is a placeholder, named by its kind (see `ArgumentKind`);
/// - `a|b` is a choice; a word takes a placeholder after it if more choices follow: `max N|all`,
///   or a choice before it took one and the group ends: `(all|max N|least N)`;
/// - `[…]` is optional, `(…)` is a group, `X …` is one X or more;
/// - `X, …` repeats all that follows the last word, once or more, separated by commas;
/// - `--flag`, `--option VALUE`, `--option=VALUE`, `--option[=VALUE]`, `-o|--option VALUE` are
///   options, accepted in any order. `--flag X …` is a flag and an argument.
///
/// A class, as the line is read when it is first used: a program starts without reading all lines.
package final class Grammar: Sendable {
  /// Returns the placeholder of a name in a line; nil: none has it.
  package typealias Kinds = @Sendable (_ name: String) -> (any ArgumentKind)?

  private enum State {
    case unread(Kinds), read(FormReader.Result)
  }

  /// The line as in the synopsis, the command's name first.
  package let line: String
  /// The line without the parentheses that mark an option it must have, as it is shown.
  package var shownLine: String { line.replacing(#/\((--[a-z-]+)\)/#) { $0.output.1 } }
  private let state: Mutex<State>

  /// Creates the grammar of a line that the program declares, which must not be malformed.
  package init(_ line: String, kinds: @escaping Kinds) {
    self.line = line
    state = Mutex(.unread(kinds))
  }

  /// Reads a line.
  ///
  /// - Throws: the reason, if the line is malformed.
  package init(reading line: String, kinds: @escaping Kinds) throws(FormReader.Malformed) {
    self.line = line
    state = Mutex(.read(try FormReader.read(line, kinds: kinds)))
  }

  private var result: FormReader.Result {
    state.withLock { state in
      switch state {
      case .read(let result): return result
      case .unread(let kinds):
        do throws(FormReader.Malformed) {
          let result = try FormReader.read(line, kinds: kinds)
          state = .read(result)
          return result
        } catch {
          preconditionFailure("the form '\(line)' is malformed: \(error.what)")
        }
      }
    }
  }

  /// The steps of a machine that matches what follows the name.
  var steps: [FormStep] { result.steps }
  /// Its options, in order.
  package var options: [FormOption] { result.options }
  /// Whether commas separate its words.
  var hasList: Bool { result.hasList }
  /// Whether an option follows an argument.
  var hasLateOptions: Bool { result.hasLateOptions }

  /// Whether it takes a target.
  package var hasTarget: Bool { placeholders.contains { $0.isTarget } }

  /// Whether it takes assignments, such as COL=VALUE.
  package var hasAssignments: Bool { placeholders.contains { $0.isAssignment } }

  /// The placeholders of its arguments.
  var placeholders: [any ArgumentKind] {
    steps.compactMap { if case .placeholder(let kind) = $0.action { kind } else { nil } }
  }

  /// The literal words.
  package var words: [String] {
    steps.compactMap { if case .word(let word) = $0.action { word } else { nil } }
  }

  /// Its option of a name.
  func option(_ name: String) -> FormOption? { options.first { $0.declaration.name == name } }

  /// The names of the placeholders that can be typed several times, being in a loop.
  package var repeated: Set<String> {
    var names: Set<String> = []
    for (index, step) in steps.enumerated() {
      guard case .go(let ways) = step.action, let back = ways.min(), back < 0 else { continue }
      for case .placeholder(let kind) in steps[(index + back)..<index].map(\.action) {
        names.insert(kind.name)
      }
    }
    return names
  }

  /// The rest of the line from a step on.
  func text(from step: Int) -> String { String(line.dropFirst(steps[step].offset)) }
}

/// An instruction of the program that matches a form, as in a regular expression's machine.
struct FormStep: Sendable {
  enum Action: Sendable {
    case word(String), placeholder(any ArgumentKind)
    /// The option of that index in `Grammar.options`; consumes no argument.
    case option(Int)
    /// Continues that many steps further, on every way that leads on; the first is preferred.
    case go([Int])
  }

  let action: Action
  /// Where it stands in the line.
  var offset = 0
}

/// An option of a form.
package struct FormOption: Sendable {
  /// Its name, and whether it takes a value.
  package var declaration: OptionDeclaration
  /// The kind of its value.
  package var kind: (any ArgumentKind)?
  /// The literal values it accepts, besides those of its kind.
  package var words: [String] = []
  /// The number of the choice that it is part of; options of one choice exclude each other.
  var group: Int
}
