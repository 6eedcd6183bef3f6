import BatchUpdates
import Expectations
import TestSupport
import Testing

/// Why an operation is there.
struct PlannedOperationTests {
  private func reasons(_ from: String, _ to: String, _ planner: Planner = Planner()) throws
    -> [String]
  {
    try planner.stagedPlan(from: outline(from), to: outline(to)).operations.map { operation in
      let place = operation.before ?? operation.after ?? .section(-1)
      return "\(operation.stage) \(operation.verb) \(place): \(operation.rule) \(operation.reason)"
    }
  }

  @Test("a plan says what is gone, new, out of order, elsewhere or changed")
  func plain() throws {
    try expectEqual(
      reasons("A(abc) B(de)", "A(cxB) B(dea)"),
      [
        "0 insert row 0:1: D4 appeared", "0 move row 0:0: D18 changedSection",
        "0 move row 0:2: D18 outOfOrder",
        "0 reconfigure row 0:1: E2 changed",
      ])
    try expectEqual(
      reasons("A(a) B(b) C(c)", "C(cx) A(a)"),
      [
        "0 delete section 1: D4 vanished",
        "0 move section 0: D18 outOfOrder",
        "0 insert row 0:1: D4 appeared",
      ])
  }

  @Test("what survives and is deleted and inserted says why")
  func replaced() throws {
    try expectEqual(
      reasons("A(abc)", "A(CBA)", Planner(stages: .one)),
      [
        "0 delete row 0:0: D15 replaced(BatchUpdates.Replacement.Cause.movedAndChanged)",
        "0 delete row 0:2: D15 replaced(BatchUpdates.Replacement.Cause.movedAndChanged)",
        "0 insert row 0:0: D15 replaced(BatchUpdates.Replacement.Cause.movedAndChanged)",
        "0 insert row 0:2: D15 replaced(BatchUpdates.Replacement.Cause.movedAndChanged)",
        "0 reconfigure row 0:1: E2 changed",
      ])
    var planner = Planner()
    planner.movesAcrossSections = false
    try expectEqual(
      reasons("A(ab) B(c)", "A(b) B(ca)", planner),
      [
        "0 delete row 0:0: D19 replaced(BatchUpdates.Replacement.Cause.crossMovesOff)",
        "0 insert row 1:1: D19 replaced(BatchUpdates.Replacement.Cause.crossMovesOff)",
      ])
  }

  @Test("what moves and changes is drawn anew because a move does not")
  func movedAndChanged() throws {
    try expectEqual(
      reasons("A(abcd)", "A(acdB)"),
      [
        "0 reconfigure row 0:1: D15 changedAndMoved", "1 move row 0:1: D18 outOfOrder",
      ])
    try expectEqual(
      reasons("A(a) B(b)", "B(b) A(a)"), ["0 move section 0: D18 outOfOrder"])
  }

  @Test(
    "what is redrawn says whether it shows something else, and whether it moves as well",
    arguments: [
      ("rec 0", ["A(a) B(b)", "A(a) B(b)"], "asked"),
      ("rel 0", ["A(a) B(b)", "A*(a) B(b)"], "changed"),
      ("rec 1", ["A(a) B(b)", "A(a) B*(b)"], "changed"),
      ("rec 1", ["A(a) B(b)", "A*(a) B(b)"], "asked"),
      ("rec 0 | mov 0>1", ["A(a) B(b)", "A*(a) B(b)", "B(b) A*(a)"], "changedAndMoved outOfOrder"),
      ("rec 0 | mov 0>1", ["A(a) B(b)", "A(a) B(b)", "B(b) A(a)"], "asked outOfOrder"),
      ("rec 0:0", ["ab", "ab"], "asked"), ("rec 0:0", ["ab", "Ab"], "changed"),
      ("rel 0:1", ["ab", "Ab"], "asked"),
      ("rec 0:0 | mov 0:0>0:1", ["ab", "Ab", "bA"], "changedAndMoved outOfOrder"),
      (
        "rel 0:0 | mov 0:0>1:0", ["A(a) B(b)", "A(A) B(b)", "A() B(Ab)"],
        "changedAndMoved changedSection"
      ),
      ("del 0 ins 1", ["A(a) B(b)", "B(b) C(c)"], "vanished appeared"),
      (
        "del 0 ins 1", ["A(a) B(b)", "B(b) A(a)"],
        "vanished replaced(BatchUpdates.Replacement.Cause.writtenByHand)"
      ),
      (
        "del 0:0 ins 0:1", ["ab", "ba"],
        "vanished replaced(BatchUpdates.Replacement.Cause.writtenByHand)"
      ),
    ])
  func redrawn(stages: String, tables: [String], wanted: String) {
    let plan = StagedPlan(
      plan: .stages(stages.split(separator: "|").map { stage(String($0)) }),
      before: outline(tables[0]), after: tables.dropFirst().map { outline($0) })
    expectEqual(plan.operations.map { "\($0.reason)" }.joined(separator: " "), wanted)
    for most in 0...3 {
      expectEqual(plan.operations(most: most), Array(plan.operations.prefix(most)))
    }
  }

  @Test("every reason has a rule and a sentence, and every operation its identity")
  func whole() throws {
    let causes = Replacement.Cause.allCases.map { PlannedOperation.Reason.replaced($0) }
    for reason in causes + [
      .vanished, .appeared, .outOfOrder, .changedSection, .changed, .changedAndMoved, .asked,
    ] {
      expect(reason.rule.wholeMatch(of: /[DE][0-9]+/) != nil && !reason.message.isEmpty)
    }
    let (from, to) = (outline("A(abc) B(de)"), outline("A(cxB) B(dea)"))
    for operation in try Planner().stagedPlan(from: from, to: to).operations {
      let table = operation.before == nil ? to : from
      guard case .row(let path)? = operation.before ?? operation.after else { continue }
      expectEqual(operation.identity, table.sections[path.section].rows[path.row].id)
    }
  }

  @Test("a plan tells how far it is from the least")
  func economy() throws {
    let (from, to) = (outline("abcdef"), outline("cdefab"))
    let least = try Planner().plan(from: from, to: to)
    try expectEqual(
      PlanEconomy(of: least, from: from, to: to).message, "2 moves, the least possible")
    var planner = Planner()
    planner.usesMoves = false
    let without = try PlanEconomy(of: planner.plan(from: from, to: to), from: from, to: to)
    expectEqual(without.message, "4 operations, 2 more than the least")
    expect(!without.isLeast)
    let none = try PlanEconomy(of: .empty, from: from, to: from)
    expect(none.message == "0 operations, the least possible" && none.isLeast)
    let delete = try PlanEconomy(
      of: .stages([stage("del 0:0")]), from: from, to: outline("bcdef"))
    expectEqual(delete.message, "1 operation, the least possible")
  }
}
