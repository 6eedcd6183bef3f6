import ArgumentParser
import TableShell
import Wording

/// `tablesh record`: a script as a page that plays it, or the check of a recording.
struct RecordCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Record a script to a page or a picture that plays it, or check a recording.",
    usage: """
      tablesh record SCRIPT [FILE] -o PAGE.html [--title TEXT] [--rows all|seen] [options]
      tablesh record SCRIPT [FILE] -o PICTURE.svg [--show terminal|table] [--still] [options]
      tablesh record --check FILE
      """,
    discussion: """
      SCRIPT holds commands (.tsh) or Lua (.lua), and runs as with tablesh run. Each thing \
      that happens to FILE is a step of the recording. Without FILE, it is the first table that the \
      script opens.

        tablesh record demo.tsh staff.csv -o demo.html
        tablesh record demo.tsh staff.csv -o demo.svg
        tablesh record demo.tsh staff.csv -o table.svg --show table
        tablesh record demo.tsh staff.csv -o end.svg --still

      PAGE.html plays the recording and needs no other file. A .json file gets only the recording. \
      An existing file is replaced. Changes that the script does not save are dropped. If the \
      script fails, the recording ends there, and the status is 1.

      PICTURE.svg is an animated picture for a README. It shows the terminal as the script is \
      typed, or the table as its rows move. The terminal also shows comments of the script; wait 2 \
      is a pause of two seconds.

      With --check, every stage of a page or a recording is replayed. Status 0 if it is valid, 1 \
      if it is not, 2 if there is trouble, 64 if the command line is wrong.
      """, version: Version.text)

  @OptionGroup var shell: ShellArguments

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "The page (.html), picture (.svg) or recording (.json) to write.", valueName: "page"),
    completion: .file())
  var output: String?

  @Option(help: ArgumentHelp("The title; by default the table's name.", valueName: "text"))
  var title: String?

  @Option(help: "The rows to keep; by default all, unless they take more than 5 MB.")
  var rows: KeptRows?

  @Option(
    help:
      "What a picture shows: the terminal (the default) or the table.")
  var show: PictureRequest.Subject?

  @Option(
    help: ArgumentHelp(
      "The size of the terminal in a picture; by default 80x24.", valueName: "COLUMNSxLINES")
  )
  var size: String?

  @Option(
    help: ArgumentHelp(
      "Make a picture without motion, of the end or of a step (--still=3).", valueName: "step"))
  var still: String?

  @Option(
    help: ArgumentHelp("Check a page or a recording.", valueName: "file"),
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
      guard title == nil, rows == nil, shell.commands.isEmpty, !isOfPicture else {
        throw ValidationError("'--check' takes no other options of record, and no -c")
      }
      return
    }
    guard script != nil else { throw ValidationError("Missing expected argument '<script>'") }
    guard let output else { throw ValidationError("'-o PAGE.html' says where the page goes") }
    guard [".html", ".svg", ".json"].contains(where: output.lowercased().hasSuffix) else {
      throw ValidationError("'\(output)' must end in .html, .svg or .json")
    }
    let isPicture = output.lowercased().hasSuffix(".svg")
    guard isPicture || !isOfPicture else {
      throw ValidationError("'--show', '--size' and '--still' are for pictures: -o PICTURE.svg")
    }
    guard !isPicture || rows == nil else {
      throw ValidationError("'--rows' is for pages and recordings: a picture has what is seen")
    }
    _ = try picture()
    guard shell.commands.isEmpty else {
      throw ValidationError("'-c' and 'record' exclude each other")
    }
  }

  func options() throws(BadOption) -> Options {
    var options = try shell.options(files: [file].compactMap(\.self))
    options.checkedRecording = check
    guard let output, let script else { return options }
    options.script = ScriptCall(path: script)
    var request = RecordRequest(path: output, title: title, rows: rows)
    do { request.picture = try picture() } catch {
      throw BadOption(message: error.message, hint: "tablesh record --help")
    }
    options.recorded = request
    return options
  }

  /// Whether an option was given that only pictures have.
  private var isOfPicture: Bool { show != nil || size != nil || still != nil }

  /// What a picture is to show.
  private func picture() throws(ValidationError) -> PictureRequest {
    var picture = PictureRequest()
    picture.subject = show ?? .terminal
    if let size {
      guard picture.setSize(size) else {
        let (columns, lines) = (PictureRequest.columnRange, PictureRequest.lineRange)
        throw ValidationError(
          "'\(size)' is no size such as 80x24, of \(columns.lowerBound) to \(columns.upperBound)"
            + " columns and \(lines.lowerBound) to \(lines.upperBound) lines")
      }
      guard picture.subject == .terminal else {
        throw ValidationError("'--size' is that of a terminal, and '--show table' shows none")
      }
    }
    if let still {
      picture.still = PictureRequest.Still(still)
      guard picture.still != nil else {
        throw ValidationError("'\(still)' is no step such as --still=3")
      }
    }
    return picture
  }

  /// Returns the command line that opens the tables of a recording in the shell: the arguments
  /// without what only a recording has.
  ///
  /// - Parameter script: the script.
  static func line(opening arguments: some Sequence<String>, script: ScriptCall) -> String {
    let valued = ["-o", "--output", "--title", "--rows", "--show", "--size"]
    let flags = ["--still", "--no-init", "--keep-going"]
    var words = ["tablesh"]
    var rest = Array(arguments)[...]
    var hasScript = false
    while let word = rest.popFirst() {
      if valued.contains(word) {
        rest = rest.dropFirst()
      } else if (valued + flags).contains(where: { word == $0 || word.hasPrefix($0 + "=") }) {
        continue
      } else if word == script.path, !hasScript {
        hasScript = true
        if script.isLua { words += ["run", word] }
      } else {
        words.append(word)
      }
    }
    return words.map(ShellWord.quoted).joined(separator: " ")
  }
}

extension PictureRequest.Subject: ExpressibleByArgument {}

extension KeptRows: ExpressibleByArgument {}
