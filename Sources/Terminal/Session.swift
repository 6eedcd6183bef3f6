import Wording

/// The interpreter behind a terminal: it runs the text of commands and returns how each ended.
///
/// A class, because it holds the open tables. It prints its replies and its errors itself; the
/// terminal only decides what is read next and with which status the program ends.
public protocol Session: AnyObject {
  /// The prompt; may hold colour codes.
  var prompt: String { get }

  /// The prompt while a statement goes on, given its lines so far.
  func continuationPrompt(of text: String) -> String

  /// Hears that the first line of a statement does not end it.
  func lineIsUnfinished(_ text: String)

  /// The lines that were typed at the prompt, in earlier sessions, too, the oldest first.
  var history: [String] { get set }

  /// What an empty line at the prompt runs; nil: nothing.
  var blankLine: String? { get }

  /// Runs what a person wants at the beginning of each session at a prompt.
  func begin()

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

  /// What the command at the cursor is and takes, in lines; nil: nothing to tell.
  ///
  /// - Parameters:
  ///   - line: the whole statement so far.
  ///   - cursor: where the cursor is, in bytes of UTF-8.
  func help(_ line: String, cursor: Int) -> String?

  /// Whether a line that begins with `!` repeats a line of the history or runs a program; false where
  /// it is read as a statement.
  var runsPrograms: Bool { get }

  /// Runs a program on the terminal.
  ///
  /// - Parameter line: a line for the system's shell.
  func runProgram(_ line: String) -> Outcome

  /// Has the user edit a text in an editor, and returns it as it is then; the same where that fails,
  /// which is told.
  func edited(_ text: String) -> String

  /// The path for which a word stands where it begins as `folder` does, outside quotes: `~/` is a
  /// home folder, say.
  func path(of folder: String) -> String

  /// The names of the files in a folder, but for `.` and `..`, to complete one; empty if it cannot be
  /// read.
  func fileNames(in folder: String) -> [String]

  /// Can be read when something came from outside that the session has to say; nil: nothing will.
  var newsDescriptor: Int32? { get }

  /// Looks what came from outside, and returns how it is told; nil if there is nothing to say.
  ///
  /// - Parameter isTyping: whether the user has begun a line.
  func takeNews(isTyping: Bool) -> (() -> Void)?

  /// Looks, while a command has asked something, what came from outside and waits for the answer, and
  /// returns how it is told; nil if there is nothing new to say.
  func takeWaiting() -> (() -> Void)?

  /// Hears that nothing is typed at the prompt: what is typed next is a new line.
  func lineIsEmpty()

  /// Does a piece of work that later commands or completions gain from, while the user does nothing.
  ///
  /// - Parameter isIdle: asked now and then; false stops the work.
  /// - Returns: whether more can be done.
  func workAhead(while isIdle: @escaping () -> Bool) -> Bool

  /// Ends the session as `quit` does, after ^D or at the end of a batch. Any outcome but `leave`
  /// continues the session on a terminal, and is a failure in a batch.
  func endOfInput(at place: StatementPlace?) -> Outcome

  /// Does what is due at the end of a session, however it ends.
  func end()

  /// Reports a failure outside the session's statements, such as a line that is not UTF-8.
  ///
  /// - Parameter line: the command to report as failed.
  func report(_ error: TerminalError, at place: StatementPlace?, of line: String)
}

extension Session {
  /// Nothing is kept, unless a session says otherwise.
  public var history: [String] {
    get { [] }
    set {}
  }

  /// No line does, unless a session says otherwise.
  public var runsPrograms: Bool { false }

  /// Runs nothing.
  public func runProgram(_ line: String) -> Outcome { .done }

  /// An empty line runs nothing, unless a session says otherwise.
  public var blankLine: String? { nil }
}
