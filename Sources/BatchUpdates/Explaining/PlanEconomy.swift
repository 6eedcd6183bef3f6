/// How a plan compares with the least one for the same change.
///
/// A plan of the default planner has the fewest moves that leave every identity alive. One that was
/// written by hand, or made with fewer moves than it might, has more operations than it needs.
public struct PlanEconomy: Hashable, Sendable {
  /// What a plan is made of.
  public struct Size: Hashable, Sendable {
    /// Moves of sections and rows.
    public let moves: Int
    /// All operations.
    public let operations: Int
    /// Batches.
    public let stages: Int

    /// Counts the operations of a plan.
    public init(_ plan: Plan) {
      moves = plan.stages.reduce(0) { $0 + $1.sections.moves.count + $1.rows.moves.count }
      operations = plan.count
      stages = plan.stages.count
    }
  }

  /// The plan's size.
  public let size: Size
  /// The size of the least plan.
  public let least: Size

  /// Compares a plan with the least one.
  ///
  /// - Parameters:
  ///   - plan: a plan from `from` to `to`.
  ///   - content: how the least plan redraws what changed.
  /// - Throws: `DuplicateIdentity` when an identity is twice in one of the tables.
  public init(
    of plan: Plan, from: Outline, to: Outline, content: ContentChange = .reconfigure
  ) throws(DuplicateIdentity) {
    size = Size(plan)
    least = Size(try Planner(content: content).plan(from: from, to: to))
  }

  /// Whether there is no plan with fewer moves, or as many moves and fewer operations.
  public var isLeast: Bool {
    size.moves <= least.moves && size.operations <= least.operations && size.stages <= least.stages
  }

  /// The comparison in a few words: `7 moves, the least possible`, `9 operations, 2 more than the
  /// least`.
  public var message: String {
    let moves = counted(size.moves, "move")
    let operations = counted(size.operations, "operation")
    if size.operations > least.operations {
      return "\(operations), \(size.operations - least.operations) more than the least"
    }
    if size.moves > least.moves {
      return "\(moves), \(size.moves - least.moves) more than the least"
    }
    if size.stages > least.stages {
      return "\(counted(size.stages, "stage")), \(size.stages - least.stages) more than the least"
    }
    return size.moves > 0 ? "\(moves), the least possible" : "\(operations), the least possible"
  }

  private func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
