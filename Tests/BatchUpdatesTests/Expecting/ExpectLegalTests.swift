import BatchUpdates
import BatchUpdatesTesting
import Expectations
import TestSupport
import Testing

struct ExpectLegalTests {
  struct Friend: PlannableRow {
    let id: String
    var name = ""
    var displayedContent: String { name }
  }

  struct Group: RebuildableSection {
    let id: String
    var rows: [Friend]
    var displayedContent: String { id }
    func withRows(_ rows: [Friend]) -> Group { Group(id: id, rows: rows) }
  }

  /// The lines of a failure after its first.
  private func lines(_ body: () -> Void) -> [String] {
    let failures = RecordedFailure.all(body)
    expectEqual(failures.count, 1)
    guard let failure = failures.first else { return [] }
    let lines = failure.text.split(separator: "\n").map(String.init)
    expectEqual(lines.first, "the batch is not as expected")
    return Array(lines.dropFirst())
  }

  struct Alike: Hashable, CustomStringConvertible {
    let number: Int
    var description: String { "same" }
  }

  struct AlikeRow: PlannableRow {
    let id: Alike
    var displayedContent: Int { 0 }
  }

  struct AlikeSection: PlannableSection {
    let id: Int
    var rows: [AlikeRow]
    var displayedContent: Int { 0 }
  }

  @Test("rows whose identities look alike are named by number, as their names would tell nothing")
  func alike() {
    func section(_ numbers: Int...) -> [AlikeSection] {
      [AlikeSection(id: 7, rows: numbers.map { AlikeRow(id: Alike(number: $0)) })]
    }
    let told = lines { expectLegal(Stage(), from: section(1, 2), to: section(2, 1)) }
    expect(told.contains { $0.hasPrefix("stale:") } && !told.contains { $0.contains("same") })
    let named = lines {
      expectLegal(
        Stage(), from: [Group(id: "A", rows: [Friend(id: "x"), Friend(id: "y")])],
        to: [Group(id: "A", rows: [Friend(id: "y"), Friend(id: "x")])])
    }
    expect(named.contains { $0.contains("'x'") })
  }

  @Test("is silent about what is legal: numbers, tables, sections, plans")
  func legal() throws {
    expectLegal(stage("del 0:1"), from: [4], to: [3])
    expectLegal(
      stage("del 0:1 ins 0:3"), from: outline("abcd").sections, to: outline("acdx").sections)
    expectLegal(
      Plan.reloadData(why: "because"), from: outline("ab").sections, to: outline("c").sections)
    let staged = try Planner().stagedPlan(from: outline("A(a) F(xy)"), to: outline("N(y) F(x)"))
    expectEqual(staged.plan.stages.count, 2)
    expectLegal(
      staged.plan, from: staged.before.sections,
      between: staged.after.dropLast().map(\.sections), to: outline("N(y) F(x)").sections)
    let old = [Group(id: "A", rows: [Friend(id: "a")]), Group(id: "F", rows: [Friend(id: "x")])]
    let new = [Group(id: "N", rows: [Friend(id: "x", name: "X")])]
    let updates = try Planner().updates(from: old, to: new)
    expect(updates.plan.stages.count > 1)
    expectLegal(updates, from: old, to: new)
    expectLegal(try Planner().updates(from: old, to: old), from: old, to: old)
  }

  @Test("says code, rule, hint, UIKit's sentence and a command line, at the line of the test")
  func numbers() throws {
    let line = #line + 1
    let failures = RecordedFailure.all { expectLegal(stage("del 0:1"), from: [4], to: [4]) }
    let failure = try require(failures.first)
    expectEqual(failure.line, line)
    expectEqual(
      failure.text,
      """
      the batch is not as expected
      illegal: E-ROW-COUNT (rule D11): section 0: 4 rows after must be 4 before, + 0 inserted, \
      - 1 deleted, + 0 moved in, - 0 moved out
      hint:    change the data inside the batch, and insert each row that appeared
      UIKit:   Invalid update: invalid number of rows in section 0. The number of rows contained \
      in an existing section after the update (4) must be equal to the number of rows contained in \
      that section before the update (4), plus or minus the number of rows inserted or deleted \
      from that section (0 inserted, 1 deleted) and plus or minus the number of rows moved into \
      or out of that section (0 moved in, 0 moved out).
      check:   tablesh check --before 4 --after 4 '{"rows":{"delete":[[0,1]]}}'
      """)
  }

  @Test("fails where a table view reads everything again, and for what crashes collection views")
  func hazards() {
    let reload = lines { expectLegal(stage("del 0 mov 0:0>0:2"), from: [2, 2], to: [3]) }
    expectEqual(reload.first, "reload:  a row moves out of section 0, which is deleted")
    let warnings = lines { expectLegal(stage("mov 1>1 del 0:0 0:0"), from: [1, 1], to: [0, 1]) }
    expectEqual(warnings.count, 3)
    expect(warnings[0].hasPrefix("warning: section-moves-to-its-index: "))
    expect(warnings[1].hasPrefix("warning: deleted-twice: "))
  }

  @Test("names the rows that do not add up, and what is stale")
  func sections() {
    let old = [Group(id: "A", rows: [Friend(id: "ann"), Friend(id: "bo", name: "Bo")])]
    var new = old
    new[0].rows[1].name = "Bob"
    expectEqual(
      lines { expectLegal(Stage(), from: old, to: new) }.first,
      "stale:   0:1 'bo' shows an old content")
    new[0].rows.swapAt(0, 1)
    expectEqual(
      lines { expectLegal(Stage(), from: old, to: new) }.prefix(2),
      ["stale:   0:0 shows 'ann', data 'bo'", "stale:   0:1 shows 'bo', data 'ann'"])
    new[0].rows.removeLast()
    let illegal = lines {
      expectLegal(stage("del 0:1"), from: old, to: new + new.map { _ in Group(id: "B", rows: []) })
    }
    expect(illegal.contains("here:    1 'B' is new, but the batch does not insert it"))
    let wrong = lines { expectLegal(stage("del 0:0 0:1"), from: old, to: new) }
    expect(
      wrong.contains("here:    0:1 'bo' is deleted in the batch but is still in the table, at 0:0"))
    expectEqual(wrong.last?.hasPrefix("check:   tablesh check <(printf %s '{\"columns\":"), true)
    expectEqual(wrong.last?.contains(" '{\"rows\":{\"delete\":[[0,0],[0,1]]}}' "), true)
  }

  @Test("tells which stage of a plan it is, and which tables are missing")
  func stages() throws {
    let (old, new) = (outline("A(ab)").sections, outline("A(b)").sections)
    let plan = Plan.stages([stage("del 0:0"), stage("del 0:1")])
    let failure = lines { expectLegal(plan, from: old, between: [new], to: new) }
    expectEqual(failure.first, "stage:   2 of 2")
    expect(failure[1].hasPrefix("illegal: E-DEL-ROW-OOB (rule D7): row 0:1 is deleted"))
    expectEqual(
      lines { expectLegal(plan, from: old, to: new) },
      [
        "tables:  2 stages need 1 tables between them, not 0",
        "hint:    give them as 'between': the table after each stage but the last",
      ])
  }

  @Test("an identity that is twice in a table is a failure")
  func duplicates() {
    let old = [Group(id: "A", rows: [Friend(id: "ann"), Friend(id: "ann")])]
    expectEqual(
      lines { expectLegal(Stage(), from: old, to: old) }.first,
      "table:   rows 0:0 and 0:1 of the table before are both 'ann'")
    let sections = [Group(id: "A", rows: []), Group(id: "A", rows: [])]
    expectEqual(
      lines { expectLegal(Stage(), from: [], to: sections) }.first,
      "table:   sections 0 and 1 of the table after are both 'A'")
  }

  @Test("a stage reports the same without a test, and nothing where all is well")
  func report() {
    let old = [Group(id: "A", rows: [Friend(id: "ann"), Friend(id: "bo")])]
    var new = old
    new[0].rows.swapAt(0, 1)
    for (next, stage) in [(new, Stage()), (new, stage("del 0:0")), (old + old, Stage())] {
      expectEqual(
        stage.report(from: old, to: next)?.split(separator: "\n").map(String.init),
        lines { expectLegal(stage, from: old, to: next) })
    }
    expectEqual(
      stage("del 0:1").report(from: [4], to: [4])?.split(separator: "\n").map(String.init),
      lines { expectLegal(stage("del 0:1"), from: [4], to: [4]) })
    expectNil(stage("del 0:1").report(from: [4], to: [3]))
    expectNil(Stage().report(from: old, to: old))
  }

  @Test("large tables are left out of the command line, for which numbers do if it is illegal")
  func large() {
    let rows = (0..<300).map { Outline.Row(id: $0) }
    let old = [Outline.Section(id: 0, rows: rows)]
    let new = [Outline.Section(id: 0, rows: rows.reversed())]
    expectEqual(
      lines { expectLegal(Stage(), from: old, to: new) }.suffix(2),
      [
        "stale:   … 288 more",
        "check:   write the tables to files, then: tablesh check OLD '{}' NEW",
      ])
    expectEqual(
      lines { expectLegal(stage("del 0:0"), from: old, to: new) }.last,
      "check:   tablesh check --before 300 --after 300 '{\"rows\":{\"delete\":[[0,0]]}}'")
  }
}
