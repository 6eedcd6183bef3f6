import CommandLanguage
import TableInteraction
import TableKit
import TableSources
import Wording

/// The state that a room keeps for a session, and the session's calls into the room.
///
/// The shell owns its parts and calls them at fixed moments; every method does nothing by default. A
/// class, because it lives as long as the session.
package protocol SessionPart: AnyObject {
  // MARK: What is typed

  /// Called with a text of commands before it is read, unless a command runs it.
  ///
  /// - Parameter origin: where it stands in a script; nil: it was typed.
  func willRead(_ text: String, at origin: StatementPlace?)
  /// Reads a typed text that is no command, such as an answer in a lesson.
  ///
  /// - Returns: nil if it is to be read as commands.
  func statement(of text: String) -> Statement?
  /// What an empty line at the prompt runs; nil: nothing.
  var blankLine: String? { get }
  /// Runs a typed statement instead of the session.
  ///
  /// - Returns: nil if the session is to run it.
  func run(_ statement: Statement, at origin: StatementPlace?) -> Outcome?
  /// Runs a subcommand of the program.
  ///
  /// - Returns: nil if another room has it.
  func runSubcommand(_ call: RoomCall) -> Outcome?
  /// Completes a line instead of the session.
  ///
  /// - Parameter cursor: the offset of the cursor in `line`, in bytes of UTF-8.
  /// - Returns: nil if the session is to complete it.
  func complete(_ line: String, cursor: Int) -> Completion?
  /// The prompt to show instead of the session's, or nil.
  var prompt: String? { get }

  /// What it will write to a file that is named from the folder of the program; nil: nothing.
  var needsFolder: String? { get }

  // MARK: What others do

  /// Whether other programs can send something that wakes the session.
  var waitsForOthers: Bool { get }
  /// Handles what other programs sent, before watched tables read their sources.
  ///
  /// - Returns: the replies to print.
  func takeNews() -> [Reply]
  /// Called after watched tables have merged others' changes.
  func didTakeNews()
  /// Handles what must not wait while a command waits for the user's answer.
  ///
  /// - Returns: the replies to print.
  func takeUrgentNews() -> [Reply]
  /// The changes that other programs made to a table through this room, or nil if they can't.
  func pushes(to document: Document) -> PushLog?

  // MARK: Commands

  /// Called before each command that is not run by another one.
  func commandBegins()
  /// Called after each command that is not run by another one.
  func commandEnded()

  // MARK: What is recorded

  /// Called before a command, which may be run by another one.
  ///
  /// - Parameters:
  ///   - text: the command as typed.
  ///   - statement: the statement; nil if the text is none, such as a line that cannot be read.
  ///   - isOfScript: whether Lua runs it.
  /// - Returns: what to call with its result; nil if the part does not want to know.
  func willRun(_ text: String, _ statement: Statement?, isOfScript: Bool) -> ((CommandEnd) -> Void)?
  /// Called when the reply to a statement, or its error, is printed.
  func didRun()
  /// The comments of a text whose statements are about to run.
  ///
  /// - Returns: what to call before each statement with its line, from 1, and with nil at the end of a text
  ///   without statements; nil if the part does not want to know.
  func comments(of text: String) -> ((Int?) -> Void)?
  /// Called when another table is current, or none.
  func didChangeCurrent()
  /// Called with what others changed, before it is printed.
  func didReceive(_ news: Reply)
  /// Called with each note written to standard error.
  func didNote(_ note: String)
  /// Called with what a script prints.
  func didPrint(_ bytes: [UInt8])

  // MARK: What is shown

  /// Called when the table of another session is shown in place of the session's own.
  ///
  /// - Parameter other: what is shown; nil: the session's own table is again.
  func didShow(_ other: ShownSession?)
  /// Whether others follow what is shown, such as pages in browsers.
  var isWatched: Bool { get }

  // MARK: What is said

  /// Further lines of `info` about a table.
  func facts(of document: Document) -> [SourceFact]
  /// What the question about unsaved changes adds about a table, such as `2 watchers connected`.
  func factsOfUnsaved(_ document: Document) -> [String]

  // MARK: The end

  /// Called when the user leaves the session.
  ///
  /// - Parameter isForced: whether the session ends in any case.
  /// - Throws: what keeps the session from ending, unless that is forced.
  func willLeave(isForced: Bool) throws(CommandError)
  /// Writes what would be lost with the session, which ends in any case.
  ///
  /// - Returns: false if it could not be written, which it has told.
  func finish() -> Bool
  /// Closes connections, when the session has ended.
  func end()
}

/// The changes that other programs made to a table.
package struct PushLog {
  /// When the first one could come, in the time of `LiveTables.now`.
  package var since: Duration
  /// The number of changes.
  package var count: Int
  /// The latest changes, oldest first.
  package var pushes: [LiveTable.Push]

  /// Creates a log.
  package init(since: Duration, count: Int, pushes: [LiveTable.Push]) {
    (self.since, self.count, self.pushes) = (since, count, pushes)
  }
}

/// How a command has ended.
package enum CommandEnd {
  /// With a result; `isRedirected` if what it said went to a file or a program.
  case done(CommandResult, isRedirected: Bool = false)
  /// With an error.
  case failed(CommandError)
}

/// A session whose table is shown in place of that of the session it belongs to, such as a lesson's.
package struct ShownSession {
  /// The session.
  package var shell: Shell
  /// What its table is shown as.
  package var title: String
  /// Whether its table is the one before what was shown last, so that what follows is shown from there.
  package var goesBack: Bool

  /// Creates what is shown.
  package init(_ shell: Shell, title: String, goesBack: Bool = false) {
    (self.shell, self.title, self.goesBack) = (shell, title, goesBack)
  }
}

/// Is told of what changes a table, such as a recording of it.
package protocol DocumentObserver: AnyObject {
  /// Called before actions that may fail.
  func willPerform(_ actions: [TableAction])
  /// Called after a transaction.
  func didPerform(_ transaction: Transaction)
}

extension SessionPart {
  package func willRead(_ text: String, at origin: StatementPlace?) {}
  package func statement(of text: String) -> Statement? { nil }
  package var blankLine: String? { nil }
  package var needsFolder: String? { nil }
  package func run(_ statement: Statement, at origin: StatementPlace?) -> Outcome? { nil }
  package func runSubcommand(_ call: RoomCall) -> Outcome? { nil }
  package func complete(_ line: String, cursor: Int) -> Completion? { nil }
  package var prompt: String? { nil }
  package var waitsForOthers: Bool { false }
  package func takeNews() -> [Reply] { [] }
  package func didTakeNews() {}
  package func takeUrgentNews() -> [Reply] { [] }
  package func pushes(to document: Document) -> PushLog? { nil }
  package func commandBegins() {}
  package func commandEnded() {}
  package func willRun(
    _ text: String, _ statement: Statement?, isOfScript: Bool
  ) -> ((CommandEnd) -> Void)? { nil }
  package func didRun() {}
  package func comments(of text: String) -> ((Int?) -> Void)? { nil }
  package func didChangeCurrent() {}
  package func didReceive(_ news: Reply) {}
  package func didNote(_ note: String) {}
  package func didPrint(_ bytes: [UInt8]) {}
  package func didShow(_ other: ShownSession?) {}
  package var isWatched: Bool { false }
  package func facts(of document: Document) -> [SourceFact] { [] }
  package func factsOfUnsaved(_ document: Document) -> [String] { [] }
  package func willLeave(isForced: Bool) throws(CommandError) {}
  package func finish() -> Bool { true }
  package func end() {}
}
