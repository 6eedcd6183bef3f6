import BatchUpdates
import TableKit
import TablePrinters

/// A change and the plan that leads there, which is made when it is asked for.
protocol PlannedChange {
  /// The plan.
  var plan: Plan { get }
  /// The plan with the table after each stage.
  var stagedPlan: StagedPlan { get }
  /// The tables around it, and what identities stand for in them.
  var ends: PlanEnds { get }
  /// Whether the plan is carried out with animations.
  var isAnimated: Bool { get }
  /// What the first line of the plan ends with.
  var economy: String { get }
  /// Whether the plan was not made, but written by hand.
  var isByHand: Bool { get }
}

extension PlannedChange {
  var isAnimated: Bool { true }
  var isByHand: Bool { false }

  var economy: String {
    if isByHand { return "as written" }
    return isAnimated ? "the least possible" : "the least possible, animation none"
  }

  /// How the operations are animated, where that is not left to the table.
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

/// What differs in two tables that were loaded apart, with a planner.
struct PlannedComparison: PlannedChange {
  let comparison: Comparison
  let planner: Planner

  var plan: Plan { comparison.plan(planner) }

  /// How the plan compares with the least one, empty when it reloads the whole table.
  ///
  /// The default planner's plans are the least.
  var economy: String {
    let plain = Planner(content: planner.content)
    if planner == plain { return "the least possible" }
    return PlanEconomy(of: plan, least: comparison.plan(plain)).distance
  }
  var stagedPlan: StagedPlan { comparison.stagedPlan(planner) }
  var ends: PlanEnds { comparison.ends }
}
