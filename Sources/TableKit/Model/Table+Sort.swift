extension Table {
  /// Rows sorted stably: numbers before texts, texts by Unicode scalar, nulls last in either
  /// direction.
  ///
  /// - Parameter isCancelled: polled; true stops it.
  /// - Throws: `cancelled`.
  /// - Complexity: O(n) for numbers and for what few bytes tell apart, else O(n log n) comparisons;
  ///   32 bytes of memory for each row.
  public func sortedRows(
    _ rows: [RowID], by keys: [SortKey], isCancelled: (() -> Bool)? = nil
  ) throws(EditError) -> [RowID] {
    var sorter = RowSorter(self, rows, by: keys, Cancellation(isCancelled))
    return try sorter.sorted()
  }
}
