import ArgumentParser
import TableShell

/// The command as its help and its completion scripts describe it.
struct TableshCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tablesh",
    abstract: "Edit sectioned tables and see every change as the batch update that animates it.",
    usage: """
      tablesh [options] [FILE | - ...]
      tablesh -c 'COMMANDS' [FILE ...]
      tablesh run SCRIPT [FILE | ARG ...]
      tablesh serve FILE [--port N]
      tablesh present FILE [--port N] [--no-open]
      tablesh record SCRIPT [FILE] -o PAGE.html | PICTURE.svg
      tablesh record --check FILE
      tablesh lesson [NAME]
      tablesh lesson show|report|reset|check|new …
      \(Subcommands.usage)
      """,
    discussion: """
      Without -c and without a script, commands are typed, or read from standard input when that \
      is no terminal. A file named '-' is standard input; one named like a subcommand is written \
      './run'.

      Completion scripts: tablesh --generate-completion-script bash|zsh|fish
      The manual page: tablesh --generate-manual
      """,
    version: Version.text,
    subcommands: Subcommands.list)

  @OptionGroup var shell: ShellArguments

  @Argument(help: "The tables to open; the first becomes the current one.", completion: .file())
  var files: [String] = []
}

/// The command line without a subcommand, as it is parsed.
///
/// Apart from `TableshCommand`, because ArgumentParser gives a command's files precedence over its
/// subcommands, and would take options that belong to a script.
struct OpenCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "tablesh", version: Version.text)

  @OptionGroup var shell: ShellArguments

  @Argument var files: [String] = []

  func options() throws(BadOption) -> Options { try shell.options(files: files) }
}

/// `tablesh run`, as its help and its completion scripts describe it.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run a script: Lua (.lua) or commands (.tsh).",
    usage: "tablesh [options] run [options] SCRIPT [FILE | ARG ...]",
    discussion: """
      Everything after SCRIPT is the script's: in Lua, arg; for commands, the tables to open first. \
      The options of tablesh (tablesh --help) \
      stand before run or before SCRIPT. Works as the first line of a script, too: \
      #!/usr/bin/env -S tablesh run
      """)

  @Argument(help: "The script.", completion: .file(extensions: ["lua", "tsh"]))
  var script: String?

  @Argument(parsing: .captureForPassthrough, help: "What the script is given.")
  var arguments: [String] = []

  func validate() throws {
    guard script != nil else { throw ValidationError("Missing expected argument '<script>'") }
  }
}

/// `tablesh serve`: the shell on a table that is served.
struct ServeCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Open a table in the shell, and serve it to other programs of this machine.",
    usage: "tablesh serve FILE [--port N] [options]",
    discussion: """
      The shell is the usual one, typed or with -c, and the table is at http://127.0.0.1:PORT/ as \
      long as it is open. --key and --section-by are FILE's alone; open takes its own. The command serve does the same within a shell: tablesh -c 'help serve'.
      """, version: Version.text)

  @OptionGroup var table: PortArguments

  func validate() throws { try table.check() }

  func options() throws(BadOption) -> Options { try table.options(\.servedPort) }
}

/// `tablesh present`: the shell on a table that a browser shows.
struct PresentCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "present",
    abstract: "Open a table in the shell, and show what happens to it in a browser.",
    usage: "tablesh present FILE [--port N] [--no-open] [options]",
    discussion: """
      The shell is the usual one, typed or with -c. It prints the address of a page that follows what \
      is typed, for browsers of this machine alone, and opens one, if you type and there is a display. --key and --section-by are FILE's alone; open takes \
      its own. The command present does the same within a shell: \
      tablesh -c 'help present'.
      """, version: Version.text)

  @OptionGroup var table: PortArguments

  @Flag(name: .customLong("no-open"), help: "Open no browser.")
  var opensNone = false

  func validate() throws { try table.check() }

  func options() throws(BadOption) -> Options {
    var options = try table.options(\.presentedPort)
    options.opensBrowser = !opensNone
    return options
  }
}

/// The table that is served or presented, and the port.
struct PortArguments: ParsableArguments {
  @OptionGroup var shell: ShellArguments

  @Option(help: ArgumentHelp("The port; any that is free unless given.", valueName: "n"))
  var port = 0

  @Argument(help: "The table.", completion: .file())
  var file: String?

  /// Checks what was given; called by the commands, so that an error comes with their usage.
  func check() throws {
    guard file != nil else { throw ValidationError("Missing expected argument '<file>'") }
    guard (0...65535).contains(port) else {
      throw ValidationError("'\(port)' is no port: 1 to 65535, or 0 for any that is free")
    }
  }

  /// The same as plain values, with the port where it belongs.
  func options(_ place: WritableKeyPath<Options, Int?>) throws(BadOption) -> Options {
    var options = try shell.options(files: [file].compactMap(\.self))
    options[keyPath: place] = port
    return options
  }
}

/// The options of the shell, as ArgumentParser reads them; `CommandLineReader` makes `Options` of it.
struct ShellArguments: ParsableArguments {
  @OptionGroup var shared: SharedArguments

  @Flag(help: "Read a table of a server as a window, a part of it at a time.")
  var window = false

  @Flag(help: "Read all of a table of a server, however large.")
  var whole = false

  @Option(help: "How replies are printed.")
  var format = ShellOptions.Format.text

  @Option(help: "How much of the table follows each command.")
  var table: ShellOptions.TableMode?

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

  @Flag(help: "Print each command of a batch before it runs.")
  var echo = false

  @Flag(help: "The same, and wait for Enter at each command, on a terminal.")
  var step = false

  @Option(
    name: .customShort("c"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Run commands, then exit; repeatable.", valueName: "commands"))
  var commands: [String] = []
}

extension ShellOptions.Format: ExpressibleByArgument {}
extension ShellOptions.TableMode: ExpressibleByArgument {}

extension ShellArguments {
  /// The same as plain values.
  func options(files: [String]) throws(BadOption) -> Options {
    var options = try shared.options()
    options.files = files
    options.commands = commands
    options.shell.windowing = window ? .always : whole ? .never : .ifLarge
    options.shell.format = format
    options.shell.table = table
    options.shell.isDryRun = dryRun
    options.shell.skipsErrors = skipErrors
    options.shell.isQuiet = quiet
    options.shell.traces = trace
    options.shell.keepsGoing = keepGoing
    options.shell.echoes = echo || step
    options.shell.waitsForEnter = step
    return options
  }
}
