/// Several ways to do the same work, measured in turns.
///
/// Each round runs every one once, and each round starts with another, so that a slow moment of
/// the machine, or a cache warmed by a predecessor, falls on all of them.
public struct Race {
  /// Does the work once and returns the nanoseconds it took.
  public typealias Runner = () throws -> UInt64

  private let runners: [Runner]

  /// Creates a race.
  public init(_ runners: [Runner]) { self.runners = runners }

  /// Runs the rounds.
  ///
  /// - Parameter before: is called before each round with its number from 1.
  /// - Returns: what was measured, for each runner.
  public func run(rounds: Int, before: (Int) -> Void = { _ in }) throws -> [Samples] {
    var times = [[UInt64]](repeating: [], count: runners.count)
    for round in 0..<rounds {
      before(round + 1)
      for turn in runners.indices {
        let runner = (round + turn) % runners.count
        times[runner].append(try runners[runner]())
      }
    }
    return times.map(Samples.init)
  }
}
