import BatchUpdates
import Expectations
import TestSupport
import Testing

/// Wrong plans must not pass: each operation of a correct plan is dropped, repeated, shifted,
/// turned round, converted, and one is added. Each mutant is illegal, or makes the table reload,
/// or leaves something stale, or is equivalent by the independent model of a table view; and the
/// judge and the model agree on which, with code and facts.
struct MutationTests {
  /// How the mutants of one kind fared.
  struct Counts: CustomStringConvertible {
    var illegal = 0
    var reloaded = 0
    var stale = 0
    /// Shows the right table, but some cell is another than with the plan: a row that is reloaded
    /// instead of reconfigured.
    var replaced = 0
    /// Does what the plan does: an operation that stands there twice, or one that is swallowed.
    var equivalent = 0

    var all: Int { illegal + reloaded + stale + replaced + equivalent }
    var description: String {
      "\(all): \(illegal) illegal, \(reloaded) reload, \(stale) stale, \(replaced) exact with other"
        + " cells, \(equivalent) equivalent"
    }

    mutating func count(_ fate: Witnesses.Fate, _ original: Witnesses.Fate) {
      switch fate {
      case .illegal: illegal += 1
      case .reloaded: reloaded += 1
      case .stale: stale += 1
      case original: equivalent += 1
      case .exact: replaced += 1
      }
    }
  }

  @Test(
    "in the plan of a small pair is caught, or does no harm",
    arguments: LongRun.isOn ? Array(1...16) : [1, 2])
  func smallPairs(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var tally: [Mutant.Kind: Counts] = [:]
    for _ in 0..<(LongRun.isOn ? 500 : 60) {
      var pair = SmallWorlds.pair(generator.below(SmallWorlds.count))
      pair.change(subset: generator.below(1 << pair.survivors))
      if generator.oneIn(2) { pair.insertInFront() }
      try mutate(pair.from, pair.to, &tally, &generator)
    }
    report(tally, seed)
  }

  @Test(
    "in the plan of a random pair is caught, or does no harm",
    arguments: LongRun.isOn ? Array(21...36) : [21, 22])
  func randomPairs(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var tally: [Mutant.Kind: Counts] = [:]
    for _ in 0..<(LongRun.isOn ? 250 : 20) {
      let (from, to) = RandomTables.pair(&generator)
      try mutate(from, to, &tally, &generator)
    }
    report(tally, seed)
  }

  private func mutate(
    _ from: Outline, _ to: Outline, _ tally: inout [Mutant.Kind: Counts],
    _ generator: inout SeededGenerator
  ) throws {
    let content: ContentChange = generator.oneIn(2) ? .reload : .reconfigure
    let staged = try Planner(content: content).stagedPlan(from: from, to: to)
    var shown = from
    for (stage, data) in zip(staged.plan.stages, staged.after) {
      let witnesses = Witnesses(shown: shown, data: data)
      guard let original = witnesses.fate(of: stage), case .exact = original else {
        Issue.record("a plan that is not exact: \(text(.stages([stage]))), \(shown) → \(data)")
        return
      }
      let additions = Mutant.additions(
        to: stage, before: shown.sections.map(\.rows.count),
        after: data.sections.map(\.rows.count))
      // Rarely every place of a large table: their number grows with the square of the rows.
      let some = additions.count <= 60 ? additions : (0..<60).map { _ in generator.pick(additions) }
      for mutant in Mutant.changes(of: stage) + some {
        guard let fate = witnesses.fate(of: mutant.stage) else { continue }
        tally[mutant.kind, default: Counts()].count(fate, original)
      }
      shown = data
    }
  }

  private func report(_ tally: [Mutant.Kind: Counts], _ seed: UInt64) {
    for kind in Mutant.Kind.allCases {
      let counts = tally[kind] ?? Counts()
      expect(counts.all > 0, "seed \(seed): \(kind)")
      switch kind {
      case .drop:
        // Nothing in a plan is superfluous.
        expectEqual(counts.replaced + counts.equivalent, 0, "seed \(seed): \(counts)")
      case .repeated:
        expectEqual(counts.equivalent, counts.all, "seed \(seed): \(counts)")
      case .shift, .turn, .convert, .add:
        expect(counts.illegal > counts.all / 2, "seed \(seed): \(kind) \(counts)")
      }
    }
    if LongRun.isOn { print("mutants, seed \(seed): \(tally)") }
  }
}
