import BatchUpdates

extension Transaction {
  /// The minimal batch updates that turn the table before into the table after; for an undo, the
  /// inverse of the step's.
  ///
  /// Built from the lists of deleted, inserted and changed rows. Only if the order changed are the
  /// sections involved compared, by row identity.
  ///
  /// - Complexity: O(rows changed) when no order changed; else O(*n* log *n*) for *n* rows in the
  ///   sections that took part.
  public var plan: Plan {
    guard let plan = try? plan(.none) else {
      preconditionFailure("what never stops has stopped")
    }
    return plan
  }

  /// Like `plan`, but can be cancelled; the changes of the transaction stay.
  ///
  /// - Parameter progress: told how far it is, and asked whether to stop.
  /// - Throws: `cancelled`.
  public func plan(_ progress: Progress) throws(EditError) -> Plan {
    progress.begin("planning", .rows, total: after.table.rowCount)
    defer { progress.end() }
    let plan = try PlanMaker(self, progress).plan()
    return isUndo ? plan.inverse : plan
  }

  /// The plan with the table after each stage, as outlines with the identities of rows and
  /// sections. Its stages are those of `plan`.
  ///
  /// - Complexity: O(table) for each stage.
  package var stagedPlan: StagedPlan {
    guard let staged = try? PlanMaker(self).stagedPlan() else {
      preconditionFailure("what never stops has stopped")
    }
    return isUndo ? staged.inverse : staged
  }
}

extension Transaction {
  /// Returns the table before the first stage of the plan and after each, without the rows of sections
  /// in which no row was inserted, deleted, updated or moved: `rowsUnchanged` is true there.
  ///
  /// With one stage these are the table before and the table after, and asking for them is no use.
  ///
  /// - Parameter plan: the plan of this transaction.
  /// - Complexity: that of `plan` for each stage.
  package func touchedTables(of plan: Plan) -> [Outline] {
    guard let tables = try? PlanMaker(self).touchedTables(plan.stages.count) else {
      preconditionFailure("what never stops has stopped")
    }
    return isUndo ? tables.reversed() : tables
  }
}

extension Table {
  /// Returns the number that identifies the content of a row in outlines.
  package func content(of row: RowID) -> Int { versions[Int(row.rawValue)].content }

  /// Returns the record that holds the cells of a row.
  ///
  /// - Complexity: O(1).
  package func reference(to row: RowID) -> RecordReference {
    let (chunk, record) = record(of: row)
    return RecordReference(chunk: chunk, record: record)
  }
}

/// A record of a chunk. Records never change, so that two rows, or one row at two times, with one
/// reference have the same cells.
package struct RecordReference: Hashable, Sendable {
  let chunk: Chunk
  let record: Int

  /// Whether both are one record.
  package static func == (a: RecordReference, b: RecordReference) -> Bool {
    a.chunk === b.chunk && a.record == b.record
  }

  /// Hashes the place of the record.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(chunk))
    hasher.combine(record)
  }
}

extension Outline {
  /// Creates the outline of a whole table.
  ///
  /// - Complexity: O(rows).
  public init(of table: Table) { self.init(of: table, unless: { _ in false }) }

  /// Creates the outline of a table; sections for which `isUnchanged` returns true have no rows.
  init(of table: Table, unless isUnchanged: (SectionID) -> Bool) {
    self.init(
      table.sections.map { section in
        let skipped = isUnchanged(section.id)
        return Section(
          id: Int(section.id.rawValue), content: section.outlineContent,
          rows: skipped
            ? []
            : section.rows.map { row in
              Row(id: Int(row.rawValue), content: table.versions[Int(row.rawValue)].content)
            },
          rowsUnchanged: skipped)
      })
  }
}

extension Table {
  /// Returns the number that stands for the content of a row in outlines; nil if the row is not in the
  /// table.
  public func outlineContent(of row: RowID) -> Int? {
    row.rawValue < rowIDCount && contains(row) ? versions[Int(row.rawValue)].content : nil
  }
}

extension Section {
  /// The number that stands for name, header and footer in outlines.
  public var outlineContent: Int { labelVersion }
}
