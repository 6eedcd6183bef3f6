/// A plan together with the table before, between and after its stages.
///
/// A batch update reads the table once, when it ends. Whoever applies the stages of a plan one
/// after the other must show each its own table:
///
///     before    about(a) friends(x y)
///     stage 0   insert section 0              new() about(a) friends(x y)
///     stage 1   move row 2:1 → 0:0,           new(y) friends(x)
///               delete section 1
public struct StagedPlan: Hashable, Sendable {
  /// The operations.
  public var plan: Plan
  /// The table before the first stage.
  public var before: Outline
  /// The table after each stage: as many as there are stages.
  public var after: [Outline]
  /// Sections and rows that survive and are nevertheless deleted and inserted, with the cause;
  /// none when the planner's `stages` is `.identity` and it may use all moves.
  public var replacements: [Replacement] = []

  /// Creates a plan with its tables, one more than there are stages in all.
  public init(plan: Plan, before: Outline, after: [Outline]) {
    self.plan = plan
    self.before = before
    self.after = after
  }

  /// The plan that leads back, with its tables.
  public var inverse: StagedPlan {
    StagedPlan(
      plan: plan.inverse, before: after.last ?? before,
      after: after.isEmpty ? [] : after.dropLast().reversed() + [before])
  }
}
