import ArgumentParser

/// The command line without a subcommand, as it is parsed.
///
/// Apart from `TableshCommand`, because ArgumentParser gives a command's files precedence over its
/// subcommands, and would take options that belong to a script.
struct OpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tablesh", version: programVersion)

  @OptionGroup var shell: ShellArguments

  @Argument var files: [String] = []
}
