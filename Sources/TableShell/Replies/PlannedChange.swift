import BatchUpdates
import TableKit
import TablePrinters

/// A change whose plan is computed on demand.
protocol PlannedChange {
  /// The plan.
  var plan: Plan { get }
  /// The plan with the table after each stage.
  var stagedPlan: StagedPlan { get }
  /// The tables before and after it, with the rows and sections of the plan's identities.
  var ends: PlanEnds { get }
  /// Whether UIKit animates the plan.
  var isAnimated: Bool { get }
  /// The end of the plan's first line: `the least possible`.
  var economy: String { get }
  /// Whether the plan was written by hand, not computed.
  var isByHand: Bool { get }
}

extension PlannedChange {
  var isAnimated: Bool { true }
  var isByHand: Bool { false }

  var economy: String {
    if isByHand { return "as written" }
    return isAnimated ? "the least possible" : "the least possible, animation none"
  }

  /// The animations of the operations, unless they are UIKit's default.
  var animations: [JSONPlanPrinter.Animation] {
    if isAnimated { return [] }
    let stages = plan.stages
    func has(_ key: (Stage) -> Bool) -> Bool { stages.contains(where: key) }
    let verbs = [
      ("delete", has { !$0.rows.deletes.isEmpty || !$0.sections.deletes.isEmpty }),
      ("insert", has { !$0.rows.inserts.isEmpty || !$0.sections.inserts.isEmpty }),
      ("move", has { !$0.rows.moves.isEmpty || !$0.sections.moves.isEmpty }),
      ("reload", has { !$0.rows.reloads.isEmpty || !$0.sections.reloads.isEmpty }),
      ("reconfigure", has { !$0.rows.reconfigures.isEmpty || !$0.sections.reconfigures.isEmpty }),
    ]
    return verbs.filter(\.1).map { .init($0.0, "none") }
  }
}

extension Transaction: PlannedChange {
  var isByHand: Bool { batch != nil }
}

/// The difference of two tables that were loaded separately, with a planner.
struct PlannedComparison: PlannedChange {
  let comparison: Comparison
  let planner: Planner

  var plan: Plan { comparison.plan(planner) }

  /// The plan's length compared with the shortest; empty if it reloads the whole table.
  ///
  /// The default planner's plans are the shortest.
  var economy: String {
    let plain = Planner(content: planner.content)
    if planner == plain { return "the least possible" }
    return PlanEconomy(of: plan, least: comparison.plan(plain)).distance
  }
  var stagedPlan: StagedPlan { comparison.stagedPlan(planner) }
  var ends: PlanEnds { comparison.ends }
}
