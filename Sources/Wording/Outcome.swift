// What a terminal and the interpreter behind it tell each other of a statement.

/// The outcome of a statement, which decides what is read next.
public enum Outcome: Equatable, Sendable {
  /// It succeeded.
  case done
  /// It failed, and the session has printed the error.
  case failed
  /// It failed, and the session has printed the error; what follows is to run all the same, as behind
  /// an `assert every`.
  case unmet
  /// ^C stopped it, and the session has reported that.
  case interrupted
  /// The program is to end.
  case leave(status: Int32)
}

/// The place at which a statement of a batch begins, printed before an error: `cleanup.tsh:12`.
public struct StatementPlace: Equatable, Sendable, CustomStringConvertible {
  /// A file as it was named, `stdin` or `-c`.
  public let source: String

  /// Counted from 1; nil: the end of the batch, which stands in no line.
  public let line: Int?

  /// Makes a place.
  public init(source: String, line: Int?) {
    self.source = source
    self.line = line
  }

  /// `cleanup.tsh:12`, or `cleanup.tsh` without a line.
  public var description: String { line.map { "\(source):\($0)" } ?? source }
}

/// What happened while a picture was shown.
public enum ScreenEvent: Equatable, Sendable {
  /// Nothing: the time is over.
  case timeIsOver
  /// A key was pressed: its character.
  case key(Character)
  /// ^C, another signal, or another size of the terminal: the pictures end.
  case ended
}
