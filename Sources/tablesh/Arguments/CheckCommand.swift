import ArgumentParser
import TableShell
import Wording

/// `tablesh check`: a hand-written batch update against UIKit's rules, or a pasted crash message.
struct CheckCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Judge a hand-written batch update against UIKit's rules.",
    usage: """
      tablesh check [options] OLD PLAN NEW
      tablesh check [options] --before COUNTS PLAN --after COUNTS
      tablesh check [options] --exception FILE
      """,
    discussion: """
      OLD and NEW are tables of any format. PLAN is a batch update that you wrote: JSON, or Swift \
      or Objective-C code. One of the three may be '-', standard input. A PLAN that begins with \
      '{' or contains a call such as deleteRows(…) is the plan itself, not a file.

        tablesh check old.csv batch.swift new.csv
        tablesh check old.csv '{"rows":{"delete":[[0,1]]}}' new.csv
        tablesh check --before 3,2 --after 3,1 batch.swift
        tablesh check --exception crash.log

      JSON has one stage, as above, or {"stages":[…]}. Each stage but the last needs a member \
      "after": the table after this stage, as diff --stages-with-tables writes it. JSON is checked \
      as the update of a table view.

      Code contains one batch, such as tableView.deleteRows(at: [IndexPath(row: 1, section: 0)], \
      with: .fade). Code of a collection view is checked by the rules of collection views. check follows \
      constants, loops and conditions if their values are known. Give other values by --let.

      --before and --after give only the numbers of rows in each section. They show what UIKit \
      does with one stage, but not what is stale.

      With --exception, FILE is text from a console or a crash log. tablesh explains each message \
      of UIKit in it, and says what it could not read.

      Status 0 if the plan is legal and the screen shows the data; 1 if it is illegal or leaves \
      something stale, or if a message is recognised; 2 if there is trouble; 64 if the command \
      line is wrong.
      """)

  static let failureStatus: Int32 = 2

  @OptionGroup var shared: SharedArguments

  @Option(help: "Print the verdict as text, or as JSON.")
  var format = ShellOptions.Format.text

  @Option(
    help: ArgumentHelp(
      "Instead of OLD, the number of rows in each section; '' is no section.",
      valueName: "counts"),
    transform: CheckCommand.counts)
  var before: [Int]?

  @Option(
    help: ArgumentHelp("Instead of NEW, the number of rows in each section.", valueName: "counts"),
    transform: CheckCommand.counts)
  var after: [Int]?

  @Option(
    name: .customLong("let"),
    help: ArgumentHelp(
      "The value of a name in the code: indexPath=0:1, items.count=3, paths=0:1,0:2, isOpen=true,"
        + " or type=insert for a case of a switch. Repeatable.", valueName: "name=value"),
    transform: CheckCommand.given)
  var given: [String] = []

  @Option(
    help: ArgumentHelp(
      "Explain the messages of UIKit in a file; '-' is standard input.", valueName: "file"),
    completion: .file())
  var exception: String?

  @Argument(
    help: ArgumentHelp("The table before, the plan, and the table after.", valueName: "file"),
    completion: .file())
  var files: [String] = []

  var replyFormat: ShellOptions.Format { format }

  func validate() throws {
    if exception != nil {
      guard files.isEmpty, before == nil, after == nil, given.isEmpty else {
        throw ValidationError(
          "'--exception' takes one file, and OLD PLAN NEW, '--let', '--before' and '--after' exclude it"
        )
      }
      return
    }
    if before != nil || after != nil {
      guard before != nil, after != nil else {
        throw ValidationError(
          "'--before' and '--after' go together, as in: --before 3,2 --after 3,1 PLAN; PLAN is a file,"
            + " or in quotes JSON or code")
      }
      guard files.count == 1 else {
        throw ValidationError(
          "Expected one file with '--before' and '--after', PLAN; got \(files.count)")
      }
      return
    }
    guard files.count == 3 else {
      let isText = files.count == 1 && files[0].contains(" ")
      throw ValidationError(
        "Expected three files, OLD PLAN NEW, one PLAN with '--before' and '--after', or"
          + " '--exception FILE'; got \(files.count)"
          + (isText
            ? "; a message of UIKit is explained from standard input: check --exception -" : ""))
    }
    guard files.count(where: { $0 == "-" }) < 2 else {
      throw ValidationError("only one of OLD, PLAN and NEW can be standard input")
    }
  }

  func run(in shell: Shell) -> Outcome {
    if let exception { return shell.runSubcommand(.check(.exception(exception))) }
    if let before, let after {
      return shell.runSubcommand(
        .check(.counts(files[0], before: before, after: after, given: given)))
    }
    return shell.runSubcommand(.check(.tables(files[0], plan: files[1], files[2], given: given)))
  }

  /// Checks the form of a value for code, `indexPath=0:1`.
  private static func given(_ text: String) throws -> String {
    let element = #/-?\d+|NSNotFound|(-?\d+|NSNotFound):(-?\d+|NSNotFound)/#
    let parts = text.split(separator: "=", omittingEmptySubsequences: false)
    let last = parts.last ?? ""
    let isValue =
      last.wholeMatch(of: #/(\.?[A-Za-z_]\w*)?/#) != nil
      || last.split(separator: ",", omittingEmptySubsequences: false).allSatisfy {
        $0.wholeMatch(of: element) != nil
      }
    guard parts.count > 1, !parts[0].isEmpty, isValue else {
      throw ValidationError(
        "'\(text)' must be NAME=VALUE, such as indexPath=0:1, items.count=3 or paths=0:1,0:2")
    }
    return text
  }

  /// Reads numbers of rows, `3,2`; an empty text is no section.
  private static func counts(_ text: String) throws -> [Int] {
    if text.isEmpty { return [] }
    return try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      guard !part.isEmpty, part.utf8.allSatisfy({ $0 &- 0x30 < 10 }), let count = Int(part),
        count <= Int32.max
      else {
        throw ValidationError("'\(text)' must be the number of rows in each section, such as 3,2")
      }
      return count
    }
  }
}
