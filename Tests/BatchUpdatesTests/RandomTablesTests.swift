import BatchUpdates
import Expectations
import TestSupport
import Testing

/// 10,000 pairs in every run, 100,000 in a long one.
struct RandomTablesTests {
  /// How many pairs hold what is hard to plan.
  struct Features {
    var emptySections = 0
    var rowsLeaveVanishing = 0
    var rowsEnterNew = 0
    var movedSectionsChange = 0

    mutating func count(_ pair: (from: Outline, to: Outline), _ plan: Plan) {
      let (old, new) = (pair.from.sections, pair.to.sections)
      let before = Set(old.map(\.id))
      let after = Set(new.map(\.id))
      let oldRows = Set(old.flatMap(\.rows).map(\.id))
      let newRows = Set(new.flatMap(\.rows).map(\.id))
      if (old + new).contains(where: \.rows.isEmpty) { emptySections += 1 }
      if old.contains(where: { section in
        !after.contains(section.id) && section.rows.contains { newRows.contains($0.id) }
      }) {
        rowsLeaveVanishing += 1
      }
      if new.contains(where: { section in
        !before.contains(section.id) && section.rows.contains { oldRows.contains($0.id) }
      }) {
        rowsEnterNew += 1
      }
      if plan.stages.contains(where: { !$0.sections.moves.isEmpty }) && plan.stages.count > 1 {
        movedSectionsChange += 1
      }
    }
  }

  @Test(
    "pairs of sectioned tables are planned legally, exactly and least",
    arguments: LongRun.isOn ? Array(1...40) : [1, 2, 3, 4])
  func pairs(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var features = Features()
    for number in 0..<2_500 {
      let pair = RandomTables.pair(&generator)
      let content: ContentChange = generator.oneIn(2) ? .reload : .reconfigure
      do {
        let plan = try PlanOracle(from: pair.from, to: pair.to).check(content)
        features.count(pair, plan)
      } catch {
        Issue.record("seed \(seed), pair \(number): \(error)")
      }
    }
    expect(
      [
        features.emptySections, features.rowsLeaveVanishing, features.rowsEnterNew,
        features.movedSectionsChange,
      ].allSatisfy { $0 > 250 }, "\(features)")
  }

  @Test("a walk of small edits can be walked back", arguments: [11, 12])
  func walk(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let start = RandomTables.table(.init(), &generator)
    var tables = [start]
    var plans: [StagedPlan] = []
    for _ in 0..<150 {
      let next = RandomTables.edited(tables[tables.count - 1], .init(), &generator)
      plans.append(try Planner().stagedPlan(from: tables[tables.count - 1], to: next))
      tables.append(next)
    }
    var shown = tables[tables.count - 1]
    for plan in plans.reversed() {
      expectEqual(plan.inverse.before, shown, "seed \(seed)")
      shown = try plan.inverse.replay()
    }
    expectEqual(shown, start, "seed \(seed)")
  }

  /// A thousand small steps in a long run; a debug build takes a tenth of a second for each.
  @Test("a walk through a table of 100 × 100 rows shows each table in turn", arguments: [13])
  func largeWalk(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let pools = RandomTables.Pools(sections: 110, rows: 11_000)
    let start = Outline(
      (0..<100).map { section in
        Outline.Section(
          id: section, rows: (0..<100).map { Outline.Row(id: section * 100 + $0) })
      })
    var shown = start
    for step in 0..<(LongRun.isOn ? 1_000 : 12) {
      let next = RandomTables.edited(shown, pools, &generator)
      let content: ContentChange = generator.oneIn(2) ? .reload : .reconfigure
      let staged = try Planner(content: content).stagedPlan(from: shown, to: next)
      // What is shown goes from step to step: nothing is put right between them.
      let before = shown
      shown = try staged.replay()
      expectEqual(shown, next, "seed \(seed), step \(step)")
      try expectEqual(staged.inverse.replay(), before, "seed \(seed), step \(step)")
      expectNil(
        PlanOracle(from: before, to: next).lostRow(staged, content),
        "seed \(seed), step \(step)")
    }
    expect(shown != start)
  }
}
