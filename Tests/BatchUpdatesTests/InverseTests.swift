import BatchUpdates
import Expectations
import TestSupport
import Testing

/// The inverse of a plan.
struct InverseTests {
  @Test("exchanges the index spaces of each operation")
  func spaces() {
    let forward = stage("del 0:1 ins 0:2 mov 0:3>0:0")
    expectEqual(text(.stages([forward.inverse])), "del 0:2 ins 0:1 mov 0:0>0:3")
    expectEqual(forward.inverse.inverse, forward)
  }

  @Test("redraws a row where the stage left it")
  func redraws() {
    expectEqual(
      text(.stages([stage("del 0:0 ins 0:2 0:3 rel 0:3").inverse])), "del 0:2 0:3 ins 0:0 rel 0:4"
    )
    expectEqual(text(.stages([stage("ins 0 rec 0 rec 0:3").inverse])), "del 0 rec 1 rec 1:3")
    expectEqual(text(.stages([stage("mov 0>1 rec 0:1 1:2").inverse])), "mov 1>0 rec 0:2 1:1")
  }

  @Test("runs the stages backwards")
  func stages() {
    let plan = Plan.stages([stage("ins 0"), stage("mov 2:1>0:0"), stage("del 1")])
    expectEqual(text(plan.inverse), "ins 1 | mov 0:0>2:1 | del 0")
    expectEqual(plan.inverse.inverse, plan)
    expect(Plan.empty.inverse.isEmpty)
    expectEqual(Plan.reloadData(why: "x").inverse, .reloadData(why: "x"))
  }

  @Test("redraws all rows where the stage did")
  func allRows() {
    expectEqual(Stage(reconfiguresAllRows: true).inverse, Stage(reconfiguresAllRows: true))
  }
}
