import ArgumentParser
import LibC
import TableShell
import Terminal
import Wording

/// `tablesh git`: git merges and compares tables with this program.
struct GitCommand: Subcommand {
  /// What is done.
  enum Action: String, CaseIterable, ExpressibleByArgument {
    /// Tell git.
    case install
    /// Print a table for git's diff.
    case text
  }

  static let configuration = CommandConfiguration(
    commandName: "git", abstract: "Have git merge and compare tables by key and cell by cell.",
    usage: "tablesh git install [--print] [--yes]\ntablesh git text FILE",
    discussion: """
      install prints the commands that set git up, asks, and runs them in the repository of the \
      working folder. git merge and git rebase then merge comma- and tab-separated files with \
      tablesh merge. git mergetool --tool=tablesh opens the remaining conflicts in the shell. git \
      diff shows each changed cell on a line of its own. If tablesh is missing or cannot read a \
      file, git merges it as before.

      With --print the commands are only printed: tablesh git install --print | sh runs them.

      text prints a table as git diff compares it.

      Status 0; 1 if git refused; 64 if the command line is wrong.
      """)

  static let failureStatus: Int32 = 1

  @OptionGroup var shared: SharedArguments

  @Flag(help: "Print the commands, and run none.")
  var print = false

  @Flag(help: "Do not ask.")
  var yes = false

  @Argument(help: "install or text.")
  var action: Action

  @Argument(help: "The table whose text is printed.", completion: .file())
  var file: String?

  var replyFormat: ShellOptions.Format { .text }

  func validate() throws {
    switch action {
    case .install:
      if file != nil { throw ValidationError("'install' takes no file") }
      if !print, !yes, isatty(STDIN_FILENO) == 0 {
        throw ValidationError(
          "nobody is there to be asked: --yes tells git, --print prints what it would be told")
      }
    case .text: if file == nil { throw ValidationError("Missing expected argument '<file>'") }
    }
  }

  func run(in shell: Shell) -> Outcome {
    if action == .text { return shell.git.printText(of: file ?? "-") }
    if print {
      shell.emit(GitTables.script)
      return .done
    }
    if !yes {
      shell.emit(GitTables.script)
      shell.console.flush()
      let answer = PlainLines(input: STDIN_FILENO).answer(to: "Run these lines? [y/N] ")
      guard ["y", "yes"].contains(answer?.lowercased() ?? "") else { return .done }
    }
    return shell.git.install()
  }
}
