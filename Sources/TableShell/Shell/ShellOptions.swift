import TableLua
import TableSources

/// What the command line settles for a whole session (INTERFACES, section 1).
public struct ShellOptions {
  /// How replies are printed.
  public enum Format: String, CaseIterable, Sendable {
    /// Sentences, plans and tables for people.
    case text
    /// One object for each command.
    case json
  }

  /// How much of the table follows each command.
  public enum TableMode: String, CaseIterable, Sendable {
    /// Nothing.
    case none
    /// What fits the viewport.
    case viewport
    /// Every row.
    case full
  }

  /// How sources are read.
  public var reading = ReadOptions()
  /// The column that sections are made from.
  public var sectionColumn: String?
  /// The Lua loader that reads files.
  public var loader: String?
  /// How replies are printed.
  public var format = Format.text
  /// How much of the table follows each command; nil: `viewport` in text, `none` in JSON.
  public var table: TableMode?
  /// Lua plugins to load first.
  public var plugins: [String] = []
  /// What Lua may do outside the table.
  public var permissions = Permissions()
  /// Whether nothing is written to any source.
  public var isDryRun = false
  /// Whether a rule that errs on some rows goes on without them.
  public var skipsErrors = false
  /// The user's own `init.lua`, plugins and modules; nil: none are loaded.
  public var pluginFolder: PluginFolder?
  /// Whether neither table nor plan is printed.
  public var isQuiet = false
  /// Whether the delegate's calls are printed in text replies.
  public var traces = false
  /// Whether `select` tells the delegate, as an old revision of Apple's page "Handling row selection
  /// in a table view" says (rule B15).
  public var selectNotifies = false
  /// Whether limits and policies see taps only, as in UIKit (rule B26).
  public var limitsSeeTapsOnly = false
  /// Whether only rows on the screen are reloaded, as in UIKit (rule B19).
  public var reloadsVisibleOnly = false
  /// Whether text replies end with how long the command took.
  public var timesCommands = false
  /// Whether a batch goes on after a failed command.
  public var keepsGoing = false

  /// Where journals of unsaved work are kept; nil: none are.
  public var journalFolder: JournalFolder?

  /// Creates the options of a command line that gives none.
  public init() {}

  var tableMode: TableMode { table ?? (format == .text ? .viewport : .none) }
}
