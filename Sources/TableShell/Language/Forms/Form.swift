import Synchronization
import TableKit

/// One line of a command's synopsis, which is the command's grammar: parsing, errors, completion,
/// help and the manual page follow from it.
///
///     Form("selection limit SECTION none|exclusive|max N|inclusive") { invocation … }
///
/// - `limit` is literal; `SECTION` is a placeholder, named by its kind (see `Placeholder`);
/// - `a|b` is a choice; a word takes a placeholder after it if more choices follow: `max N|all`,
///   or a choice before it took one and the group ends: `(all|max N|least N)`;
/// - `[…]` is optional, `(…)` is a group, `X …` is one X or more;
/// - `X, …` repeats all that follows the last word, once or more, separated by commas;
/// - `--flag`, `--option VALUE`, `--option=VALUE`, `--option[=VALUE]`, `-o|--option VALUE` are
///   options, accepted in any order. `--flag X …` is a flag and an argument.
package struct Form: Sendable {
  package typealias Run = @Sendable (Invocation) throws(CommandError) -> CommandResult
  package typealias Method = @Sendable (Invocation) -> () throws(CommandError) -> CommandResult

  /// The line as in the synopsis, the command's name first.
  package let line: String
  private let grammar: Grammar
  /// Runs the command in this form.
  package let run: Run

  /// What is behind the name, as steps of a machine.
  var steps: [FormStep] { grammar.read.steps }
  /// Its options, in order.
  var options: [FormOption] { grammar.read.options }
  /// Whether commas part its words.
  var hasList: Bool { grammar.read.hasList }
  /// Whether an option follows an argument.
  var hasLateOptions: Bool { grammar.read.hasLateOptions }

  /// Creates a form of a built-in command, which is read when it is first used, so that a program starts
  /// without reading all. A malformed line is a programming error.
  ///
  /// - Parameter kinds: the placeholders by name, in place of those of `Placeholder.known`.
  package init(_ line: String, kinds: [String: Placeholder] = [:], run: @escaping Run) {
    self.line = line
    grammar = Grammar(line, kinds: kinds)
    self.run = run
  }

  /// Reads a line that the program declares, whose work a method does.
  package init(_ line: String, kinds: [String: Placeholder] = [:], does method: @escaping Method) {
    self.init(line, kinds: kinds) { invocation throws(CommandError) in try method(invocation)() }
  }

  /// Reads a line.
  ///
  /// - Parameter otherwise: the kind of unknown placeholders; nil: they are errors.
  /// - Throws: the reason, if the line is malformed.
  package init(
    reading line: String, kinds: [String: Placeholder] = [:], otherwise: Placeholder? = nil,
    run: @escaping Run
  ) throws(FormReader.Malformed) {
    self.line = line
    grammar = Grammar(try FormReader.Result(line, kinds: kinds, otherwise: otherwise))
    self.run = run
  }

  /// What a line declares.
  private final class Grammar: Sendable {
    private enum State {
      case unread(String, kinds: [String: Placeholder])
      case read(FormReader.Result)
    }

    private let state: Mutex<State>

    init(_ line: String, kinds: [String: Placeholder]) {
      state = Mutex(.unread(line, kinds: kinds))
    }

    init(_ result: FormReader.Result) { state = Mutex(.read(result)) }

    var read: FormReader.Result {
      state.withLock { state in
        switch state {
        case .read(let result): return result
        case .unread(let line, let kinds):
          do throws(FormReader.Malformed) {
            let result = try FormReader.Result(line, kinds: kinds, otherwise: nil)
            state = .read(result)
            return result
          } catch {
            preconditionFailure("the form '\(line)' is malformed: \(error.what)")
          }
        }
      }
    }
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

/// An instruction of the program that matches a form, as in a regular expression's machine.
struct FormStep: Sendable {
  enum Action: Sendable {
    case word(String)
    case placeholder(Placeholder)
    /// The option of that index in `Form.options`; consumes no argument.
    case option(Int)
    /// Goes on so many steps further, wherever that leads on; the first is preferred.
    case go([Int])
  }

  let action: Action
  /// Where it stands in the line.
  var offset = 0
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
