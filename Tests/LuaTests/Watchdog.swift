import Foundation
import TestSupport

/// Ends the process when `body` hangs: a loop that cannot be stopped would otherwise hold the
/// whole test run without a word.
func withWatchdog<Result>(
  _ name: String, _ body: () throws -> Result
) rethrows -> Result {
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    let seconds = Int(Deadline.patience.components.seconds)
    if done.wait(timeout: .now() + .seconds(seconds)) == .timedOut {
      FileHandle.standardError.write(Data("watchdog: '\(name)' did not end\n".utf8))
      abort()
    }
  }
  defer { done.signal() }
  return try body()
}
