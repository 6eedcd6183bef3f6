import TablePrinters
import TableShell
import TableSources
import Terminal
import Wording

/// The options of the command line, as plain values.
struct Options {
  /// The tables to open, the first of which becomes the current one; `-` is standard input.
  var files: [String] = []
  /// The texts of `-c`, run in order in place of typed commands.
  var commands: [String] = []
  /// The script that `run` names.
  var script: ScriptCall?
  /// The port on which the first table is served; 0: any that is free; nil: none is served.
  var servedPort: Int?
  /// The port on which the first table is shown in a browser; 0: any that is free; nil: none is.
  var presentedPort: Int?
  /// Whether a browser is opened for it, if a person types and there is a display.
  var opensBrowser = true
  /// The recording that is made of the script; nil: none is.
  var recorded: RecordRequest?
  /// The recording that is checked in place of everything else; nil: none is.
  var checkedRecording: String?
  /// What is done with lessons; nil: nothing.
  var lesson: LessonCall?
  /// The subcommand that is run in place of everything else.
  var subcommand: (any Subcommand)?

  /// What the shell is told: how a table is read, what is printed, and what may be done.
  var shell = ShellOptions()
  /// When colours are used.
  var color = ColorChoice.auto
  /// True if `init.lua` is loaded.
  var loadsInit = true

  /// The tables to open: the files, and what a script of commands is given.
  var tables: [String] { files + (script.map { $0.isLua ? [] : $0.arguments } ?? []) }

  /// True if nothing that is run reads standard input.
  var leavesInput: Bool {
    (script.map { $0.path != "-" } ?? !commands.isEmpty) && !tables.contains("-")
  }
}

/// A script and the arguments it is given.
public struct ScriptCall: Equatable, Sendable {
  /// The file, as it was named.
  public var path: String
  /// The words after it on the command line, options or not.
  public var arguments: [String] = []

  /// True if it is Lua; else it holds commands, and is given the tables to open.
  var isLua: Bool { path.hasSuffix(".lua") }
  /// An option among the tables to open; nil: none is.
  var strayOption: String? { isLua ? nil : arguments.first { $0.hasPrefix("-") && $0 != "-" } }
}

/// When colours are used.
public enum ColorChoice: String, CaseIterable, Sendable {
  /// On a terminal, unless `NO_COLOR` is set.
  case auto
  case always
  case never

  /// True if colours are used.
  ///
  /// - Parameters:
  ///   - terminal: true if the output goes to a terminal that knows colours.
  ///   - noColor: the value of `NO_COLOR`; an empty one does not count.
  ///
  /// Source: no-color.org.
  public func usesColor(onTerminal terminal: Bool, noColor: String?) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto: terminal && (noColor ?? "").isEmpty
    }
  }
}

extension ShellOptions {
  /// The options of the command line, with what the program and its environment say.
  init(_ options: Options) {
    self = options.shell
    version = Version.number
    pluginFolder = options.loadsInit ? PluginFolder(environment: environment) : nil
    theme = Style.Theme(colorFGBG: environment("COLORFGBG"))
    hasManyColors =
      environment("TERM")?.contains("256color") == true || environment("COLORTERM") != nil
    subcommands = Subcommands.names
    if let script = options.script, !script.isLua, script.path != "-" {
      let line = TerminalError.line(running: script.path, ["-c", "save"] + script.arguments)
      savingLine = "\(line)  # or write save as the last line of \(ShellWord.sh(script.path))"
      let leaving = TerminalError.line(running: script.path, ["-c", "quit!"] + script.arguments)
      leavingLine = "\(leaving)  # or write quit! as the last line of \(ShellWord.sh(script.path))"
    }
    hasUnreadInput = options.leavesInput && StandardStreams.inputHoldsData
    let arguments = (try? ProcessArguments.read()) ?? []
    if let script = options.script, !script.isLua, script.path != "-", options.tables.isEmpty {
      let tables = FileName.names(in: ".").filter { name in
        TableFormats.forExtension(FileOrigin.fileExtension(name)) != nil
      }
      if tables.count == 1 { scriptLine = Self.line(["run", script.path, tables[0]]) }
    }
    if hasUnreadInput, options.script?.isLua != true {
      inputLine = Self.line(arguments + ["-"])
    }
    if !options.commands.isEmpty, let last = arguments.lastIndex(where: { $0.hasPrefix("-c") }) {
      let end = min(arguments.count, arguments[last] == "-c" ? last + 2 : last + 1)
      leavingLine = Self.line(arguments[..<end] + ["-c", "quit!"] + arguments[end...])
        .map { "\($0)  # leaves the file as it is" }
    }
    journalFolder = JournalFolder(environment: environment) ?? .nowhere
  }
}

extension ShellOptions {
  /// The longest line that is repeated in a hint, in bytes.
  private static let longestLine = 400

  /// The line of the system's shell that runs the program; nil: it is too long, or holds a secret.
  private static func line(_ arguments: [String]) -> String? {
    let line = (["tablesh"] + arguments).map(ShellWord.sh).joined(separator: " ")
    let isShown = !line.contains("\n") && line.utf8.count <= longestLine
    return isShown && Secrets.hidden(line) == line ? line : nil
  }
}

/// An option with an invalid value.
struct BadOption: Error {
  var message: String
  var hint: String
}

extension StandardError {
  /// Reports an option that cannot be taken.
  mutating func report(_ error: BadOption) {
    write("error: \(error.message)\nhint:  \(error.hint)\n")
  }
}
