import ArgumentParser

/// The command as its help and its completion scripts describe it.
struct TableshCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tablesh",
    abstract: "Edit sectioned tables and see every change as the batch update that animates it.",
    usage: """
      tablesh [options] [FILE | - ...]
      tablesh -c 'COMMANDS' [FILE ...]
      tablesh run SCRIPT [ARG ...]
      \(Subcommands.usage)
      """,
    discussion: """
      Without -c and without a script, commands are typed, or read from standard input when that \
      is no terminal. A file named '-' is standard input; one named like a subcommand is written \
      './run'.

      Completion scripts: tablesh --generate-completion-script bash|zsh|fish
      """,
    version: programVersion,
    subcommands: [RunCommand.self] + Subcommands.all)

  @OptionGroup var shell: ShellArguments

  @Argument(help: "The tables to open; the first becomes the current one.", completion: .file())
  var files: [String] = []
}

/// What `--version` prints.
let programVersion = "tablesh 0.1.0"
