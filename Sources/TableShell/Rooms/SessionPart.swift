import TableInteraction
import TableSources
import Wording

/// What a room keeps of a session, and how it takes part in it. A class, because it lasts as long.
///
/// What a part does not say itself is nothing.
package protocol SessionPart: AnyObject {
  // MARK: What is typed

  /// Runs a statement that was typed, in its own way; nil: the session runs it.
  func run(_ statement: Statement, at origin: StatementPlace?) -> Outcome?
  /// Does what a subcommand of the program does; nil: it is another's.
  func runSubcommand(_ call: RoomCall) -> Outcome?
  /// What can complete a line in its own way; nil: what the session says.
  func complete(_ line: String, cursor: Int) -> Completion?
  /// The prompt in place of the session's; nil: that stays.
  var prompt: String? { get }

  // MARK: What others do

  /// Whether something may wake the session.
  var waitsForOthers: Bool { get }
  /// Lets in what others did.
  ///
  /// - Returns: what is to be told of it.
  func takeNews() -> [Reply]
  /// Ends letting in what others did, to watched tables too.
  func tookNews()
  /// Does what must not wait while a command asks the user something.
  ///
  /// - Returns: what is to be told of it.
  func takeUrgentNews() -> [Reply]
  /// What others did to a table; nil: it is not open to them.
  func pushes(to document: Document) -> PushLog?

  // MARK: Commands

  /// A command is about to begin.
  func commandBegins()
  /// A command has ended.
  func commandEnded()

  // MARK: What is said

  /// What `info` says of a table.
  func facts(of document: Document) -> [SourceFact]
  /// What is said of its unsaved changes where they would be lost.
  func factsOfUnsaved(_ document: Document) -> [String]

  // MARK: The end

  /// The session ends, as the user wants.
  func willLeave()
  /// The session has ended: connections close.
  func end()
}

/// The changes of others to a table that a part has let in.
package struct PushLog {
  /// Since when, in the time of the session.
  package var since: Duration
  /// How many came in.
  package var count: Int
  /// The last ones, the oldest first.
  package var pushes: [LiveTable.Push]

  /// Creates a log.
  package init(since: Duration, count: Int, pushes: [LiveTable.Push]) {
    (self.since, self.count, self.pushes) = (since, count, pushes)
  }
}

extension SessionPart {
  package func run(_ statement: Statement, at origin: StatementPlace?) -> Outcome? { nil }
  package func runSubcommand(_ call: RoomCall) -> Outcome? { nil }
  package func complete(_ line: String, cursor: Int) -> Completion? { nil }
  package var prompt: String? { nil }
  package var waitsForOthers: Bool { false }
  package func takeNews() -> [Reply] { [] }
  package func tookNews() {}
  package func takeUrgentNews() -> [Reply] { [] }
  package func pushes(to document: Document) -> PushLog? { nil }
  package func commandBegins() {}
  package func commandEnded() {}
  package func facts(of document: Document) -> [SourceFact] { [] }
  package func factsOfUnsaved(_ document: Document) -> [String] { [] }
  package func willLeave() {}
  package func end() {}
}
