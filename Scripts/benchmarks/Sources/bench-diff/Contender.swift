import Measuring

/// An engine with an input to plan.
struct Contender {
  /// Plans once and returns the nanoseconds that took, without freeing the answer.
  let run: Race.Runner
  /// Plans once, checks the answer, and counts it: for each pair of tables.
  let answers: () throws -> [Answer]
  /// Plans once and returns the memory before, the most meanwhile, and the bytes of the answer's
  /// operations; nil where the system does not tell.
  let memory: () throws -> (before: Int, most: Int, answer: Int)?

  /// Creates a contender.
  ///
  /// - Parameters:
  ///   - solve: plans the way between all pairs of tables.
  ///   - answers: checks what that returned, and counts it.
  ///   - bytes: the bytes of what it returned.
  init<Result>(
    solve: @escaping () throws -> Result, answers: @escaping (Result) throws -> [Answer],
    bytes: @escaping (Result) -> Int
  ) {
    run = { try ThreadClock.timing(solve).nanoseconds }
    self.answers = { try answers(solve()) }
    memory = {
      try ProcessMemory.peak(of: solve).map { ($0.before, $0.most, bytes($0.result)) }
    }
  }
}

/// An engine in a measurement: with its input, or the reason why it is left out.
enum Entry {
  case contender(Contender)
  case absent(why: String)
}
