import Foundation

/// One line on standard error that says what is being done, when that is a terminal.
public struct Progress {
  private let isShown: Bool

  /// Creates a line that is not shown yet.
  public init() { isShown = isatty(STDERR_FILENO) == 1 }

  /// Says what is being done, in the place of what was said before.
  public func say(_ text: String) {
    if isShown { write("\r\u{1B}[K" + text) }
  }

  /// Takes the line away.
  public func clear() {
    if isShown { write("\r\u{1B}[K") }
  }

  private func write(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}
