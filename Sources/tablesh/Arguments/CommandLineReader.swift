import ArgumentParser

/// Makes `Options` of a command line.
enum CommandLineReader {
  /// Reads the arguments after the program's name.
  ///
  /// - Throws: what ArgumentParser says, help and version included; `exit(for:)` prints it.
  static func read(_ arguments: [String]) throws -> Options {
    if asksForCompletions(arguments) {
      // Throws the script, which only ArgumentParser's own reading of the whole yields.
      _ = try TableshCommand.parseAsRoot(arguments)
    }
    if arguments == ["help"] { throw CleanExit.helpRequest(TableshCommand.self) }
    if arguments == ["help", "run"] { throw CleanExit.helpRequest(RunCommand.self) }
    if let word = arguments.indices.first(where: { isFirstOperand($0, in: arguments) }),
      arguments[word] == "run"
    {
      return try readRun(before: arguments[..<word], after: arguments[(word + 1)...])
    }
    return try readOpen(arguments)
  }

  /// Prints what was thrown and ends: 0 after help, 64 after bad usage.
  static func exit(for error: any Error) -> Never {
    TableshCommand.exit(withError: error)
  }

  /// `tablesh [options] run [options] SCRIPT [ARG …]`: the options end at the script.
  private static func readRun(
    before: ArraySlice<String>, after: ArraySlice<String>
  ) throws -> Options {
    let rest = Array(after)
    let operand = rest.indices.first { isFirstOperand($0, in: rest) }
    guard var script = operand else {
      _ = try readOpen(before + rest, help: RunCommand.self)
      throw ValidationError("Missing expected argument '<script>' after 'run'")
    }
    var options = try readOpen(before + rest[..<script])
    if rest[script] == "--" { script += 1 }
    guard script < rest.count else {
      throw ValidationError("Missing expected argument '<script>' after 'run'")
    }
    guard options.commands.isEmpty else {
      throw ValidationError("'-c' and 'run' exclude each other")
    }
    options.script = ScriptCall(path: rest[script], arguments: Array(rest[(script + 1)...]))
    return options
  }

  private static func readOpen(
    _ arguments: some Sequence<String>, help: any ParsableCommand.Type = TableshCommand.self
  ) throws -> Options {
    do {
      let command = try OpenCommand.parse(withBareValues(arguments))
      return command.shell.options(files: command.files)
    } catch {
      let isAnswered =
        OpenCommand.exitCode(for: error) != .success
        || OpenCommand.fullMessage(for: error) == programVersion
      throw isAnswered ? error : CleanExit.helpRequest(help)
    }
  }

  /// Whether the argument at `index` is the first that is neither an option nor an option's value:
  /// what stands before it is then a command line of its own, without any file.
  private static func isFirstOperand(_ index: Int, in arguments: [String]) -> Bool {
    let argument = arguments[index]
    guard argument == "-" || argument == "--" || !argument.hasPrefix("-") else { return false }
    guard let options = try? readOpen(arguments[..<index]) else { return false }
    return options.files.isEmpty
  }

  /// An option whose value may be missing gets `*`: ArgumentParser would take the next argument for
  /// it, and that may be a file.
  private static func withBareValues(_ arguments: some Sequence<String>) -> [String] {
    let names = ["--allow-read", "--allow-write", "--allow-run", "--allow-env", "--allow-net"]
    var isPastOptions = false
    return arguments.map { argument in
      if argument == "--" { isPastOptions = true }
      return !isPastOptions && names.contains(argument) ? argument + "=*" : argument
    }
  }

  private static func asksForCompletions(_ arguments: [String]) -> Bool {
    arguments.first == "---completion"
      || arguments.first?.hasPrefix("--generate-completion-script") == true
  }
}
