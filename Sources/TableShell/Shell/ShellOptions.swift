import LibC
import TableLua
import TablePrinters
import TableSources

/// The options of a session, from the command line (INTERFACES, section 1).
public struct ShellOptions {
  /// How replies are printed.
  public enum Format: String, CaseIterable, Sendable {
    /// Sentences, plans and tables for people.
    case text
    /// A JSON object for each command.
    case json
  }

  /// How much of the table follows each command.
  public enum TableMode: String, CaseIterable, Sendable {
    /// Nothing.
    case none
    /// The rows in the viewport.
    case viewport
    /// Every row.
    case full
  }

  /// The options for reading sources.
  public var reading = ReadOptions()
  /// Whether tables of a server are opened as windows.
  public var windowing = ReadOptions.Windowing.ifLarge
  /// The column that sections are made from.
  public var sectionColumn: String?
  /// The Lua loader that reads files.
  public var loader: String?
  /// The format of replies.
  public var format = Format.text
  /// The part of the table printed after each command; nil: `viewport` in text, `none` in JSON.
  public var table: TableMode?
  /// Lua plugins to load first.
  public var plugins: [String] = []
  /// The permissions of Lua for files, programs and the environment.
  public var permissions = Permissions()
  /// The version of the program, for Lua.
  public var version = ""
  /// The seconds that any Lua may take; 0: no limit; nil: as long as its kind may.
  package var luaSeconds: Double?
  /// The bytes that Lua may take; nil: the default.
  var luaMemory: Int?
  /// Whether nothing is written to any source.
  public var isDryRun = false
  /// Whether a rule or expression skips rows on which it fails.
  public var skipsErrors = false
  /// The user's own `init.lua`, plugins and modules; nil: none are loaded.
  public var pluginFolder: PluginFolder?
  /// Whether neither table nor plan is printed.
  public var isQuiet = false
  /// Whether the delegate's calls are printed in text replies.
  public var traces = false
  /// Whether `select` calls the delegate, as an old revision of Apple's page "Handling row
  /// selection in a table view" says (rule B15).
  public var selectNotifies = false
  /// Whether limits and policies apply to taps only, as in UIKit (rule B26).
  public var limitsSeeTapsOnly = false
  /// Whether only rows on the screen are reloaded, as in UIKit (rule B19).
  public var reloadsVisibleOnly = false
  /// How wide a printed table may be.
  enum Width: Equatable {
    /// As the terminal; without one as wide as it is.
    case terminal
    case unlimited
    case columns(Int)
  }

  /// How wide a printed table may be.
  var width = Width.terminal
  /// What the prompt shows.
  var prompt = PromptFormat.standard
  /// The program that shows what is taller than the screen.
  var pager = Pager.standard
  /// How a change is shown on a terminal before the table after it.
  enum Motion: String, CaseIterable {
    /// Not at all.
    case off
    /// What is about to change is marked.
    case marks
    /// The same, and lines glide.
    case full
  }

  /// How changes are shown on a terminal.
  var motion = Motion.off
  /// The colours of text replies.
  public var theme = Style.Theme.dark
  /// Whether the terminal knows 256 colours.
  public var hasManyColors = false
  /// Whether text replies end with the duration of the command.
  public var timesCommands = false
  /// Whether changes of a watched source that come in a burst are one.
  public var coalesces = true
  /// A line for the system's shell that prints a token for a Realtime Database; nil: none.
  public var tokenCommand: String?
  /// Whether commands of a batch or a file are printed before they run.
  public var echoes = false
  /// Whether each of them waits for Enter then.
  public var waitsForEnter = false
  /// Whether a batch goes on after a failed command.
  public var keepsGoing = false
  /// The names of the program's subcommands, one of which may be meant where there is no file.
  public var subcommands: [String] = []
  /// Whether standard input holds data that nobody reads.
  public var hasUnreadInput = false
  /// The line of the system's shell that runs the batch again, and saves the table; nil: none is known.
  public var savingLine: String?

  /// The line of the system's shell that runs the batch again, and saves nothing; nil: none is known.
  public var leavingLine: String?
  /// The line of the system's shell that runs the batch again, with a table of standard input; nil: none is
  /// known.
  public var inputLine: String?
  /// The line of the system's shell that runs the script with the table that its folder has; nil: no script was
  /// run without a table, or there is not one such file.
  public var scriptLine: String?

  /// The variables of the environment.
  public var environment: @Sendable (String) -> String? = { getenv($0).map { String(cString: $0) } }

  /// The folder of journals; nil: none are kept.
  public var journalFolder: JournalFolder?

  /// Creates the default options.
  public init() {}

  /// How much of the table follows each command: what is set, else what the format asks for.
  package var tableMode: TableMode {
    get { table ?? (format == .text ? .viewport : .none) }
    set { table = newValue }
  }
}
