import ArgumentParser
import TableShell
import Wording

/// `tablesh apply`: a patch, carried out on a file.
struct ApplyCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "apply",
    abstract: "Apply a plan with contents to a file, or take it back.",
    usage: "tablesh apply [options] FILE PATCH",
    discussion: """
      PATCH is what 'plan patch' or 'tablesh diff --format patch' prints; '-' is standard input. \
      Rows, cells, sections and columns that it names must be in FILE as it says; else nothing is \
      changed. FILE is then saved whole or not at all, and keeps the bytes of what the patch does \
      not touch. With --invert it holds what it held before. Its bytes may differ where rows or \
      cells come back: in quotes that a cell does not need, in the order of JSON members, in an \
      absent footer that is then null, and with --section-by in the order of the rows.

      Give --key and --section-by as they were when the patch was made. With --by-key the rows \
      may stand elsewhere, among others and with further columns: each is found by its key, a \
      change that is there already is none, new rows come at the end of their section, and the \
      order stays as it is in FILE. Rows that are neither as before nor as after the patch are \
      conflicts: all are listed, and nothing is changed.

      Status 0, or 1 when nothing is changed because of an error; 64 when the command line is wrong.
      """)

  static let failureStatus: Int32 = 1

  @OptionGroup var shared: SharedArguments

  @Flag(help: "Take the patch back: from the table after it to the one before.")
  var invert = false

  @Flag(
    help: "Find rows by key wherever they stand; what others changed is listed as a conflict.")
  var byKey = false

  @Flag(help: "Show the plan, write nothing.")
  var dryRun = false

  @Flag(help: "Keep the former file as FILE~.")
  var backup = false

  @Option(help: "How the reply is printed.")
  var format = ShellOptions.Format.text

  @Argument(help: "The file that is changed.", completion: .file())
  var file: String

  @Argument(help: "The patch.", completion: .file(extensions: ["json"]))
  var patch: String

  var replyFormat: ShellOptions.Format { format }

  func validate() throws {
    if file == "-" { throw ValidationError("FILE is saved, so it cannot be standard input") }
  }

  func run(in shell: Shell) -> Outcome {
    var request = ApplyRequest(file: file, patch: patch)
    request.isInverted = invert
    request.isByKey = byKey
    request.isDryRun = dryRun
    request.keepsBackup = backup
    return shell.patches.apply(request)
  }
}
