import BatchUpdates
import Lua
import TableKit
import Wording

/// A plan as it goes to Lua and comes back from there: that of a change, which can be carried out
/// again or taken back, or one alone.
public struct LuaPlan: Sendable {
  /// Where it comes from.
  public enum Source: Sendable {
    /// A change of a table, or the way back.
    case change(Transaction, isInverted: Bool)
    /// A plan whose contents nobody knows.
    case plan(Plan)
  }

  /// Where it comes from.
  public var source: Source

  /// The plan of a change.
  public init(_ change: Transaction) { source = .change(change, isInverted: false) }

  /// A plan alone.
  public init(_ plan: Plan) { source = .plan(plan) }

  /// The plan itself.
  ///
  /// - Complexity: that of `Transaction.plan`.
  public var plan: Plan {
    switch source {
    case .change(let change, let isInverted): isInverted ? change.plan.inverse : change.plan
    case .plan(let plan): plan
    }
  }

  /// The way back.
  public var inverse: LuaPlan {
    var inverse = self
    switch source {
    case .change(let change, let isInverted):
      inverse.source = .change(change, isInverted: !isInverted)
    case .plan(let plan): inverse.source = .plan(plan.inverse)
    }
    return inverse
  }
}

/// The Swift half of a plan in Lua. A class because Lua holds it.
final class PlanHandle: ShownObject {
  let value: LuaPlan
  /// Made when it is first looked at.
  private(set) lazy var plan = value.plan
  /// What it looks like in the program's JSON, once a script has looked at it.
  var fields: LuaTable?

  init(_ value: LuaPlan) { self.value = value }

  var shown: String {
    if case .reloadData = plan { return "plan that reloads the data" }
    return "plan of \(Counts.of(plan.count, "operation"))"
  }
}
