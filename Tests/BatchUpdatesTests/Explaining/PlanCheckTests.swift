import BatchUpdates
import Expectations
import TestSupport
import Testing

/// A plan is checked stage by stage, and what does not add up is found by identity.
struct PlanCheckTests {
  private func check(_ stages: String..., tables: String...) -> PlanCheck {
    PlanCheck(
      stages: stages.map { stage($0) }, before: outline(tables[0]),
      between: tables.dropFirst().dropLast().map { outline($0) },
      after: outline(tables[tables.count - 1]))
  }

  @Test("what a later stage redraws is not stale before it")
  func contents() {
    let plan = check("mov 0:0>0:1", "rel 0:0", tables: "ab", "Ba", "Ba")
    expect(plan.isExact)
    expectEqual(plan.steps.map(\.stale), [[], []])
  }

  @Test("what no stage redraws is stale after the last one only")
  func never() {
    let plan = check("mov 0:0>0:1", "", tables: "ab", "Ba", "Ba")
    expectEqual(plan.steps.map(\.stale), [[], [RowPath(0, 0)]])
    expect(!plan.isExact && plan.violation == nil)
  }

  @Test("a cell that shows another row than its table is stale at once")
  func identity() {
    let plan = check("", "rel 0:0 0:1", tables: "ab", "ba", "ba")
    expectEqual(plan.steps.map(\.stale), [[RowPath(0, 0), RowPath(0, 1)], []])
    let sections = check("", "rel 0 1", tables: "A(a) B(b)", "B(b) A(a)", "B(b) A(a)")
    expectEqual(sections.steps.map(\.staleSections), [[0, 1], []])
  }

  @Test("nothing is judged behind an illegal stage")
  func illegal() {
    let plan = check("del 0:1", "del 0:7", "", tables: "abc", "ac", "ac", "ac")
    expectEqual(plan.steps.count, 2)
    expectEqual(plan.violation?.stage, 1)
    expectEqual(plan.violation?.violation, .deleteRowOutOfBounds(RowPath(0, 7), count: 2))
  }

  @Test("a full reload shows all as it is, and the next stage starts from there")
  func reload() {
    let plan = check(
      "del 0 mov 0:0>0:1", "ins 0:2", tables: "A(a) B(b)", "B(bA)", "B(bAc)")
    expect(plan.isExact)
    expectEqual(plan.reloadData?.stage, 0)
  }

  @Test("a plan without stages is one stage without operations")
  func none() {
    let plan = PlanCheck(stages: [], before: outline("ab"), between: [], after: outline("aB"))
    expectEqual(plan.steps.map(\.stale), [[RowPath(0, 1)]])
  }

  private func diagnosis(_ text: String, _ old: String, _ new: String) -> StageDiagnosis {
    StageDiagnosis(stage(text), shown: outline(old), data: outline(new))
  }

  private func id(_ letter: Character) -> Int { Int(letter.unicodeScalars.first?.value ?? 0) }

  @Test("rows that were forgotten, and rows that were deleted and stay")
  func rows() {
    let found = diagnosis("del 0:1", "abcd", "abd")
    expect(
      found.rows.isEmpty && found.balances.isEmpty,
      "by count this adds up, whatever row it was")
    expectEqual(
      diagnosis("del 0:1", "abcd", "abcd").rows,
      [.deletedButThere(RowPath(0, 1), identity: id("b"), after: RowPath(0, 1))])
    expectEqual(
      diagnosis("", "abc", "axbc").rows, [.new(after: RowPath(0, 1), identity: id("x"))])
    expectEqual(diagnosis("", "abc", "ac").rows, [.gone(RowPath(0, 1), identity: id("b"))])
    expectEqual(
      diagnosis("rel 0:1", "abc", "ac").rows, [.keptButGone(RowPath(0, 1), identity: id("b"))])
    expectEqual(
      diagnosis("ins 0:1 0:2", "ab", "axb").rows,
      [
        .insertedButOld(after: RowPath(0, 2), identity: id("b"), before: RowPath(0, 1))
      ])
    expectEqual(
      diagnosis("", "A(ab) B(c)", "A(a) B(cb)").rows,
      [.crossed(RowPath(0, 1), identity: id("b"), after: RowPath(1, 1))])
  }

  @Test(
    "a row that is inserted and was there before is told unless it or its section was deleted",
    arguments: [
      ("del 1 ins 0:2 0:1", "A(ab) B(cd)", "A(acb)", "0:2 b was 0:1"),
      ("del 1:0 ins 0:2 0:1", "A(ab) B(cd)", "A(acb) B(d)", "0:2 b was 0:1"),
      ("ins 0:2 0:1", "A(ab) B(cd)", "A(axcb) B(cd)", ""),
      ("del 0:1 ins 0:1", "abc", "axcy", "new 0:3 y"),
      ("mov 0:0>0:2", "abc", "bcax", "new 0:3 x"),
      ("mov 0:0>1:0", "A(a) B(b)", "A(x) B(ab)", "new 0:0 x"),
      ("rel 0:0", "abc", "ab", "gone 0:2 c"), ("del 0:0", "abc", "abc", "there 0:0 a"),
      ("mov 0:0>0:1", "abc", "bc", "kept 0:0 a"),
    ])
  func inserted(text: String, old: String, new: String, wanted: String) {
    func name(_ id: Int) -> String { String(UnicodeScalar(UInt8(id))) }
    let found = diagnosis(text, old, new).rows.map { oddity in
      switch oddity {
      case .insertedButOld(let after, let id, let before): "\(after) \(name(id)) was \(before)"
      case .new(let after, let id): "new \(after) \(name(id))"
      case .gone(let index, let id): "gone \(index) \(name(id))"
      case .deletedButThere(let index, let id, _): "there \(index) \(name(id))"
      case .keptButGone(let index, let id): "kept \(index) \(name(id))"
      case .crossed(let index, let id, let after): "crossed \(index) \(name(id)) \(after)"
      }
    }
    expectEqual(found.joined(separator: ", "), wanted)
  }

  @Test("sections that were forgotten, and sections that were deleted and stay")
  func sections() {
    expectEqual(
      diagnosis("", "A(a) B(b)", "A(a)").sections, [.gone(1, identity: id("B"))])
    expectEqual(
      diagnosis("", "A(a)", "N(n) A(a)").sections, [.new(after: 0, identity: id("N"))])
    expectEqual(
      diagnosis("del 0", "A(a) B(b)", "A(a) B(b)").sections,
      [.deletedButThere(0, identity: id("A"), after: 0)])
  }

  @Test("the rows of each section add up, a reload counting as a delete and an insert")
  func balances() {
    let stage = stage("rel 0:1 mov 0:0>1:0 ins 1:1")
    let balances = Judge().balances(of: stage, before: [3, 1], after: [2, 4])
    expectEqual(balances.map(\.inserted), [1, 1])
    expectEqual(balances.map(\.deleted), [1, 0])
    expectEqual(balances.map(\.movedIn), [0, 1])
    expectEqual(balances.map(\.movedOut), [1, 0])
    expectEqual(balances.map(\.expected), [2, 3])
    expectEqual(balances.map(\.surplus), [0, 1])
    expect(Judge().balances(of: stage, before: [1], after: [1, 1]).isEmpty)
  }

  @Test("reloads land where deletes and inserts carry them, moves not considered")
  func landings() {
    let stage = stage("rel 0:2 del 0:1 ins 0:0 0:1 mov 1>0")
    expectEqual(stage.reloadLandings, [RowPath(0, 2): RowPath(0, 3)])
  }
}
