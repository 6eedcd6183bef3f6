import TableLua
import TableShell

/// The options of the command line, as plain values.
public struct Options: Equatable, Sendable {
  /// The tables to open, the first of which becomes the current one; `-` is standard input.
  public var files: [String] = []
  /// The texts of `-c`, run in order in place of typed commands.
  public var commands: [String] = []
  /// The script that `run` names.
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
  /// The delimiter of fields, as typed.
  public var delimiter: String?
  /// The quote of fields, as typed.
  public var quote: String?
  /// The escape character, as typed.
  public var escape: String?
  /// The character that begins a comment line, as typed.
  public var comment: String?
  /// The encoding of the files, as typed.
  public var encoding: String?
  /// True if the first record names the columns.
  public var hasHeader = true
  /// True if a malformed file is repaired.
  public var isLenient = false
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
  /// True if nothing is written to any source.
  public var isDryRun = false
  /// True if a rule that errs on some rows goes on without them.
  public var skipsErrors = false
  /// True if a batch goes on after a failed command.
  public var keepsGoing = false

  /// Creates the default options.
  public init() {}

  /// How much of the table follows each command: `viewport` in text, `none` in JSON, unless said.
  public var tableAmount: ShellOptions.TableMode { table ?? (format == .text ? .viewport : .none) }
}

/// A script and the arguments it is given.
public struct ScriptCall: Equatable, Sendable {
  /// The file, as it was named.
  public var path: String
  /// The words after it on the command line, options or not.
  public var arguments: [String]

  /// Creates a call.
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
