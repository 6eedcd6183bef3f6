/// A moment on the clock that no one sets back.
public struct Deadline {
  /// How long tests wait for what comes at once where nothing else runs; only failing tests wait so long.
  public static let patience = Duration.seconds(120)

  private let end: ContinuousClock.Instant

  /// A moment that comes after so much time.
  public init(after time: Duration = patience) { end = .now + time }

  var millisecondsLeft: Int32 {
    let (seconds, attoseconds) = max(.zero, end - .now).components
    // Rounded up: before the end it is never 0.
    let nanoseconds = attoseconds / 1_000_000_000
    return Int32(clamping: seconds * 1000 + (nanoseconds + 999_999) / 1_000_000)
  }

  /// Whether the moment has come.
  public var hasPassed: Bool { millisecondsLeft == 0 }
}
