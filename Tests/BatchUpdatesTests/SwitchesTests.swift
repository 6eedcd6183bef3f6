import BatchUpdates
import Expectations
import TestSupport
import Testing

/// What a planner may be told not to do (D19): its plans stay legal and exact, with one stage or
/// several.
struct SwitchesTests {
  private static let planners: [Planner] = ContentChange.allCases.flatMap { content in
    [.identity, .one].map { Planner(content: content, stages: $0) }
  }

  /// Small pairs, and random ones.
  private func pairs(_ seed: UInt64) -> [(from: Outline, to: Outline)] {
    var generator = SeededGenerator(seed: seed)
    return (0..<(LongRun.isOn ? 5_000 : 100)).map { number in
      if number % 2 == 0 { return RandomTables.pair(&generator) }
      var pair = SmallWorlds.pair(generator.below(SmallWorlds.count))
      pair.change(subset: generator.below(1 << pair.survivors))
      if generator.oneIn(2) { pair.insertInFront() }
      return (pair.from, pair.to)
    }
  }

  @Test("without moves across sections, rows move at home only and as few as can be")
  func movesAtHome() throws {
    for (from, to) in pairs(201) {
      for var planner in Self.planners {
        planner.movesAcrossSections = false
        let staged = try planner.stagedPlan(from: from, to: to)
        expectReplays(staged, to: to)
        expectReplays(staged.inverse, to: from)
        var moves = 0
        for (stage, tables) in zip(
          staged.plan.stages, zip([from] + staged.after.dropLast(), staged.after))
        {
          moves += stage.rows.moves.count
          for move in stage.rows.moves {
            let home = tables.0.sections[move.from.section].id
            expectEqual(tables.1.sections[move.to.section].id, home, "\(staged.plan)")
          }
        }
        let oracle = PlanOracle(from: from, to: to)
        if planner.stages == .identity { expectEqual(moves, oracle.leastMovesAtHome()) }
      }
    }
  }

  @Test("without moves nothing moves")
  func noMoves() throws {
    for (from, to) in pairs(202) {
      for var planner in Self.planners {
        planner.usesMoves = false
        let staged = try planner.stagedPlan(from: from, to: to)
        expectReplays(staged, to: to)
        expectReplays(staged.inverse, to: from)
        let stages = staged.plan.stages
        expect(stages.allSatisfy { $0.sections.moves.isEmpty && $0.rows.moves.isEmpty })
        // What is in its place stays: only what moved otherwise is deleted and inserted.
        if from == to { expect(staged.plan.isEmpty) }
      }
    }
  }

  @Test("a plan with more operations than the limit is a full reload, one with as many is not")
  func limit() throws {
    for (from, to) in pairs(203) {
      for var planner in Self.planners {
        let plan = try planner.plan(from: from, to: to)
        planner.mostChanges = plan.count
        try expectEqual(planner.plan(from: from, to: to), plan)
        if plan.count == 0 { continue }
        planner.mostChanges = plan.count - 1
        let staged = try planner.stagedPlan(from: from, to: to)
        guard case .reloadData = staged.plan else {
          Issue.record("\(staged.plan) from \(from) to \(to)")
          continue
        }
        try expectEqual(staged.replay(), to)
        try expectEqual(staged.inverse.replay(), from)
        try expectEqual(planner.plan(from: from, to: to), staged.plan)
      }
    }
  }

  @Test("may all be off at once")
  func together() throws {
    for (from, to) in pairs(204) {
      for var planner in Self.planners {
        planner.movesAcrossSections = false
        planner.usesMoves = false
        planner.checksIdentities = false
        let staged = try planner.stagedPlan(from: from, to: to)
        expectReplays(staged, to: to)
        expect(staged.plan.stages.allSatisfy { $0.rows.moves.isEmpty })
      }
    }
  }
}
