import BatchUpdates
import TableKit

/// What `tablesh check` has found out about a plan, for printers.
public struct PlanReport: Sendable {
  /// What was judged: stages, or a plan that reads everything again.
  public enum Outcome: Sendable {
    /// The stages, judged and replayed.
    case checked(PlanCheck)
    /// The plan itself is a full reload.
    case reloadData(why: String)
  }

  /// The two tables, and the outlines that the check used.
  public let comparison: Comparison
  /// The plan as it was written.
  public let given: Plan
  /// What came of it.
  public let outcome: Outcome
  /// The least correct plan for the same change.
  public let least: Plan

  /// Creates a report.
  public init(comparison: Comparison, given: Plan, outcome: Outcome, least: Plan) {
    self.comparison = comparison
    self.given = given
    self.outcome = outcome
    self.least = least
  }

  /// Whether UIKit raises no exception and everything shows the data in the end and on the way.
  public var isExact: Bool {
    switch outcome {
    case .checked(let check): check.isExact
    case .reloadData: true
    }
  }
}
