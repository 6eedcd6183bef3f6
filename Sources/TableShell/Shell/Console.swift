import TableKit

/// Where a shell's words go and where answers come from. A class outside, because it stands for
/// one terminal or one pair of streams.
public protocol Console: AnyObject {
  /// A command begins.
  func commandBegan()
  /// Writes results.
  func write(_ text: String)
  /// Writes results as they are, such as a table in its own encoding.
  func write(bytes: [UInt8])
  /// Writes errors and warnings.
  func writeError(_ text: String)
  /// Writes what is held back, before somebody else writes or time passes.
  func flush()
  /// Columns and lines of the terminal; nil where there is none.
  var size: (columns: Int, rows: Int)? { get }
  /// Whether results may be coloured.
  var usesColor: Bool { get }
  /// Whether a person sits there.
  var isInteractive: Bool { get }
  /// Whether somebody would answer `ask`, as at the start of what will be a session, too.
  var canAsk: Bool { get }
  /// Puts a yes-or-no question; false where nobody can answer.
  func confirm(_ question: String) -> Bool
  /// Puts a question and answers what is typed; nil where nobody can answer or the answer is ^C.
  func ask(_ question: String) -> String?
  /// Whether the user has typed ^C since the command began.
  var isInterrupted: Bool { get }
  /// Whether results are lost from now on: their reader has left, or the disk is full. Who began
  /// the session tells of it, if anybody is to be told.
  var isOutputLost: Bool { get }
  /// What is told how far long work is; nil where nobody looks.
  var progress: Progress? { get }
}

extension Console {
  /// That is no matter.
  public func commandBegan() {}

  /// Whoever sits there.
  public var canAsk: Bool { isInteractive }

  /// Nobody answers.
  public func ask(_ question: String) -> String? { nil }

  /// Everything is written.
  public var isOutputLost: Bool { false }

  /// Nobody looks.
  public var progress: Progress? { nil }
}
