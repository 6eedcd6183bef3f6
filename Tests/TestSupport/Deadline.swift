import Glibc

/// A moment on the clock that no one sets back.
struct Deadline {
  private let end: Int

  init(seconds: Int) { end = Self.now + seconds * 1000 }

  var millisecondsLeft: Int32 { Int32(max(0, end - Self.now)) }

  var hasPassed: Bool { millisecondsLeft == 0 }

  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
