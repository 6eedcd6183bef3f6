import BatchUpdates

/// This package's planner.
enum OurEngine {
  private static func planner(checking: Bool) -> Planner {
    var planner = Planner()
    planner.checksIdentities = checking
    return planner
  }

  /// Plans from sections of an app.
  static func contender<ID>(_ pairs: [TablePair<ID>], least: [LeastChange?], checking: Bool)
    -> Contender
  {
    let planner = planner(checking: checking)
    return Contender(
      solve: {
        var plans: [Plan] = []
        plans.reserveCapacity(pairs.count)
        for pair in pairs { plans.append(try planner.plan(from: pair.old, to: pair.new)) }
        return plans
      },
      answers: { plans in
        for (pair, (plan, least)) in zip(pairs, zip(plans, least)) {
          let staged = try planner.stagedPlan(from: pair.old, to: pair.new)
          try check(plan, staged, least)
          guard Standing.holds(between: pair, and: staged) else {
            throw BenchError.wrongAnswer(.ours, "its tables are not those it was given")
          }
        }
        return plans.map(Answer.init)
      },
      bytes: { $0.reduce(0) { $0 + $1.bytes } })
  }

  /// Plans from sections of an app that can be made anew, and makes the tables between the stages.
  static func contender<ID>(updating pairs: [TablePair<ID>]) -> Contender {
    let pairs = pairs.map { pair in
      Pair(old: pair.old.map(Rebuilt.init), new: pair.new.map(Rebuilt.init))
    }
    let planner = Planner()
    return Contender(
      solve: {
        var all: [SectionUpdates<Rebuilt<ID>>] = []
        all.reserveCapacity(pairs.count)
        for pair in pairs { all.append(try planner.updates(from: pair.old, to: pair.new)) }
        return all
      },
      answers: { all in
        for (pair, updates) in zip(pairs, all) {
          let staged = try planner.stagedPlan(from: pair.old, to: pair.new)
          try check(updates.plan, staged, nil)
          guard updates.tables.count == updates.plan.stages.count else {
            throw BenchError.wrongAnswer(.updates, "there is not a table for each stage")
          }
        }
        return all.map { Answer($0.plan) }
      },
      bytes: { $0.reduce(0) { $0 + $1.plan.bytes } })
  }

  /// Plans from outlines.
  static func contender(_ pairs: [OutlinePair], least: [LeastChange?], checking: Bool) -> Contender
  {
    let planner = planner(checking: checking)
    return Contender(
      solve: {
        var plans: [Plan] = []
        plans.reserveCapacity(pairs.count)
        for pair in pairs { plans.append(try planner.plan(from: pair.old, to: pair.new)) }
        return plans
      },
      answers: { plans in
        for (pair, (plan, least)) in zip(pairs, zip(plans, least)) {
          let staged = try planner.stagedPlan(from: pair.old, to: pair.new)
          try check(plan, staged, least)
          guard staged.before == pair.old, staged.after.last ?? pair.new == pair.new else {
            throw BenchError.wrongAnswer(.ours, "its tables are not those it was given")
          }
        }
        return plans.map(Answer.init)
      },
      bytes: { $0.reduce(0) { $0 + $1.bytes } })
  }

  /// Whether the plan replays to the table it leads to, in no more operations than it takes.
  private static func check(_ plan: Plan, _ staged: StagedPlan, _ least: LeastChange?) throws {
    guard staged.plan == plan else {
      throw BenchError.wrongAnswer(.ours, "plan and staged plan differ")
    }
    let shown: Outline
    do {
      shown = try staged.replay()
    } catch {
      throw BenchError.wrongAnswer(.ours, "the plan does not replay: \(error)")
    }
    guard shown == staged.after.last ?? staged.before else {
      throw BenchError.wrongAnswer(.ours, "the plan leads to another table")
    }
    guard let least else { return }
    let rows = plan.stages.map(\.rows)
    let counts = [
      (rows.reduce(0) { $0 + $1.deletes.count }, least.deletes, "deletes"),
      (rows.reduce(0) { $0 + $1.inserts.count }, least.inserts, "inserts"),
      (rows.reduce(0) { $0 + $1.moves.count }, least.moves, "moves"),
    ]
    for (count, least, word) in counts where count != least {
      throw BenchError.wrongAnswer(.ours, "\(count) \(word), \(least) would do")
    }
  }
}
