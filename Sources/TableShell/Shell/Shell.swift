import BatchUpdates
import Memory
import TableInteraction
import TableKit
import TableLua
import TablePrinters
import TableSources
import Wording

/// A session: the open tables, the commands, the Lua state. It is given lines and prints replies;
/// it knows no terminal. A class, because commands of a line and of Lua work on the same session.
public final class Shell {
  /// What the command line settled, and `set` changes.
  public var options: ShellOptions
  let console: any Console
  var documents: [Document] = []
  var current: Document?
  var registry: CommandRegistry
  var aliases: [String: String] = [:]
  /// What was run or typed, the oldest first; a terminal adds what it remembers.
  public var history: [String] = []
  /// Whether changed rows are reloaded or reconfigured in plans.
  var contentChange = ContentChange.reconfigure
  /// What a finger meets.
  var touch = TouchSettings()
  /// What time it is, and what is to run later.
  var clock = SessionClock()
  /// The iOS as which snapshots are applied.
  var diffableIOS = 15
  /// Bytes that undo may keep alive for each table.
  var undoBudget = 1 << 30
  /// The files that were written, which nobody is asked about.
  var written = WrittenFiles()
  /// Whether unsaved work is written to journals.
  var keepsJournal = true
  /// Whether ^C stops what runs in this session's Lua: one session of a process.
  public var isForeground = false
  /// Lua beside the shell.
  lazy var luaLayer = LuaLayer(self)
  /// Whether a script has left a line on the terminal without an end.
  var isMidLine = false
  /// Changes that hooks have not been told of yet.
  var changesToTell: [Transaction] = []
  /// What belongs to the command that runs.
  var context = CommandContext()
  /// The status with which a script asked to leave.
  var leaveStatus: Int32?

  /// Creates a session without a table.
  public init(options: ShellOptions, console: any Console) {
    self.options = options
    self.console = console
    registry = CommandRegistry()
  }

  /// How many rows of the table are shown after a command.
  var viewportHeight: Int { console.size.map { max(5, $0.rows - 8) } ?? 20 }

  /// How wide lines may be.
  var viewportWidth: Int { console.size.map { max(20, $0.columns) } ?? 80 }

  var style: Style { Style(isEnabled: console.usesColor && options.format == .text) }

  /// In a loop over many rows: tells how far it is, and ends it where the user wants that.
  func pollLoop(at row: Int) throws(CommandError) {
    console.progress?.advance(to: row)
    if isStopped { throw .stopped }
  }

  /// Asks for the memory that a list or a text of so many bytes takes, before it is made.
  func demand(_ byteCount: Int) throws(CommandError) {
    do throws(MemoryShortage) { try MemoryWatch.demand(byteCount) } catch {
      throw .outOfMemory(error)
    }
  }

  /// Whether what runs is to stop: the user wants that, the time of the Lua that runs it is over, or
  /// hardly any memory is left.
  var isStopped: Bool {
    console.isInterrupted || (context.isOfLua && lua.mustStop) || MemoryWatch.isShort
  }

  /// Puts a question where somebody can answer it, and goes on where nobody can.
  func confirm(_ question: String) throws(CommandError) {
    guard console.isInteractive else { return }
    guard console.confirm(question) else { throw .declined }
  }
}
