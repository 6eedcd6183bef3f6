import BatchUpdates
import Memory
import TableKit
import TablePrinters
import TableSources
import Wording

/// A session: the open tables, the commands, the Lua state. It runs lines and prints replies to a
/// `Console`. A class, because nested commands and Lua share the session.
public final class Shell {
  /// The options of the command line, which `set` changes.
  public var options: ShellOptions
  /// Where replies go; a room may put another before it, such as one that films.
  package var console: any Console
  /// The parts of the program that this session has.
  package let rooms: [Room]
  /// What the rooms keep of it.
  package private(set) lazy var parts = rooms.compactMap { $0.makePart?(self) }
  package var documents: [Document] = []
  /// The paths of the command line, while they are opened.
  var openedPaths: [String] = []
  package var current: Document? {
    didSet { if !isSupposing { for part in parts { part.didChangeCurrent() } } }
  }
  /// Whether another table than the current one is looked at, of which nobody is told.
  private var isSupposing = false
  /// The number of statements begun: of tables, the later visited has the higher one.
  private var visits = 0
  package var registry: CommandRegistry
  var aliases: [String: String] = [:]
  /// The commands run, the oldest first; a terminal adds those of earlier sessions.
  public var history: [String] = []
  /// The commands that the tables depend on.
  let log = CommandLog()
  /// Whether the program was started to do something, such as to list lessons.
  var hasRunSubcommand = false
  /// The folder that `cd` has left last.
  var formerFolder: String?
  /// Whether plans reload or reconfigure changed rows.
  package var contentChange = ContentChange.reconfigure
  /// Whether what comes in from a source is shown by `reloadData`.
  var reloadsIncoming = false
  /// The animations of plans.
  var animations = PlanAnimations.automatic
  /// The settings for touches.
  package var touch = TouchSettings()
  /// The clock, with scheduled work.
  var clock = SessionClock() {
    didSet {
      guard !clock.work.isEmpty || live.workDue != nil else { return }
      live.workDue = clock.pause.map { live.now + $0 }
    }
  }
  /// The tables that follow their source.
  package let live = LiveTables()
  /// Whether unsaved changes are dropped at the end without a question.
  package var dropsUnsaved = false
  /// The current table as it stood when the line being typed was begun, if others changed it since.
  var seen: SeenTable?
  /// What hooks of such changes have printed, in JSON, and no reply holds yet.
  var pushPrinted = ""
  /// Whether what takes long says nothing of how far it is.
  var hidesProgress = false
  /// The version of iOS whose behaviour snapshots follow.
  var diffableIOS = 15
  /// The memory for undo steps of each table, in bytes.
  var undoBudget = 1 << 30
  /// The files written in this session, which are overwritten without asking.
  package var written = WrittenFiles()
  /// Whether it was told how the rows alone are written in JSON.
  var hasToldOfRows = false
  /// Whether unsaved changes are recorded in journals.
  package var keepsJournal = true
  /// Whether ^C stops this session's Lua; true for at most one session of a process.
  public var isForeground = false
  /// The Lua side of the session.
  package lazy var luaLayer = LuaLayer(self)
  /// Whether a script left the cursor within a line of the terminal.
  var isMidLine = false
  /// What a person has typed last at the prompt, behind the prompt as it was then.
  var typed = ""
  /// How many lines of a terminal the answers to the statements of that so far have taken.
  var answeredLines = 0
  /// How many lines were written on a terminal before the first prompt; nil: that was there.
  var linesBeforePrompt: Int? = 0
  /// The queue of changes for `did` hooks.
  var changesToTell: [Transaction] = []
  /// The state of the running command.
  package var context = CommandContext()
  /// The exit status that a script requested.
  var leaveStatus: Int32?
  /// What every long loop tells how far it is, and asks whether to stop.
  package private(set) lazy var progress: Progress = {
    let progress = Progress { [weak self] in self?.isStopped ?? false }
    progress.didChange = { [weak self] in
      if let self, !hidesProgress { console.show($0) }
    }
    progress.lockWait = Progress.LockWait(seconds: console.isInteractive ? nil : 30) {
      [weak self] in self?.writeNote($0)
    }
    return progress
  }()

  /// Creates a session without a table.
  package init(options: ShellOptions, console: any Console, rooms: [Room]) {
    _ = Self.asksForMemory
    self.options = options
    self.console = console
    self.rooms = rooms
    Room.installFormats(of: rooms)
    registry = CommandRegistry(rooms)
  }

  /// Has tables ask for the memory that they need.
  private static let asksForMemory: Void = { MemoryDemand.isGranted = { MemoryWatch.grants($0) } }()

  /// Makes the texts of replies.
  package var replies: ReplyPrinter { ReplyPrinter(shell: self) }

  /// Compares sources.
  package var comparer: SourceComparer { SourceComparer(shell: self) }

  /// Merges sources.
  /// Records that a statement begins at the current table.
  func visitCurrent() {
    visits += 1
    current?.lastVisit = visits
  }

  /// The open table that was the current one last, else the one opened last; nil: none is open.
  var latestTable: Document? {
    documents.enumerated().max {
      ($0.element.lastVisit, $0.offset) < ($1.element.lastVisit, $1.offset)
    }?
    .element
  }

  package var merger: SourceMerger { SourceMerger(shell: self) }

  /// Tells git of tables.
  package var git: GitTables { GitTables(shell: self) }

  /// Carries out plans and patches.
  package var patches: PatchRunner { PatchRunner(shell: self) }

  /// The tables beside the current one.
  var others: OtherTables { OtherTables(shell: self) }

  /// Makes tables from journals.
  var recovery: Recovery { Recovery(shell: self) }

  /// Prints commands of a batch before they run.
  var echoes: BatchEcho { BatchEcho(shell: self) }

  /// The clipboard.
  var clipboard: Clipboard { Clipboard(shell: self) }

  /// Finds Lua in lines that are no commands.
  var luaGuess: LuaGuess { LuaGuess(shell: self) }

  /// Shows changes stage by stage.
  var motion: MotionPlayer { MotionPlayer(shell: self) }

  /// Tells the reasons for what was done.
  var explainer: Explainer { Explainer(shell: self) }

  /// The number of rows printed after a command.
  package var viewportHeight: Int { console.size.map { max(5, $0.rows - 8) } ?? 20 }

  /// Returns what can complete the word at the cursor.
  ///
  /// - Parameters:
  ///   - line: the statement so far, which may span lines.
  ///   - cursor: the offset of the cursor, in bytes of UTF-8.
  /// - Complexity: O(length of the line + columns + sections), and O(rows) for keys and values.
  public func complete(_ line: String, cursor: Int) -> Completion {
    LineCompleter(shell: self).completion(line, cursor: cursor)
  }

  /// What the command at the cursor is, and the forms that fit what is typed of it, for M-h.
  public func help(_ line: String, cursor: Int) -> String? {
    LineCompleter(shell: self).help(line, cursor: cursor)
  }

  /// Makes indexes of the current table's columns, one at a time.
  public func workAhead(while isIdle: @escaping () -> Bool) -> Bool {
    current?.indexNext(while: isIdle) ?? false
  }

  /// Applies the session's settings, policies, hooks and journal to a table.
  package func prepare(_ document: Document) {
    document.editor.look = PlanLook(contentChange: contentChange, animations: animations)
    document.editor.look.reloadsMerges = reloadsIncoming
    document.editor.undoBudget = undoBudget
    document.controller.settings.limitsSeeTapsOnly = options.limitsSeeTapsOnly
    document.editor.workers = .two
    document.editor.progress = progress
    if hasLua { document.controller.policies = policies(of: document) }
    connectKeeper(of: document)
  }

  /// The largest width of a line, in columns.
  var viewportWidth: Int { console.size.map { max(20, $0.columns) } ?? 80 }

  /// The style of results: none where a command's output is kept for a file or a program.
  package var style: Style { style(isEnabled: console.usesColor && context.output == nil) }

  /// The style of what goes to standard error.
  var errorStyle: Style { style(isEnabled: console.usesColorForErrors) }

  private func style(isEnabled: Bool) -> Style {
    Style(
      isEnabled: isEnabled && options.format == .text, theme: options.theme,
      hasManyColors: options.hasManyColors)
  }

  /// In a loop over many rows: tells how far it is, and ends it where the user wants that.
  func pollLoop(at row: Int) throws(CommandError) {
    progress.advance(to: row)
    if isStopped { throw .stopped }
  }

  /// Whether the running command must stop: after ^C, when the time limit of Lua is over, or when
  /// memory is short.
  package var isStopped: Bool {
    console.isInterrupted || (context.isOfLua && lua.mustStop) || MemoryWatch.isShort
  }

  /// Asks for confirmation on a terminal; in a batch it is not needed.
  ///
  /// - Throws: `declined`.
  package func confirm(_ question: String) throws(CommandError) {
    guard console.isInteractive else { return }
    // Behind it stands what can be answered.
    let text = TextWrapping.hanging(
      VisibleText.line(question), width: terminalWidth.map { $0 - " [y/N] ".utf8.count }, start: 0,
      indent: 0)
    guard console.confirm(text) else { throw .declined }
  }
}

extension Shell {
  /// Returns what a body that changes nothing finds where a table is the current one.
  func supposing<T>(_ document: Document, _ body: () -> T) -> T {
    let former = (current, isSupposing)
    isSupposing = true
    current = document
    defer {
      current = former.0
      isSupposing = former.1
    }
    return body()
  }
}
