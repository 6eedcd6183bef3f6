import BatchUpdates
import TestSupport
import Testing

@Suite("why an operation is there")
struct PlannedOperationTests {
  private func reasons(_ from: String, _ to: String, _ planner: Planner = Planner()) throws
    -> [String]
  {
    try planner.stagedPlan(from: outline(from), to: outline(to)).operations.map { operation in
      let place = operation.before ?? operation.after ?? .section(-1)
      return "\(operation.stage) \(operation.verb) \(place): \(operation.reason.message)"
    }
  }

  @Test("a plan says what is gone, new, out of order, elsewhere or changed")
  func plain() throws {
    #expect(
      try reasons("A(abc) B(de)", "A(cxB) B(dea)") == [
        "0 insert row 0:1: is new", "0 move row 0:0: is in another section",
        "0 move row 0:2: is out of order: all that stay keep their order",
        "0 reconfigure row 0:1: shows something else",
      ])
    #expect(
      try reasons("A(a) B(b) C(c)", "C(cx) A(a)") == [
        "0 delete section 1: is gone",
        "0 move section 0: is out of order: all that stay keep their order",
        "0 insert row 0:1: is new",
      ])
  }

  @Test("what survives and is deleted and inserted says why")
  func replaced() throws {
    #expect(
      try reasons("A(abc)", "A(CBA)", Planner(stages: .one)) == [
        "0 delete row 0:0: deleted and inserted because moved and changed",
        "0 delete row 0:2: deleted and inserted because moved and changed",
        "0 insert row 0:0: deleted and inserted because moved and changed",
        "0 insert row 0:2: deleted and inserted because moved and changed",
        "0 reconfigure row 0:1: shows something else",
      ])
    var planner = Planner()
    planner.movesAcrossSections = false
    #expect(
      try reasons("A(ab) B(c)", "A(b) B(ca)", planner) == [
        "0 delete row 0:0: deleted and inserted because moves across sections are off",
        "0 insert row 1:1: deleted and inserted because moves across sections are off",
      ])
  }

  @Test("a plan tells how far it is from the least")
  func economy() throws {
    let (from, to) = (outline("abcdef"), outline("cdefab"))
    let least = try Planner().plan(from: from, to: to)
    #expect(
      try PlanEconomy(of: least, from: from, to: to).message == "2 moves, the least possible")
    var planner = Planner()
    planner.usesMoves = false
    let without = try PlanEconomy(of: planner.plan(from: from, to: to), from: from, to: to)
    #expect(without.message == "4 operations, 2 more than the least")
    #expect(!without.isLeast)
    let none = try PlanEconomy(of: .empty, from: from, to: from)
    #expect(none.message == "0 operations, the least possible" && none.isLeast)
    let delete = try PlanEconomy(
      of: .stages([stage("del 0:0")]), from: from, to: outline("bcdef"))
    #expect(delete.message == "1 operation, the least possible")
  }
}
