extension StagedPlan {
  /// Why a plan is not what it should be.
  public enum Fault: Error, Hashable, Sendable {
    /// A stage is illegal.
    case illegal(stage: Int, Violation)
    /// UIKit would reload the table instead of applying a stage.
    case reloadData(stage: Int, why: String)
    /// A stage is legal and unwise.
    case warning(stage: Int, Verdict.Warning)
    /// After a stage, a view does not show the stage's table.
    case stale(stage: Int, rows: [RowPath], headers: [Int])
    /// The number of tables is not the number of stages.
    case tables(stages: Int, tables: Int)
  }

  /// Judges and replays each stage from the table that the stage before it left on the screen.
  ///
  ///     let staged = try Planner().stagedPlan(from: old, to: new)
  ///     try staged.replay() == new  // true, whatever the tables
  ///
  /// - Returns: what is shown in the end.
  /// - Throws: the first ``Fault``; a plan of the planner has none. Stages are counted from 0.
  /// - Complexity: as ``Stage/replay(shown:data:)`` for each stage, and the size of the table for
  ///   each stage.
  public func replay() throws(Fault) -> Outline {
    if case .reloadData = plan { return after.last ?? before }
    guard plan.stages.count == after.count else {
      throw .tables(stages: plan.stages.count, tables: after.count)
    }
    var shown = before
    for (number, (stage, data)) in zip(plan.stages, after).enumerated() {
      let replay: Replay
      do {
        replay = try stage.replay(shown: shown, data: data)
      } catch {
        throw .illegal(stage: number, error)
      }
      if let why = replay.reloadedData { throw .reloadData(stage: number, why: why) }
      if let warning = replay.warnings.first { throw .warning(stage: number, warning) }
      guard replay.isExact else {
        throw .stale(stage: number, rows: replay.stale, headers: replay.staleHeaders)
      }
      shown = replay.shown
    }
    return shown
  }
}
