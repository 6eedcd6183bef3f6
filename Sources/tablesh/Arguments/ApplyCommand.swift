import ArgumentParser
import TableShell
import Wording

/// `tablesh apply`: a patch, carried out on a file.
struct ApplyCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "apply", abstract: "Apply a plan with contents to a file, or take it back.",
    usage: "tablesh apply [options] FILE PATCH",
    discussion: """
      PATCH is what 'plan patch' or 'tablesh diff --format patch' prints; '-' is standard input. The \
      rows, cells, sections and columns that it names must be in FILE as it says; if not, nothing is \
      changed. FILE is saved completely or not at all, and keeps the bytes of what the patch does not \
      touch. Give the same --key and --section-by as when the patch was made.

        tablesh apply --key id staff.csv change.json
        tablesh apply --key id --invert staff.csv change.json
        tablesh apply --key id --by-key staff.csv change.json

      With --by-key, each row is found by its key, wherever it is and whatever else is in FILE. A \
      change that has been made already is skipped, new rows go to the end of their section, and the \
      order of FILE stays. A row that is neither as before nor as after the patch is a conflict; then \
      all conflicts are listed, and nothing is changed.

      With --invert, FILE has its former contents again. The bytes of rows and cells that come back \
      can differ: in quotes that a cell does not need, in the order of JSON members, in a footer that \
      becomes null, and with --section-by in the order of the rows.

      Status 0; 1 if nothing is changed because of an error; 64 if the command line is wrong.
      """)

  static let failureStatus: Int32 = 1

  @OptionGroup var shared: SharedArguments

  @Flag(help: "Take the patch back.")
  var invert = false

  @Flag(
    help: "Find rows by key, wherever they are, and list conflicts.")
  var byKey = false

  @Flag(help: "Show the plan, and write nothing.")
  var dryRun = false

  @Flag(help: "Keep the former file as FILE~.")
  var backup = false

  @Option(help: "Print the reply as text, or as JSON.")
  var format = ShellOptions.Format.text

  @Argument(help: "The file to change.", completion: .file())
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
