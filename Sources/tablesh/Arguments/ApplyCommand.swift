import ArgumentParser
import TableShell
import Wording

/// `tablesh apply`: a patch, carried out on a file.
struct ApplyCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "apply", abstract: "Apply a plan with contents to a file, or take it back.",
    usage: "tablesh apply [options] FILE PATCH",
    discussion: """
      PATCH is the output of 'plan patch' or 'tablesh diff --format patch'; '-' is standard input. \
      The rows, cells, sections and columns of PATCH must be in FILE. Otherwise nothing is changed. \
      apply saves FILE completely or not at all. Untouched parts keep their bytes. Give the same \
      --key and --section-by as when the patch was made.

        tablesh apply --key id staff.csv change.json
        tablesh apply --key id --invert staff.csv change.json
        tablesh apply --key id --by-key staff.csv change.json

      With --by-key, apply finds each row by its key, wherever it is, and skips changes that have \
      been made already. New rows go to the end of their section. The order of FILE stays. A row \
      that is neither as before nor as after the patch is a conflict. apply then lists all conflicts \
      and changes nothing.

      With --invert, FILE has its former contents again. The bytes of these rows and cells can \
      differ: quotes, the order of JSON members, a footer that becomes null. With --section-by the \
      order of the rows can differ.

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
