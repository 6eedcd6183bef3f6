import ArgumentParser
import TableShell

/// The command as its help and its completion scripts describe it.
struct TableshCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tablesh",
    abstract:
      "Edit tables, and see each change as the animation (batch update) that an app would show.",
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
      Without -c and without a script you type commands at a prompt. If standard input is not a \
      terminal, it holds the commands. The file '-' is standard input. Write './run' for a file \
      with the name of a subcommand.

        tablesh staff.csv                            a session; help explains it
        tablesh -c 'sort by name' -c save staff.csv  run commands, then end
        tablesh run clean.tsh staff.csv              run a script
        tablesh diff --key id old.csv new.csv        see what differs
        tablesh lesson                               learn by lessons

      Completion scripts: tablesh --generate-completion-script bash|zsh|fish
      The manual page: tablesh --generate-manual
      """,
    version: Version.text,
    subcommands: Subcommands.list)

  @OptionGroup var shell: ShellArguments

  @Argument(help: "The tables to open; you begin with the first.", completion: .file())
  var files: [String] = []
}

/// The command line without a subcommand, as it is parsed.
///
/// Apart from `TableshCommand`, because ArgumentParser gives a command's files precedence over its
/// subcommands, and would take options that belong to a script.
struct OpenCommand: ShellCommand {
  static let configuration = CommandConfiguration(commandName: "tablesh", version: Version.text)

  @OptionGroup var shell: ShellArguments

  @Argument var files: [String] = []

  func options() throws(BadOption) -> Options { try shell.options(files: files) }
}

/// `tablesh run`, as its help and its completion scripts describe it.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run a script: Lua (.lua) or commands (.tsh).",
    usage: "tablesh [options] run [options] SCRIPT [FILE | ARG ...]",
    discussion: """
      Everything after SCRIPT belongs to the script. Lua finds the words in arg. A .tsh script opens \
      the words as tables. Options of tablesh stand before run or SCRIPT; tablesh --help lists \
      them.

        tablesh run clean.tsh staff.csv
        tablesh --key id run clean.tsh staff.csv
        tablesh run report.lua 2026

      A script can begin with the line #!/usr/bin/env -S tablesh run
      """)

  @Argument(help: "The script.", completion: .file(extensions: ["lua", "tsh"]))
  var script: String?

  @Argument(parsing: .captureForPassthrough, help: "Words for the script.")
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
      You type in the shell as usual, or give commands with -c. The table is at \
      http://127.0.0.1:PORT/ while it is open. --key and --section-by apply to FILE only. At the \
      prompt of tablesh, type serve; help serve explains it.

        tablesh serve staff.csv --port 8080
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
      You type in the shell as usual, or give commands with -c. A page in a browser of this \
      machine shows the changes of the table. tablesh prints the address of the page. At a prompt \
      with a display, tablesh also opens a browser. --key and --section-by apply to FILE only. At \
      the prompt of tablesh, type present; help present explains it.

        tablesh present staff.csv
        tablesh present --no-open --port 8080 staff.csv
      """, version: Version.text)

  @OptionGroup var table: PortArguments

  @Flag(name: .customLong("no-open"), help: "Do not open a browser.")
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

  @Option(help: ArgumentHelp("The port; 0 means any that is free.", valueName: "n"))
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

  @Flag(help: "Open a table of a server as a window.")
  var window = false

  @Flag(help: "Open all of a table of a server, however large.")
  var whole = false

  @Option(help: "Print replies as text, or as lines of JSON.")
  var format = ShellOptions.Format.text

  @Option(help: "How much of the table is printed after each command.")
  var table: ShellOptions.TableMode?

  @Flag(help: "Show each plan, and save nothing; > FILE and | PROGRAM still work.")
  var dryRun = false

  @Flag(help: "Leave out rows on which a rule or an expression fails.")
  var skipErrors = false

  @Flag(help: "Print neither the table nor the plan.")
  var quiet = false

  @Flag(help: "Print each call of the delegate.")
  var trace = false

  @Flag(help: "In a batch, go on after a failed command.")
  var keepGoing = false

  @Flag(help: "Print each command of a batch before it runs.")
  var echo = false

  @Flag(help: "Like --echo, and on a terminal wait for Enter before each command.")
  var step = false

  @Option(
    name: .customShort("c"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Run these commands, then end; repeatable.", valueName: "commands"))
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
