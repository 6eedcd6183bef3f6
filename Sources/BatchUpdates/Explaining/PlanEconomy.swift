/// How a plan compares with the least one for the same change.
///
/// A plan of the default planner has the fewest moves that leave every identity alive. One that was
/// written by hand, or made with fewer moves than it might, has more operations than it needs.
package struct PlanEconomy: Hashable, Sendable {
  /// The size of a plan.
  package struct Size: Hashable, Sendable {
    /// Moves of sections and rows.
    package let moves: Int
    /// All operations.
    package let operations: Int
    /// Batches.
    package let stages: Int

    /// Counts the operations of a plan.
    package init(_ plan: Plan) {
      moves = plan.stages.reduce(0) { $0 + $1.sections.moves.count + $1.rows.moves.count }
      operations = plan.count
      stages = plan.stages.count
    }
  }

  /// The plan's size.
  package let size: Size
  /// The size of the least plan.
  package let least: Size

  /// Compares a plan with the least one.
  ///
  /// - Parameters:
  ///   - plan: a plan from `from` to `to`.
  ///   - from: the table before the plan.
  ///   - to: the table after the plan.
  ///   - content: how the least plan redraws what changed.
  /// - Throws: `DuplicateIdentity` when an identity is twice in one of the tables.
  package init(
    of plan: Plan, from: Outline, to: Outline, content: ContentChange = .reconfigure
  ) throws(DuplicateIdentity) {
    self.init(of: plan, least: try Planner(content: content).plan(from: from, to: to))
  }

  /// Compares a plan with the least one, which is known.
  ///
  /// - Parameters:
  ///   - plan: a plan.
  ///   - least: the least plan for the same change.
  package init(of plan: Plan, least: Plan) {
    size = Size(plan)
    self.least = Size(least)
  }

  /// True if there is no plan with fewer moves, or as many moves and fewer operations.
  package var isLeast: Bool {
    size.moves <= least.moves && size.operations <= least.operations && size.stages <= least.stages
  }

  /// The comparison in a few words: `7 moves, the least possible`, `9 operations, 2 more than the
  /// least`.
  package var message: String {
    let measure = measure
    return "\(counted(measure.count, measure.noun)), \(measure.excess)"
  }

  /// How far the plan is from the least: `the least possible`, `2 operations more than the least`.
  package var distance: String {
    let measure = measure
    let (more, noun) = (measure.count - measure.least, measure.noun)
    return more > 0 ? "\(counted(more, noun)) more than the least" : "the least possible"
  }

  /// What the plan has more of than the least; else its moves, else its operations.
  private var measure: Measure {
    let operations = Measure(noun: "operation", count: size.operations, least: least.operations)
    let moves = Measure(noun: "move", count: size.moves, least: least.moves)
    let stages = Measure(noun: "stage", count: size.stages, least: least.stages)
    return [operations, moves, stages].first { $0.count > $0.least }
      ?? (size.moves > 0 ? moves : operations)
  }

  private struct Measure {
    let noun: String
    let count: Int
    let least: Int

    var excess: String {
      count > least ? "\(count - least) more than the least" : "the least possible"
    }
  }
}
