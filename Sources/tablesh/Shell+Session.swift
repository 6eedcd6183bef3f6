import TableShell
import TableSources
import Terminal
import Wording

/// The shell is the interpreter behind the terminal.
extension Shell: Session {
  /// The path that a word stands for which begins with `~`.
  public func path(of folder: String) -> String { HomeFolder.expanding(folder) }

  /// Reports a failure of the terminal as one of its own.
  public func report(_ error: TerminalError, at place: StatementPlace?, of line: String) {
    reportFailure(
      code: error.code, message: error.message, hint: error.hint, of: line, at: place)
  }
}
