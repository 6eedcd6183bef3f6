import BatchUpdates
import Expectations
import TestSupport
import Testing

/// What the doc comments of the module show, with the results that they give.
struct DocCommentTests {
  @Test("Judge: a delete that the data do not follow is illegal")
  func judge() {
    let stage = Stage(rows: Changes(deletes: [RowPath(0, 1)]))
    let verdict = Judge().verdict(on: stage, before: [4], after: [4])
    guard case .illegal(let violation) = verdict else {
      Issue.record("\(verdict)")
      return
    }
    expectEqual(violation.code, "E-ROW-COUNT")
    expectEqual(Judge().verdict(on: stage, before: [4], after: [3]), .legal(warnings: []))
  }

  @Test("StageMapping: survivors fill the gap, what is deleted goes nowhere")
  func mapping() {
    let mapping = StageMapping(
      Stage(rows: Changes(deletes: [RowPath(0, 1)], inserts: [RowPath(0, 3)])))
    expectEqual(mapping.path(after: RowPath(0, 2)), RowPath(0, 1))
    expectNil(mapping.path(after: RowPath(0, 1)))
  }

  @Test("Violation: has a code, a message and a hint")
  func violation() {
    let violation = Violation.deleteRowOutOfBounds(RowPath(0, 4), count: 4)
    expectEqual(violation.code, "E-DEL-ROW-OOB")
    expectEqual(violation.message, "row 0:4 is deleted or reloaded, but its section had 4 rows")
    expectEqual(
      violation.hint?.hasPrefix("deletes, reloads and move sources count in the table before the"),
      true)
    expectEqual(violation.fields.map(\.name), ["path", "count"])
  }

  @Test("RowPath: is printed as it is typed, and ordered by section first")
  func rowPath() {
    expectEqual("\(RowPath(0, 2))", "0:2")
    expect(RowPath(0, 9) < RowPath(1, 0))
  }

  struct Drawing: Sendable {
    let before: String
    let after: String
    let operations: String
  }

  @Test(
    "a drawing of a stage is legal and exact, and so is its inverse",
    arguments: [
      Drawing(before: "abcde", after: "eaxc", operations: "del 0:1 0:3 ins 0:2 mov 0:4>0:0"),
      Drawing(before: "abcd", after: "dabc", operations: "mov 0:3>0:0"),
      Drawing(before: "A(abc) B(d)", after: "A(acd) B()", operations: "del 0:1 mov 1:0>0:2"),
      Drawing(before: "abc", after: "ca", operations: "del 0:1 mov 0:2>0:0"),
      Drawing(before: "abcd", after: "acdx", operations: "del 0:1 ins 0:3"),
    ])
  func drawings(_ drawing: Drawing) throws {
    let (before, after) = (outline(drawing.before), outline(drawing.after))
    let stage = stage(drawing.operations)
    try expect(stage.replay(shown: before, data: after).isExact)
    try expect(stage.inverse.replay(shown: after, data: before).isExact)
  }

  @Test("Stage: with the section deleted as well, the whole table is read again")
  func fallback() {
    let verdict = Judge().verdict(
      on: stage("del 0:1 mov 1:0>0:2 del 1"), before: outline("A(abc) B(d)"),
      after: outline("A(acd)"))
    expectEqual(verdict, .reloadData(why: "a row moves out of section 1, which is deleted"))
  }

  @Test("Stage.replay: data in another order are stale (D5)")
  func stale() throws {
    let replay = try stage("del 0:1 ins 0:3").replay(shown: outline("abcd"), data: outline("adcx"))
    expectEqual(replay.stale, [RowPath(0, 1), RowPath(0, 2)])
  }

  @Test("Plan and TheRules, D18: a row moves into a new section in two stages")
  func stages() throws {
    let staged = try Planner().stagedPlan(
      from: outline("A(a) F(xy)"), to: outline("N(y) F(x)"))
    expectEqual(text(staged.plan), "ins 0 | del 1 mov 2:1>0:0")
    expectEqual(staged.after.map { text($0) }, ["N() A(a) F(xy)", "N(y) F(x)"])
    try expectEqual(staged.replay(), outline("N(y) F(x)"))
  }

  @Test("TheRules, D3: Apple's example of the states")
  func states() throws {
    // Arizona California Delaware NewJersey Washington; aLaska, Georgia and Virginia are new.
    let stage = stage("del 0:2 0:4 ins 0:0 0:3 0:5")
    let replay = try stage.replay(shown: outline("acdnw"), data: outline("lacgnv"))
    expect(replay.isExact)
  }

  @Test(
    "WhyYourBatchUpdateCrashed: what the drawings say of each batch",
    arguments: [
      ("ab", "Ba", "rel 0:1 mov 0:0>0:1", "E-INS-MOV"),
      ("A(abc) B(de)", "B(de) A(aBc)", "rel 0:1 mov 0>1", "E-INVALID-BATCH"),
      ("A(ab) B(cd)", "B(cda)", "del 0 mov 0:0>0:2", "reloadData"),
      ("A(ab) B(cd)", "A(b) B(cda)", "mov 0:0>1:2", "exact"),
      ("A(b) B(cda)", "B(cda)", "del 0", "exact"),
      ("A(ab) B(c)", "B(c) A(abx)", "mov 0>1 ins 1:2", "warning"),
      ("A(ab) B(c)", "A(abx) B(c)", "ins 0:2", "exact"),
      ("A(abx) B(c)", "B(c) A(abx)", "mov 0>1", "exact"),
      ("abcd", "abdc", "", "stale"),
    ])
  func hazards(before: String, after: String, operations: String, outcome: String) throws {
    let (old, new) = (outline(before), outline(after))
    let stage = stage(operations)
    switch Judge().verdict(on: stage, before: old, after: new) {
    case .illegal(let violation): expectEqual(violation.code, outcome)
    case .reloadData: expectEqual(outcome, "reloadData")
    case .legal(let warnings):
      let replay = try stage.replay(shown: old, data: new)
      expectEqual(
        outcome, !warnings.isEmpty ? "warning" : replay.isExact ? "exact" : "stale")
    }
  }
}
