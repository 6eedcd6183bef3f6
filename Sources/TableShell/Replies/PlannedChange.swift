import BatchUpdates
import TableKit

/// A change and the plan that leads there, which is made when it is asked for.
protocol PlannedChange {
  /// The plan.
  var plan: Plan { get }
  /// The plan with the table after each stage.
  var stagedPlan: StagedPlan { get }
  /// The tables around it, and what identities stand for in them.
  var ends: PlanEnds { get }
}

extension Transaction: PlannedChange {}

/// What differs in two tables that were loaded apart, with a planner.
struct PlannedComparison: PlannedChange {
  let comparison: Comparison
  let planner: Planner

  var plan: Plan { comparison.plan(planner) }
  var stagedPlan: StagedPlan { comparison.stagedPlan(planner) }
  var ends: PlanEnds { comparison.ends }
}
