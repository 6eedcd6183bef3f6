extension Table {
  /// Rows sorted stably: numbers before texts, texts by Unicode scalar, nulls last in either
  /// direction.
  ///
  /// - Parameters:
  ///   - isCancelled: polled; true stops it.
  ///   - progress: told how far it is.
  /// - Throws: `cancelled`.
  /// - Complexity: O(n) for numbers and for what few bytes tell apart, else O(n log n) comparisons;
  ///   32 bytes of memory for each row.
  public func sortedRows(
    _ rows: [RowID], by keys: [SortKey], isCancelled: (() -> Bool)? = nil,
    progress: Progress? = nil
  ) throws(EditError) -> [RowID] {
    progress?.begin("sorting", .rows, total: rows.count)
    defer { progress?.end() }
    var sorter = RowSorter(self, rows, by: keys, Cancellation(isCancelled, progress))
    return try sorter.sorted()
  }
}
