import BatchUpdates

/// A step that changed a few cells and nothing else.
struct FewCells: ShortStep {
  let title: String
  private let look: PlanLook
  private let cellCount: Int32
  private let rows: [Change]
  private let before: Cells
  private let after: Cells

  private struct Change: Sendable {
    let row: RowID
    let before: Version
    let after: Version
  }

  /// What a table holds of its cells besides the versions of rows.
  private struct Cells: Sendable {
    let chunks: [Chunk]
    let texts: [ColumnID: Int]
    let bytesWritten: Int

    init(_ table: Table) {
      (chunks, texts, bytesWritten) = (table.chunks, table.textCounts, table.bytesWritten)
    }

    func put(into table: inout Table) {
      (table.chunks, table.textCounts, table.bytesWritten) = (chunks, texts, bytesWritten)
    }
  }

  /// - Returns: nil if the step changed anything else.
  init?(_ step: Transaction) {
    let (old, new) = (step.before.table, step.after.table)
    let rows = step.log.updated
    guard !rows.isEmpty, rows.count <= Self.mostRows, step.log.changesCellsOnly,
      step.isPlain,
      step.after.differsOnlyInVersions(from: step.before),
      new.sharesChunks(with: old)
    else { return nil }
    title = step.title
    look = step.look
    cellCount = Int32(step.log.cellCount)
    self.rows = rows.map {
      let number = Int($0.rawValue)
      return Change(row: $0, before: old.versions[number], after: new.versions[number])
    }
    (before, after) = (Cells(old), Cells(new))
  }

  func transaction(leadingTo state: EditorState) -> Transaction {
    var former = state
    for change in rows { former.table.versions[Int(change.row.rawValue)] = change.before }
    before.put(into: &former.table)
    return transaction(former, state)
  }

  func transaction(from state: EditorState) -> Transaction {
    var next = state
    for change in rows { next.table.versions[Int(change.row.rawValue)] = change.after }
    after.put(into: &next.table)
    return transaction(state, next)
  }

  private func transaction(_ before: EditorState, _ after: EditorState) -> Transaction {
    var log = ChangeLog()
    for change in rows { log.update(change.row) }
    log.cellCount = Int(cellCount)
    return Transaction(
      title: title, before: before, after: after, log: log, look: look)
  }
}

extension ChangeLog {
  /// Whether rows have other cells and nothing else changed or is redrawn.
  fileprivate var changesCellsOnly: Bool {
    !changesOrder && !redraws && inserted.isEmpty && deleted.isEmpty && relabelled.isEmpty
      && !changesColumns && !repointed && sortedCount == nil && batch == nil
  }
}
