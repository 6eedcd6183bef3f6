import BatchUpdates
import Expectations
import TestSupport
import Testing

/// C moves to the front in each table: A and B are the longer run. Row operations inside C are
/// what crashes real tables when they stand beside its move.
struct MovedSectionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let rule: String
    let old: String
    let new: String
    let plan: String
    var testDescription: String { rule }

    init(_ rule: String, _ new: String, _ plan: String, old: String = "A(ab) B(cd) C(ef)") {
      self.rule = rule
      self.old = old
      self.new = new
      self.plan = plan
    }
  }

  static let cases: [Case] = [
    Case("a row vanishes inside", "C(f) A(ab) B(cd)", "del 2:0 | mov 2>0"),
    Case("a row appears inside", "C(xef) A(ab) B(cd)", "ins 2:0 | mov 2>0"),
    Case("rows change places inside", "C(fe) A(ab) B(cd)", "mov 2:1>2:0 | mov 2>0"),
    Case("a row changes inside", "C(Ef) A(ab) B(cd)", "rec 2:0 | mov 2>0"),
    Case("a row leaves for a section that stays", "C(f) A(aeb) B(cd)", "mov 2:0>0:1 | mov 2>0"),
    Case("a row comes from a section that stays", "C(eaf) A(b) B(cd)", "mov 0:0>2:1 | mov 2>0"),
    Case(
      "a row leaves for a new section", "C(f) N(e) A(ab) B(cd)",
      "ins 1 mov 2>0 | mov 0:0>1:0"),
    Case(
      "a row comes from a vanishing section", "C(exf) A(ab) B(cd)", "mov 3:0>2:1 | del 3 mov 2>0",
      old: "A(ab) B(cd) C(ef) V(x)"),
    Case(
      "a row goes from one moved section to another", "C(f) D(ge) A(ab) B(cd) E(h)",
      "mov 3:0>4:1 | mov 3>0 4>1", old: "A(ab) B(cd) E(h) C(ef) D(g)"),
    Case("all rows leave", "C() A(eab) B(cdf)", "mov 2:0>0:0 2:1>1:2 | mov 2>0"),
    Case(
      "rows change only beside it", "C(ef) A(b) B(cdx)", "mov 2>0 del 0:0 ins 2:2"),
  ]

  @Test("are never beside its move", arguments: cases)
  func plan(_ example: Case) throws {
    let old = outline(example.old)
    let new = outline(example.new)
    let staged = try Planner().stagedPlan(from: old, to: new)
    expectEqual(text(staged.plan), example.plan)
    expectReplays(staged, to: new)
    expectReplays(staged.inverse, to: old)
  }
}
