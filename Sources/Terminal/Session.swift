/// The interpreter of a terminal: it runs statements and returns their outcomes.
///
/// A class, because it holds the open tables. It prints its replies and its errors itself; the
/// terminal only decides what is read next and with which status the program ends.
public protocol Session: AnyObject {
  /// The prompt; may hold colour codes.
  var prompt: String { get }

  /// The prompt while a statement goes on.
  var continuationPrompt: String { get }

  /// Asks the user a yes-or-no question; nil: there is no user. Set before the first statement
  /// runs.
  var confirm: ((_ question: String) -> Bool)? { get set }

  /// Asks the user a question and returns the reply; nil: there is no user. Set with `confirm`.
  var ask: ((_ question: String) -> String?)? { get set }

  /// Greets a person before the first prompt and lists what is open.
  func greet()

  /// True if `text` can be run; false if an open quote or trailing `\` asks for another line.
  func isComplete(_ text: String) -> Bool

  /// Runs one statement, which may span lines.
  ///
  /// - Parameter place: where it stands, in a batch; nil when it was typed.
  func run(_ text: String, at place: StatementPlace?) -> Outcome

  /// The completions at the cursor.
  ///
  /// - Parameters:
  ///   - line: the whole statement so far.
  ///   - cursor: where the cursor is, in bytes of UTF-8.
  func complete(_ line: String, cursor: Int) -> Completion

  /// The path for which a word stands where it begins as `folder` does, outside quotes: `~/` is a
  /// home folder, say.
  func path(of folder: String) -> String

  /// Ends the session as `quit` does, after ^D or at the end of a batch. Any outcome but `leave`
  /// continues the session on a terminal, and is a failure in a batch.
  func endOfInput(at place: StatementPlace?) -> Outcome

  /// Reports a failure outside the session's statements, such as a line that is not UTF-8.
  ///
  /// - Parameter line: the command to report as failed.
  func report(_ error: TerminalError, at place: StatementPlace?, of line: String)
}

extension Session {
  /// By default questions are not asked.
  public var ask: ((_ question: String) -> String?)? {
    get { nil }
    set { _ = newValue }
  }

  /// By default prints nothing.
  public func greet() {}

  /// By default returns the folder.
  public func path(of folder: String) -> String { folder }

  /// By default prints the error to standard error.
  public func report(_ error: TerminalError, at place: StatementPlace?, of line: String) {
    var errors = StandardError()
    errors.report(error, at: place)
  }
}

/// The outcome of a statement, which decides what is read next.
public enum Outcome: Equatable, Sendable {
  /// It succeeded.
  case done
  /// It failed, and the session has printed the error.
  case failed
  /// ^C stopped it, and the session has reported that.
  case interrupted
  /// The program must end.
  case leave(status: Int32)
}

/// The place at which a statement of a batch begins, printed before an error: `cleanup.tsh:12`.
public struct StatementPlace: Equatable, Sendable, CustomStringConvertible {
  /// A file as it was named, `stdin` or `-c`.
  public let source: String

  /// Counted from 1.
  public let line: Int

  /// Creates a place.
  public init(source: String, line: Int) {
    self.source = source
    self.line = line
  }

  /// `cleanup.tsh:12`.
  public var description: String { "\(source):\(line)" }
}
