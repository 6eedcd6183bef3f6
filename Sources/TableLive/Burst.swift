/// When what comes in is taken: the first at once, those right behind it together.
///
///     0 ms     a            taken at once
///     10, 30   b c          taken at 80: 50 ms of quiet
///     …        d e f g …    taken 250 ms after d at the latest
public struct Burst: Sendable {
  /// Whether changes are gathered; if not, each is taken at once.
  public var isGathered = true
  /// When the first came that was not taken yet, and when something was taken last.
  private var first: Duration?
  private var lastTaken: Duration?

  private static let (quiet, most) = (Duration.milliseconds(50), Duration.milliseconds(250))

  /// Creates one in which nothing has come.
  public init() {}

  /// Hears of a change.
  ///
  /// - Returns: when to take it.
  public mutating func hear(at now: Duration) -> Duration {
    let first = first ?? now
    self.first = first
    guard isGathered, let lastTaken, now < lastTaken + Self.most else { return now }
    return min(now + Self.quiet, first + Self.most)
  }

  /// What came is taken.
  ///
  /// - Parameter changed: whether it changed anything; else the next is taken at once.
  public mutating func take(at now: Duration, changed: Bool) {
    first = nil
    if changed { lastTaken = now }
  }
}
