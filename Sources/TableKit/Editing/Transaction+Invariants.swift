import BatchUpdates

extension Transaction {
  /// Replays the plan from the old table and expects the new one, each stage legal and nothing
  /// stale; does nothing in release builds.
  @inline(__always)
  func checkInvariants() {
    #if TABLE_INTERNAL_CHECKS
      // Larger tables are not replayed after each command, so that debug builds stay usable.
      let limit = 5_000
      guard before.table.rowCount <= limit, after.table.rowCount <= limit else { return }
      // What is written by hand may be legal and leave rows stale.
      if log.batch != nil { return }
      let staged = stagedPlan
      guard case .stages = staged.plan else { return }
      do {
        let shown = try staged.replay()
        let wanted = isUndo ? Outline(of: after.table) : PlanMaker(self).outlineAfter
        precondition(shown == wanted, "\(title): the plan leads to \(shown)")
      } catch {
        preconditionFailure("\(title): \(error) in \(staged.plan)")
      }
    #endif
  }
}
