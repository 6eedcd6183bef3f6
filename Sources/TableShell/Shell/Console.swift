import TableKit
import Wording

/// The output and input of a shell. A class outside, because it stands for one terminal or one pair
/// of streams.
public protocol Console: AnyObject {
  /// A command begins.
  func commandBegan()
  /// Writes results.
  func write(_ text: String)
  /// Writes results without conversion, such as a table in its own encoding.
  func write(bytes: [UInt8])
  /// Writes errors and warnings.
  func writeError(_ text: String)
  /// Writes buffered output, before a program writes to the terminal or the shell waits.
  func flush()
  /// The columns and lines of the terminal; nil: none.
  var size: (columns: Int, rows: Int)? { get }
  /// The columns of the terminal at which a user reads errors; nil: there is none.
  var errorWidth: Int? { get }
  /// Whether results may be coloured.
  var usesColor: Bool { get }
  /// Whether errors may be coloured.
  var usesColorForErrors: Bool { get }
  /// Whether completion takes upper and lower case for the same.
  var ignoresCaseInCompletion: Bool { get }
  /// Whether a user is at a terminal.
  var isInteractive: Bool { get }
  /// Whether a user can answer `ask`; also true at the start of an interactive session.
  var canAsk: Bool { get }
  /// Asks a yes-or-no question; returns false if nobody can answer.
  func confirm(_ question: String) -> Bool
  /// Asks a question and returns the line typed; nil if nobody can answer, or after ^C.
  func ask(_ question: String) -> String?
  /// Asks for a password, which is not shown; nil if nobody can answer, or after ^C.
  func askSecret(_ question: String) -> String?
  /// Has the user edit a line on the terminal; nil if nobody can, or after ^C.
  func edit(_ line: String, prompt: String) -> String?
  /// Forgets a command that the user has typed, wherever it is kept; nil: all of them.
  func forget(_ line: String?)
  /// Whether the user has typed ^C since the command began.
  var isInterrupted: Bool { get }
  /// Whether further results are lost: the reader has closed its end, or the disk is full. The
  /// owner of the session reports it.
  var isOutputLost: Bool { get }
  /// Shows how far long work is. It is called often, so it must be quick.
  func show(_ progress: Progress)
  /// Begins to draw pictures on the terminal; nil: there is none for that.
  func openScreen() -> (any Screen)?
}

/// A terminal on which pictures are drawn one over the other, below what it shows already.
public protocol Screen: AnyObject {
  /// Draws a picture over the last one, in one write.
  ///
  /// - Parameter lines: its lines, none wider than the terminal, fewer than the terminal has.
  func draw(_ lines: [String])
  /// Waits for a time, or until something happens.
  ///
  /// - Parameter time: nil: until something happens.
  func wait(_ time: Duration?) -> ScreenEvent
  /// Has a key be read again.
  func putBack(_ key: Character)
  /// Takes the last picture away, and puts the terminal back as it was.
  func close()
}

extension Console {
  /// That is no matter.
  public func commandBegan() {}

  /// Whoever sits there.
  public var canAsk: Bool { isInteractive }

  /// By default no terminal shows them.
  public var errorWidth: Int? { nil }

  /// By default they are not.
  public var usesColorForErrors: Bool { false }

  /// By default it does not.
  public var ignoresCaseInCompletion: Bool { false }

  /// By default nobody answers.
  public func ask(_ question: String) -> String? { nil }

  /// Nobody edits.
  public func edit(_ line: String, prompt: String) -> String? { nil }

  /// Nothing is kept.
  public func forget(_ line: String?) {}

  /// By default output is not lost.
  public var isOutputLost: Bool { false }

  /// Nobody looks.
  public func show(_ progress: Progress) {}

  /// There is no terminal.
  public func openScreen() -> (any Screen)? { nil }
}
