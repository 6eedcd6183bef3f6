import ArgumentParser
import TableLua

/// The options of the shell, as ArgumentParser reads them; `CommandLineReader` makes `Options` of it.
struct ShellArguments: ParsableArguments {
  @Option(help: ArgumentHelp("What identifies a row.", valueName: "column,…"))
  var key: String?

  @Option(help: ArgumentHelp("One section per distinct value.", valueName: "column"))
  var sectionBy: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Cells with this text are null; repeatable.", valueName: "text"))
  var null: [String] = []

  @Option(help: ArgumentHelp("How to read the files.", valueName: "name"))
  var loader: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("What separates the fields.", valueName: "character"))
  var delimiter: String?

  @Flag(help: "The first record is data.")
  var noHeader = false

  @Option(help: ArgumentHelp("The encoding of the files.", valueName: "name"))
  var encoding: String?

  @Flag(help: "Repair a malformed file, and list each repair.")
  var lenient = false

  @Option(help: "How replies are printed.")
  var format = ReplyFormat.text

  @Option(help: "How much of the table follows each command.")
  var table: TableAmount?

  @Option(
    help: ArgumentHelp("Load a Lua plugin before anything else; repeatable.", valueName: "file"),
    completion: .file(extensions: ["lua"]))
  var plugin: [String] = []

  @Option(help: ArgumentHelp("Lua may read files: all, or those after =.", valueName: "path,…"))
  var allowRead: [String] = []

  @Option(help: ArgumentHelp("Lua may write files: all, or those after =.", valueName: "path,…"))
  var allowWrite: [String] = []

  @Option(help: ArgumentHelp("Lua may run programs: all, or those after =.", valueName: "name,…"))
  var allowRun: [String] = []

  @Option(help: ArgumentHelp("Lua may read the environment.", valueName: "variable,…"))
  var allowEnv: [String] = []

  @Option(help: ArgumentHelp("Lua may use the network.", valueName: "host,…"))
  var allowNet: [String] = []

  @Flag(help: "Lua may do all of that.")
  var allowAll = false

  @Flag(help: "Show every plan, write nothing to any source.")
  var dryRun = false

  @Flag(help: "A rule that errs on some rows goes on without them.")
  var skipErrors = false

  @Flag(help: "Do not load init.lua.")
  var noInit = false

  @Flag(help: "Print neither table nor plan.")
  var quiet = false

  @Flag(help: "Print the delegate callbacks.")
  var trace = false

  @Option(help: "When to use colours.")
  var color = ColorChoice.auto

  @Flag(help: "In a batch, go on after a failed command.")
  var keepGoing = false

  @Option(
    name: .customShort("c"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Run commands, then exit; repeatable.", valueName: "commands"))
  var commands: [String] = []
}

extension ReplyFormat: ExpressibleByArgument {}
extension TableAmount: ExpressibleByArgument {}
extension ColorChoice: ExpressibleByArgument {}

extension ShellArguments {
  /// The same as plain values.
  func options(files: [String]) -> Options {
    var options = Options()
    options.files = files
    options.commands = commands
    options.key = key
    options.sectionBy = sectionBy
    options.nulls = null
    options.loader = loader
    options.delimiter = delimiter
    options.hasHeader = !noHeader
    options.encoding = encoding
    options.isLenient = lenient
    options.format = format
    options.table = table
    options.plugins = plugin
    options.permissions = permissions
    options.isDryRun = dryRun
    options.skipsErrors = skipErrors
    options.loadsInit = !noInit
    options.isQuiet = quiet
    options.traces = trace
    options.color = color
    options.keepsGoing = keepGoing
    return options
  }

  private var permissions: Permissions {
    if allowAll { return .all }
    return Permissions(
      read: grant(allowRead), write: grant(allowWrite), run: grant(allowRun),
      environment: grant(allowEnv), network: grant(allowNet))
  }

  /// An option without a value reaches here with `*`, which stands for everything.
  private func grant(_ values: [String]) -> Permissions.Grant {
    if values.isEmpty { return .none }
    if values.contains("*") { return .all }
    return .only(values.flatMap { $0.split(separator: ",").map(String.init) })
  }
}
