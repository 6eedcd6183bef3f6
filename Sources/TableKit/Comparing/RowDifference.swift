/// The rows in which a table differs from what its source has, and their cells: what a saver writes.
public struct RowDifference: Sendable {
  /// A row of both that has other cells.
  public typealias Update = (row: RowID, columns: [ColumnID])

  /// The rows that only the base has, in its order.
  public private(set) var deletes: [RowID] = []
  /// Rows with the same changed columns share the list, which is in the order of the table.
  public private(set) var updates: [Update] = []
  /// The rows that only the table has, in table order.
  public private(set) var inserts: [RowID] = []

  /// Compares a table with its base.
  ///
  /// - Parameter always: columns of the table that count as changed in every row.
  /// - Complexity: O(pages), plus O(cells) of rows on pages that differ; O(rows) more where many do,
  ///   O(cells) where the table has a new column.
  public init(from base: Table, to table: Table, always: Set<ColumnID> = []) {
    let suspects = table.rowsChanged(since: base, atMost: max(1000, base.rowCount / 4))
    deletes = (suspects ?? base.rowList).filter { base.contains($0) && !table.contains($0) }
    let columns = table.columns.map(\.id)
    let given = columns.indices.filter { always.contains(columns[$0]) }
    var ends = PlanEnds(before: base, after: table)
    if columns.contains(where: { base.column($0) == nil }) {
      // Values in a new column count, whichever record has them.
      ends = PlanEnds(before: base, after: table, rows: [], sections: [], columns: ends.columns)
    }
    var comparer = RowComparer(ends)
    var (different, last, names): ([Int], [Int], [ColumnID]) = ([], [], [])
    for row in suspects ?? table.rowList where table.contains(row) {
      guard row.rawValue < base.rowIDCount, base.contains(row) else {
        inserts.append(row)
        continue
      }
      different.removeAll(keepingCapacity: true)
      comparer.forEachChange(from: row, to: row) { different.append($0) }
      if !given.isEmpty { different = Set(different + given).sorted() }
      if different.isEmpty { continue }
      if different != last { (last, names) = (Array(different), different.map { columns[$0] }) }
      updates.append((row, names))
    }
    if suspects != nil { inserts = table.inTableOrder(inserts) }
  }
}
