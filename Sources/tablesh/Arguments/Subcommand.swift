import ArgumentParser
import TableShell
import Wording

/// A subcommand besides `run`: one file with its arguments, and one line in `Subcommands.list`.
///
/// It has a name in its `configuration`, and a usage there that begins with `tablesh`: that is
/// also a line of `tablesh --help`.
protocol Subcommand: ParsableCommand, Sendable {
  /// The options shared with the shell.
  var shared: SharedArguments { get }
  /// The format of failures: in JSON, an object on standard output as well.
  var replyFormat: ShellOptions.Format { get }
  /// The exit status when it fails.
  static var failureStatus: Int32 { get }
  /// Runs the subcommand in a shell whose plugins are loaded and that has no table open.
  func run(in shell: Shell) -> Outcome
}

/// A command line that opens the shell, with or without a subcommand.
protocol ShellCommand: ParsableCommand {
  /// Returns what it asks for, as plain values.
  func options() throws(BadOption) -> Options
}

/// The subcommands.
enum Subcommands {
  /// One line for each, in the order of the help.
  static let list: [any ParsableCommand.Type] = [
    RunCommand.self, ServeCommand.self, PresentCommand.self, RecordCommand.self, LessonCommand.self,
    DiffCommand.self, MergeCommand.self, CheckCommand.self, ApplyCommand.self, GitCommand.self,
  ]

  /// Those without a shell. Made where one is named: casts are slow.
  static let all = list.compactMap { $0 as? any Subcommand.Type }

  /// The names of all subcommands, `run` and those that open the shell among them.
  static var names: [String] { list.compactMap { $0.configuration.commandName } }

  /// Returns the subcommand of a name, also `run` and those that open the shell; nil: the word is
  /// a file.
  static func named(_ word: String) -> (any ParsableCommand.Type)? {
    list.first { $0.configuration.commandName == word }
  }

  /// The usage of all subcommands, a line for each form.
  static var usage: String { all.compactMap { $0.configuration.usage }.joined(separator: "\n") }
}
