import Glibc
import TableShell
import Terminal

/// The shell's console on this process's streams.
final class TerminalConsole: Console {
  /// Asks the person at the terminal; nil in a batch.
  var asks: ((_ question: String) -> Bool)?
  /// Whether replies go to standard error, because standard output is for a table.
  var repliesToErrors = false
  let usesColor: Bool

  private let output: StandardOutput
  private let isTerminal: Bool
  private var errors = StandardError()

  init(output: StandardOutput, usesColor: Bool) {
    self.output = output
    isTerminal = output.isTerminal
    self.usesColor = usesColor
  }

  func write(_ text: String) {
    if repliesToErrors { return errors.write(text) }
    output.write(text)
    // A person watches what a long script prints.
    if isTerminal { output.flush() }
  }

  func write(bytes: [UInt8]) { output.write(bytes: bytes) }

  func flush() { output.flush() }

  func writeError(_ text: String) {
    output.flush()
    errors.write(text)
  }

  var size: (columns: Int, rows: Int)? {
    guard isTerminal else { return nil }
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  var isInteractive: Bool { asks != nil }

  func confirm(_ question: String) -> Bool { asks?(question) ?? false }

  var isInterrupted: Bool { Interrupts.isRequested }
}
