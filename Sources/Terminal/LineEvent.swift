/// What came from a line input.
public enum LineEvent: Equatable, Sendable {
  /// A line, or several in one text: pasted, or taken from the history.
  case line(String)
  /// A line that is no UTF-8.
  case invalidLine
  /// ^C: the line is dropped.
  case interrupted
  /// ^D, or the end of a file.
  case endOfInput
  /// The program was told to end, or the terminal is gone.
  case terminated(signal: Int32)
}
