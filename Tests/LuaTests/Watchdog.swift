import Foundation

/// Ends the process when `body` hangs: a loop that cannot be stopped would otherwise hold the
/// whole test run without a word.
func withWatchdog<Result>(
  _ name: String, seconds: Int = 60, _ body: () throws -> Result
) rethrows -> Result {
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    if done.wait(timeout: .now() + .seconds(seconds)) == .timedOut {
      FileHandle.standardError.write(Data("watchdog: '\(name)' did not end\n".utf8))
      abort()
    }
  }
  defer { done.signal() }
  return try body()
}

/// Runs `body` on a thread of its own a moment later, when a script is in the middle of its loop.
///
/// - Returns: what is signalled when `body` has run.
func aMomentLater(_ body: @escaping @Sendable () -> Void) -> DispatchSemaphore {
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    usleep(30_000)
    body()
    done.signal()
  }
  return done
}
