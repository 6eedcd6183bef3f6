import ArgumentParser
import TableShell
import Wording

/// `tablesh check`: a hand-written batch update against UIKit's rules, or a pasted crash message.
struct CheckCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Judge a hand-written batch update against UIKit's rules.",
    usage: """
      tablesh check [options] OLD PLAN NEW
      tablesh check [options] --exception FILE
      """,
    discussion: """
      OLD and NEW are tables of any kind that tablesh reads, PLAN is JSON: one stage, as in \
      {"rows":{"delete":[[0,1]]}}, or {"stages":[…]}. A stage that is not the last needs its \
      table, 'after', as diff --stages-with-tables writes it. PLAN may also be Swift or \
      Objective-C with one batch, as in tableView.deleteRows(at: [IndexPath(row: 1, section: 0)], \
      with: .fade), as far as its calls are literal: what is not is named with its line. One of \
      the three may be '-', standard input.

      With --exception, FILE is text from a console or a crash log in any form, and what UIKit \
      complained of in it is explained: of batch updates, snapshots, cells, scrolling, layouts and \
      threads. What is not read is said to be unread.

      Status 0 when the plan is legal and the screen shows the data, 1 when it is illegal or \
      leaves something stale, and for every message that is recognised; 2 on \
      trouble, 64 when the command line is wrong.
      """)

  static let failureStatus: Int32 = 2

  @OptionGroup var shared: SharedArguments

  @Option(help: "How the verdict is printed.")
  var format = ShellOptions.Format.text

  @Option(
    help: ArgumentHelp("Explain a message of UIKit; '-' is standard input.", valueName: "file"),
    completion: .file())
  var exception: String?

  @Argument(
    help: ArgumentHelp("The table before, the plan, and the table after.", valueName: "file"),
    completion: .file())
  var files: [String] = []

  var replyFormat: ShellOptions.Format { format }

  func validate() throws {
    if exception != nil {
      guard files.isEmpty else {
        throw ValidationError("'--exception' takes one file, and OLD PLAN NEW exclude it")
      }
      return
    }
    guard files.count == 3 else {
      throw ValidationError(
        "Expected three files, OLD PLAN NEW, or '--exception FILE'; got \(files.count)")
    }
    guard files.count(where: { $0 == "-" }) < 2 else {
      throw ValidationError("only one of OLD, PLAN and NEW can be standard input")
    }
  }

  func run(in shell: Shell) -> Outcome {
    if let exception { return shell.checkException(exception) }
    return shell.check(old: files[0], plan: files[1], new: files[2])
  }
}
