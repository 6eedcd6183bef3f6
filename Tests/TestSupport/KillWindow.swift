/// When to kill a program that is amid some work: at random within the time that the work takes,
/// which is learnt from whether former kills came too late.
///
/// So about two of three kills land inside, on a quick machine as on a busy one, and the others
/// show what the work leads to.
public struct KillWindow {
  /// How many kills landed inside the work.
  public private(set) var inside = 0
  /// How many came when it was done.
  public private(set) var late = 0

  private var microseconds: Double

  /// Begins with a guess of how long the work takes.
  public init(milliseconds: Double) { microseconds = milliseconds * 1000 }

  /// A time to wait, in microseconds.
  public func time(_ random: inout SeededGenerator) -> UInt32 {
    UInt32(random.below(max(1, Int(microseconds))))
  }

  /// Learns from a kill.
  public mutating func note(isInside: Bool) {
    if isInside {
      inside += 1
      microseconds = min(microseconds * (late == 0 ? 1.6 : 1.15), 5_000_000)
    } else {
      late += 1
      microseconds = max(microseconds / (inside == 0 ? 2 : 1.3), 20)
    }
  }
}
