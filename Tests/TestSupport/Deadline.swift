import Glibc

/// A moment on the clock that no one sets back.
public struct Deadline {
  /// How many seconds tests wait for what comes at once where nothing else runs.
  public static let patience = 120

  private let end: Int

  /// A moment that comes after so many seconds.
  public init(seconds: Int = patience) { end = Self.now + seconds * 1000 }

  var millisecondsLeft: Int32 { Int32(max(0, end - Self.now)) }

  /// Whether the moment has come.
  public var hasPassed: Bool { millisecondsLeft == 0 }

  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
