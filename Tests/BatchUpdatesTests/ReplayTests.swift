import BatchUpdates
import Expectations
import TestSupport
import Testing

/// What a view shows after a stage.
struct ReplayTests {
  private func shown(_ operations: String, _ old: String, _ new: String) throws -> String {
    text(try stage(operations).replay(shown: outline(old), data: outline(new)).shown)
  }

  @Test("moves redraw nothing, so a moved and changed row is stale (D15)")
  func move() throws {
    let replay = try stage("mov 0:0>0:2").replay(shown: outline("abc"), data: outline("bcA"))
    expectEqual(text(replay.shown), "A(bca)")
    expect(replay.stale == [RowPath(0, 2)] && !replay.isExact)
  }

  @Test("reloads and reconfigures redraw at the place the row goes to")
  func redraws() throws {
    try expectEqual(shown("rel 0:1 del 0:0 ins 0:2", "abc", "BcX"), "A(BcX)")
    try expectEqual(shown("rec 0:1 mov 0:2>0:0", "abc", "caB"), "A(caB)")
    try expectEqual(shown("rec 0:2", "abc", "aBC"), "A(abC)")
  }

  @Test("a section's reconfigure redraws its header and none of its rows")
  func header() throws {
    let replay = try stage("rec 0").replay(shown: outline("A(ab)"), data: outline("A*(aB)"))
    expect(replay.staleHeaders.isEmpty && replay.stale == [RowPath(0, 1)])
    let reload = try stage("rel 0").replay(shown: outline("A(ab)"), data: outline("A*(aBx)"))
    expect(reload.isExact)
  }

  @Test("an unchanged header that changed in the data is stale")
  func staleHeader() throws {
    let replay = try Stage().replay(shown: outline("A(ab) B(c)"), data: outline("A(ab) B*(c)"))
    expect(replay.staleHeaders == [1] && replay.stale.isEmpty)
  }

  @Test("reconfiguring all rows redraws them and no header")
  func allRows() throws {
    let replay = try Stage(reconfiguresAllRows: true)
      .replay(shown: outline("A(ab) B(c)"), data: outline("A*(AB) B(C)"))
    expect(replay.stale.isEmpty && replay.staleHeaders == [0])
  }

  @Test("a fault of a staged plan names its stage")
  func faults() throws {
    let old = outline("ab")
    let illegal = StagedPlan(
      plan: .stages([stage("ins 0:2"), stage("del 0:9")]), before: old,
      after: [outline("abx"), outline("ab")])
    expect(
      throws: StagedPlan.Fault.illegal(stage: 1, .deleteRowOutOfBounds(RowPath(0, 9), count: 3))
    ) { try illegal.replay() }
    let stale = StagedPlan(plan: .stages([Stage()]), before: old, after: [outline("ba")])
    expect(
      throws: StagedPlan.Fault.stale(stage: 0, rows: [RowPath(0, 0), RowPath(0, 1)], headers: [])
    ) { try stale.replay() }
    let missing = StagedPlan(plan: .stages([Stage()]), before: old, after: [])
    expect(throws: StagedPlan.Fault.tables(stages: 1, tables: 0)) { try missing.replay() }
    let moved = StagedPlan(
      plan: .stages([stage("mov 0>1 ins 1:2")]), before: outline("A(ab) B(c)"),
      after: [outline("B(c) A(abx)")])
    expect(throws: StagedPlan.Fault.warning(stage: 0, .rowOperationsInMovedSection)) {
      try moved.replay()
    }
    let fallback = StagedPlan(
      plan: .stages([stage("del 0 mov 0:0>0:0")]), before: outline("A(a) B()"),
      after: [outline("B(a)")])
    expect(throws: StagedPlan.Fault.self) { try fallback.replay() }
  }
}
