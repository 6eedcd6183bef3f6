import LibC
import TableKit
import TablePrinters
import Terminal

/// Draws the progress of long work on the last line of a terminal, on standard error: after half a
/// second, and at most ten times a second.
///
/// A class, because it remembers what it drew.
final class ProgressDrawer {
  private var isShown = false
  /// True if the cursor stands at the start of a line; else there is no room for the bar.
  var isAtLineStart = true
  /// When the command began its first long work.
  private var commandStart: Double?
  private var workStart = 0.0
  private var workNumber = 0
  private var nextDraw = 0.0

  private static let patience = 0.5
  private static let interval = 0.1

  /// Creates a drawer; nil unless standard error is a terminal that can draw.
  init?(isQuiet: Bool, terminal: String?) {
    guard !isQuiet, isatty(STDERR_FILENO) != 0, !LineEditor.isDumb(terminal) else { return nil }
  }

  /// Removes the bar before other output.
  func clear() {
    guard isShown else { return }
    isShown = false
    write("\r\u{1B}[K")
  }

  /// Removes the bar at the end of a command, and restarts the delay.
  func finish() {
    clear()
    commandStart = nil
  }

  /// Draws how far work is, where it is time for that.
  func draw(_ progress: Progress) {
    guard let work = progress.work else { return clear() }
    let now = Self.now
    let start = commandStart ?? now
    commandStart = start
    if progress.count != workNumber {
      workNumber = progress.count
      workStart = now
    }
    guard now - start >= Self.patience, now >= nextDraw, isAtLineStart, isForeground else { return }
    nextDraw = now + Self.interval
    let line = ProgressLine(work: work, done: progress.done, seconds: now - workStart)
    isShown = true
    // The last columns stay free for the ^C that a terminal echoes: it would wrap to the next line.
    write("\r" + line.text(width: width - 3) + "\u{1B}[K")
  }

  /// True if the program may draw: not while another one has the terminal.
  private var isForeground: Bool { tcgetpgrp(STDERR_FILENO) == getpgrp() }

  private var width: Int { StandardStreams.size(of: STDERR_FILENO)?.columns ?? 80 }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  private func write(_ text: String) {
    let bytes = Array(text.utf8)
    // A failed write to a slow terminal is ignored.
    _ = LibC.write(STDERR_FILENO, bytes, bytes.count)
  }
}
