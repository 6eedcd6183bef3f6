import ArgumentParser
import TableShell

/// `tablesh record`: a script as a page that plays it, or the check of a recording.
struct RecordCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Record a script to a page that plays it, or check a recording.",
    usage: """
      tablesh record SCRIPT [FILE] -o PAGE.html [--title TEXT] [--rows all|seen] [options]
      tablesh record --check FILE
      """,
    discussion: """
      SCRIPT holds commands (.tsh) or Lua (.lua) and is run as tablesh run does. What happens to FILE, \
      or else to the first table that the script opens, is a step of the recording each. PAGE.html \
      is one file that needs nothing else; a name that ends in .json is the recording alone. A \
      file that is there is replaced. What the script leaves unsaved is dropped. If the script fails, the recording ends there, and the status \
      is 1.

      With --check, FILE is a page or a recording: every stage is replayed. Status 0 when it is \
      valid, 1 when it is not, 2 on trouble, 64 when the command line is wrong.
      """, version: Version.text)

  @OptionGroup var shell: ShellArguments

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The page, or the recording as .json.", valueName: "page"),
    completion: .file())
  var output: String?

  @Option(help: ArgumentHelp("The title; the table's name unless given.", valueName: "text"))
  var title: String?

  @Option(help: "The rows that are kept; all unless they are over 5 MB.")
  var rows: KeptRows?

  @Option(
    help: ArgumentHelp("Check a recording.", valueName: "file"),
    completion: .file(extensions: ["html", "json"]))
  var check: String?

  @Argument(help: "The script.", completion: .file(extensions: ["lua", "tsh"]))
  var script: String?

  @Argument(help: "The table to open first.", completion: .file())
  var file: String?

  mutating func validate() throws {
    if check != nil {
      guard script == nil, output == nil else {
        throw ValidationError("'--check' takes one file, and SCRIPT and '-o' exclude it")
      }
      guard title == nil, rows == nil, shell.commands.isEmpty else {
        throw ValidationError("'--check' takes no --title, --rows and -c")
      }
      return
    }
    guard script != nil else { throw ValidationError("Missing expected argument '<script>'") }
    guard let output else { throw ValidationError("'-o PAGE.html' says where the page goes") }
    guard [".html", ".json"].contains(where: output.lowercased().hasSuffix) else {
      throw ValidationError("'\(output)' must end in .html or .json")
    }
    guard shell.commands.isEmpty else {
      throw ValidationError("'-c' and 'record' exclude each other")
    }
  }

  func options() throws(BadOption) -> Options {
    var options = try shell.options(files: [file].compactMap(\.self))
    options.checkedRecording = check
    guard let output, let script else { return options }
    options.script = ScriptCall(path: script)
    options.recorded = RecordRequest(path: output, title: title, rows: rows)
    return options
  }
}

extension KeptRows: ExpressibleByArgument {}
