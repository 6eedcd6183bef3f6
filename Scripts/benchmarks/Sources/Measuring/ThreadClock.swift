import Foundation

/// The processor time of the calling thread.
///
/// Unlike time on the wall it does not count what other programs take, which on a shared machine
/// is most of the noise.
public enum ThreadClock {
  /// Nanoseconds this thread has run.
  public static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Does some work, and returns what it returned beside the nanoseconds it took.
  ///
  /// Freeing what is returned is not in the time.
  public static func timing<Result>(
    _ work: () throws -> Result
  ) rethrows -> (result: Result, nanoseconds: UInt64) {
    let start = now()
    let result = try work()
    return (result, now() - start)
  }
}
