import TableShell

/// Reads the command lines that most people and scripts type, without ArgumentParser: files, `-c` and a few
/// options.
///
/// ArgumentParser looks at each declaration at run time, which took more than half of the time between the
/// start of the program and its first command.
enum PlainArguments {
  /// Returns what a command line without a subcommand asks for; nil: ArgumentParser has to read it.
  static func options(_ arguments: [String]) -> Options? {
    var options = Options()
    var rest = arguments[...]
    /// An option that stands twice, or whose value looks like an option, is ArgumentParser's matter.
    var seen: Set<String> = []
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-") else {
        options.files.append(argument)
        continue
      }
      guard argument == "-c" || seen.insert(argument).inserted else { return nil }
      switch argument {
      case "-c":
        guard let commands = rest.popFirst(), !commands.hasPrefix("-") else { return nil }
        options.commands.append(commands)
      case "--quiet": options.shell.isQuiet = true
      case "--no-init": options.loadsInit = false
      case "--dry-run": options.shell.isDryRun = true
      case "--keep-going": options.shell.keepsGoing = true
      case "--key":
        guard let columns = rest.popFirst(), !columns.hasPrefix("-") else { return nil }
        options.shell.reading.key = SharedArguments.columns(of: columns)
      case "--section-by":
        guard let column = rest.popFirst(), !column.hasPrefix("-") else { return nil }
        options.shell.sectionColumn = column
      case "--format":
        guard let format = rest.popFirst().flatMap(ShellOptions.Format.init) else { return nil }
        options.shell.format = format
      default: return nil
      }
    }
    return options
  }
}
