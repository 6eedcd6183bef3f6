import BatchUpdates

/// A step that inserted or deleted a few rows and nothing else.
struct FewRows: ShortStep {
  let title: String
  private let look: PlanLook
  private let isInsertion: Bool
  /// The rows in table order, where they are in the table.
  private let rows: [Place]
  private let before: Rest
  private let after: Rest

  private struct Place {
    let row: RowID
    let version: Version
    let path: RowPath
  }

  /// What a state holds besides its rows.
  private struct Rest {
    let selection: Selection
    let marks: Selection
    let chunks: [Chunk]
    let texts: [ColumnID: Int]
    let bytesWritten: Int

    init(_ state: EditorState) {
      (selection, marks) = (state.selection, state.marks)
      chunks = state.table.chunks
      (texts, bytesWritten) = (state.table.textCounts, state.table.bytesWritten)
    }

    func put(into state: inout EditorState) {
      (state.selection, state.marks) = (selection, marks)
      state.table.chunks = chunks
      (state.table.textCounts, state.table.bytesWritten) = (texts, bytesWritten)
    }
  }

  /// - Returns: nil if the step changed anything else.
  /// - Complexity: O(rows of the step, each with its block).
  init?(_ step: Transaction) {
    let (old, new) = (step.before.table, step.after.table)
    let log = step.log
    let isInsertion = log.deleted.isEmpty
    let known = isInsertion ? new : old
    let list = isInsertion ? log.inserted : log.deleted
    guard !list.isEmpty, list.count <= Self.mostRows, log.changesRowsOnly, step.isPlain,
      new.hasSectionsAndColumns(of: old), new.sharesChunks(with: old),
      list.allSatisfy({ old.contains($0) != isInsertion && new.contains($0) == isInsertion })
    else { return nil }
    (title, look, self.isInsertion) = (step.title, step.look, isInsertion)
    let ordered = known.inTableOrder(list)
    rows = zip(ordered, known.paths(of: ordered)).map {
      Place(row: $0, version: known.versions[Int($0.rawValue)], path: $1)
    }
    (before, after) = (Rest(step.before), Rest(step.after))
  }

  func transaction(leadingTo state: EditorState) -> Transaction {
    var former = state
    if isInsertion { take(from: &former.table) } else { put(into: &former.table, before.chunks) }
    before.put(into: &former)
    return transaction(former, state)
  }

  func transaction(from state: EditorState) -> Transaction {
    var next = state
    if isInsertion { put(into: &next.table, after.chunks) } else { take(from: &next.table) }
    after.put(into: &next)
    return transaction(state, next)
  }

  private func take(from table: inout Table) { table.take(rows.map(\.row)) }

  private func put(into table: inout Table, _ chunks: [Chunk]) {
    table.chunks = chunks
    for place in rows {
      table.enter(place.row)
      table.versions[Int(place.row.rawValue)] = place.version
    }
    var start = 0
    while start < rows.count {
      let first = rows[start].path
      var end = start + 1
      while end < rows.count, rows[end].path == RowPath(first.section, first.row + end - start) {
        end += 1
      }
      table.place(rows[start..<end].map(\.row), inSection: first.section, at: first.row)
      start = end
    }
  }

  private func transaction(_ before: EditorState, _ after: EditorState) -> Transaction {
    var log = ChangeLog()
    if isInsertion { log.inserted = rows.map(\.row) } else { log.deleted = rows.map(\.row) }
    return Transaction(title: title, before: before, after: after, log: log, look: look)
  }
}

extension ChangeLog {
  /// Whether rows were inserted or deleted, not both, and nothing else changed or is redrawn.
  fileprivate var changesRowsOnly: Bool {
    inserted.isEmpty != deleted.isEmpty && !changesOrder && !redraws && updated.isEmpty
      && relabelled.isEmpty && !changesColumns && !repointed && sortedCount == nil && batch == nil
  }
}

extension Table {
  /// Whether two states of one table have the same sections, apart from their rows, columns and order
  /// of the source.
  ///
  /// - Complexity: O(columns).
  fileprivate func hasSectionsAndColumns(of other: Table) -> Bool {
    let hasSameSections = sectionIndexes.withUnsafeBufferPointer { x in
      other.sectionIndexes.withUnsafeBufferPointer { $0.baseAddress == x.baseAddress }
    }
    return hasSameSections && keys === other.keys && columns == other.columns
      && keyColumns == other.keyColumns && sectionColumn == other.sectionColumn
      && hasOwnOrder == other.hasOwnOrder && loadedCount == other.loadedCount
      && sourceRanks == nil && other.sourceRanks == nil
  }
}
