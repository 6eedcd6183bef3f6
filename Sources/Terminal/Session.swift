/// What the terminal drives: it is given the text of commands and says how each ended.
///
/// A class, because it holds the open tables. It prints its replies and its errors itself; the
/// terminal only decides what is read next and with which status the program ends.
public protocol Session: AnyObject {
  /// What stands before the cursor; may hold colour codes.
  var prompt: String { get }

  /// What stands before the cursor while a statement goes on.
  var continuationPrompt: String { get }

  /// Puts a yes-or-no question to the person at the terminal, or nil where there is none. Set
  /// before the first statement is run.
  var confirm: ((_ question: String) -> Bool)? { get set }

  /// Puts a question and returns what is typed in reply, or nil where there is nobody. Set with
  /// `confirm`.
  var ask: ((_ question: String) -> String?)? { get set }

  /// Says what is open, before the first prompt; a person is there.
  func greet()

  /// Whether `text` can be run, or an open quote or trailing `\` asks for another line.
  func isComplete(_ text: String) -> Bool

  /// Runs one statement, which may span lines.
  ///
  /// - Parameter place: where it stands, in a batch; nil when it was typed.
  func run(_ text: String, at place: Place?) -> Outcome

  /// What could stand at the cursor.
  ///
  /// - Parameters:
  ///   - line: the whole statement so far.
  ///   - cursor: where the cursor is, in bytes of UTF-8.
  func complete(_ line: String, cursor: Int) -> Completion

  /// The path for which a word stands where it begins as `folder` does, outside quotes: `~/` is a
  /// home folder, say.
  func path(of folder: String) -> String

  /// The user typed ^D, or the batch is over: `quit`, in effect. Anything but `leave` stays, on a
  /// terminal, and is a failure, in a batch.
  func endOfInput(at place: Place?) -> Outcome

  /// Tells of a failure that no statement of the session made, such as a line that is no text.
  ///
  /// - Parameter line: the command that is told to have failed.
  func report(_ error: TerminalError, at place: Place?, of line: String)
}

extension Session {
  /// Asks nothing.
  public var ask: ((_ question: String) -> String?)? {
    get { nil }
    set { _ = newValue }
  }

  /// Says nothing.
  public func greet() {}

  /// Stands for itself.
  public func path(of folder: String) -> String { folder }

  /// Says it on standard error.
  public func report(_ error: TerminalError, at place: Place?, of line: String) {
    var errors = StandardError()
    errors.report(error, at: place)
  }
}

/// How a statement ended, as far as what is read next depends on it.
public enum Outcome: Equatable, Sendable {
  /// It did what it was told.
  case done
  /// It failed, and the session has said why.
  case failed
  /// ^C stopped it, and the session has said so.
  case interrupted
  /// The program is to end.
  case leave(status: Int32)
}

/// Where a statement of a batch begins, printed before an error: `cleanup.tsh:12`.
public struct Place: Equatable, Sendable, CustomStringConvertible {
  /// A file as it was named, `stdin` or `-c`.
  public let source: String

  /// Counted from 1.
  public let line: Int

  /// Makes a place.
  public init(source: String, line: Int) {
    self.source = source
    self.line = line
  }

  /// `cleanup.tsh:12`.
  public var description: String { "\(source):\(line)" }
}
