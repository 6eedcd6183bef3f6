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
