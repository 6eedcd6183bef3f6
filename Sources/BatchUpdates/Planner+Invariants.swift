extension Planner {
  /// Replays a plan before it is handed out: each stage is legal, nothing is stale.
  ///
  /// Empty in release builds, and for tables so large that debug builds would crawl.
  @inline(__always)
  func checkInvariants(_ staging: Staging) {
    #if TABLE_INTERNAL_CHECKS
      let rows = staging.from.sections.reduce(0) { $0 + $1.rows.count }
      guard rows <= 100_000 else { return }
      let plan = staging.stagedPlan()
      do {
        _ = try plan.replay()
      } catch {
        preconditionFailure("\(error) in \(plan.plan) from \(staging.from) to \(staging.to)")
      }
    #endif
  }
}
