import BatchUpdates
import Expectations
import TestSupport
import Testing

/// Rows that are replaced in plans of several stages.
struct ReplacedRowsTests {
  private static let planner = {
    var planner = Planner(content: .reload)
    planner.movesAcrossSections = false
    return planner
  }()

  private func tables(_ plan: StagedPlan) -> [Outline] { [plan.before] + plan.after }

  private func hasRowTwice(_ table: Outline) -> Bool {
    let rows = table.sections.flatMap(\.rows).map(\.id)
    return Set(rows).count < rows.count
  }

  @Test(
    "no table between stages holds a row twice, nor a section",
    arguments: [
      ("Q(b) S(a) P(c)", "P(a) S(b)"), ("A(ab) B(cd) C(e)", "C(eX) B(dc) N(a)"),
      ("A(ab) B(c)", "B(ca) N(b)"),
    ])
  func examples(from: String, to: String) throws {
    let plan = try Self.planner.stagedPlan(from: outline(from), to: outline(to))
    expectReplays(plan, to: outline(to))
    expect(!tables(plan).contains(where: hasRowTwice), "\(text(plan.plan))")
  }

  @Test("random pairs likewise, there and back", arguments: ContentChange.allCases)
  func random(content: ContentChange) throws {
    var planner = Self.planner
    planner.content = content
    var generator = SeededGenerator(seed: 12)
    for number in 0..<1_500 {
      let (from, to) = RandomTables.pair(&generator)
      let plan = try planner.stagedPlan(from: from, to: to)
      expectReplays(plan, to: to)
      expectReplays(plan.inverse, to: from)
      expect(!tables(plan).contains(where: hasRowTwice), "pair \(number): \(from) to \(to)")
    }
  }
}
