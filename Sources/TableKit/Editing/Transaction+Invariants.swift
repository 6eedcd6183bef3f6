import BatchUpdates

extension Transaction {
  /// Checks that replaying the plan on the old table gives the new one, that each stage is legal
  /// and that nothing is stale; does nothing in release builds.
  @inline(__always)
  func checkInvariants() {
    #if TABLE_INTERNAL_CHECKS
      // Larger tables are not replayed after each command, to keep debug builds usable.
      let limit = 5_000
      guard before.table.rowCount <= limit, after.table.rowCount <= limit else { return }
      // Hand-written updates may be legal and leave rows stale.
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
