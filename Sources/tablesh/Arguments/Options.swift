import TableLua
import TablePrinters
import TableShell
import TableSources
import Terminal

/// The options of the command line, as plain values.
public struct Options: Equatable, Sendable {
  /// The tables to open, the first of which becomes the current one; `-` is standard input.
  public var files: [String] = []
  /// The texts of `-c`, run in order in place of typed commands.
  public var commands: [String] = []
  /// The script that `run` names.
  public var script: ScriptCall?
  /// The port on which the first table is served; 0: any that is free; nil: none is served.
  public var servedPort: Int?
  /// The port on which the first table is shown in a browser; 0: any that is free; nil: none is.
  public var presentedPort: Int?
  /// The recording that is made of the script; nil: none is.
  package var recorded: RecordRequest?
  /// The recording that is checked in place of everything else; nil: none is.
  public var checkedRecording: String?
  /// What is done with lessons; nil: nothing.
  public var lesson: LessonCall?
  /// The subcommand that is run in place of everything else.
  var subcommand: SubcommandCall?

  // MARK: How to read a table

  /// The columns of the key, as typed.
  public var key: String?
  /// When a table of a server is read as a window.
  public var windowing = ReadOptions.Windowing.ifLarge
  /// The column whose values make the sections, as typed.
  public var sectionBy: String?
  /// Texts of cells that mean null.
  public var nulls: [String] = []
  /// The loader to use, whatever the file's name says.
  public var loader: String?
  /// The delimiter of fields, as typed.
  public var delimiter: String?
  /// The quote of fields, as typed.
  public var quote: String?
  /// The escape character, as typed.
  public var escape: String?
  /// The text that begins a comment line, as typed.
  public var comment: String?
  /// The encoding of the files, as typed.
  public var encoding: String?
  /// True if the first record names the columns.
  public var hasHeader = true
  /// The line of the header, or its lines, as typed.
  public var header: String?
  /// The number of lines before the table, as typed.
  public var skip: String?
  /// True if a malformed file is repaired.
  public var isLenient = false
  /// True if that cuts long rows.
  public var cutsRows = false
  /// True if a file that cannot be read without a note is refused.
  public var isStrict = false

  // MARK: What is printed

  /// The format of replies.
  public var format = ShellOptions.Format.text
  /// How much of the table follows each command; nil: the default of the format.
  public var table: ShellOptions.TableMode?
  /// True if neither table nor plan is printed.
  public var isQuiet = false
  /// True if the delegate callbacks are printed.
  public var traces = false
  /// When colours are used.
  public var color = ColorChoice.auto

  // MARK: What is run, and what it may do

  /// Lua plugins to load first, in order.
  public var plugins: [String] = []
  /// True if `init.lua` is loaded.
  public var loadsInit = true
  /// The permissions of Lua outside the table.
  public var permissions = Permissions()
  /// A line for the system's shell that prints a token for a Realtime Database.
  public var tokenCommand: String?
  /// True if nothing is written to any source.
  public var isDryRun = false
  /// True if a rule that errs on some rows goes on without them.
  public var skipsErrors = false
  /// True if a batch goes on after a failed command.
  public var keepsGoing = false
  /// True if each command of a batch is printed before it runs.
  public var echoes = false
  /// True if each command waits for Enter before it runs.
  public var waitsForEnter = false

  /// The tables to open: the files, and what a script of commands is given.
  var tables: [String] {
    files + (script.map { $0.isLua ? [] : $0.arguments } ?? [])
  }

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
  var strayOption: String? {
    isLua ? nil : arguments.first { $0.hasPrefix("-") && $0 != "-" }
  }
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
  /// The options of the command line as options of the shell.
  ///
  /// - Throws: `BadOption` if a value is invalid.
  init(_ options: Options) throws(BadOption) {
    self.init()
    reading.key = options.key.map { $0.split(separator: ",").map(String.init) } ?? []
    reading.nulls = options.nulls
    reading.loader = nil
    reading.delimiter = try Self.value(
      options.delimiter, ReadOptions.delimiter, "delimiter",
      hint: "one ASCII character, or tab: --delimiter tab")
    reading.quote = try Self.value(
      options.quote, ReadOptions.quote, "quote", hint: "one character, or none: --quote none")
    reading.escape = try Self.value(
      options.escape, ReadOptions.character, "escape character",
      hint: "one character: --escape '\\'")
    reading.comment = try Self.value(
      options.comment, ReadOptions.comment, "comment text",
      hint: "one that begins a line: --comment '##'")
    reading.hasHeader = options.hasHeader
    reading.skippedLines = try Self.value(
      options.skip, ReadOptions.lineCount, "number of lines", hint: "such as --skip 3")
    if let header = try Self.value(
      options.header, ReadOptions.headerLines, "line",
      hint: "such as --header 3, or --header 1-3 for several")
    {
      reading.setHeader(header)
    }
    reading.encoding = options.encoding
    reading.isLenient = options.isLenient
    reading.cutsRows = options.cutsRows
    reading.isStrict = options.isStrict
    windowing = options.windowing
    sectionColumn = options.sectionBy
    loader = options.loader
    format = options.format
    table = options.table
    plugins = options.plugins
    permissions = options.permissions
    version = Version.number
    isDryRun = options.isDryRun
    skipsErrors = options.skipsErrors
    pluginFolder = options.loadsInit ? PluginFolder(environment: environment) : nil
    isQuiet = options.isQuiet
    theme = Style.Theme(colorFGBG: environment("COLORFGBG"))
    hasManyColors =
      environment("TERM")?.contains("256color") == true || environment("COLORTERM") != nil
    traces = options.traces
    keepsGoing = options.keepsGoing
    subcommands = Subcommands.names
    hasUnreadInput = options.leavesInput && StandardStreams.inputHoldsData
    echoes = options.echoes
    waitsForEnter = options.waitsForEnter
    tokenCommand = options.tokenCommand
    journalFolder = JournalFolder(environment: environment) ?? .nowhere
  }
}

extension ShellOptions {
  /// Returns the value of an option, read from its text; nil: it was not given.
  ///
  /// - Parameter what: what a text is not that cannot be read.
  fileprivate static func value<Value>(
    _ text: String?, _ read: (String) -> Value?, _ what: String, hint: String
  ) throws(BadOption) -> Value? {
    guard let text else { return nil }
    guard let value = read(text) else {
      throw BadOption(message: "'\(text)' is no \(what)", hint: hint)
    }
    return value
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
