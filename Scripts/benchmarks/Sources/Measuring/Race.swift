/// Several ways to do the same work, measured in turns.
///
/// Each round runs every one once, and each round starts with another, so that a slow moment of
/// the machine, or a cache warmed by a predecessor, falls on all of them. Who has taken more than
/// three seconds in at least five rounds sits out the others: it is slow, and that is known.
public struct Race {
  /// Does the work once and returns the nanoseconds it took.
  public typealias Runner = () throws -> UInt64

  private static let patience: UInt64 = 3_000_000_000
  private let runners: [Runner]

  /// Creates a race.
  public init(_ runners: [Runner]) { self.runners = runners }

  /// Runs the rounds.
  ///
  /// - Parameter before: is called before each round with its number from 1.
  /// - Returns: what was measured, for each runner.
  public func run(rounds: Int, before: (Int) -> Void = { _ in }) throws -> [Samples] {
    var times = [[UInt64]](repeating: [], count: runners.count)
    var spent = [UInt64](repeating: 0, count: runners.count)
    for round in 0..<rounds {
      before(round + 1)
      for turn in runners.indices {
        let runner = (round + turn) % runners.count
        guard round < 5 || spent[runner] < Self.patience else { continue }
        let time = try runners[runner]()
        times[runner].append(time)
        spent[runner] += time
      }
    }
    return times.map(Samples.init)
  }
}
