import Measuring

/// The standard library's `difference(from:)` with its moves inferred.
///
/// It knows lists and no sections, and compares whole elements: it is given the identities alone,
/// so what changed in place is not in its answer.
enum StandardLibraryEngine {
  /// It is left out where it would take longer than this.
  private static let patience = 4_000_000_000.0
  /// How much more a step costs in lists that no cache holds; measured on a million texts.
  private static let missFactor = 5.0
  /// It keeps a trace that is half the square of the edits; left out above so many words.
  private static let words = 125_000_000.0

  /// Plans from the rows of the only section.
  static func entry<ID>(_ pairs: [TablePair<ID>], least: [LeastChange?]) -> Entry {
    guard let edits = least.map({ $0?.edits ?? Int.max }).max(), edits < Int.max else {
      return .absent(why: "it knows no sections")
    }
    let steps = Double(edits) * Double(edits) / 2
    let sample = pairs[0].old[0].rows.prefix(4000).map(\.id)
    let misses = pairs[0].old[0].rows.count > 200_000 ? missFactor : 1
    let estimate = steps * nanosecondsPerStep(sample) * misses
    guard steps <= words else {
      let hours = estimate / 3_600_000_000_000
      let time = hours < 1 ? "some minutes" : "about \(Wording.count(Int(hours))) hours"
      let memory = Wording.count(Int(steps / 125_000_000))
      return .absent(
        why: "\(Wording.count(edits)) edits would take it \(time) and \(memory) GB")
    }
    guard estimate * Double(pairs.count) <= patience else {
      return .absent(
        why: "\(Wording.count(edits)) edits would take it about "
          + Wording.time(estimate * Double(pairs.count)))
    }
    return .contender(contender(pairs))
  }

  private static func contender<ID>(_ pairs: [TablePair<ID>]) -> Contender {
    let lists = pairs.map { Pair(old: $0.old[0].rows.map(\.id), new: $0.new[0].rows.map(\.id)) }
    return Contender(
      solve: { lists.map { $0.new.difference(from: $0.old).inferringMoves() } },
      answers: { differences in
        try zip(lists, differences).map { list, difference in
          guard list.old.applying(difference) == list.new else {
            throw BenchError.wrongAnswer(.standardLibrary, "the difference leads elsewhere")
          }
          let moves = difference.removals.count { removal in
            if case .remove(_, _, let partner) = removal { partner != nil } else { false }
          }
          return Answer(operations: difference.count - moves, moves: moves)
        }
      },
      bytes: {
        $0.reduce(0) { $0 + $1.count * MemoryLayout<CollectionDifference<ID>.Change>.stride }
      })
  }

  /// What a step of its search costs, from lists that share nothing: twice as many edits as
  /// elements in each, and half the square of the edits in steps.
  private static func nanosecondsPerStep<ID: Hashable>(_ sample: [ID]) -> Double {
    let half = sample.count / 2
    guard half > 20 else { return 10 }
    let old = Array(sample[..<half])
    let new = Array(sample[half...])
    let time = ThreadClock.timing { new.difference(from: old) }.nanoseconds
    return Double(time) / (Double(sample.count) * Double(sample.count) / 2)
  }
}
