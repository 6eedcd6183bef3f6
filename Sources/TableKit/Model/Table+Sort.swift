extension Table {
  /// Rows sorted stably: numbers before texts, texts by Unicode scalar, nulls last in either
  /// direction.
  ///
  /// - Parameters:
  ///   - workers: sort many rows in two parts.
  ///   - isCancelled: polled; true stops it.
  /// - Throws: `cancelled`.
  /// - Complexity: O(n) for numbers and for what few bytes tell apart, else O(n log n) comparisons;
  ///   memory for each row is 32 bytes and up to 36 for its text.
  public func sortedRows(
    _ rows: [RowID], by keys: [SortKey], workers: Workers = .one,
    isCancelled: (() -> Bool)? = nil
  ) throws(EditError) -> [RowID] {
    var sorter = RowSorter(self, rows, by: keys, Cancellation(isCancelled))
    return try sorter.sorted(workers)
  }
}
