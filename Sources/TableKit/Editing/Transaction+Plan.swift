import BatchUpdates

extension Transaction {
  /// The least batch updates that turn the table before into the table after; for an undo, the
  /// inverse of the step's.
  ///
  /// It is built from the edits: lists of rows as they were deleted, inserted and changed. Only
  /// where order changed are the sections that took part compared, row identity by row identity.
  ///
  /// - Complexity: O(rows changed) when no order changed; else O(*n* log *n*) for *n* rows in the
  ///   sections that took part.
  public var plan: Plan {
    guard let plan = try? plan(.none) else {
      preconditionFailure("what never stops has stopped")
    }
    return plan
  }

  /// Like `plan`, and can be stopped; what the transaction did stays done.
  ///
  /// - Parameter progress: told how far it is, and asked whether to stop.
  /// - Throws: `cancelled`.
  public func plan(_ progress: Progress) throws(EditError) -> Plan {
    progress.begin("planning", .rows, total: after.table.rowCount)
    defer { progress.end() }
    let plan = try PlanMaker(self, progress).plan()
    return isUndo ? plan.inverse : plan
  }

  /// The plan with the table after each stage, as outlines whose identities are those of rows and
  /// sections. Its plan has the stages that `plan` has.
  ///
  /// - Complexity: O(table) for each stage.
  public var stagedPlan: StagedPlan {
    guard let staged = try? PlanMaker(self).stagedPlan() else {
      preconditionFailure("what never stops has stopped")
    }
    return isUndo ? staged.inverse : staged
  }
}

extension Outline {
  /// The outline of a whole table.
  ///
  /// - Complexity: O(rows).
  public init(of table: Table) { self.init(of: table, unless: { _ in false }) }

  /// The outline of a table; sections for which `isUnchanged` answers true come without rows.
  init(of table: Table, unless isUnchanged: (SectionID) -> Bool) {
    self.init(
      table.sections.map { section in
        let skipped = isUnchanged(section.id)
        return Section(
          id: Int(section.id.rawValue), content: section.labelVersion,
          rows: skipped
            ? []
            : section.rows.map { row in
              Row(id: Int(row.rawValue), content: table.versions[Int(row.rawValue)].content)
            },
          rowsUnchanged: skipped)
      })
  }
}
