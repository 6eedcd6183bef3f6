import ArgumentParser
import CommandLanguage
import LibC
import Rooms
import TableShell
import Terminal
import Wording

/// Parses a command line into `Options`.
enum CommandLineReader {
  /// Reads the arguments after the program's name.
  ///
  /// - Throws: the errors of ArgumentParser, help and version included; `exit(for:)` prints them.
  static func read(_ arguments: [String]) throws -> Options {
    // Help and what completes command lines list them.
    Room.installFormats(of: Room.all)
    if arguments.first == CompletionScript.request {
      throw CleanExit.message(CommandLineCompletion(arguments.dropFirst()).lines)
    }
    if let script = try CompletionScript(arguments) { throw CleanExit.message(script.text) }
    if arguments == [ManualPage.option] { throw CleanExit.message(ManualPage.text) }
    if let topic = helpTopic(arguments) { throw CleanExit.helpRequest(topic) }
    if arguments.count == 2, arguments[0] == "help", !arguments[1].hasPrefix("-") {
      let help = "help '\(arguments[1].replacing("'", with: "'\\''"))'"
      return try parseOpen(["--quiet", "-c", help]).options()
    }
    // Most command lines name none: they are parsed once.
    if arguments.contains(where: { Subcommands.named($0) != nil }),
      let word = arguments.indices.first(where: { isFirstOperand($0, in: arguments) })
    {
      let (before, after) = (arguments[..<word], arguments[(word + 1)...])
      switch Subcommands.named(arguments[word]) {
      case is RunCommand.Type: return try readRun(before: before, after: after)
      case let command as any ShellCommand.Type:
        var options = try parse(command, before + after).options()
        if let script = options.script {
          options.recorded?.line = RecordCommand.line(opening: before + after, script: script)
        }
        return options
      case let command as any Subcommand.Type:
        return try read(command, [arguments[word]] + before + after)
      default: break
      }
    }
    return try PlainArguments.options(arguments) ?? openingOptions(arguments)
  }

  /// Reads a command line without a subcommand by ArgumentParser.
  static func openingOptions(_ arguments: [String]) throws -> Options {
    try parseOpen(arguments).options()
  }

  /// Returns the command that `tablesh help` or `tablesh help SUBCOMMAND` explains; nil: the
  /// arguments do not ask for help.
  private static func helpTopic(_ arguments: [String]) -> (any ParsableCommand.Type)? {
    guard arguments.first == "help", arguments.count <= 2 else { return nil }
    return arguments.count == 2 ? Subcommands.named(arguments[1]) : TableshCommand.self
  }

  /// Prints an error and exits: with status 0 after help, 64 after bad usage.
  static func exit(for error: any Error) -> Never {
    let status = TableshCommand.exitCode(for: error)
    if status == .success {
      let text = TableshCommand.fullMessage(for: error)
      if !text.isEmpty { print(BareOptions.shown(in: text)) }
      LibC.exit(status.rawValue)
    }
    // An argument is quoted as it is.
    let arguments = (try? ProcessArguments.read()) ?? []
    let message = arguments.reduce(TableshCommand.fullMessage(for: error)) { text, argument in
      let shown = VisibleText.of(argument)
      return shown == argument ? text : text.replacing(argument, with: shown)
    }
    var lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    // As the shell's own errors begin.
    if let first = lines.first, first.hasPrefix("Error: ") {
      lines[0] = "error: " + first.dropFirst("Error: ".count)
      if first.hasSuffix("'--json'") { lines.insert("hint:  --format json", at: 1) }
      if first.hasSuffix(" '-f'") { lines.insert("hint:  \(runLine(arguments))", at: 1) }
    }
    // As it is typed: ArgumentParser leaves the program out where it has parsed a subcommand.
    lines = lines.map {
      $0.hasPrefix("  See '") && !$0.hasPrefix("  See 'tablesh")
        ? $0.replacing("  See '", with: "  See 'tablesh ") : $0
    }
    var errors = StandardError()
    errors.write(lines.joined(separator: "\n") + "\n")
    LibC.exit(status.rawValue)
  }

  /// The line that runs the script of `-f SCRIPT`, as other programs have it: `tablesh run SCRIPT`.
  private static func runLine(_ arguments: [String]) -> String {
    guard let option = arguments.firstIndex(of: "-f"), option + 1 < arguments.count else {
      return "tablesh run SCRIPT"
    }
    let before = arguments[..<option].filter { $0 != "run" }
    let first = before.indices.first { isFirstOperand($0, in: before) } ?? before.endIndex
    let words =
      before[..<first] + ["run", arguments[option + 1]] + before[first...]
      + arguments[(option + 2)...]
    return (["tablesh"] + words.map(ShellWord.sh)).joined(separator: " ")
  }

  /// Refuses a script of commands where none is read: behind `-c`, and behind a table that `run` names.
  static func checkScript(_ options: Options) throws(BadOption) {
    func isScript(_ path: String) -> Bool { path.hasSuffix(".tsh") && access(path, F_OK) == 0 }
    func line(_ script: String, _ files: [String]) -> BadOption {
      BadOption(
        message: "'\(VisibleText.of(script))' is a script of commands",
        hint: (["tablesh", "run"] + ([script] + files).map(ShellWord.sh)).joined(separator: " "))
    }
    if options.commands.count == 1, let script = options.commands.first, isScript(script) {
      throw line(script, options.files)
    }
    guard let run = options.script, !run.isLua, !run.path.hasSuffix(".tsh"),
      let script = run.arguments.first(where: isScript)
    else { return }
    throw line(script, options.files + [run.path] + run.arguments.filter { $0 != script })
  }

  /// Parses `tablesh [options] run [options] SCRIPT [ARG …]`; the options end at the script.
  private static func readRun(
    before: ArraySlice<String>, after: ArraySlice<String>
  ) throws -> Options {
    let rest = Array(after)
    let operand = rest.indices.first { isFirstOperand($0, in: rest) }
    guard var script = operand else {
      _ = try parseOpen(before + rest, help: RunCommand.self)
      throw missingScript
    }
    let open = try parseOpen(before + rest[..<script])
    if rest[script] == "--" { script += 1 }
    guard script < rest.count else {
      throw missingScript
    }
    guard open.shell.commands.isEmpty else {
      throw ValidationError("'-c' and 'run' exclude each other")
    }
    var options = try open.options()
    options.script = ScriptCall(path: rest[script], arguments: Array(rest[(script + 1)...]))
    return options
  }

  /// The error of `tablesh run` alone, with the usage of `run`.
  private static var missingScript: any Error {
    do {
      _ = try RunCommand.parse([])
      return ValidationError("Missing expected argument '<script>'")
    } catch { return error }
  }

  /// Parses `tablesh [options] serve [options] FILE` and the like; options may be anywhere.
  private static func parse<Command: ShellCommand>(
    _ command: Command.Type, _ arguments: some Sequence<String>,
    help: any ParsableCommand.Type = Command.self
  ) throws -> Command {
    do { return try command.parse(withBareValues(arguments)) } catch {
      throw answer(to: error, of: command, help: help)
    }
  }

  /// Parses `tablesh [options] SUBCOMMAND [options] ARG …`; options may be anywhere.
  ///
  /// - Parameter words: the subcommand's name, then everything else.
  private static func read(_ subcommand: any Subcommand.Type, _ words: [String]) throws -> Options {
    do {
      let parsed = try SubcommandsCommand.parseAsRoot(withBareValues(words))
      guard let command = parsed as? any Subcommand else {
        throw CleanExit.helpRequest(subcommand)
      }
      var options = try command.shared.options()
      options.shell.format = command.replyFormat
      options.subcommand = command
      return options
    } catch {
      throw answer(to: error, of: SubcommandsCommand.self, help: subcommand)
    }
  }

  private static func parseOpen(
    _ arguments: some Sequence<String>, help: any ParsableCommand.Type = TableshCommand.self
  ) throws -> OpenCommand {
    try parse(OpenCommand.self, arguments, help: help)
  }

  /// Returns an error of a parser, with the help of a command in place of the parser's own.
  private static func answer(
    to error: any Error, of parser: any ParsableCommand.Type, help: any ParsableCommand.Type
  ) -> any Error {
    let isHelp = parser.exitCode(for: error) == .success
    return isHelp && parser.fullMessage(for: error) != Version.text
      ? CleanExit.helpRequest(help) : error
  }

  /// True if the argument at `index` is the first that is neither an option nor an option's value:
  /// the arguments before it parse on their own, without any file.
  private static func isFirstOperand(_ index: Int, in arguments: [String]) -> Bool {
    let argument = arguments[index]
    guard argument == "-" || argument == "--" || !argument.hasPrefix("-") else { return false }
    return (try? parseOpen(arguments[..<index]))?.files.isEmpty == true
  }

  /// Returns arguments with a value added to options without their optional one, as ArgumentParser
  /// would take the next argument for it.
  private static func withBareValues(_ arguments: some Sequence<String>) -> [String] {
    var isPastOptions = false
    return arguments.map { argument in
      if argument == "--" { isPastOptions = true }
      if isPastOptions { return argument }
      if let value = BareOptions.value(of: argument) { return argument + "=" + value }
      if isMethod(argument) { return " " + argument }
      return withHomeFolder(argument)
    }
  }

  /// Whether an argument is code that begins with a method of Objective-C, `- (void)update {`, and
  /// no option; a blank before it keeps ArgumentParser from taking it for one.
  private static func isMethod(_ argument: String) -> Bool {
    argument.first == "-" && argument.dropFirst().first { $0 != " " } == "("
  }

  /// Returns an argument with `~` after `=` expanded, which a shell does only at the start of a
  /// word.
  private static func withHomeFolder(_ argument: String) -> String {
    for name in ["--plugin=", "--exception="] where argument.hasPrefix(name) {
      return name + HomeFolder.expanding(String(argument.dropFirst(name.count)))
    }
    return argument
  }
}

/// The subcommands without the shell, as they are parsed.
///
/// Apart from `TableshCommand`, for the reason that `OpenCommand` gives.
private struct SubcommandsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tablesh", version: Version.text, subcommands: Subcommands.all)
}
