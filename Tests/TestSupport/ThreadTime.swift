import Glibc

/// How much of a processor's time a thread has had: what it does, however long others keep it from
/// running.
public struct ThreadTime: Sendable {
  private let clock: clockid_t

  /// That of the thread that asks; others may read it, too.
  public static var current: ThreadTime {
    var clock = CLOCK_THREAD_CPUTIME_ID
    pthread_getcpuclockid(pthread_self(), &clock)
    return ThreadTime(clock: clock)
  }

  /// The time that it has had by now.
  public var now: Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
