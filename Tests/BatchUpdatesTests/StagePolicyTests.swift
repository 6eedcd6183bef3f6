import BatchUpdates
import Expectations
import TestSupport
import Testing

/// Plans in one batch, and plans without some moves.
struct StagePolicyTests {
  /// The only stage of a plan, and why things are deleted and inserted in it.
  private func one(
    _ from: String, _ to: String, _ content: ContentChange = .reconfigure,
    file: StaticString = #filePath, line: Int = #line
  ) throws -> (stage: Stage, causes: [Replacement.Cause]) {
    let planner = Planner(content: content, stages: .one)
    let plan = try planner.stagedPlan(from: outline(from), to: outline(to))
    try expectEqual(plan.replay(), outline(to), file: file, line: line)
    let stage = try require(plan.plan.stages.first, file: file, line: line)
    expectEqual(plan.plan.stages.count, 1, file: file, line: line)
    return (stage, plan.replacements.map(\.cause))
  }

  @Test("a row that moved and changed is deleted and inserted, others move")
  func movedAndChanged() throws {
    let (stage, causes) = try one("A(abcd)", "A(dBca)")
    expectEqual(causes, [])
    expectEqual(text(Plan.stages([stage])), "mov 0:0>0:3 0:3>0:0 rec 0:1")
    let both = try one("A(abc)", "A(CBA)")
    expectEqual(both.causes, [.movedAndChanged, .movedAndChanged])
    expectEqual(text(Plan.stages([both.stage])), "del 0:0 0:2 ins 0:0 0:2 rec 0:1")
  }

  @Test("a row that leaves a deleted section is inserted, one that enters a new one is deleted")
  func crossing() throws {
    let leaves = try one("A(ab) B(cd)", "B(cda)")
    expectEqual(text(Plan.stages([leaves.stage])), "del 0 ins 0:2")
    expectEqual(leaves.causes, [.crossesDeletedOrInserted])
    let enters = try one("A(ab) B(cd)", "A(b) B(cd) N(a)")
    expectEqual(text(Plan.stages([enters.stage])), "ins 2 del 0:0")
    expectEqual(enters.causes, [.crossesDeletedOrInserted])
  }

  @Test("a section that moved and changed inside is deleted and inserted")
  func movedSection() throws {
    let (stage, causes) = try one("A(ab) B(cd) C(ef)", "C(efx) A(aby) B(cdz)")
    expectEqual(causes, [.insideMoved])
    expectEqual(text(Plan.stages([stage])), "del 2 ins 0 ins 1:2 2:2")
  }

  @Test("a section that moves to its own index is deleted and inserted")
  func ownIndex() throws {
    let (stage, causes) = try one("A(a) B(b) C(c) D(d) E(e)", "D(d) E(e) C(c) A(a) B(b)")
    expectEqual(causes, [.ownPlace])
    expectEqual(text(Plan.stages([stage])), "del 2 ins 2 mov 0>3 1>4")
  }

  @Test("beside a move, a reload is said as a delete and an insert (D17)")
  func reloadBesideMove() throws {
    let (stage, causes) = try one("A(abc)", "A(cAb)", .reload)
    expectEqual(causes, [.besideMove])
    expectEqual(text(Plan.stages([stage])), "del 0:0 ins 0:1 mov 0:2>0:0")
  }

  static let planners: [Planner] = ContentChange.allCases.flatMap { content in
    StagePolicy.allCases.flatMap { stages in
      [(true, true), (true, false), (false, true)].map { moves, cross in
        var planner = Planner(content: content, stages: stages)
        planner.usesMoves = moves
        planner.movesAcrossSections = cross
        return planner
      }
    }
  }

  @Test("every planner's plans of random pairs lead there", arguments: planners)
  func random(planner: Planner) throws {
    var generator = SeededGenerator(seed: 5)
    for number in 0..<400 {
      let (from, to) = RandomTables.pair(&generator)
      let plan = try planner.stagedPlan(from: from, to: to)
      let faults = [
        try plan.replay() == to ? nil : "leads elsewhere",
        planner.stages == .one && plan.plan.stages.count > 1 ? "more than one stage" : nil,
        !planner.usesMoves && plan.plan.stages.contains { !moves($0).isEmpty } ? "moves" : nil,
        !planner.movesAcrossSections && plan.plan.stages.contains { crosses($0) }
          ? "moves across sections" : nil,
      ].compactMap { $0 }
      expectEqual(faults, [], "pair \(number) of seed 5: \(plan.plan) from \(from) to \(to)")
    }
  }

  private func moves(_ stage: Stage) -> [RowPath] {
    stage.rows.moves.map(\.from) + stage.sections.moves.map { RowPath($0.from, 0) }
  }

  private func crosses(_ stage: Stage) -> Bool {
    let mapping = StageMapping(
      Stage(
        sections: Changes(
          deletes: stage.sections.deletes, inserts: stage.sections.inserts,
          moves: stage.sections.moves)))
    return stage.rows.moves.contains {
      mapping.section(after: $0.from.section) != $0.to.section
    }
  }

  @Test("more operations than the limit are a reload of the whole table")
  func limit() throws {
    var planner = Planner()
    planner.mostChanges = 2
    let from = outline("A(abcd)")
    try expectEqual(planner.plan(from: from, to: outline("A(cd)")).count, 2)
    try expectEqual(
      planner.plan(from: from, to: outline("A(d)")),
      .reloadData(why: "3 operations are more than the limit of 2"))
    try expectEqual(planner.stagedPlan(from: from, to: outline("A(d)")).replay(), outline("A(d)"))
  }
}
