import TableLua

/// What the command line says, as plain values.
public struct Options: Equatable, Sendable {
  /// The tables to open, the first of which becomes the current one; `-` is standard input.
  public var files: [String] = []
  /// The texts of `-c`, to be run in order instead of asking for commands.
  public var commands: [String] = []
  /// What `run` names.
  public var script: ScriptCall?
  /// The subcommand that is run in place of everything else.
  var subcommand: SubcommandCall?

  // MARK: How to read a table

  /// The columns of the key, as typed.
  public var key: String?
  /// The column whose values make the sections, as typed.
  public var sectionBy: String?
  /// Texts of cells that mean null.
  public var nulls: [String] = []
  /// The loader to use, whatever the file's name says.
  public var loader: String?
  /// What separates fields, as typed.
  public var delimiter: String?
  /// What quotes fields, as typed.
  public var quote: String?
  /// What makes the next character an ordinary one, as typed.
  public var escape: String?
  /// What begins a line that is no record, as typed.
  public var comment: String?
  /// The encoding of the files, as typed.
  public var encoding: String?
  /// Whether the first record names the columns.
  public var hasHeader = true
  /// Whether a malformed file is repaired.
  public var isLenient = false
  /// Whether a file of which anything is read with a note is refused.
  public var isStrict = false

  // MARK: What is printed

  /// How replies are printed.
  public var format = ReplyFormat.text
  /// How much of the table follows each command, if that was said.
  public var table: TableAmount?
  /// Whether neither table nor plan is printed.
  public var isQuiet = false
  /// Whether the delegate callbacks are printed.
  public var traces = false
  /// When colours are used.
  public var color = ColorChoice.auto

  // MARK: What is run, and what it may do

  /// Lua plugins to load first, in order.
  public var plugins: [String] = []
  /// Whether `init.lua` is loaded.
  public var loadsInit = true
  /// What Lua may do outside the table.
  public var permissions = Permissions()
  /// Whether nothing is written to any source.
  public var isDryRun = false
  /// Whether a rule that errs on some rows goes on without them.
  public var skipsErrors = false
  /// Whether a batch goes on after a failed command.
  public var keepsGoing = false

  /// The options of a command line that says nothing.
  public init() {}

  /// How much of the table follows each command: `viewport` in text, `none` in JSON, unless said.
  public var tableAmount: TableAmount { table ?? (format == .text ? .viewport : .none) }
}

/// A script and the arguments it is given.
public struct ScriptCall: Equatable, Sendable {
  /// The file, as it was named.
  public var path: String
  /// All that followed on the command line, whether or not it looks like an option.
  public var arguments: [String]

  /// Makes a call.
  public init(path: String, arguments: [String] = []) {
    self.path = path
    self.arguments = arguments
  }
}

/// When colours are used.
public enum ColorChoice: String, CaseIterable, Sendable {
  /// On a terminal, unless `NO_COLOR` is set.
  case auto
  case always
  case never

  /// Whether colours are used.
  ///
  /// - Parameters:
  ///   - terminal: whether the output goes to a terminal that knows colours.
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

/// How replies are printed.
public enum ReplyFormat: String, CaseIterable, Sendable {
  case text
  case json
}

/// How much of the table follows each command.
public enum TableAmount: String, CaseIterable, Sendable {
  case none
  case viewport
  case full
}
