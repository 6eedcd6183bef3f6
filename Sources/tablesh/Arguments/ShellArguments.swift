import ArgumentParser

/// The options of the shell, as ArgumentParser reads them; `CommandLineReader` makes `Options` of it.
struct ShellArguments: ParsableArguments {
  @OptionGroup var shared: SharedArguments

  @Option(help: "How replies are printed.")
  var format = ReplyFormat.text

  @Option(help: "How much of the table follows each command.")
  var table: TableAmount?

  @Flag(help: "Show every plan, write nothing to any source; > FILE and programs run all the same.")
  var dryRun = false

  @Flag(help: "A rule that errs on some rows goes on without them.")
  var skipErrors = false

  @Flag(help: "Print neither table nor plan.")
  var quiet = false

  @Flag(help: "Print the delegate callbacks.")
  var trace = false

  @Flag(help: "In a batch, go on after a failed command.")
  var keepGoing = false

  @Option(
    name: .customShort("c"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Run commands, then exit; repeatable.", valueName: "commands"))
  var commands: [String] = []
}

extension ReplyFormat: ExpressibleByArgument {}
extension TableAmount: ExpressibleByArgument {}

extension ShellArguments {
  /// The same as plain values.
  func options(files: [String]) -> Options {
    var options = shared.options
    options.files = files
    options.commands = commands
    options.format = format
    options.table = table
    options.isDryRun = dryRun
    options.skipsErrors = skipErrors
    options.isQuiet = quiet
    options.traces = trace
    options.keepsGoing = keepGoing
    return options
  }
}
