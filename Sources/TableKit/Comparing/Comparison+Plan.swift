import BatchUpdates

extension Comparison {
  /// The plan that turns the old table into the new one; the first stage of changed columns
  /// redraws all rows where they stand.
  ///
  /// - Complexity: that of the planner.
  public func plan(_ planner: Planner) -> Plan {
    guard let plan = try? planner.plan(from: before, to: after) else { preconditionFailed() }
    guard changesColumns, case .stages(let stages) = plan else { return plan }
    return .stages([Self.columnStage] + stages)
  }

  /// The plan with the table after each stage.
  ///
  /// - Complexity: that of the planner, and O(rows) for each stage.
  public func stagedPlan(_ planner: Planner) -> StagedPlan {
    guard var staged = try? planner.stagedPlan(from: before, to: after) else {
      preconditionFailed()
    }
    guard changesColumns, case .stages(let stages) = staged.plan else { return staged }
    staged.plan = .stages([Self.columnStage] + stages)
    staged.after.insert(before, at: 0)
    return staged
  }

  private static let columnStage = Stage(reconfiguresAllRows: true)

  private func preconditionFailed() -> Never {
    preconditionFailure("a comparison gave one identity twice")
  }
}
